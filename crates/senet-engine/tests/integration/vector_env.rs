//! The vector environment: laws on small sheets, on every kind of lanes.

use senet_engine::{
    ActionRows, Autoreset, BitRows, EnvError, EnvOptions, Game, LaneKind, LoadOptions, StepArrays,
    VectorEnv, Width, load,
};
use senet_gdl::Sheet;
use std::sync::Arc;

/// Two roles take turns and take one or two of five objects. The role that takes the last object wins. A role that waits makes the move `rest`.
const TAKING: &str = "
    (role a) (role b) (init (pile 5)) (init (turn a)) (other a b) (other b a)
    (minus 5 1 4) (minus 5 2 3) (minus 4 1 3) (minus 4 2 2) (minus 3 1 2) (minus 3 2 1)
    (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
    (<= (legal ?p (take ?n)) (true (turn ?p)) (true (pile ?k)) (minus ?k ?n ?m))
    (<= (legal ?p rest) (true (turn ?q)) (other ?p ?q))
    (<= (next (pile ?m)) (does ?p (take ?n)) (true (pile ?k)) (minus ?k ?n ?m))
    (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
    (<= terminal (true (pile 0)))
    (<= (goal ?p 100) (true (turn ?q)) (other ?p ?q))
    (<= (goal ?p 0) (true (turn ?p)))";

/// Both roles choose at once, once.
const AT_ONCE: &str = "
    (role a) (role b) (init start) (legal a x) (legal a y) (legal b x) (legal b y)
    (<= (next (made ?p ?m)) (does ?p ?m))
    (<= terminal (not (true start)))
    (<= same (true (made a ?m)) (true (made b ?m)))
    (<= (goal a 100) same) (<= (goal a 20) (not same)) (goal b 50)";

/// The goal is undefined after `y`, and the second state after `z` has no legal move.
const BROKEN: &str = "
    (role a) (init start)
    (<= (legal a ?m) (true start) (move ?m)) (move x) (move y) (move z)
    (<= (next (made ?m)) (does a ?m))
    (<= terminal (true (made x))) (<= terminal (true (made y)))
    (<= (goal a 70) (true (made x)))";

fn kinds() -> Vec<LaneKind> {
    let widths = Width::ALL.into_iter().filter(|width| width.is_available());
    widths
        .map(LaneKind::Vector)
        .chain([LaneKind::Single])
        .collect()
}

fn game(rules: &str) -> Arc<dyn Game> {
    let loaded = load(&Sheet::read(rules), &LoadOptions::default());
    Arc::from(loaded.unwrap_or_else(|error| panic!("{error}")).game)
}

/// The arrays of a step, without observations.
struct Seen {
    masks: Vec<u8>,
    movers: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl Seen {
    fn of(env: &VectorEnv) -> Seen {
        let (lanes, rows) = (env.lanes(), env.row_lengths());
        Seen {
            masks: vec![9; lanes * rows.mask],
            movers: vec![9; lanes],
            rewards: vec![9.0; lanes * rows.roles],
            terminated: vec![9; lanes],
            truncated: vec![9; lanes],
        }
    }

    fn arrays(&mut self) -> StepArrays<'_> {
        StepArrays {
            observations: BitRows::Skip,
            final_observations: BitRows::Skip,
            masks: BitRows::Bytes(&mut self.masks),
            movers: &mut self.movers,
            choosers: &mut [],
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}

/// Checks a property on every kind of lanes.
#[track_caller]
fn check(rules: &str, options: EnvOptions, property: impl Fn(&mut VectorEnv, &mut Seen)) {
    for kind in kinds() {
        let options = EnvOptions {
            kind: Some(kind),
            ..options.clone()
        };
        let mut env =
            VectorEnv::new(game(rules), &options).unwrap_or_else(|error| panic!("{error}"));
        let mut seen = Seen::of(&env);
        property(&mut env, &mut seen);
    }
}

fn lanes(lanes: usize) -> EnvOptions {
    EnvOptions {
        lanes: Some(lanes),
        ..EnvOptions::default()
    }
}

fn action(env: &VectorEnv, text: &str) -> i32 {
    let found = env.actions().names().iter().position(|name| name == text);
    found.expect("the action exists") as i32
}

#[test]
fn forced_mover_is_the_role_whose_move_matters() {
    check(TAKING, lanes(3), |env, seen| {
        for text in ["(take 2)", "(take 2)"] {
            let made = action(env, text);
            env.step(ActionRows::Movers(&[made; 3]), seen.arrays())
                .expect("legal");
        }
        // One object is left, so no role has a choice: `a` must take it and `b` waits.
        assert_eq!(seen.movers, [0; 3]);
        let mask: Vec<u8> = (0..3)
            .map(|at| u8::from(at == action(env, "(take 1)")))
            .collect();
        assert_eq!(seen.masks, mask.repeat(3));
    });
}

#[test]
fn illegal_action_moves_no_lane() {
    check(TAKING, lanes(600), |env, seen| {
        let (one, rest) = (action(env, "(take 1)"), action(env, "rest"));
        let mut actions = vec![one; 600];
        actions[599] = rest;
        let before = env.states();
        let error = env.step(ActionRows::Movers(&actions), seen.arrays());
        assert!(
            matches!(&error, Err(EnvError::IllegalAction { lane: 599, name: Some(name), .. }) if name == "rest"),
            "{error:?}"
        );
        assert_eq!(env.states(), before);
        actions[599] = one;
        env.step(ActionRows::Movers(&actions), seen.arrays())
            .expect("legal");
        assert_eq!(seen.movers, [1; 600]);
    });
}

#[test]
fn one_action_for_two_choosers_is_an_error() {
    check(AT_ONCE, lanes(2), |env, seen| {
        let error = env.step(ActionRows::Movers(&[0, 0]), seen.arrays());
        assert!(
            matches!(error, Err(EnvError::SeveralChoose { lane: 0, .. })),
            "{error:?}"
        );
        env.step(ActionRows::Joint(&[0, 0, 0, 1]), seen.arrays())
            .expect("legal");
        assert_eq!(seen.rewards, [1.0, 0.0, 20.0 / 50.0 - 1.0, 0.0]);
    });
}

#[test]
fn broken_rules_are_errors_and_lanes_go_on() {
    check(BROKEN, lanes(5), |env, seen| {
        let mut made = [action(env, "x"); 5];
        made[3] = action(env, "y");
        let error = env.step(ActionRows::Movers(&made), seen.arrays());
        assert!(
            matches!(&error, Err(EnvError::UndefinedGoal { lane: 3, values, .. }) if values.is_empty()),
            "{error:?}"
        );
        assert!(seen.rewards[3].is_nan() && seen.rewards[4] > 0.0);
        made[3] = action(env, "z");
        let error = env.step(ActionRows::Movers(&made), seen.arrays());
        assert!(
            matches!(error, Err(EnvError::NoLegalMove { lane: 3, .. })),
            "{error:?}"
        );
        let drawn = [action(env, "x"); 5];
        env.step(ActionRows::Movers(&drawn), seen.arrays())
            .expect("all lanes are new");
        assert_eq!(seen.terminated, [1; 5]);
    });
}

#[test]
fn step_limit_truncates_without_reward() {
    let options = EnvOptions {
        step_limit: Some(1),
        autoreset: Autoreset::Disabled,
        ..lanes(2)
    };
    check(TAKING, options, |env, seen| {
        for _ in 0..2 {
            env.step(ActionRows::Movers(&[-1, -1]), seen.arrays())
                .expect("drawn");
            assert_eq!(
                (&seen.truncated[..], &seen.terminated[..]),
                (&[1, 1][..], &[0, 0][..])
            );
            assert_eq!(
                (&seen.rewards[..], &seen.movers[..]),
                (&[0.0; 4][..], &[-1, -1][..])
            );
            assert!(seen.masks.iter().all(|&one| one == 1));
        }
        env.reset(Some(&[true, false]), None, seen.arrays())
            .expect("reset");
        assert_eq!(
            (&seen.truncated[..], &seen.movers[..]),
            (&[0, 1][..], &[0, -1][..])
        );
    });
}

#[test]
fn threads_do_not_change_the_draws() {
    for kind in kinds() {
        let run = |threads| {
            let options = EnvOptions {
                threads,
                kind: Some(kind),
                seed: 8,
                ..lanes(1300)
            };
            let mut env = VectorEnv::new(game(TAKING), &options).expect("an environment");
            let mut seen = Seen::of(&env);
            let actions = vec![-1; 1300];
            for _ in 0..20 {
                env.step(ActionRows::Movers(&actions), seen.arrays())
                    .expect("drawn");
            }
            env.states()
        };
        let one = run(1);
        assert!(one.iter().any(|state| *state != one[0]));
        assert_eq!(run(3), one);
    }
}

#[test]
fn the_first_of_many_errors_is_named_whatever_the_number_of_threads() {
    let options = EnvOptions {
        threads: 3,
        ..lanes(2000)
    };
    check(TAKING, options, |env, seen| {
        let (one, rest) = (action(env, "(take 1)"), action(env, "rest"));
        let mut actions = vec![one; 2000];
        for first in [1999, 1400, 700, 3] {
            actions[first] = rest;
            let error = env.step(ActionRows::Movers(&actions), seen.arrays());
            assert!(
                matches!(error, Err(EnvError::IllegalAction { lane, .. }) if lane == first),
                "{error:?}"
            );
        }
        assert!(env.states().windows(2).all(|two| two[0] == two[1]));
    });
}

#[test]
fn default_lanes_grow_with_the_threads_and_the_first_ones_are_the_same() {
    for kind in kinds() {
        let run = |threads| {
            let options = EnvOptions {
                threads,
                kind: Some(kind),
                seed: 8,
                ..EnvOptions::default()
            };
            let mut env = VectorEnv::new(game(TAKING), &options).expect("an environment");
            let mut seen = Seen::of(&env);
            let actions = vec![-1; env.lanes()];
            for _ in 0..20 {
                env.step(ActionRows::Movers(&actions), seen.arrays())
                    .expect("drawn");
            }
            env.states()
        };
        let (one, two) = (run(1), run(2));
        assert_eq!(two.len(), 2 * one.len());
        assert_eq!(two[..one.len()], one);
    }
}

#[test]
fn draws_are_uniform() {
    check(AT_ONCE, lanes(4000), |env, seen| {
        env.step(ActionRows::Joint(&[-1; 8000]), seen.arrays())
            .expect("drawn");
        let same = seen
            .rewards
            .chunks(2)
            .filter(|rewards| rewards[0] == 1.0)
            .count();
        // Five standard deviations.
        assert!((2000 - 160..2000 + 160).contains(&same), "{same}");
    });
}

#[test]
fn wrong_lengths_and_limits_are_named() {
    check(TAKING, lanes(4), |env, seen| {
        let error = env.step(ActionRows::Movers(&[0; 3]), seen.arrays());
        let expected = EnvError::Length {
            array: "actions",
            expected: 4,
            found: 3,
        };
        assert_eq!(error, Err(expected));
    });
    let few_bytes = EnvOptions {
        memory_bytes: 10,
        ..lanes(4)
    };
    let error = VectorEnv::new(game(TAKING), &few_bytes).err();
    assert!(
        matches!(error, Some(EnvError::TooMuchMemory { limit: 10, .. })),
        "{error:?}"
    );
    assert_eq!(
        VectorEnv::new(game(TAKING), &lanes(0)).err(),
        Some(EnvError::NoLanes)
    );
    let no_steps = EnvOptions {
        step_limit: Some(0),
        ..lanes(1)
    };
    assert_eq!(
        VectorEnv::new(game(TAKING), &no_steps).err(),
        Some(EnvError::NoSteps)
    );
    let over = game("(role a) (init on) (legal a x) (<= terminal (true on)) (goal a 50)");
    assert_eq!(
        VectorEnv::new(over, &lanes(1)).err(),
        Some(EnvError::OverAtStart)
    );
}

/// A game in which the last of many roles chooses first.
fn many_roles(roles: usize) -> Arc<dyn Game> {
    let all: Vec<String> = (0..roles).map(|role| format!("(role r{role})")).collect();
    let last = roles - 1;
    game(&format!(
        "{} (init start) (<= (legal ?r wait) (role ?r)) (legal r{last} act)
         (<= (next done) (does r{last} act)) (<= (next late) (does r{last} wait))
         (<= terminal (not (true start))) (<= (goal ?r 100) (role ?r))",
        all.join(" ")
    ))
}

#[test]
fn movers_are_numbered_up_to_the_largest_byte_and_more_roles_are_refused() {
    for kind in kinds() {
        let options = EnvOptions {
            kind: Some(kind),
            ..lanes(3)
        };
        let mut env = VectorEnv::new(many_roles(127), &options).expect("an environment");
        let mut seen = Seen::of(&env);
        env.reset(None, None, seen.arrays()).expect("reset");
        assert_eq!(seen.movers, [126; 3]);
        let error = VectorEnv::new(many_roles(128), &options).err();
        assert!(
            matches!(error, Some(EnvError::TooManyRoles { roles: 128, .. })),
            "{error:?}"
        );
    }
}

fn rows(actions: &[i32], joint: bool) -> ActionRows<'_> {
    match joint {
        true => ActionRows::Joint(actions),
        false => ActionRows::Movers(actions),
    }
}

#[test]
fn sampled_actions_move_like_given_ones() {
    for (rules, joint) in [(TAKING, false), (TAKING, true), (AT_ONCE, true)] {
        let options = EnvOptions { joint, ..lanes(70) };
        check(rules, options.clone(), |env, seen| {
            let options = EnvOptions {
                kind: Some(env.kind()),
                ..options.clone()
            };
            let mut other = VectorEnv::new(game(rules), &options).expect("the same environment");
            let mut actions = vec![0; 70 * env.actions_of_lane()];
            for turn in 0..9 {
                env.sample(&mut actions).expect("matches go on");
                if turn % 3 == 2 {
                    // Actions that were not drawn last are placed one by one, also after a draw.
                    env.sample(&mut vec![0; actions.len()])
                        .expect("matches go on");
                }
                for env in [&mut *env, &mut other] {
                    env.step(rows(&actions, joint), seen.arrays())
                        .expect("legal");
                }
                assert_eq!(env.states(), other.states());
            }
        });
    }
}
