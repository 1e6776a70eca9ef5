//! CSV tables (RFC 4180) for spreadsheets and statistics programs.

use super::Review;
use crate::store::{Stored, Tournament};
use std::fmt::Display;

/// All finished and planned matches, one row for each seat.
pub fn matches_csv(tournament: &Tournament, matches: &[Stored]) -> String {
    let head = "number,round,game,role,player,goal,status,seed,opening_seed,moves,substituted,started,ended,error";
    let mut rows = vec![head.to_string()];
    for stored in matches {
        let game = &tournament.plan.games[stored.game];
        for (seat, (&player, role)) in stored.seats.iter().zip(&game.roles).enumerate() {
            rows.push(row(&[
                &stored.number,
                &stored.round,
                &game.name,
                role,
                &tournament.plan.players[player],
                &optional(stored.goals.as_ref().and_then(|goals| goals.get(seat))),
                &stored.status,
                &stored.seed,
                &stored.opening_seed,
                &optional(stored.moves.as_ref()),
                &optional(
                    stored
                        .substituted
                        .as_ref()
                        .and_then(|counts| counts.get(seat)),
                ),
                &optional(stored.started.as_ref()),
                &optional(stored.ended.as_ref()),
                &optional(stored.error.as_ref()),
            ]));
        }
    }
    finish(rows)
}

/// The ratings: overall, and by game if there are several.
pub fn ratings_csv(review: &Review) -> String {
    let mut rows = vec!["game,player,elo,low,high,component".to_string()];
    let overall = ("", &review.ratings);
    let by_game = review.by_game.iter().map(|g| (g.game.as_str(), &g.ratings));
    for (game, ratings) in std::iter::once(overall).chain(by_game) {
        for r in ratings {
            let points = [r.elo, r.low, r.high].map(|value| format!("{value:.1}"));
            rows.push(row(&[
                &game,
                &r.player,
                &points[0],
                &points[1],
                &points[2],
                &r.component,
            ]));
        }
    }
    finish(rows)
}

/// Wins, draws and losses: overall, by game, and by seat.
pub fn tables_csv(review: &Review) -> String {
    let mut rows = vec!["game,role,player,seats,wins,draws,losses,share,mean_goal".to_string()];
    for line in &review.tables {
        rows.push(row(&[
            &optional(line.game.as_ref()),
            &optional(line.role.as_ref()),
            &line.player,
            &line.seats,
            &line.score.wins,
            &line.score.draws,
            &line.score.losses,
            &line
                .share
                .map_or(String::new(), |share| format!("{share:.4}")),
            &format!("{:.2}", line.mean_goal),
        ]));
    }
    finish(rows)
}

fn optional<T: Display>(value: Option<&T>) -> String {
    value.map_or(String::new(), T::to_string)
}

fn row(cells: &[&dyn Display]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| quoted(&cell.to_string())).collect();
    cells.join(",")
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

fn finish(rows: Vec<String>) -> String {
    rows.join("\r\n") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_fields_with_commas_or_quotes() {
        assert_eq!(
            row(&[&"uct:a=1,b=2", &3, &"say \"x\""]),
            "\"uct:a=1,b=2\",3,\"say \"\"x\"\"\""
        );
    }
}
