//! Draws states in the terminal, in the words that a game had before it was scrambled.

use senet_arena::Rules;
use senet_draw::{Fact, Picture, Plan, text};
use senet_web::plan_of;

/// How the states of a game are drawn.
pub struct BoardPrinter(Plan);

impl BoardPrinter {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules) -> BoardPrinter {
        BoardPrinter(plan_of(rules))
    }

    /// Draws a state after an empty line.
    pub fn draw(&self, facts: &[String]) -> String {
        let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
        format!("\n{}", text(&Picture::of(&self.0, &facts, None)))
    }
}
