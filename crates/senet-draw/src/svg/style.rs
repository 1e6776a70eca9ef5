//! Shared style and helpers of all SVG parts.

/// A part of a picture and its size.
pub struct SvgPart {
    /// The SVG elements.
    pub body: String,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The fill and ink colours of roles, chosen for colour-blind users too. Further roles start again with the first.
pub const ROLE_COLOURS: [(&str, &str); 6] = [
    ("#f7f7f2", "#22262b"),
    ("#2b3036", "#f7f7f2"),
    ("#d1495b", "#ffffff"),
    ("#2e86ab", "#ffffff"),
    ("#edae49", "#22262b"),
    ("#8c3cdd", "#ffffff"),
];

/// The fill and ink colours of pieces without an owner.
pub const NEUTRAL_COLOURS: (&str, &str) = ("#b5a49b", "#22262b");

/// The CSS of all classes. Each selector starts with the class of the picture, so the surrounding page keeps its own
/// style.
pub const STYLE: &str = ".senet text{font-family:ui-sans-serif,system-ui,'DejaVu Sans',sans-serif;fill:var(--senet-ink,#22262b)}\
.senet .paper{fill:var(--senet-paper,#fffdf8)}\
.senet .place{fill:var(--senet-light,#efe2c6);stroke:var(--senet-line,#b59a6d)}\
.senet .odd{fill:var(--senet-dark,#e0cca2)}\
.senet .changed{fill:none;pointer-events:none;stroke:var(--senet-changed,#f08c00);stroke-width:2.5}\
.senet .link{stroke:var(--senet-line,#b59a6d);stroke-width:2}\
.senet .frame{fill:var(--senet-dark,#e0cca2);stroke:var(--senet-line,#b59a6d)}\
.senet .label{font-size:12px;text-anchor:middle;fill:var(--senet-faint,#5c6570)}\
.senet .token{font-weight:600;text-anchor:middle}\
.senet .title{font-size:14px;font-weight:600}\
.senet .seat{font-size:14px}.senet .fact{font-size:13px}.senet .count{font-size:11px;fill:var(--senet-faint,#5c6570)}\
.senet .says{font-size:14px}.senet .on{font-size:14px;font-weight:600;text-anchor:middle}\
.senet .button{fill:var(--senet-paper,#fffdf8);stroke:var(--senet-faint,#5c6570);stroke-width:1.5}\
.senet .pressed{stroke:var(--senet-changed,#f08c00);stroke-width:3}\
.senet .scaffold{fill:none;stroke:var(--senet-faint,#5c6570);stroke-dasharray:3 5}\
.senet .pip{fill:none;stroke:var(--senet-faint,#5c6570)}\
.senet .turn{fill:var(--senet-turn,#2f7d4f)}";

/// Rounds a number to one decimal.
pub fn round(number: f64) -> f64 {
    let rounded = (number * 10.0).round() / 10.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Estimates the width of a text.
pub fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.62
}

/// Replaces custom properties by their colours, for programs that do not support them.
pub fn plain_colours(svg: &str) -> String {
    let mut own = Vec::new();
    for name in ["light", "dark", "line"] {
        let key = format!("--senet-{name}:");
        if let Some(start) = svg.find(&key).map(|at| at + key.len()) {
            let end = svg[start..].find([';', '"']).unwrap_or(0);
            own.push((format!("--senet-{name}"), &svg[start..start + end]));
        }
    }
    let mut plain = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(start) = rest.find("var(") {
        plain.push_str(&rest[..start]);
        let inner = &rest[start + 4..];
        let end = inner.find(')').unwrap_or(inner.len());
        let (name, default) = inner[..end].split_once(',').unwrap_or((&inner[..end], ""));
        let themed = own.iter().find(|(own, _)| own == name);
        plain.push_str(themed.map_or(default, |(_, colour)| colour));
        rest = inner.get(end + 1..).unwrap_or("");
    }
    plain + rest
}
