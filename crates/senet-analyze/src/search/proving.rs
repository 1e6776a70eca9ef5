//! Solver questions: about each projection alone, then about all properties together.

use super::{Ruling, Search};
use crate::boards::BoardQuestion;
use crate::houdini::inductive;
use crate::lattice::is_part;
use crate::occupied::keys;
use crate::prover::{Induction, Prover};
use crate::report::{DecidedBy, Verdict};

impl Search<'_> {
    /// True if the candidate is part of a proved projection.
    fn is_implied(&self, family: usize) -> bool {
        let own = &self.families[family].projection;
        self.done.iter().any(|(other, report)| {
            let is_proved = report.verdict == Verdict::Proved;
            is_proved && other.relation == own.relation && is_part(&own.positions, &other.positions)
        })
    }

    /// Asks about each projection alone, the largest first: parts of proved ones need no question.
    pub fn prove_alone(&mut self, prover: &mut Prover) {
        for family in self.open() {
            // Parts of invariant projections are invariant. But a part may fail the published test, which considers
            // more states for it.
            if self.options.question == BoardQuestion::Invariant && self.is_implied(family) {
                self.prove(family, DecidedBy::Part, 0.0);
            } else {
                self.ask(prover, family);
            }
        }
    }

    /// Asks whether a projection is inductive alone. If lemmas may still help, only a proof decides.
    fn ask(&mut self, prover: &mut Prover, family: usize) {
        let (start, calls) = (self.now(), prover.questions());
        let step = prover.step(&self.families, &[family], &[family], false);
        let ms = self.ms_since(start);
        self.asked[family] = prover.questions() - calls;
        let (verdict, by, witness) = match (step, self.options.question) {
            (Induction::Holds, _) => (Verdict::Proved, DecidedBy::Induction, None),
            (Induction::Fails(_) | Induction::Unknown, BoardQuestion::Invariant) => return,
            (Induction::Fails(found), BoardQuestion::VerifyIp) => {
                let witness = self.unreached(family, &found);
                (Verdict::Refuted, DecidedBy::Induction, Some(witness))
            }
            (Induction::Unknown, BoardQuestion::VerifyIp) => {
                (Verdict::Undecided, DecidedBy::Limit, None)
            }
        };
        let ruling = Ruling {
            verdict,
            by,
            ms,
            witness,
        };
        self.decide_candidate(family, ruling);
    }

    pub(super) fn prove(&mut self, family: usize, by: DecidedBy, ms: f64) {
        let ruling = Ruling {
            verdict: Verdict::Proved,
            by,
            ms,
            witness: None,
        };
        self.decide_candidate(family, ruling);
    }

    /// Asks about all properties together; those that remain hold.
    pub fn prove_together(&mut self, prover: &mut Prover) {
        if self.open().is_empty() && keys(&self.space, &self.families, &self.holds).is_empty() {
            return;
        }
        let start = self.now();
        let all: Vec<usize> = (0..self.families.len())
            .filter(|&f| self.holds[f])
            .collect();
        let lemmas = inductive(prover, &mut self.families, self.candidates, all);
        self.complete = lemmas.is_some();
        self.lemmas = lemmas.unwrap_or_default();
        let open = self.open();
        let share = self.ms_since(start) / open.len().max(1) as f64;
        for family in open {
            if self.lemmas.contains(&family) {
                self.prove(family, DecidedBy::Lemmas, share);
            } else {
                self.give_up(prover, family, share);
            }
        }
    }

    /// Gives up a projection, with a counterexample if there is one.
    fn give_up(&mut self, prover: &mut Prover, family: usize, ms: f64) {
        let mut assumed = self.lemmas.clone();
        assumed.push(family);
        let step = match self.complete {
            true => prover.step(&self.families, &assumed, &[family], true),
            false => Induction::Unknown,
        };
        let (by, witness) = match step {
            Induction::Fails(found) => (DecidedBy::Lemmas, Some(self.unreached(family, &found))),
            Induction::Holds | Induction::Unknown => (DecidedBy::Limit, None),
        };
        let ruling = Ruling {
            verdict: Verdict::Undecided,
            by,
            ms,
            witness,
        };
        self.decide_candidate(family, ruling);
    }
}
