//! Tournaments that visitors request: limits and plan.

use crate::WebLimits;
use crate::catalogue::GameName;
use crate::failure::Failure;
use crate::loading::Playable;
use axum::http::StatusCode;
use senet_arena::PlayerSpec;
use senet_arena::tournament::{TournamentPlan, match_count, planned_game, try_seats};
use senet_search::{Budget, PLAYER_KINDS, PlayerName};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Maximum number of games of a tournament.
const GAMES: usize = 20;
/// Maximum number of players.
const PLAYERS: usize = 20;
/// Maximum number of matches.
const MATCHES: usize = 10_000;
/// The longest name of a player.
const LONGEST_NAME: usize = 200;

/// A request for a tournament.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Lower-case letters, digits and hyphens.
    pub name: String,
    /// The names of the games.
    pub games: Vec<String>,
    /// The players, such as `uct` and `uct:c=0.5`.
    pub players: Vec<String>,
    /// Seconds for each move.
    pub seconds: f64,
    /// The number of rounds.
    #[serde(default = "once")]
    pub rounds: usize,
    /// The seed of random choices. Default: that of the server.
    pub seed: Option<u64>,
}

fn once() -> usize {
    1
}

fn refused(message: impl Into<String>, help: impl Into<String>) -> Failure {
    Failure::new(StatusCode::BAD_REQUEST, message, help)
}

impl NewTournament {
    /// Makes all checks that need no loaded games.
    pub fn check(&self, limits: &WebLimits) -> Result<(), Failure> {
        GameName::new(&self.name)?;
        if self.games.len() > GAMES || self.players.len() > PLAYERS {
            let help = format!("at most {GAMES} games and {PLAYERS} players");
            return Err(refused("the tournament is too large", help));
        }
        let most = limits.think.as_secs_f64();
        if !(self.seconds > 0.0 && self.seconds <= most) {
            let message = format!("the thinking time cannot be {} s for a move", self.seconds);
            let help = format!("choose more than 0 s and at most {most} s");
            return Err(refused(message, help));
        }
        self.player_specs(limits).map(|_| ())
    }

    /// The players. Only local players are allowed, so that visitors cannot make the server contact other machines.
    fn player_specs(&self, limits: &WebLimits) -> Result<Vec<PlayerSpec>, Failure> {
        let names = self.players.iter();
        names.map(|name| player_spec(name, limits)).collect()
    }

    /// The plan, with loaded games. Creates every player once, which takes a moment.
    pub fn plan(
        &self,
        games: &[Arc<Playable>],
        limits: &WebLimits,
        seed: u64,
    ) -> Result<TournamentPlan, Failure> {
        let _watch = Budget::seconds(limits.ground.as_secs_f64()).watch();
        let players = self.player_specs(limits)?;
        let seed = self.seed.unwrap_or(seed);
        let mut planned = Vec::new();
        for (name, game) in self.games.iter().zip(games) {
            let rules = &game.rules;
            try_seats(rules, &players)
                .map_err(|error| refused(error.to_string(), "remove the player or the game"))?;
            let game = planned_game(name, &rules.sheet.text, rules, seed)
                .map_err(|error| refused(error.to_string(), "remove the game"))?;
            planned.push(game);
        }
        let plan = TournamentPlan {
            name: self.name.clone(),
            games: planned,
            players: players.iter().map(PlayerSpec::to_string).collect(),
            rounds: self.rounds,
            seed,
            start_clock: self.seconds,
            play_clock: self.seconds,
            max_steps: limits.steps,
            ..TournamentPlan::default()
        };
        let help = "name every game and every player once; two players at least";
        plan.check()
            .map_err(|error| refused(error.to_string(), help))?;
        match match_count(&plan) {
            0..=MATCHES => Ok(plan),
            count => Err(refused(
                format!("this gives {count} matches, but the limit is {MATCHES}"),
                "choose fewer rounds, games or players",
            )),
        }
    }
}

fn player_spec(text: &str, limits: &WebLimits) -> Result<PlayerSpec, Failure> {
    let help = "the list of players is at /api/players";
    if text.len() > LONGEST_NAME {
        return Err(refused("the name of a player is too long", help));
    }
    let name: PlayerName = text
        .parse()
        .map_err(|error: senet_search::PlayerError| refused(error.to_string(), help))?;
    if !PLAYER_KINDS.iter().any(|kind| kind.name == name.kind) {
        return Err(refused(format!("there is no player `{}`", name.kind), help));
    }
    let threads = name.options.get("threads").map_or("1", String::as_str);
    match threads.parse::<usize>() {
        Ok(threads) if threads <= limits.thinkers => Ok(PlayerSpec::Player(name)),
        _ => Err(refused(
            format!("a player cannot have {threads} threads here"),
            format!("at most {} threads think at the same time", limits.thinkers),
        )),
    }
}
