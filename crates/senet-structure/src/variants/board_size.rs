//! Board size: more or fewer coordinates along some axes of a board.
//!
//! Coordinates are put in, or taken out, in the middle of the row, so that whatever is said of the first and the last ones, such as camps and
//! far edges, stays with the edges. In facts a new coordinate is like both of its neighbours: it gets the facts that they have in common.
//! Facts that tie coordinates to each other (tables of neighbours, of mirrored cells) must be alike for the neighbours, or
//! the size cannot be changed.

use super::axis::{Axis, Way, axis};
use super::correspondence::{CoordinateRenaming, Correspondence, StateView};
use super::edit::{rename_rule, text};
use super::rows::{continuation, replace_row};
use super::{AxisSize, NotApplicable};
use crate::{
    Coordinate, Position, Positions, Structure, declared_facts, fluents, visit_places,
    visit_sentence_places,
};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Description, Rule, Sentence, Symbol, Term};
use std::cell::Cell;

/// No board has fewer coordinates than this along an axis, nor more than the larger number.
const SIZES: std::ops::RangeInclusive<usize> = 3..=64;

/// The sheet with other sizes of the axes.
pub(super) fn apply(
    description: &Description,
    axes: &[AxisSize],
) -> Result<Description, NotApplicable> {
    let mut changed = description.clone();
    for size in axes {
        changed = resize(&changed, size)?;
    }
    drop_undeclared(&mut changed);
    Ok(changed)
}

/// Leaves out the initial facts that the sheet's own list of facts does not have: on a board of another size some of them may
/// have come to stand on cells that are not used, such as light squares.
fn drop_undeclared(description: &mut Description) {
    let Ok(Some(declared)) = declared_facts(description) else {
        return;
    };
    let symbols = &description.symbols;
    let declared: FxHashSet<String> = declared.iter().map(|f| text(&f.term(), symbols)).collect();
    description.rules.retain(|rule| {
        let is_initial = rule.body.is_empty() && rule.head.signature() == (Symbol::INIT, 1);
        !is_initial || declared.contains(&text(&rule.head.args[0], symbols))
    });
}

/// The axis that a size is about.
pub(super) fn find_axis(
    description: &Description,
    structure: &Structure,
    size: &AxisSize,
) -> Result<Axis, NotApplicable> {
    let get = |what, word: &String| {
        let unknown = || NotApplicable::unknown(what, word);
        description.symbols.get(word).ok_or_else(unknown)
    };
    let relation = get("successor relation", &size.relation)?;
    let first = get("coordinate", &size.first)?;
    axis(description, structure, relation, first)
}

fn resize(description: &Description, size: &AxisSize) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description);
    let axis = find_axis(description, &structure, size)?;
    if size.from != axis.len() || size.to == size.from || !SIZES.contains(&size.to) {
        return Err(NotApplicable::range("the size", size.to));
    }
    let mut changed = description.clone();
    let plan = Plan::new(&mut changed, &structure, axis, size.to);
    let cut = plan.cut(description)?;
    changed.rules = plan.rules(&description.rules, cut);
    plan.renew_rows(&mut changed);
    Ok(changed)
}

/// The parts of the larger board that are like the smaller one: one view for every way to put it there.
pub(super) fn correspondence(
    description: &Description,
    sizes: &[AxisSize],
) -> Result<Correspondence, NotApplicable> {
    let mut found = Correspondence::direct();
    let mut changed = description.clone();
    for size in sizes {
        let next = resize(&changed, size)?;
        found = found.then(&part(&changed, size)?);
        changed = next;
    }
    Ok(found)
}

/// The views of one axis: in every direction in which it is used, the smaller board can lie at each offset.
fn part(description: &Description, size: &AxisSize) -> Result<Correspondence, NotApplicable> {
    let structure = Structure::of(description);
    let axis = find_axis(description, &structure, size)?;
    let mut words = description.clone();
    let plan = Plan::new(&mut words, &structure, axis, size.to);
    let spelt = |row: &[Symbol]| -> Vec<String> {
        let spell = |&s: &Symbol| words.symbols.key(s).to_owned();
        row.iter().map(spell).collect()
    };
    let (old, new) = (spelt(&plan.axis.elements), spelt(&plan.row));
    let (small, large) = match old.len() < new.len() {
        true => (&old, &new),
        false => (&new, &old),
    };
    let mut views = vec![StateView::default()];
    for positions in directions(description, &structure, &plan.axis) {
        let renamings = (0..=large.len() - small.len())
            .map(|offset| CoordinateRenaming::new(&positions, large, offset, small));
        let renamings: Vec<CoordinateRenaming> = renamings.collect();
        let with = |view: StateView| {
            renamings
                .iter()
                .map(move |r| view.clone().renaming(r.clone()))
        };
        views = views.into_iter().flat_map(with).collect();
    }
    let mut found = Correspondence::direct();
    match old.len() < new.len() {
        true => found.target = views,
        false => found.source = views,
    }
    Ok(found)
}

/// The arguments of facts that are coordinates along the axis, those together that share variables in the rules about what changes: on a board
/// that uses one row for both directions these are the columns and the rows.
fn directions(
    description: &Description,
    structure: &Structure,
    axis: &Axis,
) -> Vec<Vec<(String, usize, usize)>> {
    let positions = Positions::of_what_changes(description);
    let boards = structure.boards.iter();
    let coordinates = boards.flat_map(|b| {
        let at = |c: &Coordinate| Position::new(b.fluent, b.arity, c.index);
        b.coordinates.iter().map(at)
    });
    let mut classes: Vec<_> = coordinates
        .filter(|p| axis.positions.contains(p))
        .filter_map(|p| positions.class(p))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    let facts = fluents(description);
    let direction = |class| {
        let members = positions.members(class).into_iter();
        let told = members.filter(|p| facts.contains(&(p.name, p.arity)));
        told.map(|p| (description.symbols.key(p.name).to_owned(), p.arity, p.index))
            .collect()
    };
    classes.into_iter().map(direction).collect()
}

/// A change of size.
struct Plan {
    axis: Axis,
    /// The coordinates afterwards.
    row: Vec<Symbol>,
    /// The whole row afterwards, of which the coordinates are a run.
    whole: Vec<Symbol>,
}

impl Plan {
    fn new(changed: &mut Description, structure: &Structure, axis: Axis, to: usize) -> Plan {
        let start = axis.chain.place(axis.elements[0]).unwrap_or(0);
        let mut whole = axis.chain.elements.clone();
        if axis.is_whole() {
            whole.truncate(to);
        }
        let missing = (start + to).saturating_sub(whole.len());
        whole.extend(continuation(
            &mut changed.symbols,
            structure,
            &axis.chain.elements,
            missing,
        ));
        let row = whole[start..start + to].to_vec();
        Plan { axis, row, whole }
    }

    /// After how many of the coordinates new ones come or old ones are left out: as near to the middle as the sheet allows.
    fn cut(&self, description: &Description) -> Result<usize, NotApplicable> {
        let least = self.row.len().min(self.axis.len());
        let middle = least.div_ceil(2);
        let mut cuts: Vec<usize> = (1..least).collect();
        cuts.sort_by_key(|&cut| (cut.abs_diff(middle), cut));
        let mut first_reason = None;
        for cut in cuts {
            match self.obstacle(description, cut) {
                None => return Ok(cut),
                Some(reason) => {
                    first_reason.get_or_insert(reason);
                }
            }
        }
        Err(first_reason.unwrap_or_else(|| NotApplicable::range("the size", self.row.len())))
    }

    /// What keeps the row from being cut here.
    fn obstacle(&self, description: &Description, cut: usize) -> Option<NotApplicable> {
        let name = |rule: &Rule| description.symbols.spelling(rule.head.relation).to_owned();
        for rule in description.rules.iter().filter(|r| !r.body.is_empty()) {
            let listed = self.listed(rule);
            let gone = rename_rule(rule, &|p, c| self.renamed(cut, p, c)).is_none();
            if gone || listed > 2 || !self.axis.is_whole() && self.is_ambiguous(rule) {
                return Some(NotApplicable::Table {
                    what: "a rule".into(),
                    relation: name(rule),
                });
            }
        }
        let mut tables: FxHashMap<Symbol, Vec<&Rule>> = FxHashMap::default();
        for rule in self.tables(description) {
            tables.entry(rule.head.relation).or_default().push(rule);
        }
        let uneven = tables.values().filter(|table| !self.is_even(table, cut));
        let first = uneven.min_by_key(|table| table[0].span)?;
        Some(NotApplicable::Table {
            what: "the facts".into(),
            relation: name(first[0]),
        })
    }

    /// How many different coordinates a rule names.
    fn listed(&self, rule: &Rule) -> usize {
        let mut found = FxHashSet::default();
        visit_places(rule, &mut |position, term| {
            if let Term::Constant(constant, _) = term
                && self.axis.place(position, *constant).is_some()
            {
                found.insert(*constant);
            }
        });
        found.len()
    }

    /// Whether a rule names a coordinate other than the first where it may be a number.
    fn is_ambiguous(&self, rule: &Rule) -> bool {
        let mut found = false;
        let relations = &self.axis.relations;
        visit_places(rule, &mut |position, term| {
            if let Term::Constant(constant, _) = term
                && self.axis.elements[1..].contains(constant)
                && !self.axis.positions.contains(&position)
                && self.axis.class_mates.contains(&position)
                && relations.iter().all(|r| r.0 != position.name)
            {
                found = true;
            }
        });
        found
    }

    /// The facts that tie coordinates to each other, those of the state and the rows themselves excepted.
    fn tables<'a>(&'a self, description: &'a Description) -> impl Iterator<Item = &'a Rule> {
        description.rules.iter().filter(|rule| {
            let relation = rule.head.relation;
            rule.body.is_empty()
                && !matches!(relation, Symbol::INIT | Symbol::BASE | Symbol::INPUT)
                && !self.is_row(rule)
                && self.places(&rule.head).len() > 1
        })
    }

    /// Whether the facts say the same of the coordinates on both sides of the cut, and of those that are left out.
    fn is_even(&self, table: &[&Rule], cut: usize) -> bool {
        let most = table.iter().map(|rule| self.places(&rule.head).len()).max();
        let last = cut + self.axis.len().saturating_sub(self.row.len());
        (0..most.unwrap_or(0)).all(|nth| {
            let rows: Vec<FxHashSet<String>> = (cut - 1..=last)
                .map(|place| self.blanked(table, nth, place))
                .collect();
            rows.windows(2).all(|pair| pair[0] == pair[1])
        })
    }

    /// The facts with a coordinate at its nth place, with that place left open.
    fn blanked(&self, table: &[&Rule], nth: usize, place: usize) -> FxHashSet<String> {
        let facts = table.iter().map(|rule| &rule.head);
        let here = facts.filter(|s| self.places(s).get(nth) == Some(&place));
        here.map(|s| key(s, nth, &self.axis)).collect()
    }

    /// The places of the coordinates in a sentence, left to right.
    fn places(&self, sentence: &Sentence) -> Vec<usize> {
        places(sentence, &self.axis)
    }

    /// What becomes of a coordinate: those up to the cut keep their place from the start, the others theirs from the end.
    fn renamed(&self, cut: usize, position: Position, constant: Symbol) -> Option<Symbol> {
        let Some(place) = self.axis.place(position, constant) else {
            return Some(constant);
        };
        let (from, to) = (self.axis.len(), self.row.len());
        match place {
            _ if place < cut => Some(self.row[place]),
            _ if place + to >= from + cut => Some(self.row[place + to - from]),
            _ => None,
        }
    }

    fn rules(&self, rules: &[Rule], cut: usize) -> Vec<Rule> {
        let renamed = |rule: &Rule| match self.is_row(rule) {
            true => Some(rule.clone()),
            false => rename_rule(rule, &|p, c| self.renamed(cut, p, c)),
        };
        let mut found: Vec<Rule> = rules.iter().filter_map(renamed).collect();
        if self.row.len() > self.axis.len() {
            self.fill(&mut found, cut);
        }
        found
    }

    /// Whether it is a fact of a relation that orders the coordinates.
    fn is_row(&self, rule: &Rule) -> bool {
        let is_its = |r: &(Symbol, Way)| r.0 == rule.head.relation;
        rule.body.is_empty() && self.axis.relations.iter().any(is_its)
    }

    /// Gives the new coordinates the facts that their neighbours have in common, one place after the other.
    fn fill(&self, rules: &mut Vec<Rule>, cut: usize) {
        let wide = Axis {
            elements: self.row.clone(),
            ..self.axis.clone()
        };
        let count = self.row.len() - self.axis.len();
        let is_open = |rule: &Rule| rule.body.is_empty() && !self.is_row(rule);
        for nth in 0.. {
            let facts = rules.iter().filter(|rule| is_open(rule));
            let placed: Vec<(usize, &Rule)> = facts
                .filter_map(|rule| Some((*places(&rule.head, &wide).get(nth)?, rule)))
                .collect();
            if placed.is_empty() {
                return;
            }
            let after = placed.iter().filter(|(place, _)| *place == cut + count);
            let after: FxHashSet<String> = after.map(|(_, r)| key(&r.head, nth, &wide)).collect();
            let before = placed.iter().filter(|(place, _)| *place == cut - 1);
            let common = before.filter(|(_, r)| after.contains(&key(&r.head, nth, &wide)));
            let new = common.flat_map(|(_, rule)| {
                let with = |at: usize| with(rule, nth, wide.elements[at], &wide);
                (cut..cut + count).filter_map(with).collect::<Vec<_>>()
            });
            let new: Vec<Rule> = new.collect();
            rules.extend(new);
        }
    }

    fn renew_rows(&self, changed: &mut Description) {
        let chain = &self.axis.chain;
        if self.whole == chain.elements {
            return;
        }
        for &(relation, way) in &self.axis.relations {
            replace_row(changed, relation, way, chain, &self.whole, chain.end);
        }
    }
}

/// The places of the coordinates in a sentence, left to right.
fn places(sentence: &Sentence, axis: &Axis) -> Vec<usize> {
    let mut found = Vec::new();
    visit_sentence_places(sentence, &mut |position, term| {
        if let Term::Constant(constant, _) = term {
            found.extend(axis.place(position, *constant));
        }
    });
    found
}

/// The fact with another constant as its nth coordinate.
fn with(rule: &Rule, nth: usize, new: Symbol, axis: &Axis) -> Option<Rule> {
    let seen = Cell::new(0);
    rename_rule(rule, &|position, constant| {
        if axis.place(position, constant).is_none() {
            return Some(constant);
        }
        seen.set(seen.get() + 1);
        Some(if seen.get() == nth + 1 { new } else { constant })
    })
}

/// A sentence in which the nth coordinate is left open, for comparison.
fn key(sentence: &Sentence, nth: usize, axis: &Axis) -> String {
    let mut seen = 0;
    let mut parts = vec![format!("{}", sentence.relation.index())];
    visit_sentence_places(sentence, &mut |position, term| match term {
        Term::Constant(constant, _) => {
            let is_coordinate = axis.place(position, *constant).is_some();
            if is_coordinate {
                seen += 1;
            }
            parts.push(match is_coordinate && seen == nth + 1 {
                true => "_".into(),
                false => constant.index().to_string(),
            });
        }
        Term::Function(name, args, _) => parts.push(format!("f{}/{}", name.index(), args.len())),
        Term::Variable(name, _) => parts.push(format!("?{}", name.index())),
    });
    parts.join(" ")
}
