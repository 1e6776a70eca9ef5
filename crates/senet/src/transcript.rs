//! Plays a match and shows it as it goes: state, moves, end.

use crate::board::Boards;
use crate::clock;
use crate::failure::Failure;
use crate::output::Out;
use crate::seats::Seat;
use senet_arena::Rules;
use senet_engine::{Game, Goal, Limits, Loaded, MoveId, State};
use senet_gdl::{Description, playable};
use senet_trace::{ByRole, Declared, legal_moves};
use serde_json::json;

/// Nobody wants to wait longer for a drawing.
const BOARD_SECONDS: f64 = 2.0;

/// How a match is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For people.
    Text,
    /// A line of JSON a state.
    Json,
}

/// Plays a match between the seats and shows every state; after `max_steps` moves it is cut short.
pub fn play(
    loaded: &Loaded,
    name: &str,
    seats: &mut [Seat],
    style: Style,
    max_steps: usize,
) -> Result<(), Failure> {
    let game = &*loaded.game;
    let mut state = game.initial()?;
    let mut show = Show {
        game,
        boards: boards(loaded, &state),
        style,
        out: Out::new(),
    };
    show.opening(name, seats)?;
    for step in 0.. {
        let terminal = game.is_terminal(&state)?;
        let legal = if terminal {
            Vec::new()
        } else {
            legal_moves(game, &state)?
        };
        show.state(step, &state, terminal, &legal)?;
        if terminal {
            return show.ending(step, &state);
        }
        if step == max_steps {
            return show.cut(step);
        }
        let joint = choose(game, seats, &legal)?;
        show.joint(step, &joint, &legal)?;
        state = game.next(&state, &joint)?;
    }
    Ok(())
}

/// The boards of the game. Where the declared facts are too many to be derived at once, those that hold initially have to do.
fn boards(loaded: &Loaded, initial: &State) -> Boards {
    declared_boards(&loaded.description)
        .unwrap_or_else(|| Boards::of(&loaded.game.fluents(initial)))
}

fn declared_boards(description: &Description) -> Option<Boards> {
    let limits = Limits {
        stop: clock::stop_after(BOARD_SECONDS),
        ..Limits::default()
    };
    let declared = Declared::of(description, &limits).unwrap_or_default();
    declared.base.as_ref().map(Boards::of)
}

/// The boards of a game that matches are played of, in the words that it had before it was scrambled.
pub fn boards_of(rules: &Rules, initial: &State) -> Boards {
    let own = playable(&rules.sheet)
        .ok()
        .filter(|_| !rules.is_scrambled());
    let declared = own.and_then(|description| declared_boards(&description));
    declared.unwrap_or_else(|| Boards::of(&rules.facts(initial)))
}

fn choose(
    game: &dyn Game,
    seats: &mut [Seat],
    legal: &[Vec<MoveId>],
) -> Result<Vec<MoveId>, Failure> {
    let mut joint = Vec::new();
    for (role, seat) in seats.iter_mut().enumerate() {
        if legal[role].is_empty() {
            let message = format!(
                "{} has no legal move, but the match is not over",
                game.roles()[role]
            );
            return Err(
                Failure::new(message).help("the rules are at fault: see `senet check --play 100`")
            );
        }
        joint.push(seat.choose(game, role, &legal[role])?);
    }
    Ok(joint)
}

struct Show<'a> {
    game: &'a dyn Game,
    boards: Boards,
    style: Style,
    out: Out,
}

impl Show<'_> {
    fn opening(&mut self, name: &str, seats: &[Seat]) -> Result<(), Failure> {
        if self.style == Style::Json {
            return Ok(());
        }
        let who = |seat: &Seat| if seat.is_human() { "you" } else { "random" };
        let players = self.game.roles().iter().zip(seats);
        let players: Vec<_> = players
            .map(|(role, seat)| format!("{role} ({})", who(seat)))
            .collect();
        self.out
            .line(format!("A match of {name}: {}", players.join(" against ")))?;
        Ok(())
    }

    fn state(
        &mut self,
        step: usize,
        state: &State,
        terminal: bool,
        legal: &[Vec<MoveId>],
    ) -> Result<(), Failure> {
        let facts = self.game.fluents(state);
        match self.style {
            Style::Json => {
                let moves = legal.iter().enumerate().map(|(role, moves)| {
                    let names = moves.iter().map(|&id| self.game.move_name(role, id));
                    names.collect::<Vec<_>>()
                });
                let legal = ByRole::new(self.game.roles(), moves);
                let line =
                    json!({"step": step, "facts": facts, "terminal": terminal, "legal": legal});
                self.out.json(&line)?;
            }
            Style::Text => {
                self.out.text(&self.boards.draw(&facts).text())?;
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// What each role did, and out of how many moves; who had no choice is not worth a word unless nobody had one.
    fn joint(
        &mut self,
        step: usize,
        joint: &[MoveId],
        legal: &[Vec<MoveId>],
    ) -> Result<(), Failure> {
        let names: Vec<_> = joint
            .iter()
            .enumerate()
            .map(|(role, &id)| self.game.move_name(role, id))
            .collect();
        if self.style == Style::Json {
            self.out.json(&json!({"step": step, "joint": names}))?;
            return Ok(());
        }
        let nobody_chose = legal.iter().all(|moves| moves.len() == 1);
        let parts = names.iter().zip(self.game.roles()).zip(legal);
        let told: Vec<_> = parts
            .filter(|(_, moves)| nobody_chose || moves.len() > 1)
            .map(|((name, role), moves)| format!("{role} plays {name} (1 of {})", moves.len()))
            .collect();
        self.out
            .line(format!("\n{}. {}", step + 1, told.join(", ")))?;
        self.out.flush()?;
        Ok(())
    }

    fn ending(&mut self, length: usize, state: &State) -> Result<(), Failure> {
        let roles = 0..self.game.roles().len();
        let goals = roles
            .map(|role| self.game.goal(state, role))
            .collect::<Result<Vec<_>, _>>()?;
        if self.style == Style::Json {
            let values = ByRole::new(self.game.roles(), goals.iter().map(Goal::value));
            self.out.json(&json!({"step": length, "goals": values}))?;
            return Ok(());
        }
        let told: Vec<_> = self
            .game
            .roles()
            .iter()
            .zip(&goals)
            .map(|(role, goal)| format!("{role} {}", goal_text(goal)))
            .collect();
        self.out.line(format!(
            "\nThe match ends after {length} moves: {}",
            told.join(", ")
        ))?;
        self.out.flush()?;
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), Failure> {
        match self.style {
            Style::Json => self
                .out
                .json(&json!({"step": length, "truncated": "step_cap"}))?,
            Style::Text => self
                .out
                .line(format!("\nThe match is cut short after {length} moves."))?,
        }
        self.out.flush()?;
        Ok(())
    }
}

fn goal_text(goal: &Goal) -> String {
    match goal {
        Goal::Value(value) => value.to_string(),
        Goal::Invalid(texts) if texts.is_empty() => "no goal value".to_string(),
        Goal::Invalid(texts) => format!("goal values {}", texts.join(" and ")),
    }
}
