//! What is known of a game's projections while they are looked at, and the ways to know more.

use crate::Model;
use crate::boards::{Options, Question, ms};
use crate::declared::is_mark;
use crate::evaluate::{Evaluator, State};
use crate::family::Family;
use crate::findings::Known;
use crate::houdini::inductive;
use crate::lattice::{is_part, passing};
use crate::occupied::keys;
use crate::playouts::{Step as Played, play};
use crate::projection::{Projection, Space};
use crate::prover::{Counterexample, Prover, Step};
use crate::report::{Boards, By, Named, Occupied, Reached, Report, Verdict, Witness};
use crate::solver::SolverError;
use senet_ground::{Grounded, TermId};
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
            lemmas: Vec::new(),
            complete: true,
            steps: 0,
        }
    }

    fn now(&self) -> Duration {
        (self.options.clock)()
    }

    /// Property 1, with all supersets of what fails left out.
    pub fn look_at_initial_state(&mut self) {
        for relation in 0..self.space.relations.len() {
            let first = self.space.relations[relation].fluents.first();
            if first.is_some_and(|&fluent| is_mark(self.grounded, fluent as usize)) {
                continue;
            }
            let mut refuted = Vec::new();
            let found = passing(self.space.relations[relation].arity, |positions| {
                let start = self.now();
                let projection = Projection {
                    relation,
                    positions: positions.to_vec(),
                };
                let missing = self.wrong_at_first(&projection);
                let passes = missing.is_none();
                refuted.extend(
                    missing.map(|missing| (projection, missing, ms(&self.options.clock, start))),
                );
                passes
            });
            for (projection, missing, ms) in refuted {
                let witness = Witness {
                    reached: Reached::Initial,
                    state: Vec::new(),
                    joint: Vec::new(),
                    missing: self.space.text(&missing),
                };
                self.decide(projection, Verdict::Refuted, By::Initial, ms, Some(witness));
            }
            for positions in found {
                let projection = Projection {
                    relation,
                    positions,
                };
                let family = match self.options.question {
                    Question::Invariant => Family::shows_all(&self.space, projection),
                    Question::VerifyIp => Family::shows_exactly(&self.space, projection),
                };
                self.families.push(family);
            }
        }
        self.candidates = self.families.len();
        self.holds = vec![true; self.candidates];
        self.decided = vec![false; self.candidates];
    }

    /// Something declared that the projection does not show of the initial state. The published test also minds if it shows something
    /// that is not declared.
    fn wrong_at_first(&self, projection: &Projection) -> Option<Vec<TermId>> {
        let missing = self.space.missing_at_first(projection);
        match self.options.question {
            Question::Invariant => missing,
            Question::VerifyIp => missing.or_else(|| self.space.strange_at_first(projection)),
        }
    }

    fn decide(
        &mut self,
        projection: Projection,
        verdict: Verdict,
        by: By,
        ms: f64,
        witness: Option<Witness>,
    ) {
        let named = self.named(&projection);
        let report = Report {
            named,
            verdict,
            by,
            ms,
            witness,
        };
        self.done.push((projection, report));
    }

    fn decide_candidate(
        &mut self,
        family: usize,
        verdict: Verdict,
        by: By,
        ms: f64,
        witness: Option<Witness>,
    ) {
        self.decided[family] = true;
        let projection = self.families[family].projection.clone();
        self.decide(projection, verdict, by, ms, witness);
    }

    fn named(&self, projection: &Projection) -> Named {
        Named {
            relation: self.space.name(projection.relation).to_string(),
            arity: self.space.relations[projection.relation].arity,
            positions: projection
                .positions
                .iter()
                .map(|position| position + 1)
                .collect(),
        }
    }

    /// Properties that may help: at most one fact for the same arguments, and at least one fact of a relation.
    pub fn add_lemmas(&mut self) {
        for relation in 0..self.space.relations.len() {
            let arity = self.space.relations[relation].arity;
            for positions in helpful(arity) {
                let projection = Projection {
                    relation,
                    positions,
                };
                if projection.positions.is_empty() {
                    self.families
                        .push(Family::shows_all(&self.space, projection.clone()));
                }
                let family = Family::one_each(&self.space, projection);
                if !family.groups.is_empty() {
                    self.families.push(family);
                }
            }
        }
        self.holds.resize(self.families.len(), true);
    }

    /// Random matches refute what does not hold always; lemmas lose the groups of which it does not.
    pub fn play(&mut self, model: &Model, mut observe: impl FnMut(&Played)) {
        let mut evaluator = Evaluator::new(model);
        let initial = evaluator.initial();
        let candidates = self.candidates;
        let (families, holds) = (&mut self.families, &mut self.holds);
        for (family, holds) in families.iter_mut().zip(holds.iter_mut()).skip(candidates) {
            family.weaken(&initial);
            *holds = !family.groups.is_empty();
        }
        let start = (self.options.clock)();
        let mut refuted = Vec::new();
        let roles = self.grounded.roles.len();
        let (playouts, seed, stop) = (
            &self.options.playouts,
            self.options.seed,
            &self.options.stop,
        );
        self.steps = play(&mut evaluator, playouts, roles, seed, stop, |step| {
            observe(&step);
            for (number, family) in families.iter_mut().enumerate() {
                if !holds[number] || family.holds(step.next) {
                    continue;
                }
                if number < candidates {
                    holds[number] = false;
                    let (state, joint) = (step.state.clone(), step.joint.to_vec());
                    refuted.push((number, state, joint, step.next.clone()));
                } else {
                    family.weaken(step.next);
                    holds[number] = !family.groups.is_empty();
                }
            }
        });
        let share = ms(&self.options.clock, start) / refuted.len().max(1) as f64;
        for (number, state, joint, next) in refuted {
            let witness = self.witness(number, Reached::Played, &state, &joint, &next);
            self.decide_candidate(number, Verdict::Refuted, By::Playout, share, Some(witness));
        }
    }

    fn witness(
        &self,
        family: usize,
        reached: Reached,
        state: &State,
        joint: &[u32],
        next: &State,
    ) -> Witness {
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
        let moves = joint.iter().zip(&grounded.moves);
        Witness {
            reached,
            state: facts.map(|(&fact, _)| grounded.text(fact)).collect(),
            joint: moves
                .map(|(&m, moves)| grounded.text(moves[m as usize]))
                .collect(),
            missing: self.space.text(&shown),
        }
    }

    /// A witness that the solver found, of whose state it is not known whether a match comes to it.
    fn unreached(&self, family: usize, found: &Counterexample) -> Witness {
        let Counterexample { state, joint, next } = found;
        self.witness(family, Reached::Unknown, state, joint, next)
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

    /// Whether the candidate is part of a projection that is proved.
    fn is_implied(&self, family: usize) -> bool {
        let own = &self.families[family].projection;
        self.done.iter().any(|(other, report)| {
            let is_proved = report.verdict == Verdict::Proved;
            is_proved && other.relation == own.relation && is_part(&own.positions, &other.positions)
        })
    }

    /// Each projection by itself, the largest first: parts of what is proved need no question.
    pub fn ask_alone(&mut self, prover: &mut Prover) -> Result<(), SolverError> {
        for family in self.open() {
            // Parts of invariant projections are invariant; that they pass the published test does not follow, since it then looks at
            // more states.
            if self.options.question == Question::Invariant && self.is_implied(family) {
                self.decide_candidate(family, Verdict::Proved, By::Part, 0.0, None);
                continue;
            }
            let start = self.now();
            let step = prover.step(&self.families, &[family], &[family], false)?;
            let ms = ms(&self.options.clock, start);
            match step {
                Step::Holds => {
                    self.decide_candidate(family, Verdict::Proved, By::Induction, ms, None)
                }
                Step::Fails(found) if self.options.question == Question::VerifyIp => {
                    let witness = Some(self.unreached(family, &found));
                    self.decide_candidate(family, Verdict::Refuted, By::Induction, ms, witness);
                }
                Step::Unknown if self.options.question == Question::VerifyIp => {
                    self.decide_candidate(family, Verdict::Undecided, By::Limit, ms, None);
                }
                Step::Fails(_) | Step::Unknown => {}
            }
        }
        Ok(())
    }

    /// All that may hold, together: what is left of it holds.
    pub fn ask_together(&mut self, prover: &mut Prover) -> Result<(), SolverError> {
        if self.open().is_empty() && keys(&self.space, &self.families, &self.holds).is_empty() {
            return Ok(());
        }
        let start = self.now();
        let all: Vec<usize> = (0..self.families.len())
            .filter(|&f| self.holds[f])
            .collect();
        let lemmas = inductive(prover, &mut self.families, self.candidates, all)?;
        self.complete = lemmas.is_some();
        self.lemmas = lemmas.unwrap_or_default();
        let open = self.open();
        let share = ms(&self.options.clock, start) / open.len().max(1) as f64;
        for family in open {
            if self.lemmas.contains(&family) {
                self.decide_candidate(family, Verdict::Proved, By::Lemmas, share, None);
            } else {
                self.give_up(prover, family, share)?;
            }
        }
        Ok(())
    }

    /// Says what keeps a projection from being proved, if that can be found out.
    fn give_up(&mut self, prover: &mut Prover, family: usize, ms: f64) -> Result<(), SolverError> {
        let mut assumed = self.lemmas.clone();
        assumed.push(family);
        let step = match self.complete {
            true => prover.step(&self.families, &assumed, &[family], true)?,
            false => Step::Unknown,
        };
        let (by, witness) = match step {
            Step::Fails(found) => (By::Lemmas, Some(self.unreached(family, &found))),
            Step::Holds | Step::Unknown => (By::Limit, None),
        };
        self.decide_candidate(family, Verdict::Undecided, by, ms, witness);
        Ok(())
    }

    /// What is known of properties of all states, handed over.
    pub fn known(self) -> Known {
        Known {
            families: self.families,
            lemmas: self.lemmas,
            holds: self.holds,
        }
    }

    /// All that is known, as data.
    pub fn report(
        &mut self,
        (calls, lemma_calls): (usize, usize),
        ground_ms: f64,
        total_ms: f64,
    ) -> Boards {
        let occupied = self.occupied();
        self.done.sort_by(|a, b| a.0.cmp(&b.0));
        let is_proved = |report: &Report| report.verdict == Verdict::Proved;
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
        let used = self.done.iter().any(|(_, report)| report.by == By::Lemmas);
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

    /// Boards of which only occupied cells are listed.
    fn occupied(&self) -> Vec<Occupied> {
        if self.options.question == Question::VerifyIp || self.steps == 0 {
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

/// The sets of positions that lemmas are made of: all of them, unless they are very many.
fn helpful(arity: usize) -> Vec<Vec<usize>> {
    const ALL_UP_TO: usize = 5;
    let mut sets = vec![Vec::new()];
    if arity == 0 {
        return sets;
    }
    sets.extend(passing(arity, |set| {
        set.len() < arity && (arity <= ALL_UP_TO || set.len() <= 2)
    }));
    sets
}
