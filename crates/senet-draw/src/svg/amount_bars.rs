//! Draws amounts as pips or bars, in games without a board.

use super::panel::LEFT;
use super::style::{SvgPart, round};
use super::token::{EDGE, owner_colours};
use crate::Fact;
use crate::picture::Picture;
use std::fmt::Write;

/// The height of a row of pips or of a bar.
const HIGH: f64 = 22.0;
/// The largest number of pips; larger amounts are bars.
const MOST_PIPS: usize = 12;
/// The distance between the centres of two pips.
const STEP: f64 = 18.0;
/// The length of a bar.
const LONG: f64 = 216.0;

/// Draws the amount of a fact and its maximum below the current part. Does nothing if the fact is not an amount.
pub fn draw_amount(
    drawn: &mut SvgPart,
    picture: &Picture,
    fact: &Fact,
    role: Option<usize>,
    top: f64,
) {
    let Some((count, most)) = amount(picture, fact) else {
        return;
    };
    let fill = match role {
        Some(_) => owner_colours(picture, role).0,
        None => "var(--senet-faint,#5c6570)".to_string(),
    };
    let middle = top + drawn.height + HIGH / 2.0 - 2.0;
    match most <= MOST_PIPS {
        true => pips(&mut drawn.body, (count, most), middle, &fill),
        false => bar(&mut drawn.body, count as f64 / most as f64, middle, &fill),
    }
    let length = match most <= MOST_PIPS {
        true => STEP * most as f64,
        false => LONG,
    };
    drawn.height += HIGH;
    drawn.width = drawn.width.max(2.0 * LEFT + length);
}

fn amount(picture: &Picture, fact: &Fact) -> Option<(usize, usize)> {
    let order = picture.amounts.get(&fact.name)?;
    let [word] = &fact.args[..] else {
        return None;
    };
    let count = order.iter().position(|known| known == word)?;
    (order.len() > 1).then(|| (count, order.len() - 1))
}

/// Draws filled pips larger and with an outline, so that white ones differ from empty ones.
fn pips(body: &mut String, (count, most): (usize, usize), middle: f64, fill: &str) {
    for at in 0..most {
        let [x, y] = [LEFT + 7.0 + STEP * at as f64, middle].map(round);
        let (radius, style) = match at < count {
            true => (6, format!(r#" style="fill:{fill};stroke:{EDGE}""#)),
            false => (3, String::new()),
        };
        let _ = write!(
            body,
            r#"<circle class="pip" cx="{x}" cy="{y}" r="{radius}"{style}/>"#
        );
    }
    body.push('\n');
}

fn bar(body: &mut String, share: f64, middle: f64, fill: &str) {
    let [thin, thick, filled] = [middle - 1.0, middle - 5.0, LONG * share].map(round);
    let _ = writeln!(
        body,
        r#"<rect class="pip" x="{LEFT}" y="{thin}" width="{LONG}" height="2"/>"#
    );
    if filled > 0.0 {
        let _ = writeln!(
            body,
            r#"<rect class="pip" x="{LEFT}" y="{thick}" width="{filled}" height="10" rx="3" style="fill:{fill};stroke:{EDGE}"/>"#
        );
    }
}
