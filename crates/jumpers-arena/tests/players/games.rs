use std::sync::mpsc::channel;

use jumpers_arena::player::{Event, NoHooks, PlayerKind, Session};
use jumpers_core::{BoardSize, Color};
use jumpers_protocol::Reply;
use jumpers_record::Referee;

/// A player in this process.
struct Player(Session<Vec<u8>, NoHooks>);

impl Player {
    fn new(kind: PlayerKind, seed: u64) -> Self {
        Player(Session::new(kind, seed, channel().0, Vec::new(), NoHooks))
    }

    fn send(&mut self, line: &str) {
        assert!(self.0.handle(Event::Line(line.into())).is_continue());
    }

    /// The turn that the player chooses.
    fn turn(&mut self, game: &Referee) -> String {
        let moves = game.turns().join(" ");
        self.send(&format!("position fen {} moves {moves}", game.start()));
        self.send("go");
        let output = self.0.output();
        let text = String::from_utf8(std::mem::take(output)).unwrap();
        match text.lines().last().unwrap().parse() {
            Ok(Reply::BestMove {
                turn: Some(turn), ..
            }) => turn,
            other => panic!("{other:?}"),
        }
    }
}

/// The game of two players; it goes on until nobody can move, and each turn is legal.
fn play(red: &mut Player, teal: &mut Player, mut game: Referee) -> Referee {
    while game.winner().is_none() {
        let player = match game.side_to_move() {
            Color::Red => &mut *red,
            Color::Teal => &mut *teal,
        };
        let turn = player.turn(&game);
        assert_eq!(game.play(&turn).unwrap(), turn, "not the canonical text");
    }
    game
}

/// Openings of three turns by chance.
fn openings(size: BoardSize, count: u64) -> impl Iterator<Item = Referee> {
    (0..count).map(move |seed| {
        let mut game = Referee::start_of(size);
        let mut chance = Player::new(PlayerKind::Random, 1000 + seed);
        for _ in 0..3 {
            let turn = chance.turn(&game);
            game.play(&turn).unwrap();
        }
        Referee::new(&game.position()).unwrap()
    })
}

#[test]
fn the_same_seed_plays_the_same_game_whatever_was_played_before() {
    for kind in PlayerKind::ALL {
        for size in BoardSize::ALL {
            let game = |mut red: Player, mut teal: Player| {
                play(&mut red, &mut teal, Referee::start_of(size))
                    .turns()
                    .to_vec()
            };
            let first = game(Player::new(kind, 3), Player::new(kind, 4));
            let (mut red, mut teal) = (Player::new(kind, 3), Player::new(kind, 4));
            for opening in openings(size, 2) {
                play(&mut teal, &mut red, opening);
            }
            assert_eq!(game(red, teal), first, "{kind} {size}");
        }
    }
}

#[test]
fn other_seeds_play_other_games() {
    for kind in PlayerKind::ALL {
        let mut games: Vec<_> = (0..10)
            .map(|seed| {
                let mut player = Player::new(kind, seed);
                let mut other = Player::new(kind, seed);
                play(&mut player, &mut other, Referee::start_of(BoardSize::Six))
                    .turns()
                    .to_vec()
            })
            .collect();
        games.sort();
        games.dedup();
        assert!(games.len() >= 5, "{kind}: {} games", games.len());
    }
}

#[test]
fn the_seed_can_be_an_option() {
    let game = |mut player: Player| {
        let mut other = Player::new(PlayerKind::Random, 5);
        play(&mut player, &mut other, Referee::start_of(BoardSize::Six))
            .turns()
            .to_vec()
    };
    let mut player = Player::new(PlayerKind::Random, 1);
    player.send("setoption name seed value 2");
    assert_eq!(game(player), game(Player::new(PlayerKind::Random, 2)));
    assert_ne!(
        game(Player::new(PlayerKind::Random, 1)),
        game(Player::new(PlayerKind::Random, 2))
    );
}

#[test]
fn each_player_beats_those_before_it() {
    for (stronger, weaker) in [
        (PlayerKind::Greedy, PlayerKind::Random),
        (PlayerKind::Shallow, PlayerKind::Greedy),
    ] {
        let mut score = 0;
        let mut strong = Player::new(stronger, 1);
        let mut weak = Player::new(weaker, 2);
        for opening in openings(BoardSize::Eight, 40) {
            let first = play(&mut strong, &mut weak, opening.clone());
            let second = play(&mut weak, &mut strong, opening);
            score += i32::from(first.winner() == Some(Color::Red));
            score += i32::from(second.winner() == Some(Color::Teal));
        }
        assert!(score >= 52, "{stronger} has {score} of 80 against {weaker}");
    }
}

#[test]
fn a_player_chooses_among_searchmoves() {
    let game = Referee::start_of(BoardSize::Ten);
    for kind in PlayerKind::ALL {
        for turn in game.legal_turns() {
            let mut player = Player::new(kind, 0);
            player.send("setoption name Board value 10");
            player.send(&format!("go searchmoves {turn} depth 1"));
            let text = String::from_utf8(std::mem::take(player.0.output())).unwrap();
            let best = format!("bestmove {turn}");
            let line = text.lines().last().unwrap();
            assert!(
                line == best || line.starts_with(&format!("{best} ")),
                "{text}"
            );
        }
    }
}
