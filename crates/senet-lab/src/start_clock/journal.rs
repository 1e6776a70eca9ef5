//! The journal: every series as soon as it ends, so that an interrupted experiment can go on.

use super::series::{Series, SeriesOutcome};
use senet_console::{Failure, message};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "start-clock.jsonl";

/// The journal of an experiment.
pub struct Journal {
    path: PathBuf,
    lines: Vec<Line>,
}

/// A line: a series with the settings that decide its matches.
#[derive(Serialize, Deserialize)]
struct Line {
    player: String,
    /// A digest of the rule sheet: the name of a game may change its meaning.
    rules: String,
    seconds: f64,
    opening: usize,
    #[serde(flatten)]
    outcome: SeriesOutcome,
}

impl Journal {
    /// Opens the journal of a folder. Only a run that goes on may open one with series of earlier runs.
    pub fn open(folder: &Path, resume: bool) -> Result<Journal, Failure> {
        let path = folder.join(NAME);
        let failed = |error| failed(&path, "open", &error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        if !text.is_empty() && !resume {
            let message = format!("{} has series of an earlier run", path.display());
            return Err(Failure::new(message)
                .help("add --resume to go on with it, or choose another folder for --out"));
        }
        let (lines, length) = whole_lines(&text);
        if length < text.len() {
            message!(
                "warning: {} is damaged after line {}; later series are played again",
                path.display(),
                lines.len()
            );
        }
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.and_then(|file| file.set_len(length as u64))
            .map_err(failed)?;
        Ok(Journal { path, lines })
    }

    /// The result of a series that was played earlier with the same settings.
    pub fn played(&self, series: &Series) -> Option<&SeriesOutcome> {
        let line = self.lines.iter().find(|line| line.is_of(series))?;
        Some(&line.outcome)
    }

    /// Adds a series. It survives if the program is killed later.
    pub fn push(&self, series: &Series, outcome: &SeriesOutcome) -> Result<(), Failure> {
        let line = Line {
            player: series.player.to_string(),
            rules: digest(series),
            seconds: series.seconds,
            opening: series.opening,
            outcome: outcome.clone(),
        };
        let text = serde_json::to_string(&line).expect("a series can be written as JSON") + "\n";
        let file = OpenOptions::new().append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| failed(&self.path, "write", &error))
    }
}

impl Line {
    fn is_of(&self, series: &Series) -> bool {
        let own = (&self.player, &self.rules, self.seconds, self.opening);
        let (player, rules) = (series.player.to_string(), digest(series));
        let outcome = (&self.outcome.game, self.outcome.learn, self.outcome.seed);
        own == (&player, &rules, series.seconds, series.opening)
            && outcome == (&series.rules.name, series.learn, series.seed)
            && self.outcome.matches.len() == series.matches
    }
}

fn digest(series: &Series) -> String {
    let digest = Sha256::digest(&series.rules.sheet.text);
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn failed(path: &Path, action: &str, error: &io::Error) -> Failure {
    let message = format!("cannot {action} {}: {error}", path.display());
    Failure::new(message).help("choose another folder for --out")
}

/// The lines before the first damaged one, and their length. A program that is killed may leave half a line.
fn whole_lines(text: &str) -> (Vec<Line>, usize) {
    let mut length = 0;
    let mut lines = Vec::new();
    for text in text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
    {
        match serde_json::from_str(text) {
            Ok(line) => lines.push(line),
            Err(_) => break,
        }
        length += text.len();
    }
    (lines, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(game: &str) -> String {
        let rest = r#""learn":1.0,"seed":1,"notes":[],"start_overrun":0.0,"matches":[]"#;
        format!(
            "{{\"player\":\"best\",\"rules\":\"\",\"seconds\":0.5,\"opening\":4,\"game\":\"{game}\",{rest}}}\n"
        )
    }

    #[test]
    fn half_a_line_is_dropped() {
        let (first, second) = (line("a"), line("b"));
        let text = first.clone() + &second;
        for length in first.len()..text.len() {
            let (lines, used) = whole_lines(&text[..length]);
            assert_eq!((lines.len(), used), (1, first.len()));
        }
        let (lines, used) = whole_lines(&text);
        assert_eq!((lines[1].outcome.game.as_str(), used), ("b", text.len()));
    }

    #[test]
    fn damaged_line_ends_the_journal() {
        let text = line("a") + "{}\n" + &line("b");
        assert_eq!(whole_lines(&text).0.len(), 1);
    }
}
