//! Hidden information: while people play, views contain only what the human roles may see.
//!
//! The rules, and with them the first state, are public. After that a view shows the percepts of the human roles, who share one screen; their own
//! moves; and their legal moves. When the match is over, views show everything. A table without people hides nothing.

use super::actor::TableActor;
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

    /// A state as people at the table see it; `None` if they see all of it.
    pub fn visible_scene(&self, step: usize) -> Option<Scene> {
        let turn = &self.game.turns()[step.checked_sub(1)?];
        if !self.hides_info() {
            return None;
        }
        let rules = self.game.rules();
        let (names, mut seen, mut told) = (rules.role_names(), Vec::new(), Vec::new());
        for role in self.people() {
            for percept in turn.percepts.get(role).into_iter().flatten() {
                let percept = rules.in_own_words(percept);
                told.push(format!("{} sees {percept}", names[role]));
                seen.push(percept);
            }
        }
        let legal = match step == self.game.steps() {
            true => self.legal_of_people(),
            false => Vec::new(),
        };
        Some(self.playable.boards.sketch(&seen, told, &legal))
    }

    /// The human roles.
    pub fn people(&self) -> Vec<usize> {
        let roles = 0..self.seats.len();
        roles
            .filter(|&role| self.seats[role].holder.is_human())
            .collect()
    }

    fn legal_of_people(&self) -> Vec<Vec<String>> {
        let rules = self.game.rules();
        let texts = |role: usize| -> Vec<String> {
            let legal = self.game.legal(role).iter();
            legal.map(|&id| rules.move_text(role, id)).collect()
        };
        let of_role = |role: usize| match self.seats[role].holder.is_human() {
            true => texts(role),
            false => Vec::new(),
        };
        (0..self.seats.len()).map(of_role).collect()
    }

    /// Removes hidden information from a view.
    pub fn hide(&self, view: &mut View) {
        if !self.hides_info() {
            return;
        }
        view.hides = true;
        // The seed would reveal the chance moves.
        view.seed = 0;
        for (role, seat) in self.seats.iter().enumerate() {
            if seat.holder.is_human() {
                continue;
            }
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
