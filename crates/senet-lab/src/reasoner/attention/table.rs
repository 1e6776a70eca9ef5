//! A table of the thesis: trains a network for each case, tests it, and shows our scores beside the published ones.

use super::arguments::AttentionArgs;
use super::fit::{Fitted, Schedule, TrainingRecord, fit};
use super::game::{PreparedGame, Preparing, prepare};
use super::published::Published;
use super::scores::{TestScores, Testing, test};
use super::sheets::ThesisGame;
use senet_console::{Common, Failure, clock, progress};
use senet_engine::spread_seed;
use senet_neural::{GatConfig, GatGame, GatOptions, Mixing, NodeLabelling};
use serde::Serialize;

/// The share of the budget that training gets.
const TRAINING_SHARE: f64 = 0.8;
/// The most CPU seconds for the states of one game.
const MATCH_SECONDS: f64 = 60.0;

/// A network to train.
#[derive(Clone, Debug)]
pub struct Training {
    /// The games.
    pub games: Vec<ThesisGame>,
    /// True if helper relations are inlined.
    pub is_flat: bool,
    /// How states label nodes.
    pub labelling: NodeLabelling,
    /// The network.
    pub network: GatConfig,
    /// The order of several games.
    pub mixing: Mixing,
}

impl Training {
    /// The network of the thesis for some games.
    pub fn on(games: &[ThesisGame]) -> Training {
        Training {
            games: games.to_vec(),
            is_flat: false,
            labelling: NodeLabelling::Subtree,
            network: GatConfig::default(),
            mixing: Mixing::Random,
        }
    }
}

/// A game to test a network on.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// The game.
    pub game: ThesisGame,
    /// How states label nodes.
    pub labelling: NodeLabelling,
    /// The published scores.
    pub published: Published,
}

/// A network with its tests.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the network in the table.
    pub name: String,
    /// The training of the network.
    pub training: Training,
    /// The tests of the network.
    pub tests: Vec<TestCase>,
}

/// The result of one test.
#[derive(Clone, Debug, Serialize)]
pub struct TableRow {
    /// The network.
    pub network: String,
    /// The game that the network was tested on, and how.
    pub test: String,
    /// The published scores.
    pub published: Published,
    /// Our scores; none if the game has no public sheet.
    pub ours: Option<TestScores>,
}

/// The results of a lab.
#[derive(Serialize)]
pub struct TableResult {
    /// The rows.
    pub rows: Vec<TableRow>,
    /// The training of each network, by its name.
    pub trainings: Vec<(String, TrainingRecord)>,
}

/// Prepares games, trains and tests within the budget of a lab.
pub struct Runner<'a> {
    args: &'a AttentionArgs,
    common: &'a Common,
    prepared: Vec<((ThesisGame, bool), PreparedGame)>,
    /// The number of shares into which the budget is divided.
    shares: usize,
}

impl<'a> Runner<'a> {
    /// Starts a lab. `shares` is the number of games that its networks learn from, added up over the networks.
    pub fn new(args: &'a AttentionArgs, common: &'a Common, shares: usize) -> Runner<'a> {
        Runner {
            args,
            common,
            prepared: Vec::new(),
            shares: shares.max(1),
        }
    }

    /// Prepares a game, unless it is prepared already.
    pub fn need(&mut self, game: ThesisGame, is_flat: bool) -> Result<(), Failure> {
        if self.find(game, is_flat).is_none() {
            let source = game.read(&self.args.dir, self.common)?;
            let preparing = Preparing {
                rows: self.args.rows,
                is_flat,
                seed: spread_seed(self.common.seed, self.prepared.len() as u64),
                deadline: self.common.deadline().clone(),
                match_seconds: match self.args.steps {
                    Some(_) => f64::INFINITY,
                    None => (self.share_seconds() / 10.0).clamp(1.0, MATCH_SECONDS),
                },
            };
            let prepared = prepare(&source, &preparing)?;
            self.prepared.push(((game, is_flat), prepared));
        }
        Ok(())
    }

    fn find(&self, game: ThesisGame, is_flat: bool) -> Option<&PreparedGame> {
        let key = (game, is_flat);
        let found = self.prepared.iter().find(|(known, _)| *known == key);
        found.map(|(_, prepared)| prepared)
    }

    /// A game that was prepared before.
    pub fn prepared(&self, game: ThesisGame, is_flat: bool) -> &PreparedGame {
        let found = self.find(game, is_flat);
        found.expect("the runner prepares all games of a case first")
    }

    fn seconds(&self) -> f64 {
        60.0 * self.args.budget
    }

    /// CPU seconds of one share of the budget.
    fn share_seconds(&self) -> f64 {
        self.seconds() / self.shares as f64
    }

    /// Trains a network. Its share of the budget grows with the number of its games.
    pub fn train(&mut self, name: &str, training: &Training) -> Result<Fitted, Failure> {
        for &game in &training.games {
            self.need(game, training.is_flat)?;
        }
        let games = training.games.iter();
        let games: Vec<&GatGame> = games
            .map(|&game| &self.prepared(game, training.is_flat).game)
            .collect();
        let schedule = match self.args.steps {
            Some(steps) => Schedule::Steps(steps),
            None => Schedule::CpuSeconds(
                TRAINING_SHARE * self.share_seconds() * training.games.len() as f64,
            ),
        };
        let options = GatOptions {
            config: training.network.clone(),
            labelling: training.labelling,
            mixing: training.mixing,
            batch: self.args.batch,
            learning_rate: self.args.learning_rate,
            seed: self.common.seed,
            deadline: self.common.deadline().clone(),
            ..GatOptions::default()
        };
        let spinner = progress::spinner(format!("training {name}"));
        let fitted = fit(&games, &options, schedule, &mut |done, planned, loss| {
            spinner.set_message(format!("{name}: step {done} of {planned}, loss {loss:.4}"));
        });
        spinner.finish_and_clear();
        fitted
    }

    /// Trains the network of a case and tests it.
    fn run(&mut self, case: &Case, result: &mut TableResult) -> Result<(), Failure> {
        let fitted = self.train(&case.name, &case.training)?;
        let is_flat = case.training.is_flat;
        let seconds =
            (1.0 - TRAINING_SHARE) * self.share_seconds() * case.training.games.len() as f64;
        for one in &case.tests {
            self.need(one.game, is_flat)?;
            let testing = Testing {
                matches: self.args.matches,
                labelling: one.labelling,
                seed: self.common.seed,
                end: match self.args.steps {
                    Some(_) => self.common.deadline().clone(),
                    None => clock::process_cpu_deadline(
                        seconds / case.tests.len() as f64,
                        self.common.deadline(),
                    ),
                },
                first_end: self.common.deadline().clone(),
            };
            let ours = test(&fitted.reasoner, self.prepared(one.game, is_flat), &testing)?;
            result.rows.push(TableRow {
                ours: Some(ours),
                ..untested(case, one)
            });
        }
        result.trainings.push((case.name.clone(), fitted.record));
        Ok(())
    }
}

/// Runs the chosen cases of a lab.
pub fn run(cases: &[Case], args: &AttentionArgs, common: &Common) -> Result<TableResult, Failure> {
    args.check()?;
    let chosen = cases.iter().filter(|case| args.chooses(&case.name));
    let chosen: Vec<&Case> = chosen.collect();
    if chosen.is_empty() {
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let message = "no case has a name with a word of --only";
        return Err(Failure::new(message).help(format!("the cases are: {}", names.join(", "))));
    }
    let is_possible = |case: &&&Case| case.training.games.iter().all(ThesisGame::has_sheet);
    let possible = chosen.iter().filter(is_possible);
    let shares = possible.map(|case| case.training.games.len()).sum();
    let mut runner = Runner::new(args, common, shares);
    let mut result = TableResult {
        rows: Vec::new(),
        trainings: Vec::new(),
    };
    for case in &chosen {
        match is_possible(&case) {
            true => runner.run(case, &mut result)?,
            false => {
                let rows = case.tests.iter().map(|test| untested(case, test));
                result.rows.extend(rows);
            }
        }
    }
    Ok(result)
}

fn untested(case: &Case, test: &TestCase) -> TableRow {
    let labels = match test.labelling == case.training.labelling {
        true => "",
        false => ", other labels",
    };
    TableRow {
        network: case.name.clone(),
        test: format!("{}{labels}", test.game.name),
        published: test.published,
        ours: None,
    }
}
