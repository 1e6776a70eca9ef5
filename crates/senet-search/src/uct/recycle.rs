//! Node recycling, which bounds the memory of a tree. When the tree has grown to two thirds of its limit, it is
//! copied without its least visited parts.
//!
//! Nodes that the current root does not reach are dropped first, then the successors of nodes with few visits. The
//! copy takes at most a third of the memory, so both together stay within the limit. It lies in memory in
//! breadth-first order, close to the order of descents.

use super::capacity::ElementCounts;
use super::chunked_vec::SlotReservation;
use super::node::{EdgeTarget, JointChoices, NONE, NodeId, NodeKind, RoleChoice};
use super::tree::Tree;
use senet_engine::State;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::RwLock;
use std::sync::atomic::Ordering;

/// The panic message if a copy does not fit, which cannot happen.
const FITS: &str = "capacity was ensured before the copy";

impl Tree {
    /// True if the tree must be recycled, given a memory limit in bytes.
    pub fn is_full(&self, memory: usize) -> bool {
        // Edges use the highest bit to tell nodes from words. The margin covers what is added until the next check.
        let most = NONE as usize / 4;
        self.bytes() >= memory / 3 * 2
            || self.node_slots.taken() >= most
            || self.edge_slots.taken() >= most
            || self.word_slots.taken() >= most
    }

    /// Keeps the most visited part in a third of the memory. Nodes and edges get new numbers.
    pub fn recycle(&mut self, memory: usize) {
        let threshold = self.visit_threshold(memory / 3);
        let mut copy = self.empty_copy();
        copy.root = copy.copy_node(self, self.root);
        let mut new_ids = vec![NONE; self.node_slots.taken()];
        new_ids[self.root as usize] = copy.root;
        let mut queue = VecDeque::from([self.root]);
        while let Some(id) = queue.pop_front() {
            let node = self.node(id);
            if id != self.root && (node.visits.get() < threshold || node.kind() == NodeKind::Solved)
            {
                continue;
            }
            let mut child = |copy: &mut Tree, old: NodeId| {
                if new_ids[old as usize] == NONE {
                    new_ids[old as usize] = copy.copy_node(self, old);
                    queue.push_back(old);
                }
                new_ids[old as usize]
            };
            let new = child(&mut copy, id);
            match node.shape() {
                NodeKind::Turn => copy.copy_turn(self, id, new, &mut child),
                NodeKind::Joint => copy.copy_joint(self, id, new, &mut child),
                NodeKind::Leaf | NodeKind::Solved => {}
            }
        }
        *self = copy;
    }

    /// Copies a node without its successors.
    fn copy_node(&mut self, from: &Tree, id: NodeId) -> NodeId {
        let (old, state) = (from.node(id), from.state(id));
        self.ensure_capacity(ElementCounts {
            nodes: 1,
            words: state.words().len(),
            ..ElementCounts::default()
        });
        let new = self.add_node(state.words(), old.ply.get()).expect(FITS);
        let node = self.node(new);
        node.visits.set(old.visits.get());
        match old.is_terminal() {
            true => node.mark_terminal(),
            false if old.kind() == NodeKind::Solved => node.set_kind(NodeKind::Solved),
            false => {}
        }
        for (own, old) in self.bounds_of(new).iter().zip(from.bounds_of(id)) {
            own.set(old);
        }
        // Unvisited nodes enter the transposition map on their first visit.
        if old.visits.get() > 0 {
            self.register(new);
        }
        new
    }

    fn copy_turn(
        &mut self,
        from: &Tree,
        old: NodeId,
        new: NodeId,
        child: &mut impl FnMut(&mut Tree, NodeId) -> NodeId,
    ) {
        let node = from.node(old);
        let edges = self.copy_edges(from, node.edges());
        for (own, old) in edges.clone().zip(node.edges()) {
            match from.edges.at(old).target() {
                EdgeTarget::Node(old) => {
                    let to = child(self, old);
                    self.edges.at(own).set_target_node(to);
                }
                EdgeTarget::State(first_word) => {
                    let state = from.state_of(from.words_behind(first_word, node));
                    let to = self.copy_state(&state);
                    self.edges.at(own).set_target_state(to);
                }
                EdgeTarget::Unknown => {}
            }
        }
        let tried = node.tried.get();
        self.node(new).make_turn(node.mover(), edges, tried);
    }

    /// Copies an unvisited state. Returns the index of its first word.
    fn copy_state(&mut self, state: &State) -> u32 {
        self.ensure_capacity(ElementCounts {
            words: state.words().len(),
            ..ElementCounts::default()
        });
        let first_word = self.word_slots.take(state.words().len()).expect(FITS);
        self.write_words(state.words(), first_word);
        first_word
    }

    fn copy_joint(
        &mut self,
        from: &Tree,
        old: NodeId,
        new: NodeId,
        child: &mut impl FnMut(&mut Tree, NodeId) -> NodeId,
    ) {
        let Some(choices) = from.choices_of(old) else {
            return;
        };
        let roles = choices.roles.iter().map(|choice| RoleChoice {
            role: choice.role,
            edges: self.copy_edges(from, choice.edges.clone()),
        });
        let roles = roles.collect();
        let mut children = choices.with_children(Clone::clone);
        children.values_mut().for_each(|to| *to = child(self, *to));
        self.joint_children
            .fetch_add(children.len(), Ordering::Relaxed);
        self.ensure_capacity(ElementCounts {
            choices: 1,
            ..ElementCounts::default()
        });
        let number = self.add_choices(JointChoices {
            roles,
            joint: choices.joint.clone(),
            children: RwLock::new(children),
        });
        let node = self.node(new);
        node.first.set(number.expect(FITS));
        node.set_shape(NodeKind::Joint);
    }

    fn copy_edges(&mut self, from: &Tree, range: Range<u32>) -> Range<u32> {
        self.ensure_capacity(ElementCounts {
            edges: range.len(),
            ..ElementCounts::default()
        });
        let moves = range.clone().map(|edge| from.move_of(edge));
        let moves: Vec<_> = moves.collect();
        let edges = self
            .add_edges(moves.into_iter(), &mut SlotReservation::default())
            .expect(FITS);
        for (own, old) in edges.clone().zip(range.clone()) {
            let (own, old) = (self.edges.at(own), from.edges.at(old));
            own.sum.set(old.sum.get());
            own.visits.set(old.visits.get());
        }
        if self.rave {
            for (own, old) in edges.clone().zip(range) {
                let (own, old) = (self.rave_stats.at(own), from.rave_stats.at(old));
                own.sum.set(old.sum.get());
                own.visits.set(old.visits.get());
            }
        }
        edges
    }

    /// The visit count below which nodes lose their successors, so that the rest fits into `bytes`.
    fn visit_threshold(&self, bytes: usize) -> u32 {
        let mut cost = [0_usize; 33];
        let mut seen = vec![false; self.node_slots.taken()];
        let mut stack = vec![self.root];
        seen[self.root as usize] = true;
        let words = self.word_count(self.root) * 8;
        let (each_state, each_node) = (words + 40, 60 + self.roles * 2);
        while let Some(id) = stack.pop() {
            let children = self.children(id);
            let visits = self.node(id).visits.get();
            let states = match self.node(id).shape() {
                NodeKind::Turn => self.node(id).edges().len(),
                _ => children.len(),
            };
            let cost = &mut cost[(32 - visits.leading_zeros()) as usize];
            *cost += states * each_state + children.len() * each_node;
            for child in children {
                if !std::mem::replace(&mut seen[child as usize], true) {
                    stack.push(child);
                }
            }
        }
        let mut total = 0;
        for (bits, cost) in cost.iter().enumerate().rev() {
            total += cost;
            if total > bytes {
                return 1_u32.checked_shl(bits as u32).unwrap_or(u32::MAX);
            }
        }
        0
    }
}
