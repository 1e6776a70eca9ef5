//! Who sits at a table: as it is asked for, and as it is shown.

use crate::Limits;
use crate::failure::Failure;
use crate::view::{SeatKind, SeatView};
use senet_arena::{Guest, SeatFn, by_name};
use senet_search::{PLAYER_KINDS, PlayerName};
use serde::Deserialize;
use utoipa::ToSchema;

/// Who shall take a seat: `{"human": true}`, or `{"player": "uct", "seconds": 1}`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// Whether a person sits there.
    #[serde(default)]
    pub human: bool,
    /// The player, if it is none.
    pub player: Option<String>,
    /// How long it may think for a move; by itself as long as the table says.
    pub seconds: Option<f64>,
}

/// Who sits there.
#[derive(Clone)]
pub enum SeatHolder {
    /// A person.
    Human,
    /// The role `random`.
    Chance,
    /// A player.
    Player(SeatedPlayer),
}

/// A player at a table.
#[derive(Clone)]
pub struct SeatedPlayer {
    /// What it is called.
    pub name: String,
    /// How it takes its seat.
    pub seat: SeatFn,
    /// How long it may think for a move.
    pub seconds: f64,
    /// On so many threads.
    pub threads: u32,
}

impl SeatRequest {
    /// Who is meant, if such a player exists and asks for no more than is allowed.
    pub fn holder(
        &self,
        seconds: f64,
        limits: &Limits,
        guests: &[Guest],
    ) -> Result<SeatHolder, Failure> {
        match (&self.player, self.human) {
            (None, true) => Ok(SeatHolder::Human),
            (Some(name), false) => {
                let seconds = thinking_time(self.seconds.unwrap_or(seconds), limits)?;
                let guest = guests.iter().find(|guest| guest.name == *name);
                Ok(SeatHolder::Player(match guest {
                    Some(guest) => SeatedPlayer {
                        name: guest.name.clone(),
                        seat: guest.seat.clone(),
                        seconds,
                        threads: 1,
                    },
                    None => by_its_name(name, seconds, limits)?,
                }))
            }
            _ => Err(Failure::bad_request(
                "a seat is either a person's or a player's",
                "write {\"human\": true} or {\"player\": \"uct\"}",
            )),
        }
    }
}

/// Seconds that a player may have.
pub fn thinking_time(seconds: f64, limits: &Limits) -> Result<f64, Failure> {
    let most = limits.think.as_secs_f64();
    match seconds > 0.0 && seconds <= most {
        true => Ok(seconds),
        false => Err(Failure::bad_request(
            format!("players cannot have {seconds} s for a move"),
            format!("give them more than 0 and at most {most} s"),
        )),
    }
}

/// The longest name of a player that is read.
const LONGEST_NAME: usize = 200;

fn by_its_name(text: &str, seconds: f64, limits: &Limits) -> Result<SeatedPlayer, Failure> {
    let help = "the list of players is at /api/players";
    if text.len() > LONGEST_NAME {
        return Err(Failure::bad_request(
            "the name of a player is too long",
            help,
        ));
    }
    let name: PlayerName = text.parse().map_err(|error: senet_search::PlayerError| {
        Failure::bad_request(error.to_string(), help)
    })?;
    if !PLAYER_KINDS.iter().any(|kind| kind.name == name.kind) {
        let message = format!("there is no player `{}`", name.kind);
        return Err(Failure::bad_request(message, help));
    }
    let threads = match name.options.get("threads") {
        None => 1,
        Some(text) => text.parse().unwrap_or(1),
    };
    within_bounds(&name)?;
    if threads as usize > limits.thinkers {
        return Err(Failure::bad_request(
            format!("{threads} threads are more than a player can have here"),
            format!("at most {} think at once", limits.thinkers),
        ));
    }
    Ok(SeatedPlayer {
        name: name.to_string(),
        seat: by_name(&name),
        seconds,
        threads,
    })
}

/// What can be set, and how high at most: beyond that a single step of a search could take more time or memory than all others have.
const MOST: [(&str, u64); 3] = [("batch", 4096), ("playouts", 4096), ("level", 9)];

fn within_bounds(name: &PlayerName) -> Result<(), Failure> {
    for (key, most) in MOST {
        let given = name.options.get(key).and_then(|text| text.parse().ok());
        if given.is_some_and(|given: u64| given > most) {
            return Err(Failure::bad_request(
                format!("`{key}` is too high for a server that others use, too"),
                format!("it can be {most} at most"),
            ));
        }
    }
    Ok(())
}

impl SeatHolder {
    /// As it is shown.
    pub fn view(&self) -> SeatView {
        let plain = |kind, name: &str| SeatView {
            kind,
            name: name.to_string(),
            seconds: None,
        };
        match self {
            SeatHolder::Human => plain(SeatKind::Human, "human"),
            SeatHolder::Chance => plain(SeatKind::Chance, "chance"),
            SeatHolder::Player(player) => SeatView {
                kind: SeatKind::Player,
                name: player.name.clone(),
                seconds: Some(player.seconds),
            },
        }
    }

    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(self, SeatHolder::Human)
    }
}
