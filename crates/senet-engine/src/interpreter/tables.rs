//! Goals and the answers found so far.

use super::hash::hash_ids;
use super::plan::Layer;
use hashbrown::HashTable;
use senet_ground::TermId;

/// A goal: its number among the goals of its layer, and the layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GoalRef {
    pub layer: Layer,
    pub number: u32,
}

/// How far a goal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// To be worked out (again); answers that are there are true, but there may be more.
    Open,
    /// Being worked out; its position on the stack.
    Active(u32),
    /// Worked out as far as possible before goals that it needs and that need it are done. Its position in the list of such.
    Waiting(u32),
    /// All answers are there.
    Complete,
}

/// A goal and its answers.
pub(super) struct Goal {
    /// How to work it out.
    pub plan: u32,
    key: u32,
    pub status: Status,
    /// The smallest number of answers that was taken for all of them while the goal was not complete.
    pub read: u32,
    free: u32,
    count: u32,
    answers: Vec<TermId>,
    /// Finds answers when there are many. Most goals have few: boxed to keep them small.
    known: Option<Box<HashTable<u32>>>,
}

/// Up to this many answers are searched one by one.
const FEW: u32 = 8;

/// So many arguments weigh as much as a goal or an answer.
const CELLS: usize = 16;

impl Goal {
    /// How many answers there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// An answer: the values of the arguments that are not known.
    pub fn answer(&self, number: u32) -> &[TermId] {
        let start = number as usize * self.free as usize;
        &self.answers[start..start + self.free as usize]
    }

    /// Whether all arguments are known, so that there is at most one answer.
    pub fn is_test(&self) -> bool {
        self.free == 0
    }

    /// Adds an answer; false if it was there.
    pub fn add(&mut self, answer: &[TermId]) -> bool {
        if self.count < FEW {
            if (0..self.count).any(|number| self.answer(number) == answer) {
                return false;
            }
        } else {
            if self.count == FEW {
                (0..FEW).for_each(|number| self.remember(number));
            }
            if self.find(answer) {
                return false;
            }
        }
        self.answers.extend_from_slice(answer);
        self.count += 1;
        if self.count > FEW {
            self.remember(self.count - 1);
        }
        true
    }

    fn find(&self, answer: &[TermId]) -> bool {
        let hash = hash_ids(0, answer.iter().copied());
        let same = |&number: &u32| self.answer(number) == answer;
        let known = self.known.as_ref();
        known.is_some_and(|known| known.find(hash, same).is_some())
    }

    fn remember(&mut self, number: u32) {
        let (answers, free) = (&self.answers, self.free as usize);
        let hash = |&number: &u32| {
            let start = number as usize * free;
            hash_ids(0, answers[start..start + free].iter().copied())
        };
        let known = self.known.get_or_insert_default();
        known.insert_unique(hash(&number), number, hash);
    }
}

/// The goals of one layer.
#[derive(Default)]
struct Store {
    goals: Vec<Goal>,
    keys: Vec<TermId>,
    table: HashTable<u32>,
    answers: usize,
    /// The length of all answers.
    cells: usize,
}

impl Store {
    fn key(&self, number: u32, length: usize) -> &[TermId] {
        let start = self.goals[number as usize].key as usize;
        &self.keys[start..start + length]
    }

    fn find_or_add(&mut self, plan: u32, free: usize, key: &[TermId]) -> u32 {
        let hash = hash_ids(plan, key.iter().copied());
        let same = |&number: &u32| {
            self.goals[number as usize].plan == plan && self.key(number, key.len()) == key
        };
        if let Some(&number) = self.table.find(hash, same) {
            return number;
        }
        let number = self.goals.len() as u32;
        self.goals.push(Goal {
            plan,
            key: self.keys.len() as u32,
            status: Status::Open,
            read: u32::MAX,
            free: free as u32,
            count: 0,
            answers: Vec::new(),
            known: None,
        });
        self.keys.extend_from_slice(key);
        // Growing needs the hash of goals whose key lengths differ: the length is where the next key starts.
        let (goals, keys) = (&self.goals, &self.keys);
        let rehash = |&number: &u32| {
            let goal = &goals[number as usize];
            let next = goals.get(number as usize + 1);
            let end = next.map_or(keys.len(), |next| next.key as usize);
            hash_ids(goal.plan, keys[goal.key as usize..end].iter().copied())
        };
        self.table.insert_unique(hash, number, rehash);
        number
    }

    fn clear(&mut self) {
        self.goals.clear();
        self.keys.clear();
        self.table.clear();
        self.answers = 0;
        self.cells = 0;
    }
}

/// All goals with their answers.
#[derive(Default)]
pub(super) struct Tables {
    stores: [Store; 3],
}

impl Tables {
    /// The goal of a plan with this key; a new one if it was not met before.
    pub fn find_or_add(
        &mut self,
        layer: Layer,
        plan: usize,
        free: usize,
        key: &[TermId],
    ) -> GoalRef {
        let number = self.stores[layer as usize].find_or_add(plan as u32, free, key);
        GoalRef { layer, number }
    }

    /// A goal.
    pub fn goal(&self, goal: GoalRef) -> &Goal {
        &self.stores[goal.layer as usize].goals[goal.number as usize]
    }

    /// A goal, to be changed.
    pub fn goal_mut(&mut self, goal: GoalRef) -> &mut Goal {
        &mut self.stores[goal.layer as usize].goals[goal.number as usize]
    }

    /// The values of the known arguments of a goal.
    pub fn key(&self, goal: GoalRef, length: usize) -> &[TermId] {
        self.stores[goal.layer as usize].key(goal.number, length)
    }

    /// Adds an answer to a goal; false if it was there.
    pub fn add(&mut self, goal: GoalRef, answer: &[TermId]) -> bool {
        let store = &mut self.stores[goal.layer as usize];
        let new = store.goals[goal.number as usize].add(answer);
        if new {
            store.answers += 1;
            store.cells += answer.len();
        }
        new
    }

    /// Goals and answers of a layer; those with many arguments count more.
    pub fn size(&self, layer: Layer) -> usize {
        let store = &self.stores[layer as usize];
        store.goals.len() + store.answers + (store.keys.len() + store.cells) / CELLS
    }

    /// All goals of a layer.
    pub fn goals(&self, layer: Layer) -> &[Goal] {
        &self.stores[layer as usize].goals
    }

    /// Forgets the goals of a layer.
    pub fn clear(&mut self, layer: Layer) {
        self.stores[layer as usize].clear();
    }
}
