//! What to send: steps by chance. Those that name turns take them from the model.

use proptest::prelude::*;

use crate::common::{FINISHED, LOSS_IN_1, MADE_UP, STARTS, WIN_IN_1};
use crate::model::Model;

/// How a line is written, and what comes before it.
#[derive(Clone, Copy, Debug)]
pub enum Delivery {
    /// With what comes next, in one write.
    Joined,
    /// In a write with what was joined, after so many milliseconds.
    Whole(u8),
    /// In a write for each byte.
    ByteByByte,
}

/// What makes a wrong line of a good one, or an odd one.
#[derive(Clone, Copy, Debug)]
pub enum Mutation {
    Remove(u16),
    Repeat(u16),
    Replace(u16, u8),
    Insert(u16, u8),
    Cut(u16),
    Swap(u16),
    Prefix(&'static str),
    Suffix(&'static str),
    Spaces(&'static str),
}

/// A line to be.
#[derive(Clone, Debug)]
pub enum Draft {
    /// As it stands.
    Line(&'static str),
    /// `position startpos` or one with a text, and turns.
    Position(Option<&'static str>, Vec<u16>),
    /// `moves` with these of the legal turns.
    Moves(Vec<u16>),
    /// `query islegal` with one of them.
    IsLegal(u16),
    /// A `go` with some of them.
    SearchMoves(&'static str, Vec<u16>),
}

#[derive(Clone, Debug)]
pub struct Step {
    pub draft: Draft,
    pub mutations: Vec<Mutation>,
    pub delivery: Delivery,
}

/// How a session ends.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// All work is ended, then it quits.
    Settled,
    Quit,
    EndOfInput,
}

/// Searches, all short but those without end.
const SEARCHES: [&str; 28] = [
    "go solve nodes 400",
    "go solve nodes 20000",
    "go solve movetime 4",
    "go solve infinite",
    "go solve ponder nodes 100",
    "go solve depth 2 wtime 10 btime 10",
    "go depth 1",
    "go depth 2",
    "go depth 3",
    "go nodes 1",
    "go nodes 200",
    "go movetime 0",
    "go movetime 3",
    "go mate 1",
    "go mate 2 depth 3",
    "go wtime 20 btime 20",
    "go p1time 5 p2time 5 p1inc 1 p2inc 1 movestogo 2",
    "go wtime -1 btime 0",
    "go infinite",
    "go infinite",
    "go infinite depth 1",
    "go infinite nodes 1 movetime 1",
    "go ponder",
    "go ponder depth 2",
    "go ponder movetime 1",
    "go ponder infinite depth 1",
    "go depth 0 nodes 0",
    "go depth 3 depth 1",
];

const OTHER_WORK: [&str; 14] = [
    "perft 0",
    "perft 1",
    "perft 3",
    "perft 3 paths",
    "perft 30",
    "divide 1",
    "divide 2 paths",
    "divide 30",
    "go perft 2",
    "go perft 2 infinite",
    "bench 1",
    "genfens 0",
    "genfens 2 plies 2 depth 1 seed 5",
    "genfens 3 plies 1 depth 1 book None",
];

/// Lines that leave the work alone, with answers or without.
const QUIET: [&str; 33] = [
    "isready",
    "isready",
    "isready",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "query gameover",
    "query p1turn",
    "query result",
    "query fen",
    "query fen",
    "query board",
    "query movelist",
    "movelist",
    "query",
    "query what",
    "query islegal",
    "query islegal e2e4",
    "d",
    "print",
    "eval",
    "help",
    "uci",
    "ugi",
    "debug on",
    "debug off",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 0",
    "moves",
    "undo 0",
    "",
];

const CHANGES: [&str; 19] = [
    "ucinewgame",
    "uginewgame",
    "undo",
    "undo",
    "undo 2",
    "undo 3",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name OwnBook value true",
    "setoption name ProofSearch value false",
    "setoption name UCI_AnalyseMode value true",
    "setoption name Board value 6",
    "setoption name board value 8",
    "setoption name Board value 10",
];

const WRONG: [&str; 24] = [
    "nothing",
    "position",
    "position fen",
    "position fen nonsense",
    "position fen 4tt/4tt/6/6/rr4/rr4",
    "position fen 7/7/7/7/7/7/7 r 1 1",
    "position startpos a1-c1+d1",
    "position startpos moves a1-c1+d1 a1-c1+d1",
    "position startpos moves a1-c1",
    "moves a1-a1",
    "moves zebra",
    "undo 1000000",
    "undo x",
    "go depth",
    "go depth -1",
    "go wtime btime 5",
    "go deep",
    "go infinite searchmoves zebra",
    "perft",
    "bench x",
    "genfens 3 plies -1",
    "setoption name Hash value 0",
    "setoption name Contempt value 3",
    "setoption Hash",
];

const TEXTS: [&str; 9] = [
    STARTS[0],
    STARTS[1],
    STARTS[2],
    FINISHED,
    WIN_IN_1,
    LOSS_IN_1,
    MADE_UP,
    "6/6/2tt2/1tr1r1/1t1r2/r1r3 r 3 2",
    "8/8/2tt4/1tr1r3/1t1r4/r1r5/8/8 t 3 2",
];

/// What separates words.
const SPACES: [&str; 6] = ["  ", "\t", "\0", "\r", "\u{a0}", "\u{feff} "];

fn draft() -> impl Strategy<Value = Draft> {
    let line = |lines: &'static [&'static str]| prop::sample::select(lines).prop_map(Draft::Line);
    let turns = || prop::collection::vec(any::<u16>(), 0..4);
    let text = prop::option::weighted(0.7, prop::sample::select(&TEXTS[..]));
    let search = prop::sample::select(&SEARCHES[..]);
    prop_oneof![
        6 => line(&SEARCHES),
        2 => line(&OTHER_WORK),
        8 => line(&QUIET),
        3 => line(&CHANGES),
        2 => line(&WRONG),
        3 => (text, turns()).prop_map(|(text, turns)| Draft::Position(text, turns)),
        3 => turns().prop_map(Draft::Moves),
        1 => any::<u16>().prop_map(Draft::IsLegal),
        2 => (search, turns()).prop_map(|(go, turns)| Draft::SearchMoves(go, turns)),
    ]
}

fn mutation() -> impl Strategy<Value = Mutation> {
    use Mutation::*;
    let at = any::<u16>;
    prop_oneof![
        at().prop_map(Remove),
        at().prop_map(Repeat),
        (at(), any::<u8>()).prop_map(|(at, byte)| Replace(at, byte)),
        (at(), any::<u8>()).prop_map(|(at, byte)| Insert(at, byte)),
        at().prop_map(Cut),
        at().prop_map(Swap),
        prop::sample::select(&["joho ", "\u{feff}", "\0", "\u{1f3b2} ", "info "][..])
            .prop_map(Prefix),
        prop::sample::select(&[" ", "\r", "\t\r", " joho", "\u{3000}"][..]).prop_map(Suffix),
        prop::sample::select(&SPACES[..]).prop_map(Spaces),
    ]
}

/// A step by chance.
pub fn step() -> impl Strategy<Value = Step> {
    let mutations = prop_oneof![
        5 => Just(Vec::new()),
        1 => prop::collection::vec(mutation(), 1..3),
    ];
    let delivery = prop_oneof![
        4 => Just(Delivery::Joined),
        3 => Just(Delivery::Whole(0)),
        3 => (1u8..6).prop_map(Delivery::Whole),
        1 => Just(Delivery::ByteByByte),
    ];
    (draft(), mutations, delivery).prop_map(|(draft, mutations, delivery)| Step {
        draft,
        mutations,
        delivery,
    })
}

/// An end by chance.
pub fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![
        4 => Just(Ending::Settled),
        1 => Just(Ending::Quit),
        1 => Just(Ending::EndOfInput),
    ]
}

impl Step {
    /// The line, without its end.
    pub fn line(&self, model: &Model<'_>) -> Vec<u8> {
        let mut line = self.draft.line(model).into_bytes();
        for mutation in &self.mutations {
            mutation.apply(&mut line);
        }
        line.retain(|&byte| byte != b'\n');
        line
    }
}

impl Draft {
    fn line(&self, model: &Model<'_>) -> String {
        match self {
            Draft::Line(line) => (*line).to_owned(),
            Draft::Position(text, turns) => {
                let base = match text {
                    Some(text) => format!("position fen {text}"),
                    None => "position startpos".to_owned(),
                };
                let from = match text {
                    Some(text) => crate::common::open(text).expect("a position"),
                    None => crate::common::start(model.board),
                };
                format!("{base} moves {}", model.walk(from, turns))
            }
            Draft::Moves(turns) => {
                let here = model.position().copy();
                format!("moves {}", model.walk(here, turns))
            }
            Draft::IsLegal(choice) => {
                let turns = model.position().turns();
                let turn = pick(&turns, *choice).map_or("a1-c1+d1", String::as_str);
                format!("query islegal {turn}")
            }
            Draft::SearchMoves(go, choices) => {
                let turns = model.position().turns();
                let some = choices.iter().filter_map(|choice| pick(&turns, *choice));
                some.fold(format!("{go} searchmoves"), |line, turn| line + " " + turn)
            }
        }
    }
}

/// One of these.
pub fn pick(turns: &[String], choice: u16) -> Option<&String> {
    turns.get(usize::from(choice) % turns.len().max(1))
}

impl Mutation {
    fn apply(self, line: &mut Vec<u8>) {
        let place = |at: u16| usize::from(at) % line.len().max(1);
        match self {
            _ if line.is_empty() => {}
            Mutation::Remove(at) => drop(line.remove(place(at))),
            Mutation::Repeat(at) => line.insert(place(at), line[place(at)]),
            Mutation::Replace(at, byte) => {
                let at = place(at);
                line[at] = byte;
            }
            Mutation::Insert(at, byte) => line.insert(place(at), byte),
            Mutation::Cut(at) => line.truncate(place(at)),
            Mutation::Swap(at) => {
                let (at, last) = (place(at), line.len() - 1);
                line.swap(at, (at + 1).min(last));
            }
            Mutation::Prefix(text) => drop(line.splice(0..0, text.bytes())),
            Mutation::Suffix(text) => line.extend(text.bytes()),
            Mutation::Spaces(text) => {
                let words: Vec<_> = line.split(|&byte| byte == b' ').collect();
                *line = words.join(text.as_bytes());
            }
        }
    }
}
