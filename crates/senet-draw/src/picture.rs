//! A state, sorted into what lies on boards, what belongs to roles, and what does not.

use crate::Fact;
use crate::buttons::Buttons;
use crate::look::{Look, Place};
use crate::plan::Plan;
use crate::space::{Layer, Space};
use crate::theme::Theme;
use std::collections::BTreeMap;

/// A state to be drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The boards.
    pub grids: Vec<Grid>,
    /// The roles, with what is said of them and lies on no board.
    pub seats: Vec<Seat>,
    /// All facts that lie on no board and are about no role.
    pub facts: Vec<Fact>,
    /// Of those, the ones that count steps.
    pub counters: Vec<Fact>,
    /// Facts that boards show by their storeys.
    pub storeys: Vec<Fact>,
    /// What facts of roles and counters can say in order, by their names.
    pub amounts: BTreeMap<String, Vec<String>>,
    /// Moves that name no place.
    pub buttons: Buttons,
    /// How people like to see the game.
    pub theme: Theme,
    /// All facts, as they came.
    pub state: Vec<Fact>,
}

/// A board with what lies on it.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Which of several boards it is.
    pub title: String,
    /// Names of the columns, from left to right.
    pub columns: Vec<String>,
    /// Names of the rows, from the bottom to the top.
    pub rows: Vec<String>,
    /// The places that exist.
    pub cells: BTreeMap<Place, Cell>,
    /// What it looks like.
    pub look: Look,
    /// What lies below it.
    pub storeys: Option<Below>,
}

/// Storeys that are finished.
#[derive(Clone, Debug)]
pub struct Below {
    /// How many.
    pub count: usize,
    /// How many there can be.
    pub most: usize,
    /// What lies on each place.
    pub like: Token,
}

/// A place.
#[derive(Clone, Default, Debug)]
pub struct Cell {
    /// What lies there.
    pub tokens: Vec<Token>,
    /// Whether it is to be pointed at.
    pub highlighted: bool,
}

/// A thing on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// What is written on it; nothing where the colour of its owner says all.
    pub label: String,
    /// What it is, in full.
    pub title: String,
    /// The name of its fact, and the words that say what it is.
    pub contents: Vec<String>,
    /// The role it belongs to.
    pub owner: Option<usize>,
    /// Whether it is what most places have, and drawn small.
    pub usual: bool,
    /// How large it is among how many, where things have sizes or are amounts.
    pub rank: Option<(usize, usize)>,
}

/// A role beside the boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The role.
    pub name: String,
    /// What it may do, if it is its turn; an empty word says just that.
    pub turn: Option<String>,
    /// What else is said of it.
    pub facts: Vec<Fact>,
}

impl Picture {
    /// Sorts a state. Places where it differs from the `previous` one, if there is one, are highlighted.
    pub fn of(plan: &Plan, state: &[Fact], previous: Option<&[Fact]>) -> Picture {
        let mut picture = Picture::plain(plan, state);
        if let Some(previous) = previous {
            let before = Picture::plain(plan, previous);
            picture.highlight_changes(&before);
        }
        picture
    }

    fn plain(plan: &Plan, state: &[Fact]) -> Picture {
        let mut grids = Vec::new();
        let mut facts: Vec<Fact> = state.to_vec();
        for space in &plan.spaces {
            facts.retain(|fact| space.find(fact).is_none());
            grids.extend(grids_of(plan, space, state));
        }
        let shows = |fact: &Fact| {
            let mut all = plan.spaces.iter().filter_map(|s| s.storeys.as_ref());
            all.any(|storeys| storeys.count(fact).is_some())
        };
        let storeys = facts.iter().filter(|fact| shows(fact)).cloned().collect();
        facts.retain(|fact| !shows(fact));
        let seats = seats(plan, &mut facts);
        let counts = |fact: &Fact| fact.args.len() == 1 && plan.counters.contains(&fact.name);
        let (counters, facts) = facts.into_iter().partition(counts);
        Picture {
            grids,
            seats,
            facts,
            counters,
            storeys,
            amounts: plan.amounts.clone(),
            buttons: Buttons::default(),
            theme: plan.theme.clone(),
            state: state.to_vec(),
        }
    }

    fn highlight_changes(&mut self, before: &Picture) {
        for (grid, old) in self.grids.iter_mut().zip(&before.grids) {
            for (place, cell) in &mut grid.cells {
                let was = old.cells.get(place).map(|cell| &cell.tokens);
                cell.highlighted = was != Some(&cell.tokens);
            }
        }
    }

    /// All facts that lie on no board, as lines of words.
    pub fn beside(&self) -> Vec<String> {
        let seats = self.seats.iter().map(Seat::words);
        let facts = self.facts.iter().chain(&self.storeys);
        let facts = facts.chain(&self.counters).map(Fact::words);
        seats.chain(facts).collect()
    }
}

impl Seat {
    /// The role, whether it is its turn, and what is said of it, in a line.
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

/// The boards of a space: one for each combination of further coordinates.
fn grids_of(plan: &Plan, space: &Space, state: &[Fact]) -> Vec<Grid> {
    let below = below(space, state);
    let grid = |board: &Vec<String>| Grid {
        title: board.join(" "),
        columns: space.columns.clone(),
        rows: space.rows.clone(),
        cells: space.places.iter().map(|&p| (p, Cell::default())).collect(),
        look: raised(space, below.as_ref().map_or(0, |below| below.count)),
        storeys: below.clone(),
    };
    let mut grids: Vec<Grid> = space.boards.iter().map(grid).collect();
    for fact in state {
        let Some((layer, board, place)) = space.find(fact) else {
            continue;
        };
        if layer.blank != Some(layer.contents(fact))
            && let Some(cell) = grids[board].cells.get_mut(&place)
        {
            cell.tokens.push(token(plan, space, layer, fact));
            let key = |token: &Token| (std::cmp::Reverse(token.rank), token.owner);
            cell.tokens.sort_by_key(key);
        }
    }
    grids
}

/// The storeys that a state says are finished.
fn below(space: &Space, state: &[Fact]) -> Option<Below> {
    let storeys = space.storeys.as_ref()?;
    let told = |fact: &Fact| Some((storeys.count(fact)?, fact.words()));
    let (count, title) = state.iter().find_map(told)?;
    Some(Below {
        count,
        most: storeys.order.len().saturating_sub(1),
        like: Token {
            label: String::new(),
            title,
            contents: space.layers.iter().map(|l| l.name.clone()).collect(),
            owner: None,
            usual: false,
            rank: None,
        },
    })
}

/// What a board looks like above so many storeys.
fn raised(space: &Space, storeys: usize) -> Look {
    let mut look = space.look.clone();
    if storeys > 0 {
        let up = |&place: &Place| {
            let (x, y) = space.look.centre(place);
            (place, (x, y + storeys as f64))
        };
        look.spots = space.places.iter().map(up).collect();
    }
    look
}

/// What a fact puts on its place. A role is shown by its colour; words are written as short as the board allows.
fn token(plan: &Plan, space: &Space, layer: &Layer, fact: &Fact) -> Token {
    let contents = layer.contents(fact);
    let owner = contents.iter().find_map(|word| plan.owners.owner(word));
    let plain = contents.iter().filter(|word| !plan.roles.contains(word));
    let mut words: Vec<&String> = plain.collect();
    if words.is_empty() {
        words.push(&layer.name);
    }
    let short = |word: &&String| match layer.order.is_empty() {
        true => space.labels.get(*word).cloned().unwrap_or_default(),
        false => word.to_string(),
    };
    let in_order = contents.first();
    let rank = in_order.and_then(|word| layer.order.iter().position(|w| w == word));
    Token {
        label: words.iter().map(short).collect::<Vec<_>>().join(" "),
        title: fact.words(),
        owner,
        usual: layer.usual,
        rank: rank.map(|rank| (rank, layer.order.len())),
        contents: std::iter::once(layer.name.clone())
            .chain(contents)
            .collect(),
    }
}

/// Takes what is said of roles out of the facts.
fn seats(plan: &Plan, facts: &mut Vec<Fact>) -> Vec<Seat> {
    let seat = |name: &String| Seat {
        name: name.clone(),
        turn: None,
        facts: Vec::new(),
    };
    let mut seats: Vec<Seat> = plan.roles.iter().map(seat).collect();
    let several_turns = plan.turns.len() > 1;
    facts.retain(|fact| {
        let role = fact.args.iter().position(|arg| plan.roles.contains(arg));
        let Some(at) = role else {
            return true;
        };
        let mut seats = seats.iter_mut();
        let Some(seat) = seats.find(|seat| seat.name == fact.args[at]) else {
            return true;
        };
        let is_turn = fact.args.len() == 1 && plan.turns.contains(&fact.name);
        match (is_turn, several_turns) {
            (true, false) => seat.turn = Some(String::new()),
            (true, true) if seat.turn.is_none() => seat.turn = Some(fact.name.clone()),
            _ => {
                let mut said = fact.clone();
                said.args.remove(at);
                seat.facts.push(said);
            }
        }
        false
    });
    seats
}
