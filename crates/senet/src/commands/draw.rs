//! `senet draw`: a state of a game as a picture.

use crate::back_end::BackEndArgs;
use crate::cli::Common;
use crate::failure::Failure;
use crate::output::Out;
use crate::progress;
use clap::Args;
use senet_draw::{Fact, Picture, Plan};
use senet_engine::{Game, State};
use senet_gdl::Sheet;
use senet_trace::{legal_moves, match_rng, random_joint};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Draws a state of a game
///
/// Boards, what stands on them and whose it is are found from the rules; everything else is listed beside them. Without --moves or --state it is the
/// initial state. Places that the last move changed are highlighted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet draw chess -o chess.svg\n  senet draw othello --moves 20 --seed 7\n  \
    senet draw tic-tac-toe --state \"(marked a 1 x) (control o)\" -o state.svg\n  senet draw --gallery pictures"
)]
pub struct Draw {
    /// The game
    #[arg(required_unless_present = "gallery")]
    game: Option<String>,
    /// After so many random moves
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "state")]
    moves: usize,
    /// The facts of the state
    #[arg(long, value_name = "FACTS")]
    state: Option<String>,
    /// Writes an SVG picture into this file; else the state is drawn as text
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draws every game of the library into this folder, in the beginning and after some random moves, with a page of them all
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "output", "state"])]
    gallery: Option<PathBuf>,
    #[command(flatten)]
    back_end: BackEndArgs,
}

/// Random moves of the second picture in the gallery.
const GALLERY_MOVES: usize = 12;

impl Draw {
    /// Draws.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match (&self.gallery, &self.game) {
            (Some(folder), _) => self.gallery(folder, common),
            (None, Some(game)) => self.one(game, common),
            (None, None) => Err(Failure::new("no game is named")),
        }
    }

    fn one(&self, name: &str, common: &Common) -> Result<(), Failure> {
        let (source, loaded) = self.back_end.load(name, common)?;
        let plan = plan(&source.text, &*loaded.game);
        let picture = match &self.state {
            Some(state) => Picture::of(&plan, &facts_in(state)?, None),
            None => after(&plan, &*loaded.game, self.moves, common.seed)?,
        };
        let svg = senet_draw::svg(&picture);
        let mut out = Out::new();
        if let Some(file) = &self.output {
            write(file, &svg)?;
        }
        match (common.json, &self.output) {
            (true, _) => out.json(&json!({
                "game": source.name,
                "boards": plan.spaces.len(),
                "facts_beside": picture.facts.len(),
                "svg": svg,
            }))?,
            (false, Some(file)) => out.line(format!("drawn to {}", file.display()))?,
            (false, None) => out.text(&senet_draw::text(&picture))?,
        }
        out.flush()?;
        Ok(())
    }

    fn gallery(&self, folder: &Path, common: &Common) -> Result<(), Failure> {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::new(format!("cannot make {}: {error}", folder.display()))
                .help("choose another folder for --gallery")
        })?;
        let games = senet_library::games();
        let bar = progress::bar(games.len(), "games");
        let mut page = String::from("# Games, drawn from their rules\n");
        for game in games {
            let (source, loaded) = self.back_end.load(game.name, common)?;
            let plan = plan(&source.text, &*loaded.game);
            let _ = write!(page, "\n## {}\n\n", game.name);
            for (moves, what) in [(0, "start"), (GALLERY_MOVES, "later")] {
                let picture = after(&plan, &*loaded.game, moves, common.seed)?;
                let file = format!("{}-{what}.svg", game.name);
                write(&folder.join(&file), &senet_draw::svg(&picture))?;
                let _ = writeln!(page, "![{} {what}]({file})", game.name);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        write(&folder.join("README.md"), &page)
    }
}

fn plan(text: &str, game: &dyn Game) -> Plan {
    let possible = game.fluent_names().unwrap_or_default();
    let possible: Vec<Fact> = possible.iter().map(|fact| Fact::read(fact)).collect();
    Plan::of(&Sheet::read(text).description, &possible)
}

/// The state after so many random moves, or at the end of the match if it comes first.
fn after(plan: &Plan, game: &dyn Game, moves: usize, seed: u64) -> Result<Picture, Failure> {
    let mut rng = match_rng(seed, 0);
    let mut state = game.initial()?;
    let mut previous: Option<State> = None;
    for _ in 0..moves {
        if game.is_terminal(&state)? {
            break;
        }
        let Some(joint) = random_joint(&legal_moves(game, &state)?, &mut rng) else {
            break;
        };
        let next = game.next(&state, &joint)?;
        previous = Some(std::mem::replace(&mut state, next));
    }
    let facts = |state: &State| -> Vec<Fact> {
        let texts = game.fluents(state);
        texts.iter().map(|text| Fact::read(text)).collect()
    };
    let previous = previous.as_ref().map(facts);
    Ok(Picture::of(plan, &facts(&state), previous.as_deref()))
}

/// The facts that somebody wrote down, one after the other.
fn facts_in(text: &str) -> Result<Vec<Fact>, Failure> {
    let whole = Fact::read(&format!("(state {text})"));
    let facts: Vec<Fact> = whole.args.iter().map(|fact| Fact::read(fact)).collect();
    match text.matches('(').count() == text.matches(')').count() {
        true => Ok(facts),
        false => Err(Failure::new("the parentheses of --state do not match")
            .help("write facts one after the other, e.g. --state \"(cell 1 1 x) (control o)\"")),
    }
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", file.display()))
            .help("choose another place for the picture")
    })
}
