//! Opens a table and plays a match like a browser page.

use super::client::{Client, RequestOutcome};
use super::figures::RequestKind;
use fastrand::Rng;
use serde_json::{Value, json};

/// The settings of a match.
pub struct LoadMatchSettings<'a> {
    /// The game.
    pub game: &'a str,
    /// The player.
    pub player: &'a str,
    /// Seconds per move.
    pub seconds: f64,
    /// True if a visitor plays the first role.
    pub visitor: bool,
    /// The seed of random choices.
    pub seed: u64,
    /// The kind under which the requests to this table are counted.
    pub kind: RequestKind,
}

/// An open table.
pub struct Opened {
    /// The identifier of the table.
    pub id: String,
    key: String,
    seed: u64,
    kind: RequestKind,
}

/// Opens a table.
pub fn open(client: &Client, manner: &LoadMatchSettings) -> RequestOutcome<Opened> {
    let game = client.get(
        manner.kind.or(RequestKind::Game),
        &format!("/api/games/{}", manner.game),
    )?;
    let roles = game["roles"].as_array().map_or(0, Vec::len);
    let player = json!({"player": manner.player, "seconds": manner.seconds});
    let mut seats = vec![player; roles];
    if let (Some(first), true) = (seats.first_mut(), manner.visitor) {
        *first = json!({"human": true});
    }
    let body = json!({"game": manner.game, "seats": seats, "seed": manner.seed});
    let opened = client.post(manner.kind.or(RequestKind::Open), "/api/tables", "", &body)?;
    let text = |key: &str| {
        let text = opened[key].as_str();
        text.map(str::to_string)
            .ok_or_else(|| format!("the answer has no `{key}`"))
    };
    Ok(Opened {
        id: text("id")?,
        key: text("key")?,
        seed: manner.seed,
        kind: manner.kind,
    })
}

/// Plays until the match is over.
pub fn play(client: &Client, table: &Opened) -> RequestOutcome<()> {
    let mut rng = Rng::with_seed(table.seed);
    let path = format!("/api/tables/{}", table.id);
    client.events(&table.id, |name, _| {
        if name == "closed" {
            return Err("the table closed before the match was over".to_string());
        }
        if name != "view" {
            return Ok(false);
        }
        let view = client.get(table.kind.or(RequestKind::View), &path)?;
        match view["status"].as_str() {
            Some("over") => {
                let counts = usize::from(table.kind != RequestKind::Trouble);
                client.count(|tally| tally.finished += counts);
                Ok(true)
            }
            Some("failed") => Err(format!("a match failed: {}", view["reason"])),
            Some("waiting") => choose(client, &path, &table.key, &view, &mut rng).map(|()| false),
            _ => Ok(false),
        }
    })
}

/// Plays a random move for the visitor. If the view is already outdated, another event will follow.
fn choose(
    client: &Client,
    path: &str,
    key: &str,
    view: &Value,
    rng: &mut Rng,
) -> RequestOutcome<()> {
    let legal = view["legal"][0].as_array().map_or(&[][..], Vec::as_slice);
    if legal.len() < 2 || view["chosen"][0] == true {
        return Ok(());
    }
    let text = &legal[rng.usize(..legal.len())]["text"];
    let body = json!({"step": view["step"], "role": 0, "move": text});
    match client.post(RequestKind::Move, &format!("{path}/moves"), key, &body) {
        Err(error) if error.contains("409") => Ok(()),
        answer => answer.map(drop),
    }
}
