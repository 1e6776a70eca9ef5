//! Tokens of the prefix notation to a tree. Never fails: what cannot be read is reported and stepped over.

use crate::lexer::{Token, TokenKind, tokens};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbols;
use crate::tree::Node;

/// Lists nested deeper than this are refused: no game needs them, and everything downstream may then recurse safely.
pub const MAX_DEPTH: usize = 256;

/// A text that closes nothing this often is no rule sheet; further places are not listed.
const MAX_STRAY: usize = 1_000;

/// The code of unbalanced parentheses.
pub const UNBALANCED: &str = "E001";
/// The code of lists nested deeper than [`MAX_DEPTH`].
pub const TOO_DEEP: &str = "E002";

/// Reads all forms of a text in prefix notation.
pub fn parse(text: &str, symbols: &mut Symbols, problems: &mut Vec<Problem>) -> Vec<Node> {
    let tokens: Vec<Token> = tokens(text)
        .filter(|t| !matches!(t.kind, TokenKind::Space | TokenKind::Comment))
        .collect();
    let mut parser = Parser {
        text,
        tokens,
        symbols,
        problems,
        open: Vec::new(),
        forms: Vec::new(),
        stray: 0,
    };
    let mut at = 0;
    while let Some(resume) = parser.run(at) {
        at = resume;
    }
    parser.forms
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    symbols: &'a mut Symbols,
    problems: &'a mut Vec<Problem>,
    /// The lists that are not closed yet, outermost first, with the token that opened each.
    open: Vec<(usize, Vec<Node>)>,
    forms: Vec<Node>,
    /// How many parentheses closed nothing so far.
    stray: usize,
}

impl Parser<'_> {
    /// Reads from a token on. If the text ends inside a form, gives the token at which reading should start again.
    fn run(&mut self, from: usize) -> Option<usize> {
        for at in from..self.tokens.len() {
            let Token { kind, span } = self.tokens[at];
            match kind {
                TokenKind::Open if self.open.len() == MAX_DEPTH => {
                    self.too_deep(span);
                    return None;
                }
                TokenKind::Open => self.open.push((at, Vec::new())),
                TokenKind::Close => self.close(span),
                _ => {
                    let symbol = self.symbols.intern(span.of(self.text));
                    self.add(Node::Word { symbol, span });
                }
            }
        }
        self.unclosed()
    }

    fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            Some((_, items)) => items.push(node),
            None => self.forms.push(node),
        }
    }

    fn close(&mut self, span: Span) {
        match self.open.pop() {
            Some((opened, items)) => {
                let span = self.tokens[opened].span.to(span);
                self.add(Node::List { items, span });
            }
            None => self.closes_nothing(span),
        }
    }

    fn closes_nothing(&mut self, span: Span) {
        self.stray += 1;
        let message = match self.stray {
            ..MAX_STRAY => "this `)` closes nothing",
            MAX_STRAY => "this `)` closes nothing; if more do so, they are not listed",
            _ => return,
        };
        let help = "remove it, or add the `(` that it should close; other readers drop every rule after it";
        self.problems
            .push(Problem::new(UNBALANCED, span, message, help));
    }

    fn too_deep(&mut self, span: Span) {
        self.open.clear();
        self.problems.push(Problem::new(
            TOO_DEEP,
            span,
            format!("lists are nested more than {MAX_DEPTH} deep here; the rest of the sheet was not read"),
            "write the term with fewer levels, for instance with a successor relation",
        ));
    }

    /// At the end of the text with lists still open: reports the form and resumes at the next one, which people
    /// nearly always start in the first column.
    fn unclosed(&mut self) -> Option<usize> {
        let opened = self.open.first()?.0;
        let resume = (opened + 1..self.tokens.len()).find(|&at| self.starts_line(at));
        let last = resume.unwrap_or(self.tokens.len()) - 1;
        let missing = (opened..=last).map(|at| self.depth_change(at)).sum::<i64>();
        let span = self.tokens[opened].span;
        self.problems.push(
            Problem::new(
                UNBALANCED,
                span,
                if missing == 1 {
                    "a `)` is missing for this `(`".into()
                } else {
                    format!("{missing} `)` are missing from here on")
                },
                "close the form; other readers reject the whole sheet",
            )
            .with(self.tokens[last].span, "the form seems to end here"),
        );
        self.open.clear();
        self.reread(opened, last);
        resume
    }

    /// Reads the tokens of an unclosed form once more, closing at its end what is open then.
    fn reread(&mut self, opened: usize, last: usize) {
        let end = self.tokens[last].span;
        for at in opened..=last {
            let Token { kind, span } = self.tokens[at];
            match kind {
                TokenKind::Open => self.open.push((at, Vec::new())),
                TokenKind::Close => self.close(span),
                _ => {
                    let symbol = self.symbols.intern(span.of(self.text));
                    self.add(Node::Word { symbol, span });
                }
            }
        }
        while !self.open.is_empty() {
            self.close(end);
        }
    }

    fn starts_line(&self, at: usize) -> bool {
        let Token { kind, span } = self.tokens[at];
        kind == TokenKind::Open && self.text[..span.start as usize].ends_with(['\n', '\r'])
    }

    fn depth_change(&self, at: usize) -> i64 {
        match self.tokens[at].kind {
            TokenKind::Open => 1,
            TokenKind::Close => -1,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows the forms with their nesting, then the problems as `code@start: message`.
    fn check(text: &str, expected: &str) {
        let mut symbols = Symbols::new();
        let mut problems = Vec::new();
        let forms = parse(text, &mut symbols, &mut problems);
        let mut shown: Vec<String> = forms.iter().map(|f| show(f, &symbols)).collect();
        shown.extend(
            problems
                .iter()
                .map(|p| format!("{}@{}: {}", p.code, p.span.start, p.message)),
        );
        assert_eq!(shown.join("\n"), expected);
    }

    fn show(node: &Node, symbols: &Symbols) -> String {
        match node {
            Node::Word { symbol, .. } => symbols.spelling(*symbol).into(),
            Node::List { items, .. } => {
                let items: Vec<_> = items.iter().map(|i| show(i, symbols)).collect();
                format!("({})", items.join(" "))
            }
        }
    }

    #[test]
    fn reads_forms() {
        check(
            "(role x) p ; c\n(<= q (not r))",
            "(role x)\np\n(<= q (not r))",
        );
    }

    #[test]
    fn an_extra_parenthesis_loses_nothing() {
        check("(a))\n(b)", "(a)\n(b)\nE001@3: this `)` closes nothing");
    }

    #[test]
    fn a_flood_of_parentheses_is_cut_short() {
        let sheet = crate::Sheet::read(")".repeat(100_000));
        assert_eq!(sheet.problems.len(), MAX_STRAY);
    }

    #[test]
    fn a_missing_parenthesis_costs_one_form_at_most() {
        check(
            "(a)\n(b (c)\n(d)",
            "(a)\n(b (c))\n(d)\nE001@4: a `)` is missing for this `(`",
        );
        check("(a (b", "(a (b))\nE001@0: 2 `)` are missing from here on");
    }

    #[test]
    fn deep_nests_are_refused() {
        let deep = "(".repeat(10_000);
        check(
            &deep,
            "E002@256: lists are nested more than 256 deep here; the rest of the sheet was not read",
        );
    }
}
