//! Properties of arbitrary commands, replies and bytes.

use jumpers_protocol::{
    Bound, Command, Dialect, GenfensParams, GoParams, Info, OptionDeclaration, OptionKind,
    PerftParams, PositionBase, PositionParams, Query, Reply, Score, ScoreValue, SetOptionParams,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn turn() -> impl Strategy<Value = String> {
    "[a-j]([1-9]|10)([-x][a-j]([1-9]|10)){1,6}(\\+[a-j]([1-9]|10))?"
}

/// A word of any characters that is none of the given words.
fn word_but(but: &'static [&'static str]) -> impl Strategy<Value = String> {
    "[\\PC&&[^\\p{White_Space}\u{feff}]]{1,8}|value|name|type|default|var|moves|depth|string"
        .prop_filter("a keyword", move |word| !but.contains(&word.as_str()))
}

/// Words joined by single spaces.
fn text_but(
    but: &'static [&'static str],
    len: std::ops::Range<usize>,
) -> impl Strategy<Value = String> {
    vec(word_but(but), len).prop_map(|words| words.join(" "))
}

fn go() -> impl Strategy<Value = Command> {
    let time = || option::of(any::<i64>());
    let number = || option::of(any::<u32>());
    let numbers = (number(), number(), number(), number());
    let flags = any::<(bool, bool, bool)>();
    (
        vec(turn(), 0..5),
        flags,
        ([time(), time()], [time(), time()], time()),
        numbers,
        option::of(any::<u64>()),
    )
        .prop_map(|(searchmoves, flags, times, numbers, nodes)| {
            Command::Go(GoParams {
                searchmoves,
                ponder: flags.0,
                clock: times.0,
                increment: times.1,
                movestogo: numbers.0,
                depth: numbers.1,
                nodes,
                mate: numbers.2,
                movetime: times.2,
                infinite: flags.1,
                solve: flags.2,
                perft: numbers.3,
            })
        })
}

fn position() -> impl Strategy<Value = Command> {
    let base = prop_oneof![
        Just(PositionBase::Startpos),
        Just(PositionBase::Fen("4tt/4tt/6/6/rr4/rr4 r 12 13".to_owned())),
        text_but(&["moves"], 1..6).prop_map(PositionBase::Fen),
    ];
    (base, vec(prop_oneof![turn(), word_but(&[])], 0..8))
        .prop_map(|(base, moves)| Command::Position(PositionParams { base, moves }))
}

fn set_option() -> impl Strategy<Value = Command> {
    (
        text_but(&["value"], 1..4),
        option::of(text_but(&["<empty>"], 0..4)),
    )
        .prop_map(|(name, value)| Command::SetOption(SetOptionParams { name, value }))
}

const QUESTIONS: [&str; 7] = [
    "gameover", "p1turn", "result", "fen", "board", "movelist", "islegal",
];

fn query() -> impl Strategy<Value = Command> {
    prop_oneof![
        select(vec![
            Query::GameOver,
            Query::P1Turn,
            Query::Result,
            Query::Fen,
            Query::Board,
            Query::MoveList,
        ]),
        turn().prop_map(Query::IsLegal),
        text_but(&QUESTIONS, 0..4).prop_map(Query::Unknown),
    ]
    .prop_map(Command::Query)
}

fn command() -> impl Strategy<Value = Command> {
    let plain = select(vec![
        Command::Handshake(Dialect::Uci),
        Command::Handshake(Dialect::Ugi),
        Command::IsReady,
        Command::NewGame,
        Command::Stop,
        Command::Quit,
        Command::PonderHit,
        Command::Display,
        Command::Eval,
        Command::Help,
        Command::Debug(true),
        Command::Debug(false),
    ]);
    let bench = option::of(any::<u32>()).prop_map(|depth| Command::Bench { depth });
    let moves = vec(prop_oneof![turn(), word_but(&[])], 0..8).prop_map(Command::Moves);
    let undo = any::<u32>().prop_map(|turns| Command::Undo { turns });
    let perft = any::<(u32, bool, bool)>().prop_map(|(depth, paths, divide)| {
        Command::Perft(PerftParams {
            depth,
            paths,
            divide,
        })
    });
    let genfens = (
        any::<u32>(),
        option::of(any::<u64>()),
        option::of(any::<u32>()),
        option::of(any::<u32>()),
    )
        .prop_map(|(count, seed, plies, depth)| {
            Command::Genfens(GenfensParams {
                count,
                seed,
                plies,
                depth,
            })
        });
    prop_oneof![
        2 => plain,
        1 => bench,
        2 => set_option(),
        4 => position(),
        4 => go(),
        1 => moves,
        1 => undo,
        2 => query(),
        1 => perft,
        1 => genfens,
    ]
}

fn option_kind() -> impl Strategy<Value = OptionKind> {
    let choice = || text_but(&["default", "var", "<empty>"], 0..4);
    prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (choice(), vec(choice(), 0..4))
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        text_but(&["<empty>"], 0..4).prop_map(|default| OptionKind::String { default }),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    let value = prop_oneof![
        any::<i32>().prop_map(ScoreValue::Centipawns),
        any::<i32>().prop_map(ScoreValue::Mate),
    ];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (value, bound).prop_map(|(value, bound)| Score { value, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let number = || option::of(any::<u32>());
    let count = || option::of(any::<u64>());
    (
        [number(), number(), number(), number(), number()],
        option::of(score()),
        [count(), count(), count(), count()],
        option::of(turn()),
        vec(turn(), 0..6),
        option::of(text_but(&["error"], 0..5)),
    )
        .prop_map(|(numbers, score, counts, currmove, pv, string)| Info {
            depth: numbers[0],
            seldepth: numbers[1],
            multipv: numbers[2],
            score,
            nodes: counts[0],
            nps: counts[1],
            hashfull: numbers[3],
            tbhits: counts[2],
            time: counts[3],
            currmove,
            currmovenumber: numbers[4],
            pv,
            string,
        })
}

fn reply() -> impl Strategy<Value = Reply> {
    let text = || text_but(&[], 0..5);
    let plain = prop_oneof![
        text().prop_map(Reply::IdName),
        text().prop_map(Reply::IdAuthor),
        Just(Reply::HandshakeOk(Dialect::Uci)),
        Just(Reply::HandshakeOk(Dialect::Ugi)),
        text().prop_map(Reply::Response),
        Just(Reply::ReadyOk),
    ];
    let declaration = (text_but(&["type"], 1..4), option_kind())
        .prop_map(|(name, kind)| Reply::Option(OptionDeclaration { name, kind }));
    let best_move = (option::of(turn()), option::of(turn()))
        .prop_map(|(turn, ponder)| Reply::BestMove { turn, ponder });
    let error = ("[a-z-]{1,20}", text()).prop_map(|(code, text)| Reply::Error { code, text });
    let other = prop_oneof![
        (turn(), any::<u64>()).prop_map(|(turn, count)| Reply::divide(&turn, count)),
        any::<u64>().prop_map(Reply::nodes_searched),
        text().prop_map(Reply::Text),
    ];
    prop_oneof![
        1 => plain,
        2 => declaration,
        1 => best_move,
        4 => info().prop_map(Reply::Info),
        1 => error,
        1 => other,
    ]
}

/// A change of one place in a line: what to do, where, and a byte to do it with.
type Change = (u8, usize, u8);

fn changed(line: &str, changes: &[Change]) -> Vec<u8> {
    let mut line = line.as_bytes().to_vec();
    for &(how, place, byte) in changes {
        let place = place % (line.len() + 1);
        match how % 5 {
            0 => line.insert(place, byte),
            1 => line.truncate(place),
            2 if place < line.len() => line[place] = byte,
            3 if place < line.len() => drop(line.remove(place)),
            _ => line.rotate_left(place),
        }
    }
    line
}

fn is_clean(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, ' '..='~'))
}

fn is_one_line(text: &str) -> bool {
    !text.contains(char::is_control)
        && !text.contains(['\u{2028}', '\u{2029}'])
        && !text.contains("  ")
        && text.trim() == text
}

/// Whatever is read prints in one line as the same command; an error as clean ASCII.
fn check_command(line: &[u8]) -> Result<(), TestCaseError> {
    match Command::parse_bytes(line) {
        Ok(None) => {}
        Ok(Some(command)) => {
            let printed = command.to_string();
            prop_assert!(is_one_line(&printed), "{:?}", printed);
            prop_assert_eq!(printed.parse(), Ok(command));
        }
        Err(error) => {
            let message = error.to_string();
            prop_assert!(is_clean(&message) && is_one_line(&message), "{:?}", message);
            prop_assert!(message.len() < 250, "{:?}", message);
            let reply = Reply::from(&error).to_string();
            prop_assert_eq!(
                reply,
                format!("info string error {}: {message}", error.code())
            );
        }
    }
    Ok(())
}

fn check_reply(line: &[u8]) -> Result<(), TestCaseError> {
    match Reply::parse_bytes(line) {
        Ok(reply) => {
            let printed = reply.to_string();
            prop_assert!(is_one_line(&printed), "{:?}", printed);
            prop_assert_eq!(printed.parse(), Ok(reply));
        }
        Err(error) => prop_assert!(is_clean(&error.to_string()), "{}", error),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn commands_round_trip(command in command()) {
        let printed = command.to_string();
        prop_assert!(is_one_line(&printed), "{:?}", printed);
        prop_assert_eq!(Command::parse_bytes(printed.as_bytes()), Ok(Some(command)));
    }

    #[test]
    fn replies_round_trip(reply in reply()) {
        let printed = reply.to_string();
        prop_assert!(is_one_line(&printed), "{:?}", printed);
        prop_assert_eq!(printed.parse(), Ok(reply));
    }

    #[test]
    fn spaces_do_not_matter(command in command(), space in "[ \t\r\0]{1,4}") {
        let printed = command.to_string().replace(' ', &space);
        prop_assert_eq!(Command::parse(&format!("{space}{printed}{space}")), Ok(Some(command)));
    }

    #[test]
    fn any_bytes(line in vec(any::<u8>(), 0..80)) {
        check_command(&line)?;
        check_reply(&line)?;
    }

    #[test]
    fn any_bytes_after_a_command(
        word in "position (fen )?|go |setoption (name )?|debug |bench |go depth |go wtime ",
        rest in vec(any::<u8>(), 0..80),
    ) {
        check_command(&[word.as_bytes(), &rest].concat())?;
    }

    #[test]
    fn changed_commands(command in command(), changes in vec(any::<Change>(), 1..5)) {
        check_command(&changed(&command.to_string(), &changes))?;
    }

    #[test]
    fn changed_replies(reply in reply(), changes in vec(any::<Change>(), 1..5)) {
        check_reply(&changed(&reply.to_string(), &changes))?;
    }

    #[test]
    fn replies_print_any_text_in_one_line(text in any::<String>(), other in "\\PC*[\r\n]+\\PC*") {
        let option = |kind| Reply::Option(OptionDeclaration { name: other.clone(), kind });
        for reply in [
            Reply::IdName(text.clone()),
            Reply::IdAuthor(other.clone()),
            Reply::Text(text.clone()),
            Reply::Error { code: other.clone(), text: text.clone() },
            Reply::BestMove { turn: Some(text.clone()), ponder: Some(other.clone()) },
            option(OptionKind::String { default: text.clone() }),
            option(OptionKind::Combo { default: text.clone(), vars: vec![other.clone()] }),
            Reply::Info(Info {
                currmove: Some(other.clone()),
                pv: vec![text.clone(), other.clone()],
                string: Some(text.clone()),
                ..Info::default()
            }),
        ] {
            let printed = reply.to_string();
            prop_assert!(is_one_line(&printed), "{:?}", printed);
        }
    }
}
