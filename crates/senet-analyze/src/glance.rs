//! Guesses at states that the published test fails on, before all is grounded.
//!
//! Where one projection alone is asked about, a few states that show everything once are looked at first. If one of them loses something at the next step, that is
//! the answer, and the rest of the rules is never grounded. Two states are looked at by a reasoner that grounds nothing ([`Lookout`]): it begins at once, but each
//! state costs. For more of them the rules are grounded as far as those states need ([`Glimpse`]): then each costs little. What cannot be lost may be proved from an outline of the rules ([`outlined`]).

use crate::boards::Options;
use crate::declared::{Outset, is_refuted_at_once, shown};
use crate::evaluate::State;
use crate::lookout::{Lookout, Reasoner};
use crate::outline::{Outlined, outlined};
use crate::steps::Steps;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::Stopped;
use senet_gdl::{Description, Symbol};
use senet_ground::{Glimpse, Grounded, Onlooker, Start, TermId};
use std::cell::{Cell, OnceCell, RefCell};

/// How many states are looked at before anything is grounded.
const LOOKOUTS: usize = 2;
/// How often the stop signal may be looked at before that is given up: once in some thousand steps of reasoning.
const EFFORT: usize = 2;
/// The same where to ground the rules takes long.
const MORE_EFFORT: usize = 16;
/// Joint moves that are tried in each state.
const JOINTS: usize = 4;
/// How many more states are guessed where few things are to be shown, say kinds of pieces: of many one is lost soon, of few only by the right move.
pub const MORE: usize = 12;
/// Joint moves that are tried in each state then.
const MORE_JOINTS: usize = 64;
/// What few are.
pub const FEW: usize = 16;
/// How often it is tried to lose one of few things on purpose: by chance that is rare.
const AIMS: usize = 8;

/// How many states like one that an outline finds doubtful are tried.
const DOUBTS: usize = 4;

/// What came of it.
pub enum Glanced {
    /// There was no guess.
    NotAtAll,
    /// Nothing is lost by any guess.
    InVain,
    /// A step that loses something.
    Lost(Lost),
    /// An outline of the rules proves it.
    Proved,
}

impl Glanced {
    /// How often the solver was asked for it.
    pub fn calls(&self) -> usize {
        usize::from(matches!(self, Glanced::Proved))
    }
}

/// A step after which a projection does not show everything.
pub struct Lost {
    pub state: Vec<TermId>,
    /// The move of each role, as text.
    pub joint: Vec<String>,
    /// What holds afterwards, as far as it is declared.
    pub next: Vec<TermId>,
}

/// Who looks on while a game is grounded.
pub struct Glance<'a> {
    /// The rules.
    description: &'a Description,
    /// Those of them that are needed.
    steps: &'a Steps,
    /// The projection that is asked about, if not all; it may be of a relation that the sheet does not have.
    asked: Option<(Option<Symbol>, &'a [usize])>,
    options: &'a Options,
    /// Who is asked about single states; made when first needed.
    reasoner: OnceCell<Reasoner>,
    /// Whether states were looked at without grounding.
    looked_out: Cell<bool>,
    /// Whether that was done once more.
    looked_again: Cell<bool>,
    /// Whether it took too much the first time.
    gave_up: Cell<bool>,
    guesses: RefCell<Vec<Vec<TermId>>>,
    outcome: RefCell<Glanced>,
}

impl<'a> Glance<'a> {
    /// Someone who asks about a projection or about all of them.
    pub fn new(
        description: &'a Description,
        steps: &'a Steps,
        asked: Option<(Option<Symbol>, &'a [usize])>,
        options: &'a Options,
    ) -> Glance<'a> {
        Glance {
            description,
            steps,
            asked,
            options,
            reasoner: OnceCell::new(),
            looked_out: Cell::new(false),
            looked_again: Cell::new(false),
            gave_up: Cell::new(false),
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
        Outset::of(start, relation?, positions)
    }

    /// States that show everything once, in the order in which they are looked at: with what holds initially of other relations and with nothing of them, and more where
    /// few things are to be shown.
    fn guesses(&self, others: &[TermId], groups: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
        let mut random = fastrand::Rng::with_seed(self.options.seed);
        let mut sparse = |others: &[TermId]| -> Vec<TermId> {
            let picked = groups.iter().filter_map(|group| random.choice(group));
            picked.chain(others).copied().collect()
        };
        let mut guesses = vec![sparse(others), sparse(&[]), sparse(others), sparse(&[])];
        if groups.len() <= FEW {
            guesses.extend((0..MORE).map(|_| sparse(others)));
        }
        guesses
    }

    /// A step from one of the first guesses that loses something, or one that is meant to, with nothing grounded.
    fn lost_at_once(&self, start: &Start) -> Result<Option<Lost>, Stopped> {
        let Some(outset) = self.outset(start) else {
            return Ok(None);
        };
        let groups = outset.groups();
        let guesses = self.guesses(&outset.others(start), &groups);
        let mut lookout = self.lookout(start, &outset, EFFORT)?;
        let lost = lookout.lost_from_any(&guesses[..LOOKOUTS], JOINTS)?;
        if lost.is_some() || groups.len() > FEW {
            return Ok(lost);
        }
        // The last ones, in which something of other relations holds: mostly there are legal moves then.
        lookout.lost_by_aims(&guesses[guesses.len() - AIMS..], &groups)
    }

    /// The same from the other guesses, with more effort.
    fn lost_after_all(&self, start: &Start) -> Result<Option<Lost>, Stopped> {
        let Some(outset) = self.outset(start) else {
            return Ok(None);
        };
        let groups = outset.groups();
        if groups.len() > FEW {
            return Ok(None);
        }
        let guesses = self.guesses(&outset.others(start), &groups);
        let mut lookout = self.lookout(start, &outset, MORE_EFFORT)?;
        lookout.lost_from_any(&guesses[LOOKOUTS..], JOINTS)
    }

    /// Someone who looks at single states, with so much effort.
    fn lookout<'s>(
        &'s self,
        start: &'s Start<'s>,
        outset: &'s Outset<'s>,
        effort: usize,
    ) -> Result<Lookout<'s>, Stopped> {
        let reasoner = match self.reasoner.get() {
            Some(reasoner) => reasoner,
            None => {
                let steps = self.steps.description(self.description);
                let made = Reasoner::new(&steps, self.options.ground.stop.clone())?;
                self.reasoner.get_or_init(|| made)
            }
        };
        reasoner.allow(effort);
        Ok(Lookout::new(reasoner, start, outset, self.options.seed))
    }

    /// What an outline of the rules says of the projection. If the solver breaks down here, it will tell when it is asked about the whole.
    fn outlined(&self, start: &Start, takes_long: bool) -> Outlined {
        // With moves it is worth while only in place of something longer.
        let moves = takes_long.then(|| start.moves());
        let said = outlined(self.description, self.steps, moves, self.options);
        said.unwrap_or(Outlined::Nothing)
    }

    /// A step that loses something from a state like the one that an outline finds doubtful.
    fn lost_in_doubt(&self, start: &Start, own: &[String]) -> Result<Option<Lost>, Stopped> {
        let Some(outset) = self.outset(start) else {
            return Ok(None);
        };
        let mut lookout = self.lookout(start, &outset, MORE_EFFORT)?;
        lookout.lost_among(own, DOUBTS, JOINTS)
    }

    /// A step from a guessed state that loses something.
    fn lost(&self, glimpse: &mut Glimpse) -> Option<Lost> {
        let mut random = fastrand::Rng::with_seed(self.options.seed);
        let guesses = self.guesses.borrow();
        let mut guesses = guesses.iter();
        guesses.find_map(|state| self.lost_from(state, glimpse, &mut random))
    }

    /// A step from a state that loses something.
    fn lost_from(
        &self,
        state: &[TermId],
        glimpse: &mut Glimpse,
        random: &mut fastrand::Rng,
    ) -> Option<Lost> {
        glimpse.look(state);
        let (shown, roles) = (self.shown(state, glimpse), glimpse.roles());
        let legal = roles.iter().map(|&role| glimpse.legal(role)).collect();
        let mut joints = joint_moves(legal, MORE_JOINTS, random).into_iter();
        joints.find_map(|joint| {
            let made = roles.iter().copied().zip(joint.iter().copied());
            glimpse.act(&made.collect::<Vec<_>>());
            let next = glimpse.next();
            let text = |&made: &TermId| glimpse.terms().text(made, &self.description.symbols);
            (self.shown(&next, glimpse) != shown).then(|| Lost {
                state: state.to_vec(),
                joint: joint.iter().map(text).collect(),
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

    /// Notes what came of it; whether that is an answer.
    fn note(&self, glanced: Glanced) -> bool {
        let is_answer = matches!(glanced, Glanced::Lost(_) | Glanced::Proved);
        self.outcome.replace(glanced);
        is_answer
    }
}

impl Onlooker for Glance<'_> {
    fn is_enough(&self, start: &Start) -> bool {
        if is_refuted_at_once(start, self.asked) {
            return true;
        }
        // Grounding may begin anew several times.
        if self.looked_out.replace(true) {
            return false;
        }
        // What takes too much is left to grounding, which has limits of its own.
        let lost = self.lost_at_once(start);
        self.gave_up.set(lost.is_err());
        let lost = lost.unwrap_or(None);
        lost.is_some_and(|lost| self.note(Glanced::Lost(lost)))
    }

    fn is_enough_after_all(&self, start: &Start, takes_long: bool) -> bool {
        if self.looked_again.replace(true) {
            return false;
        }
        if self.outset(start).is_none() {
            return false;
        }
        let lost = match self.outlined(start, takes_long) {
            Outlined::Proved => return self.note(Glanced::Proved),
            Outlined::Doubtful(own) => self.lost_in_doubt(start, &own),
            Outlined::Nothing => Ok(None),
        };
        let lost = match lost {
            Ok(Some(lost)) => Some(lost),
            _ if takes_long => self.lost_after_all(start).unwrap_or(None),
            _ => None,
        };
        lost.is_some_and(|lost| self.note(Glanced::Lost(lost)))
    }

    fn first_facts(&self, start: &Start) -> Vec<TermId> {
        let Some(outset) = self.outset(start) else {
            return Vec::new();
        };
        let groups = outset.groups();
        let mut guesses = self.guesses(&outset.others(start), &groups);
        if !self.gave_up.get() {
            guesses = guesses.split_off(LOOKOUTS);
        }
        let mut facts: Vec<TermId> = guesses.concat();
        facts.sort_unstable();
        facts.dedup();
        // Of many things one was lost by now, if any can be. The rules are grounded for a few states all the same: what will be too large shows soon.
        if groups.len() <= FEW || self.gave_up.get() {
            self.guesses.replace(guesses);
        }
        facts
    }

    fn is_seen<'w>(&self, look: &dyn Fn() -> Glimpse<'w>) -> bool {
        let is_worth = !self.guesses.borrow().is_empty();
        let lost = is_worth.then(|| self.lost(&mut look())).flatten();
        self.note(lost.map_or(Glanced::InVain, Glanced::Lost))
    }
}

/// Some joint moves, so many at most, given the legal moves of each role; none if some role has no legal move.
pub fn joint_moves<M: Copy>(
    mut legal: Vec<Vec<M>>,
    most: usize,
    random: &mut fastrand::Rng,
) -> Vec<Vec<M>> {
    if legal.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    legal.iter_mut().for_each(|own| random.shuffle(own));
    let longest = legal.iter().map(Vec::len).max().unwrap_or(1);
    let joint = |number: usize| legal.iter().map(|own| own[number % own.len()]).collect();
    (0..longest.min(most)).map(joint).collect()
}

impl Lost {
    /// The states before and after in the numbers of the game that was grounded meanwhile.
    pub fn in_game(&self, grounded: &Grounded) -> (State, State) {
        let numbered = grounded.fluents.iter().enumerate();
        let numbers: FxHashMap<TermId, usize> = numbered.map(|(at, &fact)| (fact, at)).collect();
        let state = |facts: &[TermId]| {
            let mut state: State = vec![false; grounded.fluents.len()];
            let known = facts.iter().filter_map(|fact| numbers.get(fact));
            known.for_each(|&number| state[number] = true);
            state
        };
        (state(&self.state), state(&self.next))
    }
}
