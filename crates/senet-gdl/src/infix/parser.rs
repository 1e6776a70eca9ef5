//! Parses infix notation into the same syntax tree as prefix notation. The parser never fails: it reports a malformed form
//! and continues with the next one.

use super::lexer::{Kind, Token, tokens};
use super::names::to_prefix;
use super::operator_chain::{OperatorChain, connective};
use crate::parser::{MAX_DEPTH, TOO_DEEP};
use crate::problem::Problem;
use crate::span::Span;
use crate::symbol::{Symbol, Symbols};
use crate::tree::SyntaxNode;

/// The code of a syntax error in infix notation.
pub(crate) const SYNTAX: &str = "E006";

/// The parser stops after this many errors, since the text is then not a rule sheet.
const MAX_ERRORS: usize = 1_000;

/// The form is malformed. The parser has already reported the problem.
struct Malformed;

type Parsed<T> = Result<T, Malformed>;

/// Parses all forms of a text in infix notation.
pub(crate) fn parse(
    text: &str,
    symbols: &mut Symbols,
    problems: &mut Vec<Problem>,
) -> Vec<SyntaxNode> {
    let tokens: Vec<Token> = tokens(text)
        .filter(|t| !matches!(t.kind, Kind::Space | Kind::Comment))
        .collect();
    let next_anonymous = first_anonymous(text, &tokens);
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        next_anonymous,
        symbols,
        problems,
    };
    parser.forms()
}

/// Returns a number greater than that of every variable `_1`, `_2`, … of the text.
fn first_anonymous(text: &str, tokens: &[Token]) -> u64 {
    const MAX_DIGITS: usize = 15;
    tokens
        .iter()
        .filter_map(|token| {
            let word = token.span.of(text);
            let digits = word.trim_start_matches("'?").strip_prefix('_')?;
            let digits = digits.trim_end_matches('\'');
            (digits.len() <= MAX_DIGITS).then(|| digits.parse::<u64>().ok())?
        })
        .max()
        .map_or(1, |greatest| greatest + 1)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    next_anonymous: u64,
    symbols: &'a mut Symbols,
    problems: &'a mut Vec<Problem>,
}

impl Parser<'_> {
    fn forms(&mut self) -> Vec<SyntaxNode> {
        let mut forms = Vec::new();
        let before = self.problems.len();
        while self.at < self.tokens.len() {
            let start = self.at;
            match self.form() {
                Ok(form) => forms.push(form),
                Err(Malformed) if self.problems.len() - before >= MAX_ERRORS => break,
                Err(Malformed) => self.skip_form(start),
            }
        }
        forms
    }

    /// Skips to the end of the rule: after the next full stop, or before the next word in the first column.
    fn skip_form(&mut self, start: usize) {
        self.depth = 0;
        self.at = self.at.max(start + 1);
        while let Some(token) = self.peek() {
            if self.starts_line(token) {
                return;
            }
            self.at += 1;
            if token.kind == Kind::Stop {
                return;
            }
        }
    }

    fn starts_line(&self, token: Token) -> bool {
        matches!(token.kind, Kind::Word | Kind::Quoted)
            && self.text[..token.span.start as usize].ends_with(['\n', '\r'])
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// Consumes the next token if it is of this kind.
    fn take(&mut self, kind: Kind) -> Option<Span> {
        let token = self.peek().filter(|t| t.kind == kind)?;
        self.at += 1;
        Some(token.span)
    }

    fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Span> {
        match self.take(kind) {
            Some(span) => Ok(span),
            None => self.unexpected(what),
        }
    }

    fn unexpected<T>(&mut self, expected: &str) -> Parsed<T> {
        let end = Span::new(self.text.trim_end().len(), self.text.trim_end().len());
        let (span, found) = match self.peek() {
            Some(token) => (token.span, format!("`{}`", clip(token.span.of(self.text)))),
            None => (end, "the end of the text".to_owned()),
        };
        let help = match self.peek() {
            Some(token) if token.kind == Kind::Unknown => {
                "write variables with a capital letter (`X`), and quote names with unusual characters"
            }
            _ => "a rule looks like `head :- first & ~second & (third | fourth)`",
        };
        self.problem(
            SYNTAX,
            span,
            format!("expected {expected}, found {found}"),
            help,
        )
    }

    fn problem<T>(
        &mut self,
        code: &'static str,
        span: Span,
        message: String,
        help: &str,
    ) -> Parsed<T> {
        self.problems.push(Problem::new(code, span, message, help));
        Err(Malformed)
    }

    /// Parses something nested one level deeper.
    fn nested<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep(span);
        }
        self.depth += 1;
        let result = read(self)?;
        self.depth -= 1;
        Ok(result)
    }

    fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let message = format!("this is nested more than {MAX_DEPTH} levels deep");
        let help = "use fewer levels of nesting, for instance with a successor relation";
        self.problem(TOO_DEEP, span, message, help)
    }

    fn form(&mut self) -> Parsed<SyntaxNode> {
        let head = self.application(Self::term)?;
        let form = match self.take(Kind::Arrow) {
            Some(arrow) => self.rule(head, arrow)?,
            None => {
                self.take(Kind::Stop);
                head
            }
        };
        // A group may nest twice, as `or` and `and`, so the tree can be deeper than the parentheses.
        if depth_of(&form) > MAX_DEPTH {
            return self.too_deep(form.span());
        }
        Ok(form)
    }

    fn rule(&mut self, head: SyntaxNode, arrow: Span) -> Parsed<SyntaxNode> {
        let mut items = vec![connective(Symbol::ARROW, arrow), head];
        if self.peek().is_none_or(|t| t.kind != Kind::Stop) {
            items.extend(self.body()?);
        }
        let last = items[items.len() - 1].span().to(arrow);
        let end = self.take(Kind::Stop).unwrap_or(last);
        let span = items[1].span().to(end);
        Ok(SyntaxNode::List { items, span })
    }

    fn body(&mut self) -> Parsed<Vec<SyntaxNode>> {
        let mut alternatives = self.disjunction(true)?;
        Ok(if alternatives.parts.len() == 1 {
            alternatives.parts.remove(0).parts
        } else {
            vec![alternatives.into_node()]
        })
    }

    fn disjunction(
        &mut self,
        comma_joins: bool,
    ) -> Parsed<OperatorChain<OperatorChain<SyntaxNode>>> {
        let mut alternatives = OperatorChain::new(Symbol::OR, self.conjunction(comma_joins)?);
        while let Some(operator) = self.take(Kind::Or) {
            let part = self.conjunction(comma_joins)?;
            alternatives.join(operator, part);
        }
        Ok(alternatives)
    }

    fn conjunction(&mut self, comma_joins: bool) -> Parsed<OperatorChain<SyntaxNode>> {
        let mut parts = OperatorChain::new(Symbol::AND, self.literal()?);
        loop {
            let comma = if comma_joins {
                self.take(Kind::Comma)
            } else {
                None
            };
            let Some(operator) = comma.or_else(|| self.take(Kind::And)) else {
                return Ok(parts);
            };
            let part = self.literal()?;
            parts.join(operator, part);
        }
    }

    fn literal(&mut self) -> Parsed<SyntaxNode> {
        if let Some(operator) = self.take(Kind::Not) {
            let inner = self.nested(operator, Self::literal)?;
            let span = operator.to(inner.span());
            let items = vec![connective(Symbol::NOT, operator), inner];
            return Ok(SyntaxNode::List { items, span });
        }
        if let Some(open) = self.take(Kind::Open) {
            let inner = self.nested(open, |parser| parser.disjunction(true))?;
            let close = self.expect(Kind::Close, "`&`, `|` or `)`")?;
            return Ok(inner.into_group(open.to(close)));
        }
        match self.peek().map(|token| token.span.of(self.text)) {
            Some("or" | "and" | "not") => self.application(Self::alternative),
            _ => self.application(Self::term),
        }
    }

    /// Parses an argument of `or(…)`, the long form, which also allows fewer than two branches.
    fn alternative(&mut self) -> Parsed<SyntaxNode> {
        Ok(self.disjunction(false)?.into_node())
    }

    fn term(&mut self) -> Parsed<SyntaxNode> {
        self.application(Self::term)
    }

    /// Parses a name, and its arguments if a parenthesis follows without a space.
    fn application(&mut self, argument: fn(&mut Self) -> Parsed<SyntaxNode>) -> Parsed<SyntaxNode> {
        let name = self.name()?;
        let has_arguments = self
            .peek()
            .is_some_and(|t| t.kind == Kind::Open && t.span.start == name.span().end);
        if !has_arguments {
            return Ok(name);
        }
        let open = self.expect(Kind::Open, "`(`")?;
        let mut items = vec![name];
        let close = self.nested(open, |parser| parser.arguments(&mut items, argument))?;
        let span = items[0].span().to(close);
        Ok(SyntaxNode::List { items, span })
    }

    fn arguments(
        &mut self,
        items: &mut Vec<SyntaxNode>,
        argument: fn(&mut Self) -> Parsed<SyntaxNode>,
    ) -> Parsed<Span> {
        if let Some(close) = self.take(Kind::Close) {
            return Ok(close);
        }
        loop {
            items.push(argument(self)?);
            if self.take(Kind::Comma).is_none() {
                return self.expect(Kind::Close, "`,` or `)`");
            }
        }
    }

    fn name(&mut self) -> Parsed<SyntaxNode> {
        let span = match self.take(Kind::Word).or_else(|| self.take(Kind::Quoted)) {
            Some(span) => span,
            None => return self.unexpected("a name"),
        };
        let word = span.of(self.text);
        let spelling = match to_prefix(word) {
            Some(spelling) => spelling,
            None if word == "_" => self.anonymous(),
            None => {
                let message = format!("{} is not a valid name", clip(word));
                let help =
                    "a name needs at least one character and no white space, parenthesis or `;`";
                return self.problem(SYNTAX, span, message, help);
            }
        };
        let symbol = self.symbols.intern(&spelling);
        Ok(SyntaxNode::Word { symbol, span })
    }

    fn anonymous(&mut self) -> String {
        let number = self.next_anonymous;
        self.next_anonymous += 1;
        format!("?_{number}")
    }
}

fn depth_of(node: &SyntaxNode) -> usize {
    match node {
        SyntaxNode::Word { .. } => 0,
        SyntaxNode::List { items, .. } => 1 + items.iter().map(depth_of).max().unwrap_or(0),
    }
}

/// Shortens a text for a message.
fn clip(text: &str) -> String {
    const MAX_LENGTH: usize = 40;
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
