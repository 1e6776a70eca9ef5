//! `senet recognise`: finds the known game that a rule sheet equals or varies.

mod closest_game;
mod known;

use closest_game::ClosestGame;
use known::Library;

use clap::Args;
use senet_console::cells;
use senet_console::table::TextTable;
use senet_console::{Common, Failure, Out, clock::ms_since, source};
use senet_gdl::{Deadline, Description, Sheet};
use senet_graph::{Canonical, TooHard, canonical};
use senet_knowledge::recognition::{Recognition, RolePair};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Finds the known game that a rule sheet is, or is a variant of, whatever its names and rule order
///
/// Known games are those of the library and of the knowledge base (`senet knowledge`), or of a folder. The answer is `same`, `variant`, `nearest` or
/// `unknown`, with a mapping from the sheet's words to those of the known game.
///
/// `same` and `variant` are proven: Senet replaces the words and compares the rules. A variant lists its changes: markers, pieces, board size,
/// cylinder or torus, step limit, inverted goal or a missing feature. It has at most two changes, and its initial state may differ too. The role
/// may change if --role and --known-role are given.
///
/// `nearest` is a guess, with the LMap distance from 0 to 1.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet scramble checkers > mystery.kif && senet recognise mystery.kif\n  \
    senet recognise mystery.kif --games my-games --json\n  \
    senet recognise tic-tac-toe --role o --known-role x"
)]
pub struct Recognise {
    /// The game
    game: String,
    /// Uses the rule sheets (.kif) in this folder as known games, not the library and the user's knowledge base
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Uses the games of this knowledge base
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// Does not search for the nearest game if nothing is proven
    #[arg(long)]
    proven: bool,
    /// The role to play, named as in the sheet
    #[arg(long, value_name = "ROLE", requires = "known_role")]
    role: Option<String>,
    /// The role played before, named as in the known game
    #[arg(long, value_name = "ROLE", requires = "role")]
    known_role: Option<String>,
    /// Time limit in seconds
    #[arg(long, value_name = "S", default_value_t = 600.0)]
    seconds: f64,
}

/// The result of a look-up and its duration.
struct Outcome {
    answer: Option<Recognition>,
    /// The nearest game, if nothing is proven.
    near: Option<ClosestGame>,
    form: Canonical,
    /// Milliseconds of the look-up alone, without reading the rules.
    ms: f64,
}

impl Recognise {
    /// Looks up the game and prints the result.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let source = source::find(&self.game, common)?;
        let sheet = source.sheet()?;
        let begin = Instant::now();
        let deadline = &common.deadline_within(self.seconds);
        let mut library = Library::gather(self.games.as_deref(), self.base.as_deref(), deadline)?;
        let load_ms = ms_since(begin);
        let mut outcome = look_up(&mut library, &sheet.description, deadline)
            .map_err(|error| too_hard(&source.name, error, common.deadline()))?;
        if let Some(roles) = self.role_pair() {
            add_role_change(&library, &mut outcome, roles, deadline)?;
        }
        if outcome.answer.is_none() && !self.proven {
            let begin = Instant::now();
            let (index, rules) = (&library.index, &sheet.description);
            outcome.near = closest_game::nearest(index, rules, common.seed, deadline)?;
            outcome.ms += ms_since(begin);
        }
        let mut out = Out::new();
        match common.json {
            true => out.json(&as_json(&source.name, &library, &outcome, load_ms))?,
            false => show(&mut out, &library, &outcome)?,
        }
        out.flush()?;
        Ok(())
    }
}

impl Recognise {
    fn role_pair(&self) -> Option<RolePair<'_>> {
        let (now, known) = self.role.as_deref().zip(self.known_role.as_deref())?;
        Some(RolePair { now, known })
    }
}

/// Adds the change of role to the result.
fn add_role_change(
    library: &Library,
    outcome: &mut Outcome,
    roles: RolePair,
    deadline: &Deadline,
) -> Result<(), Failure> {
    must_have_role(&outcome.form.description, roles.now)?;
    let Some(answer) = outcome.answer.take() else {
        return Ok(());
    };
    let known = &library.index.games()[answer.game];
    must_have_role(&Sheet::read(&known.rules[..]).description, roles.known)?;
    let begin = Instant::now();
    let answer = library
        .index
        .with_roles(&outcome.form, answer, roles, deadline)
        .map_err(|error| too_hard(&known.name, error, deadline))?;
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
            Err(failure.help(format!("the roles are {}", names.join(", "))))
        }
    }
}

/// Looks for the same game first, which needs only canonical keys, and then for variants.
fn look_up(
    library: &mut Library,
    asked: &Description,
    deadline: &Deadline,
) -> Result<Outcome, TooHard> {
    let begin = Instant::now();
    let form = canonical(asked, deadline)?;
    let same = library.index.same(&form, deadline)?;
    let mut ms = ms_since(begin);
    let answer = match same {
        Some(answer) => Some(answer),
        None => {
            library.complete(deadline)?;
            let begin = Instant::now();
            let found = library.index.recognise(&form, deadline)?;
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

/// The failure for a game without a canonical form.
pub fn too_hard(game: &str, error: TooHard, deadline: &Deadline) -> Failure {
    let failure = Failure::new(format!("{game}: {error}"));
    match error {
        TooHard::Stopped if deadline.is_over() => {
            Failure::out_of_time(format!("the canonical form of {game}"))
        }
        TooHard::Stopped => failure.help("raise --seconds"),
        _ => failure.help("Senet can play these rules, but not recognise them"),
    }
}

/// The answer as one word.
fn verdict(outcome: &Outcome) -> &'static str {
    match (&outcome.answer, &outcome.near) {
        (Some(answer), _) if answer.changes.is_empty() => "same",
        (Some(_), _) => "variant",
        (None, Some(_)) => "nearest",
        (None, None) => "unknown",
    }
}

impl Outcome {
    /// Index of the game found.
    fn game(&self) -> Option<usize> {
        let near = self.near.as_ref().map(|near| near.game);
        self.answer.as_ref().map(|answer| answer.game).or(near)
    }

    /// The corresponding words.
    fn mapping(&self) -> &[(String, String)] {
        match (&self.answer, &self.near) {
            (Some(answer), _) => &answer.mapping,
            (None, Some(near)) => &near.mapping,
            (None, None) => &[],
        }
    }
}

fn as_json(asked: &str, library: &Library, outcome: &Outcome, load_ms: f64) -> Value {
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
    let mut table = TextTable::of_pairs().indented(2);
    for (asked, known) in outcome.mapping() {
        table.row(cells![asked, known]);
    }
    Ok(out.text(&table.to_string())?)
}
