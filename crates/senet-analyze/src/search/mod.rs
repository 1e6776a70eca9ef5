//! Decides the projections of a game: cheap tests ([`testing`]), solver questions ([`proving`]) and the report
//! ([`reporting`]).

mod proving;
mod reporting;
mod testing;

use crate::boards::{AnalyzeOptions, ms};
use crate::family::Family;
use crate::findings::Known;
use crate::projection::{Projection, Space};
use crate::report::{DecidedBy, ProjectionReport, ProjectionWitness, Verdict};
use senet_ground::Grounded;
use std::time::Duration;

/// The knowledge so far.
pub struct Search<'g> {
    grounded: &'g Grounded,
    options: &'g AnalyzeOptions,
    space: Space<'g>,
    /// Projections that are decided or given up.
    done: Vec<(Projection, ProjectionReport)>,
    /// First the projections that pass the initial state, then lemmas.
    pub families: Vec<Family>,
    /// How many of the families are projections.
    candidates: usize,
    /// Per family, whether it held in every visited state.
    pub holds: Vec<bool>,
    /// Per candidate, whether it is decided.
    decided: Vec<bool>,
    /// Per candidate, the number of solver questions about it alone.
    asked: Vec<usize>,
    /// The proved lemmas.
    pub lemmas: Vec<usize>,
    /// True if the search for lemmas finished.
    complete: bool,
    steps: usize,
}

impl<'g> Search<'g> {
    /// Starts without knowledge.
    pub fn new(grounded: &'g Grounded, options: &'g AnalyzeOptions) -> Search<'g> {
        Search {
            grounded,
            options,
            space: Space::new(grounded),
            done: Vec::new(),
            families: Vec::new(),
            candidates: 0,
            holds: Vec::new(),
            decided: Vec::new(),
            asked: Vec::new(),
            lemmas: Vec::new(),
            complete: true,
            steps: 0,
        }
    }

    fn now(&self) -> Duration {
        (self.options.clock)()
    }

    /// Milliseconds since a moment.
    fn ms_since(&self, start: Duration) -> f64 {
        ms(&self.options.clock, start)
    }

    fn decide(&mut self, projection: Projection, calls: usize, ruling: Ruling) {
        let named = self.named(&projection);
        let report = ProjectionReport {
            named,
            calls,
            verdict: ruling.verdict,
            by: ruling.by,
            ms: ruling.ms,
            witness: ruling.witness,
        };
        self.done.push((projection, report));
    }

    fn decide_candidate(&mut self, family: usize, ruling: Ruling) {
        self.decided[family] = true;
        let projection = self.families[family].projection.clone();
        self.decide(projection, self.asked[family], ruling);
    }

    /// True if some candidate is undecided.
    pub fn is_open(&self) -> bool {
        !self.open().is_empty()
    }

    /// The undecided candidates, those with most positions first.
    fn open(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.candidates).filter(|&f| !self.decided[f]).collect();
        open.sort_by_key(|&f| std::cmp::Reverse(self.families[f].projection.positions.len()));
        open
    }

    /// Hands over the known properties of all states.
    pub fn known(self) -> Known {
        Known {
            families: self.families,
            lemmas: self.lemmas,
            holds: self.holds,
        }
    }
}

/// A decision about a projection.
struct Ruling {
    verdict: Verdict,
    by: DecidedBy,
    ms: f64,
    witness: Option<ProjectionWitness>,
}
