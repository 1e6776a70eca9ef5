//! The results of testing all projections of a sheet.

use super::published::PublishedTimes;
use senet_analyze::{Boards, DecidedBy, ProjectionReport, Verdict};
use serde::Serialize;

/// The results of one method on a sheet. Times are CPU seconds.
#[derive(Default, Serialize)]
pub struct BoardsFound {
    /// Solver calls about projections.
    pub calls: usize,
    /// Solver calls about relations of the published row.
    pub calls_on_published: Option<usize>,
    /// Calls that the published procedure would also make: about projections whose parts are all proved.
    pub calls_of_prune: Option<usize>,
    /// Solver calls about lemmas.
    pub lemma_calls: usize,
    /// Total time, including reading and grounding.
    pub total_s: f64,
    /// The time of the slowest projection.
    pub max_s: f64,
    /// The numbers of proved, refuted and undecided projections.
    pub proved: usize,
    pub refuted: usize,
    pub undecided: usize,
    /// The maximal proved projections.
    pub maximal: Vec<String>,
    /// The maximal proved projections of relations in the published row.
    pub maximal_on_published: Vec<String>,
    /// The comparison with the published projections.
    pub compared: Option<Compared>,
    /// Lemmas, witnesses and reasons.
    pub notes: Vec<String>,
    /// Why the analysis failed, if it did.
    pub failure: Option<String>,
}

/// The comparison of found and published projections.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compared {
    /// Both lists are equal.
    Same,
    /// All published projections are proved, and more.
    More,
    /// A published projection is not proved.
    Less,
}

impl Compared {
    /// Compares the maximal projections of some relations, given all proved ones.
    fn of(published: &PublishedTimes, largest: &[String], proved: &[String]) -> Compared {
        match (published.is_same(largest), published.is_among(proved)) {
            (true, _) => Compared::Same,
            (false, true) => Compared::More,
            (false, false) => Compared::Less,
        }
    }

    /// The comparison in words.
    pub fn name(self) -> &'static str {
        match self {
            Compared::Same => "as published",
            Compared::More => "as published, and more",
            Compared::Less => "less than published",
        }
    }
}

impl BoardsFound {
    /// Collects the results.
    pub fn of(boards: &Boards, published: Option<&PublishedTimes>) -> BoardsFound {
        let count = |verdict| {
            let reports = boards.projections.iter();
            reports.filter(|report| report.verdict == verdict).count()
        };
        let found = BoardsFound {
            calls: boards.calls,
            lemma_calls: boards.lemma_calls,
            max_s: boards.max_ms / 1e3,
            proved: count(Verdict::Proved),
            refuted: count(Verdict::Refuted),
            undecided: count(Verdict::Undecided),
            maximal: boards.maximal.iter().map(ToString::to_string).collect(),
            notes: notes(boards),
            ..BoardsFound::default()
        };
        match published {
            Some(published) => found.beside(boards, published),
            None => found,
        }
    }

    /// Adds the comparison with the published row, which covers only some relations.
    fn beside(self, boards: &Boards, published: &PublishedTimes) -> BoardsFound {
        let is_there = |relation: &str| published.relations.contains(&relation);
        let reports = boards.projections.iter();
        let there: Vec<&ProjectionReport> =
            reports.filter(|r| is_there(&r.named.relation)).collect();
        let largest = boards.maximal.iter();
        let largest = largest.filter(|named| is_there(&named.relation));
        let largest: Vec<String> = largest.map(ToString::to_string).collect();
        let proved = there.iter().filter(|r| r.verdict == Verdict::Proved);
        let proved: Vec<String> = proved.map(|report| report.named.to_string()).collect();
        let by_prune = there.iter().filter(|r| parts_are_proved(r, &there));
        BoardsFound {
            calls_on_published: Some(there.iter().map(|report| report.calls).sum()),
            calls_of_prune: Some(by_prune.map(|report| report.calls).sum()),
            compared: Some(Compared::of(published, &largest, &proved)),
            maximal_on_published: largest,
            ..self
        }
    }
}

/// Tells whether all smaller projections of the same relation are proved.
fn parts_are_proved(report: &ProjectionReport, all: &[&ProjectionReport]) -> bool {
    let own = &report.named;
    let is_part = |other: &&&ProjectionReport| {
        let mut positions = other.named.positions.iter();
        let within = positions.all(|position| own.positions.contains(position));
        within && other.named.relation == own.relation && other.named != *own
    };
    let mut parts = all.iter().filter(is_part);
    parts.all(|part| part.verdict == Verdict::Proved)
}

/// The lemmas, the reasons for unproved projections, and boards with occupied cells only.
fn notes(boards: &Boards) -> Vec<String> {
    let mut notes = Vec::new();
    let mut with_lemmas = boards
        .projections
        .iter()
        .filter(|r| r.by == DecidedBy::Lemmas);
    if with_lemmas.any(|report| report.verdict == Verdict::Proved) {
        notes.push(format!("lemmas: {}", boards.lemmas.join("; ")));
    }
    let needs_reason =
        |r: &&ProjectionReport| r.verdict != Verdict::Proved && r.by != DecidedBy::Initial;
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
