//! Reports the results as data.

use super::Search;
use crate::State;
use crate::boards::BoardQuestion;
use crate::lattice::is_part;
use crate::occupied::keys;
use crate::projection::Projection;
use crate::prover::Counterexample;
use crate::report::{
    Boards, DecidedBy, NamedProjection, Occupied, ProjectionReport, ProjectionWitness, Reached,
    Verdict,
};

impl Search<'_> {
    pub(super) fn named(&self, projection: &Projection) -> NamedProjection {
        NamedProjection {
            relation: self.space.name(projection.relation).to_string(),
            arity: self.space.relations[projection.relation].arity,
            positions: projection
                .positions
                .iter()
                .map(|position| position + 1)
                .collect(),
        }
    }

    /// A witness against a family: a step after which it does not hold.
    pub(super) fn witness(
        &self,
        family: usize,
        reached: Reached,
        state: &State,
        joint: Vec<String>,
        next: &State,
    ) -> ProjectionWitness {
        let grounded = self.grounded;
        let family = &self.families[family];
        let empty = |group: &&Vec<u32>| !group.iter().any(|&fluent| next[fluent as usize]);
        let missing = family
            .groups
            .iter()
            .find(empty)
            .and_then(|group| group.first());
        let shown = missing.map_or(Vec::new(), |&fluent| {
            let args = grounded.terms.args(grounded.fluents[fluent as usize]);
            family
                .projection
                .positions
                .iter()
                .map(|&position| args[position])
                .collect()
        });
        let facts = grounded
            .fluents
            .iter()
            .zip(state)
            .filter(|(_, holds)| **holds);
        ProjectionWitness {
            reached,
            state: facts.map(|(&fact, _)| grounded.text(fact)).collect(),
            joint,
            missing: self.space.text(&shown),
        }
    }

    /// The witness of a solver's counterexample, whose state may be unreachable.
    pub(super) fn unreached(&self, family: usize, found: &Counterexample) -> ProjectionWitness {
        let Counterexample { state, joint, next } = found;
        self.witness(family, Reached::Unknown, state, self.texts(joint), next)
    }

    /// The moves of a joint move as texts.
    pub(super) fn texts(&self, joint: &[u32]) -> Vec<String> {
        let moves = joint.iter().zip(&self.grounded.moves);
        let made = moves.map(|(&made, moves)| moves[made as usize]);
        made.map(|term| self.grounded.text(term)).collect()
    }

    /// Collects all results.
    pub fn report(
        &mut self,
        (calls, lemma_calls): (usize, usize),
        ground_ms: f64,
        total_ms: f64,
    ) -> Boards {
        let occupied = self.occupied();
        self.done.sort_by(|a, b| a.0.cmp(&b.0));
        let is_proved = |report: &ProjectionReport| report.verdict == Verdict::Proved;
        let is_largest = |own: &Projection| {
            !self.done.iter().any(|(other, report)| {
                let larger = other.positions.len() > own.positions.len();
                let contains = larger && is_part(&own.positions, &other.positions);
                is_proved(report) && other.relation == own.relation && contains
            })
        };
        let largest = self
            .done
            .iter()
            .filter(|(own, report)| is_proved(report) && is_largest(own));
        let maximal = largest.map(|(_, report)| report.named.clone()).collect();
        let used = self
            .done
            .iter()
            .any(|(_, report)| report.by == DecidedBy::Lemmas);
        let lemmas = self.lemmas.iter().filter(|_| used);
        let lemmas = lemmas
            .map(|&f| self.families[f].text(&self.space))
            .collect();
        let stopped =
            (!self.complete).then(|| "lemmas were not settled within the limits".to_string());
        Boards {
            maximal,
            occupied,
            lemmas,
            calls,
            lemma_calls,
            steps: self.steps,
            ground_ms,
            total_ms,
            max_ms: self
                .done
                .iter()
                .map(|(_, report)| report.ms)
                .fold(0.0, f64::max),
            stopped,
            projections: self.done.iter().map(|(_, report)| report.clone()).collect(),
        }
    }

    /// Boards that list only occupied cells.
    fn occupied(&self) -> Vec<Occupied> {
        if self.options.question == BoardQuestion::VerifyIp || self.steps == 0 {
            return Vec::new();
        }
        let keys = keys(&self.space, &self.families, &self.holds);
        let invariant = |projection: &Projection| {
            self.done
                .iter()
                .any(|(other, report)| other == projection && report.verdict == Verdict::Proved)
        };
        let boards = keys
            .into_iter()
            .filter(|&key| !invariant(&self.families[key].projection));
        boards
            .map(|key| Occupied {
                named: self.named(&self.families[key].projection),
                cells: self.space.groups(&self.families[key].projection).len(),
                proved: self.lemmas.contains(&key),
            })
            .collect()
    }
}
