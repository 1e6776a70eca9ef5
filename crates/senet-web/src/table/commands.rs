//! Executes the commands that requests send to a table.

use super::actor::TableActor;
use super::message::{CommandResult, ReadMessage, TableCommand, TableReading};
use super::party::Party;
use super::rematch::Rematch;
use super::seat_request::SeatHolder;
use super::store::Entry;
use super::table_seat::TableSeat;
use crate::failure::Failure;
use senet_arena::ProposedMove;

impl TableActor {
    /// Executes a command, then advances the match.
    pub fn execute(&mut self, party: Party, command: TableCommand) -> CommandResult {
        match command {
            TableCommand::Move { step, role, text } => self.choose(party, step, role, &text)?,
            TableCommand::Undo => self.undo(party)?,
            TableCommand::Seat { role, holder } => self.change_seat(party, role, holder)?,
            TableCommand::Resign { role } => self.resign(party, role)?,
            TableCommand::Join { name } => self.join(party, name.as_deref())?,
        }
        self.changed = true;
        self.advance_until_wait();
        if self.changed {
            self.publish();
        }
        self.answer_for(party)
    }

    /// Answers a request that changes nothing. If it was cancelled, nothing is drawn for it.
    pub fn answer_reading(&self, message: ReadMessage) {
        let ReadMessage {
            party,
            reading,
            answer,
            turn: _turn,
        } = message;
        if answer.is_closed() {
            return;
        }
        let result = match reading {
            TableReading::View { step, turned } => self.view_at(party, step, turned),
            TableReading::Record => self.refuse_if_hidden().and_then(|()| self.record_json()),
        };
        // The request may be cancelled by now.
        answer.send(result).ok();
    }

    /// Takes a person's move. The person may change it until every role has a move.
    fn choose(
        &mut self,
        party: Party,
        step: usize,
        role: usize,
        text: &str,
    ) -> Result<(), Failure> {
        let steps = self.game.steps();
        if step != steps {
            return Err(Failure::conflict(
                format!("the match is at step {steps}, not at step {step}"),
                "reload the table, then choose a move",
            ));
        }
        self.refuse_if_over()?;
        let seat = self.seat(role)?;
        if !seat.holder.is_human() {
            let name = seat.holder.view().name;
            return Err(Failure::conflict(
                format!("{name} plays this role"),
                "take the seat of this role first",
            ));
        }
        self.refuse_stranger(party, role)?;
        let submitted = self.game.submit_legal(role, ProposedMove::read(text));
        submitted.map_err(|fault| {
            Failure::conflict(
                fault.to_string(),
                "choose one of the legal moves that the table lists",
            )
        })?;
        self.press_clock(role);
        self.keep_choice(role);
        Ok(())
    }

    /// Refuses changes of a match that is over.
    pub fn refuse_if_over(&self) -> Result<(), Failure> {
        match self.game.outcome().is_some() || self.broken.is_some() {
            true => Err(Failure::conflict(
                "the match is over",
                "undo moves, or open another table",
            )),
            false => Ok(()),
        }
    }

    /// The seat of a role.
    pub fn seat(&mut self, role: usize) -> Result<&mut TableSeat, Failure> {
        let roles = self.seats.len();
        self.seats.get_mut(role).ok_or_else(|| {
            Failure::bad_request(
                format!("there is no role {role}"),
                format!("roles have the numbers 0 to {}", roles - 1),
            )
        })
    }

    /// Withdraws the moves that people chose for the current state; if there are none, goes back to the last state in which a person had a choice.
    /// Going back replaces every player by a new instance.
    fn undo(&mut self, party: Party) -> Result<(), Failure> {
        self.refuse_guest(party)?;
        self.refuse_if_guests("undo")?;
        let people = self.people();
        let has_chosen =
            |&role: &usize| self.game.chosen(role).is_some() && self.game.legal(role).len() > 1;
        if people.iter().any(has_chosen) {
            people.iter().for_each(|&role| self.game.withdraw(role));
            self.keep(&Entry::Withdraw { roles: people });
            return Ok(());
        }
        let had_choice = |&step: &usize| {
            let choices = &self.game.turns()[step].choices;
            people.iter().any(|&role| choices[role] > 1)
        };
        let Some(step) = (0..self.game.steps()).rev().find(had_choice) else {
            return Err(Failure::conflict(
                "there is nothing to undo",
                "only moves that a person chose can be undone",
            ));
        };
        self.seats.iter_mut().for_each(TableSeat::clear);
        (self.notice, self.broken, self.ending) = (None, None, None);
        (self.is_recorded, self.rematch) = (false, Rematch::default());
        self.decisive.clear();
        self.notes.truncate(step);
        self.game.undo(step);
        self.keep(&Entry::Undo { step });
        self.look();
        Ok(())
    }

    /// Gives a seat to another player or person.
    fn change_seat(
        &mut self,
        party: Party,
        role: usize,
        holder: SeatHolder,
    ) -> Result<(), Failure> {
        self.refuse_guest(party)?;
        if matches!(self.seat(role)?.holder, SeatHolder::Chance) {
            return Err(Failure::conflict(
                "chance plays this role",
                "choose another role",
            ));
        }
        if let SeatHolder::Player(player) = &holder {
            let fits = player.occupant(self.game.rules(), role, self.game.info.seed);
            fits.map_err(|error| {
                Failure::conflict(error.to_string(), "choose another player for this game")
            })?;
        }
        self.refuse_to_unseat_after_end(role)?;
        let seat = self.seat(role)?;
        seat.clear();
        let request = holder.request();
        seat.holder = holder;
        self.game.withdraw(role);
        self.update_info();
        let seat = request;
        self.keep(&Entry::Seat { role, seat });
        self.guests.remove(&role);
        self.share_guests();
        Ok(())
    }
}
