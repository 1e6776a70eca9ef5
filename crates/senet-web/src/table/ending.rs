//! Matches that a person ends before the rules do: by resigning, or when the clock runs out.

use super::actor::TableActor;
use super::party::Party;
use super::store::Entry;
use super::table_seat::TableSeat;
use crate::failure::Failure;
use crate::view::{EndingKind, EndingView};
use senet_arena::Match;

impl TableActor {
    /// Resigns for a role.
    pub fn resign(&mut self, party: Party, role: usize) -> Result<(), Failure> {
        self.refuse_if_over()?;
        self.refuse_stranger(party, role)?;
        self.end_match(role, EndingKind::Resigned);
        Ok(())
    }

    /// Ends the match. The end is in the file before the record is stored, so a killed server does not forget it.
    pub fn end_match(&mut self, role: usize, why: EndingKind) {
        self.seats.iter_mut().for_each(TableSeat::clear);
        self.ending = Some(EndingView { role, why });
        self.keep(&Entry::End { role, why });
        end(&mut self.game, role, why);
        self.set_clocks();
        self.keep_record();
    }
}

/// Ends a match for a person.
pub fn end(game: &mut Match, role: usize, why: EndingKind) {
    let names = game.rules().role_names();
    let name = names.get(role).map_or("somebody", String::as_str);
    game.abort(match why {
        EndingKind::Resigned => format!("{name} resigned"),
        EndingKind::Time => format!("{name} ran out of time"),
    });
}
