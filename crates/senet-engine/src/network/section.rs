//! The part of a network that answers one question, in the order in which to evaluate it.

use super::{Network, Reach, Wire};
use std::ops::Range;

/// What to evaluate for a question that is asked after certain others.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The gates, in topological order.
    pub nodes: Vec<u32>,
    /// Runs of those gates.
    pub segments: Vec<Segment>,
}

/// A run of gates.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Which of the section's nodes.
    pub range: Range<usize>,
    /// For a loop: each input node with the wire that drives it, in the order of the drivers' nodes.
    pub feedback: Vec<(u32, Wire)>,
}

impl Section {
    /// What the wires depend on, except for the nodes that `known` marks; marks what it takes.
    pub fn of(
        network: &Network,
        wires: impl IntoIterator<Item = Wire>,
        known: &mut [bool],
    ) -> Section {
        let cone = cone(network, wires, known);
        let mut section = Section::default();
        let mut at = 0;
        for part in &network.loops {
            section.push(network, &cone, at..part.nodes.start, &[]);
            let repeats = part.feedback.iter().any(|&(input, _)| cone[input as usize]);
            section.push(
                network,
                &cone,
                part.nodes.clone(),
                if repeats { &part.feedback } else { &[] },
            );
            at = part.nodes.end;
        }
        section.push(network, &cone, at..network.gates.len() as u32, &[]);
        section
    }

    fn push(
        &mut self,
        network: &Network,
        cone: &[bool],
        nodes: Range<u32>,
        feedback: &[(u32, Wire)],
    ) {
        let start = self.nodes.len();
        self.nodes.extend(
            nodes.filter(|&node| cone[node as usize] && !network.gates.inputs(node).is_empty()),
        );
        let range = start..self.nodes.len();
        if range.is_empty() && feedback.is_empty() {
            return;
        }
        match self.segments.last_mut() {
            Some(last) if last.feedback.is_empty() && feedback.is_empty() => {
                last.range.end = range.end
            }
            _ => self.segments.push(Segment {
                range,
                feedback: feedback.to_vec(),
            }),
        }
    }
}

/// Marks the nodes that the wires depend on and that were not known; marks them as known, too.
fn cone(network: &Network, wires: impl IntoIterator<Item = Wire>, known: &mut [bool]) -> Vec<bool> {
    let mut cone = vec![false; network.gates.len()];
    Reach::new(network).walk(wires, known, |node| cone[node as usize] = true);
    cone
}
