//! W130: a rule with so many instances that the game may not load.

use super::{Check, CheckInfo, Context, Scope};
use crate::clauses::clauses;
use crate::disjunctive_normal_form::Size;
use crate::domains::Domains;
use crate::join_estimate::JoinEstimate;
use crate::problem::Problem;
use crate::split_disjunctions::split_disjunctions;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W130",
        title: "explosive rule",
        why: "Senet writes a rule once for each combination of values that its variables may have. It splits rules into parts \
              with few variables, but a head with many variables, or conditions that join all variables, cannot be split. Such a \
              game takes long to load or runs only on the interpreter. The same happens if the `or`s of a rule bind variables for \
              each other: Senet tries all combinations of their branches.",
        bad: "(<= (legal r (code ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j ?k ?l))\n  (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e)\n  \
              (digit ?f) (digit ?g) (digit ?h) (digit ?i) (digit ?j) (digit ?k) (digit ?l))\n(digit 0)\n(digit 1)\n(digit 2)\n(digit 3)\n(digit 4)\n\
              (digit 5)\n(digit 6)\n(digit 7)\n(digit 8)\n(digit 9)",
        good: "(<= (legal r (write ?position ?digit)) (true (next_position ?position)) (digit ?digit))",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// Rules with more combinations are reported. This is the binary logarithm of a thousand times the number that grounding allows. In real games,
/// conditions that the estimate ignores exclude most combinations.
const EXPLOSIVE: f64 = 36.0;
/// Rules whose `or`s have more alternatives than this are reported.
const MANY_ALTERNATIVES: usize = 1024;

fn run(context: &Context, problems: &mut Vec<Problem>) {
    let description = split_disjunctions(context.description);
    // Another check reports rules that have too many clauses.
    let Ok(clauses) = clauses(&description) else {
        return;
    };
    let rules = description.rules.iter();
    for rule in rules.filter(|rule| Size::of_rule(rule).alternatives > MANY_ALTERNATIVES) {
        let message = format!(
            "the `or`s of this rule need each other's variables and have {} combinations",
            Size::of_rule(rule).alternatives
        );
        let help = "bind the variables by a condition outside the `or`s";
        problems.push(Problem::new(CHECK.info.code, rule.span, message, help));
    }
    let Some(domains) = Domains::of(&clauses) else {
        return;
    };
    let mut last = None;
    for clause in clauses.iter().filter(|clause| !clause.body.is_empty()) {
        let span = description.rules[clause.rule].span;
        let combinations =
            JoinEstimate::of(clause, &domains).map_or(0.0, |estimate| estimate.largest());
        if combinations > EXPLOSIVE && last != Some(span) {
            last = Some(span);
            let digits = combinations / std::f64::consts::LOG2_10;
            let message =
                format!("the variables of this rule have about 10^{digits:.0} combinations");
            let help =
                "give the rule fewer variables, or conditions that bind several variables at once";
            problems.push(Problem::new(CHECK.info.code, span, message, help));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;
    use std::fmt::Write;

    fn digits() -> String {
        (0..10)
            .map(|n| format!("(digit {n}) (succ {n} {})", n + 1))
            .collect()
    }

    fn each(count: usize, condition: &str) -> String {
        (0..count)
            .map(|n| condition.replace('#', &n.to_string()))
            .collect()
    }

    #[test]
    fn marks_heads_with_too_many_combinations() {
        let rule = |count| {
            format!(
                "(<= (p {}) {})",
                each(count, "?x# "),
                each(count, "(digit ?x#)")
            )
        };
        let (many, few) = (rule(12), rule(4));
        marks(&CHECK, &format!("{}{few}\n{many}", digits()), &[&many]);
    }

    #[test]
    fn accepts_chains_that_can_be_split() {
        let mut chain = String::new();
        (0..20).for_each(|n| write!(chain, "(succ ?x{n} ?x{})", n + 1).unwrap());
        marks(
            &CHECK,
            &format!("{}(<= (p ?x0 ?x20) {chain})", digits()),
            &[],
        );
        let wide = each(20, "(digit ?x#)");
        marks(&CHECK, &format!("{}(<= p {wide})", digits()), &[]);
    }

    #[test]
    fn marks_conditions_that_join_all_variables() {
        let mut distinct = String::new();
        for one in 0..12 {
            (0..one).for_each(|two| write!(distinct, "(distinct ?x{one} ?x{two})").unwrap());
        }
        let rule = format!("(<= p {}{distinct})", each(12, "(digit ?x#)"));
        marks(&CHECK, &format!("{}{rule}", digits()), &[&rule]);
    }

    #[test]
    fn marks_ors_that_need_each_others_variables() {
        let rule = |count| format!("(<= p {})", "(or (a ?x) (b ?y))".repeat(count));
        marks(&CHECK, &rule(9), &[]);
        marks(&CHECK, &rule(11), &[&rule(11)]);
        marks(&CHECK, &format!("(<= p {})", "(or a b)".repeat(40)), &[]);
    }
}
