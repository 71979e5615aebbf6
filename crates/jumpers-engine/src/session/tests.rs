//! What no command can provoke: a fault of the search.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use jumpers_core::{BoardSize, Color, PerftError, PerftProgress};
use jumpers_protocol::Info;

use super::*;
use crate::board::{Answer, BoardError, Perft};
use crate::search::{NoMemory, Resources, Value};
use crate::solve::ProofTable;

/// A board on which every search and every perft panics.
struct Faulty(Box<dyn Board>);

impl Board for Faulty {
    fn size(&self) -> BoardSize {
        self.0.size()
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }

    fn max_turns_left(&self) -> u32 {
        self.0.max_turns_left()
    }

    fn winner(&self) -> Option<Color> {
        self.0.winner()
    }

    fn is_legal(&self, turn: &str) -> bool {
        self.0.is_legal(turn)
    }

    fn turns(&self) -> Vec<String> {
        self.0.turns()
    }

    fn play(&self, turns: &[String]) -> Result<Box<dyn Board>, BoardError> {
        self.0.play(turns)
    }

    fn undo(&self, count: u32) -> Result<Box<dyn Board>, BoardError> {
        self.0.undo(count)
    }

    fn book_answer(&self, request: &Request) -> Option<Answer> {
        self.0.book_answer(request)
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn notice(&self) -> Option<String> {
        None
    }

    fn drawing(&self) -> Vec<String> {
        self.0.drawing()
    }

    fn evaluation(&self) -> Value {
        0
    }

    fn check(&self, request: &Request) -> Result<(), BoardError> {
        self.0.check(request)
    }

    fn think(&self, _: &Request, _: &Resources<'_>, _: &(dyn Fn(Info) + Sync)) -> Answer {
        panic!("a search that panics, as the test wants")
    }

    fn proof_table(&self, mib: usize) -> Result<ProofTable, NoMemory> {
        self.0.proof_table(mib)
    }

    fn solve(
        &self,
        _: &Request,
        _: &Resources<'_>,
        _: &ProofTable,
        _: &(dyn Fn(Info) + Sync),
    ) -> Answer {
        panic!("a proof that panics, as the test wants")
    }

    fn any_answer(&self, request: &Request) -> Answer {
        self.0.any_answer(request)
    }

    fn perft<'a>(
        &'a self,
        _: &PerftConfig,
        _: u32,
        _: &'a AtomicBool,
        _: &(dyn Fn(PerftProgress) + Sync),
    ) -> Result<Perft<'a>, PerftError> {
        panic!("a perft that panics, as the test wants")
    }
}

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Sink {
    fn lines(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

#[test]
fn a_search_that_fails_still_has_its_turn_and_the_session_goes_on() {
    let sink = Sink::default();
    let mut session = Session::new(Output::new(sink.clone(), || ())).unwrap();
    session.board = Arc::new(Faulty(board::start(BoardSize::Six)));
    for (line, turn) in [
        ("go depth 3", None),
        ("go infinite searchmoves a2-c2+c1", Some("a2-c2+c1")),
        ("go solve searchmoves a2-c2+c1", Some("a2-c2+c1")),
    ] {
        assert!(session.handle_line(line.as_bytes()).is_continue());
        session.end_job();
        let lines = sink.lines();
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("info string error internal: "));
        assert!(
            lines[1].starts_with("info depth 0 multipv 1 score cp "),
            "{lines:?}"
        );
        let best = lines[2].strip_prefix("bestmove ").unwrap();
        assert!(turn.is_none_or(|turn| best == turn), "{best}");
        assert!(
            best.parse::<jumpers_core::UncheckedTurn>().is_ok(),
            "{best}"
        );
    }
    let _ = session.handle_line(b"go perft 2");
    let _ = session.handle_line(b"position startpos");
    let _ = session.handle_line(b"go depth 1");
    session.wait_for_job();
    let lines = sink.lines();
    assert!(
        lines[0].starts_with("info string error internal: "),
        "{lines:?}"
    );
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
}
