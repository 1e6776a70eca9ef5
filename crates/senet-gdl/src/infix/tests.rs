use crate::{LetterCase, Notation, Sheet, show};

/// Compares the rules in prefix notation, followed by the problems as `code text: message`.
fn check(text: &str, expected: &str) {
    let sheet = Sheet::read_as(Notation::Infix, text);
    let symbols = &sheet.description.symbols;
    let rules = sheet.description.rules.iter();
    let mut shown: Vec<String> = rules
        .map(|rule| show(rule, symbols, LetterCase::AsWritten).to_string())
        .collect();
    shown.extend(sheet.problems.iter().map(|problem| {
        let place = problem.span.of(text);
        format!("{} {place}: {}", problem.code, problem.message)
    }));
    assert_eq!(shown.join("\n"), expected);
}

#[test]
fn accepts_rules_without_full_stop() {
    check("p(a) q :- r\n s.t", "(p a)\n(<= q r)\ns\nt");
    check("p:-q,r&s.", "(<= p q r s)");
}

#[test]
fn conjunction_binds_tighter_than_disjunction() {
    check("p :- a & b | c", "(<= p (or (and a b) c))");
    check("p :- a & (b | c, d)", "(<= p a (or b (and c d)))");
    check("p :- ~(a) & ((b))", "(<= p (not a) b)");
    check(
        "p :- or(a & b, c | d, not(e))",
        "(<= p (or (and a b) (or c d) (not e)))",
    );
}

#[test]
fn each_single_underscore_is_a_new_variable() {
    check(
        "p(X) :- q(X, _, _) & r(_3)",
        "(<= (p ?x) (q ?x ?_4 ?_5) (r ?_3))",
    );
}

#[test]
fn reads_capitalised_connectives_as_variables() {
    check("p :- q(Or) & r(Not)", "(<= p (q ?or) (r ?not))");
}

#[test]
fn drops_only_the_rule_with_a_syntax_error() {
    check(
        "p :- q & & r\nrole(x)\nq(a b). s",
        "(role x)\ns\nE006 &: expected a name, found `&`\nE006 b: expected `,` or `)`, found `b`",
    );
    check(
        "p :- (q | r",
        "E006 : expected `&`, `|` or `)`, found the end of the text",
    );
    check("p(?x)\nq", "q\nE006 ?: expected a name, found `?`");
    check("p('a b')", "E006 'a b': 'a b' is not a valid name");
    check("p (q)", "p\nE006 (: expected a name, found `(`");
}

#[test]
fn spans_refer_to_the_infix_text() {
    let text = "p(X) :- ~q(f(X)) & (a | b).";
    let sheet = Sheet::read_as(Notation::Infix, text);
    let rule = &sheet.description.rules[0];
    let places: Vec<_> = rule
        .body
        .iter()
        .map(|literal| literal.span().of(text))
        .collect();
    assert_eq!(places, ["~q(f(X))", "(a | b)"]);
    assert_eq!(rule.span.of(text), text);
    assert_eq!(rule.head.span.of(text), "p(X)");
}
