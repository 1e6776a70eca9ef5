//! Plays a match and shows it as it goes: state, moves, end.

use crate::board::Boards;
use crate::seats::Answer;
use crate::seats::Seat;
use crate::thoughts::Hint;
use crate::thoughts::Thoughts;
use senet_console::{Common, Failure, Out};
use senet_engine::{Game, Goal, MoveId, RoleId, State};
use senet_search::{PlayerName, Report};
use senet_trace::{ByRole, legal_moves};
use serde_json::json;

/// How a match is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For people.
    Text,
    /// A line of JSON a state.
    Json,
}

impl Style {
    /// The one that was asked for.
    pub fn of(common: &Common) -> Style {
        if common.json {
            Style::Json
        } else {
            Style::Text
        }
    }
}

/// A match about to be played.
pub struct Contest<'a> {
    /// What it is a match of.
    pub name: &'a str,
    /// The game, for those who think about it.
    pub thoughts: &'a Thoughts,
    /// Where the boards are.
    pub boards: Boards,
    /// Who gives hints.
    pub adviser: &'a PlayerName,
    /// How long for, in seconds.
    pub seconds: f64,
    /// The match is cut short after so many moves.
    pub max_steps: usize,
}

/// The states of a match so far, and what was possible in each.
#[derive(Default)]
struct History(Vec<(State, Vec<Vec<MoveId>>)>);

impl History {
    /// Goes back to the last state but the present one in which a person had a choice; `None` if there is none.
    fn undo(&mut self, seats: &[Seat]) -> Option<State> {
        let chosen = |legal: &[Vec<MoveId>]| {
            let mut roles = seats.iter().zip(legal);
            roles.any(|(seat, legal)| seat.is_human() && legal.len() > 1)
        };
        let before = self.0.len().saturating_sub(1);
        let at = self.0[..before]
            .iter()
            .rposition(|(_, legal)| chosen(legal))?;
        let (state, _) = self.0[at].clone();
        self.0.truncate(at);
        Some(state)
    }
}

/// What a person asked for instead of a move.
enum Wish {
    Undo,
    Hint(RoleId),
}

/// Plays a match between the seats and shows every state.
pub fn play(contest: Contest, seats: &mut [Seat], style: Style) -> Result<(), Failure> {
    let game = &*contest.thoughts.game;
    let mut state = game.initial()?;
    let mut history = History::default();
    let mut show = Show {
        game,
        boards: &contest.boards,
        style,
        out: Out::new(),
    };
    show.opening(contest.name, seats)?;
    loop {
        let step = history.0.len();
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
        if step == contest.max_steps {
            return show.cut(step);
        }
        history.0.push((state.clone(), legal.clone()));
        match joint_or_wish(&contest, seats, &state, &legal)? {
            Ok((joint, reports)) => {
                show.joint(step, &joint, &legal, &contest.summaries(&reports))?;
                state = game.next(&state, &joint)?;
                seats
                    .iter_mut()
                    .for_each(|seat| seat.observe(&joint, &state));
            }
            Err(Wish::Undo) => match history.undo(seats) {
                Some(before) => state = before,
                None => {
                    history.0.pop();
                    show.remark("There is nothing to take back.")?;
                }
            },
            Err(Wish::Hint(role)) => {
                history.0.pop();
                let Contest {
                    thoughts,
                    adviser,
                    seconds,
                    ..
                } = contest;
                let hint = thoughts.hint(adviser, &state, role, seconds)?;
                show.hint(&hint, &state)?;
            }
        }
    }
}

/// A joint move and what was thought of it, role by role.
type Played = (Vec<MoveId>, Vec<Option<Report>>);

/// A move of every role, or what a person wants instead.
fn joint_or_wish(
    contest: &Contest,
    seats: &mut [Seat],
    state: &State,
    legal: &[Vec<MoveId>],
) -> Result<Result<Played, Wish>, Failure> {
    let (mut joint, mut reports) = (Vec::new(), Vec::new());
    for (role, seat) in seats.iter_mut().enumerate() {
        if legal[role].is_empty() {
            let name = &contest.thoughts.game.roles()[role];
            let message = format!("{name} has no legal move, but the match is not over");
            return Err(
                Failure::new(message).help("the rules are at fault: see `senet check --play 100`")
            );
        }
        match seat.choose(contest.thoughts, state, role, &legal[role])? {
            Answer::Move(id, report) => {
                joint.push(id);
                reports.push(report);
            }
            Answer::Undo => return Ok(Err(Wish::Undo)),
            Answer::Hint => return Ok(Err(Wish::Hint(role))),
        }
    }
    Ok(Ok((joint, reports)))
}

impl Contest<'_> {
    /// What those who thought found, in a few words.
    fn summaries(&self, reports: &[Option<Report>]) -> Vec<Option<String>> {
        let summary = |(role, report): (usize, &Option<Report>)| {
            self.thoughts.summary(report.as_ref()?, role)
        };
        reports.iter().enumerate().map(summary).collect()
    }
}

struct Show<'a> {
    game: &'a dyn Game,
    boards: &'a Boards,
    style: Style,
    out: Out,
}

impl Show<'_> {
    fn opening(&mut self, name: &str, seats: &[Seat]) -> Result<(), Failure> {
        if self.style == Style::Json {
            return Ok(());
        }
        let players = self.game.roles().iter().zip(seats);
        let players: Vec<_> = players
            .map(|(role, seat)| format!("{role} ({})", seat.name()))
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
                self.out.text(&self.boards.draw(&facts))?;
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
        summaries: &[Option<String>],
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
        let roles = 0..self.game.roles().len();
        let told: Vec<_> = roles
            .filter(|&role| nobody_chose || legal[role].len() > 1)
            .map(|role| {
                let (player, name) = (&self.game.roles()[role], &names[role]);
                let thought = summaries[role]
                    .as_ref()
                    .map(|summary| format!("; {summary}"));
                let moves = legal[role].len();
                let thought = thought.unwrap_or_default();
                format!("{player} plays {name} (1 of {moves}{thought})")
            })
            .collect();
        self.out
            .line(format!("\n{}. {}", step + 1, told.join(", ")))?;
        self.out.flush()?;
        Ok(())
    }

    /// Something said to the person at the keyboard.
    fn remark(&mut self, text: &str) -> Result<(), Failure> {
        match self.style {
            Style::Json => self.out.json(&json!({"remark": text}))?,
            Style::Text => self.out.line(text)?,
        }
        Ok(())
    }

    fn hint(&mut self, hint: &Hint, state: &State) -> Result<(), Failure> {
        match self.style {
            Style::Json => self.out.json(&hint.json(state)?)?,
            Style::Text => self.out.line(hint.text(state)?)?,
        }
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
