//! A library game that names a public rule sheet plays like it: both have the same perft counts, and the same mean length and goals
//! of playouts.
//!
//! The public sheets are not part of the project. The test looks for them in `../shared/games`, or in `games` below `SENET_SHARED`.
//! With `SENET_THOROUGH=1` it compares a million moves and 10,000 playouts; otherwise less.

use rayon::prelude::*;
use senet_engine::{Game, LoadOptions, QueryLimits, load};
use senet_gdl::Sheet;
use senet_library::{LibraryGame, games};
use senet_trace::{Playout, PlayoutStatistics, match_rng, perft, playout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How much to compare.
struct Effort {
    nodes: u64,
    matches: u64,
    time_limit: Duration,
}

fn effort() -> Effort {
    if std::env::var_os("SENET_THOROUGH").is_some() {
        Effort {
            nodes: 1_000_000,
            matches: 10_000,
            time_limit: Duration::from_secs(600),
        }
    } else {
        Effort {
            nodes: 20_000,
            matches: 10_000,
            time_limit: Duration::from_secs(1),
        }
    }
}

fn public_folder() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared =
        std::env::var_os("SENET_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    shared.join("games")
}

fn game(rules: &str) -> Result<Box<dyn Game>, String> {
    let options = LoadOptions {
        limits: QueryLimits::default(),
        ..LoadOptions::default()
    };
    load(&Sheet::read(rules), &options)
        .map(|loaded| loaded.game)
        .map_err(|error| error.to_string())
}

#[test]
fn library_games_play_like_their_public_sheets() {
    let folder = public_folder();
    if !folder.is_dir() {
        eprintln!("skipped: no public rule sheets in {}", folder.display());
        return;
    }
    let pairs = games()
        .iter()
        .filter_map(|ours| Some((ours, ours.card.public.as_ref()?)));
    let pairs: Vec<_> = pairs.collect();
    assert!(!pairs.is_empty(), "no library game names a public sheet");
    let differences = pairs.par_iter().filter_map(|(ours, public)| {
        let path = folder.join(format!("{public}.kif"));
        let outcome = std::fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}", path.display()))
            .and_then(|text| compare(ours, &text));
        let difference = outcome.err()?;
        Some(format!("{} against {public}: {difference}", ours.name))
    });
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

fn compare(ours: &LibraryGame, public: &str) -> Result<(), String> {
    let effort = effort();
    let (ours, theirs) = (game(ours.rules)?, game(public)?);
    compare_counts(&*ours, &*theirs, &effort)?;
    let (ours, theirs) = (
        statistics(&*ours, 1, &effort)?,
        statistics(&*theirs, 2, &effort)?,
    );
    let same_roles = ours.goals.len() == theirs.goals.len();
    same_roles
        .then_some(())
        .ok_or("the numbers of roles differ")?;
    let length = |s: &PlayoutStatistics| (s.mean_length, s.sd_length, s.matches);
    agree("mean length", length(&ours), length(&theirs))?;
    for (ours, theirs) in ours.goals.iter().zip(&theirs.goals) {
        let name = format!("mean goal of {}", ours.role);
        agree(
            &name,
            (ours.mean, ours.sd, ours.count),
            (theirs.mean, theirs.sd, theirs.count),
        )?;
    }
    Ok(())
}

/// Compares the perft counts up to the depth that both sheets reached.
fn compare_counts(ours: &dyn Game, theirs: &dyn Game, effort: &Effort) -> Result<(), String> {
    let count = |game| perft(game, 4, effort.nodes).map_err(|stopped| stopped.to_string());
    let (ours, theirs) = (count(ours)?.counts, count(theirs)?.counts);
    let common = ours.len().min(theirs.len());
    if common == 0 || ours[..common] != theirs[..common] {
        return Err(format!("sequences by depth: {ours:?} against {theirs:?}"));
    }
    Ok(())
}

fn statistics(game: &dyn Game, seed: u64, effort: &Effort) -> Result<PlayoutStatistics, String> {
    let start = Instant::now();
    let mut all: Vec<Playout> = Vec::new();
    for number in 0..effort.matches {
        let played = playout(game, &mut match_rng(seed, number), 10_000);
        all.push(played.map_err(|stopped| stopped.to_string())?);
        if start.elapsed() > effort.time_limit {
            break;
        }
    }
    Ok(PlayoutStatistics::of(game.roles(), &all))
}

/// Compares two means. They may differ by four standard errors.
fn agree(what: &str, ours: (f64, f64, usize), theirs: (f64, f64, usize)) -> Result<(), String> {
    let variance = |(_, sd, count): (f64, f64, usize)| sd * sd / count.max(1) as f64;
    let error = (variance(ours) + variance(theirs)).sqrt();
    if (ours.0 - theirs.0).abs() <= 4.0 * error + 1e-9 {
        return Ok(());
    }
    Err(format!(
        "{what}: {:.3} against {:.3}, standard error {error:.3}",
        ours.0, theirs.0
    ))
}
