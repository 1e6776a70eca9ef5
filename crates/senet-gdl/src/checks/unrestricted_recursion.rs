//! E018: recursion that may build infinitely many terms.

use super::{Check, CheckInfo, Context, Scope};
use crate::description::{Literal, Rule, Sentence, Term};
use crate::print::{LetterCase, show};
use crate::problem::Problem;
use rustc_hash::FxHashSet;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E018",
        title: "unrestricted recursion",
        why: "Each argument of a recursive condition must be ground, or an argument of the head, or an argument of a positive \
              condition outside the recursion. This restriction keeps the derivable facts finite. With `--force`, Senet \
              plays rules that break the restriction, within its limits.",
        bad: "(<= (number (s ?x)) (number ?x))\n(number 0)\n(<= (legal white ?x) (number ?x))",
        good: "(<= (number ?y) (succ ?x ?y) (number ?x))\n(number 0)\n(succ 0 1)\n(<= (legal white ?x) (number ?x))",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// The arguments of conditions outside the recursion, as text.
type Supply = FxHashSet<String>;

fn run(context: &Context, problems: &mut Vec<Problem>) {
    for rule in context.rules() {
        let is_recursive = |&(sentence, negated): &(&Sentence, bool)| {
            !negated && in_cycle(context, rule, sentence)
        };
        if rule.body_sentences().iter().any(is_recursive) {
            let head = rule
                .head
                .args
                .iter()
                .map(|term| key(context, term))
                .collect();
            let mut supplies = vec![head, supplied_by_all(context, rule, &rule.body)];
            check_all(context, rule, &rule.body, &mut supplies, problems);
        }
    }
}

fn in_cycle(context: &Context, rule: &Rule, sentence: &Sentence) -> bool {
    context
        .dependencies
        .in_cycle(rule.head.signature(), sentence.signature())
}

fn key(context: &Context, term: &Term) -> String {
    show(term, context.symbols(), LetterCase::Folded).to_string()
}

fn supplied_by_all(context: &Context, rule: &Rule, literals: &[Literal]) -> Supply {
    literals
        .iter()
        .flat_map(|literal| supplied_by(context, rule, literal))
        .collect()
}

/// The terms that one condition supplies. An `or` supplies the terms that all its branches supply.
fn supplied_by(context: &Context, rule: &Rule, literal: &Literal) -> Supply {
    match literal {
        Literal::Holds(sentence) if !in_cycle(context, rule, sentence) => sentence
            .args
            .iter()
            .map(|term| key(context, term))
            .collect(),
        Literal::And(parts, _) => supplied_by_all(context, rule, parts),
        Literal::Or(parts, _) => {
            let branches = parts.iter().map(|part| supplied_by(context, rule, part));
            branches
                .reduce(|common, branch| {
                    common
                        .into_iter()
                        .filter(|term| branch.contains(term))
                        .collect()
                })
                .unwrap_or_default()
        }
        Literal::Holds(_) | Literal::Not(..) | Literal::Distinct(..) => Supply::default(),
    }
}

fn check_all(
    context: &Context,
    rule: &Rule,
    literals: &[Literal],
    supplies: &mut Vec<Supply>,
    problems: &mut Vec<Problem>,
) {
    for literal in literals {
        match literal {
            Literal::Holds(sentence) if in_cycle(context, rule, sentence) => {
                check_sentence(context, rule, sentence, supplies, problems)
            }
            Literal::And(parts, _) => check_all(context, rule, parts, supplies, problems),
            Literal::Or(parts, _) => {
                for part in parts {
                    supplies.push(supplied_by(context, rule, part));
                    check_all(
                        context,
                        rule,
                        std::slice::from_ref(part),
                        supplies,
                        problems,
                    );
                    supplies.pop();
                }
            }
            Literal::Holds(_) | Literal::Not(..) | Literal::Distinct(..) => {}
        }
    }
}

fn check_sentence(
    context: &Context,
    rule: &Rule,
    sentence: &Sentence,
    supplies: &[Supply],
    problems: &mut Vec<Problem>,
) {
    for term in sentence.args.iter().filter(|term| !term.is_ground()) {
        let text = key(context, term);
        if supplies.iter().any(|supply| supply.contains(&text)) {
            continue;
        }
        let (head, used) = (
            context.name(rule.head.relation),
            context.name(sentence.relation),
        );
        let here = context.quote(term.span());
        let message = format!(
            "`{head}` uses `{used}` recursively with `{here}`, which occurs neither in the head nor in a condition outside the recursion"
        );
        let help = "add a positive condition that has exactly this argument and does not depend on the head";
        problems.push(
            Problem::new(CHECK.info.code, term.span(), message, help).with(
                context.name_span(rule.head.span),
                "head of the recursive rule",
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn marks_arguments_from_neither_head_nor_outside() {
        marks(&CHECK, "(<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))", &[]);
        marks(
            &CHECK,
            "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z))",
            &["?y", "?y"],
        );
        marks(&CHECK, "(<= (n ?x) (n (f ?x)))", &["(f ?x)"]);
        marks(&CHECK, "(<= (n ?x) (q (f ?x)) (n (f ?x)) (n (f a)))", &[]);
    }

    #[test]
    fn requires_every_branch_to_supply_the_argument() {
        marks(&CHECK, "(<= (p ?x) (or (q ?x ?y) (r ?y ?x)) (p ?y))", &[]);
        marks(&CHECK, "(<= (p ?x) (or (q ?x ?y) (r ?x)) (p ?y))", &["?y"]);
        marks(
            &CHECK,
            "(<= (p ?x) (or (r ?x) (and (q ?x ?y) (p ?y))))",
            &[],
        );
    }
}
