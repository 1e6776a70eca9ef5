//! Builds the graph of the rule instances.
//!
//! Edges lead from `<=` to the head and to each condition, and from the head to each condition. Edges also lead from each
//! term to its arguments, and from symbols and argument positions to their occurrences.

use super::instances::{INSTANCES_PER_POLL, Instance};
use super::{InstantiateError, NodeTerm};
use crate::symbol_nodes::{SymbolNodes, connect_argument};
use crate::{Colour, Graph, GraphBuilder, GraphNodeId};
use senet_gdl::{Deadline, Symbol};
use senet_ground::{TermId, Terms};

/// Builds the graph with the term of each node. Every occurrence has a node of its own, even within one instance.
pub fn build_graph(
    terms: &Terms,
    instances: &[Instance],
    limit: usize,
    deadline: &Deadline,
) -> Result<(Graph, Vec<Option<NodeTerm>>), InstantiateError> {
    check_size(terms, instances, limit)?;
    let mut instance_graph = InstanceGraph {
        terms,
        graph: GraphBuilder::default(),
        symbols: SymbolNodes::default(),
        node_terms: Vec::new(),
    };
    for some in instances.chunks(INSTANCES_PER_POLL) {
        deadline.check()?;
        some.iter()
            .for_each(|instance| instance_graph.instance(instance));
    }
    let graph = instance_graph.graph.finish();
    let mut node_terms = instance_graph.node_terms;
    node_terms.resize(graph.nodes().len(), None);
    Ok((graph, node_terms))
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
    node_terms: Vec<Option<NodeTerm>>,
}

impl InstanceGraph<'_> {
    fn instance(&mut self, instance: &Instance) {
        if !instance.is_rule {
            self.term(instance.head, None);
            return;
        }
        let arrow = Colour::Keyword(Symbol::ARROW);
        let arrow = self.graph.node(arrow, Some(Symbol::ARROW));
        let head = self.term(instance.head, None);
        self.graph.edge(arrow, head);
        for &condition in &instance.body {
            let condition = self.term(condition, None);
            self.graph.edge(arrow, condition);
            self.graph.edge(head, condition);
        }
    }

    fn term(&mut self, term: TermId, parent: Option<GraphNodeId>) -> GraphNodeId {
        let terms = self.terms;
        let args = terms.args(term);
        let occurrence = self
            .symbols
            .add_occurrence(&mut self.graph, terms.name(term), args.len());
        self.node_terms.resize(occurrence.0 as usize, None);
        self.node_terms.push(Some(NodeTerm { term, parent }));
        for (position, &arg) in args.iter().enumerate() {
            let child = self.term(arg, Some(occurrence.0));
            connect_argument(&mut self.graph, occurrence, position, child);
        }
        occurrence.0
    }
}
