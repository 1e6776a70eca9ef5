//! The report on all questions.

use super::ask::{AnswerVerdict, KnownGames, Question, QuestionOutcome};
use crate::csv::csv_line;
use crate::plot::{self, Interval, PlotRow, Scale};
use crate::score::MatchScore;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, sheets::Skipped};
use senet_graph::CanonicalKey;
use senet_structure::variants::CLASSES;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// The published maximum in seconds for one game among about 100.
const PUBLISHED_SECONDS: f64 = 27.0;

/// The target time of a lookup in milliseconds.
const WANTED_MS: f64 = 100.0;

/// The results of one class of questions.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ClassRow {
    class: String,
    games: usize,
    asked: usize,
    found: usize,
    equivalent: usize,
    same_as_known: usize,
    otherwise: usize,
    missed: usize,
    wrong: usize,
    too_hard: usize,
    median_ms: f64,
    p95_ms: f64,
    max_ms: f64,
}

/// A question with an unexpected or slow answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Told {
    game: String,
    change: String,
    answer: String,
    ms: f64,
}

/// The whole report.
#[derive(Serialize)]
pub struct RecognitionReport {
    games: usize,
    rows: Vec<ClassRow>,
    /// Groups of games that differ only in names and order.
    duplicates: Vec<Vec<String>>,
    /// Unexpected answers.
    remarkable: Vec<Told>,
    /// Lookups above the target time.
    slow: Vec<Told>,
    skipped: Vec<Skipped>,
}

impl RecognitionReport {
    /// Builds the report from the outcomes.
    pub fn new(
        games: &KnownGames,
        questions: &[Question],
        outcomes: &[QuestionOutcome],
        skipped: Vec<Skipped>,
    ) -> RecognitionReport {
        let mut classes: Vec<&str> = vec!["same"];
        classes.extend(CLASSES);
        let all: Vec<_> = questions.iter().zip(outcomes).collect();
        let of = |class: &str| -> Vec<&(&Question, &QuestionOutcome)> {
            all.iter()
                .filter(|(asked, _)| class_of(asked) == class)
                .collect()
        };
        let rows = classes.iter().map(|class| row(class, &of(class)));
        let expected = |outcome: &QuestionOutcome| {
            matches!(
                outcome.verdict,
                AnswerVerdict::Found | AnswerVerdict::Equivalent
            )
        };
        let told = |(asked, outcome): &(&Question, &QuestionOutcome)| tell(games, asked, outcome);
        let odd = all.iter().filter(|(_, outcome)| !expected(outcome));
        let late = all.iter().filter(|(_, outcome)| outcome.ms > WANTED_MS);
        RecognitionReport {
            games: games.keys.len(),
            rows: rows.filter(|row| row.asked > 0).collect(),
            duplicates: duplicates(games),
            remarkable: odd.map(told).collect(),
            slow: late.map(told).collect(),
            skipped,
        }
    }

    /// The tables and the plot.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let bars = self.rows.iter().map(|row| PlotRow {
            label: row.class.clone(),
            ours: Some(Interval::of_score(&MatchScore {
                wins: (row.asked - row.missed - row.wrong - row.too_hard) as u32,
                draws: 0,
                losses: (row.missed + row.wrong + row.too_hard) as u32,
            })),
            published: None,
        });
        let bars: Vec<_> = bars.collect();
        let title = format!("Recognised among {} games", self.games);
        vec![
            ("recognition.csv", self.csv()),
            ("recognition-remarkable.csv", told_csv(&self.remarkable)),
            ("recognition.svg", plot::rows(&title, Scale::Share, &bars)),
        ]
    }

    fn csv(&self) -> String {
        let mut text = String::from(
            "class,games,asked,found,equivalent,same_as_known,otherwise,missed,wrong,too_hard,median_ms,p95_ms,max_ms\n",
        );
        for row in &self.rows {
            let mut fields = vec![row.class.clone()];
            fields.extend(counts(row).map(|count| count.to_string()));
            fields.extend([row.median_ms, row.p95_ms, row.max_ms].map(|ms| format!("{ms:.3}")));
            text += &csv_line(&fields);
        }
        text
    }

    /// Prints the report.
    pub fn show(&self, common: &Common) -> Result<(), Failure> {
        let mut out = Out::new();
        if common.json {
            let mut told = json!(self);
            told["published_seconds"] = json!(PUBLISHED_SECONDS);
            out.json(&told)?;
            return Ok(());
        }
        out.line(format!("{} games", self.games))?;
        let mut table = TextTable::new([left("class")].into_iter().chain(NUMBERS.map(right)));
        self.rows.iter().for_each(|row| table.row(row_cells(row)));
        out.text(&table.to_string())?;
        for names in &self.duplicates {
            out.line(format!("identical games: {}", names.join(", ")))?;
        }
        for told in &self.slow {
            let (game, change) = (&told.game, &told.change);
            out.line(format!("slow: {game} {change} took {:.0} ms", told.ms))?;
        }
        for skipped in &self.skipped {
            out.line(format!("skipped {}: {}", skipped.game, skipped.reason))?;
        }
        let worst = self.rows.iter().map(|row| row.max_ms).fold(0.0, f64::max);
        out.line(format!(
            "published: up to {PUBLISHED_SECONDS} s for one lookup among about 100 games; here: up to {:.3} s among {}",
            worst / 1e3,
            self.games
        ))?;
        out.flush()?;
        Ok(())
    }
}

fn class_of(asked: &Question) -> &'static str {
    asked
        .change
        .as_ref()
        .map_or("same", |change| change.class())
}

fn counts(row: &ClassRow) -> [usize; 9] {
    [
        row.games,
        row.asked,
        row.found,
        row.equivalent,
        row.same_as_known,
        row.otherwise,
        row.missed,
        row.wrong,
        row.too_hard,
    ]
}

/// The titles of the columns with numbers.
const NUMBERS: [&str; 12] = [
    "games",
    "asked",
    "found",
    "equiv.",
    "same",
    "otherwise",
    "missed",
    "wrong",
    "too hard",
    "median ms",
    "95 % ms",
    "max ms",
];

fn row_cells(row: &ClassRow) -> impl Iterator<Item = String> {
    let times = [row.median_ms, row.p95_ms, row.max_ms];
    let class = [row.class.to_string()].into_iter();
    let counts = counts(row).into_iter().map(|count| count.to_string());
    class
        .chain(counts)
        .chain(times.map(|ms| format!("{ms:.2}")))
}

fn row(class: &str, all: &[&(&Question, &QuestionOutcome)]) -> ClassRow {
    let count = |verdict: AnswerVerdict| all.iter().filter(|(_, o)| o.verdict == verdict).count();
    let mut times: Vec<f64> = all.iter().map(|(_, outcome)| outcome.ms).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied()
    };
    let mut games: Vec<usize> = all.iter().map(|(asked, _)| asked.game).collect();
    games.dedup();
    let hard = all
        .iter()
        .filter(|(_, o)| matches!(o.verdict, AnswerVerdict::TooHard(_)));
    ClassRow {
        class: class.to_string(),
        games: games.len(),
        asked: all.len(),
        found: count(AnswerVerdict::Found),
        equivalent: count(AnswerVerdict::Equivalent),
        same_as_known: count(AnswerVerdict::SameAsKnown),
        otherwise: count(AnswerVerdict::Otherwise),
        missed: count(AnswerVerdict::Missed),
        wrong: count(AnswerVerdict::Wrong),
        too_hard: hard.count(),
        median_ms: at(0.5).unwrap_or(0.0),
        p95_ms: at(0.95).unwrap_or(0.0),
        max_ms: at(1.0).unwrap_or(0.0),
    }
}

fn tell(games: &KnownGames, asked: &Question, outcome: &QuestionOutcome) -> Told {
    let change = asked.change.as_ref();
    let answer = match outcome.verdict {
        AnswerVerdict::Missed => "unknown".to_string(),
        AnswerVerdict::TooHard(error) => error.to_string(),
        _ => outcome.told.clone().unwrap_or_default(),
    };
    Told {
        game: games.index.games()[asked.game].name.clone(),
        change: change.map_or_else(String::new, ToString::to_string),
        answer,
        ms: outcome.ms,
    }
}

/// Groups of names of games with the same key.
fn duplicates(games: &KnownGames) -> Vec<Vec<String>> {
    let mut by_key: HashMap<CanonicalKey, Vec<String>> = HashMap::new();
    for (key, known) in games.keys.iter().zip(games.index.games()) {
        by_key.entry(*key).or_default().push(known.name.clone());
    }
    let several = by_key.into_values().filter(|names| names.len() > 1);
    let sorted: BTreeMap<String, Vec<String>> =
        several.map(|names| (names[0].clone(), names)).collect();
    sorted.into_values().collect()
}

fn told_csv(all: &[Told]) -> String {
    let lines = all.iter().map(|told| {
        csv_line(&[
            told.game.clone(),
            told.change.clone(),
            told.answer.clone(),
            format!("{:.3}", told.ms),
        ])
    });
    String::from("game,change,answer,ms\n") + &lines.collect::<String>()
}
