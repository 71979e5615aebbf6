//! Values that other programs publish.
//!
//! fastchess's tests of its trinomial statistics count games, not pairs: a win, a draw and a loss
//! are the three cells there. The likelihood is the same; normalised Elo, which is of a game, is
//! √2 times as large as if the cells were of pairs.

use std::f64::consts::SQRT_2;

use jumpers_arena::stats::MatchStatistics;
use jumpers_arena::tournament::EloModel;

use crate::{counts, sprt};

/// That a number is one that was printed with two decimals.
#[track_caller]
fn assert_printed(found: f64, printed: f64) {
    assert!((found - printed).abs() <= 0.0051, "{found}, not {printed}");
}

/// Half the width of an interval.
fn error(low: Option<f64>, high: Option<f64>) -> f64 {
    (high.unwrap() - low.unwrap()) / 2.0
}

/// fastchess, `sprt_test.cpp`, "logistic trinomial" 1 and 2.
#[test]
fn llr_of_logistic_bounds() {
    let llr = sprt(EloModel::Logistic, 0.5, 2.5).llr_of(&counts(21184, 40708, 21404));
    assert_printed(llr, -1.57);
    let llr = sprt(EloModel::Logistic, 0.0, 2.0).llr_of(&counts(57030, 106_593, 57433));
    assert_printed(llr, -2.59);
}

/// fastchess, `sprt_test.cpp`, "normalized trinomial" 1 and 2.
#[test]
fn llr_of_normalized_bounds() {
    let sprt = |elo0: f64, elo1: f64| sprt(EloModel::Normalized, elo0 / SQRT_2, elo1 / SQRT_2);
    assert_printed(sprt(0.0, 2.0).llr_of(&counts(36027, 68692, 36433)), 0.92);
    assert_printed(sprt(-1.75, 0.25).llr_of(&counts(10650, 20431, 10871)), 2.30);
}

/// fastchess, `elo_test.cpp`, "EloWDL" 1 to 3. Its intervals and its LOS take the score as normally
/// distributed, so they are only near.
#[test]
fn elo() {
    for (pairs, normalized, normalized_error, elo, los) in [
        (counts(89, 123, 76), -20.76, 40.13, None, Some(15.53)),
        (
            counts(96, 111, 136),
            49.77,
            36.77,
            Some((40.70, 30.43)),
            Some(99.60),
        ),
        (counts(356, 0, 34), -508.44, 34.48, None, None),
    ] {
        let found = MatchStatistics::of(&pairs);
        let of_game = found.normalized_elo.value.unwrap() * SQRT_2;
        assert_printed(of_game, normalized);
        let error_of_game = error(found.normalized_elo.low, found.normalized_elo.high) * SQRT_2;
        let near = error_of_game / normalized_error;
        // Their interval takes the deviation as known; far from 0 it is uncertain, too.
        let most = if los.is_some() { 1.03 } else { 4.0 };
        assert!((0.99..most).contains(&near), "{near}");
        if let Some((elo, elo_error)) = elo {
            assert_printed(found.elo.value.unwrap(), elo);
            let near = error(found.elo.low, found.elo.high) / elo_error;
            assert!((0.99..1.01).contains(&near), "{near}");
        }
        if let Some(los) = los {
            assert!((found.los * 100.0 - los).abs() < 0.1, "{}", found.los);
        }
    }
}

/// A log of fastchess without draws, in `SPRT.md` of the repository heofthetea/dhbw:
/// `Elo: 631.91 +/- nan, nElo: 1056.68 +/- 77.10`, `Games: 78, Wins: 76, Losses: 2, Draws: 0`,
/// `Ptnml(0-2): [0, 0, 2, 0, 37]`, `LLR: 2.96 (-2.94, 2.94) [0.00, 20.00]` (normalised). There are
/// no pairs lost, and fastchess takes them as 0.001.
#[test]
fn pairs_without_draws() {
    let pairs = counts(0, 2, 37);
    let found = MatchStatistics::of(&pairs);
    assert_printed(found.elo.value.unwrap(), 631.91);
    assert!(found.elo.low.unwrap() > 400.0 && found.elo.high.unwrap() < 1100.0);
    assert_printed(found.normalized_elo.value.unwrap(), 1056.68);
    let sprt = sprt(EloModel::Normalized, 0.0, 20.0);
    assert_printed(sprt.llr_of(&pairs), 2.96);
    assert_printed(sprt.lower(), -2.94);
    assert_printed(sprt.upper(), 2.94);
}
