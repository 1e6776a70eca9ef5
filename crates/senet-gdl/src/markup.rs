//! Escapes names for SVG, XML and HTML.

/// The text with every character escaped that has a meaning in markup, inside or outside of attributes. Control characters become spaces.
pub fn escape_markup(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escape_markup;

    #[test]
    fn escapes_text_and_attributes() {
        assert_eq!(
            escape_markup("<a b=\"1\" c='2'>&\n"),
            "&lt;a b=&quot;1&quot; c=&#39;2&#39;&gt;&amp; "
        );
    }
}
