//! A player of a game that hides: thinks about some of the states that fit what was seen, and makes the move that is best on average.

use crate::belief::{Belief, Sighting};
use crate::chance::{Purpose, number};
use crate::seat::{Answer, Ending, Limit, News, Occupant, Proposal};
use crate::thinker::Thinker;
use crate::{Rules, Trouble};
use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId, State, Stopped};
use senet_search::{Budget, MoveChoice, SearchReport, Stop};
use std::sync::Arc;

/// States that are thought about for one move.
const WORLDS: usize = 8;
/// The share of the time that may be spent on finding out which states fit.
const BELIEF_SHARE: f64 = 0.3;

/// A player of a game that hides.
pub struct Guesser {
    thinker: Thinker,
    game: Arc<dyn Game>,
    role: RoleId,
    /// Nothing if not even the first state could be had.
    belief: Result<Belief, Stopped>,
    rng: Rng,
    /// What was told and is not worked out yet.
    unseen: Vec<Sighting>,
}

impl Guesser {
    /// Takes the seat of a player.
    pub fn new(thinker: Thinker, rules: &Rules, role: RoleId, seed: u64) -> Guesser {
        let seed = number(seed, Purpose::Belief, role);
        Guesser {
            thinker,
            game: rules.game.clone(),
            role,
            belief: Belief::new(rules.game.clone(), role, seed),
            rng: Rng::with_seed(seed),
            unseen: Vec::new(),
        }
    }

    /// Works out which states fit.
    fn worlds(&mut self, budget: &Budget) -> Result<Vec<State>, Trouble> {
        let belief = self.belief.as_mut().map_err(|stopped| troubled(stopped))?;
        for sighting in self.unseen.drain(..) {
            belief
                .see(sighting, budget)
                .map_err(|stopped| troubled(&stopped))?;
        }
        let mut states = belief.states().to_vec();
        self.rng.shuffle(&mut states);
        states.truncate(WORLDS);
        match states.is_empty() {
            true => Err(Trouble::Broken(
                "no state was found that fits what was seen".into(),
            )),
            false => Ok(states),
        }
    }

    /// Thinks about each of the states in turn.
    fn think(&mut self, worlds: &[State], budget: &Budget) -> Result<Vec<MoveChoice>, Trouble> {
        let mut choices = Vec::new();
        for (done, world) in worlds.iter().enumerate() {
            let left = worlds.len() - done;
            let share = match budget.total() {
                Some(total) if !total.is_zero() => {
                    let rest = budget.remaining().unwrap_or(total);
                    rest.as_secs_f64() / total.as_secs_f64() / left as f64
                }
                _ => 1.0,
            };
            match self.thinker.think(world, &budget.part(share)) {
                Ok(choice) => choices.push(choice),
                Err(trouble) if choices.is_empty() => return Err(trouble),
                // What was thought about until now has to do.
                Err(_) => break,
            }
        }
        Ok(choices)
    }
}

fn troubled(stopped: &Stopped) -> Trouble {
    match stopped {
        Stopped::Signalled => Trouble::Late,
        other => Trouble::Broken(other.to_string()),
    }
}

/// The move that is best on average, and what was found out.
fn on_average(choices: &[MoveChoice], legal: &[MoveId], role: RoleId) -> Option<Answer> {
    let score = |id: MoveId| {
        choices
            .iter()
            .map(|choice| worth(choice, id, role))
            .sum::<f64>()
    };
    let best = legal
        .iter()
        .copied()
        .max_by(|&a, &b| score(a).total_cmp(&score(b)))?;
    let reports = || choices.iter().map(|choice| &choice.report);
    let stop = reports()
        .next_back()
        .map_or(Stop::Done, |report| report.stop);
    Some(Answer {
        proposal: Some(Proposal::Move(best)),
        report: SearchReport {
            stop,
            simulations: reports().map(|report| report.simulations).sum(),
            nodes: reports().map(|report| report.nodes).sum(),
            depth: reports().map(|report| report.depth).max().unwrap_or(0),
            notes: vec![format!(
                "thought about {} states that fit what was seen",
                choices.len()
            )],
            ..SearchReport::default()
        },
    })
}

/// What a move is worth in one of the states: what the player thinks of it, or whether it is the one that was chosen.
fn worth(choice: &MoveChoice, id: MoveId, role: RoleId) -> f64 {
    let values = || {
        let moves = choice.report.moves.iter();
        moves.filter_map(|known| known.values.get(role).map(|value| (known.id, *value)))
    };
    let found = values()
        .find(|(known, _)| *known == id)
        .map(|(_, value)| value);
    let least = values()
        .map(|(_, value)| value)
        .fold(f64::INFINITY, f64::min);
    match found {
        Some(value) => value,
        None if choice.chosen == id => 100.0,
        None if least.is_finite() => least,
        None => 0.0,
    }
}

impl Occupant for Guesser {
    fn start(&mut self, limit: &Limit) -> Result<Answer, Trouble> {
        self.thinker.start(limit)
    }

    fn note(&mut self, news: &News) {
        if let Some(own) = news.own {
            self.unseen.push(Sighting {
                own,
                percepts: news.percepts.iter().cloned().collect(),
            });
        }
    }

    fn choose(&mut self, _news: &News, limit: &Limit) -> Result<Answer, Trouble> {
        let budget = limit.budget.for_this_thread();
        let worlds = self.worlds(&budget.part(BELIEF_SHARE))?;
        let legal = {
            let _watch = budget.watch();
            let legal = self.game.legal(&worlds[0], self.role);
            legal.map_err(|stopped| troubled(&stopped))?
        };
        if legal.len() == 1 {
            return Ok(Answer {
                proposal: Some(Proposal::Move(legal[0])),
                report: SearchReport::stopped(Stop::OnlyMove),
            });
        }
        let choices = self.think(&worlds, &budget)?;
        let answer = on_average(&choices, &legal, self.role);
        answer.ok_or_else(|| Trouble::Broken("no legal move".into()))
    }

    fn end(&mut self, _ending: &Ending, _limit: &Limit) {}
}
