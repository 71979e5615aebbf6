//! Sessions of lines by chance.

use std::sync::mpsc::channel;

use jumpers_arena::player::{Event, NoHooks, PlayerKind, Session};
use jumpers_protocol::{Command, Reply};
use proptest::prelude::*;

fn word() -> impl Strategy<Value = String> {
    let known = "uci|ugi|isready|position|startpos|fen|moves|undo|go|stop|ponderhit|query|\
        movelist|perft|divide|setoption|name|value|infinite|ponder|depth|searchmoves|movetime|\
        wtime|mate|Board|Seed|6|8|10|0|1|-1|3|r|t|a1-c1\\+d1|f6-d6\\+c6|b1-b3\\+b4|gameover|\
        result|islegal|ucinewgame|4tt/4tt/6/6/rr4/rr4|6/6/t5/6/t5/rt4|paths|d";
    prop_oneof![9 => known, 1 => "[ -~]{0,6}", 1 => any::<String>()]
}

fn line() -> impl Strategy<Value = String> {
    let sentence = prop_oneof![
        "go( infinite| ponder| depth [0-9]| movetime 1){0,2}",
        "position (startpos|fen 6/6/t5/6/t5/rt4 r 5 5)( moves a1-c1\\+d1| moves a1xc1)?",
        "stop|ponderhit|undo|moves a2-c2\\+c3|query p1turn|movelist|setoption name Board value 8",
    ];
    let words = prop::collection::vec(word(), 0..8).prop_map(|words| words.join(" "));
    prop_oneof![sentence, words]
}

/// How many replies of this kind a session has written.
fn count(text: &str, is_one: impl Fn(&Reply) -> bool) -> usize {
    let replies = text.lines().filter_map(|line| line.parse().ok());
    replies.filter(|reply| is_one(reply)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn each_go_has_a_bestmove_or_an_error_and_each_question_an_answer(
        kind in prop::sample::select(PlayerKind::ALL.to_vec()),
        lines in prop::collection::vec(line(), 1..30),
    ) {
        let (sender, _receiver) = channel();
        let mut session = Session::new(kind, 0, sender, Vec::new(), NoHooks);
        let (mut gos, mut questions, mut refused) = (0, 0, 0);
        for line in &lines {
            let before = session.output().len();
            let command = Command::parse(line);
            prop_assert!(session.handle(Event::Line(line.clone().into())).is_continue());
            let text = String::from_utf8(session.output()[before..].to_vec()).unwrap();
            let errors = count(&text, |reply| {
                matches!(reply, Reply::Error { code, .. } if code != "perft")
            });
            match command {
                Ok(Some(Command::Go(params))) if params.perft.is_none() => {
                    gos += 1;
                    refused += errors;
                }
                Ok(Some(Command::Query(_))) => questions += 1,
                Err(_) => prop_assert_eq!(errors, 1, "{}", line),
                _ => {}
            }
        }
        prop_assert!(session.handle(Event::Closed).is_break());
        let text = String::from_utf8(std::mem::take(session.output())).unwrap();
        let best = count(&text, |reply| matches!(reply, Reply::BestMove { .. }));
        prop_assert_eq!(best, gos - refused, "{}", text);
        let answers = count(&text, |reply| matches!(reply, Reply::Response(_)));
        prop_assert_eq!(answers, questions, "{}", text);
    }
}
