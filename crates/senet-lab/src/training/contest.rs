//! Matches of one player against another, with any number of roles.

use crate::duel::play_opening;
use crate::score::MatchScore;
use crate::stats::Mean;
use fastrand::Rng;
use senet_arena::{Match, MatchInfo, MatchOutcome, PlayerFactory, Rules, play_inline};
use senet_console::Failure;
use senet_engine::{Deadline, Stopped, spread_seed};
use senet_search::{Budget, Clock, Player, PlayerError, Setting, chance_role};
use std::time::Duration;

/// Move limit of a match. An unfinished match counts as a draw.
const MOST_MOVES: usize = 2000;

/// The limit of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limit {
    /// CPU seconds.
    Seconds(f64),
    /// Simulations.
    Simulations(u64),
}

impl Limit {
    fn budget(self, deadline: &Deadline) -> Budget {
        let budget = match self {
            Limit::Seconds(seconds) => {
                Budget::time(Clock::ThreadCpu, Duration::from_secs_f64(seconds.max(0.0)))
            }
            Limit::Simulations(count) => Budget::unlimited().with_simulations(count),
        };
        budget.part_of(deadline)
    }
}

/// One side.
#[derive(Clone)]
pub struct ContestSide {
    /// Creates the player of a role.
    pub player: PlayerFactory,
    /// The limit of its moves.
    pub limit: Limit,
    /// CPU seconds before the first move.
    pub start_seconds: f64,
}

/// Matches of one side against another, which takes all other roles.
pub struct Contest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The side that is measured, and the other one.
    pub sides: [&'a ContestSide; 2],
    /// The number of random joint moves before the players take over.
    pub opening: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Ends the matches.
    pub deadline: &'a Deadline,
}

/// What a contest showed.
#[derive(Clone, Debug, Default)]
pub struct ContestResult {
    /// Wins, draws and losses of the first side against the mean of the others.
    pub score: MatchScore,
    /// The goal of the first side in each match, from 0 to 1.
    pub goals: Vec<f64>,
    /// The mean goal of the other roles in each match.
    pub others: Vec<f64>,
    /// For each match, the role of the first side.
    pub seats: Vec<usize>,
}

impl ContestResult {
    /// The mean goal of the first side.
    pub fn mean(&self) -> Mean {
        Mean::of(self.goals.iter().copied())
    }
}

impl Contest<'_> {
    /// Plays matches with these numbers. The first side takes one role after another; all seats of a round share an opening.
    pub fn play(&self, numbers: std::ops::Range<u64>) -> Result<ContestResult, Failure> {
        let mut result = ContestResult::default();
        for number in numbers {
            if self.deadline.is_over() {
                break;
            }
            match self.play_one(number, &mut result) {
                Err(Stopped::Signalled) if self.deadline.is_over() => break,
                played => played.map_err(|stopped| Failure::new(stopped.to_string()))?,
            }
        }
        Ok(result)
    }

    fn play_one(&self, number: u64, result: &mut ContestResult) -> Result<(), Stopped> {
        let game = &*self.rules.game;
        let chance = chance_role(game);
        let roles: Vec<usize> = (0..game.roles().len())
            .filter(|&role| Some(role) != chance)
            .collect();
        let own = roles[number as usize % roles.len()];
        let seed = spread_seed(self.seed, number / roles.len() as u64);
        let mut players = Vec::new();
        for &role in &roles {
            let side = self.sides[usize::from(role != own)];
            players.push((role, self.seat(side, role, seed)?));
        }
        let Some(goals) = self.goals(&mut players, own, seed)? else {
            result.score.add(0, 0);
            result.goals.push(0.0);
            result.others.push(0.0);
            result.seats.push(own);
            return Ok(());
        };
        let others: Vec<i32> = roles
            .iter()
            .filter(|&&role| role != own)
            .map(|&role| goals[role])
            .collect();
        let count = others.len().max(1) as i32;
        let sum: i32 = others.iter().sum();
        result.score.add(goals[own] * count, sum);
        result.goals.push(f64::from(goals[own]) / 100.0);
        result
            .others
            .push(f64::from(sum) / f64::from(count) / 100.0);
        result.seats.push(own);
        Ok(())
    }

    fn seat(&self, side: &ContestSide, role: usize, seed: u64) -> Result<Box<dyn Player>, Stopped> {
        let setting = Setting {
            game: self.rules.game.clone(),
            role,
            seed: spread_seed(seed, role as u64),
            learn: self.rules.learn.clone(),
        };
        let told = |error: PlayerError| Stopped::Misuse(error.to_string());
        let mut player = (side.player)(setting).map_err(told)?;
        if side.start_seconds > 0.0 {
            let budget = Limit::Seconds(side.start_seconds).budget(self.deadline);
            player.prepare(&budget)?;
        }
        Ok(player)
    }

    /// Plays a match and returns its goals; `None` if it hits the move limit.
    fn goals(
        &self,
        players: &mut [(usize, Box<dyn Player>)],
        own: usize,
        seed: u64,
    ) -> Result<Option<Vec<i32>>, Stopped> {
        let mut game = Match::new(self.rules.clone(), MatchInfo::new(self.rules, seed))?;
        play_opening(&mut game, self.opening, &mut Rng::with_seed(seed))?;
        game.info.max_steps = game.steps() + MOST_MOVES;
        let roles: Vec<usize> = players.iter().map(|(role, _)| *role).collect();
        play_inline(&mut game, players, &mut |at, player, game| {
            let side = self.sides[usize::from(roles[at] != own)];
            let choice = player.choose(game.state(), &side.limit.budget(self.deadline))?;
            match self.deadline.is_over() {
                true => Err(Stopped::Signalled),
                false => Ok(choice),
            }
        })?;
        Ok(match game.outcome() {
            Some(MatchOutcome::Completed(goals)) => Some(goals.clone()),
            Some(MatchOutcome::Aborted(_)) | None => None,
        })
    }
}
