//! Formats the results of a tournament for a terminal.

use senet_arena::report::{RankedResult, RatedPlayer, RatingLine, Review, WinCount, whole};
use senet_console::table::{TextTable, left, right};
use senet_console::{Failure, Out, cells, output::wrap};

/// Prints all results.
pub fn show(review: &Review) -> Result<(), Failure> {
    let mut out = Out::new();
    out.line(wrap(&summary(review)))?;
    for warning in &review.warnings {
        out.line("")?;
        out.line(wrap(&format!("warning: {warning}")))?;
    }
    if let Some(order) = &review.ladder {
        out.line("\nThe ladder, from the top")?;
        for (place, player) in (1..).zip(order) {
            out.line(format!("{place:>4} {player}"))?;
        }
    }
    if review.progress.done > 0 {
        out.line("")?;
        out.text(&results(review, None, &review.ratings))?;
        out.text(&cross(review))?;
        for game in &review.games {
            out.text(&of_game(review, &game.name))?;
        }
    }
    Ok(out.flush()?)
}

fn summary(review: &Review) -> String {
    let games: Vec<_> = review.games.iter().map(|game| game.name.as_str()).collect();
    let p = &review.progress;
    let end = if p.complete { "" } else { " so far" };
    format!(
        "{}: a {} at {}, {} of {} matches played{end}; start clock {} s, play clock {} s{}.",
        review.name,
        review.form,
        games.join(", "),
        p.done,
        p.planned,
        review.start_clock,
        review.play_clock,
        if review.clock == "cpu" {
            " of CPU time"
        } else {
            ""
        }
    )
}

/// The titles of the columns that [`counts`] fills.
const COUNTS: [&str; 6] = ["seats", "won", "drawn", "lost", "score", "mean goal"];

/// Ratings, wins, draws and losses of one game or overall.
fn results(review: &Review, game: Option<&str>, ratings: &[RatedPlayer]) -> String {
    let names = [left("player"), right("Elo"), right("95 % interval")];
    let mut table = TextTable::new(names.into_iter().chain(COUNTS.map(right)));
    for RankedResult {
        line,
        elo,
        interval,
    } in review.ranked_results(game, ratings)
    {
        let names = cells![line.player, elo, interval];
        table.row(names.into_iter().chain(counts(line)));
    }
    table.to_string()
}

fn counts(line: &RatingLine) -> [String; 6] {
    let WinCount {
        wins,
        draws,
        losses,
    } = line.score;
    let goal = format!("{:.1}", line.mean_goal);
    cells![line.seats, wins, draws, losses, line.percent(), goal]
}

/// The cross table: wins, draws and losses of each row's player.
fn cross(review: &Review) -> String {
    let players: Vec<_> = review.ratings.iter().map(|r| r.player.as_str()).collect();
    if players.len() < 2 {
        return String::new();
    }
    let numbers = (1..=players.len()).map(|number| right(number.to_string()));
    let names = [right(""), left("won-drawn-lost")];
    let mut table = TextTable::new(names.into_iter().chain(numbers));
    for (number, player) in (1..).zip(&players) {
        let scores = players.iter().map(|other| {
            let score = review.cross_score(player, other);
            score.map_or(String::new(), |score| {
                format!("{}-{}-{}", score.wins, score.draws, score.losses)
            })
        });
        table.row(cells![number, player].into_iter().chain(scores));
    }
    format!("\n{table}")
}

fn of_game(review: &Review, game: &str) -> String {
    let mut text = format!("\n{game}\n");
    if let Some(own) = review.by_game.iter().find(|g| g.game == game) {
        text += &results(review, Some(game), &own.ratings);
        text.push('\n');
    }
    for seat in review.seats.iter().filter(|seat| seat.game == game) {
        let interval = format!("{} to {}", whole(seat.low), whole(seat.high));
        text += &format!(
            "playing {} is worth {} Elo points ({interval})\n",
            seat.role,
            whole(seat.elo)
        );
    }
    let names = ["role", "player"].map(left);
    let mut table = TextTable::new(names.into_iter().chain(COUNTS.map(right)));
    for line in review.seat_lines(game) {
        let role = line.role.as_deref().unwrap_or_default();
        let names = cells![role, line.player];
        table.row(names.into_iter().chain(counts(line)));
    }
    text + &table.to_string()
}
