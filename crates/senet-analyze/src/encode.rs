//! The rules as clauses.
//!
//! An atom holds exactly if the conditions of one of its rules do. Of that equivalence only the directions are written down that a
//! question needs, and only for atoms that it depends on: *founded*, the atom does not hold without reason, and *forced*, it holds
//! if it has one. For atoms that depend on each other being founded takes more than that; see [`crate::loops`].

use crate::Model;
use crate::solver::Solver;
use rustc_hash::FxHashSet;
use rustsat::types::Lit;

/// Which direction of an atom's definition is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Where the atom holds, so do the conditions of one of its rules.
    Founded,
    /// Where the conditions of one of its rules hold, so does the atom.
    Forced,
}

/// The clauses of a game so far.
pub struct Encoding<'m> {
    pub model: &'m Model<'m>,
    pub solver: Solver,
    /// Per atom, its variable.
    atoms: Vec<Option<Lit>>,
    /// Per fluent that no rule looks at, its variable.
    loose: Vec<Option<Lit>>,
    /// Per role and move, whether it is made.
    moves: Vec<Vec<Lit>>,
    founded: Vec<bool>,
    forced: Vec<bool>,
    work: Vec<(u32, Need)>,
}

impl<'m> Encoding<'m> {
    /// Any state, and a joint move of legal moves.
    pub fn new(model: &'m Model<'m>, solver: Solver) -> Encoding<'m> {
        let mut encoding = Encoding {
            solver,
            atoms: vec![None; model.atoms()],
            loose: vec![None; model.grounded.fluents.len()],
            moves: Vec::new(),
            founded: vec![false; model.atoms()],
            forced: vec![false; model.atoms()],
            work: Vec::new(),
            model,
        };
        for role in 0..model.legal.len() {
            encoding.role(role);
        }
        encoding
    }

    /// A role makes exactly one move, and that is legal.
    fn role(&mut self, role: usize) {
        let mut moves = Vec::new();
        for number in 0..self.model.legal[role].len() {
            let made = match self.model.does[role][number] {
                Some(atom) => self.atom(atom),
                None => self.solver.variable(),
            };
            if let Some(legal) = self.model.legal[role][number] {
                let legal = self.needed(legal, Need::Founded);
                self.solver.clause([!made, legal]);
            } else {
                self.solver.clause([!made]);
            }
            moves.push(made);
        }
        self.solver.clause(moves.iter().copied());
        self.at_most_one(&moves, None);
        self.moves.push(moves);
    }

    /// Of these at most one holds, if the switch is on.
    pub fn at_most_one(&mut self, literals: &[Lit], switch: Option<Lit>) {
        let mut before: Option<Lit> = None;
        for &literal in literals {
            let so_far = self.solver.variable();
            self.solver.clause([!literal, so_far]);
            if let Some(before) = before {
                self.solver.clause([!before, so_far]);
                let off = switch.map(|switch| !switch);
                self.solver
                    .clause([!literal, !before].into_iter().chain(off));
            }
            before = Some(so_far);
        }
    }

    /// Leaves out states with facts and joint moves with moves that are not declared, as far as a sheet declares any.
    pub fn only_declared(&mut self) {
        let grounded = self.model.grounded;
        if let Some(base) = &grounded.base {
            let declared: FxHashSet<_> = base.iter().copied().collect();
            for fluent in 0..grounded.fluents.len() {
                if !declared.contains(&grounded.fluents[fluent]) {
                    let holds = self.now(fluent as u32);
                    self.solver.clause([!holds]);
                }
            }
        }
        if let Some(input) = &grounded.input {
            let declared: FxHashSet<_> = input.iter().copied().collect();
            for (role, moves) in grounded.moves.iter().enumerate() {
                for (number, &term) in moves.iter().enumerate() {
                    if !declared.contains(&(grounded.roles[role], term)) {
                        let made = self.moves[role][number];
                        self.solver.clause([!made]);
                    }
                }
            }
        }
    }

    /// The literal that a fluent holds now.
    pub fn now(&mut self, fluent: u32) -> Lit {
        if let Some(atom) = self.model.now[fluent as usize] {
            return self.atom(atom);
        }
        let solver = &mut self.solver;
        *self.loose[fluent as usize].get_or_insert_with(|| solver.variable())
    }

    /// The literal that a fluent holds next; `None` if it never does.
    pub fn next(&mut self, fluent: u32, need: Need) -> Option<Lit> {
        let atom = self.model.next[fluent as usize]?;
        Some(self.needed(atom, need))
    }

    /// The literal that the match is over, if it can be.
    pub fn terminal(&mut self, need: Need) -> Option<Lit> {
        let atom = self.model.terminal?;
        Some(self.needed(atom, need))
    }

    /// The literal of an atom, defined as far as needed.
    fn needed(&mut self, atom: u32, need: Need) -> Lit {
        self.work.push((atom, need));
        self.settle();
        self.atom(atom)
    }

    /// The variable of an atom.
    pub fn atom(&mut self, atom: u32) -> Lit {
        let solver = &mut self.solver;
        *self.atoms[atom as usize].get_or_insert_with(|| solver.variable())
    }

    fn define(&mut self, atom: u32, need: Need) {
        use senet_ground::AtomKind::{Does, True};
        if matches!(self.model.grounded.atoms[atom as usize], True(_) | Does(..)) {
            return;
        }
        let done = match need {
            Need::Founded => &mut self.founded,
            Need::Forced => &mut self.forced,
        };
        if !std::mem::replace(&mut done[atom as usize], true) {
            match need {
                Need::Founded => self.found(atom),
                Need::Forced => self.force(atom),
            }
        }
    }

    fn found(&mut self, atom: u32) {
        let holds = self.atom(atom);
        let rules = self.model.rules(atom);
        if let [only] = rules {
            self.imply_body(holds, *only);
            return;
        }
        let mut reasons = vec![!holds];
        for &rule in rules {
            reasons.push(self.reason(rule));
        }
        self.solver.clause(reasons);
    }

    /// A literal that holds only if the conditions of a rule do.
    pub fn reason(&mut self, rule: u32) -> Lit {
        if let [only] = self.model.body(rule) {
            return self.literal(*only, Need::Founded);
        }
        let reason = self.solver.variable();
        self.imply_body(reason, rule);
        reason
    }

    fn imply_body(&mut self, holds: Lit, rule: u32) {
        for &condition in self.model.body(rule) {
            let condition = self.literal(condition, Need::Founded);
            self.solver.clause([!holds, condition]);
        }
    }

    fn force(&mut self, atom: u32) {
        let holds = self.atom(atom);
        for &rule in self.model.rules(atom) {
            let mut clause = vec![holds];
            for &condition in self.model.body(rule) {
                clause.push(!self.literal(condition, Need::Forced));
            }
            self.solver.clause(clause);
        }
    }

    /// The literal of a condition; under a negation the other direction is needed.
    fn literal(&mut self, condition: u32, need: Need) -> Lit {
        let (atom, is_negated) = (condition / 2, condition % 2 == 1);
        let need = match (need, is_negated) {
            (Need::Founded, false) | (Need::Forced, true) => Need::Founded,
            (Need::Forced, false) | (Need::Founded, true) => Need::Forced,
        };
        self.work.push((atom, need));
        let literal = self.atom(atom);
        if is_negated { !literal } else { literal }
    }

    /// Defines what is left to be defined. When time is up, the rest stays undefined, and the solver answers no more questions.
    pub fn settle(&mut self) {
        while let Some((atom, need)) = self.work.pop() {
            if self.solver.is_stopped() {
                self.work.clear();
                return;
            }
            self.define(atom, need);
        }
    }

    /// Whether an atom holds in the solver's model and had to be founded.
    pub fn claimed(&self, atom: u32) -> bool {
        let literal = self.atoms[atom as usize];
        self.founded[atom as usize] && literal.is_some_and(|literal| self.solver.value(literal))
    }

    /// The state of the solver's model.
    pub fn state(&self) -> Vec<bool> {
        let fluents = self.model.now.iter().zip(&self.loose);
        let literal = |(now, loose): (&Option<u32>, &Option<Lit>)| match now {
            Some(atom) => self.atoms[*atom as usize],
            None => *loose,
        };
        let holds = |pair| literal(pair).is_some_and(|literal| self.solver.value(literal));
        fluents.map(holds).collect()
    }

    /// The joint move of the solver's model; `None` if a role makes none, which no model has.
    pub fn joint(&self) -> Option<Vec<u32>> {
        let made = |moves: &Vec<Lit>| moves.iter().position(|&made| self.solver.value(made));
        self.moves
            .iter()
            .map(|moves| made(moves).map(|m| m as u32))
            .collect()
    }
}
