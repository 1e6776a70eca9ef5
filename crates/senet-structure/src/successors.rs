//! Finds successor relations: binary facts that put constants in a row.
//!
//! A successor relation satisfies these conditions:
//!
//! - The rule sheet defines it by facts only.
//! - Both arguments have the same class. This excludes lookup tables, such as points for a number of pieces.
//! - Each constant has at most one successor and at most one predecessor.
//! - At least one chain has three or more constants.
//!
//! The last constant may be its own successor, as in a counter that stops. The relation may hold in both directions,
//! as for neighbours.

use super::positions::{ArgumentClass, ArgumentPosition, ArgumentPositions};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Symbol, Term};

/// A relation that puts constants in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The relation; it has two arguments.
    pub relation: Symbol,
    /// The class of the relation's arguments.
    pub class: ArgumentClass,
    /// The chains, in the order of the rule sheet.
    pub chains: Vec<Chain>,
    /// True if the relation holds in both directions. The first and the last constant are then interchangeable.
    pub both_ways: bool,
}

/// Constants in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The constants; each is the successor of the one before it.
    pub elements: Vec<Symbol>,
    /// The successor of the last constant.
    pub end: End,
}

/// The successor of the last constant of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There is none.
    Open,
    /// The first constant.
    Cyclic,
    /// The last constant itself.
    Stays,
}

impl Chain {
    /// Returns the index of a constant in the chain.
    pub fn place(&self, constant: Symbol) -> Option<usize> {
        self.elements.iter().position(|&e| e == constant)
    }

    /// Returns the number of constants.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if the chain is empty. Chains of a [`Successor`] never are.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl Successor {
    /// Returns the chain that contains a constant.
    pub fn chain_of(&self, constant: Symbol) -> Option<&Chain> {
        self.chains
            .iter()
            .find(|chain| chain.place(constant).is_some())
    }
}

/// Longer chains are ignored. Some later steps take quadratic time, and no known game comes near this length.
const LONGEST: usize = 5000;

/// Finds all successor relations.
pub fn successors(description: &Description, positions: &ArgumentPositions) -> Vec<Successor> {
    let tables = tables(description);
    let found = tables.into_iter().filter_map(|(relation, pairs)| {
        let first = ArgumentPosition::new(relation, 2, 0);
        let class = positions.class(first)?;
        if !positions.share_class(first, ArgumentPosition::new(relation, 2, 1)) {
            return None;
        }
        let forward = chains(&pairs).map(|chains| (chains, false));
        let (chains, both_ways) = forward.or_else(|| Some((undirected_chains(&pairs)?, true)))?;
        let longest = chains.iter().map(Chain::len).max().unwrap_or(0);
        (3..=LONGEST).contains(&longest).then_some(Successor {
            relation,
            class,
            chains,
            both_ways,
        })
    });
    found.collect()
}

type Pairs = Vec<(Symbol, Symbol)>;

/// Returns the binary relations that consist of facts about constants only, in the order of the rule sheet.
fn tables(description: &Description) -> Vec<(Symbol, Pairs)> {
    let mut order = Vec::new();
    let mut found: FxHashMap<Symbol, Option<Pairs>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for rule in &description.rules {
        let relation = rule.head.relation;
        if rule.head.args.len() != 2 || relation.is_keyword() {
            continue;
        }
        let pairs = found.entry(relation).or_insert_with(|| {
            order.push(relation);
            Some(Vec::new())
        });
        match (&rule.head.args[..], rule.body.is_empty(), pairs) {
            ([Term::Constant(a, _), Term::Constant(b, _)], true, Some(pairs)) => {
                if seen.insert((relation, *a, *b)) {
                    pairs.push((*a, *b));
                }
            }
            (_, _, pairs) => *pairs = None,
        }
    }
    let table = |relation| Some((relation, found.remove(&relation)??));
    order.into_iter().filter_map(table).collect()
}

/// Joins pairs to chains; `None` if a constant has two successors or two predecessors.
fn chains(pairs: &[(Symbol, Symbol)]) -> Option<Vec<Chain>> {
    let loops: FxHashSet<Symbol> = pairs.iter().filter(|(a, b)| a == b).map(|p| p.0).collect();
    let mut next = FxHashMap::default();
    let mut has_previous = FxHashSet::default();
    for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
        if next.insert(a, b).is_some() || !has_previous.insert(b) {
            return None;
        }
    }
    // Only a last constant may be its own successor.
    if loops
        .iter()
        .any(|l| next.contains_key(l) || !has_previous.contains(l))
    {
        return None;
    }
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let starts = pairs
        .iter()
        .map(|p| p.0)
        .filter(|a| !has_previous.contains(a));
    let rest = pairs.iter().map(|p| p.0);
    for start in starts.chain(rest) {
        if !seen.insert(start) {
            continue;
        }
        let mut elements = vec![start];
        let mut end = End::Open;
        while let Some(&b) = next.get(&elements[elements.len() - 1]) {
            if b == start {
                end = End::Cyclic;
                break;
            }
            seen.insert(b);
            elements.push(b);
        }
        if loops.contains(&elements[elements.len() - 1]) {
            end = End::Stays;
        }
        found.push(Chain { elements, end });
    }
    Some(found)
}

/// Joins symmetric pairs to chains.
fn undirected_chains(pairs: &[(Symbol, Symbol)]) -> Option<Vec<Chain>> {
    let all: FxHashSet<_> = pairs.iter().copied().collect();
    if pairs.iter().any(|&(a, b)| a == b || !all.contains(&(b, a))) {
        return None;
    }
    let mut neighbours: FxHashMap<Symbol, Vec<Symbol>> = FxHashMap::default();
    for &(a, b) in pairs {
        neighbours.entry(a).or_default().push(b);
    }
    if neighbours.values().any(|n| n.len() > 2) {
        return None;
    }
    let ends = pairs
        .iter()
        .map(|p| p.0)
        .filter(|a| neighbours[a].len() == 1);
    let rest = pairs.iter().map(|p| p.0);
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for start in ends.chain(rest) {
        if seen.insert(start) {
            found.push(walk(start, &neighbours, &mut seen));
        }
    }
    Some(found)
}

fn walk(
    start: Symbol,
    neighbours: &FxHashMap<Symbol, Vec<Symbol>>,
    seen: &mut FxHashSet<Symbol>,
) -> Chain {
    let mut elements = vec![start];
    let mut at = start;
    while let Some(&next) = neighbours[&at].iter().find(|&&n| seen.insert(n)) {
        elements.push(next);
        at = next;
    }
    let is_cycle = elements.len() > 2 && neighbours[&start].len() == 2;
    let end = if is_cycle { End::Cyclic } else { End::Open };
    Chain { elements, end }
}
