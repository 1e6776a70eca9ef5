//! What a reasoner may rely on: only the rules that matter, all of them meaningful.

use crate::checks::{Context, unplayable};
use crate::dependencies::{Dependencies, Relation};
use crate::description::Description;
use crate::problem::{Problem, Severity};
use crate::sheet::Sheet;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

/// The part of a sheet that can be played, or every reason why there is none.
///
/// Rules that nothing asks for are left out, so an unsafe rule that is never used does no harm.
pub fn playable(sheet: &Sheet) -> Result<Description, Vec<Problem>> {
    let mut problems: Vec<_> = sheet
        .problems
        .iter()
        .filter(|p| p.severity() == Severity::Error)
        .cloned()
        .collect();
    let rules = needed(&sheet.description);
    problems.extend(unplayable(&Context::of_rules(&sheet.text, &rules)));
    if problems.is_empty() {
        Ok(rules)
    } else {
        Err(problems)
    }
}

/// The rules that the answers depend on.
///
/// Keywords are needed whatever the number of their arguments, so that a wrong number is reported and not just ignored.
/// Declarations of the old kind, such as `(base cell 1 1)`, are the exception: games can do without any.
fn needed(description: &Description) -> Description {
    let is_asked = |(name, arity): Relation| match name {
        Symbol::BASE => arity == 1,
        Symbol::INPUT => arity == 2,
        _ => name.is_relation_keyword(),
    };
    let used = Dependencies::of(description).closure(is_asked);
    let used: FxHashSet<_> = used.into_iter().collect();
    let rules = description.rules.iter();
    let needed = rules.filter(|rule| used.contains(&(rule.head.relation, rule.head.args.len())));
    Description {
        symbols: description.symbols.clone(),
        rules: needed.cloned().collect(),
    }
}
