//! What is seen of single steps while a game is grounded, held against the whole game.

use senet_analyze::{Evaluator, Model};
use senet_gdl::{Sheet, clauses, playable};
use senet_ground::{Demand, Glimpse, Grounded, Onlooker, Options, Start, TermId};
use senet_ground::{ground, ground_watched};
use std::cell::RefCell;

/// A step that was seen: a state, the legal moves of each role, those made, and what followed.
struct Seen {
    state: Vec<TermId>,
    legal: Vec<Vec<TermId>>,
    step: Option<(Vec<TermId>, Vec<TermId>)>,
}

/// Looks at states of random facts.
struct Watcher {
    random: RefCell<fastrand::Rng>,
    states: RefCell<Vec<Vec<TermId>>>,
    seen: RefCell<Vec<Seen>>,
}

impl Onlooker for Watcher {
    fn is_enough(&self, _: &Start) -> bool {
        false
    }

    fn is_enough_after_all(&self, _: &Start, _: bool) -> bool {
        false
    }

    fn first_facts(&self, start: &Start) -> Vec<TermId> {
        let random = &mut *self.random.borrow_mut();
        let facts: Vec<TermId> = start.initial.iter().chain(&start.base).copied().collect();
        let mut some = |share: f64| -> Vec<TermId> {
            let chosen = facts.iter().filter(|_| random.f64() < share);
            chosen.copied().collect()
        };
        let states = vec![start.initial.clone(), some(0.5), some(0.2), some(0.05)];
        let all = states.concat();
        self.states.replace(states);
        all
    }

    fn is_seen<'w>(&self, look: &dyn Fn() -> Glimpse<'w>) -> bool {
        let mut glimpse = look();
        let random = &mut *self.random.borrow_mut();
        let roles = glimpse.roles();
        let mut seen = Vec::new();
        for state in self.states.borrow().iter() {
            glimpse.look(state);
            let legal: Vec<_> = roles.iter().map(|&role| glimpse.legal(role)).collect();
            // Another joint move is tried before, which must leave no trace.
            let mut step = None;
            for _ in 0..2 {
                let joint = legal.iter().map(|own| random.choice(own).copied());
                step = joint.collect::<Option<Vec<TermId>>>().map(|joint| {
                    let made: Vec<_> = roles.iter().copied().zip(joint.iter().copied()).collect();
                    glimpse.act(&made);
                    (joint, glimpse.next())
                });
            }
            seen.push(Seen {
                state: state.clone(),
                legal,
                step,
            });
        }
        self.seen.replace(seen);
        false
    }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// Holds what was seen against the rules of the whole game.
fn judge(grounded: &Grounded, seen: &Seen, name: &str) {
    let model = Model::new(grounded);
    let mut evaluator = Evaluator::new(&model);
    let state = grounded
        .fluents
        .iter()
        .map(|fact| seen.state.contains(fact));
    evaluator.look(&state.collect());
    let declared = |role: usize, made: TermId| {
        let input = grounded.input.as_ref();
        input.is_none_or(|input| input.contains(&(grounded.roles[role], made)))
    };
    for (role, legal) in seen.legal.iter().enumerate() {
        let moves = &grounded.moves[role];
        let expected = evaluator
            .legal(role)
            .into_iter()
            .map(|at| moves[at as usize]);
        let expected: Vec<TermId> = expected.filter(|&made| declared(role, made)).collect();
        assert_eq!(sorted(legal.clone()), sorted(expected), "{name}");
    }
    let Some((joint, next)) = &seen.step else {
        return;
    };
    let number = |(role, made): (usize, &TermId)| {
        let at = grounded.moves[role].iter().position(|own| own == made);
        at.unwrap() as u32
    };
    let joint: Vec<u32> = joint.iter().enumerate().map(number).collect();
    evaluator.act(&joint);
    let following = grounded.fluents.iter().zip(evaluator.next());
    let expected = following.filter(|(_, holds)| *holds).map(|(fact, _)| *fact);
    assert_eq!(sorted(next.clone()), sorted(expected.collect()), "{name}");
}

/// Looks at steps of a game while it is grounded; how many there were.
fn check(game: &senet_library::LibraryGame, seed: u64, demand: Demand) -> usize {
    let rules = playable(&Sheet::read(game.rules)).unwrap();
    let options = Options {
        demand,
        ..Options::default()
    };
    let watcher = Watcher {
        random: RefCell::new(fastrand::Rng::with_seed(seed)),
        states: RefCell::default(),
        seen: RefCell::default(),
    };
    let watched =
        ground_watched(clauses(&rules).unwrap(), &rules.symbols, &options, &watcher).unwrap();
    let plain = ground(&rules, &options).unwrap();
    let texts = |game: &Grounded| -> Vec<String> {
        let moves = game.moves.iter().flatten();
        let terms = game.fluents.iter().chain(moves);
        terms.map(|&term| game.text(term)).collect()
    };
    // What a sheet declares may be more than what a match comes to.
    if watched.fluents.len() == plain.fluents.len() {
        assert_eq!(texts(&watched), texts(&plain), "{}", game.name);
        assert_eq!(watched.rules.len(), plain.rules.len(), "{}", game.name);
    }
    let seen = watcher.seen.into_inner();
    for one in &seen {
        judge(&watched, one, game.name);
    }
    seen.iter().filter(|one| one.step.is_some()).count()
}

#[test]
fn single_steps_are_seen_as_they_are() {
    let mut steps = 0;
    // Larger ones take long, and show nothing else.
    let games = senet_library::games().iter();
    for (seed, game) in (0..).zip(games.filter(|game| game.rules.len() < 6000)) {
        steps += check(game, seed, Demand::Never);
        steps += check(game, seed, Demand::Always);
    }
    assert!(steps > 50, "{steps} steps");
}
