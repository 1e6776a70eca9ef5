//! Random rule sheets: finite, mostly playable and unusual.
//!
//! In recursive rules, arguments are constants or at most one function deep, so that terms do not grow without end. Each rule first gets
//! positive conditions, which bind its variables. Its other parts use only these variables.

use fastrand::Rng;

/// The relations that rules may define, in layers. Negation refers to lower layers only, so most sheets are stratified. Some names have
/// two arities.
const DEFINED: [(&str, usize); 8] = [
    ("p", 1),
    ("p", 2),
    ("q", 1),
    ("q", 0),
    ("r", 2),
    ("s", 1),
    ("t", 1),
    ("t", 2),
];
const CONSTANTS: [&str; 4] = ["1", "2", "3", "a"];
/// Names with a meaning in infix notation, or as connectives. Some sheets use them as constants, and so as moves and fluents.
const ODD_CONSTANTS: [&str; 9] = [
    "%",
    "'x",
    ".",
    "<=",
    "a:-b",
    "${x}",
    "not",
    "50.5",
    "9223372036854775808",
];
const ROLES: [&str; 3] = ["a", "b", "c"];

/// Returns a random sheet with one rule per line.
pub fn random_sheet(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let roles = rng.usize(1..=ROLES.len());
    let mut lines: Vec<String> = ROLES[..roles]
        .iter()
        .map(|role| format!("(role {role})"))
        .collect();
    for role in ROLES.iter().take(rng.usize(0..=3)) {
        lines.push(format!("(legal {role} wait)"));
    }
    let constants = constants(&mut rng);
    lines.extend((0..rng.usize(1..8)).map(|_| fact(&mut rng, &constants)));
    let mut writer = Writer { rng, constants };
    let rules = writer.rng.usize(4..24);
    lines.extend((0..rules).map(|_| writer.rule()));
    writer.rng.shuffle(&mut lines[roles..]);
    lines.join("\n")
}

/// The constants of a sheet. In one sheet of four, half of them are odd.
fn constants(rng: &mut Rng) -> [&'static str; 4] {
    let mut constants = CONSTANTS;
    if rng.u8(0..4) == 0 {
        constants[0] = pick(rng, &ODD_CONSTANTS);
        constants[3] = pick(rng, &ODD_CONSTANTS);
    }
    constants
}

fn fact(rng: &mut Rng, constants: &[&str]) -> String {
    let one = pick(rng, constants);
    let two = pick(rng, constants);
    match rng.usize(0..10) {
        // No role: a rule concludes it, or it is a function. The order of the roles must not change.
        8 => format!("(<= (role {one}) (dom {two}))"),
        9 => format!("(role (f {one}))"),
        0 => format!("(init (f {one}))"),
        1 => format!("(init (g {one} (h {two})))"),
        2 => format!("(init {one})"),
        3 => format!("(edge {one} {two})"),
        4 => format!("(dom {one})"),
        5 => format!("(dom (h {one}))"),
        6 => format!("(p {one})"),
        _ => format!(
            "(goal {} {})",
            pick(rng, &ROLES),
            pick(rng, &["0", "50", "100", "win", "-1", one])
        ),
    }
}

fn pick<'a>(rng: &mut Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(..all.len())]
}

struct Writer {
    rng: Rng,
    constants: [&'static str; 4],
}

impl Writer {
    fn rule(&mut self) -> String {
        let layer = self.rng.usize(..=DEFINED.len());
        let mut bound = Vec::new();
        let mut body: Vec<String> = (0..self.rng.usize(0..4))
            .map(|_| self.positive(layer, &mut bound))
            .collect();
        bound.sort();
        bound.dedup();
        for _ in 0..self.rng.usize(0..3) {
            body.push(self.filter(layer, &bound));
        }
        if self.rng.u8(0..4) == 0 {
            let (one, two) = (self.filter(layer, &bound), self.filter(layer, &bound));
            body.push(format!("(or {one} {two})"));
        }
        self.rng.shuffle(&mut body);
        let head = self.head(layer, &bound);
        if body.is_empty() {
            return head;
        }
        format!("(<= {head} {})", body.join(" "))
    }

    fn head(&mut self, layer: usize, bound: &[String]) -> String {
        if layer < DEFINED.len() {
            return self.atom(layer, &mut |writer| writer.ground_or(bound));
        }
        let one = self.ground_or(bound);
        let two = self.ground_or(bound);
        let role = self.role_or(bound);
        match self.rng.usize(0..13) {
            12 => format!("(role {one})"),
            0..3 => format!("(next {})", self.fluent(&one, &two)),
            3 => format!("(init {})", self.fluent(&one, &two)),
            4..7 => format!("(legal {role} {one})"),
            7 => format!("(legal {role} (m {one} {two}))"),
            8 => format!("(goal {role} {one})"),
            9 => "terminal".to_string(),
            10 => format!("(sees {role} {one})"),
            _ => format!("(base {})", self.fluent(&one, &two)),
        }
    }

    fn fluent(&mut self, one: &str, two: &str) -> String {
        match self.rng.usize(0..4) {
            0 => one.to_string(),
            1 => format!("(f {one})"),
            2 => format!("(g {one} (h {two}))"),
            _ => format!("(g {one} {two})"),
        }
    }

    /// A condition that binds its variables. A relation of the same layer makes the rule recursive.
    fn positive(&mut self, layer: usize, bound: &mut Vec<String>) -> String {
        let mut new = |writer: &mut Writer| writer.any_term(bound);
        match self.rng.usize(0..11) {
            0 | 1 => {
                let (one, two) = (new(self), new(self));
                format!("(true {})", self.fluent(&one, &two))
            }
            2 => format!("(edge {} {})", new(self), new(self)),
            3 | 4 => format!("(dom {})", new(self)),
            5 => format!("(role {})", new(self)),
            6 if layer >= 6 => format!("(does {} {})", new(self), new(self)),
            7 if layer >= 7 => {
                let keyword = ["legal", "goal", "init"][self.rng.usize(..3)];
                match keyword {
                    "init" => format!("(legal {} (m {} {}))", new(self), new(self), new(self)),
                    _ => format!("({keyword} {} {})", new(self), new(self)),
                }
            }
            _ => {
                let used = self.rng.usize(..=layer.min(DEFINED.len() - 1));
                self.atom(used, &mut new)
            }
        }
    }

    /// A condition on bound variables.
    fn filter(&mut self, layer: usize, bound: &[String]) -> String {
        let mut old = |writer: &mut Writer| writer.ground_or(bound);
        match self.rng.usize(0..6) {
            0 => format!("(distinct {} {})", old(self), old(self)),
            1 => {
                let (one, two) = (old(self), old(self));
                format!("(not (true {}))", self.fluent(&one, &two))
            }
            2 if layer >= 6 => format!("(not (does {} {}))", old(self), old(self)),
            3 if layer >= 7 => {
                let keyword = ["legal", "goal"][self.rng.usize(..2)];
                format!("(not ({keyword} {} {}))", old(self), old(self))
            }
            4 if layer >= 1 => {
                let used = self.rng.usize(..layer.min(DEFINED.len()));
                format!("(not {})", self.atom(used, &mut old))
            }
            5 if layer >= 8 => "(not terminal)".to_string(),
            _ => format!("(not (edge {} {}))", old(self), old(self)),
        }
    }

    fn atom(&mut self, which: usize, term: &mut dyn FnMut(&mut Writer) -> String) -> String {
        let (name, arity) = DEFINED[which];
        let args: Vec<String> = (0..arity).map(|_| term(self)).collect();
        if args.is_empty() {
            return name.to_string();
        }
        format!("({name} {})", args.join(" "))
    }

    fn any_term(&mut self, bound: &mut Vec<String>) -> String {
        match self.rng.usize(0..8) {
            0 => pick(&mut self.rng, &self.constants).to_string(),
            1 => format!("(h {})", pick(&mut self.rng, &self.constants)),
            n => {
                let variable = format!("?{}", pick(&mut self.rng, &["x", "y", "z"]));
                bound.push(variable.clone());
                if n == 2 {
                    format!("(h {variable})")
                } else {
                    variable
                }
            }
        }
    }

    /// A bound variable or a constant.
    fn ground_or(&mut self, bound: &[String]) -> String {
        if bound.is_empty() || self.rng.u8(0..4) == 0 {
            return pick(&mut self.rng, &self.constants).to_string();
        }
        bound[self.rng.usize(..bound.len())].clone()
    }

    /// A role, a bound variable or a constant.
    fn role_or(&mut self, bound: &[String]) -> String {
        if self.rng.bool() {
            return pick(&mut self.rng, &ROLES).to_string();
        }
        self.ground_or(bound)
    }
}
