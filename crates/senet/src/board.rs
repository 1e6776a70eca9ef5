//! Draws states in the terminal, in the words that a game had before it was scrambled.

use senet_arena::Rules;
use senet_draw::{Fact, Picture, Plan, Theme, text};

/// How the states of a game are drawn.
pub struct Boards(Plan);

impl Boards {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules) -> Boards {
        let possible = rules.game.fluent_names().unwrap_or_default();
        let own = |fact: &String| Fact::read(&rules.in_own_words(fact));
        let possible: Vec<Fact> = possible.iter().map(own).collect();
        let plan = Plan::of(&rules.own_description(), &possible);
        let theme = senet_library::find(&rules.name).and_then(|game| game.theme);
        // The library's themes are known to be in order; its tests read them all.
        let theme = theme.and_then(|text| Theme::read(text).ok());
        Boards(plan.themed(&theme.unwrap_or_default()))
    }

    /// Draws a state after an empty line.
    pub fn draw(&self, facts: &[String]) -> String {
        let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
        format!("\n{}", text(&Picture::of(&self.0, &facts, None)))
    }
}
