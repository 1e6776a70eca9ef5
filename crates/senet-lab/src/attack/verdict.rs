//! Judges how a run of the program ended. Some endings are faults, whatever the input was.

use super::attacker::{Limits, Trouble};
use super::child::{Ended, KEPT_BYTES, Killed};
use super::finding::Fault;
use serde_json::Value;

/// Finds the faults of a run that no input excuses, such as a panic. `json` says that the command had `--json`.
pub fn judge(ended: &Ended, json: bool, limits: &Limits) -> Vec<Trouble> {
    match crash(ended, limits) {
        Some(trouble) => vec![trouble],
        None => over_time(ended, limits)
            .into_iter()
            .chain(answer(ended, json))
            .collect(),
    }
}

/// A panic, a signal, or an exceeded limit.
pub fn crash(ended: &Ended, limits: &Limits) -> Option<Trouble> {
    let told = last_lines(&ended.stderr);
    let panicked = ["panicked at", "internal error in senet", "stack overflow"];
    if ended.code == Some(101) || panicked.iter().any(|word| ended.stderr.contains(word)) {
        return Some(Trouble::new(Fault::Panic, told));
    }
    if let Some(signal) = ended.signal {
        let detail = format!("signal {signal}: {told}");
        return Some(Trouble::new(Fault::Signal, detail));
    }
    let seconds = ended.took.as_secs_f64();
    match ended.killed? {
        Killed::Memory => Some(Trouble::new(
            Fault::OverMemory,
            format!("{:.0} MiB after {seconds:.1} s", ended.peak_mib),
        )),
        Killed::Time => Some(Trouble::new(
            Fault::OverTime,
            format!("killed after {seconds:.1} s, limit {} s", limits.seconds),
        )),
    }
}

fn over_time(ended: &Ended, limits: &Limits) -> Option<Trouble> {
    let seconds = ended.took.as_secs_f64();
    (seconds > limits.seconds + limits.slack).then(|| {
        let detail = format!("{seconds:.1} s, limit {} s", limits.seconds);
        Trouble::new(Fault::OverTime, detail)
    })
}

/// Checks the exit code and the form of the answer.
fn answer(ended: &Ended, json: bool) -> Option<Trouble> {
    match (ended.code, json) {
        (Some(0 | 1), true) => garbled(&ended.stdout),
        (Some(0 | 1), false) => None,
        (Some(2), true) => helpless_json(&ended.stdout),
        (Some(2), false) => helpless_text(&ended.stderr),
        (code, _) => {
            let detail = format!("exit code {code:?}: {}", last_lines(&ended.stderr));
            Some(Trouble::new(Fault::Nonsense, detail))
        }
    }
}

fn garbled(stdout: &str) -> Option<Trouble> {
    // Only the beginning of a long output is known.
    if stdout.len() as u64 >= KEPT_BYTES {
        return None;
    }
    let values = serde_json::Deserializer::from_str(stdout).into_iter::<Value>();
    let values: Result<Vec<Value>, _> = values.collect();
    let problem = match values {
        Ok(values) if !values.is_empty() => return None,
        Ok(_) => "it is empty".to_string(),
        Err(error) => error.to_string(),
    };
    let detail = format!("the output is not JSON: {problem}: {}", start(stdout));
    Some(Trouble::new(Fault::Nonsense, detail))
}

fn helpless_json(stdout: &str) -> Option<Trouble> {
    let last = stdout.trim_end().lines().last().unwrap_or_default();
    let told: Value = serde_json::from_str(last).unwrap_or_default();
    let has = |key: &str| {
        let text = told["error"][key].as_str();
        text.is_some_and(|text| !text.is_empty())
    };
    (!has("message") || !has("help")).then(|| Trouble::new(Fault::NoHelp, start(last)))
}

fn helpless_text(stderr: &str) -> Option<Trouble> {
    let has = |word: &str| stderr.lines().any(|line| line.starts_with(word));
    // Wrong arguments are explained by their own usage line.
    let helps = has("help: ") || has("Usage: ");
    (!has("error: ") || !helps).then(|| Trouble::new(Fault::NoHelp, last_lines(stderr)))
}

fn start(text: &str) -> String {
    text.chars().take(200).collect()
}

/// The end of a text, where messages are.
pub fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(6);
    lines[from..].join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
        Ended {
            code: Some(code),
            signal: None,
            killed: None,
            stdout: stdout.to_string(),
            stderr: stderr.to_string(),
            took: Duration::from_secs(1),
            peak_mib: 1.0,
        }
    }

    const LIMITS: Limits = Limits {
        seconds: 2.0,
        slack: 1.0,
        memory_mib: 100,
    };

    #[track_caller]
    fn check(ended: &Ended, json: bool, expected: &[Fault]) {
        let found: Vec<_> = judge(ended, json, &LIMITS)
            .iter()
            .map(|t| t.fault)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn accepts_answers_and_errors_with_help() {
        check(&ended(0, "{\"a\": 1}\n{}", ""), true, &[]);
        check(&ended(1, "text", ""), false, &[]);
        let long = format!("[\"{}", "x".repeat(KEPT_BYTES as usize));
        check(&ended(0, &long, ""), true, &[]);
        check(&ended(2, "", "error: no\nhelp: do this"), false, &[]);
        let told = r#"{"error": {"message": "no", "help": "do this"}}"#;
        check(&ended(2, told, ""), true, &[]);
    }

    #[test]
    fn finds_panics_signals_and_exceeded_limits() {
        check(
            &ended(101, "", "thread panicked at x"),
            false,
            &[Fault::Panic],
        );
        check(
            &ended(2, "", "error: internal error in senet"),
            false,
            &[Fault::Panic],
        );
        let died = Ended {
            code: None,
            signal: Some(6),
            ..ended(0, "", "")
        };
        check(&died, false, &[Fault::Signal]);
        let late = Ended {
            took: Duration::from_secs_f64(3.5),
            ..ended(0, "", "")
        };
        check(&late, false, &[Fault::OverTime]);
        let large = Ended {
            code: None,
            killed: Some(Killed::Memory),
            ..ended(0, "", "")
        };
        check(&large, false, &[Fault::OverMemory]);
    }

    #[test]
    fn finds_errors_without_help_and_garbled_output() {
        check(&ended(2, "", "error: no"), false, &[Fault::NoHelp]);
        check(
            &ended(2, r#"{"error": {"message": "no", "help": null}}"#, ""),
            true,
            &[Fault::NoHelp],
        );
        check(&ended(0, "not json", ""), true, &[Fault::Nonsense]);
        check(&ended(1, "", ""), true, &[Fault::Nonsense]);
        check(&ended(7, "", ""), false, &[Fault::Nonsense]);
    }
}
