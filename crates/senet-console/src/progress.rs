//! Progress bars. They appear on standard error, and only on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Creates a bar for `total` items. It is invisible unless standard error is a terminal.
pub fn bar(total: usize, things: &'static str) -> ProgressBar {
    let template =
        format!("{{bar:30}} {{pos}}/{{len}} {things} {{elapsed}} (left: {{eta}}) {{wide_msg}}");
    let bar = ProgressBar::new(total as u64);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Creates a spinner for work of unknown length. It is invisible unless standard error is a terminal.
pub fn spinner(message: String) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
