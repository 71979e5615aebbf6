//! Engines that think in the opponent's time.

use std::time::Duration;

use jumpers_arena::game::Seat;
use jumpers_arena::limit::Limit;
use jumpers_record::{EndingKind, GameRecord, Referee};

use crate::actor::{
    Actor, START, Stage, a_game, assert_lines, clock, mask_clocks, position_line, turn_texts,
    turns_of,
};

const HOUR: Duration = Duration::from_secs(3600);
const MS: Duration = Duration::from_millis(1);

/// The seat of a Red that ponders, and one of a Teal that does not.
fn seats(stage: &Stage, red: &Actor, teal: &Actor) -> [Seat; 2] {
    let limit = clock(HOUR, 250 * MS);
    let mut contestant = stage.contestant("red", red, limit.clone());
    contestant.ponder = true;
    [stage.seat(contestant), stage.actor("teal", teal, limit)]
}

/// A legal turn that is not the one that is made in this game at this place.
fn another(game: &[String], at: usize) -> String {
    let mut referee = Referee::new(START).expect("the start");
    for turn in &game[..at] {
        referee.play(turn).expect("a legal turn");
    }
    let mut turns = referee.legal_turns().into_iter();
    turns.find(|turn| *turn != game[at]).expect("another turn")
}

/// Each clock is the one before, less the time, and more the increment.
fn assert_clocks(record: &GameRecord) {
    let mut clocks = [HOUR, HOUR];
    for (number, turn) in record.turns.iter().enumerate() {
        let clock = &mut clocks[number % 2];
        *clock = *clock - turn.time.expect("a time") + 250 * MS;
        assert_eq!(turn.clock, Some(*clock), "turn {number}");
    }
}

#[test]
fn a_hit_and_a_miss() {
    let stage = Stage::new();
    let game = a_game(START);
    let miss = another(&game, 3);
    // The turns after the hit and the miss are answers to other lines.
    let mut turns = vec![format!("echo bestmove {} ponder {}", game[0], game[1])];
    turns.extend(
        turns_of(&game[4..], 0)
            .iter()
            .map(|turn| format!("echo bestmove {turn}")),
    );
    let red = Actor {
        turns,
        ..Actor::default()
    }
    .on("'go ponder'*", "echo info depth 7 score cp 12")
    .on(
        "ponderhit",
        &format!("sleep 0.1; echo bestmove {} ponder {miss}", game[2]),
    )
    .on("stop", &format!("sleep 0.2; echo bestmove {}", game[0]));
    let mut teal = Actor::of_turns(&turns_of(&game, 1));
    // Late enough for Red to be told to ponder before.
    for turn in &mut teal.turns[..2] {
        *turn = format!("sleep 0.2; {turn}");
    }
    let [mut red, mut teal] = seats(&stage, &red, &teal);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.kind, EndingKind::Rules, "{:?}", record.ending);
    assert_eq!(turn_texts(&record), game);
    assert_clocks(&record);
    assert_eq!(red.warnings().count, 0);

    // What was said while it pondered is its report.
    assert_eq!(record.turns[2].depth, Some(7));
    assert!(record.turns[2].time.is_some_and(|time| time >= 100 * MS));
    // The time that it took to stop is its own.
    assert_eq!(record.turns[4].depth, None);
    assert!(record.turns[4].time.is_some_and(|time| time >= 200 * MS));

    let told: Vec<String> = stage
        .told("red")
        .iter()
        .map(|line| mask_clocks(line))
        .collect();
    let go = "go wtime # btime # winc 250 binc 250".to_owned();
    let go_ponder = "go ponder wtime # btime # winc 250 binc 250".to_owned();
    let mut missed = game[..3].to_vec();
    missed.push(miss);
    assert_lines(
        &told[4..15],
        &[
            position_line(&[]),
            go.clone(),
            position_line(&game[..2]),
            go_ponder.clone(),
            "ponderhit".to_owned(),
            position_line(&missed),
            go_ponder,
            "stop".to_owned(),
            "isready".to_owned(),
            position_line(&game[..4]),
            go,
        ],
    );
    assert!(
        !stage
            .told("teal")
            .iter()
            .any(|line| line.contains("ponder"))
    );
}

#[test]
fn the_time_that_it_takes_to_stop_is_taken_off_the_movetime() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor {
        turns: vec![
            format!("echo bestmove {} ponder {}", game[0], another(&game, 1)),
            "exit 2".to_owned(),
        ],
        ..Actor::default()
    }
    .on("'go ponder'*", ":")
    .on("stop", &format!("sleep 0.2; echo bestmove {}", game[2]));
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let [red, mut teal] = seats(&stage, &red, &teal);
    let mut contestant = red.contestant().clone();
    contestant.limit = Limit {
        movetime: Some(HOUR),
        ..Limit::default()
    };
    let mut red = stage.seat(contestant);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.exit.as_deref(), Some("exit status 2"));
    let told = stage.told("red");
    let goes: Vec<&String> = told.iter().filter(|line| line.starts_with("go ")).collect();
    assert_eq!(
        goes[..2],
        ["go movetime 3600000", "go ponder movetime 3600000"]
    );
    let left = goes[2].strip_prefix("go movetime ").map(str::parse::<u64>);
    assert!(
        left.is_some_and(|left| left.is_ok_and(|left| left <= 3_600_000 - 200)),
        "{}",
        goes[2]
    );
}

#[test]
fn a_turn_before_ponderhit_is_an_error() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor {
        turns: vec![format!("echo bestmove {} ponder {}", game[0], game[1])],
        ..Actor::default()
    }
    .on("'go ponder'*", &format!("echo bestmove {}", game[2]));
    let teal = Actor {
        turns: vec!["exec sleep 1000".to_owned()],
        ..Actor::default()
    };
    let [mut red, mut teal] = seats(&stage, &red, &teal);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(record.ending.kind, EndingKind::ProtocolError);
    let detail = format!("'bestmove {}' before ponderhit or stop", game[2]);
    assert_eq!(record.ending.detail, detail);
}

#[test]
fn an_engine_that_does_not_stop_pondering_loses_on_time() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor {
        turns: vec![format!(
            "echo bestmove {} ponder {}",
            game[0],
            another(&game, 1)
        )],
        ..Actor::default()
    }
    .on("'go ponder'*", ":");
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let [red, mut teal] = seats(&stage, &red, &teal);
    let mut contestant = red.contestant().clone();
    contestant.limit = clock(2000 * MS, Duration::ZERO);
    contestant.margin = MS;
    let mut red = stage.seat(contestant);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(
        (record.turns.len(), record.ending.kind),
        (2, EndingKind::Time)
    );
    assert!(
        record.ending.detail.starts_with("no bestmove after "),
        "{}",
        record.ending.detail
    );
}

#[test]
fn an_engine_ponders_on_nothing_that_is_illegal() {
    let stage = Stage::new();
    let game = a_game(START);
    let mut red = Actor::of_turns(&turns_of(&game, 0));
    red.turns[0] += " ponder a1-c1";
    let teal = Actor::of_turns(&turns_of(&game, 1));
    let [mut red, mut teal] = seats(&stage, &red, &teal);
    let record = stage.play(&mut red, &mut teal, START);
    assert_eq!(turn_texts(&record), game);
    assert!(!stage.told("red").iter().any(|line| line.contains("ponder")));
    assert_eq!(red.warnings().count, 1);
    let first = red.warnings().first.clone().unwrap_or_default();
    assert!(first.starts_with("ponder: a1-c1: "), "{first}");
}

#[test]
fn a_search_that_is_left_over_is_stopped_before_the_next_game() {
    let stage = Stage::new();
    let game = a_game(START);
    let red = Actor {
        turns: vec![
            format!("echo bestmove {} ponder {}", game[0], game[1]),
            "exit 2".to_owned(),
        ],
        ..Actor::default()
    }
    .on("'go ponder'*", ":")
    .on("stop", "sleep 0.2; echo bestmove a1-c1");
    let teal = Actor {
        turns: vec!["sleep 0.2; exit 1".to_owned()],
        ..Actor::default()
    };
    let [mut red, mut teal] = seats(&stage, &red, &teal);
    let first = stage.play(&mut red, &mut teal, START);
    assert_eq!(first.ending.kind, EndingKind::Crash);
    let second = stage.play(&mut red, &mut teal, START);
    assert_eq!(second.ending.exit.as_deref(), Some("exit status 2"));
    assert_eq!((red.starts(), red.warnings().count), (1, 0));
    let told = stage.told("red");
    let stop = told.iter().position(|line| line == "stop").expect("a stop");
    assert_lines(
        &told[stop + 1..stop + 3],
        &["ucinewgame".to_owned(), "isready".to_owned()],
    );
}
