//! As a picture: every rule a tree that reads from left to right, its variables beside it, and the names at the left edge.

mod layout;
mod render;
mod rule_trees;

use crate::Graph;
use rule_trees::Forest;
use senet_gdl::Symbols;

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub struct SvgOptions {
    /// Only the rule with this number, counted from 1 in the order of the graph.
    pub rule: Option<usize>,
    /// The most nodes that a picture may have; more could not be told apart.
    pub nodes: usize,
}

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SvgError {
    /// The graph is too large to be read.
    #[error("a picture of {nodes} nodes cannot be read (the limit is {limit})")]
    TooLarge {
        /// How many nodes would be options.
        nodes: usize,
        /// How many may be.
        limit: usize,
    },
    /// There is no such rule.
    #[error("there is no rule {rule}: they have the numbers 1 to {rules}")]
    NoRule {
        /// The number asked for.
        rule: usize,
        /// How many rules there are.
        rules: usize,
    },
}

/// The graph, or the part that a rule is, as a picture.
pub fn svg(graph: &Graph, symbols: &Symbols, options: SvgOptions) -> Result<String, SvgError> {
    let mut forest = Forest::of(graph);
    if let Some(rule) = options.rule {
        let rules = forest.trees.len();
        if rule == 0 || rule > rules {
            return Err(SvgError::NoRule { rule, rules });
        }
        forest.keep_only(rule - 1);
    }
    let visible = forest.visible_nodes(graph);
    let nodes = visible.iter().filter(|visible| **visible).count();
    if nodes > options.nodes {
        let limit = options.nodes;
        return Err(SvgError::TooLarge { nodes, limit });
    }
    let picture = layout::layout(graph, symbols, &forest, &visible);
    Ok(render::render(graph, &picture))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{occurrence, ordered};
    use senet_gdl::Sheet;

    const RULES: &str = "(role a) (<= (legal a (go ?x)) (true (at ?x)) (not (stop ?x)))";

    fn draw(rule: Option<usize>, nodes: usize) -> Result<String, SvgError> {
        let sheet = Sheet::read(RULES);
        let graph = occurrence(&sheet.description);
        svg(
            &graph,
            &sheet.description.symbols,
            SvgOptions { rule, nodes },
        )
    }

    #[test]
    fn every_node_is_drawn_once() {
        let sheet = Sheet::read(RULES);
        for graph in [occurrence(&sheet.description), ordered(&sheet.description)] {
            let options = SvgOptions {
                rule: None,
                nodes: 100,
            };
            let picture = svg(&graph, &sheet.description.symbols, options).unwrap();
            assert_eq!(picture.matches("<title>").count(), graph.nodes().len());
        }
    }

    #[test]
    fn one_rule_can_be_drawn() {
        let picture = draw(Some(1), 100).unwrap();
        assert!(picture.contains("keyword role") && !picture.contains("keyword legal"));
        let words = ["&lt;=", ">?x<", ">stop<", ">go<"];
        let picture = draw(Some(2), 100).unwrap();
        assert!(words.iter().all(|word| picture.contains(word)), "{picture}");
    }

    #[test]
    fn what_cannot_be_drawn_is_told() {
        assert_eq!(
            draw(Some(3), 100),
            Err(SvgError::NoRule { rule: 3, rules: 2 })
        );
        assert!(matches!(
            draw(None, 5),
            Err(SvgError::TooLarge { limit: 5, .. })
        ));
    }
}
