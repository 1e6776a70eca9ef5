//! `senet map`: maps the symbols of one game to those of another.

use clap::Args;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, MapperArg, Out, source};
use senet_gdl::Sheet;
use senet_graph::mapping::{self, MapStop, Mapping, SymbolPair};
use senet_graph::{Graph, GraphNodeId, occurrence};
use serde_json::{Value, json};
use std::time::Instant;

/// Maps the symbols of one game to those of another by their use in the rules; names do not matter
///
/// The distance of a pair is between 0 (both symbols occur in similar places) and 1. The distance of two games is the mean over the symbols of the
/// larger one; a symbol without a partner counts as 1.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet map nim my-nim.kif\n  senet map checkers-small.kif checkers --method mmap --json"
)]
pub struct Map {
    /// The game whose symbols are mapped
    source: String,
    /// The game that the symbols are mapped to
    target: String,
    /// The mapping method
    #[arg(long, value_enum, default_value_t = MapperArg::Senet)]
    method: MapperArg,
}

/// One of the two games.
struct Side {
    sheet: Sheet,
    graph: Graph,
}

impl Side {
    fn read(game: &str, common: &Common) -> Result<Side, Failure> {
        let sheet = source::find(game, common)?.sheet()?;
        let graph = occurrence(&sheet.description);
        Ok(Side { sheet, graph })
    }

    fn name(&self, node: GraphNodeId) -> &str {
        let symbol = self.graph.nodes()[node as usize].symbol;
        symbol.map_or("", |symbol| self.sheet.description.symbols.spelling(symbol))
    }
}

impl Map {
    /// Maps the symbols and prints the pairs.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let sides = [
            Side::read(&self.source, common)?,
            Side::read(&self.target, common)?,
        ];
        let started = Instant::now();
        let method = self.method.meant();
        let mapping = mapping::map(
            &sides[0].graph,
            &sides[1].graph,
            method,
            common.seed,
            common.deadline(),
        );
        let mapping = mapping.map_err(|stop| match stop {
            MapStop::OutOfTime(_) => Failure::out_of_time("the mapping"),
            MapStop::TooLarge { .. } => Failure::new(stop.to_string()),
        })?;
        let ms = started.elapsed().as_secs_f64() * 1e3;
        let mut out = Out::new();
        if common.json {
            let pairs: Vec<Value> = mapping
                .pairs
                .iter()
                .map(|pair| named(pair, &sides))
                .collect();
            out.json(&json!({
                "method": method.name(),
                "seed": common.seed,
                "pairs": pairs,
                "distance": mapping.distance,
                "ms": ms,
            }))?;
        } else {
            show(&mut out, &mapping, &sides, ms)?;
        }
        out.flush()?;
        Ok(())
    }
}

fn named(pair: &SymbolPair, [from, to]: &[Side; 2]) -> Value {
    json!({
        "from": from.name(pair.from),
        "to": to.name(pair.to),
        "distance": pair.distance,
    })
}

fn show(out: &mut Out, mapping: &Mapping, [from, to]: &[Side; 2], ms: f64) -> Result<(), Failure> {
    let mut table = TextTable::new([right(""), left(""), left("")]);
    for pair in &mapping.pairs {
        let (one, other) = (from.name(pair.from), to.name(pair.to));
        table.row(cells![format!("{:.4}", pair.distance), one, other]);
    }
    out.text(&table.to_string())?;
    let pairs = mapping.pairs.len();
    out.line(format!(
        "{pairs} pairs, distance between the games {:.4}, {ms:.1} ms",
        mapping.distance
    ))?;
    Ok(())
}
