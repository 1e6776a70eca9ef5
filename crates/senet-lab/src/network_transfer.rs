//! `senet lab network-transfer`: measures the gain from starting with the network of a related game.

use crate::csv::{self, csv_line};
use crate::load::load_game;
use crate::start_clock::share_between;
use crate::stats::{Mean, larger};
use clap::Args;
use senet_arena::Rules;
use senet_console::{Common, Failure, Out, progress};
use senet_engine::spread_seed;
use senet_knowledge::NetworksInFile;
use senet_search::{
    Clock, DescentError, DescentPlan, KnownNet, Learner, NetLibrary, NetPlayer, Player, Setting,
    TrainedNet,
};
use serde_json::json;
use std::path::PathBuf;

/// Lets a network that starts from a related game play against one that starts with random weights
///
/// Each trial learns the first game, keeps the network in a knowledge base, and scrambles the second game. Two learners then get the same
/// seconds for the second game: one starts with the kept network, the other with a random network. They play against each other. The
/// t-test asks whether the learner with the kept network scores more over the trials. All times are CPU time of one thread.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab network-transfer breakthrough-6x6 breakthrough\n  \
    senet lab network-transfer connect-four connect-four-8x6.kif --source-seconds 60 --seconds 30 --trials 10 --out results"
)]
pub struct NetworkTransfer {
    /// The game that is learned first
    source: String,
    /// The related game
    target: String,
    /// CPU seconds of learning for the first game
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    source_seconds: f64,
    /// CPU seconds of learning for the second game, for both learners
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    seconds: f64,
    /// Number of trials, each with its own seed
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..))]
    trials: u32,
    /// Matches per trial, an even number
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..))]
    matches: u32,
    /// CPU seconds per move
    #[arg(long, value_name = "S", default_value_t = 0.05)]
    move_seconds: f64,
    /// Folder for the results as CSV
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl NetworkTransfer {
    /// Runs the trials.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = load_game(&self.source, common)?;
        let target = load_game(&self.target, common)?;
        let bar = progress::bar(self.trials as usize, "trials");
        let mut shares = Vec::new();
        for number in 0..self.trials {
            let seed = spread_seed(common.seed, u64::from(number));
            shares.push(self.trial(&source, &target, seed, common)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        self.tell(&shares, common)
    }

    fn tell(&self, shares: &[f64], common: &Common) -> Result<(), Failure> {
        let others: Vec<f64> = shares.iter().map(|share| 1.0 - share).collect();
        let (mean, p) = (Mean::of(shares.iter().copied()), larger(shares, &others));
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({
                "experiment": "network-transfer",
                "source": self.source,
                "target": self.target,
                "source_seconds": self.source_seconds,
                "seconds": self.seconds,
                "move_seconds": self.move_seconds,
                "matches": self.matches,
                "seed": common.seed,
                "shares": shares,
                "mean": mean,
                "p": p,
            }))?,
            false => out.line(format!(
                "{} after {} s, started with {} ({} s), against a new start: {:.0} % [{:.0}–{:.0}] of {} matches in {} trials, p = {p:.4}",
                self.target,
                self.seconds,
                self.source,
                self.source_seconds,
                100.0 * mean.mean,
                100.0 * mean.interval.0.max(0.0),
                100.0 * mean.interval.1.min(1.0),
                self.matches * self.trials,
                self.trials
            ))?,
        }
        out.flush()?;
        let Some(folder) = &self.out else {
            return Ok(());
        };
        let rows = shares
            .iter()
            .enumerate()
            .map(|(number, share)| csv_line(&[number.to_string(), format!("{share:.4}")]));
        let text = "trial,share\n".to_string() + &rows.collect::<String>();
        csv::write(folder, &[("network-transfer.csv", text)])
    }

    /// The share of the learner with the kept network.
    fn trial(
        &self,
        source: &Rules,
        target: &Rules,
        seed: u64,
        common: &Common,
    ) -> Result<f64, Failure> {
        let target = target
            .scrambled(seed)
            .map_err(|error| Failure::new(error.to_string()))?
            .until_end();
        let known = self.carried_over(source, &target, seed, common)?;
        let fresh = self.learned(&target, None, spread_seed(seed, 1), common)?;
        let started = self.learned(&target, Some(known), spread_seed(seed, 2), common)?;
        let seat = |net: TrainedNet| {
            let game = target.game.clone();
            move |role: usize, seed: u64| -> Box<dyn Player> {
                let setting = Setting {
                    game: game.clone(),
                    role,
                    seed,
                    learn: None,
                };
                Box::new(NetPlayer::new(setting, net.clone()))
            }
        };
        let players = (seat(started), seat(fresh));
        let matches = self.matches as usize;
        let budget = || common.budget_of(Clock::ThreadCpu, self.move_seconds);
        share_between(&target, (&players.0, &players.1), matches, &budget, seed)
    }

    /// Learns the source, keeps its network, and finds it again for the target.
    fn carried_over(
        &self,
        source: &Rules,
        target: &Rules,
        seed: u64,
        common: &Common,
    ) -> Result<KnownNet, Failure> {
        let folder =
            std::env::temp_dir().join(format!("senet-transfer-{}-{seed}", std::process::id()));
        let result = self.kept(source, target, seed, &folder, common);
        // A folder that stays behind does no harm.
        std::fs::remove_dir_all(&folder).ok();
        let missing = || {
            let message = format!("{} is not a known variant of {}", self.target, self.source);
            Failure::new(message).help("`senet map` shows how far two games are apart")
        };
        result?.ok_or_else(missing)
    }

    fn kept(
        &self,
        source: &Rules,
        target: &Rules,
        seed: u64,
        folder: &std::path::Path,
        common: &Common,
    ) -> Result<Option<KnownNet>, Failure> {
        let networks = NetworksInFile::new(&folder.join("knowledge.sqlite"));
        let store = |rules: &Rules| {
            let store = networks.networks_of(&rules.name, &rules.sheet.text, &*rules.game);
            store.ok_or_else(|| Failure::new(format!("{} is not grounded", rules.name)))
        };
        let learner = self.learner(source, None, self.source_seconds, seed, common)?;
        let net = learner.net().clone();
        let kept = store(source)?.save(net, learner.counts().matches);
        kept.and_then(|()| networks.finish())
            .map_err(Failure::new)?;
        let budget = common.budget_of(Clock::Wall, 60.0);
        store(target)?.load(&budget).map_err(Failure::new)
    }

    fn learned(
        &self,
        rules: &Rules,
        known: Option<KnownNet>,
        seed: u64,
        common: &Common,
    ) -> Result<TrainedNet, Failure> {
        let learner = self.learner(rules, known, self.seconds, seed, common)?;
        Ok(learner.trained())
    }

    fn learner(
        &self,
        rules: &Rules,
        known: Option<KnownNet>,
        seconds: f64,
        seed: u64,
        common: &Common,
    ) -> Result<Learner, Failure> {
        let budget = common.budget_of(Clock::ThreadCpu, seconds);
        let told = |error: DescentError| match error {
            DescentError::Stopped(stopped) => stopped.into(),
            other => Failure::new(format!("{}: {other}", rules.name)),
        };
        let plan = DescentPlan::default();
        let learner = Learner::new(rules.game.clone(), plan, seed, &budget);
        let mut learner = learner.map_err(told)?;
        if let Some(known) = known {
            learner.start_from(known);
        }
        learner.learn(&budget).map_err(told)?;
        Ok(learner)
    }
}
