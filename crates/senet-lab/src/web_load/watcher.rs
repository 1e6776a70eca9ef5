//! Watches a match like a browser page.

use super::client::{Client, RequestOutcome};
use super::figures::RequestKind;
use serde_json::Value;
use std::collections::BTreeSet;

/// Watches until the match is over. Counts steps without an event as lost.
pub fn watch(client: &Client, id: &str) -> RequestOutcome<()> {
    let path = format!("/api/tables/{id}");
    let (mut events, mut thinking, mut seen) = (0, 0, BTreeSet::new());
    client.events(id, |name, data| {
        events += 1;
        match name {
            "view" => {
                seen.extend(data["step"].as_u64());
                let view = client.get(RequestKind::View, &path)?;
                Ok(data["status"] == "over" || view["status"] == "failed")
            }
            "thinking" => {
                thinking += 1;
                is_sound(data).map(|()| false)
            }
            _ => Err("the table closed before the match was over".to_string()),
        }
    })?;
    let (first, last) = (seen.first().copied(), seen.last().copied());
    let steps = last.unwrap_or(0) + 1 - first.unwrap_or(0);
    let lost = steps - seen.len() as u64;
    client.count(|tally| {
        tally.events += events;
        tally.thinking += thinking;
        tally.lost += lost;
    });
    Ok(())
}

fn is_sound(thoughts: &Value) -> RequestOutcome<()> {
    match thoughts["role"].is_u64() && thoughts["moves"].is_array() {
        true => Ok(()),
        false => Err(format!("malformed thinking event: {thoughts}")),
    }
}
