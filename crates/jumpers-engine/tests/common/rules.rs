//! What the tests know of the game: positions of any board behind one object.

use jumpers_core::{BoardSize, Color, Position, ResolveError, Size, SizeVisitor};

/// A position of some board. All texts are canonical ones.
pub trait Rules {
    /// The position text.
    fn text(&self) -> String;
    /// The points of an edge of the board.
    fn points(&self) -> u8;
    /// Is it the turn of the first player?
    fn is_first_to_move(&self) -> bool;
    /// The legal turns, sorted.
    fn turns(&self) -> Vec<String>;
    /// Is the game over?
    fn is_over(&self) -> bool;
    /// Could a game have so many tokens?
    fn has_material_of_a_game(&self) -> bool;
    /// The turn that a text means.
    fn meant(&self, text: &str) -> Result<String, ResolveError>;
    /// The position after the turn that a text means.
    fn after(&self, text: &str) -> Result<Box<dyn Rules>, ResolveError>;
    /// Sequences of turns.
    fn perft(&self, depth: u32) -> u64;
    /// The text of this position or of its reflection, whichever is less.
    fn reflected(&self) -> String;
    /// Another one like this.
    fn copy(&self) -> Box<dyn Rules>;
}

impl<S: Size> Rules for Position<S> {
    fn text(&self) -> String {
        self.to_string()
    }

    fn points(&self) -> u8 {
        S::N
    }

    fn is_first_to_move(&self) -> bool {
        self.side_to_move() == Color::Red
    }

    fn turns(&self) -> Vec<String> {
        let turns = Position::turns(self);
        let mut texts: Vec<_> = turns
            .iter()
            .map(|turn| self.text_of(turn).to_string())
            .collect();
        texts.sort();
        texts
    }

    fn is_over(&self) -> bool {
        !self.has_turn()
    }

    fn has_material_of_a_game(&self) -> bool {
        self.check_material().is_ok()
    }

    fn meant(&self, text: &str) -> Result<String, ResolveError> {
        let turn = self.resolve_text(text)?;
        Ok(self.text_of(&turn).to_string())
    }

    fn after(&self, text: &str) -> Result<Box<dyn Rules>, ResolveError> {
        let mut next = *self;
        next.play_unchecked(&self.resolve_text(text)?);
        Ok(Box::new(next))
    }

    fn perft(&self, depth: u32) -> u64 {
        jumpers_core::perft(self, depth)
    }

    fn reflected(&self) -> String {
        self.to_string().min(self.mirrored().to_string())
    }

    fn copy(&self) -> Box<dyn Rules> {
        Box::new(*self)
    }
}

impl Clone for Box<dyn Rules> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// The start of a board.
pub fn start(size: BoardSize) -> Box<dyn Rules> {
    struct Start;

    impl SizeVisitor for Start {
        type Output = Box<dyn Rules>;

        fn visit<S: Size>(self) -> Self::Output {
            Box::new(Position::<S>::start())
        }
    }

    size.visit(Start)
}

/// The position of a text; `None` if it is none.
pub fn open(text: &str) -> Option<Box<dyn Rules>> {
    struct Open<'a>(&'a str);

    impl SizeVisitor for Open<'_> {
        type Output = Option<Box<dyn Rules>>;

        fn visit<S: Size>(self) -> Self::Output {
            let position = self.0.parse::<Position<S>>().ok()?;
            Some(Box::new(position))
        }
    }

    BoardSize::of_position_text(text).ok()?.visit(Open(text))
}
