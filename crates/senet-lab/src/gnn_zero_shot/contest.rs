//! Matches of the network against other players.

use super::game::PlayedGame;
use super::player::NetworkPlayer;
use crate::score::MatchScore;
use senet_console::Failure;
use senet_engine::{Deadline, Stopped, spread_seed};
use senet_neural::PolicyNetwork;
use senet_search::{Budget, Player, PlayerName, Setting, player};
use serde::Serialize;
use std::sync::Arc;

/// Moves after which a match is a draw.
const MOST_MOVES: usize = 300;

/// An opponent, and how much the network may search against it.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The name in the table.
    pub name: &'static str,
    /// The other player.
    pub opponent: &'static str,
    /// Simulations per move, for both sides.
    pub simulations: usize,
}

/// The contests of the experiment. Against the simplest players, the network plays without search. Against plain
/// search, it plays with search.
pub const CONTESTS: [Contest; 3] = [
    Contest {
        name: "no search against random",
        opponent: "random",
        simulations: 0,
    },
    Contest {
        name: "no search against greedy",
        opponent: "greedy",
        simulations: 0,
    },
    Contest {
        name: "100 simulations against uct with 100",
        opponent: "uct:batch=1,playouts=1",
        simulations: 100,
    },
];

/// The result of a contest on one game.
#[derive(Clone, Debug, Serialize)]
pub struct ContestResult {
    /// The game.
    pub game: String,
    /// `trained`, `variant` or `unseen`.
    pub group: &'static str,
    /// The contest.
    pub contest: &'static str,
    /// The score of the network.
    pub score: MatchScore,
    /// `yes` if the 95 % interval is above one half, `no` if it is below, else `open`.
    pub beats: &'static str,
}

impl Contest {
    /// Plays pairs of matches with swapped seats until the number of matches or the deadline is reached.
    pub fn play(
        &self,
        game: &Arc<PlayedGame>,
        network: &Arc<PolicyNetwork>,
        matches: usize,
        seed: u64,
        end: &Deadline,
    ) -> Result<MatchScore, Failure> {
        let mut score = MatchScore::default();
        for number in 0..matches {
            if number >= 2 && number % 2 == 0 && end.is_over() {
                break;
            }
            let seat = number % 2;
            let seed = spread_seed(seed, number as u64);
            let goals = self.play_one(game, network, seat, seed);
            let goals = goals?;
            score.add(goals[seat], goals[1 - seat]);
        }
        Ok(score)
    }

    /// Plays one match and returns the goals; all 0 if it reaches the move limit.
    fn play_one(
        &self,
        game: &Arc<PlayedGame>,
        network: &Arc<PolicyNetwork>,
        seat: usize,
        seed: u64,
    ) -> Result<[i32; 2], Stopped> {
        let name: PlayerName = self.opponent.parse().expect("the names are valid");
        let setting = Setting {
            game: game.game.clone(),
            role: 1 - seat,
            seed,
            learn: None,
        };
        let other = player(&name, setting).map_err(|error| Stopped::Misuse(error.to_string()))?;
        let own: Box<dyn Player> = Box::new(NetworkPlayer {
            game: game.clone(),
            network: network.clone(),
            role: seat,
            simulations: self.simulations,
        });
        let mut players = match seat {
            0 => [own, other],
            _ => [other, own],
        };
        let rules = &*game.game;
        let mut state = rules.initial()?;
        for _ in 0..MOST_MOVES {
            if rules.is_terminal(&state)? {
                let goal = |role| Ok(rules.goal(&state, role)?.value().unwrap_or(0));
                return Ok([goal(0)?, goal(1)?]);
            }
            let budget = || Budget::unlimited().with_simulations(self.simulations.max(1) as u64);
            let mut joint = Vec::new();
            for player in &mut players {
                joint.push(player.choose(&state, &budget())?.chosen);
            }
            state = rules.next(&state, &joint)?;
            players
                .iter_mut()
                .for_each(|player| player.observe(&joint, &state));
        }
        Ok([0, 0])
    }
}

/// Says whether the network beats the opponent, by the interval of the score.
pub fn verdict(score: &MatchScore) -> &'static str {
    match score.interval() {
        (low, _) if low > 0.5 => "yes",
        (_, high) if high < 0.5 => "no",
        _ => "open",
    }
}
