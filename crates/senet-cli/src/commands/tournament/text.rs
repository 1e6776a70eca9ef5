//! Formats the results of a tournament for a terminal.

use senet_arena::report::{RatedPlayer, RatingLine, Review, WinCount, whole};
use senet_console::output::column_width;
use senet_console::{Failure, Out, output::wrap};

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

fn width(review: &Review) -> usize {
    column_width(&review.players).max("player".len())
}

/// Ratings, wins, draws and losses of one game or overall.
fn results(review: &Review, game: Option<&str>, ratings: &[RatedPlayer]) -> String {
    let width = width(review);
    let mut text = format!(
        "{:<width$}     Elo    95 % interval   seats   won drawn  lost   score  mean goal\n",
        "player"
    );
    let is_ours = |line: &&RatingLine| line.game.as_deref() == game && line.role.is_none();
    let mut lines: Vec<_> = review.tables.iter().filter(is_ours).collect();
    let place = |name: &str| ratings.iter().position(|r| r.player == name);
    lines.sort_by_key(|line| place(&line.player).unwrap_or(usize::MAX));
    for line in lines {
        let rating = ratings.iter().find(|r| r.player == line.player);
        let elo = rating.map_or("–".to_string(), |r| whole(r.elo));
        let interval = rating.map_or("–".to_string(), |r| {
            format!("{} to {}", whole(r.low), whole(r.high))
        });
        text += &format!(
            "{:<width$} {elo:>7} {interval:>16} {}\n",
            line.player,
            counts(line)
        );
    }
    text
}

fn counts(line: &RatingLine) -> String {
    let WinCount {
        wins,
        draws,
        losses,
    } = line.score;
    format!(
        "{:>7} {wins:>5} {draws:>5} {losses:>5} {:>7} {:>10.1}",
        line.seats,
        line.percent(),
        line.mean_goal
    )
}

/// The cross table: wins, draws and losses of each row's player.
fn cross(review: &Review) -> String {
    let players: Vec<_> = review.ratings.iter().map(|r| r.player.as_str()).collect();
    if players.len() < 2 {
        return String::new();
    }
    let width = width(review).max("won-drawn-lost".len());
    let heads = (1..=players.len()).map(|number| format!("{number:>12}"));
    let mut text = format!(
        "\n     {:<width$}{}\n",
        "won-drawn-lost",
        heads.collect::<String>()
    );
    for (number, player) in (1..).zip(&players) {
        text += &format!("{number:>4} {player:<width$}");
        for other in &players {
            let entry = review
                .cross
                .iter()
                .find(|c| c.player == *player && c.opponent == *other);
            let score =
                entry.map(|c| format!("{}-{}-{}", c.score.wins, c.score.draws, c.score.losses));
            text += &format!("{:>12}", score.unwrap_or_default());
        }
        text.push('\n');
    }
    text
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
    let is_seat = |line: &&RatingLine| line.game.as_deref() == Some(game) && line.role.is_some();
    let lines: Vec<_> = review.tables.iter().filter(is_seat).collect();
    let (roles, width) = (role_width(&lines), width(review));
    text += &format!(
        "{:<roles$} {:<width$}   seats   won drawn  lost   score  mean goal\n",
        "role", "player"
    );
    for line in lines {
        let role = line.role.as_deref().unwrap_or("");
        text += &format!("{role:<roles$} {:<width$} {}\n", line.player, counts(line));
    }
    text
}

fn role_width(lines: &[&RatingLine]) -> usize {
    let roles = lines.iter().filter_map(|line| line.role.as_ref());
    column_width(roles).max("role".len())
}
