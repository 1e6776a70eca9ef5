//! Networks made smaller without changing what they answer.

mod choice;
mod choices;
mod draft;
mod factor;
mod pairs;

use super::Network;
use choices::rewrite_choices;
use draft::Draft;
use factor::factor;
use pairs::extract_pairs;

/// Which joint moves a network must answer for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joints {
    /// One move of each role, legal or not.
    Any,
    /// One legal move of each role.
    Legal,
}

impl Network {
    /// A smaller network with the same answers wherever every role makes exactly one move.
    pub fn rewrite(&self, joints: Joints) -> Network {
        let chosen = rewrite_choices(self, joints);
        let mut draft = Draft::of(&chosen, true);
        factor(&mut draft);
        let factored = draft.finish();
        let mut draft = Draft::of(&factored, false);
        extract_pairs(&mut draft);
        draft.finish()
    }
}
