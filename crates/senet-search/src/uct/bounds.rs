//! Proven bounds: what each role gets at least and at most under best play.
//!
//! Goals are integers from 0 to 100, so a pair of bounds takes two bytes. Bounds only become narrower. A thread that
//! reads stale bounds therefore proves less, but never something false.
//!
//! - If one role chooses, it gets the best of its moves. The bounds of the other roles follow from the moves it may
//!   take. With a constant sum of two players' goals, they follow from that sum.
//! - If chance chooses, the bounds are averaged.
//! - If several roles choose at once, the lower bound of a role is its best move against all replies. Its upper bound
//!   is the largest over all joint moves.

use super::node::{Edge, JointChoices, NONE, NodeId, NodeKind};
use super::tree::Tree;
use std::sync::atomic::{AtomicU8, Ordering};

/// The highest goal.
pub const MAX_GOAL: u8 = 100;

/// Nodes with more joint moves get no bounds from their successors.
const MAX_JOINT_MOVES: u64 = 1024;

/// The proven bounds of one role's goal.
#[derive(Debug)]
pub struct GoalBounds {
    lower: AtomicU8,
    upper: AtomicU8,
}

impl Default for GoalBounds {
    fn default() -> GoalBounds {
        GoalBounds {
            lower: AtomicU8::new(0),
            upper: AtomicU8::new(MAX_GOAL),
        }
    }
}

impl GoalBounds {
    /// The bounds of the role of chance, which has no goal.
    pub fn indifferent() -> GoalBounds {
        GoalBounds {
            lower: AtomicU8::new(0),
            upper: AtomicU8::new(0),
        }
    }

    /// The lower bound.
    #[inline(always)]
    pub fn lower(&self) -> u8 {
        self.lower.load(Ordering::Relaxed)
    }

    /// The upper bound.
    #[inline(always)]
    pub fn upper(&self) -> u8 {
        self.upper.load(Ordering::Relaxed)
    }

    /// True if the bounds prove the value.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.lower() == self.upper()
    }

    /// Narrows the bounds. Returns whether they changed. Contradicting bounds, which come from a false constant sum,
    /// are ignored.
    pub fn narrow(&self, lower: u8, upper: u8) -> bool {
        if lower > self.upper() || upper < self.lower() {
            return false;
        }
        let higher = self.lower.fetch_max(lower, Ordering::Relaxed) < lower;
        let lower = self.upper.fetch_min(upper, Ordering::Relaxed) > upper;
        higher || lower
    }

    /// Copies the bounds of `other`.
    pub fn set(&self, other: &GoalBounds) {
        self.lower.store(other.lower(), Ordering::Relaxed);
        self.upper.store(other.upper(), Ordering::Relaxed);
    }

    fn pair(&self) -> (u8, u8) {
        (self.lower(), self.upper())
    }
}

/// The bounds of a role in an unknown state.
pub fn unknown_bound(role: usize, chance: Option<usize>) -> GoalBounds {
    match Some(role) == chance {
        true => GoalBounds::indifferent(),
        false => GoalBounds::default(),
    }
}

impl Tree {
    /// Compares the goals of a terminal state with the assumed constant sum.
    pub fn check_constant_sum(&self, goals: &[u8]) {
        let Some(sum) = self.constant_sum else {
            return;
        };
        let players = goals.iter().enumerate();
        let players = players.filter(|(role, _)| Some(*role) != self.chance);
        if players.map(|(_, &goal)| u32::from(goal)).sum::<u32>() != u32::from(sum) {
            self.contradicted.store(true, Ordering::Relaxed);
        }
    }

    /// Withdraws all proofs if a terminal state contradicts the constant sum.
    pub fn withdraw_if_contradicted(&mut self) {
        if std::mem::take(self.contradicted.get_mut()) {
            self.withdraw_proofs();
        }
    }

    /// Sets the constant sum seen in a sample of playouts. A refuted sum is never assumed again.
    pub fn assume_constant_sum(&mut self, sum: Option<u8>) {
        match (self.constant_sum, sum) {
            (None, Some(sum)) if !self.sum_varies => self.constant_sum = Some(sum),
            (Some(known), Some(sum)) if known != sum => self.withdraw_proofs(),
            _ => {}
        }
    }

    fn withdraw_proofs(&mut self) {
        self.constant_sum = None;
        self.sum_varies = true;
        for id in 0..self.node_slots.taken() as NodeId {
            let node = self.node(id);
            if !node.is_terminal() {
                let pairs = self.bounds_of(id).iter().zip(&self.unknown_bounds);
                pairs.for_each(|(own, unknown)| own.set(unknown));
                node.set_kind(node.shape());
            }
        }
        for edge in 0..self.edge_slots.taken() as u32 {
            let edge = self.edges.at(edge);
            if edge.sum.get() == f64::NEG_INFINITY {
                edge.sum.set(0.0);
            }
        }
    }

    /// Updates the bounds of a path from its end to its start, while they change. Returns the index of the last node
    /// examined.
    pub fn prove(&self, path: &[NodeId]) -> usize {
        if !self.solver {
            return path.len();
        }
        let unchanged = path.iter().rposition(|&id| !self.prove_node(id));
        unchanged.unwrap_or(0)
    }

    /// Derives the bounds of a node from its successors. Returns whether they changed.
    fn prove_node(&self, id: NodeId) -> bool {
        let changed = match self.node(id).kind() {
            NodeKind::Turn => self.prove_turn(id),
            NodeKind::Joint => self.prove_joint(id),
            NodeKind::Leaf | NodeKind::Solved => return self.node(id).kind() == NodeKind::Solved,
        };
        if self.bounds_of(id).iter().all(GoalBounds::is_exact) {
            self.node(id).set_kind(NodeKind::Solved);
        }
        changed
    }

    fn prove_turn(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let edges = self.edges.slice(node.edges());
        let mover = node.mover();
        let child = |edge: &Edge| self.bounds_of_target(edge);
        let mut changed = self.prove_choice(id, mover, || edges.iter().map(child));
        changed |= self.use_constant_sum(id);
        self.prune_edges(id, edges, mover);
        changed
    }

    /// Derives the bounds of a node in which one role chooses.
    fn prove_choice<'t, I: Iterator<Item = &'t [GoalBounds]>>(
        &'t self,
        id: NodeId,
        mover: usize,
        children: impl Fn() -> I,
    ) -> bool {
        let best = |(lower, upper): (u8, u8), (l, m): (u8, u8)| (lower.max(l), upper.max(m));
        let pairs = children().map(|bounds| bounds[mover].pair());
        let (lower, upper) = pairs.fold((0, 0), best);
        let mut changed = self.bounds_of(id)[mover].narrow(lower, upper);
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            if role == mover || bound.is_exact() {
                continue;
            }
            let possible = children().filter(|bounds| bounds[mover].upper() >= lower);
            let pairs = possible.map(|bounds| bounds[role].pair());
            let widest = |(lower, upper): (u8, u8), (l, m): (u8, u8)| (lower.min(l), upper.max(m));
            let (low, high) = pairs.fold((MAX_GOAL, 0), widest);
            if low <= high {
                changed |= bound.narrow(low, high);
            }
        }
        changed
    }

    /// Mirrors the bounds of two players whose goals have a constant sum.
    fn use_constant_sum(&self, id: NodeId) -> bool {
        let Some(sum) = self.constant_sum else {
            return false;
        };
        let bounds = self.bounds_of(id);
        let mut players = (0..self.roles).filter(|&role| Some(role) != self.chance);
        let (Some(one), Some(other)) = (players.next(), players.next()) else {
            return false;
        };
        let mirror = |from: &GoalBounds, to: &GoalBounds| {
            let (lower, upper) = from.pair();
            to.narrow(sum.saturating_sub(upper), sum.saturating_sub(lower))
        };
        let (one, other) = (&bounds[one], &bounds[other]);
        mirror(one, other) | mirror(other, one)
    }

    /// Prunes moves that cannot give the mover more than its lower bound. A move that is proven to give exactly this
    /// bound stays, unless the bound is zero and another move may give more.
    fn prune_edges(&self, id: NodeId, edges: &[Edge], mover: usize) {
        let sure = self.bounds_of(id)[mover].lower();
        let bound = |edge: &Edge| &self.bounds_of_target(edge)[mover];
        let settled = edges.iter().all(|edge| bound(edge).upper() <= sure);
        for edge in edges {
            let gives_it = bound(edge).is_exact() && bound(edge).upper() == sure;
            let open = bound(edge).upper() > sure || gives_it && (sure > 0 || settled);
            if !open {
                edge.sum.set(f64::NEG_INFINITY);
            } else if edge.sum.get() == f64::NEG_INFINITY {
                edge.sum
                    .set(f64::from(sure) / 100.0 * f64::from(edge.visits.get()));
            }
        }
    }

    fn prove_joint(&self, id: NodeId) -> bool {
        let Some(choices) = self.choices_of(id) else {
            return false;
        };
        let counts = choices.roles.iter().map(|choice| choice.edges.len() as u64);
        let joints = counts.fold(1_u64, u64::saturating_mul);
        if joints > MAX_JOINT_MOVES {
            return false;
        }
        let open: &[GoalBounds] = &self.unknown_bounds;
        let children: Vec<NodeId> = choices.with_children(|children| {
            let child = |number| children.get(&number).copied().unwrap_or(NONE);
            (0..joints).map(child).collect()
        });
        let bounds = |number: u64| match children[number as usize] {
            NONE => open,
            child => self.bounds_of(child),
        };
        let all = || (0..joints).map(bounds);
        let changed = match &*choices.roles {
            [only] if Some(only.role) == self.chance => self.prove_chance(id, joints, all),
            [only] => self.prove_choice(id, only.role, all),
            many if many.iter().any(|c| Some(c.role) == self.chance) => false,
            _ => self.prove_simultaneous(id, choices, joints, bounds),
        };
        changed | (self.use_constant_sum(id))
    }

    fn prove_chance<'t, I: Iterator<Item = &'t [GoalBounds]>>(
        &'t self,
        id: NodeId,
        joints: u64,
        children: impl Fn() -> I,
    ) -> bool {
        let mut changed = false;
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            let pairs = children().map(|bounds| bounds[role].pair());
            let add = |(lower, upper): (u64, u64), (l, m): (u8, u8)| {
                (lower + u64::from(l), upper + u64::from(m))
            };
            let (lower, upper) = pairs.fold((0, 0), add);
            changed |= bound.narrow((lower / joints) as u8, upper.div_ceil(joints) as u8);
        }
        changed
    }

    fn prove_simultaneous<'t>(
        &'t self,
        id: NodeId,
        choices: &JointChoices,
        joints: u64,
        bounds: impl Fn(u64) -> &'t [GoalBounds],
    ) -> bool {
        let mut changed = false;
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            let upper = (0..joints).map(|number| bounds(number)[role].upper()).max();
            let lower = |number| bounds(number)[role].lower();
            let sure = match choices.stride_of(role) {
                Some((stride, count)) => {
                    let with =
                        |own: u64| (0..joints).filter(move |number| number / stride % count == own);
                    let worst = |own| with(own).map(lower).min().unwrap_or(0);
                    (0..count).map(worst).max()
                }
                None => (0..joints).map(lower).min(),
            };
            changed |= bound.narrow(sure.unwrap_or(0), upper.unwrap_or(MAX_GOAL));
        }
        changed
    }
}
