//! Tests the buttons for moves that name no place.

use senet_draw::{ButtonLine, DrawingPlan, Fact, Picture, svg, targets};
use senet_gdl::{Deadline, Sheet};

/// Returns the lines of buttons as text: the label, then the buttons. A star marks the last move.
fn lines(picture: &Picture) -> Vec<String> {
    let line = |line: &ButtonLine| {
        let buttons = line.buttons.iter().map(|button| match button.highlighted {
            true => format!("{}*", button.label),
            false => button.label.clone(),
        });
        let role = line.role.map_or(String::new(), |role| format!("{role} "));
        format!(
            "{role}{}: {}",
            line.label,
            buttons.collect::<Vec<_>>().join(" ")
        )
    };
    picture.buttons.lines.iter().map(line).collect()
}

/// Draws a state of a library game with the legal moves of each role.
fn drawn(name: &str, facts: &[&str], legal: &[&[&str]], last: &[&str]) -> (DrawingPlan, Picture) {
    let game = senet_library::find(name).expect("in the library");
    let plan = DrawingPlan::of(
        &Sheet::read(game.rules).description,
        &[],
        &Deadline::never(),
    );
    let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
    let texts = |moves: &&[&str]| moves.iter().map(|text| text.to_string()).collect();
    let legal: Vec<Vec<String>> = legal.iter().map(texts).collect();
    let last: Vec<String> = last.iter().map(|text| text.to_string()).collect();
    let picture = Picture::of(&plan, &facts, None);
    let picture = picture.with_buttons(&plan, &legal, (!last.is_empty()).then_some(&last));
    (plan, picture)
}

#[test]
fn each_choosing_role_gets_its_own_buttons() {
    let shown: &[&str] = &["(show paper)", "(show rock)", "(show scissors)"];
    let state = ["(round 1)", "(wins left 1)", "(wins right 0)"];
    let last = ["(show rock)", "(show scissors)"];
    let (plan, picture) = drawn("rock-paper-scissors", &state, &[shown, shown], &last);
    let expected = [
        "0 show: paper rock* scissors",
        "1 show: paper rock scissors*",
    ];
    assert_eq!(lines(&picture), expected);
    assert_eq!(targets(&plan, &picture, 1, "(show rock)"), ["button:1:1"]);
    let text = svg(&picture);
    assert!(text.contains(r#"data-place="button:1:1""#), "{text}");
    assert_eq!(text.matches(r#"class="pip""#).count(), 10 + 3 + 3);
    // The terminal state has no choices, so it shows the last moves.
    let (_, picture) = drawn("rock-paper-scissors", &state, &[], &last);
    assert_eq!(lines(&picture), ["0 show: rock*", "1 show: scissors*"]);
}

#[test]
fn one_line_of_buttons_per_move_argument() {
    let buttons = ["a", "b", "c"];
    let mut moves = Vec::new();
    for first in buttons {
        for second in buttons {
            moves.extend(buttons.map(|third| format!("(press {first} {second} {third})")));
        }
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let (plan, picture) = drawn("buttons-and-lights-parallel", &["(step 1)"], &[&moves], &[]);
    let expected = [
        "press left: a b c",
        "press centre: a b c",
        "press right: a b c",
    ];
    assert_eq!(lines(&picture), expected);
    let pressed = targets(&plan, &picture, 0, "(press b a c)");
    assert_eq!(pressed, ["button:0:1", "button:1:0", "button:2:2"]);
}

#[test]
fn no_buttons_for_placed_or_forced_moves() {
    let state = ["(height 0)", "(round 0)"];
    let choice: &[&str] = &["(lay east)", "(lay west)", "wait"];
    let (plan, picture) = drawn("babel", &state, &[choice, choice, &["wait"]], &[]);
    assert_eq!(lines(&picture), ["0 : wait", "1 : wait"]);
    assert!(targets(&plan, &picture, 0, "(lay east)")[0].starts_with("0:"));
    let (_, picture) = drawn("babel", &state, &[choice, &["wait"], &["wait"]], &[]);
    assert_eq!(lines(&picture), [": wait"]);
}

#[test]
fn groups_moves_that_differ_in_the_last_word() {
    let turns =
        ["top", "right"].map(|layer| ["half", "quarter"].map(|a| format!("(turn {layer} {a})")));
    let turns: Vec<&str> = turns.iter().flatten().map(String::as_str).collect();
    let (_, picture) = drawn("rubik-2x2", &["(turns 0)"], &[&turns], &[]);
    assert_eq!(
        lines(&picture),
        ["turn right: half quarter", "turn top: half quarter"]
    );
}
