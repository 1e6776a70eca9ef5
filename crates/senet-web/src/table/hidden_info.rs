//! Hidden information: while people play, views contain only what the human roles may see.
//!
//! The rules, and with them the first state, are public. After that a view shows the percepts of the roles that its reader plays, their own moves,
//! and their legal moves. People at one table share a screen unless guests took seats by links: then each party sees its own roles, and spectators
//! see none. When the match is over, views show everything. A table without people hides nothing.

use super::actor::TableActor;
use super::party::Party;
use crate::drawing::Scene;
use crate::failure::Failure;
use crate::view::View;

/// The text for a hidden move.
const HIDDEN: &str = "hidden";

impl TableActor {
    /// True if people at this table must not see everything.
    pub fn hides_info(&self) -> bool {
        self.game.rules().hides && self.game.outcome().is_none() && !self.people().is_empty()
    }

    /// The human roles through whose eyes a party sees the match.
    fn eyes(&self, party: Party) -> Vec<usize> {
        let mut people = self.people();
        people.retain(|&role| party.sees_as(role, &self.guests));
        people
    }

    /// A state as a party at the table sees it; `None` if it sees all of it.
    pub fn visible_scene(&self, party: Party, step: usize, turned: bool) -> Option<Scene> {
        let turn = &self.game.turns()[step.checked_sub(1)?];
        if !self.hides_info() {
            return None;
        }
        let rules = self.game.rules();
        let (names, mut seen, mut told) = (rules.role_names(), Vec::new(), Vec::new());
        let eyes = self.eyes(party);
        for &role in &eyes {
            for percept in turn.percepts.get(role).into_iter().flatten() {
                let percept = rules.in_own_words(percept);
                told.push(format!("{} sees {percept}", names[role]));
                seen.push(percept);
            }
        }
        let legal = match step == self.game.steps() {
            true => self.legal_of(&eyes),
            false => Vec::new(),
        };
        Some(self.playable.boards.sketch(&seen, told, &legal, turned))
    }

    /// The human roles.
    pub fn people(&self) -> Vec<usize> {
        let roles = 0..self.seats.len();
        roles
            .filter(|&role| self.seats[role].holder.is_human())
            .collect()
    }

    fn legal_of(&self, eyes: &[usize]) -> Vec<Vec<String>> {
        let rules = self.game.rules();
        let texts = |role: usize| -> Vec<String> {
            let legal = self.game.legal(role).iter();
            legal.map(|&id| rules.move_text(role, id)).collect()
        };
        let of_role = |role: usize| match eyes.contains(&role) {
            true => texts(role),
            false => Vec::new(),
        };
        (0..self.seats.len()).map(of_role).collect()
    }

    /// Removes the information from a view that is hidden from a party.
    pub fn hide(&self, party: Party, view: &mut View) {
        if !self.hides_info() {
            return;
        }
        view.hides = true;
        // The seed would reveal the chance moves.
        view.seed = 0;
        // Captures, pieces and expectations would reveal hidden parts of the state.
        view.gone.clear();
        view.values.clear();
        view.notation.clear();
        let eyes = self.eyes(party);
        for role in (0..self.seats.len()).filter(|role| !eyes.contains(role)) {
            view.legal[role].clear();
            for joint in view.history.iter_mut().chain(&mut view.last) {
                joint[role] = HIDDEN.to_string();
            }
            for trouble in view.troubles.iter_mut().filter(|t| t.role == role) {
                trouble.why = "its move was replaced".to_string();
            }
        }
    }

    /// Refuses commands that would reveal hidden information.
    pub fn refuse_if_hidden(&self) -> Result<(), Failure> {
        match self.hides_info() {
            true => Err(Failure::conflict(
                "the record contains hidden information",
                "request it when the match is over",
            )),
            false => Ok(()),
        }
    }
}
