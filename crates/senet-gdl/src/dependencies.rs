//! The dependency graph of relations: components, recursion and reachability.

use crate::components::components;
use crate::description::Description;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// A relation: its name and arity. `p` with one argument and `p` with two arguments are different relations.
pub type Relation = (Symbol, usize);

/// The dependency graph of a description's relations.
///
/// An edge leads from the head of a rule to each relation of its body. `true` does not depend on `next`: steps of time make no edge.
///
/// ```
/// use senet_gdl::{Dependencies, Sheet};
/// let description = Sheet::read("(<= a b) (<= b a)").description;
/// let [a, b] = ["a", "b"].map(|name| (description.symbols.get(name).unwrap(), 0));
/// assert!(Dependencies::of(&description).in_cycle(a, b));
/// ```
#[derive(Clone, Debug)]
pub struct Dependencies {
    relations: Vec<Relation>,
    index: FxHashMap<Relation, usize>,
    /// For each relation: the relations it uses directly, and whether under negation.
    uses: Vec<Vec<(usize, bool)>>,
    component: Vec<usize>,
}

impl Dependencies {
    /// Builds the graph.
    pub fn of(description: &Description) -> Dependencies {
        let mut graph = Dependencies {
            relations: Vec::new(),
            index: FxHashMap::default(),
            uses: Vec::new(),
            component: Vec::new(),
        };
        let mut known = FxHashSet::default();
        // Facts of one relation usually follow each other, so the last head saves a lookup.
        let mut last = None;
        for rule in &description.rules {
            let relation = rule.head.signature();
            let head = match last {
                Some((same, head)) if same == relation => head,
                _ => graph.add(relation),
            };
            last = Some((relation, head));
            for (sentence, negated) in rule.body_sentences() {
                let used = graph.add((sentence.relation, sentence.args.len()));
                if known.insert((head, used, negated)) {
                    graph.uses[head].push((used, negated));
                }
            }
        }
        let used = |uses: &Vec<(usize, bool)>| uses.iter().map(|&(used, _)| used).collect();
        graph.component = components(&graph.uses.iter().map(used).collect::<Vec<Vec<usize>>>());
        graph
    }

    fn add(&mut self, relation: Relation) -> usize {
        *self.index.entry(relation).or_insert_with(|| {
            self.relations.push(relation);
            self.uses.push(Vec::new());
            self.relations.len() - 1
        })
    }

    /// All relations that occur, in order of first occurrence.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The number of the strongly connected component of a relation; `None` if it does not occur.
    ///
    /// A component uses only itself and components with lower numbers.
    pub fn component(&self, relation: Relation) -> Option<usize> {
        Some(self.component[*self.index.get(&relation)?])
    }

    /// Returns whether the two relations depend on each other. A relation that does not use itself is not in a cycle with itself.
    pub fn in_cycle(&self, one: Relation, other: Relation) -> bool {
        let (Some(&a), Some(&b)) = (self.index.get(&one), self.index.get(&other)) else {
            return false;
        };
        self.component[a] == self.component[b]
            && (a != b || self.uses[a].iter().any(|&(used, _)| used == a))
    }

    /// All pairs `(user, used)` of one component where `user` uses `used` under negation. Empty if the rules are stratified.
    pub fn negative_cycles(&self) -> Vec<(Relation, Relation)> {
        let mut found = Vec::new();
        for (user, uses) in self.uses.iter().enumerate() {
            for &(used, negated) in uses {
                if negated && self.component[user] == self.component[used] {
                    found.push((self.relations[user], self.relations[used]));
                }
            }
        }
        found
    }

    /// The roots and all relations that they use, directly or indirectly.
    pub fn closure(&self, is_root: impl Fn(Relation) -> bool) -> Vec<Relation> {
        let mut seen = vec![false; self.relations.len()];
        let mut open: Vec<usize> = (0..self.relations.len())
            .filter(|&r| is_root(self.relations[r]))
            .collect();
        open.iter().for_each(|&r| seen[r] = true);
        while let Some(relation) = open.pop() {
            for &(used, _) in &self.uses[relation] {
                if !std::mem::replace(&mut seen[used], true) {
                    open.push(used);
                }
            }
        }
        (0..seen.len())
            .filter(|&r| seen[r])
            .map(|r| self.relations[r])
            .collect()
    }

    /// The targets and all relations that use them, directly or indirectly.
    pub fn users(&self, is_target: impl Fn(Relation) -> bool) -> Vec<Relation> {
        let mut used_by = vec![Vec::new(); self.relations.len()];
        for (user, uses) in self.uses.iter().enumerate() {
            uses.iter().for_each(|&(used, _)| used_by[used].push(user));
        }
        let mut seen = vec![false; self.relations.len()];
        let mut open: Vec<usize> = (0..self.relations.len())
            .filter(|&r| is_target(self.relations[r]))
            .collect();
        open.iter().for_each(|&r| seen[r] = true);
        while let Some(relation) = open.pop() {
            for &user in &used_by[relation] {
                if !std::mem::replace(&mut seen[user], true) {
                    open.push(user);
                }
            }
        }
        (0..seen.len())
            .filter(|&r| seen[r])
            .map(|r| self.relations[r])
            .collect()
    }

    /// A shortest chain of uses from one relation to another, including both.
    pub fn path(&self, from: Relation, to: Relation) -> Option<Vec<Relation>> {
        let (&start, &goal) = (self.index.get(&from)?, self.index.get(&to)?);
        let mut previous: Vec<Option<usize>> = vec![None; self.relations.len()];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for &(used, _) in &self.uses[at] {
                if used == goal {
                    let mut chain = vec![self.relations[goal], self.relations[at]];
                    let mut back = at;
                    while let Some(before) = previous[back].filter(|_| back != start) {
                        chain.push(self.relations[before]);
                        back = before;
                    }
                    chain.reverse();
                    return Some(chain);
                }
                if previous[used].is_none() && used != start {
                    previous[used] = Some(at);
                    queue.push_back(used);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    fn graph(text: &str) -> (Dependencies, impl Fn(&str) -> Relation) {
        let sheet = Sheet::read(text);
        let graph = Dependencies::of(&sheet.description);
        (graph, move |name: &str| {
            (sheet.description.symbols.get(name).unwrap(), 0)
        })
    }

    #[test]
    fn numbers_components_in_order_of_use() {
        let (graph, r) = graph("(<= a b) (<= b c) (<= c b d) (<= d (not e))");
        assert_eq!(graph.component(r("b")), graph.component(r("c")));
        assert!(graph.component(r("d")) < graph.component(r("c")));
        assert!(graph.component(r("c")) < graph.component(r("a")));
        assert!(graph.in_cycle(r("b"), r("c")) && !graph.in_cycle(r("a"), r("a")));
        assert!(graph.negative_cycles().is_empty());
    }

    #[test]
    fn finds_negation_in_a_cycle() {
        let (graph, r) = graph("(<= a b) (<= b (or c (not a)))");
        assert_eq!(graph.negative_cycles(), [(r("b"), r("a"))]);
    }

    #[test]
    fn finds_closures_users_and_paths() {
        let (graph, r) = graph("(<= a b) (<= b c) (<= x c)");
        assert_eq!(graph.closure(|s| s == r("a")), [r("a"), r("b"), r("c")]);
        assert_eq!(
            graph.users(|s| s == r("c")),
            [r("a"), r("b"), r("c"), r("x")]
        );
        assert_eq!(
            graph.path(r("a"), r("c")),
            Some(vec![r("a"), r("b"), r("c")])
        );
        assert_eq!(graph.path(r("c"), r("a")), None);
    }
}
