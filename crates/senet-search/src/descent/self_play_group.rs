//! Matches of self-play in step: the engine and the network get one large batch for all of them.

use super::expansion::{DescentError, Expander, Leaf};
use super::found_line::FoundLine;
use super::plan::DescentPlan;
use super::self_play::{Need, SelfPlay};
use super::tree::Tree;
use super::value_scale::ValueScale;
use crate::Budget;
use fastrand::Rng;
use senet_engine::Game;
use senet_value_net::ValueNet;

/// The data that all groups of a learner share while they play.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The network that values states.
    pub net: &'a ValueNet,
    /// The scale of the network's values.
    pub scale: ValueScale,
    /// The settings.
    pub plan: &'a DescentPlan,
    /// The share of the learning that is done.
    pub share: f32,
}

/// New samples, and the work that made them.
#[derive(Default)]
pub struct Harvest {
    /// The states, one after another.
    pub words: Vec<u64>,
    /// The targets, one after another.
    pub targets: Vec<f32>,
    /// The number of states.
    pub samples: u64,
    /// The number of states with exact values.
    pub solved: u64,
    /// The number of finished matches.
    pub matches: u64,
    /// The number of joint moves in these matches.
    pub moves: u64,
    /// The best complete line, if there is one role.
    pub line: Option<FoundLine>,
}

/// Matches that one thread plays in step.
pub struct SelfPlayGroup {
    initial: Vec<u64>,
    trees: Vec<Tree>,
    matches: Vec<SelfPlay>,
    leaves: Vec<Leaf>,
    expander: Expander,
    rng: Rng,
    /// The samples that the learner has not taken yet.
    pub harvest: Harvest,
}

impl SelfPlayGroup {
    /// New matches.
    pub fn new(plan: &DescentPlan, roles: usize, initial: &[u64], rng: Rng) -> SelfPlayGroup {
        let mut group = SelfPlayGroup {
            initial: initial.to_vec(),
            trees: Vec::new(),
            matches: Vec::new(),
            leaves: Vec::new(),
            expander: Expander::default(),
            rng,
            harvest: Harvest::default(),
        };
        for _ in 0..plan.matches {
            let mut tree = Tree::new(roles, initial.len());
            let started = group.start_match(plan, &mut tree);
            group.matches.push(started);
            group.trees.push(tree);
        }
        group
    }

    /// The number of states that self-play looked at.
    pub fn evaluated(&self) -> u64 {
        self.expander.evaluated
    }

    /// True if a match ended with goals of another sum than that of the scale.
    pub fn refutes_sum(&self) -> bool {
        self.expander.refutes_sum
    }

    fn start_match(&mut self, plan: &DescentPlan, tree: &mut Tree) -> SelfPlay {
        let random_moves = self.rng.usize(0..=plan.random_moves);
        SelfPlay::start(tree, &self.initial, random_moves)
    }

    /// One round: every match gets an expansion. A round ends early if the budget is over, and can be repeated.
    pub fn round(&mut self, lesson: Lesson, budget: &Budget) -> Result<(), DescentError> {
        self.leaves.clear();
        for at in 0..self.matches.len() {
            loop {
                let tree = &mut self.trees[at];
                let (one, rng) = (&mut self.matches[at], &mut self.rng);
                match one.advance(tree, lesson.plan, lesson.share, budget, rng) {
                    Need::Expansion => break,
                    Need::Budget => return Ok(()),
                    Need::Space => self.cut_down(at, lesson.scale),
                    Need::End => self.finish(at, lesson),
                }
            }
            if budget.is_over() {
                return Ok(());
            }
            self.leaves.push((at, self.matches[at].current));
        }
        let Lesson {
            game, net, scale, ..
        } = lesson;
        self.expander
            .expand(game, net, scale, &mut self.trees, &self.leaves)?;
        self.matches.iter_mut().for_each(|one| one.used += 1);
        if scale.roles == 1 {
            self.look_for_ends();
        }
        Ok(())
    }

    /// Keeps the best line to an end that the last expansions found.
    fn look_for_ends(&mut self) {
        for &(at, leaf) in &self.leaves {
            let SelfPlay { played, line, .. } = &self.matches[at];
            FoundLine::improve(&mut self.harvest.line, &self.trees[at], played, line, leaf);
        }
    }

    /// Plays rounds until the budget is over.
    pub fn play(&mut self, lesson: Lesson, budget: &Budget) -> Result<(), DescentError> {
        while !budget.is_over() {
            match self.round(lesson, budget) {
                Err(DescentError::Stopped(_)) if budget.is_over() => break,
                result => result?,
            }
        }
        Ok(())
    }

    /// Makes samples of a tree that has become too large. The match goes on.
    fn cut_down(&mut self, at: usize, scale: ValueScale) {
        let mut tree = std::mem::replace(&mut self.trees[at], Tree::new(0, 0));
        self.harvest.add(&mut tree, scale);
        self.matches[at].cut_down(&mut tree);
        self.trees[at] = tree;
    }

    /// Makes samples of a match, and starts the next one in its place.
    fn finish(&mut self, at: usize, lesson: Lesson) {
        let mut tree = std::mem::replace(&mut self.trees[at], Tree::new(0, 0));
        self.harvest.add(&mut tree, lesson.scale);
        self.harvest.matches += 1;
        self.harvest.moves += self.matches[at].moves() as u64;
        self.matches[at] = self.start_match(lesson.plan, &mut tree);
        self.trees[at] = tree;
    }
}

impl Harvest {
    /// Makes a sample of every expanded state of a tree.
    fn add(&mut self, tree: &mut Tree, scale: ValueScale) {
        // The reverse order backs up children first: their numbers are larger than the parent's, unless they were known before.
        // Matrix games take long to solve, so they keep the values of their last visit.
        for id in (0..tree.len() as u32).rev() {
            if tree.mover(id).is_some() {
                tree.back_up(id);
            }
        }
        for id in 0..tree.len() as u32 {
            let marks = tree.marks(id);
            if marks.expanded {
                self.words.extend_from_slice(tree.words(id));
                self.targets
                    .extend_from_slice(scale.target(tree.values(id)));
                self.solved += u64::from(marks.solved);
                self.samples += 1;
            }
        }
    }
}
