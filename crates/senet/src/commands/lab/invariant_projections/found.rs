//! What came of a question about all projections of a sheet.

use super::published::Published;
use senet_analyze::{Boards, By, Report, Verdict};
use serde::Serialize;

/// What came of it. Times are seconds of processor time.
#[derive(Default, Serialize)]
pub struct Found {
    /// Questions to the solver about projections.
    pub calls: usize,
    /// Those of them that are about relations of the published row.
    pub calls_on_published: Option<usize>,
    /// Questions about lemmas.
    pub lemma_calls: usize,
    /// Everything, reading and grounding included.
    pub total_s: f64,
    /// The projection that took longest.
    pub max_s: f64,
    /// Projections that are proved, refuted and undecided.
    pub proved: usize,
    pub refuted: usize,
    pub undecided: usize,
    /// The largest projections that are proved.
    pub maximal: Vec<String>,
    /// Those of them that are of relations of the published row.
    pub maximal_on_published: Vec<String>,
    /// Whether they are what was published.
    pub is_as_published: Option<bool>,
    /// Lemmas, witnesses and reasons.
    pub notes: Vec<String>,
    /// Why there is no answer at all.
    pub failure: Option<String>,
}

impl Found {
    /// What was found, beside what was published.
    pub fn of(boards: &Boards, published: Option<&Published>) -> Found {
        let count = |verdict| {
            let reports = boards.projections.iter();
            reports.filter(|report| report.verdict == verdict).count()
        };
        let is_on = |relation: &str| published.is_some_and(|p| p.relations.contains(&relation));
        let on_published = boards
            .projections
            .iter()
            .filter(|r| is_on(&r.named.relation));
        let calls_on_published = on_published.map(|report| report.calls).sum();
        let largest = boards.maximal.iter();
        let on_published = largest.clone().filter(|named| is_on(&named.relation));
        let maximal_on_published: Vec<_> = on_published.map(ToString::to_string).collect();
        Found {
            calls: boards.calls,
            calls_on_published: published.map(|_| calls_on_published),
            lemma_calls: boards.lemma_calls,
            total_s: 0.0,
            max_s: boards.max_ms / 1e3,
            proved: count(Verdict::Proved),
            refuted: count(Verdict::Refuted),
            undecided: count(Verdict::Undecided),
            maximal: largest.map(ToString::to_string).collect(),
            is_as_published: published.map(|p| p.is_same(&maximal_on_published)),
            maximal_on_published,
            notes: notes(boards),
            failure: None,
        }
    }
}

/// The lemmas, why projections are not proved, and what else is worth telling.
fn notes(boards: &Boards) -> Vec<String> {
    let mut notes = Vec::new();
    let mut with_lemmas = boards.projections.iter().filter(|r| r.by == By::Lemmas);
    if with_lemmas.any(|report| report.verdict == Verdict::Proved) {
        notes.push(format!("lemmas: {}", boards.lemmas.join("; ")));
    }
    let needs_reason = |r: &&Report| r.verdict != Verdict::Proved && r.by != By::Initial;
    for report in boards.projections.iter().filter(needs_reason) {
        let (named, verdict) = (&report.named, report.verdict.name());
        notes.push(format!("{named} {verdict}: {}", report.why()));
    }
    for board in &boards.occupied {
        notes.push(format!("occupied cells only: {}", board.named));
    }
    notes.extend(boards.stopped.clone());
    notes
}
