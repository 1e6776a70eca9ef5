//! The matches of one game with one seed: the player learns once and plays them all.

use super::outcome::{PlayedMatch, Yardstick};
use crate::duel::play_opening;
use crate::score::MatchScore;
use fastrand::Rng;
use senet_arena::{Match, MatchInfo, MatchOutcome, Rules, play_inline};
use senet_console::{Common, Failure};
use senet_engine::{RoleId, Stopped, spread_seed};
use senet_search::{
    Budget, Clock, Player, PlayerName, Setting, chance_role, has_constant_sum, player,
};
use serde::{Deserialize, Serialize};

/// Move limit of a match. All goals of an unfinished match count as 0.
const MOST_MOVES: usize = 2000;
/// Random moves before two networks take over.
const OPENING: usize = 4;
/// CPU seconds in which `uct` measures the game, once for all matches.
const UCT_SECONDS: f64 = 1.0;

/// The matches to play.
pub struct Series<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The player that learns.
    pub player: &'a PlayerName,
    /// CPU seconds of the player's start clock.
    pub learn: f64,
    /// CPU seconds per move of both sides.
    pub seconds: f64,
    /// The number of random joint moves before the players take over.
    pub opening: usize,
    /// The number of matches.
    pub matches: usize,
    /// The seed of the learning and of all matches.
    pub seed: u64,
}

/// The result of a series.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeriesOutcome {
    /// The game.
    pub game: String,
    /// CPU seconds of the start clock.
    pub learn: f64,
    /// The seed.
    pub seed: u64,
    /// The player's notes about its start clock.
    pub notes: Vec<String>,
    /// The largest overrun of the start clock, in CPU seconds.
    pub start_overrun: f64,
    /// The matches.
    pub matches: Vec<PlayedMatch>,
}

/// A player that is prepared, or that must prepare itself for each match.
struct Template<'a> {
    series: &'a Series<'a>,
    name: &'a PlayerName,
    seconds: f64,
    player: Box<dyn Player>,
    notes: Vec<String>,
    overrun: f64,
    common: &'a Common,
}

impl<'a> Template<'a> {
    fn new(
        series: &'a Series<'a>,
        name: &'a PlayerName,
        seconds: f64,
        common: &'a Common,
    ) -> Result<Self, Failure> {
        let setting = series.setting(0, series.seed);
        let mut player = player(name, setting)?;
        let budget = common.budget_of(Clock::ThreadCpu, seconds);
        let report = player.prepare(&budget)?;
        Ok(Template {
            overrun: budget.elapsed().as_secs_f64() - seconds,
            notes: report.notes,
            series,
            name,
            seconds,
            player,
            common,
        })
    }

    /// A player for a match.
    fn seat(&self, role: RoleId, seed: u64) -> Result<Box<dyn Player>, Failure> {
        let setting = self.series.setting(role, spread_seed(seed, role as u64));
        if let Some(player) = self.player.rematch(&setting) {
            return Ok(player);
        }
        let mut player = player(self.name, setting)?;
        let budget = self.common.budget_of(Clock::ThreadCpu, self.seconds);
        player.prepare(&budget)?;
        Ok(player)
    }
}

impl Series<'_> {
    /// Learns, and plays the matches.
    pub fn play(&self, common: &Common) -> Result<SeriesOutcome, Failure> {
        let own = Template::new(self, self.player, self.learn, common)?;
        let uct = "uct".parse().expect("`uct` is a player name");
        let uct = Template::new(self, &uct, UCT_SECONDS, common)?;
        let roles = self.roles();
        let yardstick = match has_constant_sum(&*self.rules.game, self.seed) {
            true if roles.len() == 2 => Yardstick::Opponent,
            _ => Yardstick::SameSeat,
        };
        let mut matches = Vec::new();
        for opening in 0..self.matches.div_ceil(roles.len()) {
            let seed = spread_seed(self.seed, opening as u64 + 1);
            let usual = match yardstick {
                Yardstick::Opponent => None,
                Yardstick::SameSeat => Some(self.goals(&own, &uct, None, seed)?),
            };
            for &role in roles.iter().take(self.matches - matches.len()) {
                let goals = self.goals(&own, &uct, Some(role), seed)?;
                let compared = match &usual {
                    Some(usual) => usual[role],
                    None => goals[roles[0] + roles[1] - role],
                };
                matches.push(PlayedMatch::new(
                    opening,
                    role,
                    goals[role],
                    compared,
                    &goals,
                ));
            }
        }
        Ok(SeriesOutcome {
            game: self.rules.name.clone(),
            learn: self.learn,
            seed: self.seed,
            notes: own.notes,
            start_overrun: own.overrun,
            matches,
        })
    }

    /// The roles that players control; the random role does not count.
    fn roles(&self) -> Vec<RoleId> {
        let chance = chance_role(&*self.rules.game);
        let roles = 0..self.rules.game.roles().len();
        roles.filter(|&role| Some(role) != chance).collect()
    }

    /// The goals of a match. One seat, or none, belongs to the player; `uct` has the others. All goals are 0 if the match does not end.
    fn goals(
        &self,
        own: &Template,
        uct: &Template,
        seat: Option<RoleId>,
        seed: u64,
    ) -> Result<Vec<i32>, Failure> {
        let roles = self.roles();
        let mut players = Vec::new();
        for &role in &roles {
            let template = if seat == Some(role) { own } else { uct };
            players.push((role, template.seat(role, seed)?));
        }
        let opening = if roles.len() > 1 { self.opening } else { 0 };
        let budget = || own.common.budget_of(Clock::ThreadCpu, self.seconds);
        Ok(play_match(
            self.rules,
            &mut players,
            opening,
            &budget,
            seed,
        )?)
    }

    fn setting(&self, role: RoleId, seed: u64) -> Setting {
        Setting {
            game: self.rules.game.clone(),
            role,
            seed,
            learn: self.rules.learn.clone(),
        }
    }
}

/// Plays a match after a random opening, and returns its goals. All goals are 0 if the match does not end.
fn play_match(
    rules: &Rules,
    players: &mut [(RoleId, Box<dyn Player>)],
    opening: usize,
    budget: &dyn Fn() -> Budget,
    seed: u64,
) -> Result<Vec<i32>, Stopped> {
    let mut game = Match::new(rules.clone(), MatchInfo::new(rules, seed))?;
    play_opening(&mut game, opening, &mut Rng::with_seed(seed))?;
    game.info.max_steps = game.steps() + MOST_MOVES;
    play_inline(&mut game, players, &mut |_, player, game| {
        player.choose(game.state(), &budget())
    })?;
    Ok(match game.outcome() {
        Some(MatchOutcome::Completed(goals)) => goals.clone(),
        Some(MatchOutcome::Aborted(_)) | None => vec![0; rules.game.roles().len()],
    })
}

/// Makes a player of a role with a seed.
pub type SeatFn<'a> = &'a dyn Fn(RoleId, u64) -> Box<dyn Player>;

/// The share of the first of two players over matches with random openings and swapped seats.
pub fn share_between(
    rules: &Rules,
    players: (SeatFn, SeatFn),
    matches: usize,
    budget: &dyn Fn() -> Budget,
    seed: u64,
) -> Result<f64, Failure> {
    let mut score = MatchScore::default();
    for number in 0..matches {
        let (own, seed) = (number % 2, spread_seed(seed, number as u64 / 2));
        let seat = |role: RoleId| {
            let make = if role == own { players.0 } else { players.1 };
            (role, make(role, spread_seed(seed, role as u64)))
        };
        let mut seats: Vec<_> = (0..rules.game.roles().len()).map(seat).collect();
        let goals = play_match(rules, &mut seats, OPENING, budget, seed)?;
        score.add(goals[own], goals[1 - own]);
    }
    Ok(score.share())
}
