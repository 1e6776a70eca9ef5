//! Moves that name no place are drawn as buttons.

use senet_draw::{Fact, Line, Picture, Plan, svg, targets};
use senet_gdl::Sheet;

/// The lines of buttons of a state: what stands before each, and what is written on its buttons, with a star where the last move pressed.
fn lines(picture: &Picture) -> Vec<String> {
    let line = |line: &Line| {
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

/// Draws a state of a library game with the moves that are legal for each role.
fn drawn(name: &str, facts: &[&str], legal: &[&[&str]], last: &[&str]) -> (Plan, Picture) {
    let game = senet_library::find(name).expect("in the library");
    let plan = Plan::of(&Sheet::read(game.rules).description, &[]);
    let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
    let texts = |moves: &&[&str]| moves.iter().map(|text| text.to_string()).collect();
    let legal: Vec<Vec<String>> = legal.iter().map(texts).collect();
    let last: Vec<String> = last.iter().map(|text| text.to_string()).collect();
    let picture = Picture::of(&plan, &facts, None);
    let picture = picture.offering(&plan, &legal, (!last.is_empty()).then_some(&last));
    (plan, picture)
}

#[test]
fn each_role_has_its_own_where_several_choose() {
    let signs: &[&str] = &["(show paper)", "(show rock)", "(show scissors)"];
    let state = ["(round 1)", "(wins left 1)", "(wins right 0)"];
    let last = ["(show rock)", "(show scissors)"];
    let (plan, picture) = drawn("rock-paper-scissors", &state, &[signs, signs], &last);
    let expected = [
        "0 show: paper rock* scissors",
        "1 show: paper rock scissors*",
    ];
    assert_eq!(lines(&picture), expected);
    assert_eq!(targets(&plan, &picture, 1, "(show rock)"), ["button:1:1"]);
    let text = svg(&picture);
    assert!(text.contains(r#"data-place="button:1:1""#), "{text}");
    assert_eq!(text.matches(r#"class="pip""#).count(), 10 + 3 + 3);
    // At the end there is nothing to choose; what was shown last remains.
    let (_, picture) = drawn("rock-paper-scissors", &state, &[], &last);
    assert_eq!(lines(&picture), ["0 show: rock*", "1 show: scissors*"]);
}

#[test]
fn moves_of_many_parts_are_put_together() {
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
fn places_come_first_and_an_only_move_needs_no_button() {
    let state = ["(height 0)", "(round 0)"];
    let choice: &[&str] = &["(lay east)", "(lay west)", "wait"];
    let (plan, picture) = drawn("babel", &state, &[choice, choice, &["wait"]], &[]);
    assert_eq!(lines(&picture), ["0 : wait", "1 : wait"]);
    assert!(targets(&plan, &picture, 0, "(lay east)")[0].starts_with("0:"));
    let (_, picture) = drawn("babel", &state, &[choice, &["wait"], &["wait"]], &[]);
    assert_eq!(lines(&picture), [": wait"]);
}

#[test]
fn lines_have_what_differs_only_in_the_last_word() {
    let turns =
        ["top", "right"].map(|layer| ["half", "quarter"].map(|a| format!("(turn {layer} {a})")));
    let turns: Vec<&str> = turns.iter().flatten().map(String::as_str).collect();
    let (_, picture) = drawn("rubik-2x2", &["(turns 0)"], &[&turns], &[]);
    assert_eq!(
        lines(&picture),
        ["turn top: half quarter", "turn right: half quarter"]
    );
}
