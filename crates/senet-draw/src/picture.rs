//! Sorts the facts of a state: on boards, with roles, and others.

use crate::Fact;
use crate::buttons::Buttons;
use crate::look::{BoardPlace, Look};
use crate::plan::DrawingPlan;
use crate::space::{BoardLayer, BoardSpace};
use crate::theme::{Colours, Piece, Theme};
use crate::{appearance, appearance::is_number, stacks};
use std::collections::BTreeMap;

/// A state, ready for drawing.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The boards.
    pub grids: Vec<Grid>,
    /// The roles, with their facts that are not on a board.
    pub role_panels: Vec<RolePanel>,
    /// The facts that are not on a board and concern no role.
    pub facts: Vec<Fact>,
    /// The step counters; [`facts`](Picture::facts) does not contain them.
    pub counters: Vec<Fact>,
    /// The facts that boards show as finished levels.
    pub levels: Vec<Fact>,
    /// The ordered values of facts with roles and of counters, by name.
    pub amounts: BTreeMap<String, Vec<String>>,
    /// The moves that name no place.
    pub buttons: Buttons,
    /// The theme.
    pub theme: Theme,
    /// The colours that the names of roles choose.
    pub role_colours: Vec<Option<Colours>>,
    /// All facts, in their original order.
    pub state: Vec<Fact>,
}

/// A board with its pieces.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The name of the board among several boards.
    pub title: String,
    /// The names of the columns, from left to right.
    pub columns: Vec<String>,
    /// The names of the rows, from bottom to top.
    pub rows: Vec<String>,
    /// The places that exist.
    pub cells: BTreeMap<BoardPlace, BoardCell>,
    /// The lines and walls between places.
    pub edges: Vec<BoardEdge>,
    /// The appearance.
    pub look: Look,
    /// The finished levels below the board.
    pub levels: Option<FinishedLevels>,
    /// The place of the board among several boards of the same kind.
    pub block: Option<Block>,
}

/// The place of a board in a block of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The column of the board, from the left.
    pub column: usize,
    /// The row of the board, from the bottom.
    pub row: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of boards.
    pub boards: usize,
    /// True if the boards are parts of one large board, which have no title.
    pub nested: bool,
}

/// The finished levels below a board.
#[derive(Clone, Debug)]
pub struct FinishedLevels {
    /// The number of finished levels.
    pub count: usize,
    /// The largest possible number.
    pub most: usize,
    /// The piece on each place of a finished level.
    pub like: BoardToken,
}

/// A line between two places, or a wall that separates them.
#[derive(Clone, Debug)]
pub struct BoardEdge {
    /// The first place.
    pub from: BoardPlace,
    /// The second place.
    pub to: BoardPlace,
    /// The piece of the edge, for the colour and the title.
    pub token: BoardToken,
    /// True if the line is new.
    pub highlighted: bool,
}

/// A place on a board.
#[derive(Clone, Default, Debug)]
pub struct BoardCell {
    /// The pieces on the place.
    pub tokens: Vec<BoardToken>,
    /// True if the place is highlighted.
    pub highlighted: bool,
}

/// A piece on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardToken {
    /// The text on the piece; empty if the colour suffices.
    pub label: String,
    /// The full name.
    pub title: String,
    /// The name of the fluent, and its content words.
    pub contents: Vec<String>,
    /// The role that owns the piece.
    pub owner: Option<usize>,
    /// True if most places have this piece; it is then drawn small.
    pub usual: bool,
    /// True if the piece lies between places, up and to the right of its own.
    pub between: bool,
    /// True if the piece is drawn small in a corner.
    pub minor: bool,
    /// The look of the piece without a theme; a disc with its label if there is none.
    pub piece: Option<Piece>,
    /// The size or amount of the piece: the index and the number of possible values.
    pub rank: Option<(usize, usize)>,
}

/// A role beside the boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RolePanel {
    /// The role.
    pub name: String,
    /// `None` if it is not the turn of the role; otherwise the name of the turn, which may be empty.
    pub turn: Option<String>,
    /// The other facts of the role.
    pub facts: Vec<Fact>,
}

impl Picture {
    /// Sorts the facts of a state. Highlights the places that differ from the `previous` state.
    pub fn of(plan: &DrawingPlan, state: &[Fact], previous: Option<&[Fact]>) -> Picture {
        let mut picture = Picture::plain(plan, state);
        if let Some(previous) = previous {
            let before = Picture::plain(plan, previous);
            picture.highlight_changes(&before);
        }
        picture
    }

    fn plain(plan: &DrawingPlan, state: &[Fact]) -> Picture {
        let mut grids = Vec::new();
        let mut facts: Vec<Fact> = state.to_vec();
        for space in &plan.spaces {
            facts.retain(|fact| space.find(fact).is_none());
            grids.extend(grids_of(plan, space, state));
        }
        let shows = |fact: &Fact| {
            let mut all = plan.spaces.iter().filter_map(|s| s.levels.as_ref());
            all.any(|levels| levels.count(fact).is_some())
        };
        let levels = facts.iter().filter(|fact| shows(fact)).cloned().collect();
        facts.retain(|fact| !shows(fact));
        let role_panels = role_panels(plan, &mut facts);
        let counts = |fact: &Fact| fact.args.len() == 1 && plan.counters.contains(&fact.name);
        let (counters, facts) = facts.into_iter().partition(counts);
        Picture {
            grids,
            role_panels,
            facts,
            counters,
            levels,
            amounts: plan.amounts.clone(),
            buttons: Buttons::default(),
            theme: plan.theme.clone(),
            role_colours: plan.role_colours.clone(),
            state: state.to_vec(),
        }
    }

    /// The picture of a state in which the match is over: the rules may still name a role, but no role is to move.
    pub fn ended(mut self) -> Picture {
        for panel in &mut self.role_panels {
            panel.turn = None;
        }
        self
    }

    fn highlight_changes(&mut self, before: &Picture) {
        for (grid, old) in self.grids.iter_mut().zip(&before.grids) {
            for (place, cell) in &mut grid.cells {
                let was = old.cells.get(place).map(|cell| &cell.tokens);
                cell.highlighted = was != Some(&cell.tokens);
            }
            for edge in &mut grid.edges {
                let was = |old: &BoardEdge| old.token == edge.token;
                edge.highlighted = !old.edges.iter().any(was);
            }
        }
    }

    /// Returns all facts that are not on a board, as lines of text.
    pub fn side_texts(&self) -> Vec<String> {
        let role_panels = self.role_panels.iter().map(RolePanel::words);
        let facts = self.facts.iter().chain(&self.levels);
        let facts = facts.chain(&self.counters).map(Fact::words);
        role_panels.chain(facts).collect()
    }
}

impl RolePanel {
    /// Returns the role, its turn and its facts as one line.
    pub fn words(&self) -> String {
        let turn = self.turn.iter().map(|word| match word.is_empty() {
            true => "to move".to_string(),
            false => word.clone(),
        });
        let facts = self.facts.iter().map(Fact::words);
        let said: Vec<String> = turn.chain(facts).collect();
        match said.is_empty() {
            true => self.name.clone(),
            false => format!("{}: {}", self.name, said.join(", ")),
        }
    }
}

/// Makes the boards of a space, one for each combination of further coordinates.
fn grids_of(plan: &DrawingPlan, space: &BoardSpace, state: &[Fact]) -> Vec<Grid> {
    let below = finished_levels(space, state);
    let grid = |board: &Vec<String>| Grid {
        block: block_of(space, board),
        title: match board.len() {
            1 => board.join(" "),
            _ => String::new(),
        },
        columns: space.columns.clone(),
        rows: space.rows.clone(),
        cells: space
            .places
            .iter()
            .map(|&p| (p, BoardCell::default()))
            .collect(),
        edges: Vec::new(),
        look: look_in(space, state, below.as_ref().map_or(0, |below| below.count)),
        levels: below.clone(),
    };
    let mut grids: Vec<Grid> = space.boards.iter().map(grid).collect();
    for fact in state {
        let Some((layer, board, place)) = space.find(fact) else {
            continue;
        };
        let far = layer.far_words(fact).and_then(|words| space.locate(&words));
        if let Some((_, to)) = far {
            grids[board].edges.push(BoardEdge {
                from: place,
                to,
                token: token(plan, space, layer, fact),
                highlighted: false,
            });
        } else if layer.blank != Some(layer.contents(fact))
            && let Some(cell) = grids[board].cells.get_mut(&place)
        {
            cell.tokens.push(token(plan, space, layer, fact));
        }
    }
    let key = |token: &BoardToken| (std::cmp::Reverse(token.rank), token.owner);
    for cell in grids.iter_mut().flat_map(|grid| grid.cells.values_mut()) {
        cell.tokens.sort_by_key(key);
    }
    grids
}

/// Places a board among the boards of its kind. Two coordinates make a large board; one makes rows of boards.
fn block_of(space: &BoardSpace, board: &[String]) -> Option<Block> {
    let boards = space.boards.len();
    let number = space.boards.iter().position(|known| known == board)?;
    let place = |axis: usize| {
        let mut words: Vec<&String> = Vec::new();
        for known in space.boards.iter().map(|known| &known[axis]) {
            if !words.contains(&known) {
                words.push(known);
            }
        }
        let at = words.iter().position(|word| **word == board[axis]);
        Some((at?, words.len()))
    };
    let (nested, (column, columns), (row, rows)) = match (boards, board.len()) {
        (0 | 1, _) => return None,
        (_, 2) => (true, place(0)?, place(1)?),
        _ => {
            let columns = match boards {
                2..=3 => boards,
                _ => (1..).find(|n| n * n >= boards)?,
            };
            let rows = boards.div_ceil(columns);
            let row = rows - 1 - number / columns;
            (false, (number % columns, columns), (row, rows))
        }
    };
    let turned = space.look.transposed && nested;
    let (column, columns, row, rows) = match turned {
        true => (row, rows, column, columns),
        false => (column, columns, row, rows),
    };
    let row = if space.look.flipped && nested {
        rows - 1 - row
    } else {
        row
    };
    Some(Block {
        column,
        row,
        columns,
        rows,
        boards,
        nested,
    })
}

/// Returns the finished levels of a state.
fn finished_levels(space: &BoardSpace, state: &[Fact]) -> Option<FinishedLevels> {
    let levels = space.levels.as_ref()?;
    let finished = |fact: &Fact| Some((levels.count(fact)?, fact.words()));
    let (count, title) = state.iter().find_map(finished)?;
    Some(FinishedLevels {
        count,
        most: levels.order.len().saturating_sub(1),
        like: BoardToken {
            label: String::new(),
            title,
            contents: space.layers.iter().map(|l| l.name.clone()).collect(),
            owner: None,
            usual: false,
            piece: None,
            minor: false,
            between: false,
            rank: None,
        },
    })
}

/// Returns the look of a board in a state: above its finished levels, or as stacks.
fn look_in(space: &BoardSpace, state: &[Fact], levels: usize) -> Look {
    let mut look = space.look.clone();
    if let Some(name) = &space.stacked {
        look.spots = stacks::spots(space, name, state);
    }
    if levels > 0 {
        let up = |&place: &BoardPlace| {
            let (x, y) = space.look.centre(place);
            (place, (x, y + levels as f64))
        };
        look.spots = space.places.iter().map(up).collect();
    }
    look
}

/// Makes the piece of a fact. Roles appear as colours, and words get short labels.
fn token(plan: &DrawingPlan, space: &BoardSpace, layer: &BoardLayer, fact: &Fact) -> BoardToken {
    let contents = layer.contents(fact);
    let of_layer = || match contents.is_empty() {
        true => plan.owners.owner(&layer.name),
        false => None,
    };
    let owner = contents.iter().find_map(|word| plan.owners.owner(word));
    let owner = owner.or_else(of_layer);
    let plain = contents.iter().filter(|word| !plan.roles.contains(word));
    let mut words: Vec<&String> = plain.collect();
    if words.is_empty() {
        words.push(&layer.name);
    }
    let short = |word: &&String| match layer.order.is_empty() {
        true if is_number(word) => word.to_string(),
        true => space.labels.get(*word).cloned().unwrap_or_default(),
        false => word.to_string(),
    };
    let in_order = contents.first();
    let rank = in_order.and_then(|word| layer.order.iter().position(|w| w == word));
    BoardToken {
        label: words.iter().map(short).collect::<Vec<_>>().join(" "),
        title: fact.words(),
        owner,
        usual: layer.usual,
        minor: layer.minor,
        between: layer.between,
        piece: appearance::piece(space, layer, &contents, owner, &plan.roles),
        rank: rank.map(|rank| (rank, layer.order.len())),
        contents: std::iter::once(layer.name.clone())
            .chain(contents)
            .collect(),
    }
}

/// Moves the facts about roles into role panels.
fn role_panels(plan: &DrawingPlan, facts: &mut Vec<Fact>) -> Vec<RolePanel> {
    let panel = |name: &String| RolePanel {
        name: name.clone(),
        turn: None,
        facts: Vec::new(),
    };
    let mut role_panels: Vec<RolePanel> = plan.roles.iter().map(panel).collect();
    let several_turns = plan.turns.len() > 1;
    facts.retain(|fact| {
        let role = fact.args.iter().position(|arg| plan.roles.contains(arg));
        let Some(at) = role else {
            return true;
        };
        let mut role_panels = role_panels.iter_mut();
        let Some(panel) = role_panels.find(|panel| panel.name == fact.args[at]) else {
            return true;
        };
        let is_turn = fact.args.len() == 1 && plan.turns.contains(&fact.name);
        match (is_turn, several_turns) {
            (true, false) => panel.turn = Some(String::new()),
            (true, true) if panel.turn.is_none() => panel.turn = Some(fact.name.clone()),
            _ => {
                let mut said = fact.clone();
                said.args.remove(at);
                panel.facts.push(said);
            }
        }
        false
    });
    role_panels
}
