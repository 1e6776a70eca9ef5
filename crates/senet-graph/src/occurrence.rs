//! The occurrence graph: a node for every place where something occurs, and one for everything that occurs.
//!
//! A name is told apart by its number of arguments, too: as a constant and as a function it is two symbols. Edges lead
//! - from a name to its occurrences and to its argument positions, and from these to whatever stands there;
//! - from a variable of a rule to its occurrences;
//! - from an occurrence or keyword to its arguments;
//! - from `<=` to the conclusion and to the condition, or to the node that stands for several conditions, and from there to each.

use crate::names::{Names, argument};
use crate::walk::{Drawing, Page};
use crate::{Colour, Graph, NodeId};
use senet_gdl::{Description, Literal, Symbol, Term};

/// The occurrence graph of a game.
pub fn occurrence(description: &Description) -> Graph {
    let mut drawing = Occurrence::default();
    drawing.game(description);
    drawing.page.graph.finish()
}

#[derive(Default)]
struct Occurrence {
    page: Page,
    names: Names,
}

impl Drawing for Occurrence {
    fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    fn applied(&mut self, symbol: Symbol, args: &[Term]) -> NodeId {
        let place = self.names.place(&mut self.page.graph, symbol, args.len());
        for (position, arg) in args.iter().enumerate() {
            let child = self.term(arg);
            argument(&mut self.page.graph, place, position, child);
        }
        place.0
    }

    fn conditions(&mut self, arrow: NodeId, _: NodeId, body: &[Literal]) {
        match body {
            [_] => self.literals(arrow, body),
            several => {
                let and = self.page.graph.node(Colour::And, None);
                self.page.graph.edge(arrow, and);
                self.literals(and, several);
            }
        }
    }
}
