//! Translates rules to answer-set programs. Words become numbers, so that words may contain any characters.

use senet_gdl::{Description, Literal, Rule, Sentence, Symbol, Term};
use std::fmt::Write;

/// The rules of a sheet as an answer-set program.
pub struct Translation<'a> {
    description: &'a Description,
    /// The rules, one per line, and the relations that clingo shows.
    pub program: String,
}

/// The relations whose atoms are compared.
const SHOWN: &str = "#show role/1. #show init/1. #show legal/2. #show next/1. #show goal/2. #show terminal/0. #show sees/2.\n";

/// True for a rule about roles that is no plain fact. Only plain facts name roles, so forced rules play without it.
fn is_void(rule: &Rule) -> bool {
    let is_word = matches!(rule.head.args[..], [Term::Constant(..)]);
    rule.head.signature() == (Symbol::ROLE, 1) && !(rule.body.is_empty() && is_word)
}

impl<'a> Translation<'a> {
    /// Translates rules.
    pub fn of(description: &'a Description) -> Translation<'a> {
        let mut program = SHOWN.to_string();
        let mut translation = Translation {
            description,
            program: String::new(),
        };
        for rule in description.rules.iter().filter(|rule| !is_void(rule)) {
            program += &translation.rule(rule);
        }
        // Relations that no rule defines are empty.
        program += "#defined true/1. #defined does/2. #defined init/1. #defined next/1. #defined legal/2. #defined goal/2. #defined sees/2. #defined terminal/0.\n";
        translation.program = program;
        translation
    }

    /// The program for a state and, if given, a joint move. Facts are texts as games write them.
    pub fn question(&self, fluents: &[String], joint: &[(String, String)]) -> Option<String> {
        let mut program = self.program.clone();
        for fluent in fluents {
            writeln!(program, "true({}).", self.known_term(fluent)?).ok()?;
        }
        for (role, made) in joint {
            let (role, made) = (self.known_term(role)?, self.known_term(made)?);
            writeln!(program, "does({role},{made}).").ok()?;
        }
        Some(program)
    }

    /// A ground term as clingo prints it; `None` if it has a word that the sheet lacks.
    pub fn known_term(&self, text: &str) -> Option<String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let term = self.term_of(&mut words)?;
        words.next().is_none().then_some(term)
    }

    fn term_of<'w>(
        &self,
        words: &mut std::iter::Peekable<impl Iterator<Item = &'w str>>,
    ) -> Option<String> {
        let word = words.next()?;
        if word != "(" {
            return Some(self.word(self.description.symbols.get(word)?));
        }
        let function = self.word(self.description.symbols.get(words.next()?)?);
        let mut arguments = Vec::new();
        while *words.peek()? != ")" {
            arguments.push(self.term_of(words)?);
        }
        words.next();
        Some(format!("{function}({})", arguments.join(",")))
    }

    /// Writes a rule with alternatives as several rules, one for each combination.
    fn rule(&self, rule: &Rule) -> String {
        let head = self.sentence(&rule.head);
        let mut bodies = vec![Vec::new()];
        for literal in &rule.body {
            let cases = self.cases(literal, false);
            bodies = product(&bodies, &cases);
        }
        let line = |body: &Vec<String>| match body.is_empty() {
            true => format!("{head}.\n"),
            false => format!("{head} :- {}.\n", body.join(", ")),
        };
        bodies.iter().map(line).collect()
    }

    /// The alternatives of a literal; each is a list of conditions.
    fn cases(&self, literal: &Literal, negated: bool) -> Vec<Vec<String>> {
        let parts = |parts: &[Literal]| -> Vec<Vec<Vec<String>>> {
            parts.iter().map(|part| self.cases(part, negated)).collect()
        };
        let (one_of, cases) = match literal {
            Literal::Holds(sentence) => {
                let not = if negated { "not " } else { "" };
                return vec![vec![format!("{not}{}", self.sentence(sentence))]];
            }
            Literal::Distinct(left, right, _) => {
                let sign = if negated { "=" } else { "!=" };
                return vec![vec![format!(
                    "{} {sign} {}",
                    self.term(left),
                    self.term(right)
                )]];
            }
            Literal::Not(inner, _) => return self.cases(inner, !negated),
            Literal::Or(inner, _) => (!negated, parts(inner)),
            Literal::And(inner, _) => (negated, parts(inner)),
        };
        match one_of {
            true => cases.concat(),
            false => cases
                .iter()
                .fold(vec![Vec::new()], |all, part| product(&all, part)),
        }
    }

    fn sentence(&self, sentence: &Sentence) -> String {
        let relation = match sentence.relation.is_relation_keyword() {
            true => self.description.symbols.key(sentence.relation).to_string(),
            false => format!("r{}", sentence.relation.index()),
        };
        self.applied(relation, &sentence.args)
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(name, _) => format!("V{}", name.index()),
            Term::Constant(name, _) => self.word(*name),
            Term::Function(name, args, _) => self.applied(self.word(*name), args),
        }
    }

    fn applied(&self, name: String, args: &[Term]) -> String {
        let args: Vec<_> = args.iter().map(|term| self.term(term)).collect();
        match args.is_empty() {
            true => name,
            false => format!("{name}({})", args.join(",")),
        }
    }

    fn word(&self, symbol: Symbol) -> String {
        format!("w{}", symbol.index())
    }
}

/// Appends each alternative to each body.
fn product(bodies: &[Vec<String>], cases: &[Vec<String>]) -> Vec<Vec<String>> {
    let each = |body: &Vec<String>| {
        let one = |case: &Vec<String>| [body.clone(), case.clone()].concat();
        cases.iter().map(one).collect::<Vec<_>>()
    };
    bodies.iter().flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;

    /// The rules of the translation with words instead of numbers.
    fn translated(text: &str) -> String {
        let sheet = Sheet::read(text);
        let translation = Translation::of(&sheet.description);
        let rules = translation
            .program
            .lines()
            .filter(|line| !line.contains('#'));
        let mut rules = rules.collect::<Vec<_>>().join(" ");
        for name in ["p", "q", "f", "b", "?x"] {
            let symbol = sheet.description.symbols.get(name);
            let Some(number) = symbol.map(Symbol::index) else {
                continue;
            };
            for kind in ["r", "w", "V"] {
                rules = rules.replace(&format!("{kind}{number}"), &format!("{kind}_{name}"));
            }
        }
        rules
    }

    #[test]
    fn translates_facts_rules_and_negation() {
        assert_eq!(translated("(p b)"), "r_p(w_b).");
        let rule = "(<= (legal b (f ?x)) (true ?x) (not (p ?x)) (distinct ?x b))";
        assert_eq!(
            translated(rule),
            "legal(w_b,w_f(V_?x)) :- true(V_?x), not r_p(V_?x), V_?x != w_b."
        );
    }

    #[test]
    fn only_plain_facts_name_roles() {
        let text = "(role b) (role (f b)) (<= (role q) p) (<= p (role q))";
        assert_eq!(translated(text), "role(w_b). r_p :- role(w_q).");
    }

    #[test]
    fn writes_one_rule_for_each_alternative() {
        assert_eq!(
            translated("(<= terminal (or p (not q)))"),
            "terminal :- r_p. terminal :- not r_q."
        );
        assert_eq!(
            translated("(<= terminal (not (or p q)))"),
            "terminal :- not r_p, not r_q."
        );
    }

    #[test]
    fn writes_states_and_moves_as_facts() {
        let sheet = Sheet::read("(p b) (q (f b))");
        let translation = Translation::of(&sheet.description);
        let word = |name| format!("w{}", sheet.description.symbols.get(name).unwrap().index());
        let term = format!("{}({})", word("f"), word("b"));
        assert_eq!(translation.known_term("(f b)"), Some(term));
        assert_eq!(translation.known_term("(f unknown)"), None);
        assert_eq!(translation.known_term("(f b"), None);
    }
}
