//! W119: a role that can never move, or never gets anything.

use super::{About, Check, Context, Scope};
use crate::description::Term;
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "W119",
        title: "role without moves or goals",
        why: "Every role needs a legal move in every state that is not terminal, even if it only waits, and a goal value at the end. No \
              rule gives this role one.",
        bad: "(role white)\n(role black)\n(legal white noop)\n(<= (goal ?player 50) (role ?player))",
        good: "(role white)\n(role black)\n(<= (legal ?player noop) (role ?player))\n(<= (goal ?player 50) (role ?player))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let (movers, scorers) = (
        served(context, Symbol::LEGAL),
        served(context, Symbol::GOAL),
    );
    let mut seen = FxHashSet::default();
    for rule in context
        .rules()
        .iter()
        .filter(|rule| rule.head.relation == Symbol::ROLE && rule.body.is_empty())
    {
        let [Term::Constant(role, span)] = rule.head.args[..] else {
            continue;
        };
        if !seen.insert(role) {
            continue;
        }
        let mut report = |message: String, help| {
            problems.push(Problem::new(CHECK.about.code, span, message, help))
        };
        if movers.lacks(role) {
            let message = format!("no `legal` rule is about the role `{}`", context.name(role));
            report(
                message,
                "give it a move for every state, for instance `noop` when it is not its turn",
            );
        }
        // Chance has no interest in how the match ends.
        if scorers.lacks(role) && role != Symbol::RANDOM {
            let message = format!("no `goal` rule is about the role `{}`", context.name(role));
            report(message, "say what it gets at the end of a match");
        }
    }
}

/// Whom the rules of a keyword are about.
enum Served {
    /// Anyone, or nobody, which other checks report.
    Anyone,
    /// These.
    Only(FxHashSet<Symbol>),
}

impl Served {
    fn lacks(&self, role: Symbol) -> bool {
        match self {
            Served::Anyone => false,
            Served::Only(roles) => !roles.contains(&role),
        }
    }
}

fn served(context: &Context, keyword: Symbol) -> Served {
    let mut roles = FxHashSet::default();
    for rule in context
        .rules()
        .iter()
        .filter(|rule| rule.head.relation == keyword)
    {
        match rule.head.args.first() {
            Some(Term::Variable(..)) => return Served::Anyone,
            Some(Term::Constant(role, _)) => {
                roles.insert(*role);
            }
            Some(Term::Function(..)) | None => {}
        }
    }
    if roles.is_empty() {
        Served::Anyone
    } else {
        Served::Only(roles)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn every_role_moves_and_scores() {
        marks(
            &CHECK,
            "(role a) (role b) (legal a m) (legal b m) (<= (goal ?r 0) (role ?r))",
            &[],
        );
        marks(
            &CHECK,
            "(role a) (role b) (legal a m) (goal b 1)",
            &["a", "b"],
        );
        marks(
            &CHECK,
            "(role a) (role random) (legal a m) (legal random m) (goal a 1)",
            &[],
        );
    }
}
