//! The set-up of a match, and its result.

use crate::protocol::{Dialect, Percepts};
use crate::{Clocks, MatchRecord, PlayerFault, PlayerSpec, Rules};
use senet_engine::{Deadline, LoadError, MoveId, State, Stopped};
use senet_search::{PlayerError, PlayerName, SearchReport};
use std::time::Duration;

/// The move that replaces a late or illegal one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Substitute {
    /// Each legal move is equally likely.
    #[default]
    Random,
    /// The first legal move, as Dresden hosts do.
    FirstLegal,
}

/// Options for remote players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostOptions {
    /// The dialect of the messages.
    pub dialect: Dialect,
    /// The form of percepts in games with hidden information.
    pub percepts: Percepts,
    /// True if every player gets different scrambled names; otherwise all get the same.
    pub scramble_each: bool,
    /// The longest answer in bytes.
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

/// The players, clocks and options of a match.
#[derive(Clone)]
pub struct MatchSetup {
    /// The game.
    pub rules: Rules,
    /// The players, in role order. The player given for the chance role (`random`) is not asked.
    pub players: Vec<PlayerSpec>,
    /// The clocks.
    pub clocks: Clocks,
    /// The seed of every random choice.
    pub seed: u64,
    /// The opening: joint moves made before any player is asked, as texts in role order.
    pub opening: Vec<Vec<String>>,
    /// True if players use the start clock one after the other. In games with alternating moves, then only one player thinks at a time.
    pub start_in_turn: bool,
    /// True if the match uses a scrambled rule sheet.
    pub scramble: bool,
    /// The match is aborted after this number of joint moves.
    pub max_steps: usize,
    /// The move that replaces a late or illegal one.
    pub substitute: Substitute,
    /// Options for remote players.
    pub host: HostOptions,
    /// The identifier of the match: one word. By default it is made of the game and the time.
    pub id: Option<String>,
    /// The tournament that the match belongs to.
    pub tournament: Option<String>,
    /// The address of the rule sheet in a repository, for the record.
    pub address: Option<String>,
    /// The match is aborted at this deadline.
    pub deadline: Deadline,
}

/// The default limit on joint moves.
const MAX_STEPS: usize = 10_000;

impl MatchSetup {
    /// A match of local players.
    pub fn of(rules: Rules, players: Vec<PlayerName>, clocks: Clocks, seed: u64) -> MatchSetup {
        MatchSetup {
            rules,
            players: players.into_iter().map(PlayerSpec::Player).collect(),
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
            deadline: Deadline::never(),
        }
    }
}

/// One joint move of a match. All lists are in role order.
#[derive(Clone, Debug)]
pub struct MatchTurn {
    /// The number of joint moves before this one.
    pub step: usize,
    /// The moves.
    pub joint: Vec<MoveId>,
    /// The moves as texts. They use the original names, even if the match uses a scrambled sheet.
    pub moves: Vec<String>,
    /// The number of legal moves of each role.
    pub choices: Vec<usize>,
    /// Why the move is a substitute; `None` if it is the player's own.
    pub faults: Vec<Option<PlayerFault>>,
    /// The report of the player; `None` for a role that was not asked.
    pub reports: Vec<Option<SearchReport>>,
    /// The time that the match waited for the player.
    pub thinking: Vec<Option<Duration>>,
    /// The percepts of each role, in a game with hidden information.
    pub percepts: Vec<Vec<String>>,
    /// The next state.
    pub next: State,
    /// The time: milliseconds since 1970.
    pub time: u64,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchOutcome {
    /// The match reached a terminal state, with these goals.
    Completed(Vec<i32>),
    /// The match was aborted for this reason.
    Aborted(String),
}

/// A finished match.
#[derive(Clone)]
pub struct PlayedMatch {
    /// The record.
    pub record: MatchRecord,
    /// The joint moves, with the full reports of the players.
    pub turns: Vec<MatchTurn>,
    /// How the match ended.
    pub outcome: MatchOutcome,
    /// The rules of the match: those of the set-up, or a scrambled copy.
    pub rules: Rules,
}

/// An event of a running match.
pub enum MatchEvent<'a> {
    /// The match starts in this state, after the players have used the start clock.
    Begun(&'a Rules, &'a State, &'a Readiness),
    /// A joint move was made.
    Moved(&'a Rules, &'a MatchTurn),
}

/// How the players used the start clock. All lists are in role order.
#[derive(Clone, Default, Debug)]
pub struct Readiness {
    /// The faults.
    pub faults: Vec<Option<PlayerFault>>,
    /// The reports.
    pub reports: Vec<Option<SearchReport>>,
    /// How long the match waited.
    pub thinking: Vec<Option<Duration>>,
}

impl Readiness {
    /// An empty report for each role.
    pub fn none(roles: usize) -> Readiness {
        Readiness {
            faults: vec![None; roles],
            reports: vec![None; roles],
            thinking: vec![None; roles],
        }
    }
}

/// Why a match cannot start.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The number of players does not fit the game.
    #[error("{game} has {roles} roles ({names}), but there are {players} players")]
    Players {
        /// The game.
        game: String,
        /// The number of roles.
        roles: usize,
        /// The names of the roles.
        names: String,
        /// The number of players.
        players: usize,
    },
    /// A player cannot play this game.
    #[error("{role}: {error}")]
    Player {
        /// The role.
        role: String,
        /// The reason.
        error: PlayerError,
    },
    /// The scrambled rules cannot be loaded.
    #[error("the scrambled rules cannot be played: {0}")]
    Scramble(#[from] LoadError),
    /// The rules give no first state.
    #[error("the match cannot start: {0}")]
    Rules(#[from] Stopped),
    /// The system has no thread for a player.
    #[error("cannot start a thread for a player: {0}")]
    Thread(#[from] std::io::Error),
}
