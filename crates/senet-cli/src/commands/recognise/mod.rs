//! `senet recognise`: which known game is this?

mod known;
mod near;

use known::Library;
use near::Near;

use super::fmt::readable;
use clap::Args;
use senet_console::{
    Common, Failure, Out,
    clock::{ms_since, stop_after},
    source,
};
use senet_gdl::{Description, Sheet};
use senet_graph::{Canonical, TooHard, canonical};
use senet_knowledge::recognition::{Chair, Recognition};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Tells which known game a rule sheet is, or of which one it is a variant, whatever its names and the order of its rules
///
/// Known are the games of the library and of the knowledge base (`senet knowledge`), or those of a folder. The answer is `same`, `variant` (with what
/// makes it of the known game: markers, pieces, board size, cylinder or torus, step limit, inverted goal, a missing feature; two of them at
/// most, and any initial state; another role if both roles are given), `nearest` (with the distance that LMap finds, from 0 to 1) or `unknown`, with the words of the known game that the
/// words of the sheet stand for. `same` and `variant` are proven: the words were replaced and the rules compared. `nearest` is a guess.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet scramble checkers > mystery.kif && senet recognise mystery.kif\n  \
    senet recognise mystery.kif --games my-games --json\n  \
    senet recognise tic-tac-toe --role o --known-role x"
)]
pub struct Recognise {
    /// The game
    game: String,
    /// Known are the rule sheets (.kif) of this folder, instead of the library and the user's knowledge base
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Known are the games of this knowledge base
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// Does not look for the nearest game where nothing is proven
    #[arg(long)]
    proven: bool,
    /// The role to be played, in the words of the sheet
    #[arg(long, value_name = "ROLE", requires = "known_role")]
    role: Option<String>,
    /// The role that was played before, in the words of the known game
    #[arg(long, value_name = "ROLE", requires = "role")]
    known_role: Option<String>,
    /// Gives up after this
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    seconds: f64,
}

/// What was found, and how long it took.
struct Outcome {
    answer: Option<Recognition>,
    /// The nearest game if there is no answer.
    near: Option<Near>,
    form: Canonical,
    /// The look-up alone, from the rules that were read to the answer.
    ms: f64,
}

impl Recognise {
    /// Looks the game up and tells what it is.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let sheet = readable(&source)?;
        let begin = Instant::now();
        let mut library = Library::gather(self.games.as_deref(), self.base.as_deref())?;
        let load_ms = ms_since(begin);
        let stop = stop_after(self.seconds);
        let mut outcome = look_up(&mut library, &sheet.description, &*stop)
            .map_err(|error| too_hard(&source.name, error))?;
        if let Some(chair) = self.chair() {
            sit_down(&library, &mut outcome, chair, &*stop)?;
        }
        if outcome.answer.is_none() && !self.proven {
            let begin = Instant::now();
            outcome.near = near::nearest(&library.index, &sheet.description, common.seed)?;
            outcome.ms += ms_since(begin);
        }
        let mut out = Out::new();
        match common.json {
            true => out.json(&told(&source.name, &library, &outcome, load_ms))?,
            false => show(&mut out, &library, &outcome)?,
        }
        out.flush()?;
        Ok(())
    }
}

impl Recognise {
    fn chair(&self) -> Option<Chair<'_>> {
        let (now, known) = self.role.as_deref().zip(self.known_role.as_deref())?;
        Some(Chair { now, known })
    }
}

/// Adds what the roles change.
fn sit_down(
    library: &Library,
    outcome: &mut Outcome,
    chair: Chair,
    stop: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    must_have_role(&outcome.form.description, chair.now)?;
    let Some(answer) = outcome.answer.take() else {
        return Ok(());
    };
    let known = &library.index.games()[answer.game];
    must_have_role(&Sheet::read(&known.rules[..]).description, chair.known)?;
    let begin = Instant::now();
    let answer = library
        .index
        .on_chair(&outcome.form, answer, chair, stop)
        .map_err(|error| too_hard(&known.name, error))?;
    outcome.answer = Some(answer);
    outcome.ms += ms_since(begin);
    Ok(())
}

fn must_have_role(description: &Description, role: &str) -> Result<(), Failure> {
    let roles = description.roles().into_iter();
    let names: Vec<&str> = roles
        .map(|role| description.symbols.spelling(role))
        .collect();
    match names.iter().any(|name| name.eq_ignore_ascii_case(role)) {
        true => Ok(()),
        false => {
            let failure = Failure::new(format!("there is no role `{role}`"));
            Err(failure.help(format!("there are {}", names.join(", "))))
        }
    }
}

/// First the game itself, which needs no more than the keys of known games; then as a variant.
fn look_up(
    library: &mut Library,
    asked: &Description,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, TooHard> {
    let begin = Instant::now();
    let form = canonical(asked, stop)?;
    let same = library.index.same(&form, stop)?;
    let mut ms = ms_since(begin);
    let answer = match same {
        Some(answer) => Some(answer),
        None => {
            library.complete(stop)?;
            let begin = Instant::now();
            let found = library.index.recognise(&form, stop)?;
            ms += ms_since(begin);
            found
        }
    };
    Ok(Outcome {
        answer,
        near: None,
        form,
        ms,
    })
}

/// A game that has no canonical form.
pub fn too_hard(game: &str, error: TooHard) -> Failure {
    let failure = Failure::new(format!("{game}: {error}"));
    match error {
        TooHard::Stopped => failure.help("allow more time with --seconds"),
        _ => failure.help("such rules can be played, but not be recognised"),
    }
}

/// The answer in a word.
fn verdict(outcome: &Outcome) -> &'static str {
    match (&outcome.answer, &outcome.near) {
        (Some(answer), _) if answer.changes.is_empty() => "same",
        (Some(_), _) => "variant",
        (None, Some(_)) => "nearest",
        (None, None) => "unknown",
    }
}

impl Outcome {
    /// The number of the game that was found.
    fn game(&self) -> Option<usize> {
        let near = self.near.as_ref().map(|near| near.game);
        self.answer.as_ref().map(|answer| answer.game).or(near)
    }

    /// The words that correspond.
    fn mapping(&self) -> &[(String, String)] {
        match (&self.answer, &self.near) {
            (Some(answer), _) => &answer.mapping,
            (None, Some(near)) => &near.mapping,
            (None, None) => &[],
        }
    }
}

fn told(asked: &str, library: &Library, outcome: &Outcome, load_ms: f64) -> Value {
    let answer = outcome.answer.as_ref();
    let games = library.index.games();
    let pairs = outcome.mapping().iter();
    let mapping: Map<_, _> = pairs.map(|(a, k)| (a.clone(), json!(k))).collect();
    json!({
        "asked": asked,
        "answer": verdict(outcome),
        "game": outcome.game().map(|game| &games[game].name),
        "transformations": answer.map_or(&[][..], |answer| &answer.changes),
        "mapping": mapping,
        "distance": outcome.near.as_ref().map(|near| near.distance),
        "key": outcome.form.key.to_string(),
        "known": games.len(),
        "ms": outcome.ms,
        "load_ms": load_ms,
        "skipped": library.skipped,
    })
}

fn show(out: &mut Out, library: &Library, outcome: &Outcome) -> Result<(), Failure> {
    let known = library.index.games().len();
    let known = format!("{known} games known, looked up in {:.1} ms", outcome.ms);
    let Some(game) = outcome.game() else {
        out.line(format!("unknown ({known})"))?;
        return Ok(());
    };
    let name = &library.index.games()[game].name;
    let what = match verdict(outcome) {
        "same" => "the same game as",
        "variant" => "a variant of",
        _ => "unknown; nearest is",
    };
    out.line(format!("{what} {name} ({known})"))?;
    if let Some(near) = &outcome.near {
        out.line(format!("  distance {:.3}", near.distance))?;
    }
    for change in outcome.answer.iter().flat_map(|answer| &answer.changes) {
        out.line(format!("  {change}"))?;
    }
    let words = outcome.mapping();
    let widths = words.iter().map(|(asked, _)| asked.chars().count());
    let width = widths.max().unwrap_or(0);
    for (asked, known) in words {
        out.line(format!("  {asked:width$}  {known}"))?;
    }
    Ok(())
}
