//! Quick matches between candidates: first against `uct`, then between the best two.

use super::quick_match::{opening, play};
use super::score::Score;
use super::verdict::Verdict;
use crate::{Budget, Player, Setting};
use fastrand::Rng;
use senet_engine::{RoleId, Stopped, spread_seed};

/// The number of matches that each candidate should get.
const MATCHES: f64 = 10.0;
/// The shortest sensible time for a move of a quick match, in seconds.
const SHORTEST_MOVE: f64 = 0.004;
/// The share of the trial for matches against `uct`.
const FIRST_SHARE: f64 = 0.7;
/// A match begins with one random joint move for each role, and up to this many more.
const OPENING_MOVES: usize = 4;

/// A player to try.
pub struct Candidate {
    /// The name of the player.
    pub name: &'static str,
    /// A prepared player, from which the players of all matches are made.
    pub player: Box<dyn Player>,
}

impl Candidate {
    /// A player for a match.
    pub fn ready(&self, setting: &Setting) -> Result<Box<dyn Player>, Stopped> {
        let unready = || Stopped::Misuse(format!("`{}` prepares for one match only", self.name));
        self.player.rematch(setting).ok_or_else(unready)
    }
}

/// The candidates, and the game.
pub struct Trial<'a> {
    /// The game.
    pub setting: &'a Setting,
    /// The player to beat.
    pub uct: Candidate,
    /// The players that may replace `uct`.
    pub candidates: Vec<Candidate>,
    /// True if there are two roles, and one wins what the other loses.
    pub is_constant_sum: bool,
    /// The expected number of moves of a match.
    pub moves: f64,
}

impl Trial<'_> {
    /// Plays matches until the budget is over or the choice is clear.
    pub fn run(&self, budget: &Budget) -> Verdict {
        let _watch = budget.watch();
        let scores = self.candidates.iter().map(|one| Score::new(one.name));
        let mut verdict = Verdict::new(scores.collect());
        self.against_uct(&mut verdict, &budget.part(FIRST_SHARE));
        if let [first, second] = verdict.finalists()[..] {
            let mut duel = Score::new(verdict.scores[first].name);
            self.between(first, second, &mut duel, &budget.part(1.0));
            verdict.decide(first, second, duel);
        }
        verdict
    }

    /// Rounds against `uct`. A stopped query means that the time is up: the finished matches count.
    fn against_uct(&self, verdict: &mut Verdict, budget: &Budget) {
        let share = self.move_share(budget, self.candidates.len());
        for number in 0.. {
            let open = verdict.open();
            if open.is_empty() || budget.is_over() {
                return;
            }
            for at in open {
                let round = Round {
                    own: &self.candidates[at],
                    other: &self.uct,
                    number,
                    share,
                };
                match self.play_round(&round, budget) {
                    Ok(results) => verdict.scores[at].extend(&results),
                    Err(_) => return,
                }
            }
        }
    }

    /// Rounds between two candidates.
    fn between(&self, first: usize, second: usize, duel: &mut Score, budget: &Budget) {
        let share = self.move_share(budget, 1);
        for number in 0.. {
            if duel.is_decided() || budget.is_over() {
                return;
            }
            let round = Round {
                own: &self.candidates[first],
                other: &self.candidates[second],
                number,
                share,
            };
            match self.play_round(&round, budget) {
                Ok(results) => duel.extend(&results),
                Err(_) => return,
            }
        }
    }

    /// One match for each seat, all with the same opening. Returns the results of the matches that ended.
    fn play_round(&self, round: &Round, budget: &Budget) -> Result<Vec<f64>, Stopped> {
        let roles = self.setting.game.roles().len();
        let usual = match self.is_constant_sum {
            true => None,
            false => self.play_match(round, None, budget)?,
        };
        let mut results = Vec::with_capacity(roles);
        for own in 0..roles {
            let goals = self.play_match(round, Some(own), budget)?;
            match (goals, &usual) {
                (Some(goals), Some(usual)) => results.push(compare(goals[own], usual[own])),
                (Some(goals), None) if self.is_constant_sum => {
                    results.push(compare(goals[own], goals[1 - own]));
                }
                _ => {}
            }
        }
        Ok(results)
    }

    /// Plays a match in which one seat, or none, belongs to the candidate. Returns the goals if it ended in time.
    fn play_match(
        &self,
        round: &Round,
        own: Option<RoleId>,
        budget: &Budget,
    ) -> Result<Option<Vec<f64>>, Stopped> {
        let game = &*self.setting.game;
        let seed = spread_seed(self.setting.seed, round.number);
        let mut rng = Rng::with_seed(seed);
        let roles = game.roles().len();
        let start = opening(game, roles + rng.usize(0..=OPENING_MOVES), &mut rng)?;
        let seat = |role: RoleId| {
            let setting = Setting {
                role,
                seed: spread_seed(seed, role as u64),
                ..self.setting.clone()
            };
            match own == Some(role) {
                true => round.own.ready(&setting),
                false => round.other.ready(&setting),
            }
        };
        let mut players = (0..roles).map(seat).collect::<Result<Vec<_>, _>>()?;
        play(game, start, &mut players, budget, round.share)
    }

    /// The share of a budget for one move, so that each candidate gets its matches.
    fn move_share(&self, budget: &Budget, candidates: usize) -> f64 {
        let wished = 1.0 / (MATCHES * self.moves * candidates.max(1) as f64);
        let seconds = budget
            .total()
            .map_or(f64::INFINITY, |total| total.as_secs_f64());
        wished.max(SHORTEST_MOVE / seconds.max(SHORTEST_MOVE))
    }
}

/// The matches with one opening.
struct Round<'a> {
    own: &'a Candidate,
    other: &'a Candidate,
    number: u64,
    share: f64,
}

/// 1 if the first goal is better, 1/2 if both are equal, 0 if it is worse.
fn compare(own: f64, other: f64) -> f64 {
    match own.total_cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}
