//! Proved projections hold in random states of library games and in all states of small games.

use rustc_hash::FxHashSet;
use senet_analyze::{AnalyzeOptions, SampledMatches, Verdict, boards, play};
use senet_gdl::{Deadline, Description, Sheet, playable_by_force};
use senet_ground::{Grounded, RuleEvaluator, RuleIndex, ground};
use std::time::{Duration, Instant};

/// The values that a projection shows of a state.
fn shown(
    grounded: &Grounded,
    relation: &str,
    positions: &[usize],
    state: &[bool],
) -> FxHashSet<String> {
    let facts = grounded
        .fluents
        .iter()
        .zip(state)
        .filter(|(_, holds)| **holds);
    let of_relation =
        facts.filter(|(fact, _)| grounded.symbols.key(grounded.terms.name(**fact)) == relation);
    let show = |fact| {
        let args: &[_] = grounded.terms.args(fact);
        let texts = positions
            .iter()
            .filter_map(|p| args.get(p - 1))
            .map(|&arg| grounded.text(arg));
        texts.collect::<Vec<_>>().join(" ")
    };
    of_relation.map(|(&fact, _)| show(fact)).collect()
}

/// The proved projections, within a time limit that keeps the test short.
fn proved(rules: &Description, seconds: f64) -> Vec<(String, Vec<usize>)> {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut options = AnalyzeOptions {
        deadline: Deadline::when(move || Instant::now() > end),
        ..AnalyzeOptions::default()
    };
    options.ground.deadline = options.deadline.clone();
    // The states come from another seed.
    options.seed = 2;
    let Ok(found) = boards(rules, &options) else {
        return Vec::new();
    };
    let proved = found
        .projections
        .into_iter()
        .filter(|report| report.verdict == Verdict::Proved);
    proved
        .map(|report| (report.named.relation, report.named.positions))
        .collect()
}

fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn proved_projections_hold_in_random_states() {
    let start = Instant::now();
    let allowed = Duration::from_secs(number("SENET_TEST_SECONDS", 15) as u64);
    let seconds = number("SENET_GAME_SECONDS", 2) as f64;
    let (matches, states) = (number("SENET_MATCHES", 5), number("SENET_STATES", 100));
    let (mut games, mut projections, mut nothing) = (0, 0, Vec::new());
    // The shortest sheets come first, so that some finish in time even on a busy machine.
    let mut library: Vec<_> = senet_library::games().iter().collect();
    library.sort_by_key(|game| game.rules.len());
    for game in library {
        if projections > 0 && start.elapsed() > allowed {
            eprintln!("stopped after {games} games: SENET_TEST_SECONDS gives them more time");
            break;
        }
        let rules = playable_by_force(&Sheet::read(game.rules)).unwrap();
        let proved = proved(&rules, seconds);
        if proved.is_empty() {
            nothing.push(game.name);
            continue;
        }
        // It grounded within the limits before.
        let grounded = ground(&rules, &senet_ground::GroundOptions::default()).unwrap();
        games += 1;
        projections += proved.len();
        let index = RuleIndex::new(&grounded);
        let mut evaluator = RuleEvaluator::new(&index);
        let initial = evaluator.initial();
        let expected: Vec<_> = proved
            .iter()
            .map(|(relation, positions)| shown(&grounded, relation, positions, &initial))
            .collect();
        let roles = grounded.roles.len();
        // First the beginnings of all matches, then whole matches up to a number of states.
        for (steps, all_steps) in [(2 * states / matches, usize::MAX), (states, states)] {
            let playouts = SampledMatches {
                matches,
                steps,
                all_steps,
            };
            let never = Deadline::never() as _;
            play(
                &mut evaluator,
                &playouts,
                roles,
                steps as u64,
                &never,
                |step| {
                    for ((relation, positions), expected) in proved.iter().zip(&expected) {
                        let found = shown(&grounded, relation, positions, step.next);
                        assert_eq!(&found, expected, "{}: {relation} {positions:?}", game.name);
                    }
                },
            );
        }
    }
    assert!(games > 0 && projections > 0);
    eprintln!(
        "{projections} projections of {games} games in random states; nothing is proved of {}",
        nothing.join(", ")
    );
}

/// All reachable states; `None` if there are more than the limit.
fn all_states(grounded: &Grounded, limit: usize) -> Option<Vec<Vec<bool>>> {
    let index = RuleIndex::new(grounded);
    let mut evaluator = RuleEvaluator::new(&index);
    let mut states = vec![evaluator.initial()];
    let mut seen: FxHashSet<_> = states.iter().cloned().collect();
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        next += 1;
        evaluator.look(&state);
        if evaluator.is_terminal() {
            continue;
        }
        let choices: Vec<_> = (0..grounded.roles.len())
            .map(|role| evaluator.legal(role))
            .collect();
        for joint in joints(&choices) {
            evaluator.look(&state);
            evaluator.act(&joint);
            let after = evaluator.next();
            if seen.insert(after.clone()) {
                states.push(after);
            }
        }
        if states.len() > limit {
            return None;
        }
    }
    Some(states)
}

fn joints(choices: &[Vec<u32>]) -> Vec<Vec<u32>> {
    choices.iter().fold(vec![Vec::new()], |joints, moves| {
        let longer = |joint: &Vec<u32>| {
            let add = |&m: &u32| joint.iter().copied().chain([m]).collect();
            moves.iter().map(add).collect::<Vec<Vec<u32>>>()
        };
        joints.iter().flat_map(longer).collect()
    })
}

/// Games with more ground rules take too long to enumerate with the plain evaluator.
const MOST_RULES: usize = 20_000;

/// Checks the proved projections of a game in all its states; returns the numbers of both, or `None` if there are too many states.
fn exhaust(game: &senet_library::LibraryGame, limit: usize) -> Option<(usize, usize)> {
    let rules = playable_by_force(&Sheet::read(game.rules)).unwrap();
    let grounded = ground(&rules, &senet_ground::GroundOptions::default()).ok()?;
    if grounded.rules.len() > MOST_RULES {
        return None;
    }
    let states = all_states(&grounded, limit)?;
    let proved = proved(&rules, 10.0);
    for (relation, positions) in &proved {
        let expected = shown(&grounded, relation, positions, &states[0]);
        for state in &states {
            let found = shown(&grounded, relation, positions, state);
            assert_eq!(found, expected, "{}", game.name);
        }
    }
    Some((proved.len(), states.len()))
}

#[test]
fn proved_projections_hold_in_all_states_of_small_games() {
    let limit = number("SENET_STATES", 100) * 100;
    let few = ["tic-tac-toe", "nim", "rock-paper-scissors", "hanoi-6"];
    let in_full = std::env::var_os("SENET_STATES").is_some();
    let (mut looked_at, mut projections) = (Vec::new(), 0);
    for game in senet_library::games() {
        if !in_full && !few.contains(&game.name) {
            continue;
        }
        if let Some((proved, states)) = exhaust(game, limit) {
            looked_at.push(format!("{} ({states} states)", game.name));
            projections += proved;
        }
    }
    eprintln!(
        "{projections} projections in all states of {}",
        looked_at.join(", ")
    );
    assert!(!looked_at.is_empty() && projections > 0);
}
