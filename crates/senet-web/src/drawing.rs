//! States as pictures.

use senet_arena::Rules;
use senet_draw::{Fact, Picture, Plan, Theme};
use senet_engine::{MoveId, State};
use senet_search::Budget;

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

/// How to draw the states of a game that was loaded for players, in the words that it had before it was scrambled. A game of the library has
/// the looks of its theme.
pub fn plan_of(rules: &Rules) -> Plan {
    let possible = rules.game.fluent_names().unwrap_or_default();
    let own = |fact: &String| Fact::read(&rules.in_own_words(fact));
    let possible: Vec<Fact> = possible.iter().map(own).collect();
    let plan = Plan::of(&rules.own_description(), &possible);
    let theme = senet_library::find(&rules.name).and_then(|game| game.theme);
    // The library's themes are known to be in order; its tests read them all.
    let theme = theme.and_then(|text| Theme::read(text).ok());
    plan.themed(&theme.unwrap_or_default())
}

impl Boards {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules) -> Boards {
        Boards(plan_of(rules))
    }

    /// Draws a state; what differs from the one `before`, and what the moves pressed that led from there, is highlighted. Moves that name no place are
    /// drawn as buttons: the `legal` ones if the caller knows them.
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
        let picture = picture.offering(&self.0, &texts, before.map(|(_, moves)| moves));
        Scene {
            svg: senet_draw::svg(&picture),
            facts,
            picture,
        }
    }

    /// Draws what somebody sees of a state: what lies on the boards as far as that is told, and buttons for all else that can be done. `told` are the words for it.
    pub fn sketch(&self, seen: &[String], told: Vec<String>, legal: &[Vec<String>]) -> Scene {
        let facts: Vec<Fact> = seen.iter().map(|fact| Fact::read(fact)).collect();
        let picture = Picture::of(&self.0, &facts, None).offering(&self.0, legal, None);
        Scene {
            svg: senet_draw::svg(&picture),
            facts: told,
            picture,
        }
    }

    /// The places of a picture that a move is about, in the order in which a person would click them.
    pub fn places(&self, scene: &Scene, role: usize, text: &str) -> Vec<String> {
        senet_draw::targets(&self.0, &scene.picture, role, text)
    }
}

/// Longer than this nobody waits for the buttons of a picture.
const PATIENCE: f64 = 2.0;

/// The legal moves of a state, none if it is the last one. Rules that do not answer in time leave a picture without buttons.
fn asked(rules: &Rules, state: &State) -> Vec<Vec<MoveId>> {
    let _watch = Budget::seconds(PATIENCE).watch();
    match rules.game.is_terminal(state) {
        Ok(false) => rules.legal(state).unwrap_or_default(),
        Ok(true) | Err(_) => Vec::new(),
    }
}
