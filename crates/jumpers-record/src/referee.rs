//! A game on a board of any size behind one type.
//!
//! The size of a board is a type below this line and a value above it: one virtual call a command.

use std::fmt;
use std::ops::ControlFlow;

use jumpers_core::{
    BoardSize, Color, Game, MaterialError, PerftConfig, PerftError, Position, PositionTextError,
    ResolveError, Size, SizeVisitor,
};
use jumpers_protocol::Excerpt;

/// Why there is no such game, or no such turn in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// The text is no position.
    #[error("position: {0}")]
    Position(#[from] PositionTextError),
    /// The text is no turn, or fits no legal turn, or several.
    #[error(transparent)]
    Turn(#[from] ResolveError),
    /// A turn after the end of the game.
    #[error("{turn}: the game is over, {winner} has won it")]
    GameOver {
        /// The turn's text, cut short if it is long.
        turn: Excerpt,
        /// Who has won.
        winner: Color,
    },
}

/// A game under the rules, on a board of any size: a start, the turns played, and what comes next.
///
/// ```
/// use jumpers_core::{BoardSize, Color};
/// use jumpers_record::Referee;
///
/// let mut game = Referee::new("6/6/t5/6/t5/rt4 r 5 5")?;
/// assert_eq!(game.board(), BoardSize::Six);
/// assert_eq!(game.legal_turns(), ["a1xa3xa5", "a1xc1"]);
/// // Any text that fits one turn is accepted; the canonical one comes back.
/// assert_eq!(game.play("a1xa5")?, "a1xa3xa5");
/// assert_eq!(game.position(), "6/r5/6/6/6/1t4 t 5 5");
/// assert_eq!((game.side_to_move(), game.winner()), (Color::Teal, Some(Color::Red)));
/// assert_eq!(game.undo().as_deref(), Some("a1xa3xa5"));
/// assert_eq!(game.play("b1-d1").unwrap_err().to_string(),
///     "b1-d1: no token of the side to move on b1");
/// # Ok::<(), jumpers_record::RefereeError>(())
/// ```
pub struct Referee {
    board: BoardSize,
    start: String,
    turns: Vec<String>,
    game: Box<dyn AnyGame>,
}

impl Referee {
    /// A game that begins at this position. Made-up positions are allowed; see
    /// [`Referee::check_material`].
    ///
    /// # Errors
    /// If the text is no position.
    pub fn new(position_text: &str) -> Result<Self, RefereeError> {
        struct Open<'a>(&'a str);

        impl SizeVisitor for Open<'_> {
            type Output = Result<Box<dyn AnyGame>, PositionTextError>;

            fn visit<S: Size>(self) -> Self::Output {
                Ok(Box::new(Game::new(self.0.parse::<Position<S>>()?)))
            }
        }

        let board = BoardSize::of_position_text(position_text)?;
        Ok(Self::of_game(board, board.visit(Open(position_text))?))
    }

    /// A game from the start of this board.
    pub fn start_of(board: BoardSize) -> Self {
        struct Start;

        impl SizeVisitor for Start {
            type Output = Box<dyn AnyGame>;

            fn visit<S: Size>(self) -> Self::Output {
                Box::new(Game::new(Position::<S>::start()))
            }
        }

        Self::of_game(board, board.visit(Start))
    }

    fn of_game(board: BoardSize, game: Box<dyn AnyGame>) -> Self {
        Referee {
            board,
            start: game.position_text(),
            turns: Vec::new(),
            game,
        }
    }

    /// Plays a turn, given as a path of it or an abbreviation that fits no other turn, and returns
    /// its canonical text. Takes a short time however many turns are legal.
    ///
    /// # Errors
    /// If the text means no legal turn, or several; the game is then as before.
    pub fn play(&mut self, turn_text: &str) -> Result<String, RefereeError> {
        let played = self.game.play(turn_text);
        let turn = played.map_err(|reason| match self.winner() {
            Some(winner) => RefereeError::GameOver {
                turn: Excerpt::new(turn_text),
                winner,
            },
            None => reason.into(),
        })?;
        self.turns.push(turn.clone());
        Ok(turn)
    }

    /// Takes the last turn back and returns its text, if there is one.
    pub fn undo(&mut self) -> Option<String> {
        let turn = self.turns.pop()?;
        self.game.undo();
        Some(turn)
    }

    /// The canonical texts of all legal turns, sorted. There can be hundreds of thousands.
    pub fn legal_turns(&self) -> Vec<String> {
        self.game.legal_turns()
    }

    /// How many turns are legal, without listing them.
    pub fn count_legal(&self) -> u64 {
        self.game.count_legal()
    }

    /// The text of the current position.
    pub fn position(&self) -> String {
        self.game.position_text()
    }

    /// The text of the position where the game began, as the rules write it.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The canonical texts of the turns played.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    /// Who has won, if the side to move has no legal turn.
    pub fn winner(&self) -> Option<Color> {
        self.game.winner()
    }

    /// The board as a human sees it: a line a rank from above, and the letters of the files.
    pub fn drawing(&self) -> Vec<String> {
        self.game.drawing()
    }

    /// The size of the board.
    pub fn board(&self) -> BoardSize {
        self.board
    }

    /// The most turns that the game can still have: each lowers a reserve or takes a token.
    pub fn max_turns_left(&self) -> u32 {
        self.game.max_turns_left()
    }

    /// Could the current position come about in a game, as far as the number of tokens says?
    ///
    /// # Errors
    /// If a side has more tokens on and beside the board than it has at the start.
    pub fn check_material(&self) -> Result<(), MaterialError> {
        self.game.check_material()
    }

    /// The number of sequences of `depth` turns from the current position.
    ///
    /// # Errors
    /// If the system refuses the thread that counts.
    pub fn perft(&self, depth: u32) -> Result<u64, PerftError> {
        self.game.perft(depth)
    }
}

impl Clone for Referee {
    fn clone(&self) -> Self {
        Referee {
            board: self.board,
            start: self.start.clone(),
            turns: self.turns.clone(),
            game: self.game.boxed_clone(),
        }
    }
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee")
            .field("start", &self.start)
            .field("turns", &self.turns)
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}

/// A game of some size.
trait AnyGame: Send + Sync {
    fn play(&mut self, turn_text: &str) -> Result<String, ResolveError>;
    fn undo(&mut self);
    fn legal_turns(&self) -> Vec<String>;
    fn count_legal(&self) -> u64;
    fn position_text(&self) -> String;
    fn side_to_move(&self) -> Color;
    fn winner(&self) -> Option<Color>;
    fn drawing(&self) -> Vec<String>;
    fn max_turns_left(&self) -> u32;
    fn check_material(&self) -> Result<(), MaterialError>;
    fn perft(&self, depth: u32) -> Result<u64, PerftError>;
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

impl<S: Size> AnyGame for Game<S> {
    fn play(&mut self, turn_text: &str) -> Result<String, ResolveError> {
        let turn = self.position().resolve_text(turn_text)?;
        let text = self.position().text_of(&turn).to_string();
        self.play_unchecked(turn);
        Ok(text)
    }

    fn undo(&mut self) {
        Game::undo(self);
    }

    fn legal_turns(&self) -> Vec<String> {
        let position = self.position();
        let mut turns = Vec::new();
        let _ = position.for_each_turn(|turn| {
            turns.push(position.text_of(&turn).to_string());
            ControlFlow::<()>::Continue(())
        });
        turns.sort_unstable();
        turns
    }

    fn count_legal(&self) -> u64 {
        self.position().count_turns()
    }

    fn position_text(&self) -> String {
        self.position().to_string()
    }

    fn side_to_move(&self) -> Color {
        self.position().side_to_move()
    }

    fn winner(&self) -> Option<Color> {
        self.outcome().map(|outcome| outcome.winner)
    }

    fn drawing(&self) -> Vec<String> {
        self.position().drawing()
    }

    fn max_turns_left(&self) -> u32 {
        self.position().max_turns_left()
    }

    fn check_material(&self) -> Result<(), MaterialError> {
        self.position().check_material()
    }

    fn perft(&self, depth: u32) -> Result<u64, PerftError> {
        // The count has a thread of its own, whose stack is as deep as the game can be long.
        Ok(PerftConfig::default().run(self.position(), depth)?.total)
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
