//! What a match is made of, and what comes out of it.

use crate::protocol::{Dialect, Percepts};
use crate::{Clocks, MatchRecord, Rules, Trouble, Who};
use senet_engine::{LoadError, MoveId, State, Stopped};
use senet_search::{PlayerError, PlayerName, SearchReport};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The move that is made in place of one that did not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Substitute {
    /// Each legal move is equally likely.
    #[default]
    Random,
    /// The first legal move, as hosts of the Dresden kind do.
    FirstLegal,
}

/// How players behind addresses are spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostOptions {
    /// How messages are written.
    pub dialect: Dialect,
    /// What is told in games that hide.
    pub percepts: Percepts,
    /// Whether every player gets other words when rules are scrambled; else all get the same.
    pub scramble_each: bool,
    /// Larger answers are not read.
    pub max_reply: usize,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            dialect: Dialect::default(),
            percepts: Percepts::default(),
            scramble_each: false,
            max_reply: 1 << 20,
        }
    }
}

/// All that is known before a match.
#[derive(Clone)]
pub struct MatchSetup {
    /// The game.
    pub rules: Rules,
    /// Who plays each role, in role order. Whoever is named for the role of chance (`random`) is not asked.
    pub players: Vec<Who>,
    /// The clocks.
    pub clocks: Clocks,
    /// Where all random choices come from.
    pub seed: u64,
    /// Joint moves that are made before any player is asked: the texts of the moves, in role order.
    pub opening: Vec<Vec<String>>,
    /// Whether players get ready one after the other, so that no two think at once in games in which they move in turn.
    pub start_in_turn: bool,
    /// Whether the words and the order of the rules are changed for this match.
    pub scramble: bool,
    /// The match is given up after so many joint moves.
    pub max_steps: usize,
    /// What is made in place of moves that do not come.
    pub substitute: Substitute,
    /// How players behind addresses are spoken to.
    pub host: HostOptions,
    /// What the match is called; by itself after game and time. One word.
    pub id: Option<String>,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// The address of the rules in a repository, for the record.
    pub address: Option<String>,
    /// The match is given up when this becomes true.
    pub stop: Arc<AtomicBool>,
}

/// Matches are cut short after so many joint moves unless somebody says otherwise.
const MAX_STEPS: usize = 10_000;

impl MatchSetup {
    /// A match of players in process.
    pub fn of(rules: Rules, players: Vec<PlayerName>, clocks: Clocks, seed: u64) -> MatchSetup {
        MatchSetup {
            rules,
            players: players.into_iter().map(Who::Player).collect(),
            clocks,
            seed,
            opening: Vec::new(),
            start_in_turn: false,
            scramble: false,
            max_steps: MAX_STEPS,
            substitute: Substitute::default(),
            host: HostOptions::default(),
            id: None,
            tournament: None,
            address: None,
            stop: Arc::default(),
        }
    }
}

/// One joint move of a match, and how it came about. All lists are in role order.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How many joint moves were made before.
    pub step: usize,
    /// The moves.
    pub joint: Vec<MoveId>,
    /// The same as text, in the words of the rules that the match was set up with.
    pub moves: Vec<String>,
    /// How many legal moves each role had.
    pub choices: Vec<usize>,
    /// Why the move is not the player's own.
    pub troubles: Vec<Option<Trouble>>,
    /// What the player found out; nothing for those who were not asked.
    pub reports: Vec<Option<SearchReport>>,
    /// How long the match waited for the player.
    pub thinking: Vec<Option<Duration>>,
    /// What each role saw of it, in a game that hides.
    pub percepts: Vec<Vec<String>>,
    /// The state that followed.
    pub next: State,
    /// When: milliseconds since 1970.
    pub time: u64,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// By the rules, with these goals.
    Completed(Vec<i32>),
    /// It was given up, for this reason.
    Aborted(String),
}

/// A match that was played.
#[derive(Clone)]
pub struct Played {
    /// Its record.
    pub record: MatchRecord,
    /// Its moves, with all that the players found out.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub outcome: Outcome,
    /// What was played: the rules of the set-up, or a scrambled copy of them.
    pub rules: Rules,
}

/// Something that has just happened in a match.
pub enum Moment<'a> {
    /// The match begins in this state; how long each player got ready, and what went wrong with it.
    Begun(&'a Rules, &'a State, &'a Readiness),
    /// A joint move was made.
    Moved(&'a Rules, &'a Turn),
}

/// How the players got ready. All lists are in role order.
#[derive(Clone, Default, Debug)]
pub struct Readiness {
    /// What went wrong.
    pub troubles: Vec<Option<Trouble>>,
    /// What was found out.
    pub reports: Vec<Option<SearchReport>>,
    /// How long the match waited.
    pub thinking: Vec<Option<Duration>>,
}

impl Readiness {
    /// Nothing to report about any role.
    pub fn none(roles: usize) -> Readiness {
        Readiness {
            troubles: vec![None; roles],
            reports: vec![None; roles],
            thinking: vec![None; roles],
        }
    }
}

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Not one player for each role.
    #[error("{game} has {roles} roles ({names}), but {players} players are named")]
    Players {
        /// The game.
        game: String,
        /// How many roles it has.
        roles: usize,
        /// Their names.
        names: String,
        /// How many players there are.
        players: usize,
    },
    /// A player cannot take its seat.
    #[error("{role}: {error}")]
    Player {
        /// The role.
        role: String,
        /// Why not.
        error: PlayerError,
    },
    /// The scrambled rules cannot be loaded.
    #[error("the scrambled rules cannot be played: {0}")]
    Scramble(#[from] LoadError),
    /// The rules do not give so much as a first state.
    #[error("the match cannot begin: {0}")]
    Rules(#[from] Stopped),
    /// The system has no thread for a player.
    #[error("cannot start a thread for a player: {0}")]
    Thread(#[from] std::io::Error),
}
