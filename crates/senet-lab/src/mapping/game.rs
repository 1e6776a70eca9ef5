//! A public game, whose names tell whether a mapping is right.

use senet_console::{Failure, input};
use senet_gdl::Sheet;
use senet_graph::mapping::Mapping;
use senet_graph::{Colour, Graph, Labelling, NodeId, is_numeric, occurrence, ordered};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// A game.
pub struct MappedGame {
    /// Its rules as a graph.
    pub graph: Graph,
    sheet: Sheet,
    /// A number for each name that names share which a symmetry of the rules exchanges.
    orbits: HashMap<String, NodeId>,
}

/// How many of the names that both games have were mapped right.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Accuracy {
    /// Mapped to themselves, in percent.
    pub strict: f64,
    /// Mapped to themselves or to a name that a symmetry of the target exchanges with them, in percent.
    pub symmetric: f64,
}

impl MappedGame {
    /// Reads a sheet.
    pub fn read(path: &Path) -> Result<MappedGame, Failure> {
        let sheet = Sheet::read(input::read_text(path)?);
        let symmetries = Labelling::of(&ordered(&sheet.description), &|| false);
        let orbits = symmetries.map_err(|error| {
            Failure::new(format!("{}: symmetries not found: {error}", path.display()))
        })?;
        Ok(MappedGame {
            graph: occurrence(&sheet.description),
            orbits: orbits_of(&sheet, &orbits),
            sheet,
        })
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> &str {
        let symbol = self.graph.nodes()[node as usize].symbol;
        symbol.map_or("", |symbol| self.sheet.description.symbols.key(symbol))
    }

    /// The names of symbols, numbers left out.
    pub fn names(&self) -> HashSet<&str> {
        let nodes = 0..self.graph.nodes().len() as NodeId;
        let symbols = nodes.filter(|&node| {
            let node = &self.graph.nodes()[node as usize];
            node.colour == Colour::Symbol
        });
        let names = symbols.map(|node| self.name(node));
        names.filter(|name| !is_numeric(name)).collect()
    }

    /// How much of a mapping of one game to another is right.
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

/// The ordered graph has a node for each name; those of one orbit can be exchanged.
fn orbits_of(sheet: &Sheet, labelling: &Labelling) -> HashMap<String, NodeId> {
    let graph = ordered(&sheet.description);
    let nodes = graph.nodes().iter().zip(&labelling.orbits);
    let named = nodes.filter_map(|(node, &orbit)| {
        let symbol = (node.colour == Colour::Symbol).then_some(node.symbol)??;
        Some((sheet.description.symbols.key(symbol).to_string(), orbit))
    });
    named.collect()
}
