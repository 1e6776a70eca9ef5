use super::*;

/// Formats a text, compares the result and asserts that formatting again changes nothing.
fn check(text: &str, expected: &str) {
    let formatted = format(text).unwrap();
    assert_eq!(formatted, expected);
    assert_eq!(format(&formatted).unwrap(), formatted);
}

/// Converts to infix and back and compares both.
fn check_infix(prefix: &str, infix: &str) {
    assert_eq!(convert(prefix, Notation::Infix).unwrap(), infix);
    assert_eq!(convert(infix, Notation::Prefix).unwrap(), prefix);
    assert_eq!(format(infix).unwrap(), infix);
}

#[test]
fn writes_facts_and_short_rules_on_one_line() {
    check(
        "( role  x )(role y)\n(<= p\n (q a)\n)",
        "(role x)\n(role y)\n(<= p (q a))\n",
    );
    check("", "");
    check("p q", "p\nq\n");
}

#[test]
fn writes_long_rules_with_one_condition_per_line() {
    let long = "(true (cell ?column ?row blank))";
    check(
        &format!(
            "(<= (legal ?p (mark ?x)) {long} (not (or {long} {long} (and a b) (q {long}))) {long})"
        ),
        "\
(<= (legal ?p (mark ?x))
  (true (cell ?column ?row blank))
  (not (or
    (true (cell ?column ?row blank))
    (true (cell ?column ?row blank))
    (and a b)
    (q (true (cell ?column ?row blank)))))
  (true (cell ?column ?row blank)))
",
    );
}

#[test]
fn keeps_comments_and_blank_lines() {
    check(
        "\n; title  \n\n\n\n;; roles\n(role x) ; first\n\n\n(role y)\n; end",
        "; title\n\n;; roles\n(role x) ; first\n\n(role y)\n; end\n",
    );
    check(
        "(<= h ; of h\n a ; of a\n; before b\n b ; of b\n)",
        "(<= h ; of h\n  a ; of a\n  ; before b\n  b) ; of b\n",
    );
    check(
        "(<= h a\n ; left out: b\n) ; rule",
        "(<= h\n  a\n  ; left out: b\n  ) ; rule\n",
    );
    check(
        "(<= h a ; of a\n) ; rule",
        "(<= h\n  a ; of a\n  ) ; rule\n",
    );
}

#[test]
fn moves_comments_inside_sentences_before_them() {
    check("(p a ; one\n b ; two\n)", "; one\n(p a b) ; two\n");
    check(
        "(<= ; start\n h (not ; inner\n (p a ; deep\n ))\n c)",
        "; start\n(<= h\n  ; inner\n  (not (p a)) ; deep\n  c)\n",
    );
    check("x\n\n(p ; c\n)", "x\n\n; c\n(p)\n");
}

#[test]
fn rejects_sheets_with_syntax_errors() {
    assert_eq!(format("(a (b").unwrap_err()[0].code, "E001");
    assert_eq!(
        format("(<= p (distinct a b ((x))))").unwrap_err()[0].code,
        "E004"
    );
    assert_eq!(format("p(a").unwrap_err()[0].code, "E006");
}

#[test]
fn converts_rules_to_infix_and_back() {
    check_infix(
        "(<= (legal ?w (mark ?x ?y)) (true (cell ?x ?y b)) (not (wall ?x ?y)) (or a b) (distinct ?x ?y))\n",
        "legal(W, mark(X, Y)) :- true(cell(X, Y, b)) & ~wall(X, Y) & (a | b) & distinct(X, Y)\n",
    );
    check_infix(
        "; one\n(role White) ;; two\n",
        "% one\nrole('White') %% two\n",
    );
}

#[test]
fn converts_unusual_rules_to_infix_and_back() {
    check_infix(
        "(<= p)\n(q)\n(<= r (or) (or a) (and a) (and a b) (not (not a)) (not a b) or)\n",
        "p :- .\nq()\nr :- or() & or(a) & and(a) & (a & b) & ~~a & not(a, b) & or\n",
    );
    check_infix(
        "(<= p (or (and a b) c) (f (not a) (or b c) (<= d)))\n",
        "p :- ((a & b) | c) & f(not(a), or(b, c), '<='(d))\n",
    );
    check_infix(
        "(<= p\n  a\n  ; left out\n  ) ; rule\nq\n",
        "p :-\n  a\n  % left out\n  . % rule\nq\n",
    );
}

#[test]
fn writes_long_infix_rules_with_one_condition_per_line() {
    let long = "a".repeat(40);
    check(
        &format!("p :- {long} & ~({long} | {long}) & {long}"),
        &format!("p :-\n  {long} &\n  ~({long} | {long}) &\n  {long}\n"),
    );
    let long = "a".repeat(60);
    check(
        &format!("p :- ~({long} | % first\n {long})."),
        &format!("p :-\n  ~(\n    {long} | % first\n    {long})\n"),
    );
}
