//! What people can ask of a table.

use super::keeper::Keeper;
use super::message::{Answer, Order};
use super::seating::{Choice, Seating};
use super::seats::Sitter;
use crate::failure::Failure;
use senet_arena::steps::{Proposal, checked, read_move};

impl Keeper {
    /// Does what is asked, and goes on with the match.
    pub fn obey(&mut self, order: Order) -> Answer {
        match order {
            Order::View(step) => return self.view_at(step),
            Order::Record => {
                self.unless_veiled()?;
                return self.record_json();
            }
            Order::Move { step, role, text } => self.choose(step, role, &text)?,
            Order::Undo => self.undo()?,
            Order::Seat { role, sitter } => self.seat(role, sitter)?,
        }
        self.changed = true;
        self.go_on();
        if self.changed {
            self.publish();
        }
        Ok(self.table.shown().json.clone())
    }

    /// A person chooses. Until all have chosen, it can be done again.
    fn choose(&mut self, step: usize, role: usize, text: &str) -> Result<(), Failure> {
        let steps = self.course.steps();
        if step != steps {
            return Err(Failure::conflict(
                format!("the match is at step {steps} and not at {step}"),
                "look at the table again, then move",
            ));
        }
        if self.course.outcome.is_some() || self.broken.is_some() {
            return Err(Failure::conflict(
                "the match is over",
                "take moves back, or open another table",
            ));
        }
        let seat = self.role(role)?;
        if !seat.sitter.is_human() {
            let name = seat.sitter.view().name;
            return Err(Failure::conflict(
                format!("this role is played by {name}"),
                "take its seat first",
            ));
        }
        let legal = &self.course.legal[role];
        let proposal = Proposal::Text(read_move(text));
        let id = checked(&self.course.game.rules, role, legal, proposal).map_err(|trouble| {
            Failure::conflict(
                trouble.to_string(),
                "choose one of the moves that the table lists",
            )
        })?;
        self.seats[role].choice = Some(Choice::plain(id));
        Ok(())
    }

    fn role(&mut self, role: usize) -> Result<&mut Seating, Failure> {
        let roles = self.seats.len();
        self.seats.get_mut(role).ok_or_else(|| {
            Failure::bad_request(
                format!("there is no role {role}"),
                format!("roles are numbered from 0 to {}", roles - 1),
            )
        })
    }

    /// Takes back what a person has chosen but not yet done; else goes back to the last state in which a person had a choice. Players begin anew there.
    fn undo(&mut self) -> Result<(), Failure> {
        let has_chosen = |(role, seat): (usize, &Seating)| {
            let legal = self.course.legal.get(role).map_or(0, Vec::len);
            seat.sitter.is_human() && seat.choice.is_some() && legal > 1
        };
        if self.seats.iter().enumerate().any(has_chosen) {
            for seat in self.seats.iter_mut().filter(|seat| seat.sitter.is_human()) {
                seat.choice = None;
            }
            return Ok(());
        }
        let had_choice = |step: &usize| {
            let choices = self.course.turns[*step].choices.iter();
            let mut people = choices
                .zip(&self.seats)
                .filter(|(_, seat)| seat.sitter.is_human());
            people.any(|(&choices, _)| choices > 1)
        };
        let Some(step) = (0..self.course.steps()).rev().find(had_choice) else {
            return Err(Failure::conflict(
                "there is nothing to take back",
                "only moves that a person chose can be taken back",
            ));
        };
        self.seats.iter_mut().for_each(Seating::clear);
        (self.notice, self.broken) = (None, None);
        let gone_back = self.course.back_to(step);
        self.unless_broken(gone_back);
        Ok(())
    }

    /// Somebody else plays a role.
    fn seat(&mut self, role: usize, sitter: Sitter) -> Result<(), Failure> {
        let seed = self.seed;
        if matches!(self.role(role)?.sitter, Sitter::Chance) {
            return Err(Failure::conflict(
                "this role is played by chance",
                "choose another role",
            ));
        }
        if let Sitter::Player(player) = &sitter {
            let fits = player.occupant(&self.course.game.rules, role, seed);
            fits.map_err(|error| {
                Failure::conflict(error.to_string(), "choose another player for this game")
            })?;
        }
        let seat = self.role(role)?;
        seat.clear();
        seat.sitter = sitter;
        Ok(())
    }
}
