//! The words of the two dialects.

use jumpers_protocol::{Dialect, GoParams};

/// A `go` in the words of a dialect: UGI has its own names for clocks and increments.
pub(super) fn go_line(go: &GoParams, dialect: Dialect) -> String {
    let line = go.to_string();
    match dialect {
        Dialect::Uci => line,
        Dialect::Ugi => {
            let words: Vec<&str> = line.split(' ').map(in_ugi).collect();
            words.join(" ")
        }
    }
}

fn in_ugi(word: &str) -> &str {
    match word {
        "wtime" => "p1time",
        "btime" => "p2time",
        "winc" => "p1inc",
        "binc" => "p2inc",
        word => word,
    }
}

/// What begins another game.
pub(super) fn new_game(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "ucinewgame",
        Dialect::Ugi => "uginewgame",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_two_names() {
        let go = GoParams {
            clock: [Some(1000), Some(2000)],
            increment: [Some(10), Some(20)],
            nodes: Some(5),
            ..GoParams::default()
        };
        let uci = go_line(&go, Dialect::Uci);
        assert_eq!(uci, "go wtime 1000 btime 2000 winc 10 binc 20 nodes 5");
        let ugi = go_line(&go, Dialect::Ugi);
        assert_eq!(ugi, "go p1time 1000 p2time 2000 p1inc 10 p2inc 20 nodes 5");
    }
}
