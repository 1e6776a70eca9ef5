//! Prints the result of learning.

use senet_console::{Common, Failure, Out};

/// The mean goal of each tenth of the matches.
pub fn curve(goals: &[f32]) -> Vec<f64> {
    let part = goals.len().div_ceil(10).max(1);
    let mean = |goals: &[f32]| {
        let sum: f64 = goals.iter().map(|&goal| f64::from(goal)).sum();
        (sum / goals.len() as f64 * 10.0).round() / 10.0
    };
    goals.chunks(part).map(mean).collect()
}

/// Prints the report.
pub fn tell(told: &serde_json::Value, common: &Common) -> Result<(), Failure> {
    let mut out = Out::new();
    if common.json {
        out.json(told)?;
        return Ok(());
    }
    let text = |name: &str| match &told[name] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    out.line(format!(
        "role            {} of {}",
        text("role"),
        text("game")
    ))?;
    match told["from"].is_null() {
        true => out.line("start           from scratch")?,
        false => {
            let (from, kinship) = (text("from"), text("kinship"));
            out.line(format!(
                "start           {} ({kinship}): {}",
                from,
                text("initialisation")
            ))?;
            let hits = told["hit_rate"].as_f64().unwrap_or(0.0) * 100.0;
            let (count, all) = (text("values_transferred"), text("states"));
            out.line(format!(
                "transferred     {count} of {all} values; {hits:.0} % of visits"
            ))?;
        }
    }
    out.line(format!(
        "mean goal       {} (a tenth of the matches each)",
        text("curve")
    ))?;
    let speed = told["matches_per_s"].as_f64().unwrap_or(0.0);
    out.line(format!(
        "matches         {}, {speed:.0} a second",
        text("matches")
    ))?;
    match told["bytes"].is_null() {
        true => out.line("kept            nothing (--no-save)")?,
        false => out.line(format!("kept            {} bytes", text("bytes")))?,
    }
    out.flush()?;
    Ok(())
}
