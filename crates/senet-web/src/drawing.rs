//! States as pictures.

use senet_arena::Rules;
use senet_draw::{Fact, Picture, Plan, Theme};
use senet_engine::State;

/// How the states of a game are drawn.
pub struct Boards(Plan);

/// A state as it is shown.
pub struct Scene {
    /// All facts.
    pub facts: Vec<String>,
    /// The picture.
    pub svg: String,
    picture: Picture,
}

impl Boards {
    /// Finds the boards of a game. A game of the library has the looks of its theme.
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

    /// Draws a state; what differs from the one before is highlighted.
    pub fn show(&self, rules: &Rules, state: &State, previous: Option<&State>) -> Scene {
        let read =
            |facts: &[String]| -> Vec<Fact> { facts.iter().map(|fact| Fact::read(fact)).collect() };
        let facts = rules.facts(state);
        let previous = previous.map(|previous| read(&rules.facts(previous)));
        let picture = Picture::of(&self.0, &read(&facts), previous.as_deref());
        Scene {
            svg: senet_draw::svg(&picture),
            facts,
            picture,
        }
    }

    /// The places of a picture that a move is about, in the order in which a person would click them.
    pub fn places(&self, scene: &Scene, role: usize, text: &str) -> Vec<String> {
        senet_draw::targets(&self.0, &scene.picture, role, text)
    }
}
