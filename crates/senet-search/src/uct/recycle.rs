//! Bounded memory: when the tree has grown to two thirds of what it may take, it is copied without the parts that matter least.
//!
//! What the present root does not lead to goes first, then what follows nodes with few visits. The copy takes at most a third of the memory, so
//! that both together keep to the limit, and lies in memory in the order in which descents come by.

use super::tree::{Choices, Kind, NONE, NodeId, RoleChoice, Tree};
use std::collections::VecDeque;

impl Tree {
    /// Whether it is time to recycle, with so many bytes allowed.
    pub fn is_full(&self, memory: usize) -> bool {
        self.bytes() >= memory / 3 * 2 || self.nodes.len() >= NONE as usize / 2
    }

    /// Keeps what matters most in a third of the memory. Numbers of nodes and edges are others afterwards.
    pub fn recycle(&mut self, memory: usize) {
        let least = self.least_visits(memory / 3);
        let mut copy = self.empty_copy();
        copy.root = copy.adopt(self, self.root);
        let mut renamed = vec![NONE; self.nodes.len()];
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
            match node.shape {
                Kind::Turn => copy.adopt_turn(self, id, new, &mut child),
                Kind::Joint => copy.adopt_joint(self, id, new, &mut child),
                Kind::Leaf | Kind::Known => {}
            }
        }
        *self = copy;
    }

    /// Takes over a node without what follows it.
    fn adopt(&mut self, from: &Tree, id: NodeId) -> NodeId {
        let old = from.node(id);
        let new = self.add(&from.state(id), old.ply);
        let node = &mut self.nodes[new as usize];
        node.visits.set(old.visits.get());
        node.terminal = old.terminal;
        if old.kind() == Kind::Known {
            node.set_kind(Kind::Known);
        }
        for (own, old) in self.bounds_of(new).iter().zip(from.bounds_of(id)) {
            own.narrow(old.least(), old.most());
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
            let to = child(self, from.edges[old].child);
            self.edges[own as usize].child = to;
        }
        let own = &mut self.nodes[new as usize];
        (own.first, own.count, own.mover) = (edges.start, node.count, node.mover);
        own.tried.set(node.tried.get());
        own.become_shape(Kind::Turn);
    }

    fn adopt_joint(
        &mut self,
        from: &Tree,
        old: NodeId,
        new: NodeId,
        child: &mut impl FnMut(&mut Tree, NodeId) -> NodeId,
    ) {
        let choices = &from.choices[from.node(old).first as usize];
        let roles = choices.roles.iter().map(|choice| RoleChoice {
            role: choice.role,
            edges: self.adopt_edges(from, choice.edges.start as usize..choice.edges.end as usize),
        });
        let adopted = Choices {
            roles: roles.collect(),
            joint: choices.joint.clone(),
            followers: choices.followers.clone(),
        };
        let followers = adopted.followers.iter();
        let renamed = followers.map(|(&number, &to)| (number, child(self, to)));
        let followers = renamed.collect();
        let own = &mut self.nodes[new as usize];
        own.first = self.choices.len() as u32;
        own.become_shape(Kind::Joint);
        self.choices.push(Choices {
            followers,
            ..adopted
        });
    }

    fn adopt_edges(&mut self, from: &Tree, range: std::ops::Range<usize>) -> std::ops::Range<u32> {
        let edges = self.add_edges(&from.moves[range.clone()]);
        for (own, old) in edges.clone().zip(range.clone()) {
            let (own, old) = (&self.edges[own as usize], &from.edges[old]);
            own.sum.set(old.sum.get());
            own.visits.set(old.visits.get());
        }
        if self.rave {
            for (own, old) in edges.clone().zip(range) {
                let (own, old) = (&self.later[own as usize], &from.later[old]);
                own.sum.set(old.sum.get());
                own.visits.set(old.visits.get());
            }
        }
        edges
    }

    /// Nodes with fewer visits lose what follows them, if the rest is to fit into so many bytes.
    fn least_visits(&self, bytes: usize) -> u32 {
        let mut cost = [0_usize; 33];
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![self.root];
        seen[self.root as usize] = true;
        let words = self.words_of(self.root).len() * 8;
        let each = words + 100 + self.roles * 2;
        while let Some(id) = stack.pop() {
            let children = self.children(id);
            let visits = self.node(id).visits.get();
            cost[(32 - visits.leading_zeros()) as usize] += children.len() * each;
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
