//! Records of tables: for whoever asks, and kept when a match is over.

use super::keeper::Keeper;
use super::message::Answer;
use super::seats::Sitter;
use crate::failure::Failure;
use crate::files;
use axum::http::StatusCode;
use senet_arena::steps::{Seated, Story, of_match};
use senet_arena::{Clocks, MatchRecord, Readiness};

impl Keeper {
    /// The record of the match as far as it went.
    pub fn record_json(&self) -> Answer {
        let text = serde_json::to_vec_pretty(&self.record());
        text.map(Into::into).map_err(|error| {
            Failure::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("the record cannot be written: {error}"),
                "this is worth a bug report",
            )
        })
    }

    fn record(&self) -> MatchRecord {
        let roles = self.seats.len();
        let seconds = self
            .seats
            .iter()
            .filter_map(|seat| seat.sitter.view().seconds);
        let readiness = Readiness {
            troubles: vec![None; roles],
            reports: vec![None; roles],
            thinking: vec![None; roles],
        };
        let rules = &self.course.game.rules;
        let mut record = of_match(&Story {
            rules,
            id: self.match_id(),
            started: self.table.started_ms,
            seated: self.seats.iter().map(|seat| seated(&seat.sitter)).collect(),
            clocks: &Clocks::seconds(0.0, seconds.fold(0.0, f64::max)),
            seed: self.seed,
            opening: 0,
            scrambled: false,
            tournament: None,
            address: None,
            initial: &self.course.game.initial,
            readiness: &readiness,
            turns: &self.course.turns,
            outcome: self.course.outcome.as_ref(),
        });
        // Rules that do not come with Senet may be gone, or be others, when somebody wants to look at the match again.
        if senet_library::find(&self.game).is_none_or(|game| game.rules != rules.sheet.text) {
            let text = rules.sheet.text.clone().into();
            record.other.insert("x-rules".to_string(), text);
        }
        record
    }

    fn match_id(&self) -> String {
        let (game, table) = (&self.course.game.rules.name, &self.table);
        format!("senet.{game}.{}.{}", table.started_ms, table.id)
    }

    /// Keeps the record of a match that is over. Should that fail, it is said, and nothing else happens.
    pub fn keep_record(&mut self) {
        let Some(folder) = &self.house.records else {
            return;
        };
        let name = format!("{}.json", self.match_id());
        let kept = self.record_json().map_err(|failure| failure.message);
        let kept = kept.and_then(|json| {
            files::write_whole(folder, &name, &json).map_err(|error| error.to_string())
        });
        self.notice = kept
            .err()
            .map(|error| format!("the record could not be kept: {error}"));
    }
}

fn seated(sitter: &Sitter) -> Seated {
    let view = sitter.view();
    Seated {
        name: match sitter {
            Sitter::Chance => "random".to_string(),
            _ => view.name,
        },
        human: sitter.is_human(),
    }
}
