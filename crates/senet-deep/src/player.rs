//! `deep`: plays by tree search with a policy network.

use crate::GameModel;
use crate::error::DeepError;
use crate::expansion::expand;
use crate::search::{RootPlan, Search};
use fastrand::Rng;
use senet_engine::{MoveId, State, Stopped};
use senet_search::{Budget, MoveChoice, MoveReport, Player, SearchReport, Setting, Stop};

/// The number of leaves that are evaluated at once.
const LEAVES: usize = 16;
/// The weight of exploration.
const EXPLORATION: f32 = 1.2;

/// A player with a policy network.
pub struct DeepPlayer {
    setting: Setting,
    model: GameModel,
    search: Option<Search>,
    rng: Rng,
}

impl DeepPlayer {
    /// Creates the player. The model must be joined to the game of the setting.
    pub fn new(setting: Setting, model: GameModel) -> DeepPlayer {
        DeepPlayer {
            rng: Rng::with_seed(setting.seed),
            setting,
            model,
            search: None,
        }
    }

    /// The role in the numbering of the model.
    fn role(&self) -> usize {
        let roles = &self.model.translation.roles;
        let own = roles.iter().position(|&role| role == self.setting.role);
        own.unwrap_or(0)
    }

    /// Searches until the budget is over.
    fn search(&mut self, state: &State, budget: &Budget) -> Result<Stop, DeepError> {
        let mut search = self.take_search(state);
        let stop = loop {
            let (nodes, bytes) = (search.tree.len() as u64, search.tree.bytes());
            if let Some(stop) = budget.stop(nodes, u64::from(search.done), bytes) {
                break stop;
            }
            let left = budget.simulations - u64::from(search.done);
            let most = LEAVES.min(usize::try_from(left).unwrap_or(LEAVES));
            let before = search.done;
            search.allow(before.saturating_add(most as u32));
            let mut leaves = Vec::new();
            while let Some(leaf) = search.next_leaf(&mut self.rng) {
                leaves.push((0, leaf));
            }
            if leaves.is_empty() && search.done == before {
                break match search.tree.is_proven(search.root) {
                    true => Stop::Solved,
                    false => Stop::Done,
                };
            }
            expand(&self.model, &mut [&mut search], leaves)?;
        };
        self.search = Some(search);
        Ok(stop)
    }

    /// The tree of the last move if it contains the state, or else a new one.
    fn take_search(&mut self, state: &State) -> Search {
        let plan = RootPlan {
            simulations: 0,
            noise: 0.0,
            gumbel: false,
        };
        match self.search.take() {
            Some(mut search) if search.tree.words(search.root) == state.words() => {
                search.restart(plan);
                search
            }
            _ => Search::new(&self.model, state, EXPLORATION, plan),
        }
    }

    /// The best move and the report of the search.
    fn report(&mut self, stop: Stop) -> (Option<MoveId>, SearchReport) {
        let role = self.role();
        let (model, Some(search)) = (&self.model, &mut self.search) else {
            return (None, SearchReport::stopped(stop));
        };
        if search.is_waiting() {
            return (None, SearchReport::stopped(stop));
        }
        let best = search.pick(role, false, &mut self.rng);
        let actions = search.tree.actions(search.root, role);
        let mut values = vec![0.0; model.roles()];
        for (at, &own) in model.translation.roles.iter().enumerate() {
            values[own] = 100.0 * f64::from(search.tree.mean(search.root, at));
        }
        let moves = actions.iter().enumerate().map(|(at, action)| {
            let proven = search.tree.proven_values(search.root, role, at);
            let mut after = values.clone();
            after[self.setting.role] = 100.0 * f64::from(action.mean(0.0));
            for (&own, value) in model.translation.roles.iter().zip(proven.unwrap_or(&[])) {
                after[own] = 100.0 * f64::from(*value);
            }
            MoveReport {
                id: action.id,
                visits: u64::from(action.visits),
                values: after,
                proven: proven.is_some(),
            }
        });
        let report = SearchReport {
            simulations: u64::from(search.done),
            nodes: search.tree.len() as u64,
            moves: moves.collect(),
            proven: search.tree.is_proven(search.root),
            values,
            ..SearchReport::stopped(stop)
        };
        (Some(actions[best].id), report)
    }
}

impl Player for DeepPlayer {
    fn choose(&mut self, state: &State, budget: &Budget) -> Result<MoveChoice, Stopped> {
        let _watch = budget.watch();
        let legal = self.setting.game.legal(state, self.setting.role)?;
        let Some(&first) = legal.first() else {
            return Err(Stopped::Misuse("the role has no legal move".to_string()));
        };
        if legal.len() == 1 {
            let report = SearchReport::stopped(Stop::OnlyMove);
            return Ok(MoveChoice {
                chosen: first,
                report,
            });
        }
        let (chosen, report) = match self.search(state, budget) {
            Ok(stop) => self.report(stop),
            Err(error) => {
                let stop = budget.out_of_time().unwrap_or(Stop::Done);
                let (chosen, mut report) = self.report(stop);
                if budget.out_of_time().is_none() {
                    report.notes.push(format!("the search stopped: {error}"));
                }
                (chosen, report)
            }
        };
        Ok(MoveChoice {
            chosen: chosen.unwrap_or(first),
            report,
        })
    }
}
