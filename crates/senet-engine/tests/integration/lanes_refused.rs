//! If the system refuses executable memory, lanes interpret programs and report it.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use senet_engine::{BackEnd, LoadOptions, PlayoutRequest, Width, load};
use senet_gdl::Sheet;
use std::ffi::{c_int, c_ulong};
use std::process::Command;

const RULES: &str = "
    (role a) (init (sum 0))
    (next 0 1) (next 1 2) (next 2 3) (next 3 4) (next 4 4)
    (legal a one) (legal a none)
    (<= (next (sum ?y)) (true (sum ?x)) (does a one) (next ?x ?y))
    (<= (next (sum ?x)) (true (sum ?x)) (does a none))
    (<= terminal (true (sum 4)))
    (<= (goal a 100) (true (sum 4)))";

/// Set in the child process that gives up executable memory, which is irreversible.
const CHILD: &str = "SENET_TEST_REFUSED";

#[allow(unsafe_code)]
unsafe extern "C" {
    fn prctl(option: c_int, ...) -> c_int;
}

/// Forbids new executable memory for this process. Linux supports this since version 6.3.
#[allow(unsafe_code)]
fn refuse_executable_memory() -> bool {
    const PR_SET_MDWE: c_int = 65;
    const PR_MDWE_REFUSE_EXEC_GAIN: c_ulong = 1;
    let none: c_ulong = 0;
    // SAFETY: this only restricts which memory the process may map later.
    unsafe { prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, none, none, none) == 0 }
}

#[test]
fn lanes_work_without_executable_memory() {
    if std::env::var_os(CHILD).is_none() {
        let test = std::env::current_exe().expect("the test has an executable");
        let mut child = Command::new(test);
        child.args([
            "--exact",
            "lanes_refused::lanes_work_without_executable_memory",
            "--nocapture",
        ]);
        let status = child.env(CHILD, "1").status().expect("it can be started");
        assert!(status.success(), "the child process failed");
        return;
    }
    if !refuse_executable_memory() {
        eprintln!("skipped: this system cannot refuse executable memory");
        return;
    }
    for width in [Width::Avx2, Width::Avx512] {
        if width.is_available() {
            check(width);
        }
    }
}

fn check(width: Width) {
    let sheet = Sheet::read(RULES);
    let options = |back_end| LoadOptions {
        back_end: Some(back_end),
        width: Some(width),
        ..LoadOptions::default()
    };
    let circuit = load(&sheet, &options(BackEnd::Circuit))
        .expect("playable")
        .game;
    let lanes = load(&sheet, &options(BackEnd::Lanes)).expect("playable");
    let code = lanes.counts.and_then(|counts| counts.code);
    let reason = code.and_then(|code| code.interpreted_because);
    let reason = reason.expect("there is no machine code");
    assert!(reason.contains("refuses executable memory"), "{reason}");
    let starts = [circuit.initial().expect("a state")];
    let found = lanes.game.legal_in(&starts);
    assert_eq!(found, circuit.legal_in(&starts));
    let played = lanes.game.playouts(&PlayoutRequest::new(&starts, 1000, 1));
    let tally = &played.expect("playable").tallies[0];
    assert_eq!((tally.ended, tally.goals[0].sum), (1000, 100_000));
    // Eight steps on average; the standard deviation of a match is below three steps.
    assert!((tally.steps as i64 - 8000).abs() < 400, "{}", tally.steps);
}
