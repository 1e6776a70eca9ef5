//! `senet draw --dir DIR --gallery OUT`: draws all sheets of a folder as contact sheets.

use super::{Draw, picture_of, random_states};
use senet_analyze::{AnalyzeOptions, Boards, boards};
use senet_console::clock::thread_cpu_seconds;
use senet_console::sheets::sheets_of;
use senet_console::{Common, Failure, Out, progress};
use senet_draw::{DrawingPlan, Evidence, PLANNING_SEED, Tile, contact_sheet, svg};
use senet_engine::{LoadOptions, load};
use senet_gdl::{Description, Sheet, escape_markup};
use serde::Serialize;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// The second picture shows the middle of a random match of at most this many moves.
const LONGEST: usize = 100;
/// The time for loading one sheet.
const LOADING: Duration = Duration::from_secs(20);
/// The time for proofs about one sheet.
const PROVING: Duration = Duration::from_secs(1);
/// Tiles in a row and on a page.
const COLUMNS: usize = 4;
const TILES: usize = 20;

/// A drawn sheet.
#[derive(Serialize)]
struct Drawn {
    game: String,
    /// CPU seconds for loading, random matches, the plan and the first picture.
    seconds: f64,
    boards: usize,
    /// The evidence for the boards: `proved`, `observed` or `guessed`; `facts` if there is no board.
    rests_on: &'static str,
    /// True if the time did not suffice to find boards.
    simplified: bool,
    #[serde(skip)]
    pictures: Vec<String>,
}

/// Draws all sheets of a folder and writes the pages.
pub fn write(draw: &Draw, folder: &Path, out: &Path, common: &Common) -> Result<(), Failure> {
    std::fs::create_dir_all(out).map_err(|error| {
        Failure::new(format!("cannot create {}: {error}", out.display()))
            .help("choose another folder for --gallery")
    })?;
    let sheets = sheets_of(folder)?;
    let bar = progress::bar(sheets.games.len(), "sheets");
    let mut drawn = Vec::new();
    let mut skipped = sheets.skipped;
    for (name, sheet) in &sheets.games {
        match draw_sheet(draw, name, sheet, common) {
            Ok(one) => drawn.push(one),
            Err(failure) => skipped.push(senet_console::sheets::Skipped {
                game: name.clone(),
                reason: failure.to_string(),
            }),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    write_pages(&drawn, out)?;
    let mut told = Out::new();
    match common.json {
        true => told.json(&json!({
            "seed": common.seed,
            "sheets": drawn,
            "skipped": skipped,
            "seconds": percentiles(&drawn),
        }))?,
        false => told.text(&summary(&drawn, skipped.len(), out))?,
    }
    told.flush()?;
    Ok(())
}

fn draw_sheet(draw: &Draw, name: &str, sheet: &Sheet, common: &Common) -> Result<Drawn, Failure> {
    let start = thread_cpu_seconds();
    let deadline = common.deadline().within(LOADING);
    let options = LoadOptions {
        deadline,
        ..draw.light_back_end().options(common)
    };
    let loaded = load(sheet, &options)
        .map_err(|error| Failure::new(format!("{name} cannot be loaded: {error}")))?;
    let game = &*loaded.game;
    let (rules, time) = (&sheet.description, common.deadline());
    let evidence = Evidence::of(rules, game, &str::to_string, PLANNING_SEED, time);
    let plan = DrawingPlan::with_evidence(rules, &evidence, time);
    let states = random_states(game, LONGEST, common.seed)?;
    let first = svg(&picture_of(&plan, game, &states[..1])?);
    let seconds = thread_cpu_seconds() - start;
    let middle = states.len().div_ceil(2);
    let later = svg(&picture_of(&plan, game, &states[..middle])?);
    Ok(Drawn {
        game: name.to_string(),
        seconds,
        boards: plan.spaces.iter().map(|space| space.boards.len()).sum(),
        rests_on: rests_on(&plan, &sheet.description, common),
        simplified: plan.is_simplified,
        pictures: vec![first, later],
    })
}

/// Names the evidence for the boards. A proof must show that each place has a content in every state.
fn rests_on(plan: &DrawingPlan, description: &Description, common: &Common) -> &'static str {
    let options = AnalyzeOptions {
        deadline: common.deadline().within(PROVING),
        ..AnalyzeOptions::default()
    };
    let proved = boards(description, &options).ok();
    match (plan.spaces.is_empty(), plan.is_observed) {
        (true, _) => "facts",
        _ if proved.is_some_and(|boards| are_proved(plan, &boards)) => "proved",
        (false, true) => "observed",
        (false, false) => "guessed",
    }
}

/// True if the first fluent of each board is proved to show all its places in every state.
fn are_proved(plan: &DrawingPlan, boards: &Boards) -> bool {
    plan.spaces.iter().all(|space| {
        let layer = &space.layers[0];
        let places = layer.coordinates();
        boards.maximal.iter().any(|named| {
            let shows = places.iter().all(|at| named.positions.contains(&(at + 1)));
            named.relation == layer.name && named.arity == layer.arity && shows
        })
    })
}

fn write_pages(drawn: &[Drawn], out: &Path) -> Result<(), Failure> {
    for (number, page) in drawn.chunks(TILES).enumerate() {
        let tile = |drawn: &Drawn| Tile {
            caption: caption(drawn),
            pictures: drawn.pictures.clone(),
        };
        let tiles: Vec<Tile> = page.iter().map(tile).collect();
        let png = contact_sheet(&tiles, COLUMNS)
            .map_err(|error| Failure::new(format!("cannot draw page {}: {error}", number + 1)))?;
        super::write(&out.join(format!("page-{:02}.png", number + 1)), &png)?;
    }
    super::write(&out.join("index.html"), html(drawn).as_bytes())
}

fn caption(drawn: &Drawn) -> String {
    let simplified = if drawn.simplified { ", simplified" } else { "" };
    let (game, seconds, basis) = (&drawn.game, drawn.seconds, drawn.rests_on);
    format!("{game} · {seconds:.2} s · {basis}{simplified}")
}

fn html(drawn: &[Drawn]) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Sheets, drawn from their rules</title>\n<style>body{font-family:system-ui,sans-serif;margin:1rem}\
         main{display:grid;grid-template-columns:repeat(auto-fill,minmax(24rem,1fr));gap:1rem}figure{margin:0;border:1px solid #d8d2c2}\
         figure div{display:flex;gap:.5rem}figure svg{width:50%;height:auto;max-height:22rem}</style>\n\
         <h1>Sheets, drawn from their rules</h1>\n<main>\n",
    );
    for sheet in drawn {
        let (caption, pictures) = (escape_markup(&caption(sheet)), sheet.pictures.join(""));
        let _ = writeln!(
            page,
            "<figure><figcaption>{caption}</figcaption><div>{pictures}</div></figure>"
        );
    }
    page + "</main>\n</html>\n"
}

/// Returns the median, the ninth decile and the maximum of the seconds.
fn percentiles(drawn: &[Drawn]) -> [f64; 3] {
    let mut all: Vec<f64> = drawn.iter().map(|drawn| drawn.seconds).collect();
    all.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (all.len() as f64 * share) as usize;
        all.get(place.min(all.len().saturating_sub(1)))
            .copied()
            .unwrap_or(0.0)
    };
    [at(0.5), at(0.9), at(1.0)]
}

fn summary(drawn: &[Drawn], skipped: usize, out: &Path) -> String {
    let [median, ninth, most] = percentiles(drawn);
    let count = |basis: &str| drawn.iter().filter(|one| one.rests_on == basis).count();
    let bases = ["proved", "observed", "guessed", "facts"];
    let bases: Vec<String> = bases.iter().map(|b| format!("{} {b}", count(b))).collect();
    format!(
        "{} sheets drawn to {}, {skipped} skipped\nCPU seconds: median {median:.2}, nine in ten within {ninth:.2}, maximum {most:.2}\n\
         boards rest on: {}\n",
        drawn.len(),
        out.display(),
        bases.join(", ")
    )
}
