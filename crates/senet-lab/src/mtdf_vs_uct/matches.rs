//! Plays one match of MTD(f) against UCT in process. Only one side thinks at a time.

use senet_arena::{Match, MatchInfo, MatchOutcome, Rules, play_inline};
use senet_console::{Common, Failure};
use senet_engine::spread_seed;
use senet_search::{Budget, Clock, Player, PlayerError, PlayerName, SearchReport, Setting, player};
use serde::Serialize;

/// Memory limit of each side's trees and tables, in bytes.
const MEMORY: usize = 512 << 20;
/// Move limit after which a match is a draw.
const MAX_MOVES: usize = 500;

/// A match to play.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The index of the game.
    pub game: usize,
    /// Threads of UCT.
    pub threads: usize,
    /// Seconds per move.
    pub seconds: f64,
    /// The seat of MTD(f).
    pub seat: usize,
    /// The seed of all random choices in the match.
    pub seed: u64,
}

/// Settings that all matches share.
#[derive(Clone, Copy)]
pub struct PlayerLimits {
    /// Seconds before the first move.
    pub start_seconds: f64,
    /// Maximum number of UCT simulations per move.
    pub uct_simulations: u64,
}

/// The result of a match.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMatch {
    /// The game.
    pub game: String,
    /// Threads of UCT.
    pub uct_threads: usize,
    /// Seconds per move.
    pub seconds: f64,
    /// The seat of MTD(f).
    pub mtdf_seat: usize,
    /// The seed of all random choices in the match.
    pub seed: u64,
    /// 1 if MTD(f) won, -1 if it lost, otherwise 0.
    pub score: i32,
    /// The number of joint moves.
    pub moves: usize,
    /// Moves with a UCT search.
    pub uct_moves: u64,
    /// Total simulations of UCT.
    pub uct_simulations: u64,
    /// Moves with an MTD(f) search.
    pub mtdf_moves: u64,
    /// The sum of the search depths of MTD(f).
    pub mtdf_depth: u64,
    /// Total states that MTD(f) searched.
    pub mtdf_nodes: u64,
}

/// Plays a match. Time is CPU time of each searching thread, so that other load cannot decide the match.
pub fn play(
    rules: &Rules,
    pairing: &Pairing,
    limits: PlayerLimits,
    common: &Common,
) -> Result<PlayedMatch, Failure> {
    let mut players = seat(rules, pairing)?;
    for (seat, player) in &mut players {
        let is_mtdf = *seat == pairing.seat;
        player.prepare(&limits.budget(limits.start_seconds, is_mtdf, common))?;
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
        let budget = limits.budget(pairing.seconds, is_mtdf, common);
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
    /// The budget of one side.
    fn budget(&self, seconds: f64, is_mtdf: bool, common: &Common) -> Budget {
        let budget = common.budget_of(Clock::ThreadCpu, seconds);
        let budget = budget.with_memory(MEMORY);
        match is_mtdf {
            true => budget,
            false => budget.with_simulations(self.uct_simulations),
        }
    }
}

/// A role and its player.
type SeatedPlayer = (usize, Box<dyn Player>);

/// Creates the two players by seat, each with its own seed.
fn seat(rules: &Rules, pairing: &Pairing) -> Result<Vec<SeatedPlayer>, PlayerError> {
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
    /// Counts a move, unless it was forced.
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
