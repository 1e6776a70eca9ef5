//! Layout: symbols in a column at the left, rules as blocks in columns to the right.

use super::rule_trees::{Forest, is_occurrence};
use crate::export::label;
use crate::{Colour, Graph, GraphNodeId};
use senet_gdl::Symbols;

/// The height of a text line.
pub const LINE: f64 = 20.0;
/// The horizontal space between a node and its children.
const INDENT: f64 = 26.0;
/// The space between blocks.
const GAP: f64 = 28.0;
/// The space around the picture.
const MARGIN: f64 = 24.0;
/// The space for edges between the symbols and the first column of rules.
const EDGE_SPACE: f64 = 120.0;

/// A node in the picture; `x` is its left end, `y` its vertical centre.
pub struct NodeBox {
    pub node: GraphNodeId,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub label: String,
}

/// An edge in the picture.
pub struct EdgeLine {
    pub from: GraphNodeId,
    pub to: GraphNodeId,
    pub is_tree_edge: bool,
}

/// All boxes and lines of a picture.
pub struct Picture {
    /// The box of each node, or `None` if the node is hidden.
    pub boxes: Vec<Option<NodeBox>>,
    pub lines: Vec<EdgeLine>,
    pub width: f64,
    pub height: f64,
}

/// The boxes of one rule, relative to the block's origin.
struct RuleBlock {
    boxes: Vec<NodeBox>,
    width: f64,
    height: f64,
}

/// Lays out the visible nodes.
pub fn layout(graph: &Graph, symbols: &Symbols, forest: &Forest, visible: &[bool]) -> Picture {
    let input = LayoutInput {
        graph,
        symbols,
        forest,
        visible,
    };
    let names = input.names();
    let blocks: Vec<_> = forest.trees.iter().map(|&tree| input.block(tree)).collect();
    let mut picture = Picture {
        boxes: visible.iter().map(|_| None).collect(),
        lines: input.lines(),
        width: 0.0,
        height: 0.0,
    };
    let left = MARGIN + names.width + EDGE_SPACE;
    picture.add(names, MARGIN, MARGIN);
    picture.add_columns(blocks, left);
    picture.width += MARGIN;
    picture.height += MARGIN;
    picture
}

struct LayoutInput<'a> {
    graph: &'a Graph,
    symbols: &'a Symbols,
    forest: &'a Forest,
    visible: &'a [bool],
}

impl LayoutInput<'_> {
    fn node_box(&self, node: GraphNodeId, x: f64, y: f64) -> NodeBox {
        let it = &self.graph.nodes()[node as usize];
        let label = match it.colour {
            Colour::Argument => String::new(),
            _ => label(it, self.symbols),
        };
        let width = match it.colour {
            Colour::Argument => 14.0,
            _ => 14.0 + 7.2 * label.chars().count() as f64,
        };
        NodeBox {
            node,
            x,
            y,
            width,
            label,
        }
    }

    /// The symbols, one per line, each followed by its argument positions.
    fn names(&self) -> RuleBlock {
        let all = 0..self.graph.nodes().len() as GraphNodeId;
        let is_name = |node: &GraphNodeId| {
            self.visible[*node as usize]
                && self.graph.nodes()[*node as usize].colour == Colour::Symbol
        };
        let mut boxes = Vec::new();
        let mut y = LINE / 2.0;
        for node in all.filter(is_name) {
            let name = self.node_box(node, 0.0, y);
            let mut x = name.x + name.width + 8.0;
            boxes.push(name);
            for &argument in self.graph.edges(node) {
                if self.is_argument(argument) && self.visible[argument as usize] {
                    boxes.push(self.node_box(argument, x, y));
                    x += 18.0;
                }
            }
            y += LINE * 1.3;
        }
        block(boxes)
    }

    fn is_argument(&self, node: GraphNodeId) -> bool {
        self.graph.nodes()[node as usize].colour == Colour::Argument
    }

    /// A rule: its tree, with the variables to the right.
    fn block(&self, top: GraphNodeId) -> RuleBlock {
        let mut boxes = Vec::new();
        let mut next_line = LINE / 2.0;
        self.tree(top, 0.0, &mut next_line, &mut boxes);
        let right = boxes
            .iter()
            .map(|node_box| node_box.x + node_box.width)
            .fold(0.0, f64::max);
        let mut y = LINE / 2.0;
        for variable in self.variables(top) {
            boxes.push(self.node_box(variable, right + 2.0 * INDENT, y));
            y += LINE * 1.3;
        }
        block(boxes)
    }

    /// Centres a node beside its children and returns its vertical position.
    fn tree(
        &self,
        node: GraphNodeId,
        x: f64,
        next_line: &mut f64,
        boxes: &mut Vec<NodeBox>,
    ) -> f64 {
        let mut node_box = self.node_box(node, x, *next_line);
        let inside = &self.forest.children[node as usize];
        let x = x + node_box.width + INDENT;
        let ys: Vec<f64> = inside
            .iter()
            .map(|&child| self.tree(child, x, next_line, boxes))
            .collect();
        match (ys.first(), ys.last()) {
            (Some(first), Some(last)) => node_box.y = (first + last) / 2.0,
            _ => *next_line += LINE * 1.1,
        }
        let y = node_box.y;
        boxes.push(node_box);
        y
    }

    /// The variable nodes of a rule.
    fn variables(&self, top: GraphNodeId) -> Vec<GraphNodeId> {
        let mut inside = self.forest.nodes(top);
        inside.sort_unstable();
        let ties = (0..self.graph.nodes().len() as GraphNodeId).filter(|node| {
            self.graph.nodes()[*node as usize].colour == Colour::VariableSymbol
                && self
                    .graph
                    .edges(*node)
                    .iter()
                    .any(|to| inside.binary_search(to).is_ok())
        });
        ties.collect()
    }

    /// All edges between visible nodes. Edges from symbols to their argument positions are left out, because both
    /// stand side by side.
    fn lines(&self) -> Vec<EdgeLine> {
        let graph = self.graph;
        let is_shown = |node: GraphNodeId| self.visible[node as usize];
        let edges = graph.all_edges();
        let edges =
            edges.filter(|&(from, to)| is_shown(from) && is_shown(to) && is_occurrence(graph, to));
        edges
            .map(|(from, to)| EdgeLine {
                from,
                to,
                is_tree_edge: self.forest.is_tree_edge(from, to),
            })
            .collect()
    }
}

fn block(boxes: Vec<NodeBox>) -> RuleBlock {
    let right = boxes.iter().map(|node_box| node_box.x + node_box.width);
    let below = boxes.iter().map(|node_box| node_box.y + LINE / 2.0);
    RuleBlock {
        width: right.fold(0.0, f64::max),
        height: below.fold(0.0, f64::max),
        boxes,
    }
}

impl Picture {
    fn add(&mut self, block: RuleBlock, x: f64, y: f64) {
        self.width = self.width.max(x + block.width);
        self.height = self.height.max(y + block.height);
        for mut node_box in block.boxes {
            node_box.x += x;
            node_box.y += y;
            let node = node_box.node as usize;
            self.boxes[node] = Some(node_box);
        }
    }

    /// Fills columns from top to bottom. The number of columns makes the picture a little wider than high.
    fn add_columns(&mut self, blocks: Vec<RuleBlock>, left: f64) {
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
