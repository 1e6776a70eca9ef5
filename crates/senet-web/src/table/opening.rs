//! How a table comes about: a request is checked, then the rules are loaded on the table's own thread.

use super::course::Course;
use super::handle::Table;
use super::house::House;
use super::keeper::Keeper;
use super::message::Message;
use super::seating::Seating;
use super::seats::{SeatRequest, Sitter, thinking_time};
use crate::failure::Failure;
use crate::view::{Status, View};
use senet_gdl::{LineIndex, Sheet, playable};
use serde::Deserialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;
use utoipa::ToSchema;

/// The longest title.
const LONGEST_TITLE: usize = 120;

/// What is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// A game that the server has.
    pub game: Option<String>,
    /// Or rules.
    pub rules: Option<String>,
    /// Who plays: one for each role. What is said for the role `random` does not count.
    pub seats: Vec<SeatRequest>,
    /// How long players think for a move.
    #[serde(default = "one_second")]
    pub seconds: f64,
    /// Where random choices come from.
    pub seed: Option<u64>,
    /// What the match is called.
    pub title: Option<String>,
}

fn one_second() -> f64 {
    1.0
}

/// A table that can be opened.
pub struct Opening {
    /// What the game is called.
    pub game: String,
    /// What the match is called.
    pub title: String,
    /// Where random choices come from.
    pub seed: u64,
    rules: Arc<str>,
    roles: Vec<String>,
    sitters: Vec<Sitter>,
}

/// What is played.
pub struct Source {
    /// What the game is called.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The rules.
    pub rules: Arc<str>,
}

impl TableRequest {
    /// Reads the rules and makes sure that everything fits. Takes a while for long rules.
    pub fn check(&self, source: Source, seed: u64, house: &House) -> Result<Opening, Failure> {
        let roles = roles(&Sheet::read(&*source.rules))?;
        let seconds = thinking_time(self.seconds, &house.limits)?;
        if self.seats.len() != roles.len() {
            return Err(Failure::bad_request(
                format!("{} seats for {} roles", self.seats.len(), roles.len()),
                format!("name one for each of: {}", roles.join(", ")),
            ));
        }
        let pairs = self.seats.iter().zip(&roles);
        let sitters = pairs.map(|(seat, role)| match role == "random" {
            true => Ok(Sitter::Chance),
            false => seat.sitter(seconds, &house.limits, &house.guests),
        });
        let sitters = sitters.collect::<Result<_, Failure>>()?;
        let title = self.title.as_deref().map(str::trim).unwrap_or_default();
        Ok(Opening {
            title: match title.is_empty() {
                true => source.title,
                false => title.chars().take(LONGEST_TITLE).collect(),
            },
            game: source.name,
            seed,
            rules: source.rules,
            roles,
            sitters,
        })
    }
}

/// The roles of rules that can be played.
fn roles(sheet: &Sheet) -> Result<Vec<String>, Failure> {
    let description = playable(sheet).map_err(|problems| {
        let Some(first) = problems.first() else {
            return Failure::unprocessable("the rules cannot be played", "check them first");
        };
        let (line, column) = LineIndex::new(&sheet.text).position(first.span.start);
        Failure::unprocessable(
            format!(
                "the rules cannot be played: line {line}, column {column}: {}",
                first.message
            ),
            first.help.clone(),
        )
    })?;
    let word = |role| description.symbols.key(role).to_string();
    Ok(description.roles().into_iter().map(word).collect())
}

impl Opening {
    /// What is shown while the rules are loaded.
    pub fn view(&self, id: String) -> View {
        let roles = self.roles.len();
        View {
            id,
            game: self.game.clone(),
            title: self.title.clone(),
            roles: self.roles.clone(),
            seats: self.sitters.iter().map(Sitter::view).collect(),
            step: 0,
            steps: 0,
            status: Status::Loading,
            reason: None,
            facts: Vec::new(),
            svg: String::new(),
            last: None,
            legal: vec![Vec::new(); roles],
            chosen: vec![None; roles],
            goals: None,
            history: Vec::new(),
            troubles: Vec::new(),
            seed: self.seed,
            hides: false,
        }
    }

    /// Loads the rules and keeps the table until it is closed. Whatever goes wrong ends this table and nothing else.
    pub fn keep(
        self,
        table: &Arc<Table>,
        house: Arc<House>,
        own: Sender<Message>,
        mailbox: Receiver<Message>,
    ) {
        let kept = catch_unwind(AssertUnwindSafe(|| {
            let keeper = self.begin(table.clone(), house, own, mailbox)?;
            keeper.run();
            Ok(())
        }));
        let reason = match kept {
            Ok(Ok(())) => return,
            Ok(Err(reason)) => reason,
            Err(_) => "Senet failed at this table; the reason is on its standard error".to_string(),
        };
        let mut view = table.shown().view.clone();
        (view.status, view.reason) = (Status::Failed, Some(reason));
        table.show(view);
    }

    fn begin(
        self,
        table: Arc<Table>,
        house: Arc<House>,
        own: Sender<Message>,
        mailbox: Receiver<Message>,
    ) -> Result<Keeper, String> {
        let loaded = house.loader.load_blocking(&self.game, &self.rules);
        let game = loaded.map_err(|failure| failure.message)?;
        let stopped = |stopped| format!("the rules: {stopped}");
        let course = Course::begin(game, &house.limits).map_err(stopped)?;
        for (role, sitter) in self.sitters.iter().enumerate() {
            if let Sitter::Player(player) = sitter {
                let occupant = player.occupant(&course.game.rules, role, self.seed);
                occupant.map_err(|error| format!("{}: {error}", self.roles[role]))?;
            }
        }
        Ok(Keeper {
            table,
            house,
            game: self.game,
            title: self.title,
            seed: self.seed,
            course,
            seats: self.sitters.into_iter().map(Seating::new).collect(),
            notice: None,
            broken: None,
            mailbox,
            own,
            tickets: 0,
            changed: false,
            told: Instant::now(),
        })
    }
}
