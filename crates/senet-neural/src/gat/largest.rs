//! The largest of the neighbours' numbers, for each place of the vectors, with its gradient.
//!
//! A mean hides the one neighbour that matters among many; the maximum does not depend on how many there are.

use super::matrix::{Matrix, NodeVector, WIDTH, zeros};
use super::neighbours::GraphEdges;

/// Stands for the missing neighbour of a node that has none.
const NOBODY: u32 = u32::MAX;

/// For each node and place, the neighbour with the largest number.
pub(super) type Largest = Vec<[u32; WIDTH]>;

/// Returns the largest numbers among the neighbours of each node, itself not included, and whose they are. A node without neighbours gets zeros.
pub(super) fn largest(values: &Matrix, neighbours: &GraphEdges) -> (Matrix, Largest) {
    let nodes = neighbours.nodes();
    let (mut output, mut whose) = (zeros(nodes), vec![[NOBODY; WIDTH]; nodes]);
    for node in 0..nodes {
        let (row, winners) = (&mut output[node], &mut whose[node]);
        for &source in &neighbours.of_node(node).1[1..] {
            for (place, &number) in values[source as usize].iter().enumerate() {
                if winners[place] == NOBODY || number > row[place] {
                    (row[place], winners[place]) = (number, source);
                }
            }
        }
    }
    (output, whose)
}

/// Hands the gradient of each largest number to the neighbour that had it.
pub(super) fn largest_gradient(whose: &Largest, received: &[NodeVector]) -> Matrix {
    let mut values = zeros(received.len());
    for (winners, row) in whose.iter().zip(received) {
        for (place, (&source, number)) in winners.iter().zip(row).enumerate() {
            if source != NOBODY {
                values[source as usize][place] += number;
            }
        }
    }
    values
}
