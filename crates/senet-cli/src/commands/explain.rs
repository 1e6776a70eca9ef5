//! `senet check --explain`: prints the manual entry of a check.

use senet_console::{Common, Failure, Out, output::wrap};

/// Explains the check with this code.
pub fn run(code: &str, common: &Common) -> Result<(), Failure> {
    let entry = entry(code).ok_or_else(|| {
        let message = format!("no check has the code {code}");
        Failure::new(message).help(format!("the codes are: {}", codes().join(" ")))
    })?;
    let mut out = Out::new();
    if common.json {
        out.json(&entry)?;
    } else {
        out.text(&as_text(&entry))?;
    }
    out.flush()?;
    Ok(())
}

/// The manual entry of a check. Checks by play have no examples.
#[derive(serde::Serialize)]
struct Entry {
    code: &'static str,
    title: &'static str,
    why: &'static str,
    bad: Option<&'static str>,
    good: Option<&'static str>,
}

fn entry(code: &str) -> Option<Entry> {
    if let Some(about) = senet_gdl::explain(code) {
        return Some(Entry {
            code: about.code,
            title: about.title,
            why: about.why,
            bad: Some(about.bad),
            good: Some(about.good),
        });
    }
    let check = senet_trace::explain_play_check(code)?;
    Some(Entry {
        code: check.code,
        title: check.title,
        why: check.why,
        bad: None,
        good: None,
    })
}

fn codes() -> Vec<&'static str> {
    let by_reading = senet_gdl::catalogue().map(|about| about.code);
    by_reading
        .chain(senet_trace::PLAY_CHECKS.iter().map(|check| check.code))
        .collect()
}

fn as_text(entry: &Entry) -> String {
    let mut text = format!("{}: {}\n\n{}\n", entry.code, entry.title, wrap(entry.why));
    for (word, example) in [("Instead of", entry.bad), ("write", entry.good)] {
        if let Some(example) = example {
            let lines = example.lines().map(|line| format!("  {line}\n"));
            text += &format!("\n{word}\n\n{}", lines.collect::<String>());
        }
    }
    text
}
