//! `senet lab value-transfer`.
mod curves;
mod experiment;
mod minichess;
mod relation;
mod t_test;
mod trial;

use crate::cli::Common;
use crate::failure::Failure;
use clap::Args;
use curves::*;
use rayon::prelude::*;
use senet_gdl::Sheet;
use senet_learn::td::Settings;
use trial::*;

/// Value transfer
#[derive(Args)]
pub struct ValueTransfer {
    #[arg(long)]
    only: Option<String>,
    #[arg(long, default_value_t = 30)]
    trials: usize,
    #[arg(long, default_value_t = 0.1)]
    exploration: f32,
    #[arg(long, default_value_t = 50.0)]
    default: f32,
    #[arg(long)]
    matches: Option<usize>,
}

impl ValueTransfer {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        for experiment in experiment::experiments() {
            if self.only.as_ref().is_some_and(|only| only != experiment.name) { continue; }
            let settings = Settings { exploration: self.exploration, default: self.default, ..Settings::default() };
            let (s, t) = (Sheet::read(experiment.source.as_str()), Sheet::read(experiment.target.as_str()));
            let source = Task::load(&s, experiment.source_starts, None)?;
            let target = Task::load(&t, experiment.target_starts, None)?;
            let begin = std::time::Instant::now();
            let mut rng = fastrand::Rng::with_seed(common.seed);
            println!("{} starts {} {}", experiment.title, source.starts.len(), target.starts.len());
            let opponents = Opponents::ready(&experiment, &source, &target, settings, &mut rng)?;
            println!("opponents {:?}", begin.elapsed());
            let lab = Laboratory { experiment: &experiment, source: &source, target: &target, sheet: &t, opponents: &opponents, settings, matches: self.matches.unwrap_or(experiment.matches), seed: common.seed };
            let runs: Result<Vec<Vec<Run>>, Failure> = (0..self.trials as u64).into_par_iter().map(|n| lab.trial(n)).collect();
            let runs = runs?;
            println!("trials {:?}", begin.elapsed());
            let mut all = Vec::new();
            for (at, &experience) in experiment.experiences.iter().enumerate() {
                all.push(Learners {
                    experience,
                    goals: runs.iter().map(|r| r[at].goals.clone()).collect(),
                    transferred: runs.iter().map(|r| r[at].counts.visited_known as f64).collect(),
                    hit_rates: runs.iter().map(|r| r[at].counts.share()).collect(),
                });
            }
            let m = lab.matches;
            let points: Vec<usize> = [50, 100, 200, 300, 500, 700, 1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000].into_iter().filter(|&p| p <= m).collect();
            for l in &all {
                let c = compare(l, &all[0], &points);
                let k = runs.iter().map(|r| r[experiment.experiences.iter().position(|&e| e == l.experience).unwrap()].counts).next().unwrap();
                println!("{:>6} transferred {:.0} share {:.2} {k:?}", l.experience, t_test::moments(&l.transferred).0, t_test::moments(&l.hit_rates).0);
                println!("   {}", c.iter().map(|c| format!("{}:{:.1}{}", c.at, c.mean, if c.is_better() {"+"} else if c.is_worse() {"-"} else {""})).collect::<Vec<_>>().join(" "));
            }
        }
        Ok(())
    }
}
