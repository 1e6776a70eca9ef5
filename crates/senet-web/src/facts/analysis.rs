//! Boards and structure, from the rules.

use super::plain::{self, Places};
use super::report::{BoardFacts, ProjectionFact, Section, StructureFacts, StructureItem};
use super::time::{Time, thread_time};
use crate::WebLimits;
use senet_analyze::{Analysis, AnalyzeOptions, Boards, DecidedBy, ProjectionReport, analyze};
use senet_gdl::{Sheet, playable};
use std::sync::Arc;

/// Analyzes the invariants and the structure of a game. Also returns the places of its boards.
pub fn of(
    rules: &str,
    limits: &WebLimits,
    seed: u64,
    time: &Time,
) -> (Section<BoardFacts>, Section<StructureFacts>, Places) {
    let description = match playable(&Sheet::read(rules)) {
        Ok(description) => description,
        Err(_) => {
            let why = "the rules have errors";
            return (Section::failed(why), Section::failed(why), Places::new());
        }
    };
    let mut options = AnalyzeOptions {
        seed,
        deadline: time.deadline(),
        clock: Arc::new(thread_time),
        ..AnalyzeOptions::default()
    };
    options.ground.deadline = options.deadline.clone();
    options.ground.bytes = limits.ground_bytes;
    match analyze(&description, &options) {
        Ok(analysis) => {
            let structure = structure(&analysis);
            let boards = board_facts(&analysis.boards);
            let places = plain::places(&analysis.findings);
            let boards = Section::ready(boards, analysis.boards.stopped);
            (boards, structure, places)
        }
        Err(error) => {
            let why = error.to_string();
            let boards = Section::failed(why.clone());
            (boards, Section::failed(why), Places::new())
        }
    }
}

fn board_facts(boards: &Boards) -> BoardFacts {
    let projection = |report: &ProjectionReport| ProjectionFact {
        relation: report.named.relation.clone(),
        positions: report.named.positions.clone(),
        verdict: report.verdict.name(),
        lemmas: match report.by {
            DecidedBy::Lemmas => boards.lemmas.clone(),
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

/// The structure of the rules, one sentence for each finding with its evidence.
fn structure(analysis: &Analysis) -> Section<StructureFacts> {
    let items = analysis.findings.iter().map(|finding| StructureItem {
        kind: finding.what.kind().to_string(),
        plain: plain::sentence(finding),
        text: format!("{} ({})", finding.text, finding.basis.name()),
    });
    let skipped = analysis.skipped.join("; ");
    let reason = (!skipped.is_empty()).then_some(skipped);
    let items = items.collect();
    Section::ready(StructureFacts { items }, reason)
}
