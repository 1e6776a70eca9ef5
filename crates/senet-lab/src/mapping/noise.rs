//! `senet lab node-noise`: maps games to themselves after removing or doubling occurrences (Figure 4).

use super::published::NOISE;
use super::trials;
use super::{MappingSetting, game::MappedGame};
use crate::csv;
use crate::csv::csv_line;
use crate::plot::{self, Curve, Panel};
use crate::stats::Mean;
use clap::Args;
use fastrand::Rng;
use indicatif::ProgressBar;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, progress};
use senet_graph::mapping::MappingMethod;
use senet_graph::{Colour, Graph, GraphNodeId};
use serde::Serialize;
use serde_json::json;

/// Maps 8 Queens and checkers to themselves after removing or doubling 0 to 100 % of the occurrences in their rules
///
/// Each trial picks a share of the occurrences of names and variables at random. Removing an occurrence deletes all its
/// edges. Doubling one adds a second node with the same edges.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab node-noise --games sheets --out results\n  senet lab node-noise --trials 5 --step 25 --methods lmap,senet\n\n\
    --out writes node-noise.csv, node-noise.svg and node-noise.json."
)]
pub struct NodeNoise {
    #[command(flatten)]
    setting: MappingSetting,
    /// Step between shares, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=100))]
    step: u64,
}

/// The change made to occurrences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    Removed,
    Doubled,
}

impl Change {
    fn name(self) -> &'static str {
        match self {
            Change::Removed => "removed",
            Change::Doubled => "doubled",
        }
    }

    /// Returns the graph with a share of its occurrences changed.
    fn apply(self, graph: &Graph, percent: u64, seed: u64) -> Graph {
        let is_occurrence = |&node: &GraphNodeId| {
            let colour = graph.nodes()[node as usize].colour;
            matches!(colour, Colour::Occurrence | Colour::VariableOccurrence)
        };
        let nodes = 0..graph.nodes().len() as GraphNodeId;
        let mut occurrences: Vec<GraphNodeId> = nodes.filter(is_occurrence).collect();
        Rng::with_seed(seed).shuffle(&mut occurrences);
        let changed = (occurrences.len() as u64 * percent + 50) / 100;
        let changed = &occurrences[..changed as usize];
        match self {
            Change::Removed => graph.isolate_nodes(changed),
            Change::Doubled => graph.duplicate_nodes(changed),
        }
    }
}

/// A point of a curve.
#[derive(Serialize)]
struct Point {
    game: &'static str,
    change: Change,
    method: &'static str,
    percent_changed: u64,
    trials: usize,
    percent: Mean,
    ms: Mean,
}

impl NodeNoise {
    /// Runs the experiment.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let shares: Vec<u64> = (0..=100).step_by(self.step as usize).collect();
        let bar = progress::bar(
            2 * NOISE.len() * self.setting.methods.len() * shares.len(),
            "points",
        );
        let mut points = Vec::new();
        for (title, sheet) in NOISE {
            let game = self.setting.game(sheet, common)?;
            for change in [Change::Removed, Change::Doubled] {
                for method in &self.setting.methods {
                    let method = method.meant();
                    for &share in &shares {
                        points.push(self.point((title, &game), change, method, share, common)?);
                        bar.inc(1);
                    }
                }
            }
        }
        self.show(&points, &shares, common, bar)
    }

    fn point(
        &self,
        (title, game): (&'static str, &MappedGame),
        change: Change,
        method: MappingMethod,
        share: u64,
        common: &Common,
    ) -> Result<Point, Failure> {
        let (seeds, deadline) = (self.setting.seeds(common), common.deadline());
        let alter = |graph: &Graph, seed| change.apply(graph, share, seed);
        let trials = trials::run((game, game), method, &seeds, deadline, alter)?;
        Ok(Point {
            game: title,
            change,
            method: method.name(),
            percent_changed: share,
            trials: trials.len(),
            percent: Mean::of(trials.iter().map(|trial| trial.accuracy.strict)),
            ms: Mean::of(trials.iter().map(|trial| trial.ms)),
        })
    }

    fn show(
        &self,
        points: &[Point],
        shares: &[u64],
        common: &Common,
        bar: ProgressBar,
    ) -> Result<(), Failure> {
        bar.finish_and_clear();
        let mut out = Out::new();
        let whole = json!({
            "experiment": "node-noise", "seed": common.seed, "trials": self.setting.trials, "points": points,
        });
        if common.json {
            out.json(&whole)?;
        } else {
            out.line(format!(
                "Percent of symbols mapped to themselves, by the share of changed occurrences; {} trials, seeds from {}",
                self.setting.trials, common.seed
            ))?;
            let words = ["game", "change", "method"].map(left);
            let shares_shown = shares.iter().map(|share| right(format!("{share} %")));
            let mut table = TextTable::new(words.into_iter().chain(shares_shown));
            let curves = points.chunks(shares.len());
            curves.for_each(|curve| table.row(curve_cells(curve)));
            out.text(&table.to_string())?;
            out.line(PUBLISHED)?;
        }
        out.flush()?;
        self.keep(points, shares, &whole)
    }

    fn keep(
        &self,
        points: &[Point],
        shares: &[u64],
        whole: &serde_json::Value,
    ) -> Result<(), Failure> {
        let Some(folder) = &self.setting.out else {
            return Ok(());
        };
        let csv: String = points.iter().map(csv).collect();
        let csv = format!(
            "game,change,method,percent_changed,trials,percent,percent_spread,percent_low,percent_high,ms\n{csv}"
        );
        let per_panel = self.setting.methods.len() * shares.len();
        let panels: Vec<Panel> = points
            .chunks(per_panel)
            .map(|chunk| panel(chunk, shares.len()))
            .collect();
        let svg = plot::panels(
            "Symbols mapped correctly (%), by changed occurrences (%)",
            &panels,
        );
        let json = format!("{whole:#}\n");
        csv::write(
            folder,
            &[
                ("node-noise.csv", csv),
                ("node-noise.svg", svg),
                ("node-noise.json", json),
            ],
        )
    }
}

const PUBLISHED: &str = "Published (Figure 4, curves without numbers): MMap and LMap stay above 70 % until more than half is removed and do not fall to 0 % \
when all is; Myopic falls to 0 %; MMap beats LMap when nodes are doubled, especially on checkers.";

fn curve_cells(curve: &[Point]) -> Vec<String> {
    let names = curve.first().into_iter();
    let names = names.flat_map(|first| cells![first.game, first.change.name(), first.method]);
    let values = curve
        .iter()
        .map(|point| format!("{:.1}", point.percent.mean));
    names.chain(values).collect()
}

fn csv(point: &Point) -> String {
    let Mean {
        mean,
        spread,
        interval: (low, high),
    } = point.percent;
    let mut fields = vec![
        point.game.to_string(),
        point.change.name().to_string(),
        point.method.to_string(),
        point.percent_changed.to_string(),
        point.trials.to_string(),
    ];
    fields.extend([mean, spread, low, high, point.ms.mean].map(|value| format!("{value:.3}")));
    csv_line(&fields)
}

fn panel(points: &[Point], shares: usize) -> Panel {
    let curve = |points: &[Point]| Curve {
        name: points.first().map_or("", |point| point.method).to_string(),
        points: points
            .iter()
            .map(|point| (point.percent_changed as f64, point.percent.mean, 0.0))
            .collect(),
    };
    let title = points
        .first()
        .map(|point| format!("{}, occurrences {}", point.game, point.change.name()));
    Panel {
        title: title.unwrap_or_default(),
        below: String::new(),
        last: 100.0,
        height: (0.0, 100.0),
        curves: points.chunks(shares).map(curve).collect(),
    }
}
