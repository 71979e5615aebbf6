//! `go solve`: who wins, and how long it takes at most.

use std::time::{Duration, Instant};

use jumpers_core::{Color, Game, Position, Size, Turn};
use jumpers_protocol::{Bound, Info, Score, ScoreValue};

use super::{Answer, Board, info, resolve_all, think_among};
use crate::request::Request;
use crate::search::{Control, Resources, TimeBudget};
use crate::solve::{ProofTable, Prover, SolveLimits, Statistics, Verdict, effort_text, open_turns};

/// After a stop without a proof, so many positions are still searched for a turn,
const NODES_AFTER_STOP: u64 = 10_000;
/// in this time at most.
const TIME_AFTER_STOP: Duration = Duration::from_millis(10);

/// A proof search looks at all turns of a position at once. In made-up positions with so many it
/// could not be stopped for a long time.
const TOO_MANY_TURNS: u64 = 2_000;

/// A proof, and best play.
pub struct Proof<S: Size> {
    pub verdict: Verdict,
    pub line: Vec<Turn<S>>,
    pub statistics: Statistics,
}

/// Is there something to prove, and not too much to look at?
pub fn can_be_proved<S: Size>(position: &Position<S>) -> bool {
    let has_too_many = |color| position.mobility(color, TOO_MANY_TURNS) == TOO_MANY_TURNS;
    position.has_turn() && !Color::ALL.into_iter().any(has_too_many)
}

/// Searches for who wins, with half of the limits, and with the rest as ever if that is not found.
pub fn solve<S: Size>(
    game: &Game<S>,
    request: &Request,
    resources: &Resources<'_>,
    table: &ProofTable,
    report: &(dyn Fn(Info) + Sync),
) -> Answer {
    let position = game.position();
    if !can_be_proved(position) {
        return game.think(request, resources, report);
    }
    let limits = SolveLimits {
        nodes: request.nodes.map(|nodes| nodes / 2),
        time: request.time.map(|time| time.soft / 2),
    };
    let prover = Prover::<S>::new(table, resources.pool, resources.control);
    let tell = |statistics: &Statistics| report(how_far(statistics));
    let proof = prove(position, request, &prover, limits, &tell);
    if proof.verdict == Verdict::Unknown {
        tell(&proof.statistics);
        return fall_back(
            position,
            request,
            resources,
            table,
            &proof.statistics,
            report,
        );
    }
    // The whole time, less a little for the answer.
    let time = request.time.map(|time| time.soft / 8 * 7);
    after_proof(position, request, &prover, &proof, time)
}

/// The answer when it is known who wins. Until `time` on the clock it looks for how long that takes
/// at most.
pub fn after_proof<S: Size>(
    position: &Position<S>,
    request: &Request,
    prover: &Prover<'_, S>,
    proof: &Proof<S>,
    time: Option<Duration>,
) -> Answer {
    let is_win = proof.verdict == Verdict::Win;
    let is_restricted = !request.turns.is_empty();
    let plies = if is_restricted && !is_win {
        most_plies_of_turns(position, &given_turns(position, request), prover, time)
    } else {
        prover.most_plies(position, is_win, &proof.line, time)
    };
    let signed = if is_win { 1 } else { -1 } * plies as i32;
    let mut pv = info::texts(position, &proof.line);
    pv.truncate(plies as usize);
    let mut turns = pv.iter().cloned();
    Answer {
        turn: turns.next(),
        ponder: turns.next(),
        infos: vec![Info {
            depth: Some(plies),
            seldepth: Some(plies),
            multipv: Some(1),
            score: Some(info::mate(signed, request.mate_in_plies)),
            time: Some(prover.elapsed().as_millis() as u64),
            pv,
            ..so_far(&proof.statistics)
        }],
    }
}

/// Solves the position, or the turns that the request has.
pub fn prove<S: Size>(
    position: &Position<S>,
    request: &Request,
    prover: &Prover<'_, S>,
    limits: SolveLimits,
    tell: &(dyn Fn(&Statistics) + Sync),
) -> Proof<S> {
    let turns = resolve_all(position, &request.turns).unwrap_or_default();
    if turns.is_empty() {
        let solution = prover.solve(position, limits, tell);
        Proof {
            verdict: solution.verdict,
            line: solution.line,
            statistics: solution.statistics,
        }
    } else {
        let solved = prover.solve_turns(position, &turns, true, limits, tell);
        Proof {
            verdict: solved.verdict,
            line: solved.line,
            statistics: solved.statistics,
        }
    }
}

/// How long the game lasts at most if all these turns lose.
fn most_plies_of_turns<S: Size>(
    position: &Position<S>,
    turns: &[Turn<S>],
    prover: &Prover<'_, S>,
    time: Option<Duration>,
) -> u32 {
    let plies = turns.iter().map(|turn| {
        let mut next = *position;
        next.play_unchecked(turn);
        1 + prover.most_plies_won(&next, time)
    });
    plies.max().unwrap_or_else(|| position.max_turns_left())
}

/// The search as ever with what is left of the limits, for a turn that is not refuted. What is
/// refuted may still hold out longer than the others, so if they lose, too, that alone says only how
/// long the game lasts at least.
pub fn fall_back<S: Size>(
    position: &Position<S>,
    request: &Request,
    resources: &Resources<'_>,
    table: &ProofTable,
    before: &Statistics,
    report: &(dyn Fn(Info) + Sync),
) -> Answer {
    let given = given_turns(position, request);
    let left = open_turns(table, position, &given);
    let refuted: Vec<_> = given
        .into_iter()
        .filter(|turn| !left.contains(turn))
        .collect();
    let are_all = request.turns.is_empty() && refuted.is_empty();
    let turns = (!are_all).then_some(left);
    let report = |mut info: Info| {
        if !refuted.is_empty()
            && let Some(score) = info.score.as_mut().filter(|score| is_loss(score))
        {
            score.bound = Bound::Lower;
        }
        report(add(info, before.nodes));
    };
    let mut answer = if resources.control.is_stopped() {
        let elapsed = resources.control.elapsed();
        let now = Instant::now();
        let control = Control::since(now.checked_sub(elapsed).unwrap_or(now), false);
        let end = control.elapsed() + TIME_AFTER_STOP;
        let brief = Request {
            nodes: Some(NODES_AFTER_STOP),
            time: Some(TimeBudget {
                soft: end,
                hard: end,
            }),
            ..request.clone()
        };
        let resources = Resources {
            control: &control,
            ..*resources
        };
        think_among(position, turns, &brief, &resources, &|_| ())
    } else {
        let rest = Request {
            nodes: request
                .nodes
                .map(|nodes| nodes.saturating_sub(before.nodes).max(1)),
            ..request.clone()
        };
        think_among(position, turns, &rest, resources, &report)
    };
    answer.infos = answer
        .infos
        .into_iter()
        .map(|info| add(info, before.nodes))
        .collect();
    let first = answer
        .infos
        .first_mut()
        .and_then(|info| info.score.as_mut());
    if !refuted.is_empty()
        && let Some(score) = first.filter(|score| is_loss(score))
    {
        let prover = Prover::<S>::new(table, resources.pool, resources.control);
        let time = request.time.map(|time| time.soft / 8 * 7);
        let longest = most_plies_of_turns(position, &refuted, &prover, time);
        let longest = info::mate(-(longest as i32), request.mate_in_plies);
        if let (ScoreValue::Mate(found), ScoreValue::Mate(others)) = (score.value, longest.value) {
            *score = Score::mate(found.min(others));
        }
    }
    answer
}

/// Does the score say that the side to move loses?
fn is_loss(score: &Score) -> bool {
    matches!(score.value, ScoreValue::Mate(moves) if moves <= 0)
}

/// The turns that the request is about.
pub fn given_turns<S: Size>(position: &Position<S>, request: &Request) -> Vec<Turn<S>> {
    let given = resolve_all(position, &request.turns).unwrap_or_default();
    if given.is_empty() {
        position.turns().to_vec()
    } else {
        given
    }
}

/// What an `info` says, with the positions of the search before.
fn add(info: Info, before: u64) -> Info {
    let nodes = info.nodes.map(|nodes| nodes + before);
    let rate = |nodes, millis: u64| (nodes as f64 * 1e3 / millis.max(1) as f64) as u64;
    Info {
        nodes,
        nps: nodes
            .zip(info.time)
            .map(|(nodes, millis)| rate(nodes, millis)),
        ..info
    }
}

/// How far a proof is.
pub fn how_far(statistics: &Statistics) -> Info {
    let efforts = [statistics.root.proof, statistics.root.disproof].map(effort_text);
    let [proof, disproof] = efforts;
    Info {
        string: Some(format!("proof {proof} disproof {disproof}")),
        ..so_far(statistics)
    }
}

/// The numbers of an `info`.
fn so_far(statistics: &Statistics) -> Info {
    Info {
        nodes: Some(statistics.nodes),
        nps: Some(statistics.rate() as u64),
        hashfull: Some(statistics.table_fullness),
        time: Some(statistics.time.as_millis() as u64),
        ..Info::default()
    }
}
