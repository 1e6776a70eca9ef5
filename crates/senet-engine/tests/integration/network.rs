//! Derived networks give the same outputs as the plain network.

use fastrand::Rng;
use senet_engine::BuildLimits;
use senet_engine::network::{JointMoves, Network, Phases, Wire, live_in_cycle};
use senet_gdl::{Sheet, playable_by_force};
use senet_ground::{GroundOptions, Grounded, Limits, ground};
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Random matches per game, and joint moves per match.
const MATCHES: u64 = 2;
const LENGTH: usize = 25;
/// Random states and joint moves per game.
const RANDOM_STATES: usize = 12;
/// Maximum number of ground rules of a tested game; larger games take too long in debug builds.
const MAX_RULES: usize = 2_500;
const MAX_PERIOD: usize = 12;
/// Number of random games; game `n` uses seed `n`.
const RANDOM_GAMES: u64 = 300;

/// The grounded game, unless it is unplayable or too large.
fn grounded(rules: &str) -> Option<Grounded> {
    let description = playable_by_force(&Sheet::read(rules)).ok()?;
    let limits = Limits {
        rules: MAX_RULES,
        ..Limits::default()
    };
    let options = GroundOptions {
        limits,
        ..GroundOptions::default()
    };
    ground(&description, &options).ok()
}

/// The values of all nodes, computed in the plainest way.
struct Values<'a> {
    network: &'a Network,
    nodes: Vec<bool>,
}

impl<'a> Values<'a> {
    fn of(network: &'a Network, state: &[bool], joint: &[usize]) -> Values<'a> {
        let mut nodes = vec![false; network.gates.len()];
        let start = network.fluents.start as usize;
        nodes[start..start + state.len()].copy_from_slice(state);
        for (moves, chosen) in network.moves.iter().zip(joint) {
            nodes[moves.start as usize + chosen] = true;
        }
        let mut values = Values { network, nodes };
        let mut at = 0;
        for part in &network.loops {
            values.run(at..part.nodes.end);
            while values.feed_back(&part.feedback) {
                values.run(part.nodes.clone());
            }
            at = part.nodes.end;
        }
        values.run(at..network.gates.len() as u32);
        values
    }

    fn run(&mut self, nodes: Range<u32>) {
        for node in nodes {
            let inputs = self.network.gates.inputs(node);
            if !inputs.is_empty() {
                self.nodes[node as usize] = inputs.iter().all(|&wire| self.get(wire));
            }
        }
    }

    fn feed_back(&mut self, feedback: &[(u32, Wire)]) -> bool {
        let mut changed = false;
        for &(input, driver) in feedback {
            let value = self.get(driver);
            changed |= std::mem::replace(&mut self.nodes[input as usize], value) != value;
        }
        changed
    }

    fn get(&self, wire: Wire) -> bool {
        self.nodes[wire.node() as usize] ^ (wire.inverted() == 1)
    }

    fn all(&self, wires: &[Wire]) -> Vec<bool> {
        wires.iter().map(|&wire| self.get(wire)).collect()
    }

    fn goals(&self) -> Vec<Vec<bool>> {
        let goals = self.network.goals.iter();
        let goals = goals.map(|goals| goals.iter().map(|(_, wire)| self.get(*wire)).collect());
        goals.collect()
    }

    /// The outputs that do not depend on moves.
    fn state_outputs(&self) -> Vec<Vec<bool>> {
        let legal = self.network.legal.iter().map(|legal| self.all(legal));
        let mut outputs = self.goals();
        outputs.extend(legal);
        outputs.push(vec![self.get(self.network.terminal)]);
        outputs
    }

    /// The outputs that depend on moves.
    fn move_outputs(&self) -> Vec<Vec<bool>> {
        let sees = self.network.sees.iter();
        let sees = sees.map(|sees| sees.iter().map(|(_, wire)| self.get(*wire)).collect());
        sees.chain([self.all(&self.network.next)]).collect()
    }
}

fn initial(grounded: &Grounded) -> Vec<bool> {
    let mut state = vec![false; grounded.fluents.len()];
    let holding = grounded.initial.iter();
    holding.for_each(|&fluent| state[fluent as usize] = true);
    state
}

fn words(state: &[bool]) -> Vec<u64> {
    let word = |bits: &[bool]| {
        bits.iter()
            .rev()
            .fold(0, |word, &bit| word << 1 | bit as u64)
    };
    state.chunks(64).map(word).collect()
}

/// A random legal joint move.
fn choose(network: &Network, values: &Values, rng: &mut Rng) -> Option<Vec<usize>> {
    let choice = |legal: &Vec<Wire>| {
        let possible = (0..legal.len()).filter(|&number| values.get(legal[number]));
        rng.choice(possible.collect::<Vec<_>>())
    };
    network.legal.iter().map(choice).collect()
}

/// Visits the states and joint moves of random matches, with the step number.
fn play(
    network: &Network,
    grounded: &Grounded,
    mut visit: impl FnMut(usize, &[bool], Option<&[usize]>),
) {
    for seed in 0..MATCHES {
        let mut rng = Rng::with_seed(seed);
        let mut state = initial(grounded);
        for time in 0..LENGTH {
            let values = Values::of(network, &state, &[]);
            let is_end = values.get(network.terminal);
            let joint = choose(network, &values, &mut rng).filter(|_| !is_end);
            visit(time, &state, joint.as_deref());
            let Some(joint) = joint else {
                break;
            };
            state = Values::of(network, &state, &joint).all(&network.next);
        }
    }
}

/// Checks the networks of all phases against the plain network, and that each state has the right
/// phase.
fn check_phases(name: &str, grounded: &Grounded) -> Phases {
    let network = Network::build(grounded, &BuildLimits::default()).unwrap();
    check_rewritten(name, &network, grounded.initial.len());
    let phases = network
        .phases(&grounded.initial, MAX_PERIOD, &BuildLimits::default())
        .unwrap();
    let special = network
        .specialise_to(&phases, &BuildLimits::default())
        .unwrap();
    let rewrite = |network: &Network| {
        network
            .rewrite(JointMoves::Legal, &BuildLimits::default())
            .unwrap()
    };
    let rewritten: Vec<Network> = special.iter().map(rewrite).collect();
    play(&network, grounded, |time, state, joint| {
        let phase = time % phases.period;
        assert_eq!(phases.of(&words(state)), Some(phase), "{name}, step {time}");
        let name = format!("{name}, step {time}");
        check_same_outputs(&name, &network, &special[phase], state, joint);
        check_same_outputs(&name, &network, &rewritten[phase], state, joint);
    });
    check_live(name, grounded, &network, &phases, &rewritten);
    check_parts(name, grounded, &network);
    phases
}

/// Checks a network rewritten for all states and moves, with arbitrary states and moves.
fn check_rewritten(name: &str, network: &Network, holding: usize) {
    let rewritten = network
        .rewrite(JointMoves::Any, &BuildLimits::default())
        .unwrap();
    let mut rng = Rng::with_seed(0);
    let density = holding.max(1) as f64 / network.next.len().max(1) as f64;
    for trial in 0..RANDOM_STATES {
        let density = [density, 0.5, 0.9][trial % 3];
        let state: Vec<bool> = network.next.iter().map(|_| rng.f64() < density).collect();
        let choose = |moves: &Range<u32>| (!moves.is_empty()).then(|| rng.usize(..moves.len()));
        let joint: Option<Vec<usize>> = network.moves.iter().map(choose).collect();
        check_same_outputs(name, network, &rewritten, &state, joint.as_deref());
    }
}

/// Checks the networks for steps and for goals against the whole network.
fn check_parts(name: &str, grounded: &Grounded, network: &Network) {
    let goals = network
        .for_goals(&BuildLimits::default())
        .unwrap()
        .rewrite(JointMoves::Any, &BuildLimits::default())
        .unwrap();
    let steps = network
        .for_steps(&BuildLimits::default())
        .unwrap()
        .rewrite(JointMoves::Any, &BuildLimits::default())
        .unwrap();
    play(network, grounded, |_, state, joint| {
        let [all, goals] = [network, &goals].map(|n| Values::of(n, state, &[]).goals());
        assert_eq!(all, goals, "{name}");
        let Some(joint) = joint else {
            return;
        };
        let [all, steps] = [network, &steps].map(|n| {
            let values = Values::of(n, state, joint);
            let legal: Vec<_> = n.legal.iter().map(|legal| values.all(legal)).collect();
            (legal, values.get(n.terminal), values.all(&n.next))
        });
        assert_eq!(all, steps, "{name}");
    });
}

fn check_same_outputs(
    name: &str,
    one: &Network,
    other: &Network,
    state: &[bool],
    joint: Option<&[usize]>,
) {
    let (a, b) = (Values::of(one, state, &[]), Values::of(other, state, &[]));
    assert_eq!(a.state_outputs(), b.state_outputs(), "{name}");
    if let Some(joint) = joint {
        let (a, b) = (
            Values::of(one, state, joint),
            Values::of(other, state, joint),
        );
        assert_eq!(a.move_outputs(), b.move_outputs(), "{name}");
    }
}

/// Checks that clearing fluents that are not live does not change legal moves, ends and goals.
fn check_live(
    name: &str,
    grounded: &Grounded,
    network: &Network,
    phases: &Phases,
    special: &[Network],
) {
    let live = live_in_cycle(special);
    let mut kept = initial(grounded);
    play(network, grounded, |time, state, joint| {
        let phase = time % phases.period;
        if time == 0 {
            kept = state.to_vec();
        }
        for (fluent, value) in kept.iter_mut().enumerate() {
            *value &= live[phase].contains(&(fluent as u32));
        }
        let (a, b) = (
            Values::of(network, state, &[]),
            Values::of(&special[phase], &kept, &[]),
        );
        assert_eq!(a.state_outputs(), b.state_outputs(), "{name}, step {time}");
        if let Some(joint) = joint {
            kept = Values::of(&special[phase], &kept, joint).all(&special[phase].next);
        }
    });
}

/// Compares the known fluents of all phases, one per line.
fn check(rules: &str, expected: &str) {
    let grounded = grounded(rules).expect("a small game");
    let phases = check_phases("inline", &grounded);
    let mut text = format!("{}\n", phases.period);
    for fixed in &phases.fixed {
        let values: String = fixed
            .values
            .iter()
            .map(|&v| if v { '1' } else { '0' })
            .collect();
        let fluent = grounded.text(grounded.fluents[fixed.fluent as usize]);
        writeln!(text, "{fluent} {values}").expect("a string");
    }
    let lines = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let expected: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(text, expected);
}

#[test]
fn turns_become_phases() {
    check(
        "(role a) (role b) (role c) (init (turn a)) (then a b) (then b c) (then c a)
         (<= (next (turn ?y)) (true (turn ?x)) (then ?x ?y))
         (<= (next (said ?r ?x)) (does ?r (say ?x)) (true (turn ?r)))
         (<= (next (said ?r ?x)) (true (said ?r ?x)))
         (<= (legal ?r (say 1)) (true (turn ?r))) (<= (legal ?r (say 2)) (true (turn ?r)))
         (<= (legal ?r pass) (role ?r) (not (true (turn ?r))))
         (<= terminal (true (said a 1)) (true (said c 2))) (goal a 0) (goal b 1) (goal c 2)",
        "3
         (turn a) 100
         (turn b) 010
         (turn c) 001",
    );
}

#[test]
fn finds_turns_despite_step_counter() {
    let steps: String = (1..200).map(|n| format!("(succ {n} {}) ", n + 1)).collect();
    check(
        &format!(
            "(role a) (role b) (init (turn a)) (init (step 1)) (init dull) {steps}
             (<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))
             (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= (next dull) (true dull))
             (<= (legal ?r (go ?r)) (true (turn ?r))) (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
             (<= terminal (true (step 200))) (goal a 0) (goal b 0)"
        ),
        "2
         (turn a) 10
         (turn b) 01
         dull 11",
    );
}

#[test]
fn finds_turns_that_depend_on_forced_moves() {
    check(
        "(role a) (role b) (init (turn a))
         (<= (next (turn b)) (does b wait)) (<= (next (turn a)) (does a wait))
         (<= (legal a (put ?x)) (n ?x) (true (turn a))) (<= (legal b (put ?x)) (n ?x) (true (turn b))) (n 1) (n 2)
         (<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))
         (<= (next (has ?x)) (does ?r (put ?x))) (<= terminal (true (has 1)) (true (has 2))) (goal a 0) (goal b 0)",
        "2
         (turn a) 10
         (turn b) 01",
    );
}

#[test]
fn optional_turn_changes_are_not_phases() {
    check(
        "(role a) (init (turn 1)) (<= (legal a stay) (true (turn ?x))) (<= (legal a (to ?x)) (n ?x)) (n 1) (n 2)
         (<= (next (turn ?x)) (does a (to ?x))) (<= (next (turn ?x)) (does a stay) (true (turn ?x)))
         (<= terminal (true (turn 3))) (goal a 0)",
        "1",
    );
}

#[test]
fn combines_periods_of_two_clocks() {
    check(
        "(role a) (init (two 0)) (init (three 0)) (t 0 1) (t 1 0) (h 0 1) (h 1 2) (h 2 0)
         (<= (next (two ?y)) (true (two ?x)) (t ?x ?y)) (<= (next (three ?y)) (true (three ?x)) (h ?x ?y))
         (<= (legal a (go ?x)) (true (two ?x))) (legal a stay) (<= (next moved) (does a (go ?x)))
         (<= terminal (true moved) (true (three 2))) (goal a 0)",
        "6
         (three 0) 100100
         (three 1) 010010
         (three 2) 001001
         (two 0) 101010
         (two 1) 010101",
    );
}

#[test]
fn specialised_loops_keep_least_fixpoints() {
    check(
        "(role a) (init (turn 0)) (init (at 1)) (e 1 2) (e 2 3) (e 3 1) (e 3 4) (e 4 5) (e 5 3)
         (<= (next (turn 1)) (true (turn 0))) (<= (next (turn 0)) (true (turn 1)))
         (<= (open ?x ?y) (e ?x ?y) (not (true (shut ?y))))
         (<= (open 5 ?y) (true (turn 1)) (e ?x ?y))
         (<= (reach ?x) (true (at ?x))) (<= (reach ?y) (reach ?x) (open ?x ?y))
         (<= (lost ?x) (true (turn 1)) (true (at ?x))) (<= (lost ?y) (lost ?x) (e ?x ?y))
         (<= (legal a (go ?x)) (reach ?x)) (<= (legal a (shut ?x)) (lost ?x))
         (<= (next (at ?x)) (does a (go ?x))) (<= (next (at ?x)) (true (at ?x)) (does a (shut ?y)))
         (<= (next (shut ?x)) (does a (shut ?x))) (<= (next (shut ?x)) (true (shut ?x)) (true (turn 1)))
         (<= terminal (true (shut 1)) (true (shut 2)) (true (shut 3))) (goal a 0)",
        "2
         (turn 0) 10
         (turn 1) 01",
    );
}

#[test]
fn unreachable_states_have_no_phase() {
    let rules = "(role a) (init (turn 0)) (<= (next (turn 1)) (true (turn 0))) (<= (next (turn 0)) (true (turn 1)))
                 (legal a go) (legal a stay) (<= terminal (true over)) (<= (next over) (does a go)) (goal a 0)";
    let grounded = grounded(rules).expect("a small game");
    let phases = Network::build(&grounded, &BuildLimits::default())
        .unwrap()
        .phases(&grounded.initial, 2, &BuildLimits::default())
        .unwrap();
    let phase = |state: &[bool]| phases.of(&words(state));
    // In text order: (turn 0), (turn 1), over.
    assert_eq!(phase(&[true, false, true]), Some(0));
    assert_eq!(phase(&[false, true, false]), Some(1));
    assert_eq!(phase(&[true, true, false]), None);
    assert_eq!(phase(&[false, false, true]), None);
}

#[test]
fn unused_fluents_are_not_live() {
    let rules = "(role a) (init (last none)) (legal a x) (legal a y) (<= (next (last ?m)) (does a ?m))
                 (<= (next two) (true one)) (<= (next one) (does a x)) (<= terminal (true two)) (goal a 0)";
    let grounded = grounded(rules).expect("a small game");
    let live = Network::build(&grounded, &BuildLimits::default())
        .unwrap()
        .live_fluents();
    let text = |&fluent: &u32| grounded.text(grounded.fluents[fluent as usize]);
    assert_eq!(live.iter().map(text).collect::<Vec<_>>(), ["one", "two"]);
}

/// The rule sheets of the library, and public ones if available.
fn sheets() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let beside = || root.join("../shared");
    let shared = std::env::var_os("SENET_SHARED").map_or_else(beside, PathBuf::from);
    let public = shared.join("games/base");
    if !public.is_dir() {
        eprintln!(
            "skipped the public games: there is no folder {}",
            public.display()
        );
    }
    let folders = [root.join("library"), public];
    let entries = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok());
    let paths = entries
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()));
    let sheet = |path: PathBuf| {
        if path.is_dir() {
            path.join("rules.kif")
        } else {
            path
        }
    };
    let mut sheets: Vec<_> = paths.map(sheet).filter(|path| path.is_file()).collect();
    sheets.sort();
    sheets
}

#[test]
fn phase_networks_match_plain_network_on_known_games() {
    let mut played = 0;
    for path in sheets() {
        let text = std::fs::read_to_string(&path);
        if let Some(grounded) = text.ok().as_deref().and_then(grounded) {
            check_phases(&path.display().to_string(), &grounded);
            played += 1;
        }
    }
    assert!(played >= 20, "only {played} games were played");
}

/// Adds a clock with three values, and makes many rules depend on it.
fn with_clock(rules: &str, rng: &mut Rng) -> String {
    let mut text = String::from(
        "(init (time 0)) (then 0 1) (then 1 2) (then 2 0)
         (<= (next (time ?y)) (true (time ?x)) (then ?x ?y))\n",
    );
    for line in rules.lines() {
        let hour = rng.u32(0..3);
        let test = match rng.usize(..4) {
            0 => format!("(true (time {hour})))"),
            1 => format!("(not (true (time {hour}))))"),
            _ => ")".to_string(),
        };
        match line.strip_suffix(')').filter(|_| line.starts_with("(<=")) {
            Some(rule) => writeln!(text, "{rule}{test}").expect("a string"),
            None => writeln!(text, "{line}").expect("a string"),
        }
    }
    text
}

#[test]
fn phase_networks_match_plain_network_on_random_games() {
    for seed in 0..RANDOM_GAMES {
        let mut rng = Rng::with_seed(seed);
        let rules = crate::random::rules(&mut rng);
        let rules = with_clock(&rules, &mut rng);
        let grounded = grounded(&rules).unwrap_or_else(|| panic!("seed {seed}\n{rules}"));
        let phases = check_phases(&format!("seed {seed}\n{rules}"), &grounded);
        assert_eq!(phases.period, 3, "seed {seed}\n{rules}");
    }
}
