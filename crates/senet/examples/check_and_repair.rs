//! Checks a rule sheet, shows each problem with its place, and formats the repaired sheet.

use senet::rules::{LineIndex, check, format};

const SHEET: &str = "(role runner)
(init (at 0)) (succ 0 1) (succ 1 2)
(<= (legal ?player run) (role runner))
(<= (next (at ?y)) (does runner run) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 2)))
(<= (goal runner 100) (true (at 2)))
(<= (goal runner 0) (not (true (at 2))))
";

fn show(text: &str) -> usize {
    let (problems, lines) = (check(text), LineIndex::new(text));
    for problem in &problems {
        let (line, column) = lines.position(problem.span.start);
        println!("{line}:{column}: {} {}", problem.code, problem.message);
        println!("  help: {}", problem.help);
    }
    problems.len()
}

fn main() -> Result<(), senet::Error> {
    println!("{} problems", show(SHEET));
    let repaired = SHEET.replace("(role runner))", "(role ?player))");
    println!("{} problems after the repair", show(&repaired));
    if let Ok(text) = format(&repaired) {
        println!("{text}");
    }
    let game = senet::Game::from_text(&repaired)?;
    let state = game.initial().play_text(&["run"])?.play_text(&["run"])?;
    println!("goals: {:?}", state.goals());
    Ok(())
}
