//! The rules as clauses.
//!
//! An atom holds exactly if the conditions of one of its rules do. Of that equivalence only the directions are written down that a
//! question needs, and only for atoms that it depends on: *founded*, the atom does not hold without reason, and *forced*, it holds
//! if it has one. For atoms that depend on each other being founded takes more than that; see [`crate::loops`].

use crate::Model;
use crate::cases::{Case, cases};
use crate::scope::Scope;
use crate::solver::Lit;
use crate::solver::Solver;

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
    /// Per role, whether it is written down that it makes one move at most.
    single: Vec<bool>,
    /// Per role and move, whether it is written down that it is made only where it is legal.
    lawful: Vec<Vec<bool>>,
    /// Whether moves have names that the solver takes up first.
    prefers_moves: bool,
    founded: Vec<bool>,
    forced: Vec<bool>,
    work: Vec<(u32, Need)>,
    /// Whether states and moves are left out that the sheet does not declare.
    pub only_declared: bool,
}

impl<'m> Encoding<'m> {
    /// Nothing yet; any state, or those of declared facts alone.
    pub fn new(model: &'m Model<'m>, solver: Solver, only_declared: bool) -> Encoding<'m> {
        Encoding {
            solver,
            atoms: vec![None; model.atoms()],
            loose: vec![None; model.grounded.fluents.len()],
            moves: Vec::new(),
            single: Vec::new(),
            lawful: Vec::new(),
            prefers_moves: false,
            founded: vec![false; model.atoms()],
            forced: vec![false; model.atoms()],
            work: Vec::new(),
            only_declared,
            model,
        }
    }

    /// Makes sure that each role makes a move. That is written down with the first question, since often there is none.
    pub fn begin(&mut self) {
        if !self.moves.is_empty() {
            return;
        }
        for role in 0..self.model.does.len() {
            let made = self.model.does[role].iter();
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
            self.lawful.push(vec![false; moves.len()]);
        }
        if self.only_declared {
            self.leave_out_undeclared();
        }
    }

    /// Makes sure that roles which make several moves in the solver's model make one at most; whether that is new.
    pub fn make_single(&mut self) -> bool {
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

    /// Makes sure that a role makes this move only where it is legal; whether that is new.
    pub fn make_lawful(&mut self, role: usize, number: u32) -> bool {
        let at = number as usize;
        let is_new = !std::mem::replace(&mut self.lawful[role][at], true);
        if is_new {
            let legal = self.model.legal[role][at];
            let legal = legal.map(|atom| self.needed(atom, Need::Founded));
            let made = self.moves[role][at];
            self.solver.clause([!made].into_iter().chain(legal));
        }
        is_new
    }

    /// The same for all moves of all roles.
    pub fn make_all_lawful(&mut self) {
        for role in 0..self.moves.len() {
            for number in 0..self.moves[role].len() as u32 {
                self.make_lawful(role, number);
            }
        }
    }

    /// Makes the solver decide which moves are made before it decides about the state: what follows from a move is often plain. It takes up first what was written
    /// down last, so each move gets another name.
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

    /// Makes the solver suppose that a move is made where it has the choice: much follows from that, nothing from its absence. It makes several then, if it may.
    pub fn suppose_moves(&mut self) {
        let moves = self.moves.iter().flatten();
        moves.for_each(|&made| self.solver.prefer(made));
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

    /// Leaves out states with facts and joint moves with moves that are not declared.
    fn leave_out_undeclared(&mut self) {
        let declared = Scope::declared(self.model.grounded);
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
        let cases = cases(self.model, atom);
        if let [only] = &cases[..] {
            return self.imply(holds, only);
        }
        let mut reasons = vec![!holds];
        for case in &cases {
            reasons.push(self.reason(case));
        }
        self.solver.clause(reasons);
    }

    /// A literal that holds only if a case does.
    pub fn reason(&mut self, case: &Case) -> Lit {
        if let Case::Rule(rule) = case
            && let [only] = self.model.body(*rule)
        {
            return self.literal(*only, Need::Founded);
        }
        let reason = self.solver.variable();
        self.imply(reason, case);
        reason
    }

    /// Where a literal holds, so does a case.
    fn imply(&mut self, holds: Lit, case: &Case) {
        for condition in self.conditions(case, Need::Founded) {
            self.solver.clause([!holds, condition]);
        }
    }

    fn force(&mut self, atom: u32) {
        let holds = self.atom(atom);
        for case in cases(self.model, atom) {
            let conditions = self.conditions(&case, Need::Forced);
            let missing = conditions.into_iter().map(|condition| !condition);
            self.solver.clause(missing.chain([holds]));
        }
    }

    /// The literals of which a case consists.
    fn conditions(&mut self, case: &Case, need: Need) -> Vec<Lit> {
        match case {
            Case::Rule(rule) => {
                let body = self.model.body(*rule).iter();
                body.map(|&condition| self.literal(condition, need))
                    .collect()
            }
            Case::Unless {
                rule,
                position,
                role,
                moves,
            } => {
                let body = self.model.body(*rule).iter().enumerate();
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

    /// The literal of a condition; under a negation the other direction is needed.
    fn literal(&mut self, condition: u32, need: Need) -> Lit {
        let condition = self.model.meaning(condition);
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
