//! Parses prefix notation into a syntax tree. The parser never fails: it reports malformed text and skips it.

use crate::lexer::{SourceToken, TokenKind, significant};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::Symbols;
use crate::tree::SyntaxNode;

/// The maximum nesting of lists. No game needs more, and recursion over a syntax tree is then safe.
pub const MAX_DEPTH: usize = 256;

/// The maximum number of reported stray `)`. A text with more is not a rule sheet.
const MAX_STRAY: usize = 1_000;

/// The code of unbalanced parentheses.
pub const UNBALANCED: &str = "E001";
/// The code of lists nested deeper than [`MAX_DEPTH`].
pub const TOO_DEEP: &str = "E002";

/// Parses all forms of a text in prefix notation.
pub fn parse(text: &str, symbols: &mut Symbols, problems: &mut Vec<Problem>) -> Vec<SyntaxNode> {
    let mut forms = Vec::new();
    parse_each(text, symbols, problems, |form, _| forms.push(form));
    forms
}

/// Passes the forms of a text in prefix notation to the function, one by one.
pub fn parse_each(
    text: &str,
    symbols: &mut Symbols,
    problems: &mut Vec<Problem>,
    action: impl FnMut(SyntaxNode, &Symbols),
) {
    let mut parser = Parser {
        text,
        symbols,
        problems,
        action,
        open: Vec::new(),
        nodes: Vec::new(),
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
    /// Receives each complete form.
    action: A,
    /// The open lists, outermost first.
    open: Vec<Open>,
    /// The nodes of the open lists so far.
    nodes: Vec<SyntaxNode>,
    /// The number of stray `)` so far.
    stray: usize,
}

/// An open list.
struct Open {
    /// The opening parenthesis.
    span: Span,
    /// The index of the list's first item among the nodes of the open lists.
    first: usize,
}

impl<A: FnMut(SyntaxNode, &Symbols)> Parser<'_, A> {
    /// Parses from an offset on. If the text ends inside a form, returns the offset at which to resume.
    fn run(&mut self, from: usize) -> Option<usize> {
        let text = self.text;
        for SourceToken { kind, span } in significant(text, from) {
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
                let first = self.nodes.len();
                self.open.push(Open { span, first });
            }
            TokenKind::Close => self.close(span),
            _ => {
                let symbol = self.symbols.intern(span.of(self.text));
                self.add(SyntaxNode::Word { symbol, span });
            }
        }
    }

    fn close(&mut self, span: Span) {
        match self.open.pop() {
            Some(open) => {
                let items = self.nodes.split_off(open.first);
                let span = open.span.to(span);
                self.add(SyntaxNode::List { items, span });
            }
            None => self.closes_nothing(span),
        }
    }

    /// Adds a node to the innermost open list. Outside of all lists the node is a form.
    fn add(&mut self, node: SyntaxNode) {
        match self.open.is_empty() {
            true => (self.action)(node, self.symbols),
            false => self.nodes.push(node),
        }
    }

    /// Discards the open lists.
    fn discard_open(&mut self) {
        self.open.clear();
        self.nodes.clear();
    }

    fn closes_nothing(&mut self, span: Span) {
        self.stray += 1;
        let message = match self.stray {
            ..MAX_STRAY => "this `)` closes nothing",
            MAX_STRAY => "this `)` closes nothing; further ones are not reported",
            _ => return,
        };
        let help = "remove it, or add the missing `(`; other parsers drop every rule after it";
        self.problems
            .push(Problem::new(UNBALANCED, span, message, help));
    }

    fn too_deep(&mut self, span: Span) {
        self.discard_open();
        self.problems.push(Problem::new(
            TOO_DEEP,
            span,
            format!("lists are nested more than {MAX_DEPTH} levels deep here; the rest of the sheet is ignored"),
            "use fewer levels of nesting, for instance with a successor relation",
        ));
    }

    /// Reports an unclosed form at the end of the text. Returns the offset of the next form, assuming that forms start in
    /// the first column.
    fn unclosed(&mut self) -> Option<usize> {
        let opened = self.open.first()?.span;
        let form = self.form_tokens(opened);
        // The form contains at least its opening parenthesis.
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
                "close the form; other parsers reject the whole sheet",
            )
            .with(last, "the form seems to end here"),
        );
        self.reparse(&form, last);
        let mut rest = significant(self.text, last.end as usize);
        rest.next().map(|token| token.span.start as usize)
    }

    /// Returns the tokens from an opening parenthesis up to the next one that starts a line.
    fn form_tokens(&self, opened: Span) -> Vec<SourceToken> {
        let text = self.text;
        let starts_line = |SourceToken { kind, span }: &SourceToken| {
            *kind == TokenKind::Open && text[..span.start as usize].ends_with(['\n', '\r'])
        };
        significant(text, opened.start as usize)
            .take_while(|token| token.span == opened || !starts_line(token))
            .collect()
    }

    /// Parses the tokens of an unclosed form again and closes its open lists at the end.
    fn reparse(&mut self, form: &[SourceToken], end: Span) {
        self.discard_open();
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

    /// Compares the forms, followed by the problems as `code@start: message`.
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

    fn show(node: &SyntaxNode, symbols: &Symbols) -> String {
        match node {
            SyntaxNode::Word { symbol, .. } => symbols.spelling(*symbol).into(),
            SyntaxNode::List { items, .. } => {
                let items: Vec<_> = items.iter().map(|i| show(i, symbols)).collect();
                format!("({})", items.join(" "))
            }
        }
    }

    #[test]
    fn parses_forms() {
        check(
            "(role x) p ; c\n(<= q (not r))",
            "(role x)\np\n(<= q (not r))",
        );
    }

    #[test]
    fn keeps_all_forms_after_a_stray_parenthesis() {
        check("(a))\n(b)", "(a)\n(b)\nE001@3: this `)` closes nothing");
    }

    #[test]
    fn limits_the_reported_stray_parentheses() {
        let sheet = crate::Sheet::read(")".repeat(100_000));
        assert_eq!(sheet.problems.len(), MAX_STRAY);
    }

    #[test]
    fn recovers_after_a_missing_parenthesis() {
        check(
            "(a)\n(b (c)\n(d)",
            "(a)\n(b (c))\n(d)\nE001@4: a `)` is missing for this `(`",
        );
        check("(a (b", "(a (b))\nE001@0: 2 `)` are missing from here on");
    }

    #[test]
    fn rejects_deep_nesting() {
        let deep = "(".repeat(10_000);
        check(
            &deep,
            "E002@256: lists are nested more than 256 levels deep here; the rest of the sheet is ignored",
        );
    }
}
