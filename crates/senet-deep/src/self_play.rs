//! Self-play: many matches in step, so that engine and network get batches.

use crate::expansion::expand;
use crate::search::{RootPlan, Search};
use crate::{DeepError, DeepPlan, GameModel, SelfPlayMatch, TrainingPosition};
use fastrand::Rng;
use senet_engine::{State, spread_seed};
use senet_gdl::Deadline;

/// The maximum number of moves of a match, since rules may allow endless ones. Longer matches are cut off.
const MOST_MOVES: usize = 1_000;
/// The share of moves that are searched with all simulations, if there is a playout cap.
const FULL_SHARE: f32 = 0.25;
/// The simulations of other moves are divided by this number.
const CAP: u32 = 4;

/// Plays matches with these numbers. `done` gets each match when it ends, and may stop the play.
pub fn self_play(
    model: &GameModel,
    plan: &DeepPlan,
    seed: u64,
    numbers: impl Iterator<Item = u64>,
    deadline: &Deadline,
    done: &mut dyn FnMut(SelfPlayMatch) -> Result<(), DeepError>,
) -> Result<(), DeepError> {
    let mut numbers = numbers;
    let initial = model.game.initial()?;
    let mut running: Vec<Running> = Vec::new();
    loop {
        while running.len() < plan.in_flight.max(1)
            && let Some(number) = numbers.next()
        {
            running.push(Running::start(model, plan, &initial, seed, number));
        }
        if running.is_empty() {
            return Ok(());
        }
        if deadline.is_over() {
            return Err(senet_engine::Stopped::Signalled.into());
        }
        let mut leaves = Vec::new();
        for (at, one) in running.iter_mut().enumerate() {
            if let Some(leaf) = one.next_leaf(model, plan) {
                leaves.push((at, leaf));
            }
        }
        let mut searches: Vec<&mut Search> =
            running.iter_mut().map(|one| &mut one.search).collect();
        expand(model, &mut searches, &leaves)?;
        let mut at = 0;
        while at < running.len() {
            match running[at].is_over {
                true => done(running.swap_remove(at).finish())?,
                false => at += 1,
            }
        }
    }
}

/// A match that is being played.
struct Running {
    number: u64,
    search: Search,
    rng: Rng,
    moves: usize,
    /// True if the search of this move teaches a policy.
    is_full: bool,
    positions: Vec<TrainingPosition>,
    is_over: bool,
}

impl Running {
    fn start(
        model: &GameModel,
        plan: &DeepPlan,
        initial: &State,
        seed: u64,
        number: u64,
    ) -> Running {
        let mut rng = Rng::with_seed(spread_seed(seed, number));
        let (root, is_full) = root_plan(plan, &mut rng);
        Running {
            number,
            search: Search::new(model, initial, plan.exploration, root),
            rng,
            moves: 0,
            is_full,
            positions: Vec::new(),
            is_over: false,
        }
    }

    /// The next state to evaluate. Makes the moves that are due.
    fn next_leaf(&mut self, model: &GameModel, plan: &DeepPlan) -> Option<crate::search::Leaf> {
        loop {
            if let Some(leaf) = self.search.next_leaf(&mut self.rng) {
                return Some(leaf);
            }
            if self.search.is_over() || self.moves >= MOST_MOVES {
                self.is_over = true;
                return None;
            }
            self.make_move(model, plan);
        }
    }

    fn make_move(&mut self, model: &GameModel, plan: &DeepPlan) {
        if !self.search.is_forced() {
            self.record(model);
        }
        let drawn = self.moves < plan.drawn_moves;
        let choice: Vec<u32> = (0..model.roles())
            .map(|role| self.search.pick(role, drawn, &mut self.rng) as u32)
            .collect();
        let (root, is_full) = root_plan(plan, &mut self.rng);
        self.is_full = is_full;
        self.search.advance(&choice, root);
        self.moves += 1;
        let most = plan.memory_bytes / 2 / plan.in_flight.max(1);
        self.search.shed_tree(model, most);
    }

    fn record(&mut self, model: &GameModel) {
        let (search, root) = (&self.search, self.search.root);
        let mut state = Vec::new();
        let words = search.tree.words(root);
        model.translation.push_state(words, &mut state);
        let policy = |role: usize| {
            let actions = search.tree.actions(root, role);
            if actions.len() == 1 || Some(role) == model.chance || !self.is_full {
                return Vec::new();
            }
            let shares = search.policy(role);
            let numbers = actions.iter().map(|action| action.number);
            numbers.zip(shares).collect()
        };
        let roles = 0..model.roles();
        self.positions.push(TrainingPosition {
            state,
            policy: roles.clone().map(policy).collect(),
            searched: roles.map(|role| search.tree.mean(root, role)).collect(),
        });
    }

    /// The match as data. If it was cut off, its goals are the network's values of the last state.
    fn finish(self) -> SelfPlayMatch {
        SelfPlayMatch {
            number: self.number,
            goals: self.search.tree.values(self.search.root).to_vec(),
            positions: self.positions,
        }
    }
}

/// How the next move is searched, and whether that search teaches a policy.
fn root_plan(plan: &DeepPlan, rng: &mut Rng) -> (RootPlan, bool) {
    let is_full = !plan.refinements.playout_cap || rng.f32() < FULL_SHARE;
    let root = RootPlan {
        simulations: match is_full {
            true => plan.simulations,
            false => (plan.simulations / CAP).max(1),
        },
        noise: if is_full { plan.noise } else { 0.0 },
        gumbel: plan.refinements.gumbel && is_full,
    };
    (root, is_full)
}
