//! Samples states of games: 64 random matches at once, one bit of a word each.

use super::games::{GameStates, SampledState};
use crate::graph::RuleGraph;
use crate::truth::Truths;
use fastrand::Rng;
use senet_gdl::Deadline;
use senet_ground::{Grounded, RuleIndex};

/// The matches that are played at once.
const MATCHES: usize = 64;

/// How to sample states.
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// The maximum number of states to keep of each kind: terminal, and not terminal.
    pub states: usize,
    /// Sampling ends after this number of steps.
    pub max_steps: usize,
    /// Decides the matches.
    pub seed: u64,
    /// The end of the work; the states so far are kept.
    pub deadline: Deadline,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions {
            states: 1000,
            max_steps: 200,
            seed: 1,
            deadline: Deadline::never(),
        }
    }
}

/// Plays random matches for a number of steps and keeps a uniform random choice of the states, early and late ones.
pub fn sample_states(name: &str, grounded: &Grounded, options: &SampleOptions) -> GameStates {
    let index = RuleIndex::new(grounded);
    let graph = RuleGraph::of(grounded);
    let mut sampler = Sampler {
        fluents: vec![0; grounded.fluents.len()],
        index: &index,
        graph: &graph,
        rng: Rng::with_seed(options.seed),
        kept: [0; 2].map(|_| Reservoir::new(options.states)),
    };
    sampler.restart(u64::MAX);
    for _ in 0..options.max_steps {
        if options.deadline.is_over() {
            break;
        }
        sampler.step();
    }
    let kept = sampler.kept.map(|reservoir| reservoir.states);
    GameStates::new(name, grounded, graph, kept)
}

struct Sampler<'i> {
    /// Per fluent, the matches in which it holds.
    fluents: Vec<u64>,
    index: &'i RuleIndex<'i>,
    graph: &'i RuleGraph,
    rng: Rng,
    /// States that are not terminal, and those that are.
    kept: [Reservoir; 2],
}

impl Sampler<'_> {
    /// Makes a step in every match and keeps its states. Matches that are over begin again.
    fn step(&mut self) {
        let mut words = vec![0; self.graph.atoms()];
        for (&fluent, atom) in self.fluents.iter().zip(&self.index.now) {
            if let Some(atom) = atom {
                words[*atom as usize] = fluent;
            }
        }
        let mut truths = Truths::look(self.graph, words);
        let word = |truths: &Truths, atom: Option<u32>| atom.map_or(0, |a| truths.word(a as usize));
        let (joints, movable) = self.random_joints(&truths);
        let terminal = word(&truths, self.index.terminal);
        let going = movable & !terminal;
        self.keep(&joints, going, terminal);
        let moves = joints.iter().flatten();
        let moves = moves.filter_map(|chosen| Some((chosen.atom?, chosen.matches & going)));
        truths.act(self.graph, moves);
        let next = self.index.next.iter().map(|&atom| word(&truths, atom));
        self.fluents = next.collect();
        self.restart(!going);
    }

    /// For each role the chosen moves, and the matches in which all roles have one.
    fn random_joints(&mut self, truths: &Truths) -> (Vec<Vec<ChosenMove>>, u64) {
        let mut all_movable = u64::MAX;
        let joints = self.index.legal.iter().zip(&self.index.does);
        let joints = joints.map(|(legal, does)| {
            let (chosen, movable) = random_moves(legal, does, truths, &mut self.rng);
            all_movable &= movable;
            chosen
        });
        let joints = joints.collect();
        (joints, all_movable)
    }

    /// Offers the states of all matches, with their moves unless they are over.
    fn keep(&mut self, joints: &[Vec<ChosenMove>], going: u64, terminal: u64) {
        for (kept, matches) in self.kept.iter_mut().zip([!terminal, terminal]) {
            for number in (0..MATCHES).filter(|number| matches >> number & 1 == 1) {
                let Some(place) = kept.place(&mut self.rng) else {
                    continue;
                };
                let holds = |word: u64| word >> number & 1 == 1;
                let fluents = self.fluents.iter().zip(&self.index.now);
                let fluents = fluents.filter(|(word, _)| holds(**word));
                let moves = joints.iter().flatten();
                let moves = moves.filter(|chosen| holds(chosen.matches & going));
                let atoms = fluents
                    .map(|(_, atom)| *atom)
                    .chain(moves.map(|chosen| chosen.atom));
                kept.put(place, atoms.flatten().collect());
            }
        }
    }

    /// Puts some matches into the initial state.
    fn restart(&mut self, matches: u64) {
        self.fluents.iter_mut().for_each(|word| *word &= !matches);
        for &fluent in &self.index.grounded.initial {
            self.fluents[fluent as usize] |= matches;
        }
    }
}

/// A move that some matches make.
struct ChosenMove {
    /// The `does` atom of the move, if a rule uses it.
    atom: Option<u32>,
    matches: u64,
}

/// Chooses a random legal move of a role in every match. Returns the moves, and the matches in which there is one.
fn random_moves(
    legal: &[Option<u32>],
    does: &[Option<u32>],
    truths: &Truths,
    rng: &mut Rng,
) -> (Vec<ChosenMove>, u64) {
    let mut counts = [0usize; MATCHES];
    let mut chosen = [0usize; MATCHES];
    let mut movable = 0;
    for (number, atom) in legal.iter().enumerate() {
        let mut word = atom.map_or(0, |atom| truths.word(atom as usize));
        movable |= word;
        while word != 0 {
            let at = word.trailing_zeros() as usize;
            word &= word - 1;
            counts[at] += 1;
            // The n-th legal move replaces the choice so far with probability 1/n.
            if rng.usize(..counts[at]) == 0 {
                chosen[at] = number;
            }
        }
    }
    let mut matches = vec![0u64; legal.len()];
    (0..MATCHES)
        .filter(|&at| counts[at] > 0)
        .for_each(|at| matches[chosen[at]] |= 1 << at);
    let made = matches.into_iter().zip(does);
    let made = made.filter(|(matches, _)| *matches != 0);
    let made = made.map(|(matches, &atom)| ChosenMove { atom, matches });
    (made.collect(), movable)
}

/// A uniform choice of all states that were offered.
struct Reservoir {
    size: usize,
    offered: usize,
    states: Vec<SampledState>,
}

impl Reservoir {
    fn new(size: usize) -> Reservoir {
        Reservoir {
            size,
            offered: 0,
            states: Vec::new(),
        }
    }

    /// The place of the next state, if it is to be kept.
    fn place(&mut self, rng: &mut Rng) -> Option<usize> {
        self.offered += 1;
        let place = match self.states.len() < self.size {
            true => self.states.len(),
            false => rng.usize(..self.offered),
        };
        (place < self.size).then_some(place)
    }

    fn put(&mut self, place: usize, state: SampledState) {
        match self.states.get_mut(place) {
            Some(old) => *old = state,
            None => self.states.push(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;
    use senet_gdl::Sheet;
    use senet_ground::{RuleEvaluator, ground};

    /// Counts to three, by one or two; the last step can go beyond.
    const COUNT: &str = "(role you) (init (at 0)) (plus 0 1 1) (plus 0 2 2) (plus 1 1 2) (plus 1 2 3) (plus 2 1 3) (plus 2 2 4)
        (<= (legal you (add ?n)) (true (at ?x)) (plus ?x ?n ?y))
        (<= (next (at ?y)) (true (at ?x)) (does you (add ?n)) (plus ?x ?n ?y))
        (<= terminal (true (at 3))) (<= terminal (true (at 4))) (goal you 50)";

    fn counted() -> Grounded {
        let description = senet_gdl::playable(&Sheet::read(COUNT)).unwrap();
        ground(&description, &Default::default()).unwrap()
    }

    /// All pairs of a state and a move, and all terminal states, by plain search.
    fn reachable(grounded: &Grounded) -> [FxHashSet<SampledState>; 2] {
        let index = RuleIndex::new(grounded);
        let mut evaluator = RuleEvaluator::new(&index);
        let mut open = vec![evaluator.initial()];
        let mut found = [(); 2].map(|_| FxHashSet::default());
        while let Some(state) = open.pop() {
            let fluents = state.iter().zip(&index.now);
            let fluents = fluents.filter_map(|(holds, atom)| atom.filter(|_| *holds));
            let fluents: Vec<u32> = fluents.collect();
            evaluator.look(&state);
            if evaluator.is_terminal() {
                found[1].insert(fluents);
                continue;
            }
            for chosen in evaluator.legal(0) {
                let does = index.does[0][chosen as usize];
                found[0].insert([fluents.clone(), does.into_iter().collect()].concat());
                evaluator.look(&state);
                evaluator.act(&[chosen]);
                open.push(evaluator.next());
            }
        }
        found
    }

    #[test]
    fn finds_every_state_of_a_small_game_and_no_other() {
        let grounded = counted();
        let options = SampleOptions::default();
        let states = sample_states("count", &grounded, &options);
        assert_eq!(states.counts(), (2000, 1000));
        let found = states.sampled().clone();
        let found = found.map(|some| some.into_iter().collect::<FxHashSet<_>>());
        assert_eq!(found, reachable(&grounded));
    }

    #[test]
    fn the_seed_decides_the_states() {
        let grounded = counted();
        let sampled = [1, 1, 2].map(|seed| {
            let options = SampleOptions {
                states: 50,
                seed,
                ..SampleOptions::default()
            };
            sample_states("count", &grounded, &options)
                .sampled()
                .clone()
        });
        assert!(sampled[0] == sampled[1] && sampled[0] != sampled[2]);
    }
}
