//! Tournaments that visitors request: limits and plan.

use crate::WebLimits;
use crate::catalogue::GameName;
use crate::failure::Failure;
use crate::loading::Playable;
use crate::player_limits::allowed_player;
use axum::http::StatusCode;
use senet_arena::PlayerSpec;
use senet_arena::tournament::{TournamentPlan, match_count, planned_game, try_seats};
use senet_search::Budget;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Maximum number of games of a tournament.
const GAMES: usize = 20;
/// Maximum number of players.
const PLAYERS: usize = 20;
/// Maximum number of matches.
const MATCHES: usize = 10_000;
/// Maximum number of bytes of all rule sheets. The plan contains them, and every list of tournaments reads all plans.
const SHEETS: usize = 4 << 20;

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
        let spec = |name: &String| {
            let (name, _) = allowed_player(name, limits)?;
            Ok(PlayerSpec::Player(name))
        };
        names.map(spec).collect()
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
        refuse_long_sheets(games)?;
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

fn refuse_long_sheets(games: &[Arc<Playable>]) -> Result<(), Failure> {
    let sheets = games.iter().map(|game| game.rules.sheet.text.len());
    match sheets.sum::<usize>() {
        0..=SHEETS => Ok(()),
        bytes => Err(refused(
            format!("the rules of its games have {bytes} bytes, but the limit is {SHEETS}"),
            "choose fewer games",
        )),
    }
}
