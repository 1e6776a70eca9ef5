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

/// Move limit of a match. An unfinished match counts as a draw in which all goals are 0.
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

/// The roles of the side that is measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seats {
    /// One role after another. All seats of a round share an opening.
    Each,
    /// These roles in every match.
    Team(Vec<usize>),
}

/// Matches of one side against another, which takes all other roles.
pub struct Contest<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The side that is measured, and the other one.
    pub sides: [&'a ContestSide; 2],
    /// The roles of the first side.
    pub seats: Seats,
    /// The number of random joint moves before the players take over.
    pub opening: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// Ends the matches.
    pub deadline: &'a Deadline,
}

/// The result of a contest.
#[derive(Clone, Debug, Default)]
pub struct ContestResult {
    /// Wins, draws and losses of the first side against the mean of the others.
    pub score: MatchScore,
    /// The goal of the first side in each match, from 0 to 1.
    pub goals: Vec<f64>,
    /// The mean goal of the other roles in each match; empty if there are none.
    pub others: Vec<f64>,
}

impl ContestResult {
    /// Adds a match: for each side, the sum of its goals and the number of its roles.
    fn add(&mut self, [(own, count), (others, other_count)]: [(i32, i32); 2]) {
        let mean = |sum: i32, count: i32| f64::from(sum) / f64::from(count.max(1)) / 100.0;
        self.goals.push(mean(own, count));
        if other_count > 0 {
            self.score.add(own * other_count, others * count);
            self.others.push(mean(others, other_count));
        }
    }

    /// The mean goal of the first side.
    pub fn mean(&self) -> Mean {
        Mean::of(self.goals.iter().copied())
    }
}

impl Contest<'_> {
    /// Plays matches with these numbers.
    pub fn play(&self, numbers: std::ops::Range<u64>) -> Result<ContestResult, Failure> {
        let mut result = ContestResult::default();
        for number in numbers {
            if self.deadline.is_over() {
                break;
            }
            match self.play_one(number, &mut result) {
                Err(Stopped::Signalled) if self.deadline.is_over() => break,
                played => played?,
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
        let (own, round) = match &self.seats {
            Seats::Each => {
                let count = roles.len() as u64;
                (vec![roles[(number % count) as usize]], number / count)
            }
            Seats::Team(team) => (team.clone(), number),
        };
        let seed = spread_seed(self.seed, round);
        let mut players = Vec::new();
        for &role in &roles {
            let side = self.sides[usize::from(!own.contains(&role))];
            players.push((role, self.seat(side, role, seed)?));
        }
        let goals = self.goals(&mut players, &own, seed)?;
        let goal = |role: usize| goals.as_ref().map_or(0, |goals| goals[role]);
        let sums = [true, false].map(|is_own| {
            let side = roles.iter().filter(|role| own.contains(role) == is_own);
            let goals: Vec<i32> = side.map(|&role| goal(role)).collect();
            (goals.iter().sum::<i32>(), goals.len() as i32)
        });
        result.add(sums);
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
        own: &[usize],
        seed: u64,
    ) -> Result<Option<Vec<i32>>, Stopped> {
        let mut game = Match::new(self.rules.clone(), MatchInfo::new(self.rules, seed))?;
        play_opening(&mut game, self.opening, &mut Rng::with_seed(seed))?;
        game.info.max_steps = game.steps() + MOST_MOVES;
        let roles: Vec<usize> = players.iter().map(|(role, _)| *role).collect();
        play_inline(&mut game, players, &mut |at, player, game| {
            let side = self.sides[usize::from(!own.contains(&roles[at]))];
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
