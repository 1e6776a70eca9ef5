//! The manual page of all checks. It is generated from their entries, so it is always up to date.

use super::catalogue;
use super::check::CheckInfo;
use std::fmt::Write;

/// Returns the text of `docs/checks.md`.
pub fn checks_page() -> String {
    let mut page = String::from(
        "# The checks of `senet check`\n\n\
         Codes are stable. `E…` is an error: no command plays, draws or compares such rules without `--force`. `W…` is a warning:\n\
         the rules have a clear meaning, but something in them is unusual, not portable or probably unintended. `senet check --explain CODE` prints an entry of this page.\n\n\
         | code | problem |\n| --- | --- |\n",
    );
    for info in catalogue() {
        row(&mut page, info);
    }
    for info in catalogue() {
        entry(&mut page, info);
    }
    page
}

fn row(page: &mut String, info: &CheckInfo) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "| [{0}](#{1}) | {2} |",
        info.code,
        info.code.to_lowercase(),
        info.title
    );
}

fn entry(page: &mut String, info: &CheckInfo) {
    let example = |text: &str| text.replace('\u{1}', "␁");
    let _ = write!(
        page,
        "\n## {}\n\n**{}.** {}\n\nBad:\n\n```kif\n{}\n```\n\nGood:\n\n```kif\n{}\n```\n",
        info.code,
        capitalised(info.title),
        info.why,
        example(info.bad),
        example(info.good)
    );
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
