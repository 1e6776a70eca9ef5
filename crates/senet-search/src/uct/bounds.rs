//! Proven values: what each role gets at least and at most if everyone plays as well as can be.
//!
//! Goals are whole numbers from 0 to 100, so a bound is two bytes. Bounds only ever become narrower; so threads that look at stale ones
//! prove less, never something wrong.
//!
//! - Where one role chooses, it gets the best of what its moves may give. What the others get follows from the moves that it may take; if two
//!   players' goals always have the same sum, it follows from that.
//! - Where chance chooses, the mean counts.
//! - Where several roles choose at once, each gets at least what its best move gives against any moves of the others, and at most the most
//!   that any joint move gives.

use super::node::{Choices, Edge, Kind, NONE, NodeId};
use super::tree::Tree;
use std::sync::atomic::{AtomicU8, Ordering};

/// The highest goal.
pub const MOST: u8 = 100;

/// Joint moves of a node that are looked at for bounds; with more, none are worked out.
const MOST_JOINTS: u64 = 1024;

/// What a role gets at least and at most.
#[derive(Debug)]
pub struct Bound {
    least: AtomicU8,
    most: AtomicU8,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound {
            least: AtomicU8::new(0),
            most: AtomicU8::new(MOST),
        }
    }
}

impl Bound {
    /// For the role of chance, to whom it is all the same.
    pub fn indifferent() -> Bound {
        Bound {
            least: AtomicU8::new(0),
            most: AtomicU8::new(0),
        }
    }

    /// What the role gets at least.
    #[inline(always)]
    pub fn least(&self) -> u8 {
        self.least.load(Ordering::Relaxed)
    }

    /// What the role gets at most.
    #[inline(always)]
    pub fn most(&self) -> u8 {
        self.most.load(Ordering::Relaxed)
    }

    /// Whether the value is known.
    #[inline(always)]
    pub fn is_exact(&self) -> bool {
        self.least() == self.most()
    }

    /// Narrows the bound; whether that changed anything. Bounds that contradict each other come from a sum of goals that turns out not
    /// to be constant; they are left as they are.
    pub fn narrow(&self, least: u8, most: u8) -> bool {
        if least > self.most() || most < self.least() {
            return false;
        }
        let higher = self.least.fetch_max(least, Ordering::Relaxed) < least;
        let lower = self.most.fetch_min(most, Ordering::Relaxed) > most;
        higher || lower
    }

    /// Makes it the same as another one.
    pub fn set(&self, other: &Bound) {
        self.least.store(other.least(), Ordering::Relaxed);
        self.most.store(other.most(), Ordering::Relaxed);
    }

    fn pair(&self) -> (u8, u8) {
        (self.least(), self.most())
    }
}

/// What is known of a role in a state that nobody has looked at.
pub fn open_bound(role: usize, chance: Option<usize>) -> Bound {
    match Some(role) == chance {
        true => Bound::indifferent(),
        false => Bound::default(),
    }
}

impl Tree {
    /// Two players' goals of a terminal state. If their sum is not the one that all others had, everything that rests on it is to be forgotten.
    pub fn check_sum(&self, goals: &[u8]) {
        let Some(sum) = self.constant_sum else {
            return;
        };
        let players = goals.iter().enumerate();
        let players = players.filter(|(role, _)| Some(*role) != self.chance);
        if players.map(|(_, &goal)| u32::from(goal)).sum::<u32>() != u32::from(sum) {
            self.contradicted.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets what rests on a constant sum, if a terminal state has another one.
    pub fn withdraw_if_contradicted(&mut self) {
        if std::mem::take(self.contradicted.get_mut()) {
            self.withdraw_proofs();
        }
    }

    /// Takes note of the sum of two players' goals in a sample of matches. One that is not constant is never believed to be again.
    pub fn assume_sum(&mut self, sum: Option<u8>) {
        match (self.constant_sum, sum) {
            (None, Some(sum)) if !self.sum_varies => self.constant_sum = Some(sum),
            (Some(known), Some(sum)) if known != sum => self.withdraw_proofs(),
            _ => {}
        }
    }

    fn withdraw_proofs(&mut self) {
        self.constant_sum = None;
        self.sum_varies = true;
        for id in 0..self.node_places.taken() as NodeId {
            let node = self.node(id);
            if !node.is_terminal() {
                let open = self.bounds_of(id).iter().zip(&self.open_bounds);
                open.for_each(|(own, open)| own.set(open));
                node.set_kind(node.shape());
            }
        }
        for edge in 0..self.edge_places.taken() as u32 {
            let edge = self.edges.at(edge);
            if edge.sum.get() == f64::NEG_INFINITY {
                edge.sum.set(0.0);
            }
        }
    }

    /// Makes bounds of the nodes of a path narrower, from its end to its start, as far as anything changes; the number of the last node that it
    /// looked at.
    pub fn prove(&self, path: &[NodeId]) -> usize {
        if !self.solver {
            return path.len();
        }
        let unchanged = path.iter().rposition(|&id| !self.prove_node(id));
        unchanged.unwrap_or(0)
    }

    /// Works out the bounds of a node from those of the nodes that follow; whether they have become narrower.
    fn prove_node(&self, id: NodeId) -> bool {
        let changed = match self.node(id).kind() {
            Kind::Turn => self.prove_turn(id),
            Kind::Joint => self.prove_joint(id),
            Kind::Leaf | Kind::Known => return self.node(id).kind() == Kind::Known,
        };
        if self.bounds_of(id).iter().all(Bound::is_exact) {
            self.node(id).set_kind(Kind::Known);
        }
        changed
    }

    fn prove_turn(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let edges = self.edges.slice(node.edges());
        let mover = node.mover();
        let child = |edge: &Edge| self.bounds_behind(edge);
        let mut changed = self.prove_choice(id, mover, || edges.iter().map(child));
        changed |= self.use_constant_sum(id);
        self.close(id, edges, mover);
        changed
    }

    /// The bounds of a node in which one role chooses among what follows.
    fn prove_choice<'t, I: Iterator<Item = &'t [Bound]>>(
        &'t self,
        id: NodeId,
        mover: usize,
        children: impl Fn() -> I,
    ) -> bool {
        let best = |(least, most): (u8, u8), (l, m): (u8, u8)| (least.max(l), most.max(m));
        let pairs = children().map(|bounds| bounds[mover].pair());
        let (least, most) = pairs.fold((0, 0), best);
        let mut changed = self.bounds_of(id)[mover].narrow(least, most);
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            if role == mover || bound.is_exact() {
                continue;
            }
            let possible = children().filter(|bounds| bounds[mover].most() >= least);
            let pairs = possible.map(|bounds| bounds[role].pair());
            let widest = |(least, most): (u8, u8), (l, m): (u8, u8)| (least.min(l), most.max(m));
            let (low, high) = pairs.fold((MOST, 0), widest);
            if low <= high {
                changed |= bound.narrow(low, high);
            }
        }
        changed
    }

    /// Two players whose goals have a constant sum: what one gets, the other does not.
    fn use_constant_sum(&self, id: NodeId) -> bool {
        let Some(sum) = self.constant_sum else {
            return false;
        };
        let bounds = self.bounds_of(id);
        let mut players = (0..self.roles).filter(|&role| Some(role) != self.chance);
        let (Some(one), Some(other)) = (players.next(), players.next()) else {
            return false;
        };
        let mirror = |from: &Bound, to: &Bound| {
            let (least, most) = from.pair();
            to.narrow(sum.saturating_sub(most), sum.saturating_sub(least))
        };
        let (one, other) = (&bounds[one], &bounds[other]);
        mirror(one, other) | mirror(other, one)
    }

    /// Moves that cannot be better than what the mover is sure to get need not be looked at again, except those that give it. While there is hope
    /// for more than nothing, those that give nothing need not, either.
    fn close(&self, id: NodeId, edges: &[Edge], mover: usize) {
        let sure = self.bounds_of(id)[mover].least();
        let bound = |edge: &Edge| &self.bounds_behind(edge)[mover];
        let settled = edges.iter().all(|edge| bound(edge).most() <= sure);
        for edge in edges {
            let gives_it = bound(edge).is_exact() && bound(edge).most() == sure;
            let open = bound(edge).most() > sure || gives_it && (sure > 0 || settled);
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
        if joints > MOST_JOINTS {
            return false;
        }
        let open: &[Bound] = &self.open_bounds;
        let children: Vec<NodeId> = choices.with_followers(|followers| {
            let child = |number| followers.get(&number).copied().unwrap_or(NONE);
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

    fn prove_chance<'t, I: Iterator<Item = &'t [Bound]>>(
        &'t self,
        id: NodeId,
        joints: u64,
        children: impl Fn() -> I,
    ) -> bool {
        let mut changed = false;
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            let pairs = children().map(|bounds| bounds[role].pair());
            let add = |(least, most): (u64, u64), (l, m): (u8, u8)| {
                (least + u64::from(l), most + u64::from(m))
            };
            let (least, most) = pairs.fold((0, 0), add);
            changed |= bound.narrow((least / joints) as u8, most.div_ceil(joints) as u8);
        }
        changed
    }

    fn prove_simultaneous<'t>(
        &'t self,
        id: NodeId,
        choices: &Choices,
        joints: u64,
        bounds: impl Fn(u64) -> &'t [Bound],
    ) -> bool {
        let mut changed = false;
        for (role, bound) in self.bounds_of(id).iter().enumerate() {
            let most = (0..joints).map(|number| bounds(number)[role].most()).max();
            let least = |number| bounds(number)[role].least();
            let sure = match choices.stride_of(role) {
                Some((stride, count)) => {
                    let with =
                        |own: u64| (0..joints).filter(move |number| number / stride % count == own);
                    let worst = |own| with(own).map(least).min().unwrap_or(0);
                    (0..count).map(worst).max()
                }
                None => (0..joints).map(least).min(),
            };
            changed |= bound.narrow(sure.unwrap_or(0), most.unwrap_or(MOST));
        }
        changed
    }
}
