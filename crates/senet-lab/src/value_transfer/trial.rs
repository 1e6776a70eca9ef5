//! One trial: learns on the source, then on the scrambled target, with and without transfer.

use super::experiment::{Experiment, LearnerOpponent, Starts};
use super::minichess;
use fastrand::Rng;
use senet_console::{BackEndArgs, Common, Failure};
use senet_engine::{BackEnd, DeadlineGame, Game, LoadOptions, State, load, spread_seed};
use senet_gdl::{Description, Notation, Renaming, ScrambleOptions, Sheet, scramble, write};
use senet_knowledge::{Derivation, SourceGame};
use senet_learn::td::transfer::{
    InitialValues, StateCorrespondence, TransferCounts, TransferredValues,
};
use senet_learn::td::{
    Opponent, PositionCache, TdError, TdLearner, TdSeat, TdSettings, TrainingMatches, ValueTable,
};
use std::sync::Arc;

/// A game to learn, and the renaming from the original sheet.
pub struct Task {
    /// The game.
    pub game: Arc<dyn Game>,
    /// The rules of the game.
    pub description: Description,
    /// The renaming from the names of the sheet to those of the game.
    pub words: Renaming,
    /// The start states of matches.
    pub starts: Vec<State>,
}

impl Task {
    /// Loads a sheet, scrambled if a seed is given. Its queries fail once the deadline of the command is over.
    pub fn load(
        sheet: &Sheet,
        starts: Starts,
        scrambled: Option<u64>,
        common: &Common,
    ) -> Result<Task, Failure> {
        let (sheet, words) = match scrambled {
            None => (Sheet::read(sheet.text.as_str()), Renaming::default()),
            Some(seed) => {
                let options = ScrambleOptions {
                    rename_integers: true,
                    ..ScrambleOptions::default()
                };
                let scrambled = scramble(&sheet.description, seed, &options);
                let text = write(&scrambled.description, Notation::Prefix);
                (Sheet::read(text.as_str()), scrambled.renaming)
            }
        };
        let options = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            ..BackEndArgs::default().options(common)
        };
        let loaded = load(&sheet, &options).map_err(|error| Failure::new(error.to_string()))?;
        let game = DeadlineGame::new(loaded.game, common.deadline().clone());
        let game: Arc<dyn Game> = Arc::new(game);
        let starts = match starts {
            Starts::Initial => vec![game.initial()?],
            Starts::Anywhere(size) => {
                minichess::starts(size, &*game, &|fact| words.translate(fact))
            }
        };
        Ok(Task {
            game,
            description: sheet.description,
            words,
            starts,
        })
    }

    fn facts(&self) -> &[String] {
        self.game.fluent_names().unwrap_or_default()
    }
}

/// The results of one learner.
pub struct TransferRun {
    /// The goal of each match.
    pub goals: Vec<f32>,
    /// The transfer counts.
    pub counts: TransferCounts,
}

/// Learns a role against an opponent for a number of matches. Returns the goals and the learner.
pub fn learn(
    task: &Task,
    role: usize,
    opponent: &Opponent,
    learner: TdLearner,
    matches: usize,
    rng: &mut Rng,
) -> Result<(Vec<f32>, TdLearner), TdError> {
    let mut learner = Some(learner);
    let seats = (0..task.game.roles().len()).map(|seat| match learner.take_if(|_| seat == role) {
        Some(learner) => TdSeat::Learner(Box::new(learner)),
        None => TdSeat::Opponent(opponent.clone()),
    });
    let seats = seats.collect();
    let mut table = TrainingMatches::new(PositionCache::new(task.game.clone())?, seats)?;
    let mut goals = Vec::with_capacity(matches);
    for _ in 0..matches {
        let start = task.starts[rng.usize(..task.starts.len())].clone();
        goals.push(table.play(start, rng)?[role]);
    }
    let learner = table.into_parts().1.into_iter().nth(role);
    match learner {
        Some(TdSeat::Learner(learner)) => Ok((goals, *learner)),
        _ => Ok((goals, TdLearner::from_scratch(TdSettings::default()))),
    }
}

/// Trains an opponent against another learner.
pub fn train_opponent(
    task: &Task,
    role: usize,
    matches: usize,
    settings: TdSettings,
    rng: &mut Rng,
) -> Result<Arc<ValueTable>, TdError> {
    let seat = |_| TdSeat::Learner(Box::new(TdLearner::from_scratch(settings)));
    let seats = (0..task.game.roles().len()).map(seat).collect();
    let mut table = TrainingMatches::new(PositionCache::new(task.game.clone())?, seats)?;
    for _ in 0..matches {
        let start = task.starts[rng.usize(..task.starts.len())].clone();
        table.play(start, rng)?;
    }
    let values = table.learner(role).map(|learner| learner.values().clone());
    Ok(Arc::new(values.unwrap_or_default()))
}

/// The opponents on the source and on the target, in the names of their sheets.
pub struct Opponents {
    /// On the source.
    pub source: Opponent,
    /// On the target before scrambling.
    pub target: Opponent,
}

impl Opponents {
    /// Prepares the opponents; training can take long.
    pub fn ready(
        experiment: &Experiment,
        source: &Task,
        target: &Task,
        settings: TdSettings,
        rng: &mut Rng,
    ) -> Result<Opponents, Failure> {
        let mut one = |task: &Task| {
            Ok::<_, Failure>(match experiment.opponent {
                LearnerOpponent::Random => Opponent::Random,
                LearnerOpponent::Greedy => Opponent::Greedy,
                LearnerOpponent::Trained {
                    matches,
                    exploration,
                } => Opponent::Trained {
                    exploration,
                    values: train_opponent(task, 1 - experiment.role, matches, settings, rng)
                        .map_err(unfit)?,
                    default: settings.default,
                },
            })
        };
        Ok(Opponents {
            source: one(source)?,
            target: one(target)?,
        })
    }
}

fn unfit(error: TdError) -> Failure {
    match error {
        TdError::Stopped(stopped) => stopped.into(),
        other => Failure::new(other.to_string()),
    }
}

/// Translates an opponent to the scrambled game.
fn scrambled(opponent: &Opponent, plain: &Task, task: &Task) -> Opponent {
    match opponent {
        Opponent::Trained {
            values,
            default,
            exploration,
        } => {
            let translate = |fact: &str| Some(task.words.translate(fact));
            let renamed = StateCorrespondence::renaming(task.facts(), plain.facts(), &translate);
            let row = |(state, value): (&State, f32)| {
                let renamed = renamed.images_of_target(state).into_iter().next();
                renamed.map(|state| (state, value))
            };
            Opponent::Trained {
                values: Arc::new(values.iter().filter_map(row).collect()),
                default: *default,
                exploration: *exploration,
            }
        }
        other => other.clone(),
    }
}

/// Everything that the trials of an experiment share.
pub struct TrialSetup<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The source.
    pub source: &'a Task,
    /// The target before scrambling.
    pub target: &'a Task,
    /// The target's sheet.
    pub sheet: &'a Sheet,
    /// The opponents of the learners.
    pub opponents: &'a Opponents,
    /// The known variants of the source.
    pub kin: &'a SourceGame,
    /// The learning settings.
    pub settings: TdSettings,
    /// The number of target matches.
    pub matches: usize,
    /// The seed of all random choices, and the deadline.
    pub common: &'a Common,
}

impl TrialSetup<'_> {
    /// Runs a trial: recognises the scrambled target, then trains one learner per experience on it.
    pub fn trial(&self, number: u64) -> Result<TransferTrial, Failure> {
        let mut rng = Rng::with_seed(spread_seed(self.common.seed, number));
        let (starts, seed) = (self.experiment.starts.1, rng.u64(..));
        let task = Task::load(self.sheet, starts, Some(seed), self.common)?;
        let opponent = scrambled(&self.opponents.target, self.target, &task);
        let kinship = self
            .kin
            .find(&task.description, self.common.deadline())
            .map_err(|error| Failure::new(error.to_string()))?
            .ok_or_else(|| Failure::new("the scrambled target was not recognised"))?;
        let correspondence = Arc::new(kinship.compile(self.source.facts(), task.facts()));
        let pupil = Pupil {
            task: &task,
            opponent: &opponent,
            correspondence,
            source_role: self.source_role(&task, &kinship)?,
            inverse: kinship.is_inverse(),
        };
        let experiences = self.experiment.experiences.iter();
        let runs = experiences.map(|&experience| self.run(experience, &pupil, &mut rng));
        Ok(TransferTrial {
            kinship: kinship.describe(),
            runs: runs.collect::<Result<_, _>>()?,
        })
    }

    /// The source role that corresponds to the learner's role in the target.
    fn source_role(&self, task: &Task, kinship: &Derivation) -> Result<usize, Failure> {
        let name = &task.game.roles()[self.experiment.role];
        let word = kinship.words().translate(name).to_lowercase();
        let roles = self.source.game.roles();
        let found = roles.iter().position(|role| role.to_lowercase() == word);
        found.ok_or_else(|| Failure::new(format!("no role of the source corresponds to `{name}`")))
    }

    fn run(&self, experience: usize, pupil: &Pupil, rng: &mut Rng) -> Result<TransferRun, Failure> {
        let learner = match experience {
            0 => TdLearner::from_scratch(self.settings),
            _ => {
                let (foe, role) = (&self.opponents.source, pupil.source_role);
                let beginner = TdLearner::from_scratch(self.settings);
                let learned = learn(self.source, role, foe, beginner, experience, rng);
                let values = Arc::new(learned.map_err(unfit)?.1.into_values());
                let known =
                    TransferredValues::new(values, pupil.correspondence.clone(), pupil.inverse);
                TdLearner::with_initial(self.settings, InitialValues::from(known))
            }
        };
        let role = self.experiment.role;
        let learned = learn(pupil.task, role, pupil.opponent, learner, self.matches, rng);
        let (goals, learner) = learned.map_err(unfit)?;
        Ok(TransferRun {
            goals,
            counts: learner.transferred(),
        })
    }
}

/// The results of a trial.
pub struct TransferTrial {
    /// The recognised relation of the target to the source.
    pub kinship: String,
    /// The results of the learners, one per experience.
    pub runs: Vec<TransferRun>,
}

/// The data that the learners of a trial share.
struct Pupil<'a> {
    task: &'a Task,
    opponent: &'a Opponent,
    correspondence: Arc<StateCorrespondence>,
    source_role: usize,
    inverse: bool,
}
