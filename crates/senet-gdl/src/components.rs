//! Strongly connected components of a graph.

/// Returns the number of each node's strongly connected component. Edges lead to the same or a lower component.
///
/// Tarjan's algorithm with an explicit stack, since dependency graphs can be very deep.
///
/// ```
/// // 0 → 1 ⇄ 2
/// let found = senet_gdl::components(&[vec![1], vec![2], vec![1]]);
/// assert_eq!(found, [1, 0, 0]);
/// ```
pub fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let n = edges.len();
    let (mut order, mut low, mut component) = (vec![UNSEEN; n], vec![0; n], vec![UNSEEN; n]);
    let (mut stack, mut clock, mut count) = (Vec::new(), 0, 0);
    for root in 0..n {
        if order[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                (order[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
            } else {
                low[node] = low[node].min(low[edges[node][edge - 1]]);
            }
            let next = (edge..edges[node].len()).find(|&e| {
                let target = edges[node][e];
                if order[target] != UNSEEN && component[target] == UNSEEN {
                    low[node] = low[node].min(order[target]);
                }
                order[target] == UNSEEN
            });
            if let Some(e) = next {
                calls.push((node, e + 1));
                calls.push((edges[node][e], 0));
            } else if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    component[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    component
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
