//! `senet train`: learns a network for a game, for minutes or hours.

use clap::{Args, ValueEnum};
use senet_arena::Rules;
use senet_console::{BackEndArgs, Common, Failure, Out, back_end::load_rules, progress, source};
use senet_deep::{DeepPlan, NetworkKind, Refinements};
use senet_lab::training::{LogRow, MethodKind, PoolRating, TrainingPlan, TrainingRun, planes};
use serde_json::json;
use std::path::PathBuf;

/// Learns a network for a game by self-play, and writes it to a file
///
/// The folder of --out gets the network (`model.safetensors`), the log (`log.csv`, `log.svg`) and a checkpoint. The same command goes on
/// where it was interrupted, even after a crash. The players `deep:model=FILE` and `net:model=FILE` use the network.
#[derive(Args)]
#[command(after_help = "Examples:\n  senet train tic-tac-toe --minutes 1\n  \
    senet train connect-four --minutes 60 --method alphazero --out c4\n  \
    senet match connect-four --players deep:model=c4/model.safetensors,uct")]
pub struct Train {
    /// The game
    game: String,
    /// Minutes of training in all, including those before an interruption
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    minutes: f64,
    /// Ends after this number of iterations in all
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    iterations: u64,
    /// Learning method
    #[arg(long, value_enum, default_value_t = MethodKind::Alphazero)]
    method: MethodKind,
    /// Also writes the network as ONNX: model.onnx
    #[arg(long)]
    onnx: bool,
    /// Folder of the run [default: training-GAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// The network of AlphaZero.
#[derive(Args)]
#[command(next_help_heading = "Network of AlphaZero")]
struct NetworkArgs {
    /// Kind of network
    #[arg(long, value_enum, default_value_t = Layers::Mlp)]
    network: Layers,
    /// Hidden layers after the first
    #[arg(long, value_name = "N", default_value_t = 3)]
    layers: usize,
    /// Units of a layer, or channels of a cell [default: 128, or 32 for cnn]
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    /// Layers without residual connections
    #[arg(long)]
    plain: bool,
}

/// Kinds of layers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Layers {
    /// Dense layers
    Mlp,
    /// Convolutions over the largest board with ordered cells; dense layers if there is none
    Cnn,
}

/// Seconds for the proof of a board.
const BOARD_SECONDS: f64 = 30.0;

impl NetworkArgs {
    /// The network for a game, with the reason if it is not the requested kind.
    fn kind(&self, rules: &Rules, common: &Common) -> (NetworkKind, Option<String>) {
        let (planes, reason) = match self.network {
            Layers::Mlp => (None, None),
            Layers::Cnn => match planes(rules, &common.deadline_within(BOARD_SECONDS)) {
                Ok(planes) => (Some(planes), None),
                Err(reason) => (None, Some(reason)),
            },
        };
        let usual = if planes.is_some() { 32 } else { 128 };
        let kind = NetworkKind {
            layers: self.layers,
            width: self.units.unwrap_or(usual),
            residual: !self.plain,
            planes,
            ..NetworkKind::default()
        };
        (kind, reason)
    }
}

/// The settings of AlphaZero.
#[derive(Args)]
#[command(next_help_heading = "Settings of AlphaZero")]
struct PlanArgs {
    /// Simulations for a move
    #[arg(long, value_name = "N", default_value_t = 64)]
    simulations: u32,
    /// Matches of self-play in an iteration
    #[arg(long, value_name = "N", default_value_t = 128)]
    matches: usize,
    /// Matches between the new and the best network; 0 accepts every new one
    #[arg(long, value_name = "N", default_value_t = 32)]
    gate: usize,
    /// Chooses moves of the root by Gumbel noise and sequential halving
    #[arg(long)]
    gumbel: bool,
    /// Searches most moves with few simulations, and learns policies only from the others
    #[arg(long)]
    playout_cap: bool,
    /// Learns values from match results mixed with search values
    #[arg(long)]
    mixed_values: bool,
    /// Memory limit for positions and trees in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: usize,
}

impl Train {
    /// Trains the network and prints the log.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let rules = load_rules(&source, &self.back_end, common)?;
        let folder = self.out.clone();
        let folder = folder.unwrap_or_else(|| PathBuf::from(format!("training-{}", rules.name)));
        let deadline = common.deadline();
        let (options, note) = self.options(&rules, common)?;
        let mut run = TrainingRun::open(&rules, &options, &folder, deadline)?;
        let mut out = Out::new();
        if let (Some(reason), false) = (&note, common.json) {
            out.line(format!("dense layers in place of convolutions: {reason}"))?;
        }
        let spinner = progress::spinner("training".to_string());
        if !common.json {
            out.line(HEAD)?;
            for row in run.log() {
                out.line(line(row))?;
            }
            out.flush()?;
        }
        let mut failed = None;
        let mut tell = |row: &LogRow| {
            spinner.set_message(line(row));
            if !common.json {
                let told = out.line(line(row)).and_then(|()| out.flush());
                failed = failed.take().or(told.err());
            }
        };
        run.train(self.minutes * 60.0, self.iterations, deadline, &mut tell)?;
        spinner.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.into());
        }
        if self.onnx {
            run.write_onnx()?;
        }
        self.show(&run, &mut out, common)?;
        let is_cut_off = run.seconds() < self.minutes * 60.0 && common.deadline().is_over();
        match is_cut_off {
            true => Err(Failure::OutOfTime {
                what: "training".to_string(),
                is_shown: true,
            }),
            false => Ok(()),
        }
    }

    fn options(
        &self,
        rules: &Rules,
        common: &Common,
    ) -> Result<(TrainingPlan, Option<String>), Failure> {
        let plan = &self.plan;
        let wrong = |what: &str| {
            Err(Failure::new(what.to_string()).help("`senet train --help` shows examples"))
        };
        match () {
            () if plan.simulations == 0 => return wrong("--simulations must be at least 1"),
            () if plan.matches == 0 => return wrong("--matches must be at least 1"),
            () if self.network.units == Some(0) => return wrong("--units must be at least 1"),
            () if plan.memory == 0 => return wrong("--memory must be at least 1"),
            () => {}
        }
        let (network, note) = self.network.kind(rules, common);
        let options = TrainingPlan {
            method: self.method,
            seed: common.seed,
            plan: DeepPlan {
                simulations: plan.simulations,
                matches: plan.matches,
                gate_matches: plan.gate,
                memory_bytes: plan.memory << 20,
                refinements: Refinements {
                    gumbel: plan.gumbel,
                    playout_cap: plan.playout_cap,
                    mixed_values: plan.mixed_values,
                },
                ..DeepPlan::default()
            },
            network,
        };
        Ok((options, note))
    }

    fn show(&self, run: &TrainingRun, out: &mut Out, common: &Common) -> Result<(), Failure> {
        let trained = run.trained();
        if common.json {
            out.json(&json!({
                "model": trained.model.display().to_string(),
                "method": self.method,
                "seconds": trained.seconds,
                "seed": common.seed,
                "log": trained.log,
            }))?;
        } else {
            out.line(format!(
                "{}: {} iterations, {:.1} minutes",
                trained.model.display(),
                trained.log.len(),
                trained.seconds / 60.0
            ))?;
        }
        Ok(out.flush()?)
    }
}

const HEAD: &str = "iteration  seconds  matches  positions  pos/s  policy loss  value loss  gate  rating against the pool (Elo, 95 %)";

/// A row of the log as a line.
fn line(row: &LogRow) -> String {
    let some = |number: Option<f64>, digits: usize| {
        number.map_or("-".to_string(), |number| format!("{number:.digits$}"))
    };
    let gate = match (row.gate, row.accepted) {
        (Some(share), true) => format!("{share:.2}"),
        (Some(share), false) => format!("{share:.2}!"),
        (None, _) => "-".to_string(),
    };
    format!(
        "{:>9}  {:>7.0}  {:>7}  {:>9}  {:>5.0}  {:>11}  {:>10.4}  {:>5}  {}",
        row.iteration,
        row.seconds,
        row.matches,
        row.positions,
        row.positions_per_second,
        some(row.policy_loss, 4),
        row.value_loss,
        gate,
        row.rating.as_ref().map_or(String::new(), rating),
    )
}

fn rating(rating: &PoolRating) -> String {
    let (low, high) = rating.elo_interval();
    format!(
        "{:+.0} [{low:+.0}, {high:+.0}], {:.0} % of {}",
        rating.elo(),
        100.0 * rating.share,
        rating.matches
    )
}
