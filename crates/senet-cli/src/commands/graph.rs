//! `senet graph`: shows the rules of a game as a graph.

use clap::{Args, ValueEnum};
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{Common, Failure, Out, Source, files, progress, source};
use senet_gdl::{Deadline, LineIndex, Sheet, Symbols};
use senet_graph::export::{self, SvgError, SvgOptions};
use senet_graph::{Graph, InstanceLimits, InstantiateError, instantiated, occurrence, ordered};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Shows the rules of a game as a graph without names: its size, a picture or an export
///
/// Two games have isomorphic `ordered` graphs exactly if they differ only in names and order. The `occurrence` graph joins all occurrences of a name
/// and of an argument; it serves to measure similarity. The `instantiated` graph contains every ground instance of every rule.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet graph tic-tac-toe\n  senet graph checkers --kind ordered --json\n  \
    senet graph nim --export dot > nim.dot\n  senet graph nim --svg nim.svg\n  \
    senet graph chess --svg rule.svg --rule 200\n  senet graph blocker.kif --kind instantiated --compatible --paths"
)]
pub struct GraphCommand {
    /// The game
    game: String,
    /// The kind of graph
    #[arg(long, value_enum, default_value_t = Kind::Occurrence)]
    kind: Kind,
    /// Omits rules with an arrow but no conditions, as published counts of instantiated graphs do
    #[arg(long)]
    compatible: bool,
    /// Adds the mean length of the shortest paths; the time grows with nodes times edges
    #[arg(long)]
    paths: bool,
    /// Prints the graph in this format
    #[arg(long, value_enum, value_name = "FORMAT")]
    export: Option<Format>,
    /// Writes a picture of the graph to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draws only the rule with this number, counted from 1 in the order of the sheet (or of the instances)
    #[arg(long, value_name = "N", requires = "svg")]
    rule: Option<usize>,
    /// Maximum number of nodes to draw
    #[arg(long, value_name = "N", default_value_t = 1500, requires = "svg")]
    max_nodes: usize,
}

/// The default time limit in seconds.
const SECONDS: f64 = 60.0;

/// The kinds of graphs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// One node for each name, each argument position, each variable and each occurrence
    Occurrence,
    /// One node for each name, each variable and each occurrence; arguments are ordered
    Ordered,
    /// Like `occurrence`, for all ground instances of the rules
    Instantiated,
}

/// Export formats.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Graphviz
    Dot,
    /// JSON lists of nodes and edges
    Json,
    /// XML that most graph programs read
    Graphml,
}

impl GraphCommand {
    /// Runs the command.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let sheet = source.sheet()?;
        let deadline = common.deadline_or(SECONDS);
        let graph = self.graph(&source, &sheet, &deadline)?;
        let symbols = &sheet.description.symbols;
        if let Some(file) = &self.svg {
            self.draw(file, &graph, symbols)?;
        }
        let mut out = Out::new();
        match self.export {
            Some(format) => export_as(&mut out, format, &graph, symbols)?,
            None if common.json => out.json(&self.size(&source, &graph, &deadline)?)?,
            None => self.show(&mut out, &graph, &deadline)?,
        }
        out.flush()?;
        Ok(())
    }

    fn graph(&self, source: &Source, sheet: &Sheet, deadline: &Deadline) -> Result<Graph, Failure> {
        if self.compatible && self.kind != Kind::Instantiated {
            let message = "--compatible needs an instantiated graph";
            return Err(Failure::new(message).help("add --kind instantiated"));
        }
        match self.kind {
            Kind::Occurrence => Ok(occurrence(&sheet.description)),
            Kind::Ordered => Ok(ordered(&sheet.description)),
            Kind::Instantiated => self.instances(source, sheet, deadline),
        }
    }

    fn instances(
        &self,
        source: &Source,
        sheet: &Sheet,
        deadline: &Deadline,
    ) -> Result<Graph, Failure> {
        let mut limits = InstanceLimits::default();
        limits.ground.deadline = deadline.clone();
        let spinner = progress::spinner("grounding the rules".to_string());
        let made = instantiated(&sheet.description, self.compatible, &limits);
        spinner.finish_and_clear();
        let failed = |error| match deadline.is_over() {
            true => Failure::out_of_time("grounding the rules"),
            false => instances_failure(source, &error),
        };
        made.map(|made| made.graph).map_err(failed)
    }

    fn draw(&self, file: &Path, graph: &Graph, symbols: &Symbols) -> Result<(), Failure> {
        let options = SvgOptions {
            rule: self.rule,
            nodes: self.max_nodes,
        };
        let text = export::svg(graph, symbols, options).map_err(|error| picture_failure(&error))?;
        files::replace(file, text.as_bytes()).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}", file.display()))
                .help("choose a file in an existing, writable folder")
        })
    }

    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Occurrence => "occurrence",
            Kind::Ordered => "ordered",
            Kind::Instantiated => "instantiated",
        }
    }

    fn mean_path(&self, graph: &Graph, deadline: &Deadline) -> Result<Option<f64>, Failure> {
        if !self.paths {
            return Ok(None);
        }
        let spinner = progress::spinner("measuring all paths".to_string());
        let mean = graph.mean_path_length(deadline);
        spinner.finish_and_clear();
        if mean.is_none() && deadline.is_over() {
            return Err(Failure::out_of_time("measuring the paths"));
        }
        Ok(mean)
    }

    fn size(&self, source: &Source, graph: &Graph, deadline: &Deadline) -> Result<Value, Failure> {
        let counts = graph.counts();
        let mut size = json!({
            "game": source.name,
            "kind": self.name(),
            "nodes": counts.nodes,
            "edges": counts.edges,
            "max_out_degree": counts.max_out_degree,
            "by_kind": counts.by_kind,
        });
        if self.paths {
            size["mean_path_length"] = json!(self.mean_path(graph, deadline)?);
        }
        Ok(size)
    }

    fn show(&self, out: &mut Out, graph: &Graph, deadline: &Deadline) -> Result<(), Failure> {
        let counts = graph.counts();
        let mut table = TextTable::of_pairs();
        table.row(cells!["kind", self.name()]);
        table.row(cells!["nodes", counts.nodes]);
        for (kind, count) in &counts.by_kind {
            table.row(cells![format!("  {}", kind.replace('_', " ")), count]);
        }
        table.row(cells!["edges", counts.edges]);
        table.row(cells!["max out-degree", counts.max_out_degree]);
        if let Some(mean) = self.mean_path(graph, deadline)? {
            table.row(cells!["mean path", format!("{mean:.4}")]);
        }
        if let Some(file) = &self.svg {
            table.row(cells!["picture", file.display()]);
        }
        Ok(out.text(&table.to_string())?)
    }
}

fn instances_failure(source: &Source, error: &InstantiateError) -> Failure {
    let check = format!("`senet check {}` shows all problems", source.path);
    match error {
        InstantiateError::Unsafe { span, .. } => {
            let (line, column) = LineIndex::new(&source.text).position(span.start);
            Failure::new(format!("{}:{line}:{column}: {error}", source.path)).help(check)
        }
        InstantiateError::Ground(_)
        | InstantiateError::Nodes(_)
        | InstantiateError::OutOfTime(_) => {
            let help = "the game has too many rule instances: choose another --kind, or raise --time-limit";
            Failure::new(format!("{}: {error}", source.name)).help(help)
        }
    }
}

fn picture_failure(error: &SvgError) -> Failure {
    let help = match error {
        SvgError::TooLarge { .. } => {
            "draw one rule with --rule N, or raise --max-nodes; --export dot prints the whole graph"
        }
        SvgError::NoRule { .. } => "choose one of these numbers",
    };
    Failure::new(error.to_string()).help(help)
}

fn export_as(
    out: &mut Out,
    format: Format,
    graph: &Graph,
    symbols: &Symbols,
) -> Result<(), Failure> {
    match format {
        Format::Dot => out.text(&export::dot(graph, symbols))?,
        Format::Graphml => out.text(&export::graphml(graph, symbols))?,
        Format::Json => out.json(&export::json(graph, symbols))?,
    }
    Ok(())
}
