//! Bounded memory: when the tree has grown to two thirds of what it may take, it is copied without the parts that matter least.
//!
//! What the present root does not lead to goes first, then what follows nodes with few visits. The copy takes at most a third of the memory, so
//! that both together keep to the limit, and lies in memory in the order in which descents come by.

use super::node::{Choices, Kind, NONE, NodeId, RoleChoice, Target};
use super::room::Needs;
use super::store::Claim;
use super::tree::Tree;
use senet_engine::State;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::RwLock;
use std::sync::atomic::Ordering;

/// Why there is room for everything that is copied.
const ROOM: &str = "room was made, and what is copied was in the old tree";

impl Tree {
    /// Whether it is time to recycle, with so many bytes allowed.
    pub fn is_full(&self, memory: usize) -> bool {
        // An edge tells nodes from words by a bit; what comes until someone looks here again must not reach it.
        let most = NONE as usize / 4;
        self.bytes() >= memory / 3 * 2
            || self.node_places.taken() >= most
            || self.edge_places.taken() >= most
            || self.word_places.taken() >= most
    }

    /// Keeps what matters most in a third of the memory. Numbers of nodes and edges are others afterwards.
    pub fn recycle(&mut self, memory: usize) {
        let least = self.least_visits(memory / 3);
        let mut copy = self.empty_copy();
        copy.root = copy.adopt(self, self.root);
        let mut renamed = vec![NONE; self.node_places.taken()];
        renamed[self.root as usize] = copy.root;
        let mut queue = VecDeque::from([self.root]);
        while let Some(id) = queue.pop_front() {
            let node = self.node(id);
            if id != self.root && (node.visits.get() < least || node.kind() == Kind::Known) {
                continue;
            }
            let mut child = |copy: &mut Tree, old: NodeId| {
                if renamed[old as usize] == NONE {
                    renamed[old as usize] = copy.adopt(self, old);
                    queue.push_back(old);
                }
                renamed[old as usize]
            };
            let new = child(&mut copy, id);
            match node.shape() {
                Kind::Turn => copy.adopt_turn(self, id, new, &mut child),
                Kind::Joint => copy.adopt_joint(self, id, new, &mut child),
                Kind::Leaf | Kind::Known => {}
            }
        }
        *self = copy;
    }

    /// Takes over a node without what follows it.
    fn adopt(&mut self, from: &Tree, id: NodeId) -> NodeId {
        let (old, state) = (from.node(id), from.state(id));
        self.make_room(Needs {
            nodes: 1,
            words: state.words().len(),
            ..Needs::default()
        });
        let new = self.add(state.words(), old.ply.get()).expect(ROOM);
        let node = self.node(new);
        node.visits.set(old.visits.get());
        match old.is_terminal() {
            true => node.end(),
            false if old.kind() == Kind::Known => node.set_kind(Kind::Known),
            false => {}
        }
        for (own, old) in self.bounds_of(new).iter().zip(from.bounds_of(id)) {
            own.set(old);
        }
        // Those that nobody has visited are looked up when someone does.
        if old.visits.get() > 0 {
            self.settle(new);
        }
        new
    }

    fn adopt_turn(
        &mut self,
        from: &Tree,
        old: NodeId,
        new: NodeId,
        child: &mut impl FnMut(&mut Tree, NodeId) -> NodeId,
    ) {
        let node = from.node(old);
        let edges = self.adopt_edges(from, node.edges());
        for (own, old) in edges.clone().zip(node.edges()) {
            match from.edges.at(old).target() {
                Target::Node(old) => {
                    let to = child(self, old);
                    self.edges.at(own).lead_to(to);
                }
                Target::State(first_word) => {
                    let state = from.state_of(from.words_behind(first_word, node));
                    let to = self.adopt_state(&state);
                    self.edges.at(own).lead_to_state(to);
                }
                Target::Nowhere => {}
            }
        }
        let tried = node.tried.get();
        self.node(new).become_turn(node.mover(), edges, tried);
    }

    /// Takes over a state that no descent has come to; its first word.
    fn adopt_state(&mut self, state: &State) -> u32 {
        self.make_room(Needs {
            words: state.words().len(),
            ..Needs::default()
        });
        let first_word = self.word_places.take(state.words().len()).expect(ROOM);
        self.write(state.words(), first_word);
        first_word
    }

    fn adopt_joint(
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
            edges: self.adopt_edges(from, choice.edges.clone()),
        });
        let roles = roles.collect();
        let mut followers = choices.with_followers(Clone::clone);
        followers.values_mut().for_each(|to| *to = child(self, *to));
        self.followers.fetch_add(followers.len(), Ordering::Relaxed);
        self.make_room(Needs {
            choices: 1,
            ..Needs::default()
        });
        let number = self.add_choices(Choices {
            roles,
            joint: choices.joint.clone(),
            followers: RwLock::new(followers),
        });
        let node = self.node(new);
        node.first.set(number.expect(ROOM));
        node.become_shape(Kind::Joint);
    }

    fn adopt_edges(&mut self, from: &Tree, range: Range<u32>) -> Range<u32> {
        self.make_room(Needs {
            edges: range.len(),
            ..Needs::default()
        });
        let moves = range.clone().map(|edge| from.move_of(edge));
        let moves: Vec<_> = moves.collect();
        let edges = self
            .add_edges(moves.into_iter(), &mut Claim::default())
            .expect(ROOM);
        for (own, old) in edges.clone().zip(range.clone()) {
            let (own, old) = (self.edges.at(own), from.edges.at(old));
            own.sum.set(old.sum.get());
            own.visits.set(old.visits.get());
        }
        if self.rave {
            for (own, old) in edges.clone().zip(range) {
                let (own, old) = (self.later.at(own), from.later.at(old));
                own.sum.set(old.sum.get());
                own.visits.set(old.visits.get());
            }
        }
        edges
    }

    /// Nodes with fewer visits lose what follows them, if the rest is to fit into so many bytes.
    fn least_visits(&self, bytes: usize) -> u32 {
        let mut cost = [0_usize; 33];
        let mut seen = vec![false; self.node_places.taken()];
        let mut stack = vec![self.root];
        seen[self.root as usize] = true;
        let words = self.count_words(self.root) * 8;
        let (each_state, each_node) = (words + 40, 60 + self.roles * 2);
        while let Some(id) = stack.pop() {
            let children = self.children(id);
            let visits = self.node(id).visits.get();
            let states = match self.node(id).shape() {
                Kind::Turn => self.node(id).edges().len(),
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
