//! Progress bars: on standard error, and only when that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many things; invisible if standard error is no terminal.
pub fn bar(total: usize, things: &'static str) -> ProgressBar {
    let template =
        format!("{{bar:30}} {{pos}}/{{len}} {things} {{elapsed}} (left: {{eta}}) {{wide_msg}}");
    let bar = ProgressBar::new(total as u64);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
