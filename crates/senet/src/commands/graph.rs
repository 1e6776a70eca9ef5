//! `senet graph`: the rules of a game as a graph.

use super::fmt::readable;
use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use crate::source::{self, Source};
use clap::{Args, ValueEnum};
use senet_gdl::Sheet;
use senet_graph::{Graph, export, occurrence, ordered};
use serde_json::{Value, json};

/// Shows the rules of a game as a graph without names: its size, or all of it for other programs
///
/// Two games have isomorphic `ordered` graphs exactly if they are the same game under other names and in another order. The `occurrence` graph ties
/// all places of a name and of an argument together, for measuring how alike games are.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet graph tic-tac-toe\n  senet graph checkers --kind ordered --json\n  \
    senet graph nim --export dot > nim.dot"
)]
pub struct GraphCommand {
    /// The game
    game: String,
    /// Which graph
    #[arg(long, value_enum, default_value_t = Kind::Occurrence)]
    kind: Kind,
    /// Prints the graph itself
    #[arg(long, value_enum, value_name = "FORMAT")]
    export: Option<Format>,
}

/// The graphs.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A node for every name, argument position, variable and place
    Occurrence,
    /// A node for every place, with arguments in order, and one for every name and variable
    Ordered,
}

/// The formats for other programs.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Graphviz
    Dot,
    /// Lists of nodes and edges
    Json,
    /// XML that most programs for graphs read
    Graphml,
}

impl GraphCommand {
    /// Draws the graph.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let sheet = readable(&source)?;
        let graph = match self.kind {
            Kind::Occurrence => occurrence(&sheet.description),
            Kind::Ordered => ordered(&sheet.description),
        };
        let mut out = Out::new();
        match self.export {
            Some(format) => export_as(&mut out, format, &graph, &sheet)?,
            None if common.json => out.json(&self.size(&source, &graph))?,
            None => self.show(&mut out, &graph)?,
        }
        out.flush()?;
        Ok(())
    }

    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Occurrence => "occurrence",
            Kind::Ordered => "ordered",
        }
    }

    fn size(&self, source: &Source, graph: &Graph) -> Value {
        let counts = graph.counts();
        json!({
            "game": source.name,
            "kind": self.name(),
            "nodes": counts.nodes,
            "edges": counts.edges,
            "max_out_degree": counts.max_out_degree,
            "by_kind": counts.by_kind,
        })
    }

    fn show(&self, out: &mut Out, graph: &Graph) -> Result<(), Failure> {
        let counts = graph.counts();
        out.line(format!("kind            {}", self.name()))?;
        out.line(format!("nodes           {}", counts.nodes))?;
        for (kind, count) in &counts.by_kind {
            out.line(format!("  {:20} {count}", kind.replace('_', " ")))?;
        }
        out.line(format!("edges           {}", counts.edges))?;
        out.line(format!("max out-degree  {}", counts.max_out_degree))?;
        Ok(())
    }
}

fn export_as(out: &mut Out, format: Format, graph: &Graph, sheet: &Sheet) -> Result<(), Failure> {
    let symbols = &sheet.description.symbols;
    match format {
        Format::Dot => out.text(&export::dot(graph, symbols))?,
        Format::Graphml => out.text(&export::graphml(graph, symbols))?,
        Format::Json => out.json(&export::json(graph, symbols))?,
    }
    Ok(())
}
