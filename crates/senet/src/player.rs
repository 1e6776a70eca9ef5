//! Players that search.

use crate::{Error, Move, State};
use senet_search::{Budget, PLAYER_KINDS, PlayerName, SearchReport, Setting, chance_role, player};
use std::time::Duration;

/// A kind of player and its options. It searches a state for the best moves.
///
/// ```
/// use std::time::Duration;
/// let state = senet::Game::library("tic-tac-toe")?.initial();
/// let advice = senet::Player::uct().seed(1).think(&state, Duration::from_millis(50))?;
/// println!("{} is expected to give {:?}", advice.joint()[0], advice.values(0));
/// # Ok::<(), senet::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    name: PlayerName,
    seed: u64,
}

impl Player {
    /// Monte-Carlo tree search: strong without knowledge of the game.
    pub fn uct() -> Player {
        Player::of_kind("uct")
    }

    /// Depth-first search: solves small games.
    pub fn minimax() -> Player {
        Player::of_kind("minimax")
    }

    /// Nested Monte-Carlo search, for puzzles.
    pub fn nested() -> Player {
        Player::of_kind("nested")
    }

    /// Plays every legal move with the same probability.
    pub fn random() -> Player {
        Player::of_kind("random")
    }

    /// A player by name: `kind`, or `kind:key=value,…`, as on the command line.
    ///
    /// ```
    /// let player = senet::Player::named("uct:threads=2,c=0.7")?;
    /// assert!(senet::Player::named("uct:").is_ok());
    /// # Ok::<(), senet::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Player, Error> {
        let name: PlayerName = name.parse()?;
        Ok(Player { name, seed: 0 })
    }

    /// The kinds of players, each with a sentence about it.
    pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
        PLAYER_KINDS.iter().map(|kind| (kind.name, kind.about))
    }

    fn of_kind(kind: &str) -> Player {
        Player {
            name: PlayerName::plain(kind),
            seed: 0,
        }
    }

    /// Sets an option of the kind, such as `threads` or `c`.
    pub fn option(mut self, key: &str, value: impl ToString) -> Player {
        self.name.options.insert(key.to_string(), value.to_string());
        self
    }

    /// Sets the number of threads, for kinds that have this option.
    pub fn threads(self, threads: usize) -> Player {
        self.option("threads", threads)
    }

    /// Sets the seed of all random choices [default: 0].
    pub fn seed(mut self, seed: u64) -> Player {
        self.seed = seed;
        self
    }

    /// The name, as on the command line.
    pub fn name(&self) -> String {
        self.name.to_string()
    }

    /// Searches a state for each role that has a choice, one role after another, for `time` each. The role of chance, `random`, gets a random move.
    pub fn think(&self, state: &State, time: Duration) -> Result<Advice, Error> {
        if state.is_terminal() {
            return Err(Error::Over);
        }
        let rules = state.game().rules();
        let chance = chance_role(&*rules.game);
        let (mut joint, mut reports) = (Vec::new(), Vec::new());
        for role in 0..rules.game.roles().len() {
            let setting = Setting {
                game: rules.game.clone(),
                role,
                seed: senet_engine::spread_seed(self.seed, role as u64),
                learn: rules.learn.clone(),
            };
            let name = match chance == Some(role) {
                true => &PlayerName::plain("random"),
                false => &self.name,
            };
            let choice =
                player(name, setting)?.choose(state.raw(), &Budget::seconds(time.as_secs_f64()))?;
            let legal = state.legal_moves(role).iter();
            joint.extend(legal.filter(|m| m.id() == choice.chosen).cloned());
            reports.push(choice.report);
        }
        Ok(Advice { joint, reports })
    }
}

/// The moves that a player recommends, one for each role, and the report of the player.
#[derive(Clone, Debug)]
pub struct Advice {
    joint: Vec<Move>,
    reports: Vec<SearchReport>,
}

impl Advice {
    /// The recommended joint move.
    pub fn joint(&self) -> &[Move] {
        &self.joint
    }

    /// The goals that the search of a role expects for all roles; empty if it has no estimate.
    pub fn values(&self, role: usize) -> &[f64] {
        &self.reports[role].values
    }

    /// The number of playouts that the search of a role made.
    pub fn simulations(&self, role: usize) -> u64 {
        self.reports[role].simulations
    }
}
