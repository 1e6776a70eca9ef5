//! Games that hide: as long as people play, a view has what the rules let them see, and no more.
//!
//! Everybody knows the rules, and with them the first state. From then on a view shows what those roles saw of the last joint move that people play, who sit
//! together at one screen; their own moves; and what they may do. When the match is over, everything is shown. A table at which only players sit hides nothing.

use super::keeper::Keeper;
use crate::drawing::Scene;
use crate::failure::Failure;
use crate::view::View;

/// What stands for a move that is not shown.
const HIDDEN: &str = "hidden";

impl Keeper {
    /// Whether there is something that people at this table must not see.
    pub fn is_veiled(&self) -> bool {
        let people = self.seats.iter().any(|seat| seat.sitter.is_human());
        self.course.game.rules.hides && self.course.outcome.is_none() && people
    }

    /// A past or present state as people at the table see it, if that is not all of it.
    pub fn veiled_scene(&self, step: usize) -> Option<Scene> {
        let turn = &self.course.turns[step.checked_sub(1)?];
        if !self.is_veiled() {
            return None;
        }
        let rules = &self.course.game.rules;
        let (names, mut seen, mut told) = (rules.role_names(), Vec::new(), Vec::new());
        for role in self.people() {
            for percept in turn.percepts.get(role).into_iter().flatten() {
                let percept = rules.in_own_words(percept);
                told.push(format!("{} sees {percept}", names[role]));
                seen.push(percept);
            }
        }
        let legal = match step == self.course.steps() {
            true => self.legal_of_people(),
            false => Vec::new(),
        };
        Some(self.course.game.boards.sketch(&seen, told, &legal))
    }

    /// The roles that people play.
    fn people(&self) -> impl Iterator<Item = usize> {
        let seats = self.seats.iter().enumerate();
        seats.filter_map(|(role, seat)| seat.sitter.is_human().then_some(role))
    }

    fn legal_of_people(&self) -> Vec<Vec<String>> {
        let rules = &self.course.game.rules;
        let texts = |role: usize| -> Vec<String> {
            let legal = self.course.legal.get(role).into_iter().flatten();
            legal.map(|&id| rules.move_text(role, id)).collect()
        };
        let of_role = |role: usize| match self.seats[role].sitter.is_human() {
            true => texts(role),
            false => Vec::new(),
        };
        (0..self.seats.len()).map(of_role).collect()
    }

    /// Leaves out of a view what people must not see.
    pub fn veil(&self, view: &mut View) {
        if !self.is_veiled() {
            return;
        }
        view.hides = true;
        // Whoever knows the seed can work out what chance has done.
        view.seed = 0;
        for (role, seat) in self.seats.iter().enumerate() {
            if seat.sitter.is_human() {
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

    /// Refuses what would tell what is hidden.
    pub fn unless_veiled(&self) -> Result<(), Failure> {
        match self.is_veiled() {
            true => Err(Failure::conflict(
                "the record tells what this game hides",
                "ask for it when the match is over",
            )),
            false => Ok(()),
        }
    }
}
