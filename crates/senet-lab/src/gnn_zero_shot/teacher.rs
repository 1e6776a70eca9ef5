//! The teacher: matches of `uct` against itself, whose visits and values are the examples.

use super::game::{Look, PlayedGame};
use fastrand::Rng;
use senet_console::Failure;
use senet_engine::{Deadline, MoveId, Stopped, spread_seed};
use senet_ground::{RuleEvaluator, RuleIndex};
use senet_neural::PolicyExample;
use senet_search::{Budget, PlayerName, SearchReport, Setting, player};

/// Simulations per move of the teacher.
const SIMULATIONS: u64 = 400;
/// The share of random moves, so that weak positions occur too.
const RANDOM_SHARE: f32 = 0.1;
/// Moves after which a match is cut off.
const MOST_MOVES: usize = 200;
/// The teacher. Fixed sizes of batches make it the same on every machine. Without the solver, it does not stop at the first winning move, so
/// equally good moves get equal shares.
const TEACHER: &str = "uct:batch=1,playouts=1,expand=1,reuse=off,solver=off";

/// Plays matches of a game until the end. Returns the examples, and the number of matches.
pub fn teach(
    number: usize,
    game: &PlayedGame,
    seed: u64,
    end: &Deadline,
) -> Result<(Vec<PolicyExample>, usize), Failure> {
    let index = RuleIndex::new(&game.grounded);
    let mut lesson = Lesson {
        number,
        game,
        evaluator: RuleEvaluator::new(&index),
        index: &index,
        rng: Rng::with_seed(seed),
        seed,
        examples: Vec::new(),
    };
    let mut matches = 0;
    while matches == 0 || !end.is_over() {
        lesson.play(end)?;
        matches += 1;
    }
    Ok((lesson.examples, matches))
}

struct Lesson<'a> {
    number: usize,
    game: &'a PlayedGame,
    index: &'a RuleIndex<'a>,
    evaluator: RuleEvaluator<'a>,
    rng: Rng,
    seed: u64,
    examples: Vec<PolicyExample>,
}

impl Lesson<'_> {
    /// Plays one match and keeps an example for every role and state.
    fn play(&mut self, end: &Deadline) -> Result<(), Stopped> {
        let game = &*self.game.game;
        let mut state = game.initial()?;
        for _ in 0..MOST_MOVES {
            let fluents = self.game.fluents(&state);
            let look = Look::at(&self.game.graph, self.index, &mut self.evaluator, fluents);
            if look.goals.is_some() || look.legal.iter().any(Vec::is_empty) || end.is_over() {
                break;
            }
            let mut joint = Vec::new();
            let mut reports: Vec<Option<SearchReport>> = Vec::new();
            for (role, legal) in look.legal.iter().enumerate() {
                let report = match legal.len() {
                    1 => None,
                    _ => Some(self.search(role, &state)?),
                };
                joint.push(self.choose(role, &state, report.as_ref())?);
                reports.push(report);
            }
            self.keep(look, &reports);
            state = game.next(&state, &joint)?;
        }
        Ok(())
    }

    fn search(
        &mut self,
        role: usize,
        state: &senet_engine::State,
    ) -> Result<SearchReport, Stopped> {
        let setting = Setting {
            game: self.game.game.clone(),
            role,
            seed: spread_seed(self.seed, self.rng.u64(..)),
            learn: None,
        };
        let name: PlayerName = TEACHER.parse().expect("the name of the teacher is valid");
        let mut uct = player(&name, setting).map_err(|error| Stopped::Misuse(error.to_string()))?;
        let budget = Budget::unlimited().with_simulations(SIMULATIONS);
        Ok(uct.choose(state, &budget)?.report)
    }

    /// A move by the share of its visits, or a random one.
    fn choose(
        &mut self,
        role: usize,
        state: &senet_engine::State,
        report: Option<&SearchReport>,
    ) -> Result<MoveId, Stopped> {
        let legal = self.game.game.legal(state, role)?;
        let moves = report.map_or(&[][..], |report| &report.moves);
        let visits: u64 = moves.iter().map(|one| one.visits).sum();
        if visits == 0 || self.rng.f32() < RANDOM_SHARE {
            return Ok(legal[self.rng.usize(..legal.len())]);
        }
        let mut left = self.rng.u64(..visits);
        for one in moves {
            if left < one.visits {
                return Ok(one.id);
            }
            left -= one.visits;
        }
        Ok(legal[0])
    }

    /// Keeps an example for each role whose value a search estimated.
    fn keep(&mut self, look: Look, reports: &[Option<SearchReport>]) {
        for (role, legal) in look.legal.iter().enumerate() {
            let own = reports[role].as_ref();
            let told = own.into_iter().chain(reports.iter().flatten());
            let Some(value) = told.filter_map(|report| report.value(role)).next() else {
                continue;
            };
            let policy = match own {
                Some(report) => self.policy(role, legal, report),
                None => Some(vec![1.0]),
            };
            if let Some(policy) = policy {
                self.examples.push(PolicyExample {
                    game: self.number,
                    position: look.position.clone(),
                    role,
                    moves: legal.clone(),
                    policy,
                    value: (value / 100.0) as f32,
                });
            }
        }
    }

    /// The share of visits of each legal move; none if there were no visits.
    fn policy(&self, role: usize, legal: &[u32], report: &SearchReport) -> Option<Vec<f32>> {
        let mut policy = vec![0.0; legal.len()];
        for one in &report.moves {
            let number = self.game.number(role, one.id)?;
            let at = legal.iter().position(|&legal| legal == number)?;
            policy[at] = one.visits as f32;
        }
        let sum: f32 = policy.iter().sum();
        policy.iter_mut().for_each(|share| *share /= sum);
        (sum > 0.0).then_some(policy)
    }
}
