//! The report as one self-contained HTML page.

use super::plots::{put, ratings_plot, seats_plot};
use super::{RankedResult, RatedPlayer, RatingLine, Review, WinCount};
use crate::store::{Stored, Tournament};
use senet_gdl::escape_markup;

/// Maximum number of matches that the page lists.
const LISTED: usize = 2000;

const STYLE: &str = include_str!("style.css");

/// The page.
pub fn html(tournament: &Tournament, matches: &[Stored], review: &Review) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: a Senet tournament</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>\n",
        name = escape_markup(&review.name)
    );
    page += &summary(review);
    page += &warnings(review);
    page += &ladder(review);
    page += &ratings(review);
    page += &cross(review);
    for game in &review.games {
        page += &game_section(review, &game.name);
    }
    page += &match_list(tournament, matches);
    page += &method(review);
    page + "</main>\n</body>\n</html>\n"
}

fn summary(review: &Review) -> String {
    let p = &review.progress;
    let games: Vec<_> = review.games.iter().map(|game| game.name.as_str()).collect();
    let state = if p.complete {
        "complete"
    } else {
        "not complete yet"
    };
    let simulations = review.simulations.map_or(String::new(), |n| {
        format!(", at most {n} simulations a move")
    });
    let opening = match review.opening {
        0 => String::new(),
        n => format!(", random openings of {n} moves, the same for all seat orders"),
    };
    format!(
        "<p class=\"summary\">A {} of {} players at {}: {} of {} matches played ({state}), {} {}. \
         Start clock {} s, play clock {} s ({}){simulations}{opening}; seed {}.</p>\n",
        review.form,
        review.players.len(),
        escape_markup(&games.join(", ")),
        p.done,
        p.planned,
        review.rounds,
        if review.rounds == 1 {
            "round"
        } else {
            "rounds"
        },
        review.start_clock,
        review.play_clock,
        if review.clock == "cpu" {
            "CPU time"
        } else {
            "wall time"
        },
        review.seed
    )
}

fn warnings(review: &Review) -> String {
    let items = review
        .warnings
        .iter()
        .map(|text| format!("<li>{}</li>", escape_markup(text)));
    match review.warnings.is_empty() {
        true => String::new(),
        false => format!(
            "<ul class=\"warnings\">{}</ul>\n",
            items.collect::<String>()
        ),
    }
}

fn ladder(review: &Review) -> String {
    let Some(order) = &review.ladder else {
        return String::new();
    };
    let items = order
        .iter()
        .map(|name| format!("<li>{}</li>", escape_markup(name)));
    format!(
        "<h2>The ladder</h2>\n<ol>{}</ol>\n",
        items.collect::<String>()
    )
}

fn ratings(review: &Review) -> String {
    if review.ratings.is_empty() {
        return format!("<h2>Results</h2>\n{}", result_table(review, None));
    }
    format!(
        "<h2>Ratings</h2>\n{}{}",
        plots_by_component(&review.ratings),
        result_table(review, None)
    )
}

/// One plot for each component, since their scales are unrelated.
fn plots_by_component(ratings: &[RatedPlayer]) -> String {
    let same = |a: &RatedPlayer, b: &RatedPlayer| a.component == b.component;
    let plots = ratings
        .chunk_by(same)
        .map(|group| format!("<div class=\"plot\">{}</div>\n", ratings_plot(group)));
    plots.collect()
}

/// Ratings, wins, draws and losses, of one game or overall.
fn result_table(review: &Review, game: Option<&str>) -> String {
    let own = review
        .by_game
        .iter()
        .find(|g| Some(g.game.as_str()) == game);
    let ratings = match game {
        Some(_) if review.games.len() > 1 => own.map_or(&[][..], |g| &g.ratings),
        _ => &review.ratings,
    };
    let mut table = "<table><thead><tr><th>Player</th><th>Elo</th><th>95 % interval</th><th>Seats</th><th>Won</th><th>Drawn</th>\
                     <th>Lost</th><th>Score</th><th>Mean goal</th></tr></thead><tbody>\n"
        .to_string();
    for RankedResult {
        line,
        elo,
        interval,
    } in review.ranked_results(game, ratings)
    {
        put(
            &mut table,
            format_args!(
                "<tr><th>{}</th><td>{elo}</td><td>{interval}</td>{}</tr>\n",
                escape_markup(&line.player),
                counts(line)
            ),
        );
    }
    table + "</tbody></table>\n"
}

fn counts(line: &RatingLine) -> String {
    let WinCount {
        wins,
        draws,
        losses,
    } = line.score;
    format!(
        "<td>{}</td><td>{wins}</td><td>{draws}</td><td>{losses}</td><td>{}</td><td>{:.1}</td>",
        line.seats,
        line.percent(),
        line.mean_goal
    )
}

/// The cross table, ordered by rating.
fn cross(review: &Review) -> String {
    let rated = review.ratings.iter().map(|r| &r.player);
    let players: Vec<_> = rated.collect();
    if players.is_empty() {
        return String::new();
    }
    let heads = (1..=players.len()).map(|number| format!("<th>{number}</th>"));
    let mut table = format!(
        "<h2>Cross table</h2>\n<div class=\"wide\"><table class=\"cross\"><thead><tr><th></th><th>Player</th>{}</tr></thead><tbody>\n",
        heads.collect::<String>()
    );
    for (number, player) in (1..).zip(&players) {
        put(
            &mut table,
            format_args!("<tr><td>{number}</td><th>{}</th>", escape_markup(player)),
        );
        for other in &players {
            let score = review.cross_score(player, other);
            table += &score.map_or("<td></td>".to_string(), cell);
        }
        table += "</tr>\n";
    }
    table
        + "</tbody></table></div>\n<p class=\"note\">The score of the row's player against the column's, and wins – draws – losses.</p>\n"
}

/// A cell coloured from orange (0 %) to blue (100 %).
fn cell(score: &WinCount) -> String {
    let share = score.share().unwrap_or(0.5);
    let (hue, strength) = if share < 0.5 {
        ("230, 126, 34", 0.5 - share)
    } else {
        ("31, 119, 180", share - 0.5)
    };
    format!(
        "<td style=\"background: rgba({hue}, {:.2})\"><b>{:.0} %</b><br>{}–{}–{}</td>",
        strength * 1.4,
        100.0 * share,
        score.wins,
        score.draws,
        score.losses
    )
}

fn game_section(review: &Review, game: &str) -> String {
    let mut section = format!("<h2>{}</h2>\n", escape_markup(game));
    let draws = review.draws.iter().find(|d| d.game == game);
    if let Some(draws) = draws {
        put(
            &mut section,
            format_args!(
                "<p>Equal players draw {:.1} % of their matches.</p>\n",
                100.0 * draws.share
            ),
        );
    }
    if let Some(own) = review.by_game.iter().find(|g| g.game == game) {
        section += &plots_by_component(&own.ratings);
        section += &result_table(review, Some(game));
    }
    let seats: Vec<_> = review.seats.iter().filter(|s| s.game == game).collect();
    if !seats.is_empty() {
        put(
            &mut section,
            format_args!(
                "<h3>Seats</h3>\n<div class=\"plot\">{}</div>\n",
                seats_plot(&seats)
            ),
        );
    }
    section + &seat_table(review, game)
}

fn seat_table(review: &Review, game: &str) -> String {
    let lines = review.seat_lines(game);
    let mut table = "<table><thead><tr><th>Role</th><th class=\"left\">Player</th><th>Seats</th><th>Won</th><th>Drawn</th><th>Lost</th><th>Score</th>\
                     <th>Mean goal</th></tr></thead><tbody>\n"
        .to_string();
    for line in &lines {
        put(
            &mut table,
            format_args!(
                "<tr><th>{}</th><th>{}</th>{}</tr>\n",
                escape_markup(line.role.as_deref().unwrap_or("")),
                escape_markup(&line.player),
                counts(line)
            ),
        );
    }
    match lines.is_empty() {
        true => "<p>No match has been played yet.</p>\n".to_string(),
        false => table + "</tbody></table>\n",
    }
}

fn match_list(tournament: &Tournament, matches: &[Stored]) -> String {
    let ended: Vec<_> = matches
        .iter()
        .filter(|m| m.status == "done" || m.status == "failed")
        .collect();
    let mut list = format!(
        "<h2>Matches</h2>\n<details><summary>{} matches{}</summary>\n<table><thead><tr><th>Number</th><th>Round</th><th class=\"left\">Game</th>\
         <th class=\"left\">Players and goals</th><th>Moves</th><th>Seed</th></tr></thead><tbody>\n",
        ended.len(),
        if ended.len() > LISTED {
            format!(", the first {LISTED} of them")
        } else {
            String::new()
        }
    );
    for stored in ended.iter().take(LISTED) {
        put(
            &mut list,
            format_args!(
                "<tr><td>{}</td><td>{}</td><th>{}</th><th>{}</th><td>{}</td><td>{}</td></tr>\n",
                stored.number,
                stored.round + 1,
                escape_markup(&tournament.plan.games[stored.game].name),
                escape_markup(&players_and_goals(tournament, stored)),
                stored
                    .moves
                    .map_or("–".to_string(), |moves| moves.to_string()),
                stored.seed
            ),
        );
    }
    list + "</tbody></table></details>\n"
}

/// The players with their goals, in seat order; or why the match failed.
fn players_and_goals(tournament: &Tournament, stored: &Stored) -> String {
    let players: Vec<_> = stored
        .seats
        .iter()
        .map(|&player| &tournament.plan.players[player])
        .collect();
    match (&stored.goals, &stored.error) {
        (Some(goals), _) => {
            let pairs = players
                .iter()
                .zip(goals)
                .map(|(player, goal)| format!("{player} {goal}"));
            pairs.collect::<Vec<_>>().join(", ")
        }
        (None, error) => {
            let names: Vec<_> = players.iter().map(|name| name.as_str()).collect();
            format!(
                "{}: failed, {}",
                names.join(", "),
                error.as_deref().unwrap_or("no reason is known")
            )
        }
    }
}

fn method(review: &Review) -> String {
    let many = review.games.iter().any(|game| game.roles.len() > 2);
    let weights = match many {
        true => {
            "A comparison in a match with n seats has the weight 2/n, because the comparisons of a match are not independent. "
        }
        false => "",
    };
    format!(
        "<h2>How this is computed</h2>\n<p class=\"note\">The players of a match are compared by their goals: the higher goal wins. Ratings maximize the \
         likelihood of the results in the Bradley–Terry model with Davidson's draws, with a draw parameter for each game and a value for each seat. \
         They are Elo points above the mean of the connected players. Each player also has half a win and half a loss against an average \
         opponent, so that unbeaten players have finite ratings. The 95 % intervals come from the curvature of the likelihood. {weights}</p>\n"
    )
}
