//! The page of all checks for the manual, made from their records so that it cannot drift from them.

use super::about::About;
use super::catalogue;
use std::fmt::Write;

/// The text of `docs/checks.md`.
pub fn checks_page() -> String {
    let mut page = String::from(
        "# What `senet check` finds\n\n\
         Codes are stable. `E…` is an error: the sheet is not valid GDL. `W…` is a warning: the sheet is valid, but something\n\
         in it is unusual, not portable, or probably not meant. `senet check --explain CODE` prints an entry of this page.\n\n\
         | code | about |\n| --- | --- |\n",
    );
    for about in catalogue() {
        row(&mut page, about);
    }
    for about in catalogue() {
        entry(&mut page, about);
    }
    page
}

fn row(page: &mut String, about: &About) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "| [{0}](#{1}) | {2} |",
        about.code,
        about.code.to_lowercase(),
        about.title
    );
}

fn entry(page: &mut String, about: &About) {
    let example = |text: &str| text.replace('\u{1}', "␁");
    let _ = write!(
        page,
        "\n## {}\n\n**{}.** {}\n\nBad:\n\n```kif\n{}\n```\n\nGood:\n\n```kif\n{}\n```\n",
        about.code,
        capitalised(about.title),
        about.why,
        example(about.bad),
        example(about.good)
    );
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
