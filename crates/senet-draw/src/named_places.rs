//! Finds boards whose places have one name each, such as heaps, pits, pegs, lamps and towns.

use crate::arrangement::neighbours;
use crate::coordinates::is_constant;
use crate::evidence::Evidence;
use crate::space::{BoardLayer, BoardSpace};
use crate::stacks::is_stack;
use crate::{Fact, natural_order};
use senet_gdl::{Deadline, Description, OutOfTime, Symbol, Term};
use senet_structure::{ArgumentClass, ArgumentPosition, Structure};
use std::collections::BTreeSet;

/// The data for the search.
pub struct RuleContext<'a> {
    /// The rules.
    pub description: &'a Description,
    /// The structure of the rules.
    pub structure: &'a Structure,
    /// The initial state.
    pub initial: &'a [Fact],
    /// Observations in random matches.
    pub evidence: &'a Evidence,
    /// The classes of move arguments.
    pub moves: BTreeSet<ArgumentClass>,
}

/// Finds boards among the fluents that are on no board yet.
pub fn find(
    rules: &RuleContext,
    free: &[(Symbol, usize)],
    taken: &[ArgumentClass],
    deadline: &Deadline,
) -> Result<Vec<BoardSpace>, OutOfTime> {
    let mut spaces: Vec<BoardSpace> = Vec::new();
    for &fact in free {
        deadline.check()?;
        let found = match fact.1 {
            1 => unary_places(rules, fact, taken),
            2 => binary_places(rules, fact, taken),
            _ => joined_places(rules, fact, deadline)
                .filter(|space| !taken.contains(&space.classes[0])),
        };
        let Some(new) = found else {
            continue;
        };
        let same =
            |space: &&mut BoardSpace| space.classes == new.classes && space.boards == new.boards;
        match spaces.iter_mut().find(same) {
            Some(space) => {
                space.layers.extend(new.layers);
                space.same_class |= new.same_class;
                for word in new.columns {
                    if !space.named.contains_key(&word) {
                        space.named.insert(word.clone(), (space.columns.len(), 0));
                        space.columns.push(word);
                    }
                }
            }
            None => spaces.push(new),
        }
    }
    Ok(spaces)
}

/// Returns the classes of all move arguments.
pub fn move_classes(description: &Description, structure: &Structure) -> BTreeSet<ArgumentClass> {
    let mut found = BTreeSet::new();
    for rule in &description.rules {
        let body = rule.body_sentences().into_iter().map(|(s, _)| s);
        for sentence in std::iter::once(&rule.head).chain(body) {
            let of_move = matches!(sentence.relation, Symbol::DOES | Symbol::LEGAL);
            if let (true, Some(Term::Function(name, args, _))) = (of_move, sentence.args.get(1)) {
                let at = |index| ArgumentPosition::new(*name, args.len(), index);
                let classes = (0..args.len()).map(at);
                found.extend(classes.filter_map(|p| structure.positions.class(p)));
            }
        }
    }
    found
}

impl RuleContext<'_> {
    fn word(&self, symbol: Symbol) -> String {
        self.description.symbols.key(symbol).to_string()
    }

    fn class(&self, (name, arity): (Symbol, usize), index: usize) -> Option<ArgumentClass> {
        let position = ArgumentPosition::new(name, arity, index);
        self.structure.positions.class(position)
    }

    fn is_role(&self, fact: (Symbol, usize), index: usize) -> bool {
        let roles = ArgumentPosition::new(Symbol::ROLE, 1, 0);
        let class = self.structure.positions.class(roles);
        class.is_some() && self.class(fact, index) == class
    }

    fn in_moves(&self, fact: (Symbol, usize), index: usize) -> bool {
        let class = self.class(fact, index);
        class.is_some_and(|class| self.moves.contains(&class))
    }

    /// Returns the possible values of an argument, and whether they are ordered.
    fn values(&self, fact: (Symbol, usize), index: usize) -> (Vec<String>, bool) {
        let position = ArgumentPosition::new(fact.0, fact.1, index);
        let here: Vec<Symbol> = self.structure.values.at(position).collect();
        let class = self.class(fact, index);
        let orders = self.structure.successors.iter();
        let mut own = orders.filter(|order| Some(order.class) == class);
        let row = own.find_map(|order| {
            let chain = order.chain_of(*here.first()?)?;
            let elements: BTreeSet<Symbol> = chain.elements.iter().copied().collect();
            let all = here.iter().all(|value| elements.contains(value));
            all.then_some(chain)
        });
        let words = |symbols: Vec<Symbol>| symbols.into_iter().map(|s| self.word(s)).collect();
        match row {
            Some(chain) => {
                let row = chain.elements.iter().copied();
                let here: BTreeSet<Symbol> = here.into_iter().collect();
                (words(row.filter(|e| here.contains(e)).collect()), true)
            }
            None => {
                let mut words: Vec<String> = words(here);
                natural_order::sort(&mut words);
                (words, false)
            }
        }
    }

    /// Returns true if a relation joins the values of an argument to a graph, and no relation orders them.
    fn are_joined(&self, fact: (Symbol, usize), index: usize, deadline: &Deadline) -> bool {
        let (words, ordered) = self.values(fact, index);
        let class = self.class(fact, index).filter(|_| !ordered);
        let joined = class.and_then(|class| {
            neighbours(self.description, self.structure, (class, &words), deadline)
        });
        joined.is_some()
    }

    /// Returns true if an argument has the same different values in each observed state: it names the places.
    fn is_constant(&self, (name, arity): (Symbol, usize), index: usize) -> bool {
        let fluent = (&*self.word(name), arity);
        let key = self.evidence.is_key(fluent, &[index]);
        key && is_constant(self.evidence, fluent, &[index])
    }

    fn initially(&self, (name, arity): (Symbol, usize)) -> Vec<&Fact> {
        let name = self.word(name);
        let facts = self.initial.iter();
        let own = facts.filter(|fact| fact.name == name && fact.args.len() == arity);
        own.collect()
    }

    /// Returns the argument whose values are all different in the initial state. If both arguments qualify, all
    /// possible values of it must occur.
    fn key(&self, fact: (Symbol, usize)) -> Option<usize> {
        let facts = self.initially(fact);
        let distinct = |index: usize| {
            facts
                .iter()
                .map(|fact| &fact.args[index])
                .collect::<BTreeSet<_>>()
        };
        let once = |index: &usize| facts.len() > 1 && distinct(*index).len() == facts.len();
        let all = |index: &usize| facts.len() == self.values(fact, *index).0.len();
        if let Some(place) = (0..2).find(|&index| self.is_constant(fact, index)) {
            return Some(place);
        }
        let mut keys = (0..2).filter(once);
        match (keys.next()?, keys.next()) {
            (key, None) => Some(key),
            (_, Some(_)) => (0..2).filter(once).find(all),
        }
    }

    fn layer(&self, (name, arity): (Symbol, usize), place: usize) -> BoardLayer {
        BoardLayer {
            name: self.word(name),
            arity,
            place: vec![place],
            contents: (0..arity).filter(|&index| index != place).collect(),
            ..BoardLayer::default()
        }
    }

    fn space(&self, fact: (Symbol, usize), place: usize, layer: BoardLayer) -> Option<BoardSpace> {
        let (words, _) = self.values(fact, place);
        let named = words.iter().cloned().zip((0..).map(|x| (x, 0)));
        Some(BoardSpace {
            named: named.collect(),
            columns: words,
            rows: vec![String::new()],
            boards: vec![Vec::new()],
            layers: vec![layer],
            classes: vec![self.class(fact, place)?],
            ..BoardSpace::default()
        })
    }
}

/// Treats a fluent with several contents as pieces on places that a relation joins: `(piece OWNER VALUE PLACE)`. Each
/// place must have at most one piece in every observed state.
pub fn joined_places(
    rules: &RuleContext,
    fact: (Symbol, usize),
    deadline: &Deadline,
) -> Option<BoardSpace> {
    let fluent = (&*rules.word(fact.0), fact.1);
    let mut places = (0..fact.1).filter(|&index| {
        !rules.is_role(fact, index)
            && rules.in_moves(fact, index)
            && rules.evidence.is_key(fluent, &[index])
            && rules.are_joined(fact, index, deadline)
    });
    match (places.next(), places.next()) {
        (Some(place), None) => rules.space(fact, place, rules.layer(fact, place)),
        _ => None,
    }
}

/// Treats a unary fluent as a set of marked places.
fn unary_places(
    rules: &RuleContext,
    fact: (Symbol, usize),
    taken: &[ArgumentClass],
) -> Option<BoardSpace> {
    let (words, ordered) = rules.values(fact, 0);
    let class = rules.class(fact, 0)?;
    let several = rules.in_moves(fact, 0) || rules.initially(fact).len() != 1;
    let fits = words.len() > 2 && !ordered && several && !taken.contains(&class);
    let is_place = fits && !rules.is_role(fact, 0);
    is_place.then(|| rules.space(fact, 0, rules.layer(fact, 0)))?
}

/// Treats a binary fluent as the owner, amount or content of a place, or as the place of a piece.
fn binary_places(
    rules: &RuleContext,
    fact: (Symbol, usize),
    taken: &[ArgumentClass],
) -> Option<BoardSpace> {
    let is_free = |index| {
        rules
            .class(fact, index)
            .is_some_and(|c| !taken.contains(&c))
    };
    if let Some(role) = (0..2).find(|&index| rules.is_role(fact, index)) {
        let place = 1 - role;
        let (words, ordered) = rules.values(fact, place);
        let fits = words.len() > 2 && !ordered && rules.in_moves(fact, place) && is_free(place);
        return fits.then(|| rules.space(fact, place, rules.layer(fact, place)))?;
    }
    let both = rules.class(fact, 0).is_some() && rules.class(fact, 0) == rules.class(fact, 1);
    if both && is_free(0) && is_stack(rules.evidence, (&rules.word(fact.0), 2)) {
        let mut space = rules.space(fact, 0, rules.layer(fact, 0))?;
        let (more, _) = rules.values(fact, 1);
        for word in more {
            if !space.named.contains_key(&word) {
                space.named.insert(word.clone(), (space.columns.len(), 0));
                space.columns.push(word);
            }
        }
        space.same_class = true;
        return Some(space);
    }
    match rules.key(fact) {
        Some(key) if is_free(key) => places_by_key(rules, fact, key),
        None if is_free(0) && is_free(1) => cross_table(rules, fact),
        _ => None,
    }
}

/// Handles fluents with one value for each key: an amount at a place, a piece's place, or a place's content.
fn places_by_key(rules: &RuleContext, fact: (Symbol, usize), key: usize) -> Option<BoardSpace> {
    let value = 1 - key;
    let (amounts, ordered) = rules.values(fact, value);
    let (sizes, sized) = rules.values(fact, key);
    // Few places without an order hold things of different sizes, such as discs on pegs.
    let on_pegs = sized && amounts.len() <= MOST_PEGS;
    let is_place =
        !ordered && rules.in_moves(fact, value) && (on_pegs || !rules.is_constant(fact, key));
    let place = if is_place { value } else { key };
    let mut layer = rules.layer(fact, place);
    layer.order = match (is_place, ordered, sized) {
        (true, _, true) => sizes,
        (false, true, _) => amounts,
        _ => Vec::new(),
    };
    let mut space = rules.space(fact, place, layer)?;
    if is_place && sized {
        space.look.shape = crate::look::BoardShape::Pegs;
    }
    Some(space)
}

/// The maximum number of places that count as pegs.
const MOST_PEGS: usize = 4;

/// Makes a table of rows and columns for pairs without an order.
fn cross_table(rules: &RuleContext, fact: (Symbol, usize)) -> Option<BoardSpace> {
    let ((rows, rows_ordered), (columns, columns_ordered)) =
        (rules.values(fact, 0), rules.values(fact, 1));
    let small = rows.len() > 1 && columns.len() > 1 && rows.len() * columns.len() <= MOST_IN_TABLE;
    if rows_ordered || columns_ordered || !small {
        return None;
    }
    if let Some((boards, place)) = several_boards(rows.len(), columns.len()) {
        let mut layer = rules.layer(fact, place);
        layer.contents = Vec::new();
        layer.boards = vec![boards];
        let mut space = rules.space(fact, place, layer)?;
        let words = if boards == 0 { rows } else { columns };
        space.boards = words.into_iter().map(|word| vec![word]).collect();
        return Some(space);
    }
    let layer = BoardLayer {
        place: vec![1, 0],
        contents: Vec::new(),
        ..rules.layer(fact, 0)
    };
    Some(BoardSpace {
        columns,
        rows,
        boards: vec![Vec::new()],
        layers: vec![layer],
        classes: vec![rules.class(fact, 1)?, rules.class(fact, 0)?],
        ..BoardSpace::default()
    })
}

/// Chooses the argument that selects a board, and the argument that names a place. There must be 2 to 4 boards with
/// more than five places each.
pub fn several_boards(rows: usize, columns: usize) -> Option<(usize, usize)> {
    let fits = |few: usize, many: usize| (2..=4).contains(&few) && many > 5;
    match (rows, columns) {
        (few, many) if fits(few, many) => Some((0, 1)),
        (many, few) if fits(few, many) => Some((1, 0)),
        _ => None,
    }
}

/// Larger tables are listed, not drawn.
const MOST_IN_TABLE: usize = 100;
