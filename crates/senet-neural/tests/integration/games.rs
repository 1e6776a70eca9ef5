//! Games: the network gives the answers of the circuit.

use fastrand::Rng;
use senet_engine::{
    BackEnd, BuildFromGrounded, BuildLimits, Circuit, Game, LoadOptions, MoveId, Stopped, load,
};
use senet_gdl::{Deadline, MemoryBudget, Sheet, playable};
use senet_ground::{Grounded, ground};
use senet_neural::{
    NeuralBackEnd, NeuralGame, ReasonerNetwork, SampleOptions, measure, sample_states,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn grounded(rules: &str) -> Grounded {
    let description = playable(&Sheet::read(rules)).expect("the rules can be played");
    ground(&description, &Default::default()).expect("the rules ground")
}

/// Compares all answers along random matches.
fn check(rules: &str, matches: usize) -> Result<(), Stopped> {
    let grounded = grounded(rules);
    let (network, circuit) = (
        NeuralGame::new(&grounded, ReasonerNetwork::embedded()).unwrap(),
        Circuit::new(&grounded, &BuildLimits::default()).unwrap(),
    );
    let mut rng = Rng::with_seed(5);
    for _ in 0..matches {
        let mut state = circuit.initial()?;
        assert_eq!(network.initial()?, state);
        for _ in 0..60 {
            let roles = 0..circuit.roles().len();
            let over = circuit.is_terminal(&state)?;
            assert_eq!(network.is_terminal(&state)?, over);
            let mut joint: Vec<MoveId> = Vec::new();
            for role in roles.clone() {
                let legal = circuit.legal(&state, role)?;
                assert_eq!(network.legal(&state, role)?, legal);
                assert_eq!(network.goal(&state, role)?, circuit.goal(&state, role)?);
                joint.extend(rng.choice(legal));
            }
            if over || joint.len() < roles.len() {
                break;
            }
            for role in roles {
                assert_eq!(
                    network.sees(&state, &joint, role)?,
                    circuit.sees(&state, &joint, role)?
                );
            }
            let next = circuit.next(&state, &joint)?;
            assert_eq!(network.next(&state, &joint)?, next);
            state = next;
        }
    }
    Ok(())
}

#[test]
fn library_games_are_answered_as_by_the_circuit() -> Result<(), Stopped> {
    for game in senet_library::games()
        .iter()
        .filter(|game| game.rules.len() < 6_000)
    {
        check(game.rules, 2)?;
    }
    Ok(())
}

#[test]
fn recursion_and_negation_are_exact_in_any_state() {
    let rules = "(role walker)
        (node 1) (node 2) (node 3) (node 4) (node 5) (node 6)
        (init (open 1 2))
        (<= (base (open ?x ?y)) (node ?x) (node ?y))
        (<= (legal walker (flip ?x ?y)) (node ?x) (node ?y))
        (<= (reach ?x ?y) (true (open ?x ?y)))
        (<= (reach ?x ?z) (node ?y) (reach ?x ?y) (true (open ?y ?z)))
        (<= (apart ?x ?y) (node ?x) (node ?y) (not (reach ?x ?y)))
        (<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does walker (flip ?x ?y))))
        (<= (next (open ?x ?y)) (does walker (flip ?x ?y)) (not (true (open ?x ?y))))
        (<= terminal (reach 1 6) (not (apart 6 1)))
        (<= (goal walker 100) (reach 1 6))
        (<= (goal walker 0) (apart 1 6))";
    let states = sample_states("walk", &grounded(rules), &SampleOptions::default());
    let found = measure(
        &ReasonerNetwork::embedded(),
        &states,
        8,
        1,
        &Deadline::never(),
    );
    assert!(found.is_exact() && found.derived > 10_000, "{found:?}");
    assert!(
        found
            .outputs
            .iter()
            .all(|output| output.f1() == 1.0 && output.true_positives > 0)
    );
}

#[test]
fn foreign_states_and_moves_are_refused() {
    let rules = "(role you) (init on) (legal you wait) (<= terminal (not (true on))) (goal you 50)";
    let game = NeuralGame::new(&grounded(rules), ReasonerNetwork::embedded()).unwrap();
    let start = game.initial().unwrap();
    assert!(matches!(
        game.next(&start, &[MoveId(7)]),
        Err(Stopped::Misuse(_))
    ));
    assert!(matches!(game.legal(&start, 3), Err(Stopped::Misuse(_))));
    let other = senet_engine::State::from_words(vec![1, 2, 3]);
    assert!(matches!(game.is_terminal(&other), Err(Stopped::Misuse(_))));
}

/// Records the memory that it may use, and builds nothing.
#[derive(Debug, Default)]
struct Recorder(AtomicUsize);

impl BuildFromGrounded for Recorder {
    fn build(&self, _: &Grounded, memory: usize) -> Result<Box<dyn Game>, String> {
        self.0.store(memory, Ordering::Relaxed);
        Err("nothing is built".to_string())
    }

    fn describe(&self) -> String {
        String::new()
    }
}

#[test]
fn the_network_gets_the_memory_that_the_ground_rules_leave() {
    let rules = senet_library::find("tic-tac-toe").unwrap().rules;
    let recorder = Arc::new(Recorder::default());
    let memory = MemoryBudget::new(64 << 20);
    let options = LoadOptions {
        back_end: Some(BackEnd::Neural),
        memory: memory.clone(),
        neural: Some(recorder.clone()),
        ..LoadOptions::default()
    };
    assert!(load(&Sheet::read(rules), &options).is_err());
    let left = recorder.0.load(Ordering::Relaxed);
    let grounded = grounded(rules);
    assert!(
        left > 0 && left <= memory.limit() - grounded.bytes(),
        "{left}"
    );
    assert_eq!(memory.used(), 0);
    let back_end = NeuralBackEnd(ReasonerNetwork::embedded());
    assert!(back_end.build(&grounded, left).is_ok());
    let error = back_end.build(&grounded, 1000).err();
    assert!(error.is_some_and(|error| error.contains("memory limit")));
}
