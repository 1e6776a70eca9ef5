//! Board size: changes the number of coordinates along some axes of a board.
//!
//! The transformation inserts or removes coordinates in the middle of the chain, so facts about the edges stay at the
//! edges. A new coordinate gets the facts that both of its neighbours share. Facts that relate coordinates to each
//! other, such as tables of adjacent cells, must be the same for both neighbours. Otherwise the transformation does
//! not apply.

use super::axis::{Axis, AxisDirection, axis};
use super::correspondence::{CoordinateRenaming, StateView, VariantCorrespondence};
use super::rule_edits::{rename_rule, text};
use super::successor_rows::{continuation, replace_row};
use super::{AxisSize, NotApplicable};
use crate::{
    ArgumentPosition, ArgumentPositions, Coordinate, Structure, declared_facts, fluents,
    visit_positions, visit_sentence_positions,
};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_gdl::{Deadline, Description, Rule, Sentence, Symbol, Term};
use std::cell::Cell;

/// The allowed number of coordinates along an axis.
const SIZES: std::ops::RangeInclusive<usize> = 3..=64;

/// Returns the description with new sizes for some axes.
pub(super) fn apply(
    description: &Description,
    axes: &[AxisSize],
    deadline: &Deadline,
) -> Result<Description, NotApplicable> {
    let mut changed = description.clone();
    for size in axes {
        changed = resize(&changed, size, deadline)?;
    }
    drop_undeclared(&mut changed, deadline);
    Ok(changed)
}

/// Removes initial facts that `base` does not declare. After a resize, some facts can lie on unused cells, such as
/// light squares.
fn drop_undeclared(description: &mut Description, deadline: &Deadline) {
    let Ok(Some(declared)) = declared_facts(description, deadline) else {
        return;
    };
    let symbols = &description.symbols;
    let declared: FxHashSet<String> = declared.iter().map(|f| text(&f.term(), symbols)).collect();
    description.rules.retain(|rule| {
        let is_initial = rule.body.is_empty() && rule.head.signature() == (Symbol::INIT, 1);
        !is_initial || declared.contains(&text(&rule.head.args[0], symbols))
    });
}

/// Returns the axis that a size refers to.
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

fn resize(
    description: &Description,
    size: &AxisSize,
    deadline: &Deadline,
) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description, deadline)?;
    let axis = find_axis(description, &structure, size)?;
    if size.from != axis.len() || size.to == size.from || !SIZES.contains(&size.to) {
        return Err(NotApplicable::range("the size", size.to));
    }
    let mut changed = description.clone();
    let change = AxisResize::new(&mut changed, &structure, axis, size.to);
    let cut = change.cut(description, deadline)?;
    changed.rules = change.rules(&description.rules, cut);
    change.replace_rows(&mut changed);
    Ok(changed)
}

/// Maps the larger board to the smaller one. There is one view for each offset of the smaller board in the larger one.
pub(super) fn correspondence(
    description: &Description,
    sizes: &[AxisSize],
    deadline: &Deadline,
) -> Result<VariantCorrespondence, NotApplicable> {
    let mut found = VariantCorrespondence::direct();
    let mut changed = description.clone();
    for size in sizes {
        let next = resize(&changed, size, deadline)?;
        found = found.then(&axis_views(&changed, size, deadline)?);
        changed = next;
    }
    Ok(found)
}

/// Makes the views for one axis. The smaller board can lie at each offset, in each direction that uses the axis.
fn axis_views(
    description: &Description,
    size: &AxisSize,
    deadline: &Deadline,
) -> Result<VariantCorrespondence, NotApplicable> {
    let structure = Structure::of(description, deadline)?;
    let axis = find_axis(description, &structure, size)?;
    let mut words = description.clone();
    let change = AxisResize::new(&mut words, &structure, axis, size.to);
    let spelling = |row: &[Symbol]| -> Vec<String> {
        let spell = |&s: &Symbol| words.symbols.key(s).to_owned();
        row.iter().map(spell).collect()
    };
    let (old, new) = (spelling(&change.axis.elements), spelling(&change.row));
    let (small, large) = match old.len() < new.len() {
        true => (&old, &new),
        false => (&new, &old),
    };
    let mut views = vec![StateView::default()];
    for positions in directions(description, &structure, &change.axis) {
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
    let mut found = VariantCorrespondence::direct();
    match old.len() < new.len() {
        true => found.target = views,
        false => found.source = views,
    }
    Ok(found)
}

/// Groups the fluent arguments along the axis by direction. Arguments have the same direction if they share variables
/// in the dynamic rules. On a board with one successor relation for both axes, this separates columns from rows.
fn directions(
    description: &Description,
    structure: &Structure,
    axis: &Axis,
) -> Vec<Vec<(String, usize, usize)>> {
    let positions = ArgumentPositions::of_dynamic_rules(description);
    let boards = structure.boards.iter();
    let coordinates = boards.flat_map(|b| {
        let at = |c: &Coordinate| ArgumentPosition::new(b.fluent, b.arity, c.index);
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
        let of_fluents = members.filter(|p| facts.contains(&(p.name, p.arity)));
        of_fluents
            .map(|p| (description.symbols.key(p.name).to_owned(), p.arity, p.index))
            .collect()
    };
    classes.into_iter().map(direction).collect()
}

/// A new size of one axis.
struct AxisResize {
    axis: Axis,
    /// The coordinates after the change.
    row: Vec<Symbol>,
    /// The whole chain after the change; it contains the coordinates.
    whole: Vec<Symbol>,
}

impl AxisResize {
    fn new(changed: &mut Description, structure: &Structure, axis: Axis, to: usize) -> AxisResize {
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
        AxisResize { axis, row, whole }
    }

    /// Returns the number of coordinates before the cut, where coordinates are inserted or removed. It is as near to
    /// the middle as the rules allow.
    fn cut(&self, description: &Description, deadline: &Deadline) -> Result<usize, NotApplicable> {
        let least = self.row.len().min(self.axis.len());
        let middle = least.div_ceil(2);
        let mut cuts: Vec<usize> = (1..least).collect();
        cuts.sort_by_key(|&cut| (cut.abs_diff(middle), cut));
        let mut first_reason = None;
        for cut in cuts {
            deadline.check()?;
            match self.reason_against_cut(description, cut) {
                None => return Ok(cut),
                Some(reason) => {
                    first_reason.get_or_insert(reason);
                }
            }
        }
        Err(first_reason.unwrap_or_else(|| NotApplicable::range("the size", self.row.len())))
    }

    /// Returns the reason why the axis cannot be cut at this index.
    fn reason_against_cut(&self, description: &Description, cut: usize) -> Option<NotApplicable> {
        let name = |rule: &Rule| description.symbols.spelling(rule.head.relation).to_owned();
        for rule in description.rules.iter().filter(|r| !r.body.is_empty()) {
            let listed = self.count_named_coordinates(rule);
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
        let uneven = tables
            .values()
            .filter(|table| !self.treats_neighbours_alike(table, cut));
        let first = uneven.min_by_key(|table| table[0].span)?;
        Some(NotApplicable::Table {
            what: "the facts".into(),
            relation: name(first[0]),
        })
    }

    /// Counts the different coordinates that a rule names.
    fn count_named_coordinates(&self, rule: &Rule) -> usize {
        let mut found = FxHashSet::default();
        visit_positions(rule, &mut |position, term| {
            if let Term::Constant(constant, _) = term
                && self.axis.place(position, *constant).is_some()
            {
                found.insert(*constant);
            }
        });
        found.len()
    }

    /// Returns true if a rule contains a constant that may be a coordinate or a number, except the first coordinate.
    fn is_ambiguous(&self, rule: &Rule) -> bool {
        let mut found = false;
        let relations = &self.axis.relations;
        visit_positions(rule, &mut |position, term| {
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

    /// Returns the static facts that relate coordinates to each other, except the successor relations.
    fn tables<'a>(&'a self, description: &'a Description) -> impl Iterator<Item = &'a Rule> {
        description.rules.iter().filter(|rule| {
            let relation = rule.head.relation;
            rule.body.is_empty()
                && !matches!(relation, Symbol::INIT | Symbol::BASE | Symbol::INPUT)
                && !self.is_row(rule)
                && self.places(&rule.head).len() > 1
        })
    }

    /// Returns true if the facts treat the coordinates next to the cut equally, including removed ones.
    fn treats_neighbours_alike(&self, table: &[&Rule], cut: usize) -> bool {
        let most = table.iter().map(|rule| self.places(&rule.head).len()).max();
        let last = cut + self.axis.len().saturating_sub(self.row.len());
        (0..most.unwrap_or(0)).all(|nth| {
            let rows: Vec<FxHashSet<String>> = (cut - 1..=last)
                .map(|place| self.facts_with_blank(table, nth, place))
                .collect();
            rows.windows(2).all(|pair| pair[0] == pair[1])
        })
    }

    /// Returns the facts whose nth coordinate is at this index, with that coordinate left blank.
    fn facts_with_blank(&self, table: &[&Rule], nth: usize, place: usize) -> FxHashSet<String> {
        let facts = table.iter().map(|rule| &rule.head);
        let here = facts.filter(|s| self.places(s).get(nth) == Some(&place));
        here.map(|s| key(s, nth, &self.axis)).collect()
    }

    /// Returns the indices of the coordinates in a sentence, from left to right.
    fn places(&self, sentence: &Sentence) -> Vec<usize> {
        places(sentence, &self.axis)
    }

    /// Maps an old coordinate to a new one. Coordinates before the cut keep their distance from the start, the others
    /// keep their distance from the end.
    fn renamed(&self, cut: usize, position: ArgumentPosition, constant: Symbol) -> Option<Symbol> {
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
            self.fill_new_coordinates(&mut found, cut);
        }
        found
    }

    /// Returns true for the facts of a relation that orders the coordinates.
    fn is_row(&self, rule: &Rule) -> bool {
        let is_its = |r: &(Symbol, AxisDirection)| r.0 == rule.head.relation;
        rule.body.is_empty() && self.axis.relations.iter().any(is_its)
    }

    /// Gives the new coordinates the facts that their neighbours share, one argument after the other.
    fn fill_new_coordinates(&self, rules: &mut Vec<Rule>, cut: usize) {
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
                let with = |at: usize| with_coordinate(rule, nth, wide.elements[at], &wide);
                (cut..cut + count).filter_map(with).collect::<Vec<_>>()
            });
            let new: Vec<Rule> = new.collect();
            rules.extend(new);
        }
    }

    fn replace_rows(&self, changed: &mut Description) {
        let chain = &self.axis.chain;
        if self.whole == chain.elements {
            return;
        }
        for &(relation, way) in &self.axis.relations {
            replace_row(changed, relation, way, chain, &self.whole, chain.end);
        }
    }
}

/// Returns the indices of the coordinates in a sentence, from left to right.
fn places(sentence: &Sentence, axis: &Axis) -> Vec<usize> {
    let mut found = Vec::new();
    visit_sentence_positions(sentence, &mut |position, term| {
        if let Term::Constant(constant, _) = term {
            found.extend(axis.place(position, *constant));
        }
    });
    found
}

/// Replaces the nth coordinate of a fact.
fn with_coordinate(rule: &Rule, nth: usize, new: Symbol, axis: &Axis) -> Option<Rule> {
    let seen = Cell::new(0);
    rename_rule(rule, &|position, constant| {
        if axis.place(position, constant).is_none() {
            return Some(constant);
        }
        seen.set(seen.get() + 1);
        Some(if seen.get() == nth + 1 { new } else { constant })
    })
}

/// Returns a comparison key for a sentence with its nth coordinate left blank.
fn key(sentence: &Sentence, nth: usize, axis: &Axis) -> String {
    let mut seen = 0;
    let mut parts = vec![format!("{}", sentence.relation.index())];
    visit_sentence_positions(sentence, &mut |position, term| match term {
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
