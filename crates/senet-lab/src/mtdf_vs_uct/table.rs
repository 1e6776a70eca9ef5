//! The table of results with intervals, beside the published results.

use super::matches::PlayedMatch;
use crate::csv::csv_line;
use crate::plot::{self, Interval, PlotRow, Scale};
use crate::stats::wilson;
use senet_console::cells;
use senet_console::table::{TextTable, left, right};
use serde::Serialize;

/// The results of one pairing at one time limit.
#[derive(Clone, Debug, Serialize)]
pub struct PairingLine {
    /// The game.
    pub game: String,
    /// Threads of UCT.
    pub uct_threads: usize,
    /// Seconds per move.
    pub seconds: f64,
    /// The published percentage, if there is one for this time limit.
    pub published: Option<i32>,
    /// Wins of MTD(f).
    pub wins: usize,
    /// Draws.
    pub draws: usize,
    /// Losses of MTD(f).
    pub losses: usize,
    /// Wins minus losses, in percent of all matches.
    pub percent: f64,
    /// The 95 % interval of `percent`.
    pub interval: (f64, f64),
    /// Mean UCT simulations per move.
    pub uct_simulations: f64,
    /// Mean search depth of MTD(f).
    pub mtdf_depth: f64,
    /// Mean states per move that MTD(f) searched.
    pub mtdf_nodes: f64,
}

impl PairingLine {
    /// Collects the results of matches of one pairing.
    pub fn of(matches: &[&PlayedMatch], published: Option<i32>) -> Option<PairingLine> {
        let first = matches.first()?;
        let count = |score| {
            matches
                .iter()
                .filter(|played| played.score == score)
                .count()
        };
        let (wins, draws, losses) = (count(1), count(0), count(-1));
        let sum =
            |of: fn(&PlayedMatch) -> u64| matches.iter().map(|played| of(played)).sum::<u64>();
        let mean = |of, by| sum(of) as f64 / sum(by).max(1) as f64;
        let by_mtdf: fn(&PlayedMatch) -> u64 = |played| played.mtdf_moves;
        Some(PairingLine {
            game: first.game.clone(),
            uct_threads: first.uct_threads,
            seconds: first.seconds,
            published,
            wins,
            draws,
            losses,
            percent: 100.0 * (wins as f64 - losses as f64) / matches.len() as f64,
            interval: interval(wins, draws, losses),
            uct_simulations: mean(|played| played.uct_simulations, |played| played.uct_moves),
            mtdf_depth: mean(|played| played.mtdf_depth, by_mtdf),
            mtdf_nodes: mean(|played| played.mtdf_nodes, by_mtdf),
        })
    }

    /// The number of matches.
    pub fn matches(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// A remark if the sign of the result differs from the published one.
    pub fn remark(&self) -> Option<String> {
        let published = f64::from(self.published?);
        let (low, high) = self.interval;
        let sure = match published > 0.0 {
            true => high < 0.0,
            false => low > 0.0,
        };
        let differs = published * self.percent < 0.0 || (published != 0.0 && self.percent == 0.0);
        if !differs {
            return None;
        }
        let certainty = if sure { "" } else { " (within chance)" };
        Some(format!(
            "{}, {}: the sign differs from the published one{certainty}; here UCT makes {} simulations per move and MTD(f) searches to depth {:.1}",
            self.game,
            threads(self.uct_threads),
            short(self.uct_simulations),
            self.mtdf_depth
        ))
    }
}

/// The 95 % interval of wins minus losses in percent. A draw counts as half a win, so the interval is slightly too wide.
fn interval(wins: usize, draws: usize, losses: usize) -> (f64, f64) {
    let count = (wins + draws + losses).max(1) as f64;
    let (low, high) = wilson((wins as f64 + draws as f64 / 2.0) / count, count);
    (200.0 * low - 100.0, 200.0 * high - 100.0)
}

/// The table as text.
pub fn text(lines: &[PairingLine]) -> String {
    let words = ["game", "uct"].map(left);
    let numbers = [
        "s/move",
        "published",
        "here",
        "95 %",
        "won/dr/lost",
        "uct sims",
        "depth",
        "mtdf nodes",
    ];
    let mut table = TextTable::new(words.into_iter().chain(numbers.map(right)));
    for line in lines {
        let published = line
            .published
            .map_or("-".to_string(), |percent| format!("{percent} %"));
        table.row(cells![
            line.game,
            threads(line.uct_threads),
            line.seconds,
            published,
            format!("{:.0} %", line.percent),
            format!("{:.0} to {:.0}", line.interval.0, line.interval.1),
            format!("{}/{}/{}", line.wins, line.draws, line.losses),
            short(line.uct_simulations),
            format!("{:.1}", line.mtdf_depth),
            short(line.mtdf_nodes),
        ]);
    }
    let mut text = table.to_string();
    for remark in lines.iter().filter_map(PairingLine::remark) {
        text += &format!("{remark}\n");
    }
    text
}

/// The table as CSV.
pub fn csv(lines: &[PairingLine]) -> String {
    let title = "game,uct_threads,seconds,published_percent,percent,low,high,matches,wins,draws,losses,uct_simulations,mtdf_depth,mtdf_nodes\n";
    let fields = |line: &PairingLine| {
        let published = line.published.map(|percent| percent.to_string());
        let (low, high) = line.interval;
        csv_line(&[
            line.game.clone(),
            line.uct_threads.to_string(),
            line.seconds.to_string(),
            published.unwrap_or_default(),
            format!("{:.2}", line.percent),
            format!("{low:.2}"),
            format!("{high:.2}"),
            line.matches().to_string(),
            line.wins.to_string(),
            line.draws.to_string(),
            line.losses.to_string(),
            format!("{:.1}", line.uct_simulations),
            format!("{:.3}", line.mtdf_depth),
            format!("{:.1}", line.mtdf_nodes),
        ])
    };
    title.to_string() + &lines.iter().map(fields).collect::<String>()
}

/// All matches as CSV.
pub fn matches_csv(matches: &[PlayedMatch]) -> String {
    let title = "game,uct_threads,seconds,mtdf_seat,seed,score,moves,uct_moves,uct_simulations,mtdf_moves,mtdf_depth,mtdf_nodes\n";
    let fields = |played: &PlayedMatch| {
        csv_line(&[
            played.game.clone(),
            played.uct_threads.to_string(),
            played.seconds.to_string(),
            played.mtdf_seat.to_string(),
            played.seed.to_string(),
            played.score.to_string(),
            played.moves.to_string(),
            played.uct_moves.to_string(),
            played.uct_simulations.to_string(),
            played.mtdf_moves.to_string(),
            played.mtdf_depth.to_string(),
            played.mtdf_nodes.to_string(),
        ])
    };
    title.to_string() + &matches.iter().map(fields).collect::<String>()
}

/// The table as SVG.
pub fn svg(lines: &[PairingLine]) -> String {
    let row = |line: &PairingLine| PlotRow {
        label: format!(
            "{}, {}, {} s, {} matches",
            line.game,
            threads(line.uct_threads),
            line.seconds,
            line.matches()
        ),
        ours: Some(Interval::new(line.percent, line.interval)),
        published: line.published.map(f64::from),
    };
    let rows: Vec<PlotRow> = lines.iter().map(row).collect();
    let title = "MTD(f) against UCT: wins minus losses of MTD(f)";
    plot::rows(title, Scale::Difference, &rows)
}

/// The number of threads as text.
pub fn threads(count: usize) -> String {
    match count {
        1 => "1 thread".to_string(),
        _ => format!("{count} threads"),
    }
}

/// Formats a number in about four characters.
fn short(number: f64) -> String {
    match number {
        _ if number >= 1e6 => format!("{:.1} M", number / 1e6),
        _ if number >= 1e3 => format!("{:.1} k", number / 1e3),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(score: i32) -> PlayedMatch {
        PlayedMatch {
            game: "checkers".to_string(),
            uct_threads: 1,
            seconds: 1.0,
            mtdf_seat: 0,
            seed: 1,
            score,
            moves: 20,
            uct_moves: 10,
            uct_simulations: 50_000,
            mtdf_moves: 10,
            mtdf_depth: 75,
            mtdf_nodes: 1_000,
        }
    }

    #[track_caller]
    fn check(scores: &[i32], published: i32, percent: f64, remark: Option<&str>) {
        let matches: Vec<PlayedMatch> = scores.iter().map(|&score| played(score)).collect();
        let matches: Vec<&PlayedMatch> = matches.iter().collect();
        let line = PairingLine::of(&matches, Some(published)).unwrap();
        assert!((line.percent - percent).abs() < 1e-9);
        assert!(
            line.interval.0 < percent || percent == -100.0,
            "{:?}",
            line.interval
        );
        assert!(
            line.interval.1 > percent || percent == 100.0,
            "{:?}",
            line.interval
        );
        assert_eq!(line.remark().as_deref(), remark);
    }

    #[test]
    fn summarises_matches_and_remarks_sign_change() {
        check(&[1, 1, 1, 0], 100, 75.0, None);
        check(&[0, 0], 0, 0.0, None);
        let told = "checkers, 1 thread: the sign differs from the published one (within chance); here UCT makes 5.0 k simulations per move and \
            MTD(f) searches to depth 7.5";
        check(&[-1, 0], 63, -50.0, Some(told));
        let sure = told.replace(" (within chance)", "");
        check(&[-1; 12], 63, -100.0, Some(&sure));
        assert!(PairingLine::of(&[], None).is_none());
    }

    #[test]
    fn matches_known_wilson_intervals() {
        let (low, high) = interval(8, 0, 2);
        assert!(
            (low - -1.96).abs() < 0.2 && (high - 88.6).abs() < 0.2,
            "{low} {high}"
        );
        let (low, high) = interval(10, 0, 0);
        assert!((low - 44.5).abs() < 0.2 && high > 99.9, "{low} {high}");
    }
}
