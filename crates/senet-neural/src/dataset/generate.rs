//! Plays random matches and keeps each new pair of state and joint move with its answers.

use super::bits::Bits;
use super::columns::{ColumnKind, Columns};
use fastrand::Rng;
use rustc_hash::FxHashSet;
use senet_gdl::Deadline;
use senet_ground::{Grounded, RuleEvaluator, RuleIndex};

/// Generation ends after this many matches without a new row.
const PATIENCE: usize = 1000;

/// How many rows to make, and how.
#[derive(Clone, Debug)]
pub struct DataOptions {
    /// The number of rows.
    pub rows: usize,
    /// The share of rows with a terminal state.
    pub terminal_share: f64,
    /// A match is cut off after this number of steps.
    pub max_steps: usize,
    /// Decides the matches.
    pub seed: u64,
    /// The end of the work; the rows so far are kept.
    pub deadline: Deadline,
}

impl Default for DataOptions {
    fn default() -> DataOptions {
        DataOptions {
            rows: 12_000,
            terminal_share: 0.25,
            max_steps: 1000,
            seed: 1,
            deadline: Deadline::never(),
        }
    }
}

/// The reason why generation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DatasetEnd {
    /// All rows were found.
    Complete,
    /// A thousand matches in a row gave no row that is new and wanted.
    NothingNew,
    /// The deadline passed.
    OutOfTime,
}

/// A state with a joint move and the answers of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The number of the match.
    pub match_number: usize,
    /// The number of the step within the match.
    pub step: usize,
    /// The fluents that hold.
    pub fluents: Bits,
    /// The moves that are made; none in terminal states and where a role has no move.
    pub moves: Option<Bits>,
    /// The moves that are legal.
    pub legal: Bits,
    /// The fluents that hold next, if there are moves.
    pub next: Option<Bits>,
    /// True if the match is over.
    pub is_terminal: bool,
    /// The goals that hold.
    pub goals: Bits,
}

/// Distinct pairs of state and joint move of random matches; a state has a row for each joint move that was made in it.
#[derive(Clone, Debug)]
pub struct DataSet {
    /// The name of the game, for reports.
    pub game: String,
    /// The seed of the matches.
    pub seed: u64,
    /// The meaning of the bits.
    pub columns: Columns,
    /// The rows in the order of play.
    pub rows: Vec<Row>,
    /// The reason why generation ended.
    pub ended: DatasetEnd,
}

/// Plays random matches until enough distinct pairs of state and joint move are found, terminal and other ones in the wanted share.
pub fn generate(game: &str, grounded: &Grounded, options: &DataOptions) -> DataSet {
    let index = RuleIndex::new(grounded);
    let mut generator = Generator::new(&index, options);
    let ended = generator.play_all(options);
    DataSet {
        game: game.to_string(),
        seed: options.seed,
        columns: generator.columns,
        rows: generator.rows,
        ended,
    }
}

/// Plays whole random matches, for tests. States can occur several times. The last match is left out if the deadline cuts it off.
pub fn random_matches(grounded: &Grounded, count: usize, options: &DataOptions) -> Vec<Vec<Row>> {
    let index = RuleIndex::new(grounded);
    let mut generator = Generator::new(&index, options);
    let played = (0..count).map(|number| generator.play(number, options));
    let in_time = played.take_while(|(_, is_over)| !is_over);
    in_time.map(|(rows, _)| rows).collect()
}

struct Generator<'i> {
    evaluator: RuleEvaluator<'i>,
    index: &'i RuleIndex<'i>,
    columns: Columns,
    rng: Rng,
    seen: FxHashSet<(Bits, Option<Bits>)>,
    /// The numbers of missing rows: with other states, and with terminal ones.
    missing: [usize; 2],
    rows: Vec<Row>,
}

impl<'i> Generator<'i> {
    fn new(index: &'i RuleIndex<'i>, options: &DataOptions) -> Generator<'i> {
        let share = options.terminal_share.clamp(0.0, 1.0);
        let terminal = (options.rows as f64 * share).round() as usize;
        Generator {
            evaluator: RuleEvaluator::new(index),
            columns: Columns::of(index),
            index,
            rng: Rng::with_seed(options.seed),
            seen: FxHashSet::default(),
            missing: [options.rows - terminal, terminal],
            rows: Vec::new(),
        }
    }

    fn play_all(&mut self, options: &DataOptions) -> DatasetEnd {
        let mut idle = 0;
        for number in 0.. {
            if self.missing == [0, 0] {
                return DatasetEnd::Complete;
            }
            if idle >= PATIENCE {
                return DatasetEnd::NothingNew;
            }
            let before = self.rows.len();
            let (rows, is_over) = self.play(number, options);
            rows.into_iter().for_each(|row| self.keep(row));
            if is_over {
                return DatasetEnd::OutOfTime;
            }
            idle = if self.rows.len() > before {
                0
            } else {
                idle + 1
            };
        }
        unreachable!("the numbers of matches do not end")
    }

    /// Plays one match. Returns its rows, and whether the time is over.
    fn play(&mut self, match_number: usize, options: &DataOptions) -> (Vec<Row>, bool) {
        let mut state = self.evaluator.initial();
        let mut rows = Vec::new();
        for step in 0..options.max_steps {
            if options.deadline.is_over() {
                return (rows, true);
            }
            self.evaluator.look(&state);
            let joint = match self.evaluator.is_terminal() {
                true => None,
                false => self.random_joint(),
            };
            let mut row = self.row(&state, joint.as_deref());
            (row.match_number, row.step) = (match_number, step);
            if let Some(joint) = &joint {
                self.evaluator.act(joint);
                state = self.evaluator.next();
                row.next = Some(Bits::of(state.iter().copied()));
            }
            rows.push(row);
            if joint.is_none() {
                break;
            }
        }
        (rows, false)
    }

    /// A random legal joint move; `None` if a role has no legal move.
    fn random_joint(&mut self) -> Option<Vec<u32>> {
        let roles = 0..self.index.legal.len();
        let (evaluator, rng) = (&self.evaluator, &mut self.rng);
        roles
            .map(|role| rng.choice(evaluator.legal(role)))
            .collect()
    }

    /// The row of the state that was evaluated last.
    fn row(&self, state: &[bool], joint: Option<&[u32]>) -> Row {
        let holds = |output: Option<u32>| output.is_some_and(|atom| self.evaluator.holds(atom));
        let answers = |kind| {
            Bits::of(
                self.columns
                    .of_kind(kind)
                    .map(|column| holds(column.output)),
            )
        };
        Row {
            match_number: 0,
            step: 0,
            fluents: Bits::of(state.iter().copied()),
            moves: joint.map(|joint| self.made(joint)),
            legal: answers(ColumnKind::Move),
            next: None,
            is_terminal: self.evaluator.is_terminal(),
            goals: answers(ColumnKind::Goal),
        }
    }

    fn made(&self, joint: &[u32]) -> Bits {
        let roles = self.index.legal.iter().zip(joint);
        let made = roles.flat_map(|(moves, &id)| (0..moves.len()).map(move |at| at == id as usize));
        Bits::of(made)
    }

    /// Keeps a row that is new and wanted.
    fn keep(&mut self, row: Row) {
        let missing = &mut self.missing[usize::from(row.is_terminal)];
        if *missing > 0 && self.seen.insert((row.fluents.clone(), row.moves.clone())) {
            *missing -= 1;
            self.rows.push(row);
        }
    }
}
