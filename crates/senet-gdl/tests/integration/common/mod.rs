//! Shared helpers of the integration tests: public sheets, if available, and random sheets.

// Each test file uses only some of the helpers.
#![allow(dead_code)]

use senet_gdl::{Description, LetterCase, LineIndex, Problem, Span, show};
use std::path::{Path, PathBuf};

/// Returns the name and text of every public sheet. Prints a note and returns nothing if the folder is missing.
pub fn public_sheets() -> Vec<(String, String)> {
    let folder = shared().join("games");
    let mut sheets = Vec::new();
    let Ok(collections) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no public sheets in {}", folder.display());
        return sheets;
    };
    for collection in collections.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(collection.path()).unwrap().flatten() {
            let text = std::fs::read(file.path()).unwrap();
            let name = file
                .path()
                .strip_prefix(&folder)
                .unwrap()
                .display()
                .to_string();
            sheets.push((name, String::from_utf8_lossy(&text).into_owned()));
        }
    }
    sheets.sort();
    sheets
}

/// The folder of shared data: `SENET_SHARED`, or `shared` beside the workspace.
pub fn shared() -> PathBuf {
    std::env::var_os("SENET_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    )
}

/// Returns the rules of a description as text, one string per rule, to compare their meaning.
pub fn meaning(description: &Description) -> Vec<String> {
    let rules = description.rules.iter();
    rules
        .map(|rule| show(rule, &description.symbols, LetterCase::Folded).to_string())
        .collect()
}

/// Returns a random sheet in prefix notation with comments, line breaks and unusual forms.
pub fn random_sheet(seed: u64) -> String {
    let mut writer = SheetWriter {
        random: fastrand::Rng::with_seed(seed),
        text: String::new(),
        comments: 0,
    };
    for _ in 0..writer.random.usize(0..6) {
        writer.form();
        writer.gap();
    }
    writer.text
}

struct SheetWriter {
    random: fastrand::Rng,
    text: String,
    comments: usize,
}

impl SheetWriter {
    fn gap(&mut self) {
        let choice = self.random.usize(0..16);
        match choice {
            0 => self.text.push('\n'),
            1 => self.text.push_str("\n\n\n "),
            2 | 3 => {
                self.comments += 1;
                let space = self.random.choice([" ", "\n", "\n\n", ""]).unwrap();
                let marks = self.random.choice([";", ";; ", ";%"]).unwrap();
                let end = self.random.choice(["\n", "\r\n", "  \n\n"]).unwrap();
                self.text
                    .push_str(&format!("{space}{marks}note {}{end}", self.comments));
            }
            _ => self.text.push(' '),
        }
    }

    fn list(&mut self, name: &str, parts: usize, part: fn(&mut Self, usize), depth: usize) {
        self.text.push('(');
        if self.random.u8(0..8) == 0 {
            self.gap();
        }
        self.text.push_str(name);
        for _ in 0..parts {
            self.gap();
            part(self, depth);
        }
        if self.random.u8(0..4) == 0 {
            self.gap();
        }
        self.text.push(')');
    }

    fn form(&mut self) {
        if self.random.bool() {
            return self.sentence(2);
        }
        self.text.push_str("(<=");
        self.gap();
        self.sentence(2);
        for _ in 0..self.random.usize(0..6) {
            self.gap();
            self.literal(3);
        }
        self.text.push(')');
    }

    fn literal(&mut self, depth: usize) {
        let parts = self.random.usize(0..4);
        match self.random.u8(0..10) {
            0 | 1 if depth > 0 => self.list("or", parts, Self::literal_below, depth),
            2 if depth > 0 => self.list("AND", parts, Self::literal_below, depth),
            3 | 4 if depth > 0 => self.list("not", 1 + parts / 3, Self::literal_below, depth),
            5 => self.list("distinct", 2 + parts / 3, Self::term, 1),
            _ => self.sentence(2),
        }
    }

    fn literal_below(&mut self, depth: usize) {
        self.literal(depth - 1);
    }

    fn sentence(&mut self, depth: usize) {
        let names = [
            "true",
            "DOES",
            "cell",
            "Long-relation-name-of-the-game",
            "+",
            "it's",
        ];
        let name = self.random.choice(names).unwrap();
        let parts = self.random.usize(0..4);
        match self.random.u8(0..4) {
            0 => self.text.push_str(name),
            _ => self.list(name, parts, Self::term, depth),
        }
    }

    fn term(&mut self, depth: usize) {
        let words = [
            "?x", "?X-y", "?_1", "?1", "?_", "a", "White", "10", "or", "<=", "\\", "é", "a.b",
        ];
        let word = self.random.choice(words).unwrap();
        let parts = self.random.usize(0..3);
        if depth > 0 && self.random.bool() {
            self.list("f", parts, Self::term_below, depth);
        } else {
            self.text.push_str(word);
        }
    }

    fn term_below(&mut self, depth: usize) {
        self.term(depth - 1);
    }
}

/// Renders problems as text: place, code and message, then help and related places.
pub fn render(text: &str, problems: &[Problem]) -> String {
    let lines = LineIndex::new(text);
    let place = |span: Span| {
        let (line, column) = lines.position(span.start);
        let (end_line, end_column) = lines.position(span.end);
        format!("{line}:{column}-{end_line}:{end_column}")
    };
    let mut shown = String::new();
    for problem in problems {
        let (at, code) = (place(problem.span), problem.code);
        shown += &format!(
            "{at} {code} {}\n    help: {}\n",
            problem.message, problem.help
        );
        for (span, label) in &problem.related {
            shown += &format!("    {} {label}\n", place(*span));
        }
    }
    shown
}
