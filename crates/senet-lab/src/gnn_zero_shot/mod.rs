//! `senet lab gnn-zero-shot`: can one network play games that it never saw?

mod contest;
mod game;
mod player;
mod search;
mod teacher;

use crate::csv::{csv_line, write};
use crate::plot::{self, Interval, PlotRow, Scale};
use clap::Args;
use contest::{CONTESTS, ContestResult, verdict};
use game::PlayedGame;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, cells, clock, progress, source};
use senet_engine::spread_seed;
use senet_neural::{PolicyExample, PolicyNetwork, PolicyOptions, PolicyTraining};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// Shares of the budget: examples, training, matches.
const SHARES: [f64; 3] = [0.2, 0.4, 0.4];

/// Trains one network on several small games at once, then lets it play variants and games it never saw
///
/// The network passes messages both ways over the ground rules, with exact truth values as features. `uct` gives the examples: the visits
/// of moves and the values of states. The network plays without search against random and greedy, and with 100 simulations against `uct` with 100 simulations.
#[derive(Args)]
#[command(after_help = "Examples:\n  senet lab gnn-zero-shot --out results\n  \
    senet lab gnn-zero-shot --train tic-tac-toe --variant tic-tac-toe-5x5 --unseen connect-four --budget 10 --json")]
pub struct GnnZeroShot {
    /// Games to train on, for two players
    #[arg(
        long,
        value_name = "GAME,…",
        value_delimiter = ',',
        default_value = "tic-tac-toe,minichess-3x3,nim,blocker,tron"
    )]
    train: Vec<String>,
    /// Variants of the trained games
    #[arg(
        long,
        value_name = "GAME,…",
        value_delimiter = ',',
        default_value = "tic-tac-toe-5x5,minichess-4x4,double-tic-tac-toe"
    )]
    variant: Vec<String>,
    /// Games of other kinds
    #[arg(
        long,
        value_name = "GAME,…",
        value_delimiter = ',',
        default_value = "connect-four,breakthrough-6x6"
    )]
    unseen: Vec<String>,
    /// CPU minutes for the whole lab
    #[arg(long, value_name = "M", default_value_t = 55.0)]
    budget: f64,
    /// Matches per game and opponent; fewer if the budget ends them
    #[arg(long, value_name = "N", default_value_t = 40)]
    matches: usize,
    /// Blocks of the network; in each, messages pass two edges
    #[arg(long, value_name = "N", default_value_t = 4)]
    blocks: usize,
    /// Examples per step
    #[arg(long, value_name = "N", default_value_t = 32)]
    batch: usize,
    /// Largest learning rate; it falls to zero
    #[arg(long, value_name = "X", default_value_t = 1e-3)]
    learning_rate: f32,
    /// Folder for the results as CSV and SVG
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The work before the matches.
#[derive(serde::Serialize)]
struct Preparation {
    parameters: usize,
    games: Vec<(String, usize)>,
    teacher_matches: usize,
    examples: usize,
    steps: usize,
    first_loss: f32,
    last_loss: f32,
}

impl GnnZeroShot {
    /// Trains the network and plays the matches.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        self.check()?;
        let trained = self.load(&self.train, common)?;
        let variants = self.load(&self.variant, common)?;
        let unseen = self.load(&self.unseen, common)?;
        let (network, preparation) = self.prepare(&trained, common)?;
        let groups = [
            ("trained", trained),
            ("variant", variants),
            ("unseen", unseen),
        ];
        let results = self.contests(&Arc::new(network), &groups, common)?;
        self.show(&preparation, &results, common)
    }

    fn check(&self) -> Result<(), Failure> {
        let wrong = |what: &str| {
            Err(Failure::new(what).help("`senet lab gnn-zero-shot --help` shows examples"))
        };
        match self {
            _ if self.budget.is_nan() || self.budget <= 0.0 => wrong("--budget must be above 0"),
            _ if self.train.is_empty() => wrong("--train needs a game"),
            _ if self.blocks == 0 || self.blocks > 16 => wrong("--blocks must be from 1 to 16"),
            _ if self.batch == 0 => wrong("--batch must be at least 1"),
            _ if self.matches < 2 => wrong("--matches must be at least 2"),
            _ => Ok(()),
        }
    }

    /// The CPU seconds of a share of the budget.
    fn seconds(&self, share: usize) -> f64 {
        60.0 * self.budget * SHARES[share]
    }

    fn load(&self, names: &[String], common: &Common) -> Result<Vec<Arc<PlayedGame>>, Failure> {
        let load = |name: &String| {
            let source = source::find(name, common)?;
            let game = PlayedGame::load(&source, common.deadline())?;
            match game.grounded.roles.len() {
                2 => Ok(Arc::new(game)),
                roles => Err(Failure::new(format!("{name} has {roles} roles"))
                    .help("choose games for two players")),
            }
        };
        names.iter().map(load).collect()
    }

    /// Lets the teacher play, then trains the network.
    fn prepare(
        &self,
        games: &[Arc<PlayedGame>],
        common: &Common,
    ) -> Result<(PolicyNetwork, Preparation), Failure> {
        let spinner = progress::spinner("the teacher plays".to_string());
        let (mut examples, mut teacher_matches) = (Vec::new(), 0);
        for (number, game) in games.iter().enumerate() {
            let seconds = self.seconds(0) / games.len() as f64;
            let end = clock::cpu_deadline(seconds, common.deadline());
            let seed = spread_seed(common.seed, number as u64);
            let (found, matches) = teacher::teach(number, game, seed, &end)?;
            examples.push(found);
            teacher_matches += matches;
        }
        let count = examples.iter().map(Vec::len).sum();
        let examples = balanced(examples);
        let network = PolicyNetwork::random(self.blocks, spread_seed(common.seed, 100));
        let options = PolicyOptions {
            batch: self.batch,
            learning_rate: self.learning_rate,
            seed: spread_seed(common.seed, 101),
        };
        let graphs = games.iter().map(|game| &game.graph).collect();
        let mut training = PolicyTraining::new(network, graphs, options);
        let start = clock::process_cpu_seconds();
        let (mut steps, mut first_loss, mut last_loss) = (0, f32::NAN, f32::NAN);
        loop {
            let done = (clock::process_cpu_seconds() - start) / self.seconds(1);
            if done >= 1.0 && steps > 0 {
                break;
            }
            if common.deadline().is_over() {
                return Err(Failure::out_of_time("training"));
            }
            let loss = training.step(&examples, (1.0 - done as f32).max(0.02));
            last_loss = match steps {
                0 => loss,
                _ => 0.98 * last_loss + 0.02 * loss,
            };
            first_loss = if steps == 0 { loss } else { first_loss };
            steps += 1;
            spinner.set_message(format!("step {steps}, loss {last_loss:.3}"));
        }
        spinner.finish_and_clear();
        let preparation = Preparation {
            parameters: training.network.parameters(),
            games: games
                .iter()
                .map(|game| (game.name.clone(), game.graph.nodes()))
                .collect(),
            teacher_matches,
            examples: count,
            steps,
            first_loss,
            last_loss,
        };
        Ok((training.network, preparation))
    }

    fn contests(
        &self,
        network: &Arc<PolicyNetwork>,
        groups: &[(&'static str, Vec<Arc<PlayedGame>>)],
        common: &Common,
    ) -> Result<Vec<ContestResult>, Failure> {
        let games: usize = groups.iter().map(|(_, games)| games.len()).sum();
        let bar = progress::bar(games * CONTESTS.len(), "contests");
        let mut results = Vec::new();
        for (group, games_of_group) in groups {
            for game in games_of_group {
                for contest in CONTESTS {
                    // Contests with search cost the most, so they get most of the time.
                    let share = if contest.simulations > 0 { 0.8 } else { 0.1 };
                    let seconds = share * self.seconds(2) / games as f64;
                    let end = clock::cpu_deadline(seconds, common.deadline());
                    let score = contest.play(game, network, self.matches, common.seed, &end)?;
                    results.push(ContestResult {
                        game: game.name.clone(),
                        group,
                        contest: contest.name,
                        score,
                        beats: verdict(&score),
                    });
                    bar.inc(1);
                }
            }
        }
        bar.finish_and_clear();
        Ok(results)
    }

    fn show(
        &self,
        preparation: &Preparation,
        results: &[ContestResult],
        common: &Common,
    ) -> Result<(), Failure> {
        let statement = format!(
            "One network of {} parameters and {} blocks; {} matches of the teacher gave {} examples; {} steps of {}, loss {:.3} to {:.3}; \
             {} CPU minutes in all, seed {}. Nobody has published this experiment.",
            preparation.parameters,
            self.blocks,
            preparation.teacher_matches,
            preparation.examples,
            preparation.steps,
            self.batch,
            preparation.first_loss,
            preparation.last_loss,
            self.budget,
            common.seed,
        );
        let table = text(results);
        let mut out = Out::new();
        match common.json {
            true => out.json(&json!({
                "lab": "gnn-zero-shot", "statement": statement, "preparation": preparation, "results": results,
            }))?,
            false => {
                out.line("Share of points of the network, with 95 % interval")?;
                out.text(&table.to_string())?;
                out.line(statement.clone())?;
            }
        }
        out.flush()?;
        match &self.out {
            Some(folder) => write(
                folder,
                &[
                    ("gnn-zero-shot.csv", csv(results)),
                    ("gnn-zero-shot.svg", svg(results)),
                    (
                        "gnn-zero-shot.md",
                        format!("{}\n{statement}\n", table.markdown()),
                    ),
                ],
            ),
            None => Ok(()),
        }
    }
}

/// Repeats the examples of games that have few, so that each game has the same share.
fn balanced(examples: Vec<Vec<PolicyExample>>) -> Vec<PolicyExample> {
    let most = examples.iter().map(Vec::len).max().unwrap_or(0);
    let repeated = examples.into_iter().filter(|own| !own.is_empty());
    repeated
        .flat_map(|own| own.into_iter().cycle().take(most).collect::<Vec<_>>())
        .collect()
}

fn text(results: &[ContestResult]) -> TextTable {
    let mut table = TextTable::new([
        left("game"),
        left("group"),
        left("contest"),
        right("matches"),
        right("share"),
        left("beats it"),
    ]);
    for one in results {
        table.row(cells![
            one.game,
            one.group,
            one.contest,
            one.score.matches(),
            one.score.percent(),
            one.beats
        ]);
    }
    table
}

fn csv(results: &[ContestResult]) -> String {
    let mut text = "game,group,contest,wins,draws,losses,share,low,high,beats\n".to_string();
    for one in results {
        let (low, high) = one.score.interval();
        let mut fields = vec![
            one.game.clone(),
            one.group.to_string(),
            one.contest.to_string(),
        ];
        let counts = [one.score.wins, one.score.draws, one.score.losses];
        fields.extend(counts.map(|count| count.to_string()));
        fields.extend([one.score.share(), low, high].map(|number| format!("{number:.4}")));
        fields.push(one.beats.to_string());
        text += &csv_line(&fields);
    }
    text
}

fn svg(results: &[ContestResult]) -> String {
    let rows = results.iter().map(|one| PlotRow {
        label: format!("{} ({}): {}", one.game, one.group, one.contest),
        ours: Some(Interval::of_score(&one.score)),
        published: None,
    });
    plot::rows(
        "One network on games it may never have seen",
        Scale::Share,
        &rows.collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests;
