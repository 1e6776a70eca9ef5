//! `senet lab reasoner-pca`: Figure 5.14, the pooled vectors of states of four games in a plane.

use super::arguments::AttentionArgs;
use super::principal::project;
use super::table::Runner;
use super::transfer::{FOUR, networks};
use crate::csv::{csv_line, write};
use crate::plot::{Cloud, Scatter, scatters};
use clap::Args;
use rayon::prelude::*;
use senet_console::{Common, Failure, Out};
use senet_neural::GatReasoner;
use serde_json::json;

/// States of each game in a picture.
const STATES: usize = 60;

/// Draws the pooled vectors of states of four games, for networks trained on one or on all: Figure 5.14 of Gunawan's thesis
///
/// Prints for each network how far the centres of the games are apart, in units of the spread within games.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet lab reasoner-pca --dir ../shared/games --out results\n  \
    senet lab reasoner-pca --dir ../shared/games --only mixed --budget 10 --json"
)]
pub struct ReasonerPca {
    #[command(flatten)]
    args: AttentionArgs,
}

/// A projected state: the number of its game, and its place.
type Point = (usize, [f64; 2]);

impl ReasonerPca {
    /// Trains the networks and draws the pictures.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        self.args.check()?;
        let networks = networks();
        let chosen = networks.iter().filter(|(name, _)| self.args.chooses(name));
        let chosen: Vec<_> = chosen.collect();
        let shares = chosen.iter().map(|(_, training)| training.games.len());
        let mut runner = Runner::new(&self.args, common, shares.sum());
        let mut pictures = Vec::new();
        for (name, training) in chosen {
            let fitted = runner.train(name, training)?;
            for game in FOUR {
                runner.need(game, false)?;
            }
            let points = points(&fitted.reasoner, &runner);
            pictures.push((name.clone(), fitted.record, points));
        }
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({
                "lab": "reasoner-pca", "seed": common.seed, "states_per_game": STATES,
                "networks": pictures.iter().map(|(name, record, points)| json!({
                    "network": name, "training": record, "separation": separation(points),
                    "points": points.iter().map(|(game, [x, y])| json!([FOUR[*game].name, x, y])).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
            }))?,
            false => {
                out.line("Pooled vectors of states, first two principal components (Figure 5.14)")?;
                for (name, record, points) in &pictures {
                    out.line(format!(
                        "  {name}: {} steps, {:.2} epochs; centres of games {:.1} spreads apart",
                        record.steps, record.epochs, separation(points)
                    ))?;
                }
            }
        }
        out.flush()?;
        let named = pictures
            .iter()
            .map(|(name, _, points)| (name.as_str(), points.as_slice()));
        let named: Vec<(&str, &[Point])> = named.collect();
        match &self.args.out {
            Some(folder) => write(
                folder,
                &[
                    ("reasoner-pca.svg", svg(&named)),
                    ("reasoner-pca.csv", csv(&named)),
                ],
            ),
            None => Ok(()),
        }
    }
}

/// The projected states of all games.
fn points(reasoner: &GatReasoner, runner: &Runner) -> Vec<Point> {
    let mut vectors: Vec<(usize, Vec<f32>)> = Vec::new();
    for (number, &game) in FOUR.iter().enumerate() {
        let game = &runner.prepared(game, false).game;
        let rows: Vec<_> = game.training.iter().take(STATES).collect();
        let found: Vec<Vec<f32>> = rows
            .par_iter()
            .map(|row| reasoner.embedding(&game.irg, row))
            .collect();
        vectors.extend(found.into_iter().map(|vector| (number, vector)));
    }
    let (games, vectors): (Vec<usize>, Vec<Vec<f32>>) = vectors.into_iter().unzip();
    games.into_iter().zip(project(&vectors)).collect()
}

/// The mean distance of the centres of two games, divided by the mean distance of a state from the centre of its game.
fn separation(points: &[Point]) -> f64 {
    let of = |game: usize| {
        points
            .iter()
            .filter(move |point| point.0 == game)
            .map(|point| point.1)
    };
    let centre = |game: usize| {
        let count = of(game).count().max(1) as f64;
        let sum = of(game).fold([0.0, 0.0], |sum, point| {
            [sum[0] + point[0], sum[1] + point[1]]
        });
        sum.map(|x| x / count)
    };
    let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let centres: Vec<[f64; 2]> = (0..FOUR.len()).map(centre).collect();
    let within: f64 = points
        .iter()
        .map(|&(game, point)| distance(point, centres[game]))
        .sum();
    let pairs = (0..FOUR.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let between: Vec<f64> = pairs
        .map(|(a, b)| distance(centres[a], centres[b]))
        .collect();
    let between = between.iter().sum::<f64>() / between.len() as f64;
    between / (within / points.len().max(1) as f64).max(f64::MIN_POSITIVE)
}

fn svg(pictures: &[(&str, &[Point])]) -> String {
    let scatter = |(name, points): &(&str, &[Point])| Scatter {
        title: format!("trained on {name}"),
        clouds: FOUR
            .iter()
            .enumerate()
            .map(|(number, game)| Cloud {
                name: game.name.to_string(),
                points: points
                    .iter()
                    .filter(|point| point.0 == number)
                    .map(|point| point.1)
                    .collect(),
            })
            .collect(),
    };
    let title = "Pooled vectors of states, first two principal components (Figure 5.14)";
    scatters(title, &pictures.iter().map(scatter).collect::<Vec<_>>())
}

fn csv(pictures: &[(&str, &[Point])]) -> String {
    let mut text = "network,game,x,y\n".to_string();
    for (name, points) in pictures {
        for (game, [x, y]) in *points {
            let fields = [
                name.to_string(),
                FOUR[*game].name.to_string(),
                format!("{x:.5}"),
                format!("{y:.5}"),
            ];
            text += &csv_line(&fields);
        }
    }
    text
}
