//! The fan-in cone of some wires, in evaluation order.

use super::{FanIn, Network, Wire};
use std::ops::Range;

/// The gates to evaluate for some wires when other wires are already known.
#[derive(Clone, Debug, Default)]
pub struct Cone {
    /// The gates, in topological order.
    pub nodes: Vec<u32>,
    /// The gates split into segments.
    pub segments: Vec<ConeSegment>,
}

/// A run of gates, possibly a loop.
#[derive(Clone, Debug)]
pub struct ConeSegment {
    /// The range in the cone's nodes.
    pub range: Range<usize>,
    /// For a loop, each input node with the wire that drives it, ordered by the drivers' nodes.
    pub feedback: Vec<(u32, Wire)>,
}

impl Cone {
    /// The gates that the wires depend on, except those marked in `known`. Marks the gates of the
    /// cone as known.
    pub fn of(
        network: &Network,
        wires: impl IntoIterator<Item = Wire>,
        known: &mut [bool],
    ) -> Cone {
        let in_cone = mark_cone(network, wires, known);
        let mut cone = Cone::default();
        let mut at = 0;
        for part in &network.loops {
            cone.push(network, &in_cone, at..part.nodes.start, &[]);
            let repeats = part
                .feedback
                .iter()
                .any(|&(input, _)| in_cone[input as usize]);
            cone.push(
                network,
                &in_cone,
                part.nodes.clone(),
                if repeats { &part.feedback } else { &[] },
            );
            at = part.nodes.end;
        }
        cone.push(network, &in_cone, at..network.gates.len() as u32, &[]);
        cone
    }

    fn push(
        &mut self,
        network: &Network,
        in_cone: &[bool],
        nodes: Range<u32>,
        feedback: &[(u32, Wire)],
    ) {
        let start = self.nodes.len();
        self.nodes.extend(
            nodes.filter(|&node| in_cone[node as usize] && !network.gates.inputs(node).is_empty()),
        );
        let range = start..self.nodes.len();
        if range.is_empty() && feedback.is_empty() {
            return;
        }
        match self.segments.last_mut() {
            Some(last) if last.feedback.is_empty() && feedback.is_empty() => {
                last.range.end = range.end
            }
            _ => self.segments.push(ConeSegment {
                range,
                feedback: feedback.to_vec(),
            }),
        }
    }
}

/// Marks the nodes that the wires depend on and that were not known; also marks them as known.
fn mark_cone(
    network: &Network,
    wires: impl IntoIterator<Item = Wire>,
    known: &mut [bool],
) -> Vec<bool> {
    let mut in_cone = vec![false; network.gates.len()];
    FanIn::new(network).walk(wires, known, |node| in_cone[node as usize] = true);
    in_cone
}
