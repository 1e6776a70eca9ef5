//! The graph of some instances.
//!
//! Edges lead from `<=` to the conclusion and to each condition, from the conclusion to each condition, from everything to its
//! arguments, and from names and argument positions to the places where they stand.

use super::InstantiateError;
use super::instances::Instance;
use crate::names::{Names, argument};
use crate::{Builder, Colour, Graph, NodeId};
use senet_gdl::Symbol;
use senet_ground::{TermId, Terms};

/// The graph; no place is shared, neither between instances nor within one.
pub fn draw(
    terms: &Terms,
    instances: &[Instance],
    limit: usize,
) -> Result<Graph, InstantiateError> {
    check_size(terms, instances, limit)?;
    let mut drawing = Drawing {
        terms,
        graph: Builder::default(),
        names: Names::default(),
    };
    for instance in instances {
        drawing.instance(instance);
    }
    Ok(drawing.graph.finish())
}

/// Counts all places beforehand; names add less than as many again.
fn check_size(terms: &Terms, instances: &[Instance], limit: usize) -> Result<(), InstantiateError> {
    let mut places = 0usize;
    for instance in instances {
        let sentences = [instance.head]
            .into_iter()
            .chain(instance.body.iter().copied());
        let words: usize = sentences.map(|term| terms.words(term)).sum();
        places = places.saturating_add(1).saturating_add(words);
    }
    if places > limit {
        return Err(InstantiateError::Nodes(limit));
    }
    Ok(())
}

struct Drawing<'a> {
    terms: &'a Terms,
    graph: Builder,
    names: Names,
}

impl Drawing<'_> {
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

    fn term(&mut self, term: TermId) -> NodeId {
        let terms = self.terms;
        let args = terms.args(term);
        let place = self
            .names
            .place(&mut self.graph, terms.name(term), args.len());
        for (position, &arg) in args.iter().enumerate() {
            let child = self.term(arg);
            argument(&mut self.graph, place, position, child);
        }
        place.0
    }
}
