//! A network for the states in which certain fluents are known.

use super::three_valued::{Known, ThreeValued};
use super::{Gates, Loop, Network, Reach, Section, Wire};

impl Network {
    /// The network that answers as this one does wherever the `fixed` fluents have these values and the roles make legal moves.
    ///
    /// Fluents and moves keep their numbers, though the known ones are not looked at any more. Moves that are never legal here
    /// count as not made, and the only one that a role may have as made. The `next_fixed` fluents are known to have these values
    /// in the next state.
    pub fn specialise(&self, fixed: &[(u32, bool)], next_fixed: &[(u32, bool)]) -> Network {
        let values = self.evaluate_with(fixed);
        let mut next = self.next.clone();
        for &(fluent, value) in next_fixed {
            next[fluent as usize] = Wire::FALSE.invert_if(value);
        }
        Rebuild::of(self, &values, &next).finish(&next)
    }

    /// What is known of all nodes if some fluents are.
    fn evaluate_with(&self, fixed: &[(u32, bool)]) -> ThreeValued<'_> {
        let mut values = ThreeValued::new(self);
        for &(fluent, value) in fixed {
            values.set_fluent(fluent, Known::from(value));
        }
        let mut known = vec![false; self.gates.len()];
        let legal = self.legal.iter().flatten().copied();
        values.evaluate(&Section::of(self, legal, &mut known));
        (0..self.moves.len()).for_each(|role| values.set_choice(role));
        let rest = self.outputs(&self.next);
        values.evaluate(&Section::of(self, rest, &mut known));
        values
    }

    /// All wires that answer questions, with the given ones for the next state.
    fn outputs<'a>(&'a self, next: &'a [Wire]) -> impl Iterator<Item = Wire> + 'a {
        let texts = self.goals.iter().chain(&self.sees).flatten();
        let answers = texts.map(|(_, wire)| *wire);
        let legal = self.legal.iter().flatten().chain(next).copied();
        legal.chain(answers).chain([self.terminal])
    }
}

/// A network that is built anew without what is known.
struct Rebuild<'a> {
    old: &'a Network,
    gates: Gates,
    loops: Vec<Loop>,
    /// The new wire of each old node that is needed.
    wires: Vec<Wire>,
}

impl<'a> Rebuild<'a> {
    fn of(old: &'a Network, values: &ThreeValued, next: &[Wire]) -> Rebuild<'a> {
        let needed = needed(old, values, next);
        let mut rebuild = Rebuild {
            old,
            gates: Gates::default(),
            loops: Vec::new(),
            wires: Vec::with_capacity(old.gates.len()),
        };
        let mut loops = old.loops.iter().peekable();
        let mut new_start = 0;
        for node in 0..old.gates.len() as u32 {
            while let Some(part) = loops.next_if(|part| part.nodes.end <= node) {
                rebuild.close_loop(part, new_start, values, &needed);
            }
            if loops.peek().is_some_and(|part| part.nodes.start == node) {
                new_start = rebuild.gates.len() as u32;
            }
            let wire = rebuild.node(node, values, needed[node as usize]);
            rebuild.wires.push(wire);
        }
        loops.for_each(|part| rebuild.close_loop(part, new_start, values, &needed));
        rebuild
    }

    fn node(&mut self, node: u32, values: &ThreeValued, needed: bool) -> Wire {
        let is_choice = self.old.moves.iter().any(|moves| moves.contains(&node));
        let is_own_input = self.old.fluents.contains(&node) || is_choice;
        // Fluents and moves keep their nodes even where no wire leads there any more.
        let input = is_own_input.then(|| self.gates.add_input());
        if let Some(value) = values.get(Wire::of(node)).value() {
            return Wire::FALSE.invert_if(value);
        }
        if let Some(input) = input {
            return Wire::of(input);
        }
        let inputs = self.old.gates.inputs(node);
        match (needed, inputs) {
            (false, _) => Wire::FALSE,
            (true, []) => Wire::of(self.gates.add_input()),
            (true, _) => {
                let mut wires = inputs.iter().map(|&wire| self.wire(wire)).collect();
                self.gates.and(&mut wires)
            }
        }
    }

    fn wire(&self, old: Wire) -> Wire {
        self.wires[old.node() as usize].invert_if(old.inverted() == 1)
    }

    /// Records what is left of a loop whose nodes are all built.
    fn close_loop(&mut self, part: &Loop, start: u32, values: &ThreeValued, needed: &[bool]) {
        let is_open =
            |input: u32| needed[input as usize] && values.get(Wire::of(input)).value().is_none();
        let left = part.feedback.iter().filter(|&&(input, _)| is_open(input));
        let mut feedback: Vec<(u32, Wire)> = left
            .map(|&(input, driver)| (self.wires[input as usize].node(), self.wire(driver)))
            .collect();
        if feedback.is_empty() {
            return;
        }
        feedback.sort_unstable_by_key(|&(input, driver)| (driver.node(), input));
        let nodes = start..self.gates.len() as u32;
        self.loops.push(Loop { nodes, feedback });
    }

    fn finish(mut self, next: &[Wire]) -> Network {
        self.gates.finish();
        let old = self.old;
        let texts = |answers: &Vec<(String, Wire)>| {
            let wires = answers
                .iter()
                .map(|(text, wire)| (text.clone(), self.wire(*wire)));
            wires.collect()
        };
        let wires = |wires: &[Wire]| wires.iter().map(|&wire| self.wire(wire)).collect();
        Network {
            fluents: old.fluents.clone(),
            moves: old.moves.clone(),
            terminal: self.wire(old.terminal),
            legal: old.legal.iter().map(|legal| wires(legal)).collect(),
            next: wires(next),
            goals: old.goals.iter().map(texts).collect(),
            sees: old.sees.iter().map(texts).collect(),
            gates: self.gates,
            loops: self.loops,
        }
    }
}

/// Which nodes the answers still depend on when those with known values are cut off.
fn needed(network: &Network, values: &ThreeValued, next: &[Wire]) -> Vec<bool> {
    let is_known = |node| values.get(Wire::of(node)).value().is_some();
    let mut known: Vec<bool> = (0..network.gates.len() as u32).map(is_known).collect();
    let mut needed = vec![false; network.gates.len()];
    let outputs = network.outputs(next);
    Reach::new(network).walk(outputs, &mut known, |node| needed[node as usize] = true);
    needed
}
