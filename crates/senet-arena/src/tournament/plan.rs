//! What a tournament is, before a match of it is played.

use super::schedule::match_count;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// All that decides the matches of a tournament. It is stored with the tournament, rules included, so that work can go on wherever it was
/// left, whatever has become of the files since.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// Who meets whom.
    pub form: Form,
    /// The games.
    pub games: Vec<PlannedGame>,
    /// The names of the players, all different. In a gauntlet the first meets all others; in a ladder the first begins on top.
    pub players: Vec<String>,
    /// How often everything is repeated; in a ladder, how often places may change.
    pub rounds: usize,
    /// In a ladder, how often neighbours meet before their places change.
    pub duels: usize,
    /// What happens when there are more players than seats.
    pub seating: Seating,
    /// Who sits on spare seats when there are fewer players than seats.
    pub spare: Spare,
    /// Where all random choices come from.
    pub seed: u64,
    /// So many random moves are made before the players take over: the same ones for all orders of seats.
    pub opening: usize,
    /// Seconds before the first move.
    pub start_clock: f64,
    /// Seconds for each move.
    pub play_clock: f64,
    /// Whether seconds are those of the processor, not those on the wall.
    pub cpu_clock: bool,
    /// At most so many simulations for each move.
    pub simulations: Option<u64>,
    /// Whether the words of the rules are changed for each match.
    pub scramble: bool,
    /// Matches are given up after so many joint moves.
    pub max_steps: usize,
    /// The reasoner; by itself the fastest that each game allows.
    pub back_end: Option<String>,
}

/// A game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlannedGame {
    /// What it is called.
    pub name: String,
    /// The rules.
    pub rules: String,
    /// The roles that players have: its seats. The role of chance is none of them.
    pub roles: Vec<String>,
    /// How many of them were seen to have a choice at the same time.
    pub thinking: usize,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Neighbours meet, and the better one takes the higher place.
    Ladder,
}

/// Which groups of players meet where a game has fewer seats than there are players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// All groups if they give at most a thousand matches a round, else a balanced selection.
    Auto,
    /// All groups.
    All,
    /// As many matches a round as there are players: each has each seat once, and all meet about equally often.
    Balanced,
}

/// Who sits on spare seats where a game has more seats than there are players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spare {
    /// The players take several seats each.
    Repeat,
    /// The player with this number in the list of players, who sits nowhere else in such games.
    Fill(usize),
}

/// More matches than this are refused: somebody has mistaken a number.
const MAX_MATCHES: usize = 1_000_000;

/// What is wrong with a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Too few players.
    #[error("a tournament needs {0}")]
    Players(String),
    /// No game.
    #[error("a tournament needs a game")]
    Games,
    /// Twice the same.
    #[error("`{0}` takes part twice: whatever is rated needs a name of its own")]
    Twice(String),
    /// No round.
    #[error("a tournament needs a round")]
    Rounds,
    /// A clock that is no time.
    #[error("a clock cannot be {0} seconds")]
    Clock(String),
    /// Too many matches.
    #[error(
        "this would be {0} matches; the most is {MAX_MATCHES}: take fewer rounds, or balanced seating"
    )]
    TooMany(usize),
    /// The one who fills seats does not take part.
    #[error("whoever fills seats must be one of the players")]
    Filler,
}

impl Default for Plan {
    /// A round robin of one round on second-long clocks; games and players are missing.
    fn default() -> Plan {
        Plan {
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

impl Plan {
    /// An error if no tournament can be made of it.
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
            _ => Err("it is round-robin, gauntlet or ladder".to_string()),
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
            _ => Err("it is auto, all or balanced".to_string()),
        }
    }
}
