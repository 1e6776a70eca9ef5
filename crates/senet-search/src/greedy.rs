//! `greedy`: looks one move ahead.
//!
//! It examines a limited number of successor states per move, and plays the move with the best mean goal. Goals of
//! states that are not terminal count where the rules define them: many games pay for captures, for example.

use crate::player::legal_moves;
use crate::{
    Budget, MoveChoice, MoveReport, OptionReader, Player, PlayerError, SearchReport, Setting, Stop,
};
use fastrand::Rng;
use senet_engine::{MoveId, State, Stopped};

/// The maximum number of successor states per move.
const STATES_PER_MOVE: usize = 64;

/// Looks one move ahead.
pub struct GreedyPlayer {
    setting: Setting,
    rng: Rng,
}

impl GreedyPlayer {
    /// Creates the player.
    pub fn create(options: OptionReader, setting: Setting) -> Result<Box<dyn Player>, PlayerError> {
        options.finish()?;
        let rng = Rng::with_seed(setting.seed);
        Ok(Box::new(GreedyPlayer { setting, rng }))
    }

    /// The reports of the moves examined so far, and the stop reason.
    fn look(
        &mut self,
        state: &State,
        legal: &[MoveId],
        budget: &Budget,
    ) -> (Vec<MoveReport>, Stop) {
        let mut reports = Vec::with_capacity(legal.len());
        for &id in legal {
            if let Some(stop) = budget.stop(nodes(&reports), 0, 0) {
                return (reports, stop);
            }
            match self.look_at(state, id) {
                Ok(report) => reports.push(report),
                Err(_) => return (reports, budget.out_of_time().unwrap_or(Stop::Done)),
            }
        }
        (reports, Stop::Done)
    }

    /// The mean goals after a move.
    fn look_at(&mut self, state: &State, id: MoveId) -> Result<MoveReport, Stopped> {
        let joints = self.joints(state, id)?;
        let game = &*self.setting.game;
        let count = joints.len() / game.roles().len();
        let states = vec![state.clone(); count];
        let goals = game.goals_in(&game.next_of(&states, &joints)?)?;
        let mut values = vec![0.0; game.roles().len()];
        for goals in goals.chunks(values.len()) {
            for (value, goal) in values.iter_mut().zip(goals) {
                *value += f64::from(goal.value().unwrap_or(0)) / count as f64;
            }
        }
        Ok(MoveReport {
            id,
            visits: count as u64,
            values,
            proven: false,
        })
    }

    /// Joint moves that contain this move of ours: all of them if they are few, else a random sample.
    fn joints(&mut self, state: &State, id: MoveId) -> Result<Vec<MoveId>, Stopped> {
        let game = &*self.setting.game;
        let mut choices = Vec::new();
        for role in 0..game.roles().len() {
            choices.push(match role == self.setting.role {
                true => vec![id],
                false => legal_moves(game, state, role)?,
            });
        }
        let all = choices
            .iter()
            .try_fold(1_usize, |all, choices| all.checked_mul(choices.len()))
            .unwrap_or(usize::MAX);
        Ok(match all <= STATES_PER_MOVE {
            true => (0..all)
                .flat_map(|number| numbered(&choices, number))
                .collect(),
            false => (0..STATES_PER_MOVE)
                .flat_map(|_| by_chance(&choices, &mut self.rng))
                .collect(),
        })
    }
}

/// The joint move with this number.
fn numbered(choices: &[Vec<MoveId>], mut number: usize) -> Vec<MoveId> {
    let mut chosen = |choices: &Vec<MoveId>| {
        let id = choices[number % choices.len()];
        number /= choices.len();
        id
    };
    choices.iter().map(&mut chosen).collect()
}

fn by_chance(choices: &[Vec<MoveId>], rng: &mut Rng) -> Vec<MoveId> {
    let chosen = |choices: &Vec<MoveId>| choices[rng.usize(..choices.len())];
    choices.iter().map(chosen).collect()
}

fn nodes(reports: &[MoveReport]) -> u64 {
    reports.iter().map(|report| report.visits).sum()
}

impl Player for GreedyPlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let legal = legal_moves(&*self.setting.game, state, self.setting.role)?;
        let role = self.setting.role;
        let (reports, stop) = match legal.len() {
            1 => (Vec::new(), Stop::OnlyMove),
            _ => self.look(state, &legal, budget),
        };
        let best = reports
            .iter()
            .map(|r| r.values[role])
            .fold(f64::MIN, f64::max);
        let good: Vec<_> = reports.iter().filter(|r| r.values[role] >= best).collect();
        let chosen = match good.is_empty() {
            true => None,
            false => Some(good[self.rng.usize(..good.len())]),
        };
        Ok(MoveChoice {
            chosen: chosen.map_or(legal[0], |report| report.id),
            report: SearchReport {
                stop,
                nodes: nodes(&reports),
                depth: u32::from(!reports.is_empty()),
                values: chosen.map_or(Vec::new(), |report| report.values.clone()),
                moves: reports.clone(),
                ..SearchReport::default()
            },
        })
    }
}
