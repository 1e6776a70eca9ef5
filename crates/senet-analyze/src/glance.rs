//! Guesses at states that the published test fails on, before all is grounded.
//!
//! Where one projection alone is asked about, a few states that show everything once are grounded first, with what may follow from them. If one of them loses something at the
//! next step, that is the answer, and the rest of the rules is never needed.

use crate::declared::{Outset, is_refuted_at_once, shown};
use crate::evaluate::State;
use crate::prover::Counterexample;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::Symbol;
use senet_ground::{Glimpse, Grounded, Onlooker, Start, TermId};
use std::cell::RefCell;

/// States with what holds initially of other relations, and as many with nothing of them.
const GUESSES: usize = 2;
/// Joint moves that are tried in each state.
const JOINTS: usize = 4;
/// How many more states are guessed where few things are to be shown, say kinds of pieces: of many one is lost soon, of few only by the right move.
pub const MORE: usize = 12;
/// Joint moves that are tried in each state then.
const MORE_JOINTS: usize = 64;
/// What few are.
pub const FEW: usize = 16;

/// What came of it.
pub enum Glanced {
    /// There was no guess.
    NotAtAll,
    /// Nothing is lost by any guess.
    InVain,
    /// A step that loses something.
    Lost(Lost),
}

/// A step after which a projection does not show everything.
pub struct Lost {
    state: Vec<TermId>,
    /// The move of each role.
    joint: Vec<TermId>,
    next: Vec<TermId>,
}

/// Who looks on while a game is grounded.
pub struct Glance<'a> {
    really: Symbol,
    /// The projection that is asked about, if not all; it may be of a relation that the sheet does not have.
    asked: Option<(Option<Symbol>, &'a [usize])>,
    seed: u64,
    guesses: RefCell<Vec<Vec<TermId>>>,
    outcome: RefCell<Glanced>,
}

impl<'a> Glance<'a> {
    /// Someone who asks about a projection or about all of them, where facts that are really initial are marked.
    pub fn new(
        really: Symbol,
        asked: Option<(Option<Symbol>, &'a [usize])>,
        seed: u64,
    ) -> Glance<'a> {
        Glance {
            really,
            asked,
            seed,
            guesses: RefCell::default(),
            outcome: RefCell::new(Glanced::NotAtAll),
        }
    }

    /// What came of it.
    pub fn outcome(self) -> Glanced {
        self.outcome.into_inner()
    }

    fn outset<'s>(&'s self, start: &Start<'s>) -> Option<Outset<'s>> {
        let (relation, positions) = self.asked?;
        Outset::of(start, self.really, relation?, positions)
    }

    /// A step from a guessed state that loses something.
    fn lost(&self, glimpse: &mut Glimpse) -> Option<Lost> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let guesses = self.guesses.borrow();
        let most = match guesses.len() > 2 * GUESSES {
            true => MORE_JOINTS,
            false => JOINTS,
        };
        let mut guesses = guesses.iter();
        guesses.find_map(|state| self.lost_from(state, glimpse, most, &mut random))
    }

    /// A step from a state that loses something, among so many at most.
    fn lost_from(
        &self,
        state: &[TermId],
        glimpse: &mut Glimpse,
        most: usize,
        random: &mut fastrand::Rng,
    ) -> Option<Lost> {
        glimpse.look(state);
        let (shown, roles) = (self.shown(state, glimpse), glimpse.roles());
        let mut joints = joint_moves(glimpse, &roles, most, random).into_iter();
        joints.find_map(|joint| {
            let made = roles.iter().copied().zip(joint.iter().copied());
            glimpse.act(&made.collect::<Vec<_>>());
            let next = glimpse.next();
            (self.shown(&next, glimpse) != shown).then(|| Lost {
                state: state.to_vec(),
                joint,
                next,
            })
        })
    }

    /// What the projection shows of a state.
    fn shown(&self, state: &[TermId], glimpse: &Glimpse) -> FxHashSet<Vec<TermId>> {
        let terms = glimpse.terms();
        let (relation, positions) = self.asked.unwrap_or((None, &[]));
        let is_own = |fact: &&TermId| Some(terms.name(**fact)) == relation;
        let own = state.iter().filter(is_own);
        own.filter_map(|&fact| shown(terms, fact, positions))
            .collect()
    }
}

impl Onlooker for Glance<'_> {
    fn is_enough(&self, start: &Start) -> bool {
        is_refuted_at_once(start, self.really, self.asked)
    }

    fn first_facts(&self, start: &Start) -> Vec<TermId> {
        let Some(outset) = self.outset(start) else {
            return Vec::new();
        };
        let (groups, others) = (outset.groups(), outset.others(start, self.really));
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut sparse = |others: &[TermId]| -> Vec<TermId> {
            let picked = groups.iter().filter_map(|group| random.choice(group));
            picked.chain(others).copied().collect()
        };
        let mut guesses = Vec::new();
        for _ in 0..GUESSES {
            guesses.extend([sparse(&others), sparse(&[])]);
        }
        if groups.len() <= FEW {
            guesses.extend((0..MORE).map(|_| sparse(&others)));
        }
        let mut facts: Vec<TermId> = guesses.concat();
        facts.sort_unstable();
        facts.dedup();
        self.guesses.replace(guesses);
        facts
    }

    fn is_seen(&self, glimpse: &mut Glimpse) -> bool {
        let lost = self.lost(glimpse);
        let is_lost = lost.is_some();
        self.outcome
            .replace(lost.map_or(Glanced::InVain, Glanced::Lost));
        is_lost
    }
}

/// Some legal joint moves of a state, so many at most; none if some role has no legal move.
fn joint_moves(
    glimpse: &Glimpse,
    roles: &[TermId],
    most: usize,
    random: &mut fastrand::Rng,
) -> Vec<Vec<TermId>> {
    let legal = roles.iter().map(|&role| {
        let mut legal = glimpse.legal(role);
        random.shuffle(&mut legal);
        legal
    });
    let legal: Vec<Vec<TermId>> = legal.collect();
    if legal.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let longest = legal.iter().map(Vec::len).max().unwrap_or(1);
    let joint = |number: usize| legal.iter().map(|own| own[number % own.len()]).collect();
    (0..longest.min(most)).map(joint).collect()
}

impl Lost {
    /// The same in the numbers of the game that was grounded meanwhile.
    pub fn in_game(&self, grounded: &Grounded) -> Counterexample {
        let numbered = grounded.fluents.iter().enumerate();
        let numbers: FxHashMap<TermId, usize> = numbered.map(|(at, &fact)| (fact, at)).collect();
        let state = |facts: &[TermId]| {
            let mut state: State = vec![false; grounded.fluents.len()];
            facts.iter().for_each(|fact| state[numbers[fact]] = true);
            state
        };
        let number = |(moves, made): (&Vec<TermId>, &TermId)| {
            let at = moves.iter().position(|own| own == made);
            at.expect("a legal move is one of the game") as u32
        };
        let moves = grounded.moves.iter().zip(&self.joint);
        Counterexample {
            state: state(&self.state),
            joint: moves.map(number).collect(),
            next: state(&self.next),
        }
    }
}
