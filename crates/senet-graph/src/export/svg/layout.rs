//! Where everything goes: names at the left, rules as blocks in columns.

use super::forest::{Forest, is_place};
use crate::export::label;
use crate::{Colour, Graph, NodeId};
use senet_gdl::Symbols;

/// The height of a line.
pub const LINE: f64 = 20.0;
/// The room between a node and what is inside it.
const STEP: f64 = 26.0;
/// The room between blocks.
const GAP: f64 = 28.0;
/// The room around everything.
const MARGIN: f64 = 24.0;
/// Between the names and the first column of rules lie the lines that tie them together.
const SIDE: f64 = 120.0;

/// A node in the picture, by its left end and middle.
pub struct Spot {
    pub node: NodeId,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub label: String,
}

/// A line in the picture.
pub struct Line {
    pub from: NodeId,
    pub to: NodeId,
    pub is_branch: bool,
}

/// All that is to be painted.
pub struct Picture {
    /// By node.
    pub spots: Vec<Option<Spot>>,
    pub lines: Vec<Line>,
    pub width: f64,
    pub height: f64,
}

/// A rule with positions of its own.
struct Block {
    spots: Vec<Spot>,
    width: f64,
    height: f64,
}

/// Lays out what is shown.
pub fn layout(graph: &Graph, symbols: &Symbols, forest: &Forest, shown: &[bool]) -> Picture {
    let setting = Setting {
        graph,
        symbols,
        forest,
        shown,
    };
    let names = setting.names();
    let blocks: Vec<_> = forest
        .trees
        .iter()
        .map(|&tree| setting.block(tree))
        .collect();
    let mut picture = Picture {
        spots: shown.iter().map(|_| None).collect(),
        lines: setting.lines(),
        width: 0.0,
        height: 0.0,
    };
    let left = MARGIN + names.width + SIDE;
    picture.add(names, MARGIN, MARGIN);
    picture.add_columns(blocks, left);
    picture.width += MARGIN;
    picture.height += MARGIN;
    picture
}

struct Setting<'a> {
    graph: &'a Graph,
    symbols: &'a Symbols,
    forest: &'a Forest,
    shown: &'a [bool],
}

impl Setting<'_> {
    fn spot(&self, node: NodeId, x: f64, y: f64) -> Spot {
        let it = &self.graph.nodes()[node as usize];
        let label = match it.colour {
            Colour::Argument => String::new(),
            _ => label(it, self.symbols),
        };
        let width = match it.colour {
            Colour::Argument => 14.0,
            _ => 14.0 + 7.2 * label.chars().count() as f64,
        };
        Spot {
            node,
            x,
            y,
            width,
            label,
        }
    }

    /// The names, one a line, each with its argument positions.
    fn names(&self) -> Block {
        let all = 0..self.graph.nodes().len() as NodeId;
        let is_name = |node: &NodeId| {
            self.shown[*node as usize]
                && self.graph.nodes()[*node as usize].colour == Colour::Symbol
        };
        let mut spots = Vec::new();
        let mut y = LINE / 2.0;
        for node in all.filter(is_name) {
            let name = self.spot(node, 0.0, y);
            let mut x = name.x + name.width + 8.0;
            spots.push(name);
            for &argument in self.graph.edges(node) {
                if self.is_argument(argument) && self.shown[argument as usize] {
                    spots.push(self.spot(argument, x, y));
                    x += 18.0;
                }
            }
            y += LINE * 1.3;
        }
        block(spots)
    }

    fn is_argument(&self, node: NodeId) -> bool {
        self.graph.nodes()[node as usize].colour == Colour::Argument
    }

    /// A rule: the tree, and to its right the variables.
    fn block(&self, top: NodeId) -> Block {
        let mut spots = Vec::new();
        let mut next_line = LINE / 2.0;
        self.tree(top, 0.0, &mut next_line, &mut spots);
        let right = spots
            .iter()
            .map(|spot| spot.x + spot.width)
            .fold(0.0, f64::max);
        let mut y = LINE / 2.0;
        for variable in self.variables(top) {
            spots.push(self.spot(variable, right + 2.0 * STEP, y));
            y += LINE * 1.3;
        }
        block(spots)
    }

    /// Places a node in the middle of what is inside it; returns its height on the page.
    fn tree(&self, node: NodeId, x: f64, next_line: &mut f64, spots: &mut Vec<Spot>) -> f64 {
        let mut spot = self.spot(node, x, *next_line);
        let inside = &self.forest.children[node as usize];
        let x = x + spot.width + STEP;
        let ys: Vec<f64> = inside
            .iter()
            .map(|&child| self.tree(child, x, next_line, spots))
            .collect();
        match (ys.first(), ys.last()) {
            (Some(first), Some(last)) => spot.y = (first + last) / 2.0,
            _ => *next_line += LINE * 1.1,
        }
        let y = spot.y;
        spots.push(spot);
        y
    }

    /// The variables of a rule.
    fn variables(&self, top: NodeId) -> Vec<NodeId> {
        let mut inside = self.forest.nodes(top);
        inside.sort_unstable();
        let ties = (0..self.graph.nodes().len() as NodeId).filter(|node| {
            self.graph.nodes()[*node as usize].colour == Colour::VariableSymbol
                && self
                    .graph
                    .edges(*node)
                    .iter()
                    .any(|to| inside.binary_search(to).is_ok())
        });
        ties.collect()
    }

    /// All lines between what is shown; an argument's place beside its name needs none.
    fn lines(&self) -> Vec<Line> {
        let graph = self.graph;
        let is_shown = |node: NodeId| self.shown[node as usize];
        let edges = graph.all_edges();
        let edges =
            edges.filter(|&(from, to)| is_shown(from) && is_shown(to) && is_place(graph, to));
        edges
            .map(|(from, to)| Line {
                from,
                to,
                is_branch: self.forest.is_branch(from, to),
            })
            .collect()
    }
}

fn block(spots: Vec<Spot>) -> Block {
    let right = spots.iter().map(|spot| spot.x + spot.width);
    let below = spots.iter().map(|spot| spot.y + LINE / 2.0);
    Block {
        width: right.fold(0.0, f64::max),
        height: below.fold(0.0, f64::max),
        spots,
    }
}

impl Picture {
    fn add(&mut self, block: Block, x: f64, y: f64) {
        self.width = self.width.max(x + block.width);
        self.height = self.height.max(y + block.height);
        for mut spot in block.spots {
            spot.x += x;
            spot.y += y;
            let node = spot.node as usize;
            self.spots[node] = Some(spot);
        }
    }

    /// Fills columns from top to bottom, as many as make the picture a little wider than high.
    fn add_columns(&mut self, blocks: Vec<Block>, left: f64) {
        let height: f64 = blocks.iter().map(|block| block.height + GAP).sum();
        let width = blocks
            .iter()
            .map(|block| block.width + 2.0 * GAP)
            .fold(1.0, f64::max);
        let columns = (1.4 * height / width).sqrt().ceil().max(1.0);
        let bottom = MARGIN + height / columns;
        let (mut x, mut y, mut right) = (left, MARGIN, left);
        for block in blocks {
            if y > MARGIN && y + block.height > bottom + GAP {
                (x, y) = (right + 2.0 * GAP, MARGIN);
            }
            right = right.max(x + block.width);
            let next = y + block.height + GAP;
            self.add(block, x, y);
            y = next;
        }
    }
}
