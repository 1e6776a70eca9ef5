//! Damages databases and records. The program must report the damage, or still answer correctly.

mod damage;
mod originals;

use super::attacker::{Attacker, Trouble};
use super::child::Ended;
use super::finding::Fault;
use super::verdict::judge;
use fastrand::Rng;
use originals::{Original, Question, mentions};
use senet_console::Failure;
use std::path::Path;
use std::time::Duration;

/// Wall time of a command that reads a damaged file.
const WALL: Duration = Duration::from_secs(30);

/// Damages files until the time is over.
pub fn attack(attacker: &mut Attacker) -> Result<(), Failure> {
    let originals = originals::make(attacker)?;
    for number in 0..attacker.most_cases {
        let seed = attacker.case_seed(number);
        let mut rng = Rng::with_seed(seed);
        let original = &originals[number % originals.len()];
        let (how, bytes) = damage::damage(&original.bytes, &mut rng);
        if bytes == original.bytes {
            continue;
        }
        let path = original.place(attacker, &bytes)?;
        let case = DamagedFile {
            original,
            how,
            seed,
            path: &path,
        };
        for question in &original.questions {
            case.ask(attacker, question)?;
        }
        attacker.count("damaged files", 1);
        if attacker.is_over() {
            break;
        }
    }
    Ok(())
}

/// A damaged copy of a file.
struct DamagedFile<'a> {
    original: &'a Original,
    how: &'static str,
    seed: u64,
    path: &'a str,
}

impl DamagedFile<'_> {
    /// Asks about the file, and compares the answer with the answer about the original.
    fn ask(&self, attacker: &mut Attacker, question: &Question) -> Result<(), Failure> {
        // A command may repair or migrate the file. The next command gets the damaged file again.
        let damaged = std::fs::read(self.path).unwrap_or_default();
        let ended = attacker.run(&question.line, WALL)?;
        let mut limits = attacker.limits;
        limits.seconds = limits.seconds.max(10.0);
        let mut troubles = judge(&ended, true, &limits);
        if ended.code == Some(0) && !question.speaks_of_damage(&ended) {
            troubles.extend(question.believed(&ended.stdout));
        }
        let case = format!("{}, {}, {}", self.original.name, self.how, question.name());
        for trouble in troubles {
            let file = Some(Path::new(self.path));
            attacker.found_with(case.clone(), self.seed, trouble, Some(&question.line), file);
        }
        self.original.place(attacker, &damaged)?;
        Ok(())
    }
}

impl Question {
    /// True if the program reports damage. It may then leave the damaged part out of its answer.
    fn speaks_of_damage(&self, ended: &Ended) -> bool {
        mentions(&ended.stdout) > self.mentions || mentions(&ended.stderr) > 0
    }

    /// The trouble if the program gave a wrong answer without a warning.
    fn believed(&self, stdout: &str) -> Option<Trouble> {
        let (right, answer) = (&self.answer, &self.essence(stdout));
        let place = right.bytes().zip(answer.bytes()).position(|(a, b)| a != b);
        let place =
            place.or((right.len() != answer.len()).then_some(right.len().min(answer.len())))?;
        let around = |text: &str| -> String {
            let from = place.saturating_sub(40);
            let bytes = &text.as_bytes()[from.min(text.len())..(place + 60).min(text.len())];
            String::from_utf8_lossy(bytes).into_owned()
        };
        let detail = format!("«{}» instead of «{}»", around(answer), around(right));
        Some(Trouble::new(Fault::Believed, detail))
    }
}
