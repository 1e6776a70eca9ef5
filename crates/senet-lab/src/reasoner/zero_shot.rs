//! `senet lab reasoner-zero-shot`: one network, trained without any game, on every sheet that grounds.

use super::fidelity_row::{FidelityGame, FidelityLimits, FidelityRow};
use crate::csv::{csv_line, write};
use crate::stats::median;
use clap::Args;
use senet_console::{Common, Failure, Out, Source, clock, input, progress, source, time_limit};
use senet_neural::{
    ProgramShape, ReasonerNetwork, ReasonerTraining, TrainData, TrainError, train, train_certified,
};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// Trains networks without any game, then tests them on every sheet of some folders: F1, wrong atoms and time
///
/// Trains two networks on random logic programs: the smallest, which is then proved exact, and one with vectors of 16
/// numbers (tanh, not proved). Each is compared with exact evaluation in random states, of which a quarter is terminal
/// and a quarter has inputs flipped. The published networks are trained for each game and reach F1 0.78 to 1.0 for
/// legal moves and next states.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-zero-shot --dir ../shared/games/base --out results\n  \
    senet lab reasoner-zero-shot --dir ../shared/games/dresden --proved-only --json"
)]
pub struct ReasonerZeroShot {
    /// Folder of rule sheets; can be given several times
    #[arg(long, value_name = "DIR", required = true)]
    dir: Vec<PathBuf>,
    /// States per sheet
    #[arg(long, value_name = "N", default_value_t = 256)]
    states: usize,
    /// Time limit in seconds for grounding a sheet; its random matches get the same time again
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = time_limit::seconds)]
    seconds: f64,
    /// Compares only the proved network
    #[arg(long)]
    proved_only: bool,
    /// Folder for the results as CSV, written after each sheet
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// A trained network.
struct Trained {
    name: &'static str,
    network: Arc<ReasonerNetwork>,
    seconds: f64,
}

/// The results of one network.
#[derive(Serialize)]
struct NetworkReport {
    network: &'static str,
    parameters: usize,
    proved: bool,
    training_seconds: f64,
    sheets: usize,
    exact: usize,
    derived: u64,
    wrong: u64,
    median_network_us: Option<f64>,
    median_circuit_us: Option<f64>,
    rows: Vec<FidelityRow>,
}

impl ReasonerZeroShot {
    /// Trains the networks and compares them.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut sheets = Vec::new();
        for folder in &self.dir {
            sheets.extend(input::sheets_in(folder)?);
        }
        let networks = self.networks(common)?;
        let bar = progress::bar(sheets.len() * networks.len(), "sheets");
        let mut rows: Vec<Vec<FidelityRow>> = networks.iter().map(|_| Vec::new()).collect();
        let mut skipped = Vec::new();
        let limits = FidelityLimits {
            states: self.states,
            seconds: self.seconds,
            deadline: common.deadline().clone(),
        };
        for sheet in sheets {
            if common.deadline().is_over() {
                break;
            }
            let source = source::find(&sheet.display().to_string(), common)?;
            bar.set_message(source.name.clone());
            let found = compare(&source, &networks, &limits, common.seed);
            let found = found.unwrap_or_else(|failure| {
                skipped.push(format!("{}: {failure}", sheet.display()));
                Vec::new()
            });
            let pairs = rows.iter_mut().zip(found);
            pairs.for_each(|(rows, row)| rows.push(row));
            bar.inc(networks.len() as u64);
            self.save(&networks, &rows, &skipped)?;
        }
        bar.finish_and_clear();
        let reports = networks
            .iter()
            .zip(rows)
            .map(|(trained, rows)| report(trained, rows));
        let reports: Vec<NetworkReport> = reports.collect();
        self.show(&reports, &skipped, common)
    }

    fn networks(&self, common: &Common) -> Result<Vec<Trained>, Failure> {
        let small = ReasonerTraining {
            seed: common.seed,
            deadline: common.deadline().clone(),
            ..ReasonerTraining::default()
        };
        let wide = ReasonerTraining {
            hidden: 16,
            noise: 0.3,
            data: TrainData::Programs(ProgramShape::default()),
            ..small.clone()
        };
        let mut networks = Vec::new();
        let start = clock::thread_cpu_seconds();
        let proved = train_certified(&small, 50, &mut |_| {}).map_err(untrained)?;
        networks.push(Trained {
            name: "proved",
            network: Arc::new(proved),
            seconds: clock::thread_cpu_seconds() - start,
        });
        if !self.proved_only {
            let start = clock::thread_cpu_seconds();
            let wide = train(&wide, &mut |_| {}).map_err(untrained)?;
            networks.push(Trained {
                name: "wide",
                network: Arc::new(wide),
                seconds: clock::thread_cpu_seconds() - start,
            });
        }
        Ok(networks)
    }

    fn show(
        &self,
        reports: &[NetworkReport],
        skipped: &[String],
        common: &Common,
    ) -> Result<(), Failure> {
        let mut out = Out::new();
        if common.json {
            out.json(&serde_json::json!({"networks": reports, "skipped": skipped}))?;
        } else {
            reports
                .iter()
                .try_for_each(|report| out.text(&text(report)))?;
            skipped
                .iter()
                .try_for_each(|reason| out.line(format!("skipped {reason}")))?;
        }
        out.flush()?;
        Ok(())
    }

    /// Writes the results so far, so that an interrupted run keeps them.
    fn save(
        &self,
        networks: &[Trained],
        rows: &[Vec<FidelityRow>],
        skipped: &[String],
    ) -> Result<(), Failure> {
        let Some(folder) = &self.out else {
            return Ok(());
        };
        let mut text = format!("{CSV_TITLE}\n");
        for (trained, rows) in networks.iter().zip(rows) {
            text.extend(rows.iter().map(|row| csv_row(trained.name, row)));
        }
        let files = [
            ("reasoner-zero-shot.csv", text),
            ("reasoner-zero-shot-skipped.txt", skipped.join("\n") + "\n"),
        ];
        write(folder, &files)
    }
}

/// Compares all networks on a sheet.
fn compare(
    source: &Source,
    networks: &[Trained],
    limits: &FidelityLimits,
    seed: u64,
) -> Result<Vec<FidelityRow>, Failure> {
    let game = FidelityGame::prepare(source, limits, seed)?;
    let networks = networks.iter();
    networks
        .map(|trained| game.measure(&trained.network, limits, seed))
        .collect()
}

fn untrained(error: TrainError) -> Failure {
    match error {
        TrainError::Stopped { .. } => Failure::out_of_time("training"),
        other => Failure::new(other.to_string()).help("choose another --seed"),
    }
}

fn report(trained: &Trained, rows: Vec<FidelityRow>) -> NetworkReport {
    let times = |time: fn(&FidelityRow) -> f64| median(&rows.iter().map(time).collect::<Vec<_>>());
    NetworkReport {
        network: trained.name,
        parameters: trained.network.parameters(),
        proved: trained.network.certificate.is_some(),
        training_seconds: trained.seconds,
        sheets: rows.len(),
        exact: rows.iter().filter(|row| row.is_exact()).count(),
        derived: rows.iter().map(|row| row.fidelity.derived).sum(),
        wrong: rows.iter().map(|row| row.fidelity.wrong).sum(),
        median_network_us: times(|row| row.network_us),
        median_circuit_us: times(|row| row.circuit_us),
        rows,
    }
}

/// A paragraph for a network, with a line for each sheet that is not exact.
fn text(report: &NetworkReport) -> String {
    let mut text = format!(
        "network `{}`: {} parameters, {}, trained in {:.1} s of CPU time without any game\n  \
         {} of {} sheets exact; {} of {} derived atoms wrong; median {:.0} µs per state (circuit {:.0} µs)\n  \
         published: a network for each game, F1 0.78 to 1.0 for legal and next, none for terminal and goal\n",
        report.network,
        report.parameters,
        if report.proved {
            "proved exact"
        } else {
            "not proved"
        },
        report.training_seconds,
        report.exact,
        report.sheets,
        report.wrong,
        report.derived,
        report.median_network_us.unwrap_or(f64::NAN),
        report.median_circuit_us.unwrap_or(f64::NAN),
    );
    for row in report.rows.iter().filter(|row| !row.is_exact()) {
        let scores = row.f1.iter().map(|(name, f1)| format!("{name} {f1:.4}"));
        let scores = scores.collect::<Vec<_>>().join(", ");
        text += &format!(
            "  not exact: {}: {scores}, {} wrong atoms\n",
            row.game, row.fidelity.wrong
        );
    }
    text
}

const CSV_TITLE: &str = "network,game,atoms,rules,edges,depth,states,terminal_states,f1_legal,f1_next,f1_terminal,f1_goal,derived,wrong,\
                         agrees,network_us,circuit_us";

fn csv_row(network: &str, row: &FidelityRow) -> String {
    let mut fields = vec![network.to_string(), row.game.clone()];
    let sizes = [
        row.atoms,
        row.rules,
        row.edges,
        row.depth,
        row.fidelity.states,
        row.terminal_states,
    ];
    fields.extend(sizes.map(|size| size.to_string()));
    fields.extend(row.f1.iter().map(|(_, f1)| format!("{f1:.6}")));
    fields.extend([row.fidelity.derived, row.fidelity.wrong].map(|count| count.to_string()));
    fields.push(row.agrees.to_string());
    fields.extend([row.network_us, row.circuit_us].map(|time| format!("{time:.2}")));
    csv_line(&fields)
}
