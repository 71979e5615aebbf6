//! Turns that an engine expects.

use jumpers_record::Referee;

/// Looks whether all turns of a line are legal, one after the other. The game is as before then.
///
/// # Errors
/// The first that is not: its place from 1, and why.
pub(super) fn check_line(referee: &mut Referee, turns: &[String]) -> Result<(), String> {
    let mut played = 0;
    let mut result = Ok(());
    for turn in turns {
        if let Err(error) = referee.play(turn) {
            result = Err(format!("turn {}: {error}", played + 1));
            break;
        }
        played += 1;
    }
    for _ in 0..played {
        referee.undo();
    }
    result
}

/// The canonical text of the turn that is expected next, if it is legal and does not end the game.
///
/// # Errors
/// Why it is not legal.
pub(super) fn check_expected(referee: &mut Referee, turn: &str) -> Result<Option<String>, String> {
    let turn = referee.play(turn).map_err(|error| error.to_string())?;
    let goes_on = referee.winner().is_none();
    referee.undo();
    Ok(goes_on.then_some(turn))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4tt/4tt/6/6/rr4/rr4 r 12 13";

    fn strings(turns: &[&str]) -> Vec<String> {
        turns.iter().map(|&turn| turn.to_owned()).collect()
    }

    #[test]
    fn the_first_illegal_turn_is_named() {
        let mut referee = Referee::new(START).expect("the start");
        let line = strings(&["a1-c1+d1", "f6-d6+c6"]);
        assert_eq!(check_line(&mut referee, &line), Ok(()));
        let line = strings(&["a1-c1+d1", "a2-c2+d2", "f6-d6+c6"]);
        assert_eq!(
            check_line(&mut referee, &line),
            Err("turn 2: a2-c2+d2: no token of the side to move on a2".to_owned())
        );
        assert_eq!(referee.position(), START);
    }

    #[test]
    fn nobody_ponders_on_the_end_of_the_game() {
        let mut referee = Referee::new("6/6/6/6/6/rt4 r 0 0").expect("a position");
        assert_eq!(check_expected(&mut referee, "a1xc1"), Ok(None));
        let mut referee = Referee::new(START).expect("the start");
        let expected = check_expected(&mut referee, "a1-c1+d1");
        assert_eq!(expected, Ok(Some("a1-c1+d1".to_owned())));
        assert!(check_expected(&mut referee, "a1-c1").is_err());
        assert_eq!(referee.position(), START);
    }
}
