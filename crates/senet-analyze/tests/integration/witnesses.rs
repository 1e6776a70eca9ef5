//! The reference back end confirms the witnesses of the published test. Single questions get the same verdicts as whole sheets.

use senet_analyze::{AnalyzeOptions, BoardQuestion, ProjectionReport, Reached, Verdict, boards};
use senet_engine::{Game, QueryLimits, Reference};
use senet_gdl::{Description, Sheet, playable};
use std::time::{Duration, Instant};

fn ask(
    rules: &Description,
    only: Option<(String, Vec<usize>)>,
    seed: u64,
) -> Vec<ProjectionReport> {
    let options = AnalyzeOptions {
        question: BoardQuestion::VerifyIp,
        only,
        seed,
        conflicts: 1000,
        ..AnalyzeOptions::default()
    };
    boards(rules, &options).unwrap().projections
}

/// The values that a projection shows of some facts, as texts.
fn shown(facts: &[String], report: &ProjectionReport) -> Vec<String> {
    let mut shown = Vec::new();
    for fact in facts {
        let sheet = Sheet::read(fact.as_str());
        let symbols = &sheet.description.symbols;
        let Some(form) = sheet.forms.first() else {
            continue;
        };
        let args = form.rest();
        let is_of = form.head().map(|name| symbols.key(name)) == Some(&report.named.relation);
        if is_of && args.len() == report.named.arity {
            let at = |&position: &usize| args[position - 1].span().of(fact);
            let parts: Vec<&str> = report.named.positions.iter().map(at).collect();
            shown.push(parts.join(" "));
        }
    }
    shown.sort();
    shown.dedup();
    shown
}

/// Checks that the witness is a legal step that changes what the projection shows.
fn judge(game: &Reference, report: &ProjectionReport, name: &str) {
    let witness = report.witness.as_ref().unwrap();
    let state = game.find_state(&witness.state).unwrap();
    let mut joint = Vec::new();
    for (role, made) in witness.joint.iter().enumerate() {
        let legal = game.legal(&state, role).unwrap();
        let made = legal.iter().find(|&&id| game.move_name(role, id) == *made);
        joint.push(*made.unwrap_or_else(|| panic!("{name}: not legal in {report:?}")));
    }
    let next = game.fluents(&game.next(&state, &joint).unwrap());
    let (before, after) = (shown(&witness.state, report), shown(&next, report));
    assert_ne!(before, after, "{name}: nothing is lost in {report:?}");
}

#[test]
fn witnesses_are_legal_steps_that_lose_a_value() {
    let start = Instant::now();
    let mut judged = 0;
    // The shortest sheets come first, so that the time suffices for many.
    let mut library: Vec<_> = senet_library::games().iter().collect();
    library.sort_by_key(|game| game.rules.len());
    for game in library {
        if judged > 0 && start.elapsed() > Duration::from_secs(15) {
            eprintln!("stopped before {}: time is up", game.name);
            break;
        }
        let rules = playable(&Sheet::read(game.rules)).unwrap();
        let judge_of = Reference::new(&rules, QueryLimits::default()).unwrap();
        for report in &ask(&rules, None, 1) {
            let named = &report.named;
            let only = (named.relation.clone(), named.positions.clone());
            for seed in 1..=2 {
                let alone = ask(&rules, Some(only.clone()), seed);
                let [alone] = &alone[..] else {
                    panic!("{}: {only:?} has {} answers", game.name, alone.len());
                };
                if Verdict::Undecided != report.verdict && Verdict::Undecided != alone.verdict {
                    assert_eq!(alone.verdict, report.verdict, "{}: {only:?}", game.name);
                }
                let witness = alone.witness.as_ref();
                if witness.is_some_and(|witness| witness.reached == Reached::Unknown) {
                    judge(&judge_of, alone, game.name);
                    judged += 1;
                }
            }
        }
    }
    eprintln!("{judged} witnesses were judged");
    assert!(judged > 0);
}
