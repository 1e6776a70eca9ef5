//! Records of tables: on request, and stored when a match is over.

use super::actor::TableActor;
use super::message::CommandResult;
use super::seat_request::SeatHolder;
use crate::failure::Failure;
use crate::files;
use axum::http::StatusCode;
use senet_arena::{Clocks, MatchRecord, SeatInfo};

impl TableActor {
    /// The record of the match so far.
    pub fn record_json(&self) -> CommandResult {
        let text = serde_json::to_vec_pretty(&self.record());
        text.map(Into::into).map_err(|error| {
            Failure::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("the record cannot be written: {error}"),
                "please report a bug",
            )
        })
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

    /// Stores the record of a finished match, which then no longer needs its file. A failure becomes a notice.
    pub fn keep_record(&mut self) {
        let Some(folder) = &self.context.records else {
            return;
        };
        let name = format!("{}.json", self.game.info.id);
        let kept = self.record_json().map_err(|failure| failure.message);
        let kept = kept.and_then(|json| {
            files::write_whole(folder, &name, &json).map_err(|error| error.to_string())
        });
        self.notice = kept
            .err()
            .map(|error| format!("the record could not be stored: {error}"));
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

fn seat_info(holder: &SeatHolder) -> SeatInfo {
    SeatInfo {
        name: match holder {
            SeatHolder::Chance => "random".to_string(),
            _ => holder.view().name,
        },
        human: holder.is_human(),
    }
}
