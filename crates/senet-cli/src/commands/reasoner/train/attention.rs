//! Trains the attention network of the thesis on games.

use super::{Shared, unwritten};
use clap::Args;
use senet_console::{Common, Failure, Out, progress, source};
use senet_lab::peak_mib;
use senet_lab::reasoner::attention::{Fitted, PreparedGame, Preparing, Schedule, fit, prepare};
use senet_neural::{GatConfig, GatGame, GatOptions, Mixing, NodeLabelling};
use serde_json::json;

/// Options of `--arch gat`.
#[derive(Args)]
#[command(next_help_heading = "Options of --arch gat")]
pub struct AttentionTraining {
    /// Architecture, as in Table 5.6 of the thesis: default, 1-layer, 5-layer, gcn, sage, no-pool, no-jk, no-jk-pool, no-input-fc, unidirectional or undirected
    #[arg(long, value_name = "NAME", default_value = "default")]
    network: GatConfig,
    /// Nodes that are marked as true: subtree (`true` or `does` and all below) or minimal (only the fluent or move)
    #[arg(long, value_name = "NAME", default_value = "subtree")]
    labelling: NodeLabelling,
    /// The order of several games: random or sequential
    #[arg(long, value_name = "NAME", default_value = "random")]
    mixing: Mixing,
    /// Examples per step
    #[arg(long, value_name = "N", default_value_t = GatOptions::default().batch)]
    batch: usize,
    /// Dropout rate of dense layers
    #[arg(long, value_name = "X", default_value_t = 0.1)]
    dropout: f32,
    /// Distinct pairs of state and joint move per game; about a tenth is for validation
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    rows: usize,
    /// Inlines helper relations first, as `senet flatten` does
    #[arg(long)]
    flat: bool,
}

impl AttentionTraining {
    /// Trains the network and writes it.
    pub fn run(&self, shared: &Shared, common: &Common) -> Result<(), Failure> {
        if !(0.0..1.0).contains(&self.dropout) {
            let message = format!("--dropout cannot be {}", self.dropout);
            return Err(Failure::new(message).help("give a number of at least 0 and below 1"));
        }
        let prepared = self.prepared(shared, common)?;
        let games: Vec<&GatGame> = prepared.iter().map(|prepared| &prepared.game).collect();
        let options = self.options(shared, common);
        let spinner = progress::spinner("training".to_string());
        let fitted = fit(
            &games,
            &options,
            Schedule::Steps(options.steps),
            &mut |done, planned, loss| {
                spinner.set_message(format!("step {done} of {planned}, loss {loss:.4}"));
            },
        )?;
        spinner.finish_and_clear();
        let saved = fitted.reasoner.save(shared.out);
        saved.map_err(|error| unwritten(shared.out, &error))?;
        show(shared, &games, &fitted, common)
    }

    fn prepared(&self, shared: &Shared, common: &Common) -> Result<Vec<PreparedGame>, Failure> {
        let prepare_one = |name: &String| {
            let source = source::find(name, common)?;
            let preparing = Preparing {
                rows: self.rows,
                is_flat: self.flat,
                seed: common.seed,
                deadline: common.deadline().clone(),
                match_seconds: f64::INFINITY,
            };
            prepare(&source, &preparing)
        };
        shared.games.iter().map(prepare_one).collect()
    }

    fn options(&self, shared: &Shared, common: &Common) -> GatOptions {
        let default = GatOptions::default();
        GatOptions {
            config: self.network.clone(),
            labelling: self.labelling,
            mixing: self.mixing,
            batch: self.batch.max(1),
            learning_rate: shared.learning_rate.unwrap_or(default.learning_rate),
            dropout: self.dropout,
            steps: shared.steps.unwrap_or(default.steps),
            seed: common.seed,
            deadline: common.deadline().clone(),
        }
    }
}

fn show(
    shared: &Shared,
    games: &[&GatGame],
    fitted: &Fitted,
    common: &Common,
) -> Result<(), Failure> {
    let (reasoner, record) = (&fitted.reasoner, &fitted.record);
    let [cpu_ms, wall_ms] = record.step_ms();
    let sizes = games.iter().map(|game| {
        let irg = &game.irg;
        json!({"game": irg.name, "nodes": irg.nodes(), "edges": irg.edge_count(), "states": game.training.len()})
    });
    let mut out = Out::new();
    if common.json {
        out.json(&json!({
            "model": shared.out.display().to_string(),
            "network": reasoner.config().to_string(),
            "parameters": reasoner.parameters(),
            "thresholds": {"legal": reasoner.thresholds[0], "next": reasoner.thresholds[1]},
            "games": sizes.collect::<Vec<_>>(),
            "training": reasoner.log,
            "epochs": record.epochs,
            "curve": record.curve,
            "cpu_s": record.cpu_s,
            "cpu_ms_per_step": cpu_ms,
            "wall_ms_per_step": wall_ms,
            "peak_mib": peak_mib(),
        }))?;
    } else {
        out.line(format!("{}: {}", shared.out.display(), reasoner.claim()))?;
        out.line(format!(
            "trained for {} steps ({:.2} epochs) on {}; {:.1} s of CPU time, seed {}, loss {:.4}",
            record.steps,
            record.epochs,
            reasoner.log.data,
            record.cpu_s,
            reasoner.log.seed,
            reasoner.log.loss
        ))?;
    }
    Ok(out.flush()?)
}
