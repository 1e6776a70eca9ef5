//! Loading within a memory budget, and loading that is cancelled.

use senet_engine::{
    BackEnd, BuildStop, Deadline, LoadError, LoadOptions, Loaded, MemoryBudget, Stopped, load,
};
use senet_gdl::Sheet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A board of `size` × `size` cells on which two roles move tokens, so that there are `size`^4 moves.
fn tokens(size: usize) -> String {
    let mut rules = String::from(
        "(role a) (role b) (init (turn a)) (init (cell 0 0)) (init (cell 1 1))
        (<= (legal ?r (move ?x ?y ?u ?v)) (true (turn ?r)) (true (cell ?x ?y)) (n ?u) (n ?v)
            (not (true (cell ?u ?v))))
        (<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
        (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
        (<= (next (cell ?u ?v)) (does ?r (move ?x ?y ?u ?v)))
        (<= (next (cell ?x ?y)) (true (cell ?x ?y)) (not (left ?x ?y)))
        (<= (left ?x ?y) (does ?r (move ?x ?y ?u ?v)))
        (<= terminal (true (cell 3 3))) (goal a 100) (goal b 0)",
    );
    (0..size).for_each(|n| rules += &format!("(n {n})"));
    rules
}

fn load_within(rules: &str, back_end: Option<BackEnd>, bytes: usize) -> Result<Loaded, LoadError> {
    let options = LoadOptions {
        back_end,
        memory: MemoryBudget::new(bytes),
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(rules), &options);
    assert_eq!(options.memory.used(), 0, "all memory is freed");
    assert!(options.memory.peak() <= bytes);
    loaded
}

#[test]
fn small_budgets_fall_back_from_stage_to_stage_with_the_reason() {
    let rules = tokens(6);
    let mut reasons: Vec<(BackEnd, String)> = Vec::new();
    for bytes in (17..28).map(|power| 1 << power) {
        match load_within(&rules, None, bytes) {
            Ok(loaded) => reasons.push((loaded.back_end, loaded.reason)),
            Err(error) => {
                assert!(
                    matches!(error, LoadError::Build(BuildStop::Memory(_))),
                    "{error}"
                );
                assert!(reasons.is_empty(), "a larger budget must not fail");
            }
        }
    }
    let back_ends: Vec<BackEnd> = reasons.iter().map(|reason| reason.0).collect();
    assert!(back_ends.is_sorted(), "{reasons:?}");
    for (back_end, words) in [
        (BackEnd::Interpreter, "memory limit"),
        (BackEnd::Interpreter, "the rules do not ground"),
        (BackEnd::Circuit, "no lanes"),
        (BackEnd::Circuit, "memory limit"),
        (BackEnd::Lanes, "matches at once"),
    ] {
        let is_told = |(of, reason): &(BackEnd, String)| *of == back_end && reason.contains(words);
        assert!(
            reasons.iter().any(is_told),
            "{back_end} {words}: {reasons:?}"
        );
    }
}

#[test]
fn requested_back_ends_fail_within_a_small_budget_and_name_the_stage() {
    let rules = tokens(6);
    for back_end in [BackEnd::Circuit, BackEnd::Lanes] {
        let mut stages: Vec<String> = Vec::new();
        for bytes in (0..60).map(|step| (1.12_f64.powi(step) * 100_000.0) as usize) {
            if let Err(error) = load_within(&rules, Some(back_end), bytes) {
                let text = error.to_string();
                assert!(text.contains("limit of"), "{text}");
                stages.push(text);
            }
        }
        let mut expected = vec!["grounding", "the network"];
        if back_end == BackEnd::Lanes {
            expected.extend(["rewriting the network", "the vector code"]);
        }
        for stage in expected {
            assert!(
                stages.iter().any(|text| text.contains(stage)),
                "{stage}: {stages:#?}"
            );
        }
    }
}

#[test]
fn budget_too_small_for_the_rules_is_an_error() {
    for back_end in BackEnd::ALL.into_iter().map(Some).chain([None]) {
        let error = load_within(&tokens(8), back_end, 1000)
            .err()
            .expect("too little");
        let text = error.to_string();
        assert!(
            text.contains("reading the rules") && text.contains("1000 bytes"),
            "{text}"
        );
    }
}

/// Loads with a deadline that is over after a number of polls. Returns the number of polls made.
fn load_for_polls(sheet: &Sheet, back_end: Option<BackEnd>, polls: usize) -> (usize, bool) {
    let counted = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&counted);
    let options = LoadOptions {
        back_end,
        deadline: Deadline::when(move || counter.fetch_add(1, Ordering::Relaxed) >= polls),
        ..LoadOptions::default()
    };
    let loaded = load(sheet, &options);
    assert_eq!(options.memory.used(), 0, "all memory is freed");
    let is_cancelled = matches!(loaded, Err(LoadError::Build(BuildStop::Signalled)));
    assert!(is_cancelled || loaded.is_ok());
    (counted.load(Ordering::Relaxed), is_cancelled)
}

#[test]
fn load_ends_at_any_poll_that_finds_it_cancelled() {
    let sheet = Sheet::read(tokens(5));
    for back_end in BackEnd::ALL.into_iter().map(Some).chain([None]) {
        let (all, _) = load_for_polls(&sheet, back_end, usize::MAX);
        for part in 0..8 {
            let polls = all * part / 8;
            let (made, is_cancelled) = load_for_polls(&sheet, back_end, polls);
            assert!(is_cancelled, "{back_end:?} after {polls} of {all} polls");
            assert!(
                made <= polls + 8,
                "{made} polls although it was over after {polls}"
            );
        }
    }
}

#[test]
fn cancelled_load_ends_soon() {
    let sheet = Sheet::read(tokens(10));
    let start = Instant::now();
    let whole = load(&sheet, &LoadOptions::default());
    assert!(whole.is_ok());
    let whole = start.elapsed();
    // The test may run without optimisation on a busy machine, so it allows more time than users
    // should wait.
    let patience = Duration::from_millis(100).max(whole / 10);
    for part in 0..8 {
        let deadline = Deadline::never();
        let options = LoadOptions {
            deadline: deadline.clone(),
            ..LoadOptions::default()
        };
        let wait = whole * part / 8;
        let late = std::thread::scope(|scope| {
            let loading = scope.spawn(|| (load(&sheet, &options).is_ok(), Instant::now()));
            std::thread::sleep(wait);
            deadline.cancel();
            let cancelled = Instant::now();
            let (_, end) = loading.join().unwrap();
            end.saturating_duration_since(cancelled)
        });
        assert!(
            late < patience,
            "{late:?} late when cancelled after {wait:?} of {whole:?}"
        );
    }
}

/// Loads a sheet in a child process, and returns the peak memory of the process.
#[cfg(target_os = "linux")]
mod peak_memory {
    use super::*;

    const SHEET: &str = "SENET_TEST_ORS";

    #[test]
    fn sixteen_and_forty_ors_load_in_under_200_megabytes() {
        if let Ok(count) = std::env::var(SHEET) {
            let count: usize = count.parse().expect("a number");
            let ors = "(or (true (s 1)) (true (s 2)))".repeat(count);
            let rules = format!(
                "(role a) (init (s 0)) (legal a x) (<= terminal (true (s 3))) (goal a 50)
                 (<= (next (s ?n)) (true (s ?m)) (succ ?m ?n)) (succ 0 1) (succ 1 2) (succ 2 3)
                 (<= (next r) {ors})"
            );
            let loaded = load(&Sheet::read(rules), &LoadOptions::default());
            assert_eq!(loaded.unwrap().back_end, BackEnd::Lanes);
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let peak = status.lines().find(|line| line.starts_with("VmHWM"));
            println!("PEAK {}", peak.unwrap());
            return;
        }
        for count in [16, 40] {
            let program = std::env::current_exe().unwrap();
            let mut child = std::process::Command::new(program);
            child.args(["sixteen_and_forty_ors", "--nocapture", "--test-threads=1"]);
            let output = child.env(SHEET, count.to_string()).output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.contains("PEAK VmHWM"));
            let line = line.unwrap_or_else(|| panic!("no figure in {text}"));
            let words = line.split_whitespace();
            let kilobytes: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
            assert!(
                kilobytes[0] < 200_000,
                "{count} ors took {} kB",
                kilobytes[0]
            );
        }
    }
}

/// Percepts and goals have texts of their own.
#[test]
fn large_texts_of_percepts_are_refused() {
    let numbers: String = (0..100).map(|n| format!("(n {n})")).collect();
    let doubled: String = (0..17)
        .map(|n| format!("(<= (t{} (f ?x ?x)) (t{n} ?x))", n + 1))
        .collect();
    let rules = format!(
        "(role a) (init (on 1)) (<= (legal a wait) (true (on 1))) (<= terminal (true (off 1))) (goal a 0) {numbers}
        (t0 1) {doubled} (<= (sees a (g ?i ?x)) (n ?i) (t17 ?x) (true (on 1)))"
    );
    let circuit = load_within(&rules, Some(BackEnd::Circuit), 64 << 20).err();
    let refused = circuit.expect("the texts are larger than the budget");
    assert!(refused.to_string().contains("memory"), "{refused}");
    let loaded = load_within(&rules, Some(BackEnd::Interpreter), 64 << 20).unwrap();
    let state = loaded.game.initial().unwrap();
    let wait = loaded.game.legal(&state, 0).unwrap();
    let stopped = loaded.game.sees(&state, &wait, 0);
    assert!(
        matches!(stopped, Err(Stopped::TooMuchText { .. })),
        "{stopped:?}"
    );
}

/// Few short rules can have large texts: terms share their parts, and fluents share a long name.
#[test]
fn large_texts_of_fluents_and_moves_are_refused() {
    let frame =
        "(role a) (<= (legal a wait) (true (on 1))) (<= terminal (true (off 1))) (goal a 0)";
    let numbers: String = (0..2000).map(|n| format!("(n {n})")).collect();
    let doubled: String = (0..17)
        .map(|n| format!("(<= (t{} (f ?x ?x)) (t{n} ?x))", n + 1))
        .collect();
    let large_terms = format!(
        "{frame} {numbers} (t0 1) {doubled} (<= (init (g ?i ?x)) (n ?i) (t17 ?x)) (init (on 1))"
    );
    let name = "x".repeat(400_000);
    let long_names = format!("{frame} {numbers} (<= (init (g {name} ?x)) (n ?x)) (init (on 1))");
    let long_moves = format!(
        "{frame} {numbers} (init (on 1)) (<= (legal a (m {name} ?x)) (true (on 1)) (n ?x))"
    );
    for rules in [large_terms, long_names, long_moves] {
        let interpreter = LoadOptions {
            back_end: Some(BackEnd::Interpreter),
            ..LoadOptions::default()
        };
        let loaded = load(&Sheet::read(&rules), &interpreter).unwrap();
        let state = loaded.game.initial();
        let stopped = state.and_then(|state| loaded.game.legal(&state, 0));
        assert!(
            matches!(stopped, Err(Stopped::TooMuchText { .. })),
            "{stopped:?}"
        );
        let circuit = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            memory: MemoryBudget::new(64 << 20),
            ..LoadOptions::default()
        };
        let refused = load(&Sheet::read(&rules), &circuit).err();
        let refused = refused.expect("the texts are larger than the budget");
        assert!(refused.to_string().contains("memory"), "{refused}");
    }
}
