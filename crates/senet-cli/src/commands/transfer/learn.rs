//! `senet transfer learn`: learns the values of a role, from scratch or from a known game.

use super::learning_role::LearningRole;
use super::origin::Origin;
use super::report::{curve, print_report};
use super::stored_values::StoredValues;
use clap::{Args, ValueEnum};
use fastrand::Rng;
use senet_console::{Common, Failure, clock, progress};
use senet_learn::td::transfer::{InitialValues, TransferredValues};
use senet_learn::td::{
    Opponent, PositionCache, SavedTable, TdLearner, TdSeat, TdSettings, TrainingMatches, ValueTable,
};
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// Learns the values of a role by playing, and stores them
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet transfer learn tic-tac-toe --matches 10000\n  senet transfer learn my-game.kif --role black --opponent greedy\n  \
    senet transfer learn checkers-5x5-4men --from checkers-5x5 --json"
)]
pub struct Learn {
    /// The game
    game: String,
    /// Number of matches to play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// The role to learn [default: the first]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Player for the other roles
    #[arg(long, value_enum, default_value_t = Against::Random)]
    opponent: Against,
    /// Starts from the values of this known game [default: the same game or a related variant with stored values]
    #[arg(long, value_name = "NAME", conflicts_with = "from_scratch")]
    from: Option<String>,
    /// Starts without any values
    #[arg(long)]
    from_scratch: bool,
    /// Does not store the learned values
    #[arg(long)]
    no_save: bool,
    /// The learning rate α
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    rate: f32,
    /// The exploration rate ε: the share of random moves
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    exploration: f32,
}

/// Players for the other roles.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Plays random legal moves
    Random,
    /// Looks one move ahead
    Greedy,
    /// Learns as well, from scratch
    #[value(name = "self")]
    Itself,
}

impl Learn {
    /// Learns the values, prints the report and stores the values.
    pub fn run(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        let pupil = LearningRole::load(&self.game, self.role.as_deref(), common)?;
        let mut shelf = StoredValues::open(folder)?;
        let origin = match self.from_scratch {
            true => None,
            false => Origin::find(&pupil, &shelf, self.from.as_deref(), common)?,
        };
        let facts = pupil.facts()?;
        let known = origin.as_ref().map(|origin| origin.knowledge(facts));
        let how = known.as_ref().map(TransferredValues::name);
        let begin = clock::thread_cpu_seconds();
        let (goals, learner) = self.play(&pupil, known, common)?;
        let seconds = clock::thread_cpu_seconds() - begin;
        let counts = learner.transferred();
        let values = learner.into_values();
        let states = values.len();
        let bytes = match self.no_save {
            true => None,
            false => Some({
                let played = goals.len() as u64;
                self.keep(
                    &mut shelf,
                    &pupil,
                    origin.as_ref(),
                    (values, played),
                    common,
                )?
            }),
        };
        let told = json!({
            "game": pupil.name,
            "role": pupil.role_name(),
            "matches": goals.len(),
            "complete": goals.len() == self.matches as usize,
            "seed": common.seed,
            "from": origin.as_ref().map(|origin| &origin.game),
            "source_role": origin.as_ref().map(|origin| &origin.role),
            "kinship": origin.as_ref().map(|origin| origin.describe(&pupil)),
            "transformations": origin.as_ref().map(|origin| &origin.kinship.changes),
            "initialisation": how,
            "curve": curve(&goals),
            "states": states,
            "values_transferred": counts.visited_known,
            "hit_rate": counts.hit_rate(),
            "matches_per_s": goals.len() as f64 / seconds.max(1e-9),
            "bytes": bytes,
        });
        print_report(&told, common)
    }

    fn settings(&self) -> TdSettings {
        TdSettings {
            rate: self.rate.clamp(0.0, 1.0),
            exploration: self.exploration.clamp(0.0, 1.0),
            watch: true,
            ..TdSettings::default()
        }
    }

    fn play(
        &self,
        pupil: &LearningRole,
        known: Option<TransferredValues>,
        common: &Common,
    ) -> Result<(Vec<f32>, TdLearner), Failure> {
        let unfit = |error: senet_learn::td::TdError| {
            if common.deadline().is_over() {
                return Failure::out_of_time("learning");
            }
            Failure::new(format!(
                "the values of {} cannot be learned: {error}",
                pupil.name
            ))
            .help("learning needs a game in which roles take turns and chance plays no part")
        };
        let initial = known.map(InitialValues::from).unwrap_or_default();
        let mut learner = Some(TdLearner::with_initial(self.settings(), initial));
        let seats = (0..pupil.game.roles().len()).map(|role| {
            match learner.take_if(|_| role == pupil.role) {
                Some(learner) => TdSeat::Learner(Box::new(learner)),
                None => self.other(),
            }
        });
        let seats = seats.collect();
        let positions = PositionCache::new(pupil.game.clone()).map_err(unfit)?;
        let mut table = TrainingMatches::new(positions, seats).map_err(unfit)?;
        let start = pupil.game.initial()?;
        let mut rng = Rng::with_seed(common.seed);
        let bar = progress::bar(self.matches as usize, "matches");
        let mut goals = Vec::new();
        // The rest of the time is for storing the values.
        let left = common.deadline().remaining();
        let part = left.map_or(Duration::MAX, |left| left.mul_f64(0.8));
        let learning = common.deadline().within(part);
        for _ in 0..self.matches {
            if learning.is_over() {
                break;
            }
            goals.push(table.play(start.clone(), &mut rng).map_err(unfit)?[pupil.role]);
            bar.inc(1);
        }
        bar.finish_and_clear();
        match table.into_parts().1.into_iter().nth(pupil.role) {
            Some(TdSeat::Learner(learner)) => Ok((goals, *learner)),
            _ => Err(Failure::new("the learner is missing after the matches")
                .help("please report this bug")),
        }
    }

    fn other(&self) -> TdSeat {
        match self.opponent {
            Against::Random => TdSeat::Opponent(Opponent::Random),
            Against::Greedy => TdSeat::Opponent(Opponent::Greedy),
            Against::Itself => TdSeat::Learner(Box::new(TdLearner::from_scratch(self.settings()))),
        }
    }

    /// Stores the values under the words of the known game. Stored values of the same game stay if no new value replaces them.
    fn keep(
        &self,
        shelf: &mut StoredValues,
        pupil: &LearningRole,
        origin: Option<&Origin>,
        (mut values, mut matches): (ValueTable, u64),
        common: &Common,
    ) -> Result<usize, Failure> {
        let facts = pupil.facts()?;
        if let Some(same) = origin.filter(|origin| origin.is_same()) {
            matches += same.table.matches;
            same.add_to(&mut values, facts);
        }
        let name = shelf.remember(&pupil.name, &pupil.text, &pupil.form)?;
        let known = shelf.sheet(&name)?;
        let words = pupil.related(&known, common)?.ok_or_else(|| {
            Failure::new(
                "the stored copy of the game was not recognised, so the values are not stored",
            )
            .help("please report this bug; --no-save learns without storing")
        })?;
        let translated = |text: &str| words.words().translate(text).to_lowercase();
        let saved = SavedTable {
            role: translated(pupil.role_name()),
            matches,
            default: self.settings().default,
            fluents: facts.iter().map(|fact| translated(fact)).collect(),
            values,
        };
        shelf.put(&pupil.form.key, &saved)
    }
}
