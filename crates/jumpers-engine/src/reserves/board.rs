//! The first turns of a board's start.

use jumpers_core::{Position, Setup, Size, Turn};

/// A first turn, which stands for its mirror image in the a1 diagonal as well.
#[derive(Clone, Debug)]
pub struct FirstTurn<S: Size> {
    /// The turn, of the two the one with the smaller text.
    pub turn: Turn<S>,
    /// Its text.
    pub text: String,
    /// The text of the mirror image, unless that is the turn itself.
    pub twin: Option<String>,
}

/// The start with other reserves: Red's, Teal's.
///
/// ```
/// use jumpers_core::Six;
/// let start = jumpers_engine::reserves::start_with::<Six>([3, 4]);
/// assert_eq!(start.to_string(), "4tt/4tt/6/6/rr4/rr4 r 3 4");
/// ```
pub fn start_with<S: Size>(reserves: [u8; 2]) -> Position<S> {
    let start = Position::<S>::start();
    let setup = Setup {
        reserves,
        ..start.setup()
    };
    // The tokens are those of the start, which do not overlap.
    Position::from_setup(&setup).unwrap_or(start)
}

/// Red's first turns up to reflection, in the order of their texts. With any reserve but none they
/// are the same.
///
/// ```
/// use jumpers_core::Six;
/// let turns = jumpers_engine::reserves::first_turns::<Six>();
/// let texts: Vec<_> = turns.iter().map(|turn| turn.text.as_str()).collect();
/// assert_eq!(texts, ["a1-a3+a4", "a1-a3+b3", "a2-c2+c1", "a2-c2+c3", "a2-c2+d2"]);
/// ```
pub fn first_turns<S: Size>() -> Vec<FirstTurn<S>> {
    let start = start_with::<S>([1, 1]);
    let mut texts: Vec<_> = start
        .turns()
        .iter()
        .map(|&turn| {
            let mut next = start;
            next.play_unchecked(&turn);
            (
                start.text_of(&turn).to_string(),
                turn,
                next.setup().canonical(),
            )
        })
        .collect();
    texts.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    let mut found: Vec<(FirstTurn<S>, Setup<S>)> = Vec::new();
    for (text, turn, leads_to) in texts {
        match found.iter_mut().find(|(_, known)| *known == leads_to) {
            Some((first, _)) => first.twin = Some(text),
            None => {
                let first = FirstTurn {
                    turn,
                    text,
                    twin: None,
                };
                found.push((first, leads_to));
            }
        }
    }
    found.into_iter().map(|(first, _)| first).collect()
}
