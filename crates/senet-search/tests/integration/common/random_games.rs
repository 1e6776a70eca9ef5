//! Small random games as rule sheets.

use fastrand::Rng;
use std::fmt::Write;

/// The kind of a random game.
#[derive(Clone, Copy)]
pub struct Shape {
    /// The number of roles, not counting chance.
    pub roles: usize,
    /// True if the goals of two roles sum to 100.
    pub opposed: bool,
    /// True if several roles may have a choice in the same state.
    pub simultaneous: bool,
    /// True if the role `random` takes part.
    pub chance: bool,
}

/// The number of layers of states.
const LAYERS: usize = 5;
/// The number of states per layer.
const WIDTH: usize = 4;

/// A random game with explicitly listed states. It contains transpositions.
pub fn sheet(shape: Shape, seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut roles: Vec<String> = (0..shape.roles).map(|role| format!("r{role}")).collect();
    if shape.chance {
        roles.insert(rng.usize(..=roles.len()), "random".to_string());
    }
    let mut text = String::new();
    for role in &roles {
        writeln!(text, "(role {role})").unwrap();
    }
    text.push_str("(init (at s0_0))\n");
    text.push_str("(<= (legal ?r ?m) (true (at ?s)) (may ?s ?r ?m))\n");
    let does: String = roles
        .iter()
        .map(|r| format!("(does {r} ?m_{r}) "))
        .collect();
    let moves: String = roles.iter().map(|r| format!("?m_{r} ")).collect();
    writeln!(
        text,
        "(<= (next (at ?t)) (true (at ?s)) {does}(go ?s {moves}?t))"
    )
    .unwrap();
    text.push_str("(<= terminal (true (at ?s)) (final ?s))\n");
    text.push_str("(<= (goal ?r ?v) (true (at ?s)) (pays ?s ?r ?v))\n");
    for layer in 0..=LAYERS {
        for number in 0..WIDTH {
            let is_last = layer == LAYERS;
            match is_last || layer > 1 && rng.u8(..5) == 0 {
                true => end(&mut text, shape, &roles, layer, number, &mut rng),
                false => state(&mut text, shape, &roles, layer, number, &mut rng),
            }
        }
    }
    text
}

fn end(
    text: &mut String,
    shape: Shape,
    roles: &[String],
    layer: usize,
    number: usize,
    rng: &mut Rng,
) {
    writeln!(text, "(final s{layer}_{number})").unwrap();
    let mut goals: Vec<u8> = roles.iter().map(|_| 25 * rng.u8(0..=4)).collect();
    let players: Vec<usize> = (0..roles.len()).filter(|&r| roles[r] != "random").collect();
    if shape.opposed {
        goals[players[1]] = 100 - goals[players[0]];
    }
    for (role, goal) in roles.iter().zip(goals) {
        writeln!(text, "(pays s{layer}_{number} {role} {goal})").unwrap();
    }
}

fn state(
    text: &mut String,
    shape: Shape,
    roles: &[String],
    layer: usize,
    number: usize,
    rng: &mut Rng,
) {
    let mover = rng.usize(..roles.len());
    let mut choices = Vec::new();
    for (at, role) in roles.iter().enumerate() {
        let chooses = at == mover || role == "random" || shape.simultaneous && rng.bool();
        let count = if chooses { rng.usize(1..=3) } else { 1 };
        (0..count).for_each(|m| writeln!(text, "(may s{layer}_{number} {role} m{m})").unwrap());
        choices.push(count);
    }
    let all: usize = choices.iter().product();
    for joint in 0..all {
        let mut rest = joint;
        let mut moves = String::new();
        for count in &choices {
            write!(moves, "m{} ", rest % count).unwrap();
            rest /= count;
        }
        let target = rng.usize(..WIDTH);
        let below = layer + 1;
        writeln!(text, "(go s{layer}_{number} {moves}s{below}_{target})").unwrap();
    }
}
