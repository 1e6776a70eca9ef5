//! Puts many pictures on one page, to look at them together.

use crate::png::{PngError, draw, encode, fonts, pixels, read};
use resvg::tiny_skia;
use senet_gdl::escape_markup;

/// One tile of a contact sheet.
pub struct Tile {
    /// The words above the pictures.
    pub caption: String,
    /// The SVG pictures, side by side.
    pub pictures: Vec<String>,
}

/// The side of the square for one picture, in pixels.
const SIDE: f32 = 200.0;
/// The height of a caption.
const CAPTION: f32 = 16.0;
/// The space around a picture.
const GAP: f32 = 4.0;

/// Draws tiles in rows of `columns` as one PNG picture. Each tile is as wide as the longest list of pictures.
pub fn contact_sheet(tiles: &[Tile], columns: usize) -> Result<Vec<u8>, PngError> {
    let columns = columns.max(1);
    let most = tiles.iter().map(|tile| tile.pictures.len()).max();
    let wide = most.unwrap_or(1).max(1) as f32 * SIDE;
    let high = SIDE + CAPTION;
    let rows = tiles.len().div_ceil(columns);
    let mut page = pixels(wide * columns as f32, high * rows as f32)?;
    page.fill(tiny_skia::Color::WHITE);
    let fonts = fonts();
    for (at, tile) in tiles.iter().enumerate() {
        let corner = ((at % columns) as f32 * wide, (at / columns) as f32 * high);
        let caption = read(&caption(&tile.caption, wide), &fonts)?;
        draw(&caption, 1.0, corner, &mut page);
        for (number, svg) in tile.pictures.iter().enumerate() {
            let tree = read(svg, &fonts)?;
            let room = SIDE - GAP;
            let scale = (room / tree.size().width()).min(room / tree.size().height());
            let left = corner.0 + number as f32 * SIDE + GAP / 2.0;
            draw(&tree, scale.min(1.0), (left, corner.1 + CAPTION), &mut page);
        }
    }
    encode(&page)
}

fn caption(text: &str, wide: f32) -> String {
    let text = escape_markup(text);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{CAPTION}\">\
         <text x=\"3\" y=\"12\" style=\"font-size:11px\">{text}</text></svg>"
    )
}
