//! `deep`: plays by tree search with a policy network.

use crate::GameModel;
use crate::error::DeepError;
use crate::expansion::expand;
use crate::search::{RootPlan, Search};
use fastrand::Rng;
use senet_engine::{JointMove, MoveId, State, Stopped};
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

    /// Searches until the budget is over. The tree stays, even if a query fails.
    fn search(&mut self, state: &State, budget: &Budget) -> Result<Stop, DeepError> {
        let mut search = self.take_search(state, budget);
        let found = self.grow(&mut search, budget);
        self.search = Some(search);
        found
    }

    /// Grows a tree until the budget is over.
    fn grow(&mut self, search: &mut Search, budget: &Budget) -> Result<Stop, DeepError> {
        let known = search.tree.len();
        loop {
            let nodes = (search.tree.len() - known) as u64;
            let simulations = u64::from(search.done);
            if let Some(stop) = budget.stop(nodes, simulations, search.tree.bytes()) {
                return Ok(stop);
            }
            let left = budget.simulations - simulations;
            let most = LEAVES.min(usize::try_from(left).unwrap_or(LEAVES));
            let before = search.done;
            search.allow(before.saturating_add(most as u32));
            let mut leaves = Vec::new();
            while let Some(leaf) = search.next_leaf(&mut self.rng) {
                leaves.push((0, leaf));
            }
            if leaves.is_empty() && search.done == before {
                return Ok(match search.tree.is_proven(search.root) {
                    true => Stop::Solved,
                    false => Stop::Done,
                });
            }
            if let Err(error) = expand(&self.model, &mut [search], &leaves) {
                leaves
                    .into_iter()
                    .for_each(|(_, leaf)| search.take_back(leaf));
                return Err(error);
            }
        }
    }

    /// The tree of the last move if its root is the state, or else a new one. A tree that takes half of the memory is dropped, too.
    fn take_search(&mut self, state: &State, budget: &Budget) -> Search {
        let plan = RootPlan {
            simulations: 0,
            noise: 0.0,
            gumbel: false,
        };
        match self.search.take() {
            Some(mut search)
                if search.tree.words(search.root) == state.words()
                    && search.tree.bytes() <= budget.memory_bytes / 2 =>
            {
                search.restart(plan);
                search
            }
            _ => Search::new(&self.model, state, EXPLORATION, plan),
        }
    }

    /// The tree with the state after a joint move as its root. `None` if the tree does not have this state.
    fn advanced(&self, mut search: Search, joint: &JointMove, next: &State) -> Option<Search> {
        let position = |(role, &own): (usize, &usize)| {
            let actions = search.tree.actions(search.root, role);
            let at = actions.iter().position(|action| action.id == joint[own])?;
            Some(at as u32)
        };
        let roles = self.model.translation.roles.iter().enumerate();
        let choice: Vec<u32> = roles.map(position).collect::<Option<_>>()?;
        let child = search.tree.child(search.root, &choice)?;
        // After a forced move the root may be older than the state of the joint move.
        let fits = search.tree.words(child) == next.words();
        search.root = child;
        fits.then_some(search)
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
    fn observe(&mut self, joint: &JointMove, next: &State) {
        let search = self.search.take();
        self.search = search.and_then(|search| self.advanced(search, joint, next));
    }
}
