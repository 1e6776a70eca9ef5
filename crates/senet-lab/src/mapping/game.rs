//! A public game. Its original names tell whether a mapping is correct.

use senet_console::{Failure, input};
use senet_gdl::{Deadline, Sheet};
use senet_graph::mapping::Mapping;
use senet_graph::{Colour, Graph, GraphNodeId, Labelling, is_numeric, occurrence, ordered};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// A game to map.
pub struct MappedGame {
    /// The rule graph.
    pub graph: Graph,
    sheet: Sheet,
    /// The orbit of each name. Symmetries of the rules exchange names of the same orbit.
    orbits: HashMap<String, GraphNodeId>,
}

/// The share of correctly mapped names, among the names that both games contain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// Percent of names mapped to themselves.
    pub strict: f64,
    /// Percent of names mapped to themselves or to a name of the same orbit in the target.
    pub symmetric: f64,
}

impl MappedGame {
    /// Reads a rule sheet.
    pub fn read(path: &Path, deadline: &Deadline) -> Result<MappedGame, Failure> {
        let sheet = Sheet::read(input::read_text(path)?);
        let symmetries = Labelling::of(&ordered(&sheet.description), deadline);
        let what = || format!("finding the symmetries of {}", path.display());
        let orbits = symmetries.map_err(|error| match deadline.is_over() {
            true => Failure::out_of_time(what()),
            false => Failure::new(format!("{}: {error}", what())),
        })?;
        Ok(MappedGame {
            graph: occurrence(&sheet.description),
            orbits: orbits_of(&sheet, &orbits),
            sheet,
        })
    }

    /// The name of a node.
    pub fn name(&self, node: GraphNodeId) -> &str {
        let symbol = self.graph.nodes()[node as usize].symbol;
        symbol.map_or("", |symbol| self.sheet.description.symbols.key(symbol))
    }

    /// The names of all symbols except numbers.
    pub fn names(&self) -> HashSet<&str> {
        let nodes = 0..self.graph.nodes().len() as GraphNodeId;
        let symbols = nodes.filter(|&node| {
            let node = &self.graph.nodes()[node as usize];
            node.colour == Colour::Symbol
        });
        let names = symbols.map(|node| self.name(node));
        names.filter(|name| !is_numeric(name)).collect()
    }

    /// The accuracy of a mapping from this game to the target.
    pub fn accuracy(&self, target: &MappedGame, mapping: &Mapping) -> Accuracy {
        let names = self.names();
        let shared: HashSet<&str> = names.intersection(&target.names()).copied().collect();
        let (mut same, mut exchanged) = (HashSet::new(), HashSet::new());
        for pair in &mapping.pairs {
            let (from, to) = (self.name(pair.from), target.name(pair.to));
            let from = shared.get(from).copied();
            let Some(from) = from else { continue };
            if from == to {
                same.insert(from);
            }
            if from == to || target.exchanges(from, to) {
                exchanged.insert(from);
            }
        }
        let percent = |right: usize| 100.0 * right as f64 / shared.len().max(1) as f64;
        Accuracy {
            strict: percent(same.len()),
            symmetric: percent(exchanged.len()),
        }
    }

    fn exchanges(&self, one: &str, other: &str) -> bool {
        let orbit = |name| self.orbits.get(name);
        orbit(one).is_some() && orbit(one) == orbit(other)
    }
}

/// Finds the orbits. The ordered graph has one node per name; nodes of one orbit are exchangeable.
fn orbits_of(sheet: &Sheet, labelling: &Labelling) -> HashMap<String, GraphNodeId> {
    let graph = ordered(&sheet.description);
    let nodes = graph.nodes().iter().zip(&labelling.orbits);
    let named = nodes.filter_map(|(node, &orbit)| {
        let symbol = (node.colour == Colour::Symbol).then_some(node.symbol)??;
        Some((sheet.description.symbols.key(symbol).to_string(), orbit))
    });
    named.collect()
}
