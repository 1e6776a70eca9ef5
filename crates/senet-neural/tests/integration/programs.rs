//! Programs far deeper and wider than the training data.

use fastrand::Rng;
use senet_neural::{
    AtomInput, Evaluation, ProgramShape, ReasonerNetwork, RuleGraph, SignedAtom, Truths,
    random_program,
};

/// Compares all derived atoms in 64 states.
fn check(graph: &RuleGraph, words: Vec<u64>) {
    let mut evaluation = Evaluation::new(&ReasonerNetwork::embedded(), graph, 64);
    for (atom, &word) in words.iter().enumerate() {
        evaluation.set_input(atom, word);
    }
    evaluation.run(graph, false);
    evaluation.run(graph, true);
    let truths = Truths::derive(graph, words);
    for atom in 0..graph.atoms() {
        assert_eq!(evaluation.word(atom), truths.word(atom), "atom {atom}");
    }
}

fn random_words(rng: &mut Rng, inputs: usize, atoms: usize) -> Vec<u64> {
    (0..atoms)
        .map(|atom| if atom < inputs { rng.u64(..) } else { 0 })
        .collect()
}

#[test]
fn parity_of_a_thousand_inputs_is_exact() {
    const INPUTS: usize = 1000;
    let mut inputs = vec![AtomInput::Fluent; INPUTS];
    inputs.extend([AtomInput::Derived; INPUTS - 1]);
    let mut rules = Vec::new();
    let mut sum = 0;
    for input in 1..INPUTS {
        let head = INPUTS + input - 1;
        for negated in [false, true] {
            rules.push((
                head,
                vec![
                    SignedAtom::new(sum, negated),
                    SignedAtom::new(input, !negated),
                ],
            ));
        }
        sum = head;
    }
    let graph = RuleGraph::layered(inputs, rules);
    assert_eq!(graph.depth(), INPUTS - 1);
    check(
        &graph,
        random_words(&mut Rng::with_seed(1), INPUTS, graph.atoms()),
    );
}

#[test]
fn rules_with_hundreds_of_conditions_are_exact() {
    const INPUTS: usize = 500;
    let mut inputs = vec![AtomInput::Move; INPUTS];
    inputs.extend([AtomInput::Derived; 3]);
    let all = |negated| {
        (0..INPUTS)
            .map(|input| SignedAtom::new(input, negated))
            .collect::<Vec<_>>()
    };
    let mut rules = vec![(INPUTS, all(false)), (INPUTS + 1, all(true))];
    rules.extend((0..INPUTS).map(|input| (INPUTS + 2, vec![SignedAtom::new(input, false)])));
    let graph = RuleGraph::layered(inputs, rules);
    let mut words = random_words(&mut Rng::with_seed(2), INPUTS, graph.atoms());
    // State 0 has all inputs, state 1 none, state 2 all but one, state 3 only one.
    for (input, word) in words[..INPUTS].iter_mut().enumerate() {
        let is_odd_one = u64::from(input == 77);
        *word = *word & !0b1111 | 0b0001 | (1 - is_odd_one) << 2 | is_odd_one << 3;
    }
    check(&graph, words);
}

#[test]
fn random_programs_of_other_shapes_are_exact() {
    let mut rng = Rng::with_seed(3);
    for layers in [1, 7, 40] {
        let shape = ProgramShape {
            fluents: 5,
            moves: 3,
            derived: 300,
            layers,
            negated: 0.6,
            rules: vec![0.1, 0.1, 0.1, 0.7],
            literals: vec![0.05, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
        };
        let example = random_program(&shape, 64, &mut rng);
        let words = (0..example.graph.atoms()).map(|atom| example.truths.word(atom));
        check(&example.graph, words.collect());
    }
}
