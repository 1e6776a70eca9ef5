//! The occurrences of a game, grouped by rule, so that each rule can be hashed on its own.

use super::hash::combine;
use super::ragged_array::RaggedArray;
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::Symbol;

/// The index of no symbol or no place.
pub const NONE: u32 = u32::MAX;

/// One game. The places are the nodes of the occurrence graph except symbols and argument positions, grouped by rule.
/// A rule is a connected component of places, so graphs with noise are valid too.
pub struct Places {
    /// The node of each symbol.
    pub symbols: Vec<GraphNodeId>,
    /// The arity of each symbol.
    pub arity: Vec<u32>,
    /// The hash of each place's kind and argument position, without its symbol.
    pub base: Vec<u64>,
    /// The argument position of each place, from 1, or 0 for none.
    pub position: Vec<u8>,
    /// The symbol at each place, or [`NONE`].
    pub owner: Vec<u32>,
    /// The rule of each place.
    pub rule: Vec<u32>,
    /// The first place of each rule, followed by the number of places.
    starts: Vec<u32>,
    /// The parents and children of each place.
    pub neighbours: RaggedArray<Neighbour>,
    /// The uses of each symbol.
    pub uses: RaggedArray<SymbolUse>,
    /// The rules that use each symbol.
    pub rules_of: RaggedArray<u32>,
    /// The symbol uses of each rule.
    pub uses_in_rule: RaggedArray<(u32, SymbolUse)>,
}

/// A place adjacent to another.
#[derive(Clone, Copy)]
pub struct Neighbour {
    /// The adjacent place.
    pub place: u32,
    /// True if the adjacent place is the parent, not a child.
    pub is_parent: bool,
}

/// A place that belongs to a symbol or is one of its arguments.
#[derive(Clone, Copy)]
pub struct SymbolUse {
    /// The place.
    pub place: u32,
    /// 0 if the place belongs to the symbol itself. Otherwise the place is this argument of the symbol, counted from 1.
    pub argument: u32,
}

impl Places {
    /// Splits an occurrence graph into places. The seed decides the order of symbols, so the order of the sheet has no
    /// influence.
    pub fn new(graph: &Graph, seed: u64) -> Places {
        let layout = Layout::new(graph);
        let mut symbols: Vec<GraphNodeId> = (0..graph.nodes().len() as GraphNodeId)
            .filter(|&node| graph.nodes()[node as usize].colour == Colour::Symbol)
            .collect();
        symbols.sort_by_key(|&node| combine(seed, node.into()));
        let (arity, seen) = uses(graph, &layout, &symbols);
        let mut base: Vec<u64> = layout.order.iter().map(|&node| kind(graph, node)).collect();
        let mut owner = vec![NONE; base.len()];
        let mut position = vec![0; base.len()];
        for &(symbol, SymbolUse { place, argument }) in &seen {
            let place = place as usize;
            match argument {
                0 => owner[place] = symbol,
                _ => {
                    position[place] = argument.min(255) as u8;
                    base[place] = base[place].wrapping_add(combine(0x51, argument.into()));
                }
            }
        }
        order_keyword_arguments(graph, &layout, &mut base);
        let mut at: Vec<(u32, u32)> = seen
            .iter()
            .map(|(symbol, symbol_use)| (*symbol, layout.rule[symbol_use.place as usize]))
            .collect();
        at.sort_unstable();
        at.dedup();
        let uses_in_rule = seen
            .iter()
            .map(|&seen| (layout.rule[seen.1.place as usize], seen));
        let uses_in_rule = RaggedArray::new(layout.starts.len() - 1, uses_in_rule.collect());
        Places {
            arity,
            base,
            position,
            owner,
            neighbours: RaggedArray::new(layout.order.len(), neighbours(graph, &layout)),
            uses: RaggedArray::new(symbols.len(), seen),
            rules_of: RaggedArray::new(symbols.len(), at),
            uses_in_rule,
            rule: layout.rule,
            starts: layout.starts,
            symbols,
        }
    }

    /// The number of rules.
    pub fn rules(&self) -> usize {
        self.starts.len() - 1
    }

    /// The places of a rule.
    pub fn places_of(&self, rule: usize) -> std::ops::Range<usize> {
        self.starts[rule] as usize..self.starts[rule + 1] as usize
    }
}

/// The correspondence of nodes, places and rules.
struct Layout {
    /// The node of each place.
    order: Vec<GraphNodeId>,
    /// The place of each node, or [`NONE`].
    place: Vec<u32>,
    rule: Vec<u32>,
    starts: Vec<u32>,
}

impl Layout {
    fn new(graph: &Graph) -> Layout {
        let count = graph.nodes().len() as GraphNodeId;
        let mut parents: Vec<u32> = (0..count).collect();
        for (from, to) in graph.all_edges() {
            if is_place(graph, from) && is_place(graph, to) {
                let (one, other) = (find(&mut parents, from), find(&mut parents, to));
                parents[one.max(other) as usize] = one.min(other);
            }
        }
        let roots: Vec<u32> = (0..count).map(|node| find(&mut parents, node)).collect();
        let mut order: Vec<GraphNodeId> =
            (0..count).filter(|&node| is_place(graph, node)).collect();
        order.sort_by_key(|&node| (roots[node as usize], node));
        let mut layout = Layout {
            place: vec![NONE; count as usize],
            rule: Vec::with_capacity(order.len()),
            starts: Vec::new(),
            order,
        };
        let mut last = NONE;
        for (place, &node) in layout.order.iter().enumerate() {
            layout.place[node as usize] = place as u32;
            if roots[node as usize] != last {
                last = roots[node as usize];
                layout.starts.push(place as u32);
            }
            layout.rule.push(layout.starts.len() as u32 - 1);
        }
        layout.starts.push(layout.order.len() as u32);
        layout
    }
}

fn is_place(graph: &Graph, node: GraphNodeId) -> bool {
    let colour = graph.nodes()[node as usize].colour;
    !matches!(colour, Colour::Symbol | Colour::Argument)
}

/// Finds the union–find representative of a node with path halving.
fn find(parents: &mut [u32], mut node: u32) -> u32 {
    while parents[node as usize] != node {
        let up = parents[parents[node as usize] as usize];
        parents[node as usize] = up;
        node = up;
    }
    node
}

/// The arity and the uses of each symbol.
fn uses(
    graph: &Graph,
    layout: &Layout,
    symbols: &[GraphNodeId],
) -> (Vec<u32>, Vec<(u32, SymbolUse)>) {
    let mut arity = Vec::with_capacity(symbols.len());
    let mut seen = Vec::new();
    for (symbol, &node) in symbols.iter().enumerate() {
        let mut arguments = 0;
        let mut see = |node: GraphNodeId, argument: u32| {
            let place = layout.place[node as usize];
            if place != NONE {
                seen.push((symbol as u32, SymbolUse { place, argument }));
            }
        };
        for &child in graph.edges(node) {
            if graph.nodes()[child as usize].colour == Colour::Argument {
                arguments += 1;
                graph.edges(child).iter().for_each(|&at| see(at, arguments));
            } else {
                see(child, 0);
            }
        }
        arity.push(arguments);
    }
    (arity, seen)
}

/// Marks the argument order of keywords, so that role and move differ, and so do head and condition.
fn order_keyword_arguments(graph: &Graph, layout: &Layout, base: &mut [u64]) {
    const ORDERED: [Symbol; 6] = [
        Symbol::ARROW,
        Symbol::DOES,
        Symbol::LEGAL,
        Symbol::GOAL,
        Symbol::INPUT,
        Symbol::SEES,
    ];
    for &node in &layout.order {
        let Colour::Keyword(keyword) = graph.nodes()[node as usize].colour else {
            continue;
        };
        if let (true, [first, second]) = (ORDERED.contains(&keyword), graph.edges(node)) {
            for (node, position) in [(first, 1), (second, 2)] {
                let place = layout.place[*node as usize] as usize;
                base[place] = base[place].wrapping_add(combine(0x52, position));
            }
        }
    }
}

fn neighbours(graph: &Graph, layout: &Layout) -> Vec<(u32, Neighbour)> {
    let mut found = Vec::with_capacity(2 * graph.edge_count());
    for (from, to) in graph.all_edges() {
        let (from, to) = (layout.place[from as usize], layout.place[to as usize]);
        if from != NONE && to != NONE {
            let (under, parents) = (
                Neighbour {
                    place: to,
                    is_parent: false,
                },
                Neighbour {
                    place: from,
                    is_parent: true,
                },
            );
            found.extend([(from, under), (to, parents)]);
        }
    }
    found
}

fn kind(graph: &Graph, node: GraphNodeId) -> u64 {
    match graph.nodes()[node as usize].colour {
        Colour::Symbol => 1,
        Colour::Argument => 2,
        Colour::VariableSymbol => 3,
        Colour::Occurrence => 4,
        Colour::VariableOccurrence => 5,
        Colour::And => 6,
        Colour::Keyword(keyword) => combine(7, keyword.index() as u64),
        Colour::GoalValue(value) => combine(8, value as u64),
    }
}
