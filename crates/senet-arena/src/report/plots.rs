//! SVG plots of values with their intervals.

use super::{RatedPlayer, RatedSeat};
use senet_gdl::escape_markup;
use std::fmt::Write;

/// A value and its interval.
struct Bar {
    label: String,
    value: f64,
    low: f64,
    high: f64,
}

/// Ratings with their intervals, one below the other.
pub fn ratings_plot(ratings: &[RatedPlayer]) -> String {
    let bar = |r: &RatedPlayer| Bar {
        label: r.player.clone(),
        value: r.elo,
        low: r.low,
        high: r.high,
    };
    let bars: Vec<_> = ratings.iter().map(bar).collect();
    plot(&bars, "Elo points above the mean, with 95 % intervals")
}

/// Seat values with their intervals.
pub fn seats_plot(seats: &[&RatedSeat]) -> String {
    let bar = |s: &&RatedSeat| Bar {
        label: s.role.clone(),
        value: s.elo,
        low: s.low,
        high: s.high,
    };
    let bars: Vec<_> = seats.iter().map(bar).collect();
    plot(&bars, "Seat values in Elo points, with 95 % intervals")
}

const ROW: f64 = 28.0;
const PLOT_WIDTH: f64 = 460.0;
const FOOT: f64 = 48.0;
/// The approximate width of a letter.
const LETTER: f64 = 7.8;
/// The longest name; longer names are cut.
const LETTERS: usize = 36;
/// The width of the numbers beside each bar.
const NUMBERS: f64 = 150.0;

fn plot(bars: &[Bar], title: &str) -> String {
    let longest = bars.iter().map(|bar| bar.label.chars().count()).max();
    let left = 20.0 + LETTER * longest.unwrap_or(0).min(LETTERS) as f64;
    let height = ROW * bars.len() as f64;
    let (width, whole) = (left + PLOT_WIDTH + NUMBERS, height + FOOT);
    let scale = Scale::of(bars, left);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {whole:.0}\" width=\"{width:.0}\" \
         height=\"{whole:.0}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"currentColor\">\
         <title>{}</title>\n",
        escape_markup(title)
    );
    for tick in scale.ticks() {
        draw_tick(&mut svg, &scale, tick, height);
    }
    for (row, bar) in bars.iter().enumerate() {
        draw_bar(&mut svg, &scale, bar, ROW * (row as f64 + 0.5), left);
    }
    let middle = left + PLOT_WIDTH / 2.0;
    put(
        &mut svg,
        format_args!(
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\" opacity=\"0.75\">{}</text>\n</svg>\n",
            height + 40.0,
            escape_markup(title)
        ),
    );
    svg
}

fn draw_tick(svg: &mut String, scale: &Scale, tick: f64, height: f64) {
    let x = scale.x(tick);
    let opacity = if tick == 0.0 { 0.5 } else { 0.15 };
    put(
        svg,
        format_args!(
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{height:.1}\" stroke=\"currentColor\" opacity=\"{opacity}\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" opacity=\"0.75\">{tick:.0}</text>\n",
            height + 18.0
        ),
    );
}

fn draw_bar(svg: &mut String, scale: &Scale, bar: &Bar, y: f64, left: f64) {
    let [low, x, high] = [bar.low, bar.value, bar.high].map(|value| scale.x(value));
    let numbers = format!(
        "{} [{}, {}]",
        whole(bar.value),
        whole(bar.low),
        whole(bar.high)
    );
    put(
        svg,
        format_args!(
            "<g><title>{label}: {numbers}</title>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
         <line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#1f77b4\" stroke-width=\"3\" opacity=\"0.6\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#1f77b4\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" opacity=\"0.85\">{numbers}</text></g>\n",
            left - 10.0,
            y + 4.5,
            escape_markup(&cut(&bar.label)),
            left + PLOT_WIDTH + 12.0,
            y + 4.5,
            label = escape_markup(&bar.label),
        ),
    );
}

/// A number without decimals, and without a signed zero.
pub fn whole(value: f64) -> String {
    let rounded = value.round() + 0.0;
    format!("{rounded:.0}")
}

fn cut(label: &str) -> String {
    match label.chars().count() > LETTERS {
        true => label.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => label.to_string(),
    }
}

/// Maps values to positions.
struct Scale {
    least: f64,
    most: f64,
    step: f64,
    left: f64,
}

impl Scale {
    fn of(bars: &[Bar], left: f64) -> Scale {
        let least = bars.iter().map(|bar| bar.low).fold(0.0, f64::min);
        let most = bars.iter().map(|bar| bar.high).fold(0.0, f64::max);
        let (least, most) = if most - least < 20.0 {
            (least - 10.0, most + 10.0)
        } else {
            (least, most)
        };
        let step = round_step((most - least) / 6.0);
        Scale {
            least: (least / step).floor() * step,
            most: (most / step).ceil() * step,
            step,
            left,
        }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + PLOT_WIDTH * (value - self.least) / (self.most - self.least)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (least, step) = (self.least, self.step);
        let count = ((self.most - least) / step).round() as usize;
        (0..=count).map(move |tick| (least + step * tick as f64).round() + 0.0)
    }
}

/// The next number of the form 10, 20, 50, 100, …
fn round_step(least: f64) -> f64 {
    let steps = (1..12).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    steps
        .into_iter()
        .find(|&step| step >= least)
        .unwrap_or(1e12)
}

/// Appends formatted text, which cannot fail for a `String`.
pub fn put(text: &mut String, arguments: std::fmt::Arguments) {
    text.write_fmt(arguments).expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(3.0), 10.0);
        assert_eq!(round_step(11.0), 20.0);
        assert_eq!(round_step(333.0), 500.0);
    }

    #[test]
    fn plots_empty_and_equal_values() {
        for count in [0, 1, 3] {
            let rating = RatedPlayer {
                player: "a<b".to_string(),
                elo: 0.0,
                low: 0.0,
                high: 0.0,
                component: 1,
            };
            let svg = ratings_plot(&vec![rating; count]);
            assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
            assert!(count == 0 || svg.contains("a&lt;b"));
        }
    }

    #[test]
    fn zeros_have_no_sign() {
        assert_eq!(whole(-0.3), "0");
        assert_eq!(whole(-0.7), "-1");
    }
}
