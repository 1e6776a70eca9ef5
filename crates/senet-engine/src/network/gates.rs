//! A store of AND gates that merges equal gates and folds constants.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The output of a node, possibly inverted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wire(u32);

impl Wire {
    /// The constant false.
    pub const FALSE: Wire = Wire(0);
    /// The constant true.
    pub const TRUE: Wire = Wire(1);

    /// The plain output of a node.
    pub fn of(node: u32) -> Wire {
        Wire(node << 1)
    }

    /// The node.
    #[inline]
    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Twice the node number, plus one if the output is inverted.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// 1 if the output is inverted, else 0.
    #[inline]
    pub fn inverted(self) -> u8 {
        (self.0 & 1) as u8
    }

    /// Inverts the wire if the argument is true.
    #[must_use]
    pub fn invert_if(self, invert: bool) -> Wire {
        Wire(self.0 ^ u32::from(invert))
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;

    fn not(self) -> Wire {
        self.invert_if(true)
    }
}

/// Nodes in topological order: the constant, the inputs, and AND gates with any number of inputs.
#[derive(Clone, Debug)]
pub struct Gates {
    /// End of each node's inputs in `inputs`. Input nodes have none.
    ends: Vec<u32>,
    inputs: Vec<Wire>,
    table: HashTable<u32>,
    gate_count: usize,
}

impl Default for Gates {
    fn default() -> Gates {
        // Node 0 is the constant; its plain output is false.
        Gates {
            ends: vec![0],
            inputs: Vec::new(),
            table: HashTable::new(),
            gate_count: 0,
        }
    }
}

impl Gates {
    /// The number of nodes: constant, inputs and gates.
    #[allow(clippy::len_without_is_empty)] // The constant is always present.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of gates.
    pub fn gate_count(&self) -> usize {
        self.gate_count
    }

    /// The inputs of a gate; empty for the constant and for input nodes.
    #[inline]
    pub fn inputs(&self, node: u32) -> &[Wire] {
        let start = if node == 0 {
            0
        } else {
            self.ends[node as usize - 1]
        };
        &self.inputs[start as usize..self.ends[node as usize] as usize]
    }

    /// Adds an input node.
    pub fn add_input(&mut self) -> u32 {
        self.ends.push(self.inputs.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// The AND of some wires. Uses the vector as scratch space.
    pub fn and(&mut self, wires: &mut Vec<Wire>) -> Wire {
        wires.sort_unstable();
        wires.dedup();
        wires.retain(|&wire| wire != Wire::TRUE);
        if wires.first() == Some(&Wire::FALSE) || wires.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Wire::FALSE;
        }
        match wires[..] {
            [] => Wire::TRUE,
            [only] => only,
            _ => self.gate(wires),
        }
    }

    /// The OR of some wires. Uses the vector as scratch space.
    pub fn or(&mut self, wires: &mut Vec<Wire>) -> Wire {
        wires.iter_mut().for_each(|wire| *wire = !*wire);
        !self.and(wires)
    }

    /// The gate with these sorted and simplified inputs.
    fn gate(&mut self, wires: &[Wire]) -> Wire {
        let hash = hash_of(wires);
        if let Some(&node) = self.table.find(hash, |&node| self.inputs(node) == wires) {
            return Wire::of(node);
        }
        let node = self.ends.len() as u32;
        self.inputs.extend_from_slice(wires);
        self.ends.push(self.inputs.len() as u32);
        self.gate_count += 1;
        let Gates {
            ends,
            inputs,
            table,
            ..
        } = self;
        let rehash = |&node: &u32| {
            let node = node as usize;
            hash_of(&inputs[ends[node - 1] as usize..ends[node] as usize])
        };
        table.insert_unique(hash, node, rehash);
        Wire::of(node)
    }

    /// The number of inputs of all gates together.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Rebuilds the hash table after [`Gates::finish`], so that more gates can be added.
    pub fn reopen(&mut self) {
        let Gates {
            ends,
            inputs,
            table,
            ..
        } = self;
        let hash = |&node: &u32| {
            let node = node as usize;
            hash_of(&inputs[ends[node - 1] as usize..ends[node] as usize])
        };
        table.clear();
        table.reserve(ends.len(), hash);
        for node in 1..ends.len() {
            if ends[node] > ends[node - 1] {
                let node = node as u32;
                table.insert_unique(hash(&node), node, hash);
            }
        }
    }

    /// Frees the memory that only construction needs.
    pub fn finish(&mut self) {
        self.table = HashTable::new();
        self.inputs.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

fn hash_of(wires: &[Wire]) -> u64 {
    let mut hasher = FxHasher::default();
    wires.iter().for_each(|wire| hasher.write_u32(wire.0));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_constants_and_merges_equal_gates() {
        let mut gates = Gates::default();
        let (a, b) = (Wire::of(gates.add_input()), Wire::of(gates.add_input()));
        assert_eq!(gates.and(&mut vec![]), Wire::TRUE);
        assert_eq!(gates.or(&mut vec![]), Wire::FALSE);
        assert_eq!(gates.and(&mut vec![a, !a]), Wire::FALSE);
        assert_eq!(gates.or(&mut vec![a, !a, b]), Wire::TRUE);
        assert_eq!(gates.and(&mut vec![a, Wire::TRUE, a]), a);
        let ab = gates.and(&mut vec![a, b]);
        assert_eq!(gates.and(&mut vec![b, a]), ab);
        assert_eq!(gates.or(&mut vec![!a, !b]), !ab);
        assert_eq!(gates.gate_count(), 1);
        assert_eq!(gates.inputs(ab.node()), [a, b]);
    }
}
