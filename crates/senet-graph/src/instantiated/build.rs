//! Builds the graph of the rule instances.
//!
//! Edges lead from `<=` to the head and to each condition, and from the head to each condition. Edges also lead from each
//! term to its arguments, and from symbols and argument positions to their occurrences.

use super::InstantiateError;
use super::instances::{INSTANCES_PER_POLL, Instance};
use crate::symbol_nodes::{SymbolNodes, connect_argument};
use crate::{Colour, Graph, GraphBuilder, GraphNodeId};
use senet_gdl::{Deadline, Symbol};
use senet_ground::{TermId, Terms};

/// Builds the graph. Every occurrence has a node of its own, even within one instance.
pub fn build_graph(
    terms: &Terms,
    instances: &[Instance],
    limit: usize,
    deadline: &Deadline,
) -> Result<Graph, InstantiateError> {
    check_size(terms, instances, limit)?;
    let mut instance_graph = InstanceGraph {
        terms,
        graph: GraphBuilder::default(),
        symbols: SymbolNodes::default(),
    };
    for some in instances.chunks(INSTANCES_PER_POLL) {
        deadline.check()?;
        some.iter()
            .for_each(|instance| instance_graph.instance(instance));
    }
    Ok(instance_graph.graph.finish())
}

/// Counts the occurrences before building. The symbol nodes at most double their number.
fn check_size(terms: &Terms, instances: &[Instance], limit: usize) -> Result<(), InstantiateError> {
    let mut occurrences = 0usize;
    for instance in instances {
        let sentences = [instance.head]
            .into_iter()
            .chain(instance.body.iter().copied());
        let words: usize = sentences.map(|term| terms.words(term)).sum();
        occurrences = occurrences.saturating_add(1).saturating_add(words);
    }
    if occurrences > limit {
        return Err(InstantiateError::Nodes(limit));
    }
    Ok(())
}

struct InstanceGraph<'a> {
    terms: &'a Terms,
    graph: GraphBuilder,
    symbols: SymbolNodes,
}

impl InstanceGraph<'_> {
    fn instance(&mut self, instance: &Instance) {
        if !instance.is_rule {
            self.term(instance.head);
            return;
        }
        let arrow = Colour::Keyword(Symbol::ARROW);
        let arrow = self.graph.node(arrow, Some(Symbol::ARROW));
        let head = self.term(instance.head);
        self.graph.edge(arrow, head);
        for &condition in &instance.body {
            let condition = self.term(condition);
            self.graph.edge(arrow, condition);
            self.graph.edge(head, condition);
        }
    }

    fn term(&mut self, term: TermId) -> GraphNodeId {
        let terms = self.terms;
        let args = terms.args(term);
        let occurrence = self
            .symbols
            .add_occurrence(&mut self.graph, terms.name(term), args.len());
        for (position, &arg) in args.iter().enumerate() {
            let child = self.term(arg);
            connect_argument(&mut self.graph, occurrence, position, child);
        }
        occurrence.0
    }
}
