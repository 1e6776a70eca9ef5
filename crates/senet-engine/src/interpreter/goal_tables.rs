//! Tabled goals and their answers.

use super::hash::hash_ids;
use super::plan::DependsOn;
use hashbrown::HashTable;
use senet_ground::TermId;

/// A goal, given by its dependence and its number among the goals with the same dependence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GoalRef {
    pub depends_on: DependsOn,
    pub number: u32,
}

/// The status of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// To be solved (again). Its answers are correct, but may be incomplete.
    Open,
    /// Being solved; contains its position on the stack.
    Active(u32),
    /// Waiting for a goal below it on the stack that it depends on; contains its position in the
    /// waiting list.
    Waiting(u32),
    /// All answers are known.
    Complete,
}

/// A goal and its answers.
pub(super) struct TabledGoal {
    /// The plan that solves the goal.
    pub plan: u32,
    key: u32,
    pub status: Status,
    /// The smallest number of answers at which a reader of the incomplete goal stopped. A reader
    /// has missed answers if there are more now.
    pub read: u32,
    free: u32,
    count: u32,
    answers: Vec<TermId>,
    /// A hash table of the answers if there are many. Boxed, since most goals have few answers.
    known: Option<Box<HashTable<u32>>>,
}

/// Up to this number of answers, search is linear.
const LINEAR_SEARCH: u32 = 8;

/// This number of arguments counts as one goal or answer.
const CELLS_PER_ANSWER: usize = 16;

impl TabledGoal {
    /// The number of answers.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// An answer: the values of the unknown arguments.
    pub fn answer(&self, number: u32) -> &[TermId] {
        let start = number as usize * self.free as usize;
        &self.answers[start..start + self.free as usize]
    }

    /// Returns true if all arguments are known, so that there is at most one answer.
    pub fn is_test(&self) -> bool {
        self.free == 0
    }

    /// Adds an answer; false if it was present.
    pub fn add(&mut self, answer: &[TermId]) -> bool {
        if self.count < LINEAR_SEARCH {
            if (0..self.count).any(|number| self.answer(number) == answer) {
                return false;
            }
        } else {
            if self.count == LINEAR_SEARCH {
                (0..LINEAR_SEARCH).for_each(|number| self.remember(number));
            }
            if self.find(answer) {
                return false;
            }
        }
        self.answers.extend_from_slice(answer);
        self.count += 1;
        if self.count > LINEAR_SEARCH {
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

/// The goals with the same dependence.
#[derive(Default)]
struct GoalStore {
    goals: Vec<TabledGoal>,
    keys: Vec<TermId>,
    table: HashTable<u32>,
    answers: usize,
    /// The total length of all answers.
    cells: usize,
}

impl GoalStore {
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
        self.goals.push(TabledGoal {
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
        // A key ends where the key of the next goal starts.
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
pub(super) struct GoalTables {
    stores: [GoalStore; 3],
}

impl GoalTables {
    /// The goal of a plan with this key; a new one if necessary.
    pub fn find_or_add(
        &mut self,
        depends_on: DependsOn,
        plan: usize,
        free: usize,
        key: &[TermId],
    ) -> GoalRef {
        let number = self.stores[depends_on as usize].find_or_add(plan as u32, free, key);
        GoalRef { depends_on, number }
    }

    /// A goal.
    pub fn goal(&self, goal: GoalRef) -> &TabledGoal {
        &self.stores[goal.depends_on as usize].goals[goal.number as usize]
    }

    /// A goal, mutable.
    pub fn goal_mut(&mut self, goal: GoalRef) -> &mut TabledGoal {
        &mut self.stores[goal.depends_on as usize].goals[goal.number as usize]
    }

    /// The values of the known arguments of a goal.
    pub fn key(&self, goal: GoalRef, length: usize) -> &[TermId] {
        self.stores[goal.depends_on as usize].key(goal.number, length)
    }

    /// Adds an answer to a goal; false if it was present.
    pub fn add(&mut self, goal: GoalRef, answer: &[TermId]) -> bool {
        let store = &mut self.stores[goal.depends_on as usize];
        let new = store.goals[goal.number as usize].add(answer);
        if new {
            store.answers += 1;
            store.cells += answer.len();
        }
        new
    }

    /// The number of goals and answers with this dependence; those with many arguments count more.
    pub fn size(&self, depends_on: DependsOn) -> usize {
        let store = &self.stores[depends_on as usize];
        store.goals.len() + store.answers + (store.keys.len() + store.cells) / CELLS_PER_ANSWER
    }

    /// All goals with this dependence.
    pub fn goals(&self, depends_on: DependsOn) -> &[TabledGoal] {
        &self.stores[depends_on as usize].goals
    }

    /// Removes the goals with this dependence.
    pub fn clear(&mut self, depends_on: DependsOn) {
        self.stores[depends_on as usize].clear();
    }
}
