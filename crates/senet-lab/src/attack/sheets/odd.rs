//! Sheets with unusual words, roles, goals and forms.

use super::growth::SMALL_GAME;
use fastrand::Rng;

/// Words that some notations allow, and words that none allows.
const ODD_WORDS: [&str; 34] = [
    "%",
    "'x",
    ".",
    "<=",
    "a:-b",
    "\"q\"",
    "a\"b",
    ":-",
    ",",
    "|",
    "\\",
    "$",
    "$HOME",
    "`ls`",
    "{x}",
    "[0]",
    "a'b",
    "--json",
    "-",
    "_",
    "@",
    "nan",
    "inf",
    "null",
    "true",
    "ünïcödé",
    "日本",
    "🎲",
    "a\u{202e}b",
    "a\u{200d}b",
    "e\u{301}",
    "İ",
    "ß",
    "\u{0}x",
];

/// A game whose words are unusual: roles, moves, fluents, relations.
pub fn odd_names(rng: &mut Rng) -> String {
    let mut words: Vec<&str> = ODD_WORDS.to_vec();
    rng.shuffle(&mut words);
    let role = if rng.bool() { "a" } else { words[0] };
    let [one, two, fluent, function] = [words[1], words[2], words[3], words[4]];
    let wrapped = if rng.bool() {
        one.to_string()
    } else {
        format!("({function} {one})")
    };
    format!(
        "(role {role}) (init ({fluent} 1)) (legal {role} {wrapped}) (legal {role} {two})\n\
         (<= (next ({fluent} 2)) (does {role} {wrapped})) (<= (next ({fluent} 3)) (does {role} {two}))\n\
         (<= terminal (not (true ({fluent} 1)))) (<= (goal {role} 100) (true ({fluent} 2))) (<= (goal {role} 0) (not (true ({fluent} 2))))"
    )
}

/// Words of many thousand characters.
pub fn long_names(rng: &mut Rng) -> String {
    let letter = ["a", "é", "🎲", "-"][rng.usize(..4)];
    let word = letter.repeat(1 << rng.usize(8..17));
    renamed(rng, &word)
}

/// Words that are markup or scripts for other programs.
pub fn markup_names(rng: &mut Rng) -> String {
    let words = [
        "<script>alert(1)</script>",
        "\"><img/src=x/onerror=alert(1)>",
        "<script>alert`1`</script>",
        "&lt;b&gt;",
        "]]>",
        "javascript:alert(1)",
        "';drop--table",
        "../../../etc/passwd",
        "%n%s%x",
    ];
    let word = words[rng.usize(..words.len())];
    renamed(rng, word)
}

/// The small game with another word for its role, a move, a fluent or a relation.
fn renamed(rng: &mut Rng, word: &str) -> String {
    match rng.usize(0..4) {
        0 => SMALL_GAME.replace("go)", &format!("{word})")),
        1 => SMALL_GAME.replace(" a", &format!(" {word}")),
        2 => SMALL_GAME.replace("(s ", &format!("({word} ")),
        _ => {
            format!("{SMALL_GAME}(<= ({word} ?x) (true (s ?x))) (<= (legal a (m ?x)) ({word} ?x))")
        }
    }
}

/// Roles that rules derive.
pub fn roles_by_rule(rng: &mut Rng) -> String {
    let rules = [
        "(<= (role b) (true (s 1)))",
        "(p b) (<= (role ?x) (p ?x))",
        "(<= (role ?x) (role ?x))",
        "(<= (role b) (not (role c)))",
        "(<= (role (f b)) (d 1)) (d 1)",
        "(role ?x)",
        "(role a b)",
        "(role (f x))",
        "(role 7) (legal 7 go) (goal 7 1)",
        "(role random) (legal random x) (legal random y)",
        "(<= (role b) (does a go))",
    ];
    let rule = rules[rng.usize(..rules.len())];
    let more = if rng.bool() {
        "(legal b go) (goal b 0)"
    } else {
        ""
    };
    format!("{SMALL_GAME}{rule}\n{more}")
}

/// Games without some of their parts.
pub fn missing_parts(rng: &mut Rng) -> String {
    let parts = [
        "(role a)",
        "(init (s 1))",
        "(legal a go)",
        "(<= (next (s 2)) (does a go))",
        "(<= terminal (true (s 2)))",
        "(goal a 100)",
        "(role b) (legal b wait) (goal b 0)",
    ];
    let kept: Vec<_> = parts.into_iter().filter(|_| rng.u8(..3) > 0).collect();
    kept.join("\n")
}

/// Goals that are words, missing, repeated, or outside 0 to 100.
pub fn odd_goals(rng: &mut Rng) -> String {
    let goals = [
        "(goal a win)",
        "(goal a 100) (goal a 0)",
        "(goal a 50.5)",
        "(goal a -1)",
        "(goal a 101)",
        "(goal a 9223372036854775808)",
        "(goal a (f 1))",
        "(goal a ?x)",
        "(<= (goal a ?x) (true (s ?x)))",
        "(<= (goal a 100) (true (s 1)))",
        "",
        "(goal b 100)",
        "(goal a)",
        "(goal a 1 2)",
        "(<= (goal ?r 100) (role ?r)) (<= (goal ?r 0) (role ?r) (not (true (s 1))))",
    ];
    SMALL_GAME.replace("(goal a 100)", goals[rng.usize(..goals.len())])
}

/// Variables where only values may stand.
pub fn variables_in_facts(rng: &mut Rng) -> String {
    let facts = [
        "(p ?x) (<= (legal a ?x) (p ?x))",
        "(init (f ?x))",
        "(legal a ?x)",
        "(<= (next (f ?x)) (true (s 1)))",
        "(<= (legal a go) (not (true (f ?x))))",
        "(<= (legal a go) (distinct ?x ?y))",
        "(base ?x)",
        "(input ?r ?m)",
        "(sees ?r ?x)",
        "(?x a)",
        "(<= ?x (true ?x))",
        "(<= terminal ?x)",
        "(<= (p (?f 1)) (d 1)) (d 1)",
        "(<= (next ?x) (true ?x))",
    ];
    let count = rng.usize(1..4);
    let chosen: Vec<_> = (0..count)
        .map(|_| facts[rng.usize(..facts.len())])
        .collect();
    format!("{SMALL_GAME}{}", chosen.join("\n"))
}

/// Relations that depend on their own negation.
pub fn unstratified_negation(rng: &mut Rng) -> String {
    let rules = [
        "(<= p (not p))",
        "(<= p (not q)) (<= q (not p)) (<= terminal p)",
        "(<= (legal a x) (not (legal a y))) (<= (legal a y) (not (legal a x)))",
        "(<= terminal (not terminal))",
        "(<= (goal a 1) (not (goal a 1)))",
        "(<= (p ?x) (d ?x) (not (q ?x))) (<= (q ?x) (d ?x) (p ?x)) (d 1) (<= (legal a ?x) (p ?x))",
        "(<= (next (s 3)) (not (next (s 3))))",
        "(<= (legal a x) (does a x)) (<= (legal a y) (not (does a x)))",
    ];
    format!("{SMALL_GAME}{}", rules[rng.usize(..rules.len())])
}

/// Keywords as constants, functions, variables and heads.
pub fn keywords_everywhere(rng: &mut Rng) -> String {
    let words = [
        "role", "init", "true", "next", "legal", "does", "goal", "terminal", "base", "input",
        "sees", "not", "or", "distinct", "<=", "and",
    ];
    let mut lines = vec![SMALL_GAME.to_string()];
    for _ in 0..4 {
        let [one, two, three, four] = std::array::from_fn(|_| words[rng.usize(..words.len())]);
        lines.push(match rng.usize(0..4) {
            0 => format!("({one} {two} {three})"),
            1 => format!("(<= ({one} {two}) ({three} {four}))"),
            2 => format!("(<= ({one} a go) (not (not ({two} a ({three} {four})))))"),
            _ => format!("(<= (next ({one} {two})) (true ({three} {four})) ({four}))"),
        });
    }
    lines.join("\n")
}

/// Keywords with too many and too few arguments, and connectives without parts.
pub fn wrong_arities(rng: &mut Rng) -> String {
    let forms = [
        "(<=)",
        "(<= p)",
        "(<= (p x))",
        "(not)",
        "(or)",
        "(and)",
        "(distinct a)",
        "(distinct a b c)",
        "()",
        "(())",
        "((role) b)",
        "(role)",
        "(init)",
        "(true)",
        "(legal a)",
        "(does)",
        "(next)",
        "(terminal x)",
        "(goal)",
        "terminal",
        "role",
        "<=",
        "(<= (or p q) r)",
        "(<= (not p) q)",
        "(<= p (or))",
        "(<= p (and))",
        "(<= p (not (or)))",
        "(<= p (distinct ?x))",
        "(<= terminal (or (not)))",
    ];
    let count = rng.usize(1..6);
    let chosen: Vec<_> = (0..count)
        .map(|_| forms[rng.usize(..forms.len())])
        .collect();
    format!("{SMALL_GAME}{}", chosen.join("\n"))
}

/// Roles that sometimes or never have a move, and roles that are declared twice.
pub fn stuck_roles(rng: &mut Rng) -> String {
    let rules = [
        "(role b) (goal b 0)",
        "(role b) (goal b 0) (<= (legal b wait) (true (s 3)))",
        "(role a) (role a)",
        "(role b) (goal b 0) (legal b go) (<= (next (s 3)) (does b go) (does c go))",
        "(role random)",
        "(role b) (goal b 0) (legal c go)",
    ];
    let rule = rules[rng.usize(..rules.len())];
    format!("{SMALL_GAME}{rule}")
}
