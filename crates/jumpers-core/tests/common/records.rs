//! The file of positions with known numbers of turn and path sequences.

use jumpers_core::BoardSize;
use serde_json::Value;

/// One line of the file: how many turn and path sequences there are of some depth.
pub struct Record {
    pub position: String,
    pub depth: u32,
    pub paths: u64,
    pub turns: u64,
}

/// All of them.
pub fn records() -> Vec<Record> {
    let data: Value =
        serde_json::from_str(include_str!("../data/perft.json")).expect("perft.json is JSON");
    let record = |value: &Value| {
        let number = |name: &str| value[name].as_u64().expect("a number");
        let position = value["pos"].as_str().expect("a position").to_owned();
        let size = BoardSize::of_position_text(&position).expect("a board");
        assert_eq!(u64::from(size.points()), number("size"));
        Record {
            position,
            depth: number("depth").try_into().expect("a depth"),
            paths: number("paths"),
            turns: number("turns"),
        }
    };
    data.as_array()
        .expect("a list")
        .iter()
        .map(record)
        .collect()
}

impl Record {
    pub fn size(&self) -> BoardSize {
        BoardSize::of_position_text(&self.position).expect("a board")
    }
}
