//! Rules with many `or`s: they load in little memory, and all back ends give the same answers.

use fastrand::Rng;
use senet_engine::{
    BackEnd, BuildLimits, Circuit, Game, LoadOptions, MemoryBudget, MoveId, State, load,
};
use senet_gdl::{Description, Sheet, clauses, playable_by_force};
use senet_ground::{GroundOptions, ground_clauses};
use std::fmt::Write;

/// The number of random sheets. The variable `SENET_SHEETS` overrides it.
const SHEETS: u64 = 60;
/// The memory that sheets with few words but many `or`s may take.
const LITTLE: usize = 200 << 20;

/// A counter, and a rule with `count` `or`s of two branches.
fn many_ors(count: usize) -> String {
    format!(
        "(role a) (init (s 0)) (legal a x) (legal a y) (<= terminal (true (s 3))) (goal a 50)
         (<= (next (s ?n)) (true (s ?m)) (succ ?m ?n)) (succ 0 1) (succ 1 2) (succ 2 3)
         (<= (next r) {})",
        "(or (true (s 1)) (true (s 2)))".repeat(count)
    )
}

/// The same game with the `or`s expanded by hand.
const EXPANDED: &str = "(role a) (init (s 0)) (legal a x) (legal a y) (<= terminal (true (s 3)))
    (goal a 50) (<= (next (s ?n)) (true (s ?m)) (succ ?m ?n)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (next r) (true (s 1))) (<= (next r) (true (s 2)))";

fn game_on(rules: &str, back_end: BackEnd) -> Box<dyn Game> {
    let options = LoadOptions {
        force: true,
        back_end: Some(back_end),
        memory: MemoryBudget::new(LITTLE),
        ..LoadOptions::default()
    };
    let loaded = load(&Sheet::read(rules), &options);
    loaded
        .unwrap_or_else(|error| panic!("{error}\n{rules}"))
        .game
}

/// All answers about a state, as text.
fn answers(game: &dyn Game, state: &State) -> String {
    let mut text = format!("{:?} {:?}", game.fluents(state), game.is_terminal(state));
    for role in 0..game.roles().len() {
        let moves = game.legal(state, role).unwrap();
        let moves: Vec<String> = moves.iter().map(|&m| game.move_name(role, m)).collect();
        write!(text, " {moves:?} {:?}", game.goal(state, role)).unwrap();
    }
    text
}

/// Plays random matches on all games at once and compares their answers.
fn compare(games: &[Box<dyn Game>], rng: &mut Rng, rules: &str) {
    for _ in 0..3 {
        let mut states: Vec<State> = games.iter().map(|game| game.initial().unwrap()).collect();
        for _ in 0..6 {
            let each = games.iter().zip(&states);
            let texts: Vec<String> = each.map(|(game, state)| answers(&**game, state)).collect();
            texts
                .iter()
                .for_each(|text| assert_eq!(*text, texts[0], "{rules}"));
            let (first, state) = (&games[0], &states[0]);
            let legal = (0..first.roles().len()).map(|role| first.legal(state, role).unwrap());
            let legal: Vec<Vec<MoveId>> = legal.collect();
            if legal.iter().any(Vec::is_empty) {
                break;
            }
            let chosen = legal.iter().map(|moves| moves[rng.usize(..moves.len())]);
            let joint = chosen
                .enumerate()
                .map(|(role, id)| first.move_name(role, id));
            let joint: Vec<String> = joint.collect();
            for (game, state) in games.iter().zip(&mut states) {
                let find = |(role, text): (usize, &String)| game.find_move(role, text).unwrap();
                let joint: Vec<MoveId> = joint.iter().enumerate().map(find).collect();
                *state = game.next(state, &joint).unwrap();
            }
        }
    }
}

#[test]
fn many_ors_answer_like_rules_expanded_by_hand() {
    for count in [5, 16, 40, 200] {
        let rules = many_ors(count);
        for back_end in BackEnd::ALL {
            let games = [game_on(EXPANDED, back_end), game_on(&rules, back_end)];
            compare(&games, &mut Rng::with_seed(1), &rules);
        }
    }
}

#[test]
fn many_ors_keep_the_fluents_and_moves_of_the_sheet() {
    let counts = |rules: &str| {
        let options = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            ..LoadOptions::default()
        };
        let counts = load(&Sheet::read(rules), &options).unwrap().counts.unwrap();
        (counts.fluents, counts.moves)
    };
    assert_eq!(counts(&many_ors(40)), counts(EXPANDED));
}

/// A conjunction over bound variables: `or`s that need bindings, bind variables or nest.
fn condition(rng: &mut Rng, depth: usize) -> String {
    let variable = |rng: &mut Rng| ["?x", "?y", "?z"][rng.usize(..3)];
    let (one, two) = (variable(rng), variable(rng));
    match rng.usize(..if depth == 0 { 6 } else { 10 }) {
        0 => format!("(distinct {one} {two})"),
        1 => format!("(not (true (at {one})))"),
        2 => format!("(edge {one} {two})"),
        3 => format!("(true (at {one}))"),
        4 => format!("(not (distinct {one} {}))", rng.usize(..3)),
        5 => format!("(edge {one} ?local{})", rng.usize(..2)),
        6 => format!(
            "(not (and {} (not (true (at {one})))))",
            condition(rng, 0)
                .replace("?local0", "?x")
                .replace("?local1", "?y")
        ),
        7 => format!(
            "(and {} {})",
            condition(rng, depth - 1),
            condition(rng, depth - 1)
        ),
        _ => format!(
            "(or {} {})",
            condition(rng, depth - 1),
            condition(rng, depth - 1)
        ),
    }
}

/// A rule with several `or`s. Some of them bind `?z`, the others need variables.
fn rule(rng: &mut Rng, head: &str, ors: usize) -> String {
    let binder = ["(true (at ?x))", "(edge ?x ?y)", "(reach ?x ?y)"][rng.usize(..3)];
    let mut body = vec![binder.to_string(), "(node ?y)".into(), "(node ?x)".into()];
    body.push("(or (edge ?y ?z) (edge ?z ?x) (true (at ?z)))".into());
    for _ in 0..ors {
        body.push(format!("(or {} {})", condition(rng, 2), condition(rng, 1)));
    }
    rng.shuffle(&mut body);
    format!("(<= {head} {})\n", body.join(" "))
}

fn random_rules(rng: &mut Rng, ors: usize) -> String {
    let mut text = String::from("(role r) (goal r 0) (init (at 0)) (init (at 2)) (legal r wait)\n");
    (0..4).for_each(|node| write!(text, "(node {node})").unwrap());
    for _ in 0..5 {
        write!(text, "(edge {} {})", rng.usize(..4), rng.usize(..4)).unwrap();
    }
    text.push_str("(edge 0 1) (edge 1 2)\n(<= (reach ?x ?y) (edge ?x ?y))\n");
    text += &rule(rng, "(reach ?x ?y)", ors).replace("(reach ?x ?y) ", "(edge ?x ?y) ");
    text += &rule(rng, "(legal r (go ?x))", ors);
    text += &rule(rng, "(next (at ?z))", ors);
    text += &rule(rng, "(goal r 100)", ors);
    text += "(<= (next (at ?x)) (does r (go ?x)))\n(<= terminal (true (at 3)))";
    text
}

/// The circuit of the rules after all `or`s are multiplied out; `None` if this gives too many
/// clauses.
fn multiplied_out(description: &Description) -> Option<Box<dyn Game>> {
    let clauses = clauses(description).ok()?;
    let grounded = ground_clauses(clauses, &description.symbols, &GroundOptions::default());
    let circuit = Circuit::new(&grounded.ok()?, &BuildLimits::default());
    Some(Box::new(circuit.ok()?))
}

#[test]
fn random_ors_give_the_same_answers_on_all_back_ends() {
    let given = std::env::var("SENET_SHEETS").ok();
    let sheets = given.map_or(SHEETS, |text| text.parse().expect("a number"));
    let (mut played, mut compared_with_product) = (0, 0);
    for seed in 0..sheets {
        let mut rng = Rng::with_seed(seed);
        let ors = 3 + seed as usize % 7;
        let rules = random_rules(&mut rng, ors);
        let Ok(description) = playable_by_force(&Sheet::read(rules.as_str())) else {
            continue;
        };
        let mut games: Vec<Box<dyn Game>> = BackEnd::ALL
            .into_iter()
            .map(|back_end| game_on(&rules, back_end))
            .collect();
        if ors < 5 {
            games.extend(multiplied_out(&description));
            compared_with_product += games.len() / 5;
        }
        compare(&games, &mut rng, &rules);
        played += 1;
    }
    assert!(
        played > sheets / 4,
        "only {played} of {sheets} sheets were playable"
    );
    assert!(compared_with_product > 0);
}
