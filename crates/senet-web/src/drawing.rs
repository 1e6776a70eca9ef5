//! Draws states as pictures.

use senet_arena::Rules;
use senet_draw::{DrawingPlan, Fact, Picture, Theme};
use senet_engine::{Deadline, MoveId, State};
use senet_search::Budget;

/// The drawing plan of a game.
pub struct Boards(DrawingPlan);

/// A drawn state.
pub struct Scene {
    /// All facts.
    pub facts: Vec<String>,
    /// The picture.
    pub svg: String,
    picture: Picture,
}

/// The drawing plan of a loaded game, with its original names. A game of the library has its theme.
pub fn plan_of(rules: &Rules, deadline: &Deadline) -> DrawingPlan {
    let possible = rules.game.fluent_names().unwrap_or_default();
    let own = |fact: &String| Fact::read(&rules.in_own_words(fact));
    let possible: Vec<Fact> = possible.iter().map(own).collect();
    let plan = DrawingPlan::of(&rules.own_description(), &possible, deadline);
    let theme = senet_library::find(&rules.name).and_then(|game| game.theme);
    // All themes of the library are valid; its tests read them.
    let theme = theme.and_then(|text| Theme::read(text).ok());
    plan.themed(&theme.unwrap_or_default())
}

impl Boards {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules, deadline: &Deadline) -> Boards {
        Boards(plan_of(rules, deadline))
    }

    /// Draws a state, and highlights the changes since the state `before` and the moves that led here. Moves without a place become buttons; `legal`
    /// has the legal moves if the caller knows them.
    pub fn show(
        &self,
        rules: &Rules,
        state: &State,
        before: Option<(&State, &[String])>,
        legal: Option<&[Vec<MoveId>]>,
    ) -> Scene {
        let read =
            |facts: &[String]| -> Vec<Fact> { facts.iter().map(|fact| Fact::read(fact)).collect() };
        let facts = rules.facts(state);
        let previous = before.map(|(previous, _)| read(&rules.facts(previous)));
        let legal = match legal {
            Some(known) => known.to_vec(),
            None => asked(rules, state),
        };
        let texts: Vec<Vec<String>> = legal
            .iter()
            .enumerate()
            .map(|(role, moves)| moves.iter().map(|&id| rules.move_text(role, id)).collect())
            .collect();
        let picture = Picture::of(&self.0, &read(&facts), previous.as_deref());
        let picture = picture.with_buttons(&self.0, &texts, before.map(|(_, moves)| moves));
        Scene {
            svg: senet_draw::svg(&picture),
            facts,
            picture,
        }
    }

    /// Draws the percepts of a role: pieces on the boards as far as they are known, and buttons for all other moves. `told` has the percepts as text.
    pub fn sketch(&self, seen: &[String], told: Vec<String>, legal: &[Vec<String>]) -> Scene {
        let facts: Vec<Fact> = seen.iter().map(|fact| Fact::read(fact)).collect();
        let picture = Picture::of(&self.0, &facts, None).with_buttons(&self.0, legal, None);
        Scene {
            svg: senet_draw::svg(&picture),
            facts: told,
            picture,
        }
    }

    /// The places that a person clicks to make a move, in order.
    pub fn places(&self, scene: &Scene, role: usize, text: &str) -> Vec<String> {
        senet_draw::targets(&self.0, &scene.picture, role, text)
    }
}

/// The time limit in seconds for the buttons of a picture.
const PATIENCE: f64 = 2.0;

/// The legal moves of a state; empty if it is terminal. If the rules take too long, the picture has no buttons.
fn asked(rules: &Rules, state: &State) -> Vec<Vec<MoveId>> {
    let _watch = Budget::seconds(PATIENCE).watch();
    match rules.game.is_terminal(state) {
        Ok(false) => rules.legal(state).unwrap_or_default(),
        Ok(true) | Err(_) => Vec::new(),
    }
}
