//! Boards and structure, from the rules.

use super::report::{BoardFacts, ProjectionFact, Section, StructureFacts, StructureItem};
use super::time::{Time, thread_time};
use crate::Limits;
use senet_analyze::{Boards, By, Options, Report};
use senet_gdl::{Description, Sheet, playable};
use senet_graph::structure::Structure;
use std::sync::Arc;

/// What is the same in every state, and what the game is made of.
pub fn of(
    rules: &str,
    limits: &Limits,
    seed: u64,
    time: &Time,
) -> (Section<BoardFacts>, Section<StructureFacts>) {
    let description = match playable(&Sheet::read(rules)) {
        Ok(description) => description,
        Err(_) => {
            let why = "the rules have errors";
            return (Section::failed(why), Section::failed(why));
        }
    };
    (
        boards(&description, limits, seed, time),
        structure(&description),
    )
}

fn boards(
    description: &Description,
    limits: &Limits,
    seed: u64,
    time: &Time,
) -> Section<BoardFacts> {
    let mut options = Options {
        seed,
        stop: time.signal(),
        clock: Arc::new(thread_time),
        ..Options::default()
    };
    options.ground.stop = options.stop.clone();
    options.ground.bytes = limits.ground_bytes;
    match senet_analyze::boards(description, &options) {
        Ok(boards) => Section::ready(told(&boards), boards.stopped),
        Err(error) => Section::failed(error.to_string()),
    }
}

fn told(boards: &Boards) -> BoardFacts {
    let projection = |report: &Report| ProjectionFact {
        relation: report.named.relation.clone(),
        positions: report.named.positions.clone(),
        verdict: report.verdict.name(),
        lemmas: match report.by {
            By::Lemmas => boards.lemmas.clone(),
            _ => Vec::new(),
        },
        why: report.why(),
    };
    let occupied = boards.occupied.iter();
    BoardFacts {
        projections: boards.projections.iter().map(projection).collect(),
        maximal: boards.maximal.iter().map(ToString::to_string).collect(),
        occupied: occupied.map(|board| board.named.to_string()).collect(),
        calls: boards.calls,
        total_ms: boards.total_ms,
    }
}

fn structure(description: &Description) -> Section<StructureFacts> {
    let structure = Structure::of(description);
    let word = |symbol| description.symbols.spelling(symbol);
    let boards = structure.boards.iter().map(|board| StructureItem {
        kind: "board".to_string(),
        text: format!(
            "{} has {} coordinates",
            word(board.fluent),
            board.coordinates.len()
        ),
    });
    let orders = structure.successors.iter().map(|order| StructureItem {
        kind: "order".to_string(),
        text: format!("{} puts words in a row", word(order.relation)),
    });
    let items = boards.chain(orders).collect();
    Section::ready(StructureFacts { items }, None)
}
