//! Tokens of the prefix notation to a tree. Never fails: what cannot be read is reported and stepped over.

use crate::lexer::{Token, TokenKind, significant};
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
    let mut forms = Vec::new();
    parse_each(text, symbols, problems, |form, _| forms.push(form));
    forms
}

/// Hands out the forms of a text in prefix notation one after the other.
pub fn parse_each(
    text: &str,
    symbols: &mut Symbols,
    problems: &mut Vec<Problem>,
    action: impl FnMut(Node, &Symbols),
) {
    let mut parser = Parser {
        text,
        symbols,
        problems,
        action,
        open: Vec::new(),
        read: Vec::new(),
        stray: 0,
    };
    let mut at = 0;
    while let Some(resume) = parser.run(at) {
        at = resume;
    }
}

struct Parser<'a, A> {
    text: &'a str,
    symbols: &'a mut Symbols,
    problems: &'a mut Vec<Problem>,
    /// What is done with a form.
    action: A,
    /// The lists that are not closed yet, outermost first.
    open: Vec<Open>,
    /// What they hold so far.
    read: Vec<Node>,
    /// How many parentheses closed nothing so far.
    stray: usize,
}

/// A list that is not closed yet.
struct Open {
    /// Its parenthesis.
    span: Span,
    /// Where its items start among what is read.
    first: usize,
}

impl<A: FnMut(Node, &Symbols)> Parser<'_, A> {
    /// Reads from a place on. If the text ends inside a form, gives the place at which reading should start again.
    fn run(&mut self, from: usize) -> Option<usize> {
        let text = self.text;
        for Token { kind, span } in significant(text, from) {
            if kind == TokenKind::Open && self.open.len() == MAX_DEPTH {
                self.too_deep(span);
                return None;
            }
            self.take(kind, span);
        }
        self.unclosed()
    }

    fn take(&mut self, kind: TokenKind, span: Span) {
        match kind {
            TokenKind::Open => {
                let first = self.read.len();
                self.open.push(Open { span, first });
            }
            TokenKind::Close => self.close(span),
            _ => {
                let symbol = self.symbols.intern(span.of(self.text));
                self.add(Node::Word { symbol, span });
            }
        }
    }

    fn close(&mut self, span: Span) {
        match self.open.pop() {
            Some(open) => {
                let items = self.read.split_off(open.first);
                let span = open.span.to(span);
                self.add(Node::List { items, span });
            }
            None => self.closes_nothing(span),
        }
    }

    /// Adds a node to the innermost open list; outside of all lists it is a form.
    fn add(&mut self, node: Node) {
        match self.open.is_empty() {
            true => (self.action)(node, self.symbols),
            false => self.read.push(node),
        }
    }

    /// Forgets the lists that are not closed.
    fn forget_open(&mut self) {
        self.open.clear();
        self.read.clear();
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
        self.forget_open();
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
        let opened = self.open.first()?.span;
        let form = self.up_to_next_line(opened);
        // The form holds its opening parenthesis at least.
        let last = form.last()?.span;
        let missing = form
            .iter()
            .map(|token| depth_change(token.kind))
            .sum::<i64>();
        self.problems.push(
            Problem::new(
                UNBALANCED,
                opened,
                if missing == 1 {
                    "a `)` is missing for this `(`".into()
                } else {
                    format!("{missing} `)` are missing from here on")
                },
                "close the form; other readers reject the whole sheet",
            )
            .with(last, "the form seems to end here"),
        );
        self.reread(&form, last);
        let mut rest = significant(self.text, last.end as usize);
        rest.next().map(|token| token.span.start as usize)
    }

    /// The tokens from an opening parenthesis up to the next one that starts a line.
    fn up_to_next_line(&self, opened: Span) -> Vec<Token> {
        let text = self.text;
        let starts_line = |Token { kind, span }: &Token| {
            *kind == TokenKind::Open && text[..span.start as usize].ends_with(['\n', '\r'])
        };
        significant(text, opened.start as usize)
            .take_while(|token| token.span == opened || !starts_line(token))
            .collect()
    }

    /// Reads the tokens of an unclosed form once more, closing at its end what is open then.
    fn reread(&mut self, form: &[Token], end: Span) {
        self.forget_open();
        form.iter()
            .for_each(|token| self.take(token.kind, token.span));
        while !self.open.is_empty() {
            self.close(end);
        }
    }
}

fn depth_change(kind: TokenKind) -> i64 {
    match kind {
        TokenKind::Open => 1,
        TokenKind::Close => -1,
        _ => 0,
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
