//! Converts pictures to PNG with a built-in font, so they look the same on all machines.

use crate::svg::plain_colours;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// The largest width or height in pixels.
const MAX_PIXELS: f32 = 8000.0;

/// The largest size of the SVG picture in bytes. Reading and drawing a larger one takes seconds and cannot be stopped.
const MAX_SVG: usize = 4 << 20;

/// An error of the conversion to PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The SVG picture cannot be read; this is a bug in the SVG output.
    #[error("the SVG picture cannot be read: {0}")]
    Svg(String),
    /// The picture is too large.
    #[error("the picture is too large: {0} × {1} pixels")]
    Size(u32, u32),
    /// The picture has too many parts.
    #[error("the picture has too many parts: its SVG form has {0} bytes")]
    Parts(usize),
    /// The PNG encoder failed.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Converts an SVG picture of [`crate::svg`] to PNG, enlarged by `scale`.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut pixels = empty_picture(svg, scale)?;
    draw(&read(svg, &fonts())?, scale, (0.0, 0.0), &mut pixels);
    encode(&pixels)
}

/// Makes the empty picture, or refuses one that is too large. It reads the SVG picture without a font, because the
/// layout of a long text takes seconds.
fn empty_picture(svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, PngError> {
    let size = read(svg, &usvg::Options::default())?.size();
    pixels(size.width() * scale, size.height() * scale)
}

/// Returns the built-in font.
pub(crate) fn fonts() -> usvg::Options<'static> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    let family = fonts
        .faces()
        .find_map(|face| face.families.first().cloned());
    let family = family.map_or(String::new(), |(name, _)| name);
    fonts.set_sans_serif_family(family.clone());
    usvg::Options {
        font_family: family,
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    }
}

/// Reads an SVG picture.
pub(crate) fn read(svg: &str, fonts: &usvg::Options) -> Result<usvg::Tree, PngError> {
    if svg.len() > MAX_SVG {
        return Err(PngError::Parts(svg.len()));
    }
    let tree = usvg::Tree::from_str(&plain_colours(svg), fonts);
    tree.map_err(|error| PngError::Svg(error.to_string()))
}

/// Makes empty pixels.
pub(crate) fn pixels(width: f32, height: f32) -> Result<tiny_skia::Pixmap, PngError> {
    let (columns, rows) = (width.ceil() as u32, height.ceil() as u32);
    let fits = width <= MAX_PIXELS && height <= MAX_PIXELS;
    let pixels = fits
        .then(|| tiny_skia::Pixmap::new(columns, rows))
        .flatten();
    pixels.ok_or(PngError::Size(columns, rows))
}

/// Draws a picture with its upper left corner at a point.
pub(crate) fn draw(
    tree: &usvg::Tree,
    scale: f32,
    (x, y): (f32, f32),
    pixels: &mut tiny_skia::Pixmap,
) {
    let scaled = tiny_skia::Transform::from_scale(scale, scale).post_translate(x, y);
    resvg::render(tree, scaled, &mut pixels.as_mut());
}

/// Encodes pixels as PNG.
pub(crate) fn encode(pixels: &tiny_skia::Pixmap) -> Result<Vec<u8>, PngError> {
    let encoded = pixels.encode_png();
    encoded.map_err(|error| PngError::Encoding(error.to_string()))
}

/// Returns the characters of a picture that the font may lack. Such characters appear as boxes.
pub fn uncertain_glyphs(svg: &str) -> String {
    let known = |c: char| c <= '\u{52f}' || "·▶×–—…".contains(c);
    let mut letters: Vec<char> = svg.chars().filter(|&c| !known(c)).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.into_iter().collect()
}
