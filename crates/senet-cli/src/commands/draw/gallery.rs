//! `senet draw --gallery`: draws all library games and writes index pages.

use super::clicks::{self, Counts};
use super::{Draw, picture_of, random_states};
use senet_console::{Common, Failure, progress};
use senet_draw::Picture;
use senet_library::LibraryGame;
use std::fmt::Write;
use std::path::Path;

/// The second picture shows the middle of a random match, but at most this many moves after the start.
const MOST_MOVES: usize = 24;

/// Games whose drawing is correct but incomplete, with the reason. This list is kept by hand after looking at the gallery.
const DOUBTFUL: [(&str, &str); 1] = [(
    "chinese-checkers-2",
    "the board is a lozenge, but it is drawn as a square because stones move in two directions only",
)];

/// A game with the data that the pages show.
struct Shown {
    game: &'static LibraryGame,
    /// Lines for facts that are on no board and concern no role. A better drawing might place them.
    beside: Vec<String>,
    boards: usize,
    /// Click statistics of the game.
    clicks: Counts,
}

/// Draws all games of the library and writes the pages.
pub fn write(draw: &Draw, folder: &Path, common: &Common) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::new(format!("cannot create {}: {error}", folder.display()))
            .help("choose another folder for --gallery")
    })?;
    let games = senet_library::games();
    let bar = progress::bar(games.len(), "games");
    let mut shown = Vec::new();
    for game in games {
        shown.push(draw_game(draw, folder, game, common)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    super::write(&folder.join("README.md"), markdown(&shown).as_bytes())?;
    super::write(&folder.join("index.html"), html(&shown).as_bytes())
}

fn draw_game(
    draw: &Draw,
    folder: &Path,
    game: &'static LibraryGame,
    common: &Common,
) -> Result<Shown, Failure> {
    let (source, loaded) = draw.light_back_end().load(game.name, common)?;
    let plan = draw.plan(
        &source.text,
        &*loaded.game,
        game.name,
        &draw.planning(common),
    )?;
    let states = random_states(&*loaded.game, 2 * MOST_MOVES, common.seed)?;
    let middle = states.len().div_ceil(2);
    let mut last: Option<Picture> = None;
    for (until, what) in [(1, "start"), (middle, "later")] {
        let picture = picture_of(&plan, &*loaded.game, &states[..until])?;
        let file = folder.join(format!("{}-{what}.svg", game.name));
        super::write(&file, senet_draw::svg(&picture).as_bytes())?;
        last = Some(picture);
    }
    let facts = last.iter().flat_map(|picture| &picture.facts);
    Ok(Shown {
        game,
        beside: facts.map(|fact| fact.words()).collect(),
        boards: plan.spaces.iter().map(|space| space.boards.len()).sum(),
        clicks: clicks::of_game(draw, game.name, common)?,
    })
}

const INTRODUCTION: &str = "Every picture is drawn from the rules, which tell the boards, the pieces on them and their owners. If a game \
has a theme (see [themes](../themes.md)), the theme adds only its familiar look. \
The first picture is the initial state, the second the middle of a random match. A frame marks the cells that the last move changed.";

const CLICKS: &str = "The table counts the legal moves of roles with a choice, in states of four random matches of each game (`senet draw --clicks`). Clicks on \
cells or on buttons select some moves unambiguously. Ambiguous moves share all their clicks with others, so the page asks which one is meant. The others \
are only in the move list, which has all moves.";

fn markdown(shown: &[Shown]) -> String {
    let mut page = format!("# Games, drawn from their rules\n\n{INTRODUCTION}\n\n## Doubtful\n\n");
    let _ = writeln!(
        page,
        "By human judgement, {} of {} games look as a person would draw them. The others:\n",
        shown.len() - DOUBTFUL.len(),
        shown.len()
    );
    for (name, why) in DOUBTFUL {
        let _ = writeln!(page, "- {name}: {why}");
    }
    let listed: Vec<&Shown> = shown.iter().filter(|s| !s.beside.is_empty()).collect();
    page += "\nFacts that are on no board and concern no role are written below the picture:\n\n";
    for Shown { game, beside, .. } in listed {
        let _ = writeln!(page, "- {}: `{}`", game.name, beside.join("`, `"));
    }
    let rows: Vec<Counts> = shown.iter().map(|shown| shown.clicks.clone()).collect();
    let _ = write!(page, "\n## Clicks\n\n{CLICKS}\n\n{}", clicks::table(&rows));
    page += "\n## All games\n";
    for Shown { game, boards, .. } in shown {
        let name = game.name;
        let boards = match boards {
            0 => "no board".to_string(),
            1 => "one board".to_string(),
            n => format!("{n} boards"),
        };
        let _ = write!(page, "\n### {}\n\n{boards}\n\n", game.card.title);
        for what in ["start", "later"] {
            let _ = writeln!(
                page,
                "<img src=\"{name}-{what}.svg\" alt=\"{name}, {what}\" width=\"300\">"
            );
        }
    }
    page
}

fn html(shown: &[Shown]) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Games, drawn from their rules</title>\n<style>body{font-family:system-ui,sans-serif;margin:1rem;background:#f3f1ea;color:#22262b}\
         main{display:grid;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr));gap:1rem}figure{margin:0;padding:.5rem;background:#fffdf8;border:1px solid #d8d2c2}\
         figure div{display:flex;gap:.5rem;align-items:flex-start}img{width:50%;max-height:20rem;object-fit:contain}</style>\n\
         <h1>Games, drawn from their rules</h1>\n<main>\n",
    );
    for Shown { game, .. } in shown {
        // Names and titles in the library need no escaping; the library tests check this.
        let (name, title) = (game.name, &game.card.title);
        let _ = writeln!(
            page,
            "<figure><figcaption>{title}</figcaption><div><img src=\"{name}-start.svg\" alt=\"{name}, start\"><img src=\"{name}-later.svg\" alt=\"{name}, later\"></div></figure>"
        );
    }
    page + "</main>\n</html>\n"
}
