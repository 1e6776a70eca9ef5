//! Records of tables: on request, and stored when a match is over.

use super::actor::TableActor;
use super::message::CommandResult;
use super::seat_request::SeatHolder;
use crate::failure::Failure;
use crate::records::{LARGEST, RecordId};
use senet_arena::{Clocks, MatchRecord, SeatInfo};

impl TableActor {
    /// The record of the match so far.
    pub fn record_json(&self) -> CommandResult {
        if !self.game.record_may_fit(LARGEST) {
            return Err(too_large());
        }
        let text = serde_json::to_vec_pretty(&self.record()).map_err(Failure::broken)?;
        match text.len() > LARGEST {
            true => Err(too_large()),
            false => Ok(text.into()),
        }
    }

    fn record(&self) -> MatchRecord {
        let mut record = self.game.record();
        // Other rule sheets may be gone, or may have changed, when the record is replayed.
        let rules = self.game.rules();
        if senet_library::find(&self.open.game).is_none_or(|game| game.rules != rules.sheet.text) {
            let text = rules.sheet.text.clone().into();
            record.other.insert("x-rules".to_string(), text);
        }
        record
    }

    /// Tells the match who holds its seats, and how long players think.
    pub fn update_info(&mut self) {
        let holders = || self.seats.iter().map(|seat| &seat.holder);
        let seconds = holders().filter_map(|holder| holder.view().seconds);
        self.game.info.clocks = Clocks::seconds(0.0, seconds.fold(0.0, f64::max));
        self.game.info.seats = holders().map(seat_info).collect();
    }

    /// Stores the record, or says why that failed.
    fn stored_record(&self) -> Result<(), String> {
        let id = RecordId::new(&self.game.info.id).map_err(|failure| failure.message)?;
        let json = self.record_json().map_err(|failure| failure.message)?;
        let records = &self.context.records;
        records.write(&id, &json).map_err(|why| why.to_string())
    }

    /// Stores the record of a finished match, which then no longer needs its file. A failure becomes a notice.
    pub fn keep_record(&mut self) {
        let kept = self.stored_record();
        self.notice = kept
            .err()
            .map(|why| format!("the record could not be stored: {why}"));
        if self.notice.is_none() {
            self.is_recorded = true;
            self.unkept = None;
            // The wishes for a rematch stay in the file until the table is closed.
            if self.rematch.wanted.is_empty() {
                self.log.remove();
            }
        }
    }
}

/// The failure for a record that no server could read again.
fn too_large() -> Failure {
    let most = LARGEST >> 20;
    Failure::conflict(
        format!("it has more than {most} MiB, which is too large for a record"),
        "the match itself goes on; a shorter match, or fewer facts in its states, make a smaller record",
    )
}

fn seat_info(holder: &SeatHolder) -> SeatInfo {
    SeatInfo {
        name: match holder {
            SeatHolder::Chance => "random".to_string(),
            _ => holder.view().name,
        },
        human: holder.is_human(),
    }
}
