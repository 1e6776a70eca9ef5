//! W125: one name in upper and lower case.

use super::context::shortened;
use super::{Check, CheckInfo, Context, Scope};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbol;
use crate::tree::SyntaxNode;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W125",
        title: "inconsistent upper and lower case",
        why: "GDL ignores case, and so does Senet: both spellings are the same name. So the rules are valid, and this is a warning. Many \
              other systems treat the spellings as different names and play a different game.",
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
            if let SyntaxNode::Word { symbol, span } = *node
                && !symbol.is_relation_keyword()
                && !symbol.is_connective()
            {
                let is_variable = context.symbols().is_variable(symbol);
                let spellings = if is_variable {
                    &mut variables
                } else {
                    &mut constants
                };
                problems.extend(spellings.record(context.text, symbol, span));
            }
        });
    }
}

/// The spellings seen so far of each name.
#[derive(Default)]
struct Spellings<'a> {
    first: FxHashMap<Symbol, Span>,
    others: FxHashSet<(Symbol, &'a str)>,
}

impl<'a> Spellings<'a> {
    /// Records an occurrence. Returns a problem if the name is known, but this spelling of it is new.
    fn record(&mut self, text: &'a str, symbol: Symbol, span: Span) -> Option<Problem> {
        let first = *self.first.entry(symbol).or_insert(span);
        let (known, here) = (unquoted(first.of(text)), unquoted(span.of(text)));
        if known == here || !self.others.insert((symbol, here)) {
            return None;
        }
        let (known, here) = (shortened(known), shortened(here));
        let message = format!("`{here}` is spelt `{known}` elsewhere");
        let help = format!("write `{known}` everywhere, or choose clearly different names");
        Some(Problem::new(CHECK.info.code, span, message, help).with(first, "the first spelling"))
    }
}

/// Strips the quotes that infix notation puts around some names.
fn unquoted(name: &str) -> &str {
    name.trim_matches('\'')
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_constants_spelt_differently_in_the_sheet() {
        marks(&CHECK, "(p aB) (P ab) (p Ab) (p ab)", &["P", "ab", "Ab"]);
        marks(&CHECK, "(ROLE a) (role b) (<= p (NOT q) (not r))", &[]);
    }

    #[test]
    fn marks_variables_spelt_differently_in_a_rule() {
        marks(&CHECK, "(<= (p ?x) (q ?X)) (<= (p ?X) (q ?X))", &["?X"]);
    }

    #[test]
    fn ignores_infix_quotes() {
        marks(&CHECK, "p('white') p(white) p('White')", &["'White'"]);
    }
}
