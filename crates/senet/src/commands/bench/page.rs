//! The measurements as a page of the documentation.

use super::row::Row;
use super::setup::summary;
use std::fmt::Write;

/// The set-up table in Markdown.
pub fn page(rows: &[Row]) -> String {
    let mut page = String::from(
        "# Benchmarks\n\nMeasured by `senet bench`; times are milliseconds of processor time on one core, so they do not depend on what \
         else the machine does.\n\n## Set-up: from the text of the rules to a reasoner that is ready\n\n",
    );
    page.push_str(&summary(rows));
    page.push_str(
        ".\n\n| game | rules | ground rules | gates | grounding ms | set-up ms | back end | why |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    );
    for row in rows {
        let count = |value: Option<usize>| value.map_or(String::new(), |value| value.to_string());
        let ground_ms = row.ground_ms.map_or(String::new(), |ms| format!("{ms:.1}"));
        // Those that ground need no explanation.
        let why = if row.ground_rules.is_some() {
            ""
        } else {
            row.reason.as_str()
        };
        let written = writeln!(
            page,
            "| {} | {} | {} | {} | {ground_ms} | {:.1} | {} | {why} |",
            row.game,
            row.rules,
            count(row.ground_rules),
            count(row.gates),
            row.setup_ms,
            row.back_end.unwrap_or("none"),
        );
        written.expect("writing to a string cannot fail");
    }
    page
}
