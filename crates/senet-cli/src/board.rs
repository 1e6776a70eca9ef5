//! Draws states in the terminal, with the names used before scrambling.

use senet_arena::Rules;
use senet_draw::{DrawingPlan, Fact, Picture, text};
use senet_gdl::Deadline;
use senet_web::plan_of;

/// Draws the states of one game.
pub struct BoardPrinter(DrawingPlan);

impl BoardPrinter {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules, deadline: &Deadline) -> BoardPrinter {
        BoardPrinter(plan_of(rules, deadline))
    }

    /// Draws a state after an empty line.
    pub fn draw(&self, facts: &[String]) -> String {
        let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
        format!("\n{}", text(&Picture::of(&self.0, &facts, None)))
    }
}
