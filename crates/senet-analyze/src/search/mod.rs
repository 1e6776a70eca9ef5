//! What is known of a game's projections while they are looked at, and the ways to know more: cheap looks ([`looking`]),
//! questions to the solver ([`asking`]), and what is told in the end ([`telling`]).

mod asking;
mod looking;
mod telling;

use crate::boards::{Options, ms};
use crate::family::Family;
use crate::findings::Known;
use crate::projection::{Projection, Space};
use crate::report::{By, Report, Verdict, Witness};
use senet_ground::Grounded;
use std::time::Duration;

/// What is known so far.
pub struct Search<'g> {
    grounded: &'g Grounded,
    options: &'g Options,
    space: Space<'g>,
    /// Projections that are decided, or given up.
    done: Vec<(Projection, Report)>,
    /// First the projections that the initial state does not refute, then lemmas.
    pub families: Vec<Family>,
    /// How many of the families are projections to be decided.
    candidates: usize,
    /// Per family, whether no state seen is without it.
    pub holds: Vec<bool>,
    /// The candidates that are decided.
    decided: Vec<bool>,
    /// Per candidate, how often the solver was asked about it alone.
    asked: Vec<usize>,
    /// The lemmas that are proved.
    pub lemmas: Vec<usize>,
    /// Whether lemmas were looked for up to the end.
    complete: bool,
    steps: usize,
}

impl<'g> Search<'g> {
    /// Nothing is known yet.
    pub fn new(grounded: &'g Grounded, options: &'g Options) -> Search<'g> {
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
        let report = Report {
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

    /// Whether some candidate is not decided yet.
    pub fn is_open(&self) -> bool {
        !self.open().is_empty()
    }

    /// Candidates not decided yet, those with most positions first.
    fn open(&self) -> Vec<usize> {
        let mut open: Vec<usize> = (0..self.candidates).filter(|&f| !self.decided[f]).collect();
        open.sort_by_key(|&f| std::cmp::Reverse(self.families[f].projection.positions.len()));
        open
    }

    /// What is known of properties of all states, handed over.
    pub fn known(self) -> Known {
        Known {
            families: self.families,
            lemmas: self.lemmas,
            holds: self.holds,
        }
    }
}

/// What is decided of a projection.
struct Ruling {
    verdict: Verdict,
    by: By,
    ms: f64,
    witness: Option<Witness>,
}
