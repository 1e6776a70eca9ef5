//! One tree search: PUCT, with each role choosing for itself.

use crate::GameModel;
use crate::gumbel::{GumbelRoot, improved_policy};
use crate::noise::{dirichlet, draw};
use crate::proof::is_lost;
use crate::tree::{Action, NodeId, Status, Tree};
use fastrand::Rng;
use senet_engine::State;

/// A move without visits counts as worse than its state by this value.
const UNVISITED_LOSS: f32 = 0.1;
/// An estimate beats a proven value if it has this share of its visits.
const FEWER_VISITS: u32 = 10;

/// The settings of a search at its root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootPlan {
    /// The number of simulations.
    pub simulations: u32,
    /// The share of noise in the policy.
    pub noise: f32,
    /// True for Gumbel root selection.
    pub gumbel: bool,
}

/// A node of the path, and the choice of each role there, as a position in the list of its actions.
#[derive(Clone, Debug)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// The choice of each role.
    pub choice: Vec<u32>,
}

/// A state that must be evaluated before the search can continue.
#[derive(Clone, Debug)]
pub enum Leaf {
    /// The first state of the tree.
    First(NodeId, State),
    /// The state after the last step of a path.
    Child(NodeId, Vec<Step>),
}

impl Leaf {
    /// The node that waits for the evaluation.
    pub fn node(&self) -> NodeId {
        match self {
            Leaf::First(node, _) | Leaf::Child(node, _) => *node,
        }
    }
}

/// A search from one state, which may move on to later states.
#[derive(Clone, Debug)]
pub struct Search {
    /// The tree.
    pub tree: Tree,
    /// The root.
    pub root: NodeId,
    chance: Option<usize>,
    exploration: f32,
    plan: RootPlan,
    gumbel: Vec<Option<GumbelRoot>>,
    /// The number of simulations from this root.
    pub done: u32,
    is_prepared: bool,
    waiting: Option<Leaf>,
}

impl Search {
    /// A search that starts in a state.
    pub fn new(model: &GameModel, state: &State, exploration: f32, plan: RootPlan) -> Search {
        let mut tree = Tree::new(model.roles(), state.words().len());
        let root = tree.add_pending();
        Search {
            tree,
            root,
            chance: model.chance,
            exploration,
            plan,
            gumbel: Vec::new(),
            done: 0,
            is_prepared: false,
            waiting: Some(Leaf::First(root, state.clone())),
        }
    }

    /// Starts to search the root again, with another plan.
    pub fn restart(&mut self, plan: RootPlan) {
        self.plan = plan;
        self.done = 0;
        self.is_prepared = false;
        self.gumbel.clear();
    }

    /// Sets the number of simulations.
    pub fn allow(&mut self, simulations: u32) {
        self.plan.simulations = simulations;
    }

    /// True if all simulations are done, or if nothing is left to find.
    pub fn is_done(&self) -> bool {
        let finished = self.is_prepared && self.done >= self.plan.simulations;
        finished || self.tree.is_proven(self.root)
    }

    /// True if the match is over at the root.
    pub fn is_over(&self) -> bool {
        self.tree.status(self.root) == Status::Terminal
    }

    /// True if no role has a choice at the root.
    pub fn is_forced(&self) -> bool {
        (0..self.tree.roles()).all(|role| self.tree.actions(self.root, role).len() == 1)
    }

    /// The next state to evaluate. `None` if the search is done, or waits for evaluations.
    pub fn next_leaf(&mut self, rng: &mut Rng) -> Option<Leaf> {
        if let Some(leaf) = self.waiting.take() {
            return Some(leaf);
        }
        if self.tree.status(self.root) != Status::Open || self.is_forced() {
            return None;
        }
        self.prepare_root(rng);
        while self.done < self.plan.simulations && !self.tree.is_proven(self.root) {
            self.done += 1;
            match self.descend(rng) {
                Descent::New(leaf) => return Some(leaf),
                Descent::End(path, node) => self.back_up(&path, node),
                Descent::Blocked => {
                    self.done -= 1;
                    return None;
                }
            }
        }
        None
    }

    /// Mixes noise into the policy of the root, or draws the moves to consider.
    fn prepare_root(&mut self, rng: &mut Rng) {
        if self.is_prepared {
            return;
        }
        self.is_prepared = true;
        self.gumbel.clear();
        for role in 0..self.tree.roles() {
            let actions = self.tree.actions_mut(self.root, role);
            let chooses = actions.len() > 1 && Some(role) != self.chance;
            let gumbel = chooses && self.plan.gumbel;
            // Sequential halving counts the visits of this search alone.
            if gumbel {
                for action in actions.iter_mut() {
                    (action.visits, action.sum) = (0, 0.0);
                }
            } else if chooses && self.plan.noise > 0.0 {
                let noise = dirichlet(actions.len(), rng);
                for (action, noise) in actions.iter_mut().zip(noise) {
                    action.prior += self.plan.noise * (noise - action.prior);
                }
            }
            let simulations = self.plan.simulations;
            self.gumbel
                .push(gumbel.then(|| GumbelRoot::new(actions, simulations, rng)));
        }
    }

    /// Descends from the root to a new or terminal state. Counts visits on the way.
    fn descend(&mut self, rng: &mut Rng) -> Descent {
        let mut path: Vec<Step> = Vec::new();
        let mut node = self.root;
        loop {
            match self.tree.status(node) {
                Status::Terminal | Status::Proven => return Descent::End(path, node),
                Status::Pending => {
                    self.count(&path, -1);
                    return Descent::Blocked;
                }
                Status::Open => {}
            }
            let choice = self.choose(node, rng);
            let child = self.tree.child(node, &choice);
            self.count_step(node, &choice, 1);
            path.push(Step { node, choice });
            match child {
                Some(child) => node = child,
                None => return Descent::New(Leaf::Child(self.add_child(&path), path)),
            }
        }
    }

    /// Adds a child that waits for its evaluation, after the last step of a path.
    fn add_child(&mut self, path: &[Step]) -> NodeId {
        let child = self.tree.add_pending();
        if let Some(last) = path.last() {
            self.tree.set_child(last.node, &last.choice, child);
        }
        child
    }

    /// The choice of every role in a node.
    fn choose(&mut self, node: NodeId, rng: &mut Rng) -> Vec<u32> {
        let mut choice = Vec::with_capacity(self.tree.roles());
        for role in 0..self.tree.roles() {
            let actions = self.tree.actions(node, role);
            let at = match () {
                () if actions.len() == 1 => 0,
                () if Some(role) == self.chance => rng.usize(0..actions.len()),
                () => match self.gumbel.get_mut(role) {
                    Some(Some(gumbel)) if node == self.root => gumbel.next(actions),
                    _ => self.best_by_puct(node, role),
                },
            };
            choice.push(at as u32);
        }
        choice
    }

    /// PUCT: the mean value, plus a bonus for likely moves with few visits. Proven moves get no bonus, and lost ones are left out:
    /// a state with lost moves alone is proven, and not searched.
    fn best_by_puct(&self, node: NodeId, role: usize) -> usize {
        let unknown = self.tree.mean(node, role) - UNVISITED_LOSS;
        let wide = self.exploration * (self.tree.visits(node) as f32 + 1.0).sqrt();
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (at, action) in self.tree.actions(node, role).iter().enumerate() {
            if is_lost(action.exact) {
                continue;
            }
            let bonus = match action.exact {
                Some(_) => 0.0,
                None => wide * action.prior / (1 + action.visits) as f32,
            };
            let score = action.mean(unknown) + bonus;
            if score > most {
                (best, most) = (at, score);
            }
        }
        best
    }

    /// Takes back a leaf whose evaluation failed, as if no search had met it.
    pub fn take_back(&mut self, leaf: Leaf) {
        match leaf {
            Leaf::Child(node, path) if node != self.root => {
                self.count(&path, -1);
                self.done -= 1;
                if let Some(last) = path.last() {
                    self.tree.remove_child(last.node, &last.choice);
                }
            }
            root => self.waiting = Some(root),
        }
    }

    fn count(&mut self, path: &[Step], by: i32) {
        for step in path {
            self.count_step(step.node, &step.choice, by);
        }
    }

    fn count_step(&mut self, node: NodeId, choice: &[u32], by: i32) {
        self.tree.count_visit(node, by);
        for (role, &at) in choice.iter().enumerate() {
            let visits = &mut self.tree.actions_mut(node, role)[at as usize].visits;
            *visits = visits.saturating_add_signed(by);
        }
    }

    /// Adds the values of a node to the actions of a path. Above a proven node, proven values take their place.
    pub fn back_up(&mut self, path: &[Step], node: NodeId) {
        let mut values = self.tree.values(node).to_vec();
        let mut is_proven = self.tree.is_proven(node);
        for step in path.iter().rev() {
            for (role, &at) in step.choice.iter().enumerate() {
                self.tree.actions_mut(step.node, role)[at as usize].sum += values[role];
            }
            is_proven = is_proven && self.tree.prove(step.node, &step.choice, self.chance);
            if is_proven {
                values.copy_from_slice(self.tree.values(step.node));
            }
        }
    }

    /// The share of visits of each move of a role, or the improved policy of a Gumbel search. In a proven state the best moves share
    /// everything. A lost move gets nothing if others are open.
    pub fn policy(&self, role: usize) -> Vec<f32> {
        let actions = self.tree.actions(self.root, role);
        match (self.proven_choice(role), self.gumbel.get(role)) {
            (Some(best), _) => equal_shares(actions, actions[best].exact),
            (None, Some(Some(_))) => {
                let policy = improved_policy(actions, self.tree.mean(self.root, role));
                avoid_losses(policy, actions)
            }
            (None, _) => avoid_losses(visit_shares(actions), actions),
        }
    }

    /// The best move of a role whose choice decides the proven value of the root.
    fn proven_choice(&self, role: usize) -> Option<usize> {
        let is_proven = self.tree.status(self.root) == Status::Proven;
        self.tree.best_proven(self.root, role).filter(|_| is_proven)
    }

    /// True if several roles choose at the root. A fixed choice could then be exploited.
    fn is_simultaneous(&self) -> bool {
        let roles = (0..self.tree.roles()).filter(|&role| Some(role) != self.chance);
        let choosers = roles.filter(|&role| self.tree.actions(self.root, role).len() > 1);
        choosers.count() > 1
    }

    /// The move of a role: drawn in proportion to visits, or the best. Chance and simultaneous choices are always drawn.
    pub fn pick(&mut self, role: usize, drawn: bool, rng: &mut Rng) -> usize {
        let drawn = drawn || self.is_simultaneous();
        let actions = self.tree.actions(self.root, role);
        if Some(role) == self.chance {
            return rng.usize(0..actions.len());
        }
        match self.proven_choice(role) {
            Some(_) if drawn => return draw(self.policy(role).into_iter(), rng),
            Some(best) => return best,
            None => {}
        }
        if let Some(Some(gumbel)) = self.gumbel.get_mut(role) {
            return gumbel.best(actions);
        }
        let policy = self.policy(role);
        match drawn {
            true => draw(policy.iter().copied(), rng),
            false => best_action(actions, &policy),
        }
    }

    /// Makes a joint move: the child becomes the root.
    pub fn advance(&mut self, choice: &[u32], plan: RootPlan) {
        match self.tree.child(self.root, choice) {
            Some(child) => self.root = child,
            None => {
                let node = self.root;
                let choice = choice.to_vec();
                let path = vec![Step { node, choice }];
                let child = self.add_child(&path);
                self.root = child;
                self.waiting = Some(Leaf::Child(child, path));
            }
        }
        self.restart(plan);
    }

    /// Drops a tree that takes more than this number of bytes, and starts again from the root.
    pub fn shed_tree(&mut self, model: &GameModel, most: usize) {
        if self.tree.bytes() > most && !self.is_waiting() {
            let words = self.tree.words(self.root).to_vec();
            let state = State::from_words(words);
            *self = Search::new(model, &state, self.exploration, self.plan);
        }
    }

    /// True if the root waits for its evaluation.
    pub fn is_waiting(&self) -> bool {
        self.tree.status(self.root) == Status::Pending
    }
}

/// The share of the visits of each action, or the network's policy if there were none.
fn visit_shares(actions: &[Action]) -> Vec<f32> {
    let sum: u32 = actions.iter().map(|action| action.visits).sum();
    match sum {
        0 => actions.iter().map(|action| action.prior).collect(),
        _ => {
            let share = |action: &Action| action.visits as f32 / sum as f32;
            actions.iter().map(share).collect()
        }
    }
}

/// The likeliest move without a proven value, by visits and then by value, unless a proven one promises as much. Visits of a proven move
/// count nothing: they are older than the proof.
fn best_action(actions: &[Action], policy: &[f32]) -> usize {
    let best = |is_proven: bool, key: &dyn Fn(usize) -> (f32, f32)| {
        let moves = (0..actions.len()).filter(|&at| actions[at].exact.is_some() == is_proven);
        moves.reduce(|best, next| if key(next) > key(best) { next } else { best })
    };
    let value = |at: usize| actions[at].mean(0.0);
    let open = best(false, &|at| (policy[at], value(at)));
    match (
        open,
        best(true, &|at| (value(at), actions[at].visits as f32)),
    ) {
        (Some(open), Some(sure)) => {
            let is_known = actions[open].visits >= actions[sure].visits / FEWER_VISITS;
            let promises_more = value(open) > value(sure) && is_known;
            match promises_more || is_lost(actions[sure].exact) {
                true => open,
                false => sure,
            }
        }
        (open, sure) => open.or(sure).unwrap_or(0),
    }
}

/// The same share for all moves with a proven value.
fn equal_shares(actions: &[Action], exact: Option<f32>) -> Vec<f32> {
    let is_equal = |action: &Action| f32::from(action.exact == exact);
    let count: f32 = actions.iter().map(is_equal).sum();
    actions.iter().map(|one| is_equal(one) / count).collect()
}

/// Removes lost moves from a policy that has other moves. If those have no share, they get that of the network's policy.
fn avoid_losses(policy: Vec<f32>, actions: &[Action]) -> Vec<f32> {
    let open = |share: f32, action: &Action| match is_lost(action.exact) {
        true => 0.0,
        false => share,
    };
    let searched = policy.iter().zip(actions);
    let searched: Vec<f32> = searched.map(|(&share, one)| open(share, one)).collect();
    let priors: Vec<f32> = actions.iter().map(|one| open(one.prior, one)).collect();
    for shares in [searched, priors] {
        let sum: f32 = shares.iter().sum();
        if sum > 0.0 {
            return shares.into_iter().map(|share| share / sum).collect();
        }
    }
    policy
}

/// The end of a descent.
enum Descent {
    /// A state that is new.
    New(Leaf),
    /// A terminal state, or a state whose values are proven.
    End(Vec<Step>, NodeId),
    /// A state that waits for its evaluation.
    Blocked,
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_engine::MoveId;

    fn action(prior: f32, visits: u32, exact: Option<f32>) -> Action {
        Action {
            visits,
            exact,
            ..Action::new(0, MoveId(0), prior)
        }
    }

    #[test]
    fn lost_moves_get_nothing_even_if_they_have_all_visits() {
        let actions = [
            action(0.7, 9, Some(0.0)),
            action(0.2, 0, None),
            action(0.1, 0, None),
        ];
        let policy = avoid_losses(visit_shares(&actions), &actions);
        assert_eq!(policy[0], 0.0);
        assert!((policy[1] - 2.0 / 3.0).abs() < 1e-6, "{policy:?}");
    }

    #[test]
    fn visits_of_a_proven_move_count_nothing() {
        let mut actions = [action(0.5, 5_000, Some(0.2)), action(0.5, 1_000, None)];
        actions[1].sum = 800.0;
        assert_eq!(best_action(&actions, &visit_shares(&actions)), 1);
        actions[0].exact = Some(0.9);
        assert_eq!(best_action(&actions, &visit_shares(&actions)), 0);
        actions[0].exact = Some(0.0);
        actions[1].sum = 0.0;
        assert_eq!(best_action(&actions, &visit_shares(&actions)), 1);
    }

    #[test]
    fn equally_good_proven_moves_share_the_policy() {
        let actions = [Some(0.0), Some(0.5), Some(0.5)].map(|exact| action(0.3, 1, exact));
        assert_eq!(equal_shares(&actions, Some(0.5)), [0.0, 0.5, 0.5]);
    }
}
