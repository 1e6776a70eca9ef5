//! Requests for tables: which game, who sits where, and whether it can be played.

use super::context::TableContext;
use super::new_table::NewTable;
use super::origin::Origin;
use super::party::Guests;
use super::person_clock::PersonClock;
use super::seat_request::{SeatHolder, SeatRequest, thinking_time};
use super::store::OpenEntry;
use crate::failure::Failure;
use crate::owner_key::OwnerKey;
use senet_gdl::{LineIndex, Sheet, playable};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest title.
const LONGEST_TITLE: usize = 120;

/// A request for a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The name of a game of the server.
    pub game: Option<String>,
    /// A rule sheet, instead of a game of the server.
    pub rules: Option<String>,
    /// The seats, one for each role. The seat of the role `random` is ignored.
    pub seats: Vec<SeatRequest>,
    /// The thinking time for each move.
    #[serde(default = "one_second")]
    pub seconds: f64,
    /// The seed of random choices.
    pub seed: Option<u64>,
    /// The title of the match.
    pub title: Option<String>,
    /// The clock of people. Default: they have none.
    #[serde(default)]
    pub clock: Option<PersonClock>,
    /// The state of another match to begin with, instead of a game or rules.
    #[serde(default)]
    pub from: Option<Origin>,
}

impl TableRequest {
    /// A request without seats, with this thinking time.
    pub fn empty(seconds: f64) -> TableRequest {
        TableRequest {
            game: None,
            rules: None,
            seats: Vec::new(),
            seconds,
            seed: None,
            title: None,
            clock: None,
            from: None,
        }
    }
}

fn one_second() -> f64 {
    1.0
}

/// The identity of a new table.
pub struct Opening {
    /// The identifier.
    pub id: String,
    /// The digest of the owner's key.
    pub key: OwnerKey,
    /// The address of the client.
    pub client: IpAddr,
    /// The time: milliseconds since 1970.
    pub started_ms: u64,
}

/// The rules of a table.
pub struct RuleSource {
    /// The name of the game.
    pub name: String,
    /// The title of the game.
    pub title: String,
    /// The rules.
    pub rules: Arc<str>,
}

impl TableRequest {
    /// Reads the rules and checks the request. Takes a while for long rules.
    pub fn check(
        &self,
        source: RuleSource,
        seed: u64,
        opening: Opening,
        context: &TableContext,
    ) -> Result<NewTable, Failure> {
        let roles = roles(&Sheet::read(&*source.rules))?;
        let seconds = thinking_time(self.seconds, &context.limits)?;
        if self.seats.len() != roles.len() {
            return Err(Failure::bad_request(
                format!("{} seats for {} roles", self.seats.len(), roles.len()),
                format!("give one seat to each of: {}", roles.join(", ")),
            ));
        }
        let pairs = self.seats.iter().zip(&roles);
        let holders = pairs.map(|(seat, role)| match role == "random" {
            true => Ok(SeatHolder::Chance),
            false => seat.holder(seconds, &context.limits, &context.custom_players),
        });
        let holders = holders.collect::<Result<Vec<SeatHolder>, Failure>>()?;
        let title = self.title.as_deref().map(str::trim).unwrap_or_default();
        let open = OpenEntry {
            id: opening.id,
            key: opening.key,
            client: opening.client,
            started_ms: opening.started_ms,
            title: match title.is_empty() {
                true => source.title,
                false => title.chars().take(LONGEST_TITLE).collect(),
            },
            game: source.name,
            rules: source.rules.to_string(),
            seed,
            seats: holders.iter().map(SeatHolder::request).collect(),
            clock: self.clock.map(PersonClock::check).transpose()?,
            guests: Guests::new(),
        };
        Ok(NewTable::new(open, roles, holders, context))
    }
}

/// The roles of a playable sheet.
fn roles(sheet: &Sheet) -> Result<Vec<String>, Failure> {
    let description = playable(sheet).map_err(|problems| {
        let Some(first) = problems.first() else {
            return Failure::unprocessable(
                "the rules cannot be played",
                "check them in the editor first",
            );
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
