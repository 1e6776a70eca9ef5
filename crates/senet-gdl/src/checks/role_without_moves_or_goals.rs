//! W119: a role without `legal` rules or without `goal` rules.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::Term;
use crate::problem::Problem;
use crate::symbol::Symbol;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W119",
        title: "role without moves or goals",
        why: "Every role needs a legal move in every non-terminal state, even if it only waits, and a goal value in every terminal state. \
              No rule gives one to this role.",
        bad: "(role white)\n(role black)\n(legal white noop)\n(<= (goal ?player 50) (role ?player))",
        good: "(role white)\n(role black)\n(<= (legal ?player noop) (role ?player))\n(<= (goal ?player 50) (role ?player))",
    },
    scope: Scope::Absent,
    run: Some(run),
};

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let (movers, scorers) = (
        roles_served(context, Symbol::LEGAL),
        roles_served(context, Symbol::GOAL),
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
            problems.push(Problem::new(CHECK.info.code, span, message, help))
        };
        if movers.lacks(role) {
            let message = format!(
                "no `legal` rule applies to the role `{}`",
                context.name(role)
            );
            report(
                message,
                "give the role a move in every state, for instance `noop` when it is not its turn",
            );
        }
        // The role `random` needs no goal.
        if scorers.lacks(role) && role != Symbol::RANDOM {
            let message = format!(
                "no `goal` rule applies to the role `{}`",
                context.name(role)
            );
            report(message, "add a `goal` rule for the role");
        }
    }
}

/// The roles to which the rules of a keyword apply.
enum RolesServed {
    /// Every role. Also used if there is no rule at all, which other checks report.
    All,
    /// These roles only.
    Only(FxHashSet<Symbol>),
}

impl RolesServed {
    fn lacks(&self, role: Symbol) -> bool {
        match self {
            RolesServed::All => false,
            RolesServed::Only(roles) => !roles.contains(&role),
        }
    }
}

fn roles_served(context: &Context, keyword: Symbol) -> RolesServed {
    let mut roles = FxHashSet::default();
    for rule in context
        .rules()
        .iter()
        .filter(|rule| rule.head.relation == keyword)
    {
        match rule.head.args.first() {
            Some(Term::Variable(..)) => return RolesServed::All,
            Some(Term::Constant(role, _)) => {
                roles.insert(*role);
            }
            Some(Term::Function(..)) | None => {}
        }
    }
    if roles.is_empty() {
        RolesServed::All
    } else {
        RolesServed::Only(roles)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_roles_without_legal_or_goal_rules() {
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
