//! W126: an error in a rule that the game does not need.

use super::{Check, CheckInfo, Scope};
use crate::description::Description;
use crate::needed_rules::needed_rules;
use crate::problem::{Problem, Severity};
use crate::span::Span;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "W126",
        title: "error in a rule that the game does not need",
        why: "No move, state, goal or end depends on this rule, so its error cannot change a match. Senet drops the rule before play. \
              So this is a warning. Other systems may reject the sheet.",
        bad: "(role robot)\n(legal robot push)\n(<= (other ?x) (distinct ?x robot))",
        good: "(role robot)\n(legal robot push)",
    },
    scope: Scope::Present,
    run: None,
};

/// Turns errors in rules that the game does not need into warnings.
pub(super) fn downgrade(description: &Description, problems: &mut [Problem]) {
    let is_error = |problem: &Problem| problem.severity() == Severity::Error;
    if !problems.iter().any(is_error) {
        return;
    }
    let needed = needed_rules(description);
    let rules = description.rules.iter().zip(needed);
    // Rules are in text order, so their spans are sorted.
    let unneeded: Vec<Span> = rules
        .filter(|(_, needed)| !needed)
        .map(|(rule, _)| rule.span)
        .collect();
    for problem in problems.iter_mut().filter(|problem| is_error(problem)) {
        if lies_within(problem.span, &unneeded) {
            let code = std::mem::replace(&mut problem.code, CHECK.info.code);
            problem.message += &format!(" ({code}); the game does not need this rule");
        }
    }
}

fn lies_within(inner: Span, spans: &[Span]) -> bool {
    let after = spans.partition_point(|span| span.start <= inner.start);
    let nearest = after.checked_sub(1).map(|at| spans[at]);
    nearest.is_some_and(|span| inner.start < span.end && inner.end <= span.end)
}

#[cfg(test)]
mod tests {
    use crate::{Severity, Sheet, check};

    fn codes(rules: &str) -> Vec<&'static str> {
        let frame = "(role a) (legal a m) (goal a 1) terminal";
        let problems = check(&Sheet::read(format!("{frame} {rules}")));
        let codes = problems
            .iter()
            .filter(|problem| problem.code == "W126" || problem.severity() == Severity::Error);
        codes.map(|problem| problem.code).collect()
    }

    #[test]
    fn only_needed_rules_have_errors() {
        assert_eq!(codes("(<= (p ?x) (not (q b)))"), ["W126"]);
        assert_eq!(
            codes("(<= (p ?x) (not (q b))) (<= terminal (p b))"),
            ["E016"]
        );
        assert_eq!(codes("(p ?x)"), ["W126"]);
        assert_eq!(codes("(<= p (not p))"), ["W126"]);
    }
}
