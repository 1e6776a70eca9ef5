//! Encodes the rules as clauses.
//!
//! An atom holds exactly if all conditions of one of its rules hold. Each question adds only the directions of this
//! equivalence that it needs, and only for atoms that it depends on. *Founded*: the atom holds only with a reason.
//! *Forced*: the atom holds if it has a reason. In loops, founded atoms need more clauses; see
//! [`crate::loop_formulas`].

use crate::merge_move_rules::{Case, merge_move_rules};
use crate::scope::Scope;
use crate::solver::Lit;
use crate::solver::Solver;
use senet_ground::RuleIndex;

/// A direction of an atom's definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// If the atom holds, all conditions of one of its rules hold.
    Founded,
    /// If all conditions of one of its rules hold, the atom holds.
    Forced,
}

/// The clauses of a game so far.
pub struct Encoding<'m> {
    pub index: &'m RuleIndex<'m>,
    pub solver: Solver,
    /// Per atom, its variable.
    atoms: Vec<Option<Lit>>,
    /// Per fluent, its variable if no rule uses the fluent.
    unused: Vec<Option<Lit>>,
    /// Per role and move, the literal that the role makes the move.
    moves: Vec<Vec<Lit>>,
    /// Per role, whether clauses limit it to one move.
    single: Vec<bool>,
    /// Per role and move, whether clauses restrict it to states where it is legal.
    is_restricted: Vec<Vec<bool>>,
    /// True if moves have aliases that the solver decides first.
    prefers_moves: bool,
    founded: Vec<bool>,
    forced: Vec<bool>,
    work: Vec<(u32, Need)>,
    /// True if only declared facts and moves are allowed.
    only_declared: bool,
}

impl<'m> Encoding<'m> {
    /// Creates an encoding without clauses.
    pub fn new(index: &'m RuleIndex<'m>, solver: Solver, only_declared: bool) -> Encoding<'m> {
        Encoding {
            solver,
            atoms: vec![None; index.atoms()],
            unused: vec![None; index.grounded.fluents.len()],
            moves: Vec::new(),
            single: Vec::new(),
            is_restricted: Vec::new(),
            prefers_moves: false,
            founded: vec![false; index.atoms()],
            forced: vec![false; index.atoms()],
            work: Vec::new(),
            only_declared,
            index,
        }
    }

    /// Adds clauses that each role makes a move. The first question calls this, since some games need no question.
    pub fn begin(&mut self) {
        if !self.moves.is_empty() {
            return;
        }
        for role in 0..self.index.does.len() {
            let made = self.index.does[role].iter();
            let made = made.map(|atom| match *atom {
                Some(atom) => self.atom(atom),
                None => self.solver.variable(),
            });
            let made = made.collect();
            self.moves.push(made);
        }
        for role in 0..self.moves.len() {
            let moves = self.moves[role].clone();
            self.solver.clause(moves.iter().copied());
            self.single.push(false);
            self.is_restricted.push(vec![false; moves.len()]);
        }
        if self.only_declared {
            self.forbid_undeclared();
        }
    }

    /// Limits roles to one move if they make several in the solver's model. Returns whether clauses were added.
    pub fn limit_to_one_move(&mut self) -> bool {
        let is_made = |made: &&Lit| self.solver.value(**made);
        let makes_several =
            |role: &usize| self.moves[*role].iter().filter(is_made).nth(1).is_some();
        let open = (0..self.moves.len()).filter(|&role| !self.single[role]);
        let several: Vec<usize> = open.filter(makes_several).collect();
        for &role in &several {
            self.single[role] = true;
            let moves = self.moves[role].clone();
            self.at_most_one(&moves, None);
        }
        !several.is_empty()
    }

    /// Restricts a move to states where it is legal. Returns whether this is new.
    pub fn restrict_to_legal(&mut self, role: usize, number: u32) -> bool {
        let at = number as usize;
        let is_new = !std::mem::replace(&mut self.is_restricted[role][at], true);
        if is_new {
            let legal = self.index.legal[role][at];
            let legal = legal.map(|atom| self.needed(atom, Need::Founded));
            let made = self.moves[role][at];
            self.solver.clause([!made].into_iter().chain(legal));
        }
        is_new
    }

    /// Restricts all moves of all roles to states where they are legal.
    pub fn restrict_all_to_legal(&mut self) {
        for role in 0..self.moves.len() {
            for number in 0..self.moves[role].len() as u32 {
                self.restrict_to_legal(role, number);
            }
        }
    }

    /// Makes the solver decide the moves before the state, since much follows from a move. The solver decides the
    /// newest variables first, so each move gets an alias.
    pub fn prefer_moves(&mut self) {
        if std::mem::replace(&mut self.prefers_moves, true) {
            return;
        }
        for moves in &self.moves {
            let named = |&made: &Lit| {
                let name = self.solver.preferred();
                self.solver.clause([!name, made]);
                name
            };
            let names: Vec<Lit> = moves.iter().map(named).collect();
            self.solver.clause(names);
        }
    }

    /// At most one literal holds, if the switch holds.
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

    /// Forbids facts and moves that are not declared.
    fn forbid_undeclared(&mut self) {
        let declared = Scope::declared(self.index.grounded);
        for fluent in (0..declared.facts.len()).filter(|&fluent| !declared.facts[fluent]) {
            let holds = self.now(fluent as u32);
            self.solver.clause([!holds]);
        }
        for (made, declared) in self.moves.iter().zip(&declared.moves) {
            let undeclared = made
                .iter()
                .zip(declared)
                .filter(|(_, declared)| !**declared);
            undeclared.for_each(|(&made, _)| self.solver.clause([!made]));
        }
    }

    /// The literal that a fluent holds now.
    pub fn now(&mut self, fluent: u32) -> Lit {
        if let Some(atom) = self.index.now[fluent as usize] {
            return self.atom(atom);
        }
        let solver = &mut self.solver;
        *self.unused[fluent as usize].get_or_insert_with(|| solver.variable())
    }

    /// The literal that a fluent holds next; `None` if it never does.
    pub fn next(&mut self, fluent: u32, need: Need) -> Option<Lit> {
        let atom = self.index.next[fluent as usize]?;
        Some(self.needed(atom, need))
    }

    /// The literal that the match is over, if it can be.
    pub fn terminal(&mut self, need: Need) -> Option<Lit> {
        let atom = self.index.terminal?;
        Some(self.needed(atom, need))
    }

    /// The literal of an atom, with its definition as far as needed.
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
        if matches!(self.index.grounded.atoms[atom as usize], True(_) | Does(..)) {
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
        let cases = merge_move_rules(self.index, atom);
        if let [only] = &cases[..] {
            return self.imply(holds, only);
        }
        let mut reasons = vec![!holds];
        for case in &cases {
            reasons.push(self.reason(case));
        }
        self.solver.clause(reasons);
    }

    /// A literal that implies a case.
    pub fn reason(&mut self, case: &Case) -> Lit {
        if let Case::Rule(rule) = case
            && let [only] = self.index.body(*rule)
        {
            return self.literal(*only, Need::Founded);
        }
        let reason = self.solver.variable();
        self.imply(reason, case);
        reason
    }

    /// Adds clauses that a literal implies a case.
    fn imply(&mut self, holds: Lit, case: &Case) {
        for condition in self.conditions(case, Need::Founded) {
            self.solver.clause([!holds, condition]);
        }
    }

    fn force(&mut self, atom: u32) {
        let holds = self.atom(atom);
        for case in merge_move_rules(self.index, atom) {
            let conditions = self.conditions(&case, Need::Forced);
            let missing = conditions.into_iter().map(|condition| !condition);
            self.solver.clause(missing.chain([holds]));
        }
    }

    /// The literals of a case.
    fn conditions(&mut self, case: &Case, need: Need) -> Vec<Lit> {
        match case {
            Case::Rule(rule) => {
                let body = self.index.body(*rule).iter();
                body.map(|&condition| self.literal(condition, need))
                    .collect()
            }
            Case::Unless {
                rule,
                position,
                role,
                moves,
            } => {
                let body = self.index.body(*rule).iter().enumerate();
                let rest = body.filter(|(at, _)| at != position);
                let mut literals: Vec<Lit> = rest
                    .map(|(_, &condition)| self.literal(condition, need))
                    .collect();
                let made = &self.moves[*role];
                literals.extend(moves.iter().map(|&number| !made[number as usize]));
                literals
            }
        }
    }

    /// The literal of a condition; negation swaps the needed direction.
    fn literal(&mut self, condition: u32, need: Need) -> Lit {
        let condition = self.index.resolve(condition);
        let (atom, is_negated) = (condition / 2, condition % 2 == 1);
        let need = match (need, is_negated) {
            (Need::Founded, false) | (Need::Forced, true) => Need::Founded,
            (Need::Forced, false) | (Need::Founded, true) => Need::Forced,
        };
        self.work.push((atom, need));
        let literal = self.atom(atom);
        if is_negated { !literal } else { literal }
    }

    /// Adds all pending definitions. After the deadline the rest stays undefined, and the solver answers no more
    /// questions.
    pub fn settle(&mut self) {
        while let Some((atom, need)) = self.work.pop() {
            if self.solver.is_stopped() {
                self.work.clear();
                return;
            }
            self.define(atom, need);
        }
    }

    /// True if a founded atom holds in the solver's model.
    pub fn claimed(&self, atom: u32) -> bool {
        let literal = self.atoms[atom as usize];
        self.founded[atom as usize] && literal.is_some_and(|literal| self.solver.value(literal))
    }

    /// The state of the solver's model.
    pub fn state(&self) -> Vec<bool> {
        let fluents = self.index.now.iter().zip(&self.unused);
        let literal = |(now, unused): (&Option<u32>, &Option<Lit>)| match now {
            Some(atom) => self.atoms[*atom as usize],
            None => *unused,
        };
        let holds = |pair| literal(pair).is_some_and(|literal| self.solver.value(literal));
        fluents.map(holds).collect()
    }

    /// The joint move of the solver's model; `None` if a role makes no move, which no model allows.
    pub fn joint(&self) -> Option<Vec<u32>> {
        let made = |moves: &Vec<Lit>| moves.iter().position(|&made| self.solver.value(made));
        self.moves
            .iter()
            .map(|moves| made(moves).map(|m| m as u32))
            .collect()
    }
}
