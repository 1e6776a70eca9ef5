//! Boards whose places have one name each: heaps, pits, pegs, lamps, towns.

use crate::Fact;
use crate::space::{Layer, Space};
use senet_gdl::{Description, Symbol, Term};
use senet_structure::{Class, Position, Structure};
use std::collections::BTreeSet;

/// What is known of a game while its boards are looked for.
pub struct Rules<'a> {
    /// The rules.
    pub description: &'a Description,
    /// What they are made of.
    pub structure: &'a Structure,
    /// The initial state.
    pub initial: &'a [Fact],
    /// The classes of what moves speak of.
    pub moves: BTreeSet<Class>,
}

/// Finds boards among facts that lie on no board yet.
pub fn find(rules: &Rules, free: &[(Symbol, usize)], taken: &[Class]) -> Vec<Space> {
    let mut spaces: Vec<Space> = Vec::new();
    for &fact in free {
        let found = match fact.1 {
            1 => set(rules, fact, taken),
            2 => pairs(rules, fact, taken),
            _ => None,
        };
        let Some(new) = found else {
            continue;
        };
        let same = |space: &&mut Space| space.classes == new.classes;
        match spaces.iter_mut().find(same) {
            Some(space) => space.layers.extend(new.layers),
            None => spaces.push(new),
        }
    }
    spaces
}

/// The classes of what moves speak of.
pub fn move_classes(description: &Description, structure: &Structure) -> BTreeSet<Class> {
    let mut found = BTreeSet::new();
    for rule in &description.rules {
        let body = rule.body_sentences().into_iter().map(|(s, _)| s);
        for sentence in std::iter::once(&rule.head).chain(body) {
            let of_move = matches!(sentence.relation, Symbol::DOES | Symbol::LEGAL);
            if let (true, Some(Term::Function(name, args, _))) = (of_move, sentence.args.get(1)) {
                let at = |index| Position::new(*name, args.len(), index);
                let classes = (0..args.len()).map(at);
                found.extend(classes.filter_map(|p| structure.positions.class(p)));
            }
        }
    }
    found
}

impl Rules<'_> {
    fn word(&self, symbol: Symbol) -> String {
        self.description.symbols.key(symbol).to_string()
    }

    fn class(&self, (name, arity): (Symbol, usize), index: usize) -> Option<Class> {
        let position = Position::new(name, arity, index);
        self.structure.positions.class(position)
    }

    fn is_role(&self, fact: (Symbol, usize), index: usize) -> bool {
        let roles = Position::new(Symbol::ROLE, 1, 0);
        let class = self.structure.positions.class(roles);
        class.is_some() && self.class(fact, index) == class
    }

    fn in_moves(&self, fact: (Symbol, usize), index: usize) -> bool {
        let class = self.class(fact, index);
        class.is_some_and(|class| self.moves.contains(&class))
    }

    /// What can stand at an argument, in order if there is one.
    fn values(&self, fact: (Symbol, usize), index: usize) -> (Vec<String>, bool) {
        let position = Position::new(fact.0, fact.1, index);
        let here: Vec<Symbol> = self.structure.values.at(position).collect();
        let class = self.class(fact, index);
        let orders = self.structure.successors.iter();
        let mut own = orders.filter(|order| Some(order.class) == class);
        let row = own.find_map(|order| {
            let chain = order.chain_of(*here.first()?)?;
            let all = here.iter().all(|&value| chain.place(value).is_some());
            all.then_some(chain)
        });
        let words = |symbols: Vec<Symbol>| symbols.into_iter().map(|s| self.word(s)).collect();
        match row {
            Some(chain) => {
                let row = chain.elements.iter().copied();
                (words(row.filter(|e| here.contains(e)).collect()), true)
            }
            None => (words(here), false),
        }
    }

    fn initially(&self, (name, arity): (Symbol, usize)) -> Vec<&Fact> {
        let name = self.word(name);
        let facts = self.initial.iter();
        let own = facts.filter(|fact| fact.name == name && fact.args.len() == arity);
        own.collect()
    }

    /// The argument of which in the beginning each value occurs once: of two, the one all of whose values occur.
    fn key(&self, fact: (Symbol, usize)) -> Option<usize> {
        let facts = self.initially(fact);
        let told = |index: usize| {
            facts
                .iter()
                .map(|fact| &fact.args[index])
                .collect::<BTreeSet<_>>()
        };
        let once = |index: &usize| facts.len() > 1 && told(*index).len() == facts.len();
        let all = |index: &usize| facts.len() == self.values(fact, *index).0.len();
        let mut keys = (0..2).filter(once);
        match (keys.next()?, keys.next()) {
            (key, None) => Some(key),
            (_, Some(_)) => (0..2).filter(once).find(all),
        }
    }

    fn layer(&self, (name, arity): (Symbol, usize), place: usize) -> Layer {
        Layer {
            name: self.word(name),
            arity,
            place: vec![place],
            contents: (0..arity).filter(|&index| index != place).collect(),
            ..Layer::default()
        }
    }

    fn space(&self, fact: (Symbol, usize), place: usize, layer: Layer) -> Option<Space> {
        let (words, _) = self.values(fact, place);
        let named = words.iter().cloned().zip((0..).map(|x| (x, 0)));
        Some(Space {
            named: named.collect(),
            columns: words,
            rows: vec![String::new()],
            boards: vec![Vec::new()],
            layers: vec![layer],
            classes: vec![self.class(fact, place)?],
            ..Space::default()
        })
    }
}

/// Things that are so or not, each of them: places that are marked or not.
fn set(rules: &Rules, fact: (Symbol, usize), taken: &[Class]) -> Option<Space> {
    let (words, ordered) = rules.values(fact, 0);
    let class = rules.class(fact, 0)?;
    let several = rules.in_moves(fact, 0) || rules.initially(fact).len() != 1;
    let fits = words.len() > 2 && !ordered && several && !taken.contains(&class);
    let is_place = fits && !rules.is_role(fact, 0);
    is_place.then(|| rules.space(fact, 0, rules.layer(fact, 0)))?
}

/// Pairs: whose a place is, how much is on it, what is on it, or on which place a thing is.
fn pairs(rules: &Rules, fact: (Symbol, usize), taken: &[Class]) -> Option<Space> {
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
    match rules.key(fact) {
        Some(key) if is_free(key) => keyed(rules, fact, key),
        None if is_free(0) && is_free(1) => table(rules, fact),
        _ => None,
    }
}

/// Each key has one value: an amount at a place, a thing's place, or what a place shows.
fn keyed(rules: &Rules, fact: (Symbol, usize), key: usize) -> Option<Space> {
    let value = 1 - key;
    let (amounts, ordered) = rules.values(fact, value);
    let is_place = !ordered && rules.in_moves(fact, value);
    let place = if is_place { value } else { key };
    let mut layer = rules.layer(fact, place);
    let (sizes, sized) = rules.values(fact, key);
    layer.order = match (is_place, ordered, sized) {
        (true, _, true) => sizes,
        (false, true, _) => amounts,
        _ => Vec::new(),
    };
    let mut space = rules.space(fact, place, layer)?;
    if is_place && sized {
        space.look.shape = crate::look::Shape::Pegs;
    }
    Some(space)
}

/// Neither is ordered, and any pair may be so or not: a table.
fn table(rules: &Rules, fact: (Symbol, usize)) -> Option<Space> {
    let ((rows, rows_ordered), (columns, columns_ordered)) =
        (rules.values(fact, 0), rules.values(fact, 1));
    let small = rows.len() > 1 && columns.len() > 1 && rows.len() * columns.len() <= MOST_IN_TABLE;
    if rows_ordered || columns_ordered || !small {
        return None;
    }
    let layer = Layer {
        place: vec![1, 0],
        contents: Vec::new(),
        ..rules.layer(fact, 0)
    };
    Some(Space {
        columns,
        rows,
        boards: vec![Vec::new()],
        layers: vec![layer],
        classes: vec![rules.class(fact, 1)?, rules.class(fact, 0)?],
        ..Space::default()
    })
}

/// Larger tables are listed.
const MOST_IN_TABLE: usize = 100;
