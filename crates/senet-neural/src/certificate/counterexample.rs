//! A program on which a network errs.

use super::codes::{AtomOrigin, Codes};
use crate::cell::InputFeature;
use crate::graph::{AtomInput, RuleGraph, SignedAtom};
use crate::{Evaluation, ReasonerNetwork, Truths};
use std::fmt;

/// A ground program and the truth of its inputs. The network is wrong about the last atom.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Per atom, its kind and its value if it is an input.
    atoms: Vec<(AtomInput, bool)>,
    /// The rules by head; bodies use only smaller numbers.
    rules: Vec<(usize, Vec<SignedAtom>)>,
    /// The truth of the last atom.
    truth: bool,
}

impl Counterexample {
    /// The program that produces a code.
    pub(super) fn of<const H: usize>(codes: &Codes<H>, wrong: usize) -> Counterexample {
        let mut needed = vec![false; wrong + 1];
        needed[wrong] = true;
        // Codes are made of earlier codes only, so one walk downwards marks all of them.
        for number in (0..=wrong).rev() {
            if needed[number] {
                mark(codes, number, &mut needed);
            }
        }
        let mut places = vec![0; wrong + 1];
        let mut example = Counterexample {
            atoms: Vec::new(),
            rules: Vec::new(),
            truth: codes.atoms[wrong].truth,
        };
        for number in (0..=wrong).filter(|&number| needed[number]) {
            places[number] = example.atoms.len();
            example.add(codes, number, &places);
        }
        example
    }

    fn add<const H: usize>(&mut self, codes: &Codes<H>, number: usize, places: &[usize]) {
        let head = self.atoms.len();
        match &codes.atoms[number].origin {
            AtomOrigin::Leaf(feature) => self.atoms.push(match feature {
                InputFeature::FluentTrue => (AtomInput::Fluent, true),
                InputFeature::FluentFalse => (AtomInput::Fluent, false),
                InputFeature::MoveTrue => (AtomInput::Move, true),
                InputFeature::MoveFalse => (AtomInput::Move, false),
                InputFeature::Derived => (AtomInput::Derived, false),
            }),
            AtomOrigin::Rules(rules) => {
                self.atoms.push((AtomInput::Derived, false));
                for &rule in rules {
                    let body = codes.rules[rule].body.iter();
                    let place = |l: &SignedAtom| SignedAtom::new(places[l.atom()], l.is_negated());
                    self.rules.push((head, body.map(place).collect()));
                }
            }
        }
    }

    /// Returns true if the network errs on this program.
    pub fn is_wrong_for(&self, network: &ReasonerNetwork) -> bool {
        let inputs = self.atoms.iter().map(|(input, _)| *input).collect();
        let graph = RuleGraph::layered(inputs, self.rules.clone());
        let mut evaluation = Evaluation::new(network, &graph, 1);
        let words: Vec<u64> = self
            .atoms
            .iter()
            .map(|(_, value)| u64::from(*value))
            .collect();
        for (atom, &word) in words.iter().enumerate() {
            evaluation.set_input(atom, word);
        }
        evaluation.run(&graph, false);
        let last = self.atoms.len() - 1;
        debug_assert_eq!(Truths::derive(&graph, words).holds(last, 0), self.truth);
        // The truth of an input is given; the network errs if its output differs.
        (evaluation.logits(last)[0] > 0.0) != self.truth
    }
}

/// Marks the codes that a code is made of.
fn mark<const H: usize>(codes: &Codes<H>, number: usize, needed: &mut [bool]) {
    if let AtomOrigin::Rules(rules) = &codes.atoms[number].origin {
        let literals = rules.iter().flat_map(|&rule| &codes.rules[rule].body);
        literals.for_each(|literal| needed[literal.atom()] = true);
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (atom, (input, value)) in self.atoms.iter().enumerate() {
            match input {
                AtomInput::Derived => {}
                AtomInput::Fluent => writeln!(f, "  a{atom} is a fluent and {value}")?,
                AtomInput::Move => writeln!(f, "  a{atom} is a move and {value}")?,
            }
        }
        for (head, body) in &self.rules {
            let sign = |literal: &SignedAtom| if literal.is_negated() { "not " } else { "" };
            let body = body.iter().map(|l| format!("{}a{}", sign(l), l.atom()));
            let body = body.collect::<Vec<_>>().join(", ");
            writeln!(
                f,
                "  a{head} if {}",
                if body.is_empty() { "always" } else { &body }
            )?;
        }
        let last = self.atoms.len() - 1;
        write!(
            f,
            "  a{last} is {}, but the network says otherwise",
            self.truth
        )
    }
}
