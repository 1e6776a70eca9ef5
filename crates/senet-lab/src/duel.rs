//! Plays matches between two players at equal CPU time. Each pair has the same opening and swapped seats.

use super::score::MatchScore;
use fastrand::Rng;
use rayon::prelude::*;
use senet_arena::{Match, MatchInfo, MatchOutcome, ProposedMove, Rules, play_inline};
use senet_console::{Common, Failure};
use senet_engine::{Stopped, spread_seed};
use senet_search::{
    Budget, Clock, Player, PlayerName, SearchReport, Setting, Stop, chance_role, player,
};

/// Move limit of a match. An unfinished match counts as a draw.
const MOST_MOVES: usize = 2000;

/// One side of a duel.
#[derive(Clone, Debug)]
pub struct Side {
    /// The player.
    pub player: PlayerName,
    /// CPU seconds per move.
    pub seconds: f64,
}

/// The settings of a duel.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The two sides.
    pub sides: [Side; 2],
    /// The number of matches; must be even.
    pub matches: usize,
    /// The number of random joint moves before the players take over.
    pub opening: usize,
    /// CPU seconds before the first move.
    pub start_seconds: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The result of a duel.
#[derive(Clone, Copy, Debug, Default)]
pub struct DuelOutcome {
    /// The score of the first side.
    pub score: MatchScore,
    /// The search effort of each side.
    pub effort: [Effort; 2],
}

/// The search effort of one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Moves with more than one legal choice.
    pub moves: u64,
    /// The number of playouts.
    pub simulations: u64,
    /// CPU seconds.
    pub seconds: f64,
}

impl Effort {
    /// Adds a move, unless it was forced.
    fn add(&mut self, report: &SearchReport, budget: &Budget) {
        if report.stop != Stop::OnlyMove {
            self.moves += 1;
            self.simulations += report.simulations;
            self.seconds += budget.elapsed().as_secs_f64();
        }
    }

    /// Playouts per second.
    pub fn rate(&self) -> f64 {
        self.simulations as f64 / self.seconds.max(1e-9)
    }
}

impl Duel {
    /// Plays the duel on all cores, one match per core. Calls `done` after every match.
    pub fn play(
        &self,
        rules: &Rules,
        common: &Common,
        done: &(dyn Fn() + Sync),
    ) -> Result<DuelOutcome, Failure> {
        let roles = players_of(rules)?;
        let played: Vec<DuelOutcome> = (0..self.matches)
            .into_par_iter()
            .map(|number| {
                let played = self.play_one(rules, roles, number, common);
                done();
                played
            })
            .collect::<Result<_, Failure>>()?;
        Ok(played.into_iter().fold(DuelOutcome::default(), add))
    }

    fn play_one(
        &self,
        rules: &Rules,
        roles: [usize; 2],
        number: usize,
        common: &Common,
    ) -> Result<DuelOutcome, Failure> {
        let seed = spread_seed(self.seed, number as u64 / 2);
        let seats = match number % 2 {
            0 => roles,
            _ => [roles[1], roles[0]],
        };
        let mut players = Vec::new();
        for (side, role) in self.sides.iter().zip(seats) {
            players.push((role, self.seat(rules, side, role, seed, common)?));
        }
        let mut outcome = DuelOutcome::default();
        let effort = &mut outcome.effort;
        let goals = self.goals(rules, &mut players, seed, common, effort)?;
        let goal = |role: usize| goals.as_ref().map_or(0, |goals| goals[role]);
        outcome.score.add(goal(seats[0]), goal(seats[1]));
        Ok(outcome)
    }

    /// Plays a match and returns its goals; `None` if it hits the move limit.
    fn goals(
        &self,
        rules: &Rules,
        players: &mut [(usize, Box<dyn Player>)],
        seed: u64,
        common: &Common,
        effort: &mut [Effort; 2],
    ) -> Result<Option<Vec<i32>>, Stopped> {
        let mut game = Match::new(rules.clone(), MatchInfo::new(rules, seed))?;
        play_opening(&mut game, self.opening, &mut Rng::with_seed(seed))?;
        game.info.max_steps = game.steps() + MOST_MOVES;
        play_inline(&mut game, players, &mut |side, player, game| {
            let budget = common.budget_of(Clock::ThreadCpu, self.sides[side].seconds);
            let choice = player.choose(game.state(), &budget)?;
            effort[side].add(&choice.report, &budget);
            Ok(choice)
        })?;
        Ok(match game.outcome() {
            Some(MatchOutcome::Completed(goals)) => Some(goals.clone()),
            Some(MatchOutcome::Aborted(_)) | None => None,
        })
    }

    fn seat(
        &self,
        rules: &Rules,
        side: &Side,
        role: usize,
        seed: u64,
        common: &Common,
    ) -> Result<Box<dyn Player>, Failure> {
        let setting = Setting {
            game: rules.game.clone(),
            role,
            seed: spread_seed(seed, role as u64),
            learn: rules.learn.clone(),
        };
        let mut seated = player(&side.player, setting)?;
        seated.prepare(&common.budget_of(Clock::ThreadCpu, self.start_seconds))?;
        Ok(seated)
    }
}

/// Plays random joint moves, but never one that ends the match.
pub fn play_opening(game: &mut Match, length: usize, rng: &mut Rng) -> Result<(), Stopped> {
    for step in 0..length {
        game.look()?;
        for role in 0..game.rules().game.roles().len() {
            if let Some(&id) = rng.choice(game.legal(role)) {
                let submitted = game.submit_legal(role, ProposedMove::Move(id));
                submitted.map_err(|fault| Stopped::Misuse(fault.to_string()))?;
            }
        }
        game.advance(0)?;
        if game.rules().game.is_terminal(game.state())? {
            game.undo(step);
            break;
        }
    }
    Ok(())
}

fn add(mut sum: DuelOutcome, one: DuelOutcome) -> DuelOutcome {
    sum.score.merge(one.score);
    for (own, more) in sum.effort.iter_mut().zip(one.effort) {
        own.moves += more.moves;
        own.simulations += more.simulations;
        own.seconds += more.seconds;
    }
    sum
}

/// The two roles that players control; the random role does not count.
fn players_of(rules: &Rules) -> Result<[usize; 2], Failure> {
    let game = &*rules.game;
    let chance = chance_role(game);
    let roles = (0..game.roles().len()).filter(|&role| Some(role) != chance);
    let roles: Vec<_> = roles.collect();
    roles.try_into().map_err(|roles: Vec<usize>| {
        let message = format!("{} has {} players", rules.name, roles.len());
        Failure::new(message).help("choose games for two players")
    })
}
