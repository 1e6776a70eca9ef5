//! The plan of a tournament.

use super::schedule::match_count;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Everything that decides the matches of a tournament. The plan is stored with its rule sheets, so that the tournament can continue when files have
/// changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// The name of the tournament.
    pub name: String,
    /// The form of the tournament.
    pub form: Form,
    /// The games.
    pub games: Vec<PlannedGame>,
    /// The names of the players, all different. In a gauntlet the first meets all others; in a ladder the first starts on top.
    pub players: Vec<String>,
    /// The number of rounds; in a ladder, the number of times that places may change.
    pub rounds: usize,
    /// In a ladder, the number of matches between neighbours before their places change.
    pub duels: usize,
    /// The groups that play if there are more players than seats.
    pub seating: Seating,
    /// The players of spare seats if there are fewer players than seats.
    pub spare: Spare,
    /// The seed of every random choice.
    pub seed: u64,
    /// The number of random joint moves before the players take over; the same moves for all seat orders.
    pub opening: usize,
    /// Seconds before the first move.
    pub start_clock: f64,
    /// Seconds for each move.
    pub play_clock: f64,
    /// True if seconds are CPU time instead of wall time.
    pub cpu_clock: bool,
    /// The limit on simulations for each move.
    pub simulations: Option<u64>,
    /// True if each match uses a scrambled rule sheet.
    pub scramble: bool,
    /// Matches are aborted after this number of joint moves.
    pub max_steps: usize,
    /// The back end. By default, the fastest that each game allows.
    pub back_end: Option<String>,
}

/// A game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlannedGame {
    /// The name of the game.
    pub name: String,
    /// The rule sheet.
    pub rules: String,
    /// The roles except chance: the seats.
    pub roles: Vec<String>,
    /// The number of seats that were seen to have a choice at the same time.
    pub thinking: usize,
}

/// The form of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// All players meet each other.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Neighbours meet, and the better one takes the higher place.
    Ladder,
}

/// The groups of players that meet in a game with fewer seats than players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// All groups if that gives at most a thousand matches per round; otherwise a balanced selection.
    Auto,
    /// All groups.
    All,
    /// As many matches per round as players. Each player has each seat once, and all pairs meet about equally often.
    Balanced,
}

/// The players of spare seats in a game with more seats than players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spare {
    /// The players share the spare seats.
    Repeat,
    /// The player with this index takes all spare seats. In such games it has no other seats.
    Fill(usize),
}

/// Maximum number of matches; a larger number is probably a mistake.
const MAX_MATCHES: usize = 1_000_000;

/// The reason why a plan is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Too few players.
    #[error("a tournament needs {0}")]
    Players(String),
    /// No game.
    #[error("a tournament needs at least one game")]
    Games,
    /// A name is used twice.
    #[error("`{0}` is given twice: give every player and every game once")]
    Twice(String),
    /// No rounds.
    #[error("a tournament needs at least one round")]
    Rounds,
    /// An invalid clock.
    #[error("a clock cannot be {0} seconds: give 0 or more")]
    Clock(String),
    /// Too many matches.
    #[error(
        "this gives {0} matches, but the limit is {MAX_MATCHES}: use fewer rounds, or balanced seating"
    )]
    TooMany(usize),
    /// The player of the spare seats does not take part.
    #[error("the player of the spare seats must be one of the players")]
    Filler,
}

impl Default for TournamentPlan {
    /// A round robin of one round with clocks of one second, without games and players.
    fn default() -> TournamentPlan {
        TournamentPlan {
            name: String::new(),
            form: Form::RoundRobin,
            games: Vec::new(),
            players: Vec::new(),
            rounds: 1,
            duels: 1,
            seating: Seating::Auto,
            spare: Spare::Repeat,
            seed: 1,
            opening: 0,
            start_clock: 1.0,
            play_clock: 1.0,
            cpu_clock: false,
            simulations: None,
            scramble: false,
            max_steps: 10_000,
            back_end: None,
        }
    }
}

impl TournamentPlan {
    /// Checks that the plan is valid.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.games.is_empty() {
            return Err(PlanError::Games);
        }
        if self.rounds == 0 || self.duels == 0 {
            return Err(PlanError::Rounds);
        }
        let least = if self.form == Form::RoundRobin { 1 } else { 2 };
        if self.players.len() < least {
            let form = self.form;
            return Err(PlanError::Players(format!("{least} players for a {form}")));
        }
        for names in [self.players.clone(), self.game_names()] {
            let mut sorted = names.clone();
            sorted.sort();
            if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(PlanError::Twice(twice[0].clone()));
            }
        }
        for clock in [self.start_clock, self.play_clock] {
            if !clock.is_finite() || clock < 0.0 {
                return Err(PlanError::Clock(clock.to_string()));
            }
        }
        if matches!(self.spare, Spare::Fill(player) if player >= self.players.len()) {
            return Err(PlanError::Filler);
        }
        match match_count(self) {
            0..=MAX_MATCHES => Ok(()),
            count => Err(PlanError::TooMany(count)),
        }
    }

    /// The names of the games.
    pub fn game_names(&self) -> Vec<String> {
        self.games.iter().map(|game| game.name.clone()).collect()
    }

    /// The number of seats of every game.
    pub fn seats(&self) -> Vec<usize> {
        self.games.iter().map(|game| game.roles.len()).collect()
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Form::RoundRobin => "round-robin",
            Form::Gauntlet => "gauntlet",
            Form::Ladder => "ladder",
        })
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        match text {
            "round-robin" => Ok(Form::RoundRobin),
            "gauntlet" => Ok(Form::Gauntlet),
            "ladder" => Ok(Form::Ladder),
            _ => Err("choose round-robin, gauntlet or ladder".to_string()),
        }
    }
}

impl FromStr for Seating {
    type Err = String;

    fn from_str(text: &str) -> Result<Seating, String> {
        match text {
            "auto" => Ok(Seating::Auto),
            "all" => Ok(Seating::All),
            "balanced" => Ok(Seating::Balanced),
            _ => Err("choose auto, all or balanced".to_string()),
        }
    }
}
