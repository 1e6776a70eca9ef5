//! Results as text, CSV and SVG.

use super::outcome::{GameResult, mean_share};
use super::series::SeriesOutcome;
use crate::csv::csv_line;
use crate::plot::{Curve, Interval, Panel, PlotRow, Scale, panels, rows};
use senet_console::cells;
use senet_console::table::{TextTable, left, right};

/// The table, and a line for each start clock.
pub fn text(results: &[GameResult]) -> String {
    let head = [right("learning s"), left("score"), left("w-d-l")];
    let last = [left("seeds"), right("mean goals")];
    let head = [left("game")].into_iter().chain(head).chain(last);
    let mut table = TextTable::new(head);
    for result in results {
        let score = match result.score.matches() {
            0 => "not run: the time limit was reached".to_string(),
            _ => result.score.percent(),
        };
        table.row(cells![
            result.game,
            result.learn,
            score,
            wins_draws_losses(result),
            seeds(result),
            format!("{:.0} : {:.0}", result.goals[0], result.goals[1])
        ]);
    }
    let mut text = table.to_string();
    for learn in clocks(results) {
        let own: Vec<GameResult> = with_clock(results, learn).cloned().collect();
        let mean = mean_share(&own);
        if mean.games == 0 {
            continue;
        }
        text += &format!(
            "mean of {} games after {learn} s: {:.1} % ± {:.1}\n",
            mean.games,
            100.0 * mean.mean,
            100.0 * mean.half
        );
    }
    for result in results {
        for note in &result.notes {
            text += &format!("{}, {} s: {note}\n", result.game, result.learn);
        }
    }
    text
}

fn wins_draws_losses(result: &GameResult) -> String {
    let score = &result.score;
    format!("{}-{}-{}", score.wins, score.draws, score.losses)
}

/// The shares of the seeds in percent.
fn seeds(result: &GameResult) -> String {
    let percent = |score: &crate::score::MatchScore| format!("{:.0}", 100.0 * score.share());
    let shares: Vec<String> = result.seeds.iter().map(percent).collect();
    shares.join(" ")
}

/// All start clocks, in the order of the results.
fn clocks(results: &[GameResult]) -> Vec<f64> {
    let mut clocks: Vec<f64> = results.iter().map(|one| one.learn).collect();
    clocks.dedup();
    clocks
}

fn with_clock(results: &[GameResult], learn: f64) -> impl Iterator<Item = &GameResult> {
    results.iter().filter(move |one| one.learn == learn)
}

/// The table as CSV.
pub fn table_csv(results: &[GameResult]) -> String {
    let mut text =
        "game,learning_seconds,matches,wins,draws,losses,share,low,high,own_goal,other_goal\n"
            .to_string();
    for one in results {
        let (low, high) = one.score.interval();
        let counts = [
            one.score.matches(),
            one.score.wins,
            one.score.draws,
            one.score.losses,
        ];
        let shares = [one.score.share(), low, high];
        let mut fields = vec![one.game.clone(), one.learn.to_string()];
        fields.extend(counts.map(|count| count.to_string()));
        fields.extend(shares.map(|share| format!("{share:.4}")));
        fields.extend(one.goals.map(|goal| format!("{goal:.2}")));
        text += &csv_line(&fields);
    }
    text
}

/// Every match as CSV.
pub fn matches_csv(outcomes: &[SeriesOutcome]) -> String {
    let mut text = "game,learning_seconds,seed,opening,role,goal,compared,goals,note\n".to_string();
    for series in outcomes {
        for one in &series.matches {
            let goals: Vec<String> = one.goals.iter().map(i32::to_string).collect();
            text += &csv_line(&[
                series.game.clone(),
                series.learn.to_string(),
                series.seed.to_string(),
                one.opening.to_string(),
                one.role.to_string(),
                one.goal.to_string(),
                one.compared.to_string(),
                goals.join(" "),
                series.notes.join("; "),
            ]);
        }
    }
    text
}

/// One row for each game and start clock.
pub fn rows_svg(title: &str, results: &[GameResult]) -> String {
    let row = |one: &GameResult| PlotRow {
        label: format!("{}, {} s", one.game, one.learn),
        ours: (one.score.matches() > 0).then(|| Interval::of_score(&one.score)),
        published: None,
    };
    let all: Vec<PlotRow> = results.iter().map(row).collect();
    rows(title, Scale::Share, &all)
}

/// One panel for each game: the share by seconds of learning.
pub fn curves_svg(title: &str, results: &[GameResult]) -> String {
    let mut games: Vec<&str> = Vec::new();
    for one in results {
        if !games.contains(&one.game.as_str()) {
            games.push(&one.game);
        }
    }
    let panel = |game: &str| {
        let own = results.iter().filter(|one| one.game == game);
        let played = own.filter(|one| one.score.matches() > 0);
        let mut points: Vec<(f64, f64, f64)> = played.map(point).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Panel {
            title: game.to_string(),
            below: "seconds of learning".to_string(),
            last: points.iter().map(|one| one.0).fold(0.0, f64::max),
            height: (0.0, 100.0),
            curves: vec![Curve {
                name: "score against uct in percent".to_string(),
                points,
            }],
        }
    };
    let all: Vec<Panel> = games.into_iter().map(panel).collect();
    panels(title, &all)
}

/// A start clock, its share, and half the interval.
fn point(result: &GameResult) -> (f64, f64, f64) {
    let (low, high) = result.score.interval();
    let share = 100.0 * result.score.share();
    (result.learn, share, 50.0 * (high - low))
}
