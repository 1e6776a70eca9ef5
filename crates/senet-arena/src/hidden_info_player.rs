//! A player of games with hidden information. It searches some of the believed states and makes the move with the best average value.

use crate::belief::{Belief, ObservedStep};
use crate::chance::{Purpose, number};
use crate::local_player::LocalPlayer;
use crate::seat::{MatchEnding, Occupant, ProposedMove, SeatAnswer, ThinkLimit, TurnInfo};
use crate::{PlayerFault, Rules};
use fastrand::Rng;
use senet_engine::{Game, MoveId, RoleId, State, Stopped};
use senet_search::{Budget, MoveChoice, SearchReport, Stop};
use std::sync::Arc;

/// The number of believed states searched for one move.
const WORLDS: usize = 8;
/// The share of the time for updating the belief.
const BELIEF_SHARE: f64 = 0.3;

/// A player of games with hidden information.
pub struct HiddenInfoPlayer {
    thinker: LocalPlayer,
    game: Arc<dyn Game>,
    role: RoleId,
    /// An error if the rules gave no first state.
    belief: Result<Belief, Stopped>,
    rng: Rng,
    /// Sightings that the belief does not contain yet.
    unseen: Vec<ObservedStep>,
}

impl HiddenInfoPlayer {
    /// Wraps a local player.
    pub fn new(thinker: LocalPlayer, rules: &Rules, role: RoleId, seed: u64) -> HiddenInfoPlayer {
        let seed = number(seed, Purpose::Belief, role);
        HiddenInfoPlayer {
            thinker,
            game: rules.game.clone(),
            role,
            belief: Belief::new(rules.game.clone(), role, seed),
            rng: Rng::with_seed(seed),
            unseen: Vec::new(),
        }
    }

    /// Updates the belief and samples states from it.
    fn worlds(&mut self, budget: &Budget) -> Result<Vec<State>, PlayerFault> {
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
            true => Err(PlayerFault::Broken("no state fits the percepts".into())),
            false => Ok(states),
        }
    }

    /// Searches each of the states in turn.
    fn think(&mut self, worlds: &[State], budget: &Budget) -> Result<Vec<MoveChoice>, PlayerFault> {
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
                Err(fault) if choices.is_empty() => return Err(fault),
                // Use the choices made so far.
                Err(_) => break,
            }
        }
        Ok(choices)
    }
}

fn troubled(stopped: &Stopped) -> PlayerFault {
    match stopped {
        Stopped::Signalled => PlayerFault::Late,
        other => PlayerFault::Broken(other.to_string()),
    }
}

/// The move with the best average value.
fn on_average(choices: &[MoveChoice], legal: &[MoveId], role: RoleId) -> Option<SeatAnswer> {
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
    Some(SeatAnswer {
        proposal: Some(ProposedMove::Move(best)),
        report: SearchReport {
            stop,
            simulations: reports().map(|report| report.simulations).sum(),
            nodes: reports().map(|report| report.nodes).sum(),
            depth: reports().map(|report| report.depth).max().unwrap_or(0),
            notes: vec![format!(
                "searched {} states that fit the percepts",
                choices.len()
            )],
            ..SearchReport::default()
        },
    })
}

/// The value of a move in one state: the player's estimate, or 100 if the player chose the move and gave no estimate.
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

impl Occupant for HiddenInfoPlayer {
    fn start(&mut self, limit: &ThinkLimit) -> Result<SeatAnswer, PlayerFault> {
        self.thinker.start(limit)
    }

    fn note(&mut self, turn_info: &TurnInfo) {
        if let Some(own) = turn_info.own {
            self.unseen.push(ObservedStep {
                own,
                percepts: turn_info.percepts.iter().cloned().collect(),
            });
        }
    }

    fn choose(&mut self, _news: &TurnInfo, limit: &ThinkLimit) -> Result<SeatAnswer, PlayerFault> {
        let budget = limit.budget.for_this_thread();
        let worlds = self.worlds(&budget.part(BELIEF_SHARE))?;
        let legal = {
            let _watch = budget.watch();
            let legal = self.game.legal(&worlds[0], self.role);
            legal.map_err(|stopped| troubled(&stopped))?
        };
        if legal.len() == 1 {
            return Ok(SeatAnswer {
                proposal: Some(ProposedMove::Move(legal[0])),
                report: SearchReport::stopped(Stop::OnlyMove),
            });
        }
        let choices = self.think(&worlds, &budget)?;
        let answer = on_average(&choices, &legal, self.role);
        answer.ok_or_else(|| PlayerFault::Broken("no legal move".into()))
    }

    fn end(&mut self, _ending: &MatchEnding, _limit: &ThinkLimit) {}
}
