//! Progress bars: on standard error, and only when that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

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

/// A sign of life for work whose end is known only by the clock; invisible if standard error is no terminal.
pub fn spinner(message: String) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
