//! Trains the networks of a table, and plays its rows.

use super::DeepLab;
use super::entry::{Entry, NetSpec, Who};
use crate::load::load_game;
use crate::training::{
    Contest, ContestResult, ContestSide, Limit, LogRow, TrainingPlan, TrainingRun, planes,
};
use rayon::prelude::*;
use senet_arena::{PlayerFactory, Rules, named_player};
use senet_console::{Common, Failure, clock, progress};
use senet_engine::spread_seed;
use senet_search::PlayerName;
use std::collections::BTreeMap;

/// The share of the budget for training; matches get the rest.
const TRAINING_SHARE: f64 = 0.6;
/// Seconds for the proof of a board.
const BOARD_SECONDS: f64 = 20.0;
/// Random joint moves at the beginning of matches with several roles.
const OPENING: usize = 2;

/// The result of a row.
pub struct Row {
    /// The row.
    pub entry: Entry,
    /// The limit of a move.
    pub limit: Limit,
    /// The matches.
    pub result: ContestResult,
}

/// A trained network.
pub struct TrainedNet {
    /// The game.
    pub game: &'static str,
    /// The network.
    pub spec: NetSpec,
    /// Seconds of training.
    pub seconds: f64,
    /// The log.
    pub log: Vec<LogRow>,
    /// Players with and without search, by the share of the training.
    snapshots: Vec<(f64, [PlayerFactory; 2])>,
    /// A note about the network.
    pub note: String,
}

/// The networks and rows of a table.
pub struct Outcome {
    /// The networks.
    pub nets: Vec<TrainedNet>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// Trains and plays within the budget.
pub fn run(lab: &DeepLab, entries: Vec<Entry>, common: &Common) -> Result<Outcome, Failure> {
    let entries = chosen(lab, entries)?;
    let mut rules: BTreeMap<&str, Rules> = BTreeMap::new();
    for entry in &entries {
        if !rules.contains_key(entry.game) {
            rules.insert(entry.game, load_game(entry.game, common)?);
        }
    }
    let jobs = lab.jobs.map_or_else(cores, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::new(format!("cannot start threads: {error}")))?;
    let wanted = wanted(&entries);
    let whole = lab.budget * 60.0 * jobs as f64;
    let each = lab.train.map(|minutes| minutes * 60.0);
    let each = each.unwrap_or(whole * TRAINING_SHARE / wanted.len().max(1) as f64);
    let bar = progress::bar(wanted.len() + entries.len(), "networks and rows");
    let nets: Vec<TrainedNet> = pool.install(|| {
        let train = |(game, spec, shares): &(&'static str, NetSpec, Vec<f64>)| {
            let net = train(lab, &rules[game], game, *spec, shares, each, common);
            bar.inc(1);
            net
        };
        wanted.par_iter().map(train).collect::<Result<_, _>>()
    })?;
    let left = whole * (1.0 - TRAINING_SHARE) / entries.len().max(1) as f64;
    let rows: Vec<Row> = pool.install(|| {
        let play = |(number, entry): (usize, &Entry)| {
            let row = play(lab, &rules[entry.game], entry, number, &nets, left, common);
            bar.inc(1);
            row
        };
        entries
            .par_iter()
            .enumerate()
            .map(play)
            .collect::<Result<_, _>>()
    })?;
    bar.finish_and_clear();
    Ok(Outcome { nets, rows })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The rows of the games that the user chose.
fn chosen(lab: &DeepLab, entries: Vec<Entry>) -> Result<Vec<Entry>, Failure> {
    let games: Vec<&str> = entries.iter().map(|entry| entry.game).collect();
    if let Some(other) = lab.only.iter().find(|name| !games.contains(&name.as_str())) {
        let message = format!("`{other}` is not a game of this experiment");
        return Err(
            Failure::new(message).help(format!("choose from: {}", unique(&games).join(", ")))
        );
    }
    let keeps =
        |entry: &Entry| lab.only.is_empty() || lab.only.iter().any(|name| name == entry.game);
    Ok(entries.into_iter().filter(keeps).collect())
}

fn unique<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut names = names.to_vec();
    names.dedup();
    names
}

/// The networks that the rows need, with the shares of training after which players use them.
fn wanted(entries: &[Entry]) -> Vec<(&'static str, NetSpec, Vec<f64>)> {
    let mut wanted: Vec<(&'static str, NetSpec, Vec<f64>)> = Vec::new();
    for entry in entries {
        for (spec, share) in [entry.own, entry.other].iter().filter_map(Who::network) {
            let known = wanted
                .iter_mut()
                .find(|(game, one, _)| *game == entry.game && *one == spec);
            match known {
                Some((_, _, shares)) if shares.contains(&share) => {}
                Some((_, _, shares)) => shares.push(share),
                None => wanted.push((entry.game, spec, vec![share])),
            }
        }
    }
    for (_, _, shares) in &mut wanted {
        shares.sort_by(f64::total_cmp);
    }
    wanted
}

fn train(
    lab: &DeepLab,
    rules: &Rules,
    game: &'static str,
    spec: NetSpec,
    shares: &[f64],
    seconds: f64,
    common: &Common,
) -> Result<TrainedNet, Failure> {
    let mut network = spec.network();
    let mut note = String::new();
    if spec.cnn {
        match planes(rules, &common.deadline_within(BOARD_SECONDS)) {
            Ok(found) => network.planes = Some(found),
            Err(reason) => note = format!("dense layers in place of convolutions: {reason}"),
        }
    }
    let options = TrainingPlan {
        method: spec.method,
        seed: common.seed,
        plan: spec.plan(),
        network,
    };
    let name = format!("{game}-{}", spec.name.replace(' ', "-"));
    let folder = lab.work_folder().join(name);
    let mut run = TrainingRun::open(rules, &options, &folder, common.deadline())?;
    run.without_ratings();
    let mut snapshots = Vec::new();
    for &share in shares {
        run.train(seconds * share, u64::MAX, common.deadline(), &mut |_| ())?;
        snapshots.push((share, run.players()));
    }
    let trained = run.trained();
    Ok(TrainedNet {
        game,
        spec,
        seconds: trained.seconds,
        log: trained.log,
        snapshots,
        note,
    })
}

fn play(
    lab: &DeepLab,
    rules: &Rules,
    entry: &Entry,
    number: usize,
    nets: &[TrainedNet],
    seconds: f64,
    common: &Common,
) -> Result<Row, Failure> {
    let limit = entry.limit.unwrap_or(Limit::Seconds(lab.seconds));
    let side = |who: &Who| ContestSide {
        player: factory(who, entry.game, nets),
        limit,
        start_seconds: 0.0,
    };
    let sides = [side(&entry.own), side(&entry.other)];
    let deadline = clock::cpu_deadline(seconds, common.deadline());
    let several = rules.game.roles().len() > 1;
    let contest = Contest {
        rules,
        sides: [&sides[0], &sides[1]],
        seats: entry.seats.clone(),
        opening: if several { OPENING } else { 0 },
        seed: spread_seed(common.seed, number as u64),
        deadline: &deadline,
    };
    Ok(Row {
        entry: entry.clone(),
        limit,
        result: contest.play(0..lab.matches)?,
    })
}

/// The player that a row names.
fn factory(who: &Who, game: &str, nets: &[TrainedNet]) -> PlayerFactory {
    let snapshot = |spec: &NetSpec, share: f64, search: usize| {
        let is_wanted = |net: &&TrainedNet| net.game == game && net.spec == *spec;
        let mut snapshots = nets.iter().filter(is_wanted).flat_map(|net| &net.snapshots);
        let (_, players) = snapshots
            .find(|(at, _)| *at == share)
            .expect("every network of a row was trained");
        players[search].clone()
    };
    match who {
        Who::Named(name) => named_player(&PlayerName::plain(name)),
        Who::Deep(spec, share) => snapshot(spec, *share, 0),
        Who::Net(spec, share) => snapshot(spec, *share, 1),
    }
}
