//! Lists all codes of atoms and rules that a program can produce.

use super::counterexample::Counterexample;
use super::semilattice::{Generator, Joins, Semilattice, TooLarge};
use crate::cell::{Activation, InputFeature, Vector, Weights, product};
use crate::graph::SignedAtom;
use rustc_hash::FxHashMap;

/// The code of an atom, with a program that produces it.
pub(super) struct AtomCode<const H: usize> {
    vector: Vector<H>,
    /// The truth of the atom in that program.
    pub truth: bool,
    /// The output of the network.
    pub output: f32,
    pub origin: AtomOrigin,
}

/// How an atom gets its code.
#[derive(Clone)]
pub(super) enum AtomOrigin {
    /// An atom without rules.
    Leaf(InputFeature),
    /// An atom with these rules, given by the numbers of their codes.
    Rules(Vec<usize>),
}

/// The code of a rule, with a body that produces it. Literals are numbers of atom codes.
pub(super) struct RuleCode<const H: usize> {
    vector: Vector<H>,
    truth: bool,
    pub body: Vec<SignedAtom>,
}

/// The reason why the enumeration ended early.
pub(super) enum Halt {
    Wrong(Box<Counterexample>),
    TooLarge(usize),
    NotFinite,
}

impl From<TooLarge> for Halt {
    fn from(TooLarge(limit): TooLarge) -> Halt {
        Halt::TooLarge(limit)
    }
}

/// All codes so far.
pub(super) struct Codes<'w, const H: usize> {
    weights: &'w Weights<H>,
    pub atoms: Vec<AtomCode<H>>,
    pub rules: Vec<RuleCode<H>>,
    atom_numbers: FxHashMap<([u32; H], bool), usize>,
    rule_numbers: FxHashMap<([u32; H], bool), usize>,
    pub body_maxima: usize,
    pub head_maxima: usize,
    /// The smallest distance of a pre-activation from zero.
    pub margin: f32,
    joins: Joins,
}

impl<'w, const H: usize> Codes<'w, H> {
    pub fn new(weights: &'w Weights<H>) -> Codes<'w, H> {
        Codes {
            weights,
            atoms: Vec::new(),
            rules: Vec::new(),
            atom_numbers: FxHashMap::default(),
            rule_numbers: FxHashMap::default(),
            body_maxima: 0,
            head_maxima: 0,
            margin: f32::INFINITY,
            joins: Joins::default(),
        }
    }

    /// Lists all codes. Ends with a counterexample at the first atom that is wrong.
    pub fn close(&mut self, is_wrong: impl Fn(&AtomCode<H>) -> bool) -> Result<(), Halt> {
        use InputFeature::{Derived, FluentFalse, FluentTrue, MoveFalse, MoveTrue};
        for (feature, truth) in [
            (FluentTrue, true),
            (FluentFalse, false),
            (MoveTrue, true),
            (MoveFalse, false),
            (Derived, false),
        ] {
            let sum = self.weights.atom(&self.weights.no_rules, feature);
            self.add_atom(sum, truth, || AtomOrigin::Leaf(feature), &is_wrong)?;
        }
        loop {
            let before = self.atoms.len();
            self.add_rules()?;
            self.add_atoms(&is_wrong)?;
            if self.atoms.len() == before {
                return Ok(());
            }
        }
    }

    /// Adds the rules over all atoms so far.
    fn add_rules(&mut self) -> Result<(), Halt> {
        let messages = self.atoms.iter().flat_map(|atom| {
            [false, true].map(|is_negated| Generator {
                vector: self.weights.message(&atom.vector, is_negated),
                truth: atom.truth != is_negated,
            })
        });
        let messages: Vec<Generator<H>> = messages.collect();
        let bodies = Semilattice::of(&messages, |a, b| a && b, &mut self.joins)?;
        self.body_maxima = bodies.elements.len() + 1;
        self.add_rule(self.weights.rule(&self.weights.empty_body), true, Vec::new)?;
        for (number, element) in bodies.elements.iter().enumerate() {
            let body = || {
                let generators = bodies.generators(number).into_iter();
                generators
                    .map(|g| SignedAtom::new(g / 2, g % 2 == 1))
                    .collect()
            };
            self.add_rule(self.weights.rule(&element.vector), element.truth, body)?;
        }
        Ok(())
    }

    /// Adds the atoms over all rules so far.
    fn add_atoms(&mut self, is_wrong: &impl Fn(&AtomCode<H>) -> bool) -> Result<(), Halt> {
        let messages = self.rules.iter().map(|rule| Generator {
            vector: product(&rule.vector, &self.weights.head),
            truth: rule.truth,
        });
        let messages: Vec<Generator<H>> = messages.collect();
        let heads = Semilattice::of(&messages, |a, b| a || b, &mut self.joins)?;
        self.head_maxima = heads.elements.len();
        for (number, element) in heads.elements.iter().enumerate() {
            let sum = self.weights.atom(&element.vector, InputFeature::Derived);
            let origin = || AtomOrigin::Rules(heads.generators(number));
            self.add_atom(sum, element.truth, origin, is_wrong)?;
        }
        Ok(())
    }

    fn add_rule(
        &mut self,
        sum: Vector<H>,
        truth: bool,
        body: impl FnOnce() -> Vec<SignedAtom>,
    ) -> Result<(), Halt> {
        let vector = self.activate(sum)?;
        let key = (vector.map(f32::to_bits), truth);
        if self.rule_numbers.contains_key(&key) {
            return Ok(());
        }
        self.rule_numbers.insert(key, self.rules.len());
        let body = body();
        self.rules.push(RuleCode {
            vector,
            truth,
            body,
        });
        Ok(())
    }

    fn add_atom(
        &mut self,
        sum: Vector<H>,
        truth: bool,
        origin: impl FnOnce() -> AtomOrigin,
        is_wrong: &impl Fn(&AtomCode<H>) -> bool,
    ) -> Result<(), Halt> {
        let vector = self.activate(sum)?;
        let key = (vector.map(f32::to_bits), truth);
        if self.atom_numbers.contains_key(&key) {
            return Ok(());
        }
        let number = self.atoms.len();
        self.atom_numbers.insert(key, number);
        let output = self.weights.logit(&vector);
        let origin = origin();
        self.atoms.push(AtomCode {
            vector,
            truth,
            output,
            origin,
        });
        match is_wrong(&self.atoms[number]) {
            true => Err(Halt::Wrong(Box::new(Counterexample::of(self, number)))),
            false => Ok(()),
        }
    }

    fn activate(&mut self, sum: Vector<H>) -> Result<Vector<H>, Halt> {
        if sum.iter().any(|number| !number.is_finite()) {
            return Err(Halt::NotFinite);
        }
        self.margin = sum
            .iter()
            .fold(self.margin, |margin, number| margin.min(number.abs()));
        Ok(Activation::Sign.apply(sum))
    }

    /// The smallest output of a true atom and the largest of a false one.
    pub fn outputs(&self) -> (f32, f32) {
        self.atoms.iter().fold(
            (f32::INFINITY, f32::NEG_INFINITY),
            |(least, greatest), atom| match atom.truth {
                true => (least.min(atom.output), greatest),
                false => (least, greatest.max(atom.output)),
            },
        )
    }
}
