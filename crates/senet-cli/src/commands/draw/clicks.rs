//! `senet draw --clicks`: counts the legal moves that a visitor can make by clicks.

use super::{Draw, Reached, legal_texts, picture_of, random_states};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use senet_console::{Common, Failure, Out, progress};
use senet_draw::{DrawingPlan, board_targets, targets};
use senet_engine::{Game, spread_seed};
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// Random matches per game.
const MATCHES: u64 = 4;
/// States per match, spread evenly over its course.
const STATES: usize = 12;
/// Maximum number of moves in a match.
const LONGEST: usize = 200;

/// Click statistics of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// The game.
    pub game: String,
    /// Number of states examined.
    pub states: usize,
    /// Legal moves of roles that had a choice.
    pub moves: usize,
    /// Moves that clicks on cells select unambiguously.
    pub places: usize,
    /// Moves that buttons select unambiguously.
    pub buttons: usize,
    /// Moves that share all their clicks with others; the page then asks which one is meant.
    pub ambiguous: usize,
    /// Moves that only the move list offers.
    pub list_only: usize,
}

/// Prints the statistics of one game or of the whole library.
pub fn print(draw: &Draw, common: &Common) -> Result<(), Failure> {
    let games = match (&draw.game, &draw.dir) {
        (Some(game), _) => vec![game.clone()],
        (None, Some(folder)) => sheets_in(folder)?,
        (None, None) => {
            let all = senet_library::games().iter();
            all.map(|game| game.name.to_string()).collect()
        }
    };
    let bar = progress::bar(games.len(), "games");
    let mut rows = Vec::new();
    let mut skipped = Vec::new();
    for game in &games {
        match of_game(draw, game, common) {
            Ok(row) => rows.push(row),
            Err(failure) if draw.dir.is_some() => skipped.push(format!("{game}: {failure}")),
            Err(failure) => return Err(failure),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut out = Out::new();
    match common.json {
        true => out.json(&json!({
            "seed": common.seed,
            "matches": MATCHES,
            "states_of_a_match": STATES,
            "games": rows,
            "games_with_all_moves": complete(&rows),
            "skipped": skipped,
            "total": total(&rows),
        }))?,
        false => {
            out.text(&table(&rows))?;
            let (whole, all) = (complete(&rows), rows.len());
            out.line(format!(
                "every move can be made by clicks in {whole} of {all} games"
            ))?;
            for line in &skipped {
                out.line(format!("skipped {line}"))?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Counts the games whose moves can all be made by clicks.
fn complete(rows: &[Counts]) -> usize {
    rows.iter().filter(|row| row.list_only == 0).count()
}

/// Lists the paths of the sheets of a folder.
fn sheets_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", folder.display()))
            .help("choose another folder for --dir")
    })?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let sheets = paths.filter(|path| path.extension().is_some_and(|end| end == "kif"));
    let mut names: Vec<String> = sheets.map(|path| path.display().to_string()).collect();
    names.sort();
    Ok(names)
}

/// Counts clicks in states of random matches of a game.
pub fn of_game(draw: &Draw, name: &str, common: &Common) -> Result<Counts, Failure> {
    let (source, loaded) = draw.light_back_end().load(name, common)?;
    let game = &*loaded.game;
    let plan = draw.plan(&source.text, game, name, &draw.planning(common))?;
    let mut counts = Counts {
        game: source.name.clone(),
        ..Counts::default()
    };
    for number in 0..MATCHES {
        let states = random_states(game, LONGEST, spread_seed(common.seed, number))?;
        // The last state has no moves.
        let last = states.len().saturating_sub(1).max(1);
        let every = last.div_ceil(STATES);
        for at in (0..last).step_by(every) {
            counts.add(&plan, game, &states[..=at])?;
        }
    }
    Ok(counts)
}

impl Counts {
    fn add(
        &mut self,
        plan: &DrawingPlan,
        game: &dyn Game,
        states: &[Reached],
    ) -> Result<(), Failure> {
        let Some(reached) = states.last() else {
            return Ok(());
        };
        let picture = picture_of(plan, game, states)?;
        self.states += 1;
        for (role, moves) in legal_texts(game, &reached.state)?.iter().enumerate() {
            if moves.len() < 2 {
                continue;
            }
            let clicks = moves.iter().map(|text| targets(plan, &picture, role, text));
            let clicks: Vec<Vec<String>> = clicks.collect();
            for (text, own) in moves.iter().zip(&clicks) {
                let fitting = clicks.iter().filter(|other| other.starts_with(own));
                let by_button = || board_targets(plan, &picture, role, text).is_empty();
                let kind = match (own.is_empty(), fitting.count()) {
                    (true, _) => &mut self.list_only,
                    (false, 1) if by_button() => &mut self.buttons,
                    (false, 1) => &mut self.places,
                    (false, _) => &mut self.ambiguous,
                };
                *kind += 1;
                self.moves += 1;
            }
        }
        Ok(())
    }
}

fn total(rows: &[Counts]) -> Counts {
    let sum = |count: fn(&Counts) -> usize| rows.iter().map(count).sum();
    Counts {
        game: "all".to_string(),
        states: sum(|row| row.states),
        moves: sum(|row| row.moves),
        places: sum(|row| row.places),
        buttons: sum(|row| row.buttons),
        ambiguous: sum(|row| row.ambiguous),
        list_only: sum(|row| row.list_only),
    }
}

/// Formats the rows and their sum as a Markdown table.
pub fn table(rows: &[Counts]) -> String {
    let numbers = [
        "states",
        "moves",
        "places",
        "buttons",
        "ambiguous",
        "list only",
    ];
    let mut table = TextTable::new([left("game")].into_iter().chain(numbers.map(right)));
    for row in rows.iter().chain((rows.len() > 1).then_some(&total(rows))) {
        table.row(cells![
            row.game,
            row.states,
            row.moves,
            row.places,
            row.buttons,
            row.ambiguous,
            row.list_only,
        ]);
    }
    table.markdown()
}
