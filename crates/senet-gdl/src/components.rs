//! Strongly connected components of a graph.

const UNSEEN: usize = usize::MAX;

/// Returns the number of each node's strongly connected component. Edges lead to the same or a lower component.
///
/// ```
/// // 0 → 1 ⇄ 2
/// let found = senet_gdl::components(&[vec![1], vec![2], vec![1]]);
/// assert_eq!(found, [1, 0, 0]);
/// ```
pub fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    components_by(edges.len(), |node| edges[node].iter().copied())
}

/// Like [`components`], for a graph whose edges are not stored: `targets` returns the edges of a node.
///
/// Tarjan's algorithm with an explicit stack, since rule graphs can be very deep.
pub fn components_by<I: Iterator<Item = usize>>(
    nodes: usize,
    targets: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut search = Search {
        order: vec![UNSEEN; nodes],
        lowest: vec![0; nodes],
        component: vec![UNSEEN; nodes],
        open: Vec::new(),
        visited: 0,
        components: 0,
    };
    for root in 0..nodes {
        if search.order[root] == UNSEEN {
            search.visit(root, &targets);
        }
    }
    search.component
}

struct Search {
    /// Per node, its place in the order of the visits.
    order: Vec<usize>,
    /// Per node, the first visited node that is known to be in its component.
    lowest: Vec<usize>,
    component: Vec<usize>,
    /// Visited nodes whose component is not complete.
    open: Vec<usize>,
    visited: usize,
    components: usize,
}

impl Search {
    fn visit<I: Iterator<Item = usize>>(&mut self, root: usize, targets: &impl Fn(usize) -> I) {
        self.enter(root);
        let mut calls = vec![(root, targets(root))];
        while let Some((node, left)) = calls.last_mut() {
            let node = *node;
            match left.next() {
                Some(target) if self.order[target] == UNSEEN => {
                    self.enter(target);
                    calls.push((target, targets(target)));
                }
                Some(target) if self.component[target] == UNSEEN => {
                    self.lowest[node] = self.lowest[node].min(self.order[target]);
                }
                Some(_) => {}
                None => {
                    self.leave(node);
                    calls.pop();
                    if let Some(&(caller, _)) = calls.last() {
                        self.lowest[caller] = self.lowest[caller].min(self.lowest[node]);
                    }
                }
            }
        }
    }

    fn enter(&mut self, node: usize) {
        (self.order[node], self.lowest[node]) = (self.visited, self.visited);
        self.visited += 1;
        self.open.push(node);
    }

    /// Completes the component of a node if it was the first visited of its component.
    fn leave(&mut self, node: usize) {
        if self.lowest[node] != self.order[node] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member] = self.components;
            if member == node {
                break;
            }
        }
        self.components += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_cycles_as_one_component_after_its_successors() {
        // 0 → 1 ⇄ 2 → 3, and 4 on its own.
        let found = components(&[vec![1], vec![2], vec![1, 3], vec![], vec![]]);
        assert_eq!(found[1], found[2]);
        assert!(found[3] < found[1] && found[1] < found[0]);
        assert_eq!(found.iter().max(), Some(&3));
    }

    #[test]
    fn handles_long_chains_without_stack_overflow() {
        let chain: Vec<Vec<usize>> = (0..200_000)
            .map(|i| if i < 199_999 { vec![i + 1] } else { vec![] })
            .collect();
        assert_eq!(components(&chain)[0], 199_999);
    }
}
