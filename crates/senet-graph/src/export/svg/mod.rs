//! SVG export: each rule is a tree from left to right with its variables beside it; the symbols stand at the left.

mod layout;
mod render;
mod rule_trees;

use crate::Graph;
use rule_trees::Forest;
use senet_gdl::Symbols;

/// The options of an SVG picture.
#[derive(Clone, Copy, Debug)]
pub struct SvgOptions {
    /// The number of the only rule to draw, counted from 1 in graph order.
    pub rule: Option<usize>,
    /// The limit on nodes; larger pictures are unreadable.
    pub nodes: usize,
}

/// The reason why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SvgError {
    /// The graph has too many nodes.
    #[error("the picture would have {nodes} nodes, more than the limit of {limit}")]
    TooLarge {
        /// The number of nodes to draw.
        nodes: usize,
        /// The limit on nodes.
        limit: usize,
    },
    /// The rule number is out of range.
    #[error("there is no rule {rule}: rules have the numbers 1 to {rules}")]
    NoRule {
        /// The requested rule.
        rule: usize,
        /// The number of rules.
        rules: usize,
    },
}

/// Draws the graph, or one of its rules, as SVG.
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

    const RULES: &str = "(role a) (<= (legal a (go ?x)) (true (at ?x)) (not (deadline ?x)))";

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
    fn draws_every_node_once() {
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
    fn draws_a_single_rule() {
        let picture = draw(Some(1), 100).unwrap();
        assert!(picture.contains("keyword role") && !picture.contains("keyword legal"));
        let labels = ["&lt;=", ">?x<", ">deadline<", ">go<"];
        let picture = draw(Some(2), 100).unwrap();
        assert!(
            labels.iter().all(|label| picture.contains(label)),
            "{picture}"
        );
    }

    #[test]
    fn rejects_unknown_rule_and_too_many_nodes() {
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
