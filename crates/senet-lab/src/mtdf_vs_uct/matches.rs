//! One match of MTD(f) against UCT, in process, one side thinking at a time.

use senet_arena::{Match, MatchInfo, MatchOutcome, Rules, play_inline};
use senet_console::Failure;
use senet_engine::spread_seed;
use senet_search::{Budget, Clock, Player, PlayerError, PlayerName, SearchReport, Setting, player};
use serde::Serialize;
use std::time::Duration;

/// Bytes that each side may use for its trees and tables.
const MEMORY: usize = 512 << 20;
/// A match is a draw after so many moves.
const MAX_MOVES: usize = 500;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The number of its game among those that are played.
    pub game: usize,
    /// Threads of UCT.
    pub threads: usize,
    /// Seconds a move.
    pub seconds: f64,
    /// The seat of MTD(f).
    pub seat: usize,
    /// Where all chance of the match comes from.
    pub seed: u64,
}

/// What all matches have in common.
#[derive(Clone, Copy)]
pub struct PlayerLimits {
    /// Seconds before the first move.
    pub start_seconds: f64,
    /// Simulations of UCT for a move.
    pub uct_simulations: u64,
}

/// How a match went.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMatch {
    /// The game.
    pub game: String,
    /// Threads of UCT.
    pub uct_threads: usize,
    /// Seconds a move.
    pub seconds: f64,
    /// The seat of MTD(f).
    pub mtdf_seat: usize,
    /// Where all chance of the match came from.
    pub seed: u64,
    /// 1 if MTD(f) won, -1 if it lost, else 0.
    pub score: i32,
    /// Joint moves.
    pub moves: usize,
    /// Moves that UCT thought about.
    pub uct_moves: u64,
    /// Simulations of UCT in all of them.
    pub uct_simulations: u64,
    /// Moves that MTD(f) thought about.
    pub mtdf_moves: u64,
    /// How deep it looked in all of them.
    pub mtdf_depth: u64,
    /// States that it looked at in all of them.
    pub mtdf_nodes: u64,
}

/// Plays a match. Time is processor time of each thread that thinks, so that other work on the machine does not decide it.
pub fn play(
    rules: &Rules,
    pairing: &Pairing,
    limits: PlayerLimits,
) -> Result<PlayedMatch, Failure> {
    let mut players = seat(rules, pairing).map_err(|error| Failure::new(error.to_string()))?;
    for (seat, player) in &mut players {
        player.prepare(&limits.budget(limits.start_seconds, *seat == pairing.seat))?;
    }
    let mut played = PlayedMatch {
        game: rules.name.clone(),
        uct_threads: pairing.threads,
        seconds: pairing.seconds,
        mtdf_seat: pairing.seat,
        seed: pairing.seed,
        score: 0,
        moves: 0,
        uct_moves: 0,
        uct_simulations: 0,
        mtdf_moves: 0,
        mtdf_depth: 0,
        mtdf_nodes: 0,
    };
    let info = MatchInfo {
        max_steps: MAX_MOVES,
        ..MatchInfo::new(rules, pairing.seed)
    };
    let mut game = Match::new(rules.clone(), info)?;
    play_inline(&mut game, &mut players, &mut |seat, player, game| {
        let is_mtdf = seat == pairing.seat;
        let budget = limits.budget(pairing.seconds, is_mtdf);
        let choice = player.choose(game.state(), &budget)?;
        played.count(&choice.report, is_mtdf, game.legal(seat).len());
        Ok(choice)
    })?;
    played.moves = game.steps();
    if let Some(MatchOutcome::Completed(goals)) = game.outcome() {
        played.score = (goals[pairing.seat] - goals[1 - pairing.seat]).signum();
    }
    Ok(played)
}

impl PlayerLimits {
    /// The budget of one of the two sides.
    fn budget(&self, seconds: f64, is_mtdf: bool) -> Budget {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let budget = Budget::time(Clock::ThreadCpu, time).with_memory(MEMORY);
        match is_mtdf {
            true => budget,
            false => budget.with_simulations(self.uct_simulations),
        }
    }
}

/// The two players, by seat, each with a seed of its own.
fn seat(rules: &Rules, pairing: &Pairing) -> Result<Vec<(usize, Box<dyn Player>)>, PlayerError> {
    let names = (0..2).map(|seat| match seat == pairing.seat {
        true => "mtdf".to_string(),
        false => format!("uct:threads={}", pairing.threads),
    });
    let seat = |(role, name): (usize, String)| {
        let name: PlayerName = name.parse()?;
        let setting = Setting {
            game: rules.game.clone(),
            role,
            seed: spread_seed(pairing.seed, role as u64),
            learn: rules.learn.clone(),
        };
        Ok((role, player(&name, setting)?))
    };
    names.enumerate().map(seat).collect()
}

impl PlayedMatch {
    /// Counts a move that there was a choice for.
    fn count(&mut self, report: &SearchReport, is_mtdf: bool, choices: usize) {
        if choices < 2 {
            return;
        }
        if is_mtdf {
            self.mtdf_moves += 1;
            self.mtdf_depth += u64::from(report.depth);
            self.mtdf_nodes += report.nodes;
        } else {
            self.uct_moves += 1;
            self.uct_simulations += report.simulations;
        }
    }
}
