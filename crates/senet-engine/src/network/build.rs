//! Builds the network from the ground rules.

use super::{Gates, Loop, Network, Wire};
use crate::build_limits::{BuildLimits, BuildStop, Poll};
use senet_gdl::components;
use senet_ground::{AtomKind, Grounded, Grouped};
use std::ops::Range;

/// Memory per atom and per condition of a rule: dependencies, components, wires and gates.
const BYTES_PER_ATOM: usize = 120;
const BYTES_PER_LITERAL: usize = 32;

impl Network {
    /// Builds the network of a grounded game.
    pub fn build(grounded: &Grounded, limits: &BuildLimits) -> Result<Network, BuildStop> {
        let mut charge = limits.memory.charge("the network");
        let literals = grounded.rules.literals() + grounded.rules.len();
        charge.set(BYTES_PER_ATOM * grounded.atoms.len() + BYTES_PER_LITERAL * literals)?;
        limits.check()?;
        let mut gates = Gates::default();
        let fluents = inputs(&mut gates, grounded.fluents.len());
        let moves: Vec<Range<u32>> = grounded
            .moves
            .iter()
            .map(|moves| inputs(&mut gates, moves.len()))
            .collect();
        let wires = grounded
            .atoms
            .iter()
            .map(|kind| wire_without_rules(kind, &fluents, &moves))
            .collect();
        let mut builder = Builder {
            rules: grounded.rules_by_head(),
            grounded,
            gates,
            wires,
            loops: Vec::new(),
            body: Vec::new(),
            poll: limits.poll(),
        };
        builder.build()?;
        Ok(builder.finish(fluents, moves))
    }
}

fn inputs(gates: &mut Gates, count: usize) -> Range<u32> {
    let start = gates.len() as u32;
    (0..count).for_each(|_| _ = gates.add_input());
    start..start + count as u32
}

/// The wire of an atom that no rule defines.
fn wire_without_rules(kind: &AtomKind, fluents: &Range<u32>, moves: &[Range<u32>]) -> Option<Wire> {
    match *kind {
        AtomKind::True(fluent) => Some(Wire::of(fluents.start + fluent)),
        AtomKind::Does(role, chosen) => Some(Wire::of(moves[role as usize].start + chosen)),
        AtomKind::Never => Some(Wire::FALSE),
        _ => None,
    }
}

struct Builder<'a> {
    grounded: &'a Grounded,
    /// For each atom the rules that conclude it.
    rules: Grouped,
    gates: Gates,
    /// The wire of each atom, once it is known.
    wires: Vec<Option<Wire>>,
    loops: Vec<Loop>,
    body: Vec<Wire>,
    poll: Poll<'a>,
}

impl Builder<'_> {
    /// Assigns a wire to every atom, in dependency order.
    fn build(&mut self) -> Result<(), BuildStop> {
        let edges = self.edges()?;
        let numbers = components(&edges);
        let mut groups = vec![Vec::new(); numbers.iter().max().map_or(0, |last| last + 1)];
        numbers
            .iter()
            .enumerate()
            .for_each(|(atom, &number)| groups[number].push(atom));
        for group in groups {
            match group[..] {
                [atom] if self.wires[atom].is_some() => {}
                [atom] if !edges[atom].contains(&atom) => {
                    self.wires[atom] = Some(self.define(atom)?)
                }
                _ => self.build_loop(&group)?,
            }
        }
        Ok(())
    }

    /// The atoms that each atom depends on.
    fn edges(&mut self) -> Result<Vec<Vec<usize>>, BuildStop> {
        let rules = &self.grounded.rules;
        let mut edges = vec![Vec::new(); self.wires.len()];
        for rule in 0..rules.len() {
            self.poll.count(1 + rules.body(rule).len())?;
            let body = rules
                .body(rule)
                .iter()
                .map(|literal| (literal >> 1) as usize);
            edges[rules.head(rule) as usize]
                .extend(body.filter(|&atom| self.wires[atom].is_none()));
        }
        Ok(edges)
    }

    /// The OR of an atom's rules.
    fn define(&mut self, atom: usize) -> Result<Wire, BuildStop> {
        let mut alternatives = Vec::with_capacity(self.rules.of(atom as u32).len());
        for &rule in self.rules.of(atom as u32) {
            let mut body = std::mem::take(&mut self.body);
            self.poll
                .count(1 + self.grounded.rules.body(rule as usize).len())?;
            body.clear();
            body.extend(
                self.grounded
                    .rules
                    .body(rule as usize)
                    .iter()
                    .map(|&literal| {
                        // Every atom in a body already has a wire, or is an input of the loop under
                        // construction.
                        let wire = self.wires[(literal >> 1) as usize].unwrap_or(Wire::FALSE);
                        wire.invert_if(literal & 1 == 1)
                    }),
            );
            let wire = self.gates.and(&mut body);
            self.body = body;
            match wire {
                Wire::TRUE => return Ok(Wire::TRUE),
                Wire::FALSE => {}
                wire => alternatives.push(wire),
            }
        }
        Ok(self.gates.or(&mut alternatives))
    }

    /// Atoms that depend on each other get input nodes, which their definitions drive.
    fn build_loop(&mut self, atoms: &[usize]) -> Result<(), BuildStop> {
        let inputs: Vec<u32> = atoms.iter().map(|_| self.gates.add_input()).collect();
        for (&atom, &input) in atoms.iter().zip(&inputs) {
            self.wires[atom] = Some(Wire::of(input));
        }
        let start = self.gates.len() as u32;
        let drivers = atoms.iter().map(|&atom| self.define(atom));
        let drivers: Vec<Wire> = drivers.collect::<Result<_, _>>()?;
        let nodes = start..self.gates.len() as u32;
        let mut feedback: Vec<(u32, Wire)> = inputs.into_iter().zip(drivers).collect();
        feedback.sort_unstable_by_key(|&(input, driver)| (driver.node(), input));
        self.loops.push(Loop { nodes, feedback });
        Ok(())
    }

    fn finish(mut self, fluents: Range<u32>, moves: Vec<Range<u32>>) -> Network {
        self.gates.finish();
        let grounded = self.grounded;
        let mut network = Network {
            gates: self.gates,
            loops: self.loops,
            terminal: Wire::FALSE,
            legal: moves
                .iter()
                .map(|moves| vec![Wire::FALSE; moves.len()])
                .collect(),
            next: vec![Wire::FALSE; fluents.len()],
            goals: vec![Vec::new(); moves.len()],
            sees: vec![Vec::new(); moves.len()],
            fluents,
            moves,
        };
        for (kind, wire) in grounded.atoms.iter().zip(&self.wires) {
            let wire = wire.unwrap_or(Wire::FALSE);
            match *kind {
                AtomKind::Terminal => network.terminal = wire,
                AtomKind::Legal(role, chosen) => {
                    network.legal[role as usize][chosen as usize] = wire
                }
                AtomKind::Next(fluent) => network.next[fluent as usize] = wire,
                AtomKind::Goal(role, value) => {
                    network.goals[role as usize].push((grounded.text(value), wire))
                }
                AtomKind::Sees(role, percept) => {
                    network.sees[role as usize].push((grounded.text(percept), wire))
                }
                _ => {}
            }
        }
        network
            .goals
            .iter_mut()
            .chain(&mut network.sees)
            .for_each(|answers| answers.sort());
        network
    }
}
