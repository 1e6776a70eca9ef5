//! E024: one name in two spellings.

use super::{About, Check, Context, Scope};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::Node;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E024",
        title: "inconsistent capitals",
        why: "GDL takes no notice of capitals, and so does Senet: the two spellings are one name. But many systems \
              take them for different names, and play another game.",
        bad: "(init (timeOut 3))\n(<= terminal (true (timeout 0)))",
        good: "(init (timeout 3))\n(<= terminal (true (timeout 0)))",
    },
    scope: Scope::Present,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut constants = Spellings::default();
    for form in context.forms {
        let mut variables = Spellings::default();
        form.visit(&mut |node| {
            if let Node::Word { symbol, span } = *node
                && !symbol.is_relation_keyword()
                && !symbol.is_connective()
            {
                let is_variable = context.symbols().is_variable(symbol);
                let spellings = if is_variable {
                    &mut variables
                } else {
                    &mut constants
                };
                problems.extend(spellings.meet(context.text, symbol, span));
            }
        });
    }
}

/// The spellings met so far of each name.
#[derive(Default)]
struct Spellings<'a> {
    first: FxHashMap<Symbol, Span>,
    others: FxHashSet<(Symbol, &'a str)>,
}

impl<'a> Spellings<'a> {
    /// A problem if this is the first time that the name is spelt like this, and not the first time that it is met.
    fn meet(&mut self, text: &'a str, symbol: Symbol, span: Span) -> Option<Problem> {
        let first = *self.first.entry(symbol).or_insert(span);
        let (known, here) = (unquoted(first.of(text)), unquoted(span.of(text)));
        if known == here || !self.others.insert((symbol, here)) {
            return None;
        }
        let message = format!("`{here}` is spelt `{known}` elsewhere");
        let help = format!("write `{known}` everywhere, or choose clearly different names");
        Some(Problem::new(CHECK.about.code, span, message, help).with(first, "the first spelling"))
    }
}

/// Without the quotes that the infix notation puts around some names.
fn unquoted(name: &str) -> &str {
    name.trim_matches('\'')
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn constants_are_spelt_alike_in_the_whole_sheet() {
        marks(&CHECK, "(p aB) (P ab) (p Ab) (p ab)", &["P", "ab", "Ab"]);
        marks(&CHECK, "(ROLE a) (role b) (<= p (NOT q) (not r))", &[]);
    }

    #[test]
    fn variables_are_spelt_alike_in_a_rule() {
        marks(&CHECK, "(<= (p ?x) (q ?X)) (<= (p ?X) (q ?X))", &["?X"]);
    }

    #[test]
    fn quotes_do_not_count() {
        marks(&CHECK, "p('white') p(white) p('White')", &["'White'"]);
    }
}
