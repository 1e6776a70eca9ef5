//! The holder of a seat: as requested, and as shown.

use crate::WebLimits;
use crate::failure::Failure;
use crate::levels::{self, Level};
use crate::player_limits::allowed_player;
use crate::view::{SeatKind, SeatView};
use senet_arena::{CustomPlayer, PlayerFactory, named_player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A request for a seat: `{"human": true}`, `{"level": "easy"}`, or `{"player": "uct", "seconds": 1}`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// True for a person.
    #[serde(default)]
    pub human: bool,
    /// The name of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The level of play, instead of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The player, if it is not a person.
    pub player: Option<String>,
    /// The thinking time for each move. Default: that of the table.
    pub seconds: Option<f64>,
}

/// The holder of a seat.
#[derive(Clone)]
pub enum SeatHolder {
    /// A person, perhaps with a name.
    Human(Option<String>),
    /// The role `random`.
    Chance,
    /// A player.
    Player(SeatedPlayer),
}

/// A player at a table.
#[derive(Clone)]
pub struct SeatedPlayer {
    /// The name.
    pub name: String,
    /// Creates an instance of the player.
    pub seat: PlayerFactory,
    /// The thinking time for each move.
    pub seconds: f64,
    /// The number of threads of the player.
    pub threads: u32,
    /// The level of the player, if the player was chosen by level.
    pub level: Option<&'static Level>,
}

impl SeatRequest {
    /// The holder, if the player exists and stays within the limits.
    pub fn holder(
        &self,
        seconds: f64,
        limits: &WebLimits,
        custom_players: &[CustomPlayer],
    ) -> Result<SeatHolder, Failure> {
        match (&self.player, &self.level, self.human) {
            (None, None, true) => Ok(SeatHolder::Human(person_name(self.name.as_deref()))),
            (None, Some(level), false) => Ok(SeatHolder::Player(by_level(level, limits)?)),
            (Some(name), None, false) => {
                let seconds = thinking_time(self.seconds.unwrap_or(seconds), limits)?;
                let guest = custom_players.iter().find(|guest| guest.name == *name);
                Ok(SeatHolder::Player(match guest {
                    Some(guest) => SeatedPlayer {
                        name: guest.name.clone(),
                        seat: guest.seat.clone(),
                        seconds,
                        threads: 1,
                        level: None,
                    },
                    None => by_its_name(name, seconds, limits)?,
                }))
            }
            _ => Err(Failure::bad_request(
                "a seat belongs either to a person or to a player",
                "write {\"human\": true}, {\"level\": \"easy\"} or {\"player\": \"uct\"}",
            )),
        }
    }
}

/// Checks a thinking time.
pub fn thinking_time(seconds: f64, limits: &WebLimits) -> Result<f64, Failure> {
    let most = limits.think.as_secs_f64();
    match seconds > 0.0 && seconds <= most {
        true => Ok(seconds),
        false => Err(Failure::bad_request(
            format!("the thinking time cannot be {seconds} s for a move"),
            format!("choose more than 0 s and at most {most} s"),
        )),
    }
}

fn by_its_name(text: &str, seconds: f64, limits: &WebLimits) -> Result<SeatedPlayer, Failure> {
    let (name, threads) = allowed_player(text, limits)?;
    Ok(SeatedPlayer {
        name: name.to_string(),
        seat: named_player(&name),
        seconds,
        threads,
        level: None,
    })
}

/// The longest name of a person.
const LONGEST_PERSON: usize = 40;

/// The name of a person in one line; `None` if nothing is left of it.
pub fn person_name(name: Option<&str>) -> Option<String> {
    let words: Vec<&str> = name?.split_whitespace().collect();
    let letters = words.join(" ");
    let shown = letters.chars().filter(|letter| !letter.is_control());
    let name: String = shown.take(LONGEST_PERSON).collect();
    (!name.is_empty()).then_some(name)
}

fn by_level(name: &str, limits: &WebLimits) -> Result<SeatedPlayer, Failure> {
    let Some(level) = levels::find(name) else {
        return Err(Failure::bad_request(
            format!("there is no level `{name}`"),
            "the list of levels is at /api/levels",
        ));
    };
    let seconds = level.seconds.min(limits.think.as_secs_f64());
    Ok(SeatedPlayer {
        level: Some(level),
        ..by_its_name(level.player, seconds, limits)?
    })
}

impl SeatHolder {
    /// The holder as shown.
    pub fn view(&self) -> SeatView {
        let plain = |kind, name: &str| SeatView {
            kind,
            name: name.to_string(),
            seconds: None,
            level: None,
            joined: None,
        };
        match self {
            SeatHolder::Human(name) => plain(SeatKind::Human, name.as_deref().unwrap_or("human")),
            SeatHolder::Chance => plain(SeatKind::Chance, "chance"),
            SeatHolder::Player(player) => SeatView {
                kind: SeatKind::Player,
                name: player.name.clone(),
                seconds: Some(player.seconds),
                level: player.level.map(|level| level.title.to_string()),
                joined: None,
            },
        }
    }

    /// The request that gives this holder a seat. The seat of chance needs none.
    pub fn request(&self) -> SeatRequest {
        match self {
            SeatHolder::Human(name) => SeatRequest {
                human: true,
                name: name.clone(),
                ..SeatRequest::default()
            },
            SeatHolder::Chance => SeatRequest::default(),
            SeatHolder::Player(SeatedPlayer {
                level: Some(level), ..
            }) => SeatRequest {
                level: Some(level.name.to_string()),
                ..SeatRequest::default()
            },
            SeatHolder::Player(player) => SeatRequest {
                player: Some(player.name.clone()),
                seconds: Some(player.seconds),
                ..SeatRequest::default()
            },
        }
    }

    /// True for a person.
    pub fn is_human(&self) -> bool {
        matches!(self, SeatHolder::Human(_))
    }
}
