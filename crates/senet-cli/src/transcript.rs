//! Plays a match and prints each state, each joint move and the result.

use crate::adviser::{Adviser, Hint};
use crate::board::BoardPrinter;
use crate::plural::plural;
use crate::seats::{SeatChoice, TerminalSeat};
use senet_arena::{Match, MatchInfo, MatchOutcome, MatchTurn, ProposedMove, Reply, Rules, now_ms};
use senet_console::{Common, Failure, Out};
use senet_engine::{Game, Goal, MoveId, RoleId, State};
use senet_search::{PlayerName, SearchReport, chance_role};
use senet_trace::ByRole;
use serde_json::json;
use std::time::Duration;

/// Output format of a transcript.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TranscriptStyle {
    /// Text for people.
    Text,
    /// One line of JSON per state.
    Json,
}

impl TranscriptStyle {
    /// Chooses the format that the options ask for.
    pub fn of(common: &Common) -> TranscriptStyle {
        if common.json {
            TranscriptStyle::Json
        } else {
            TranscriptStyle::Text
        }
    }
}

/// The settings of a match.
pub struct Contest<'a> {
    /// Name of the game.
    pub name: &'a str,
    /// The rules.
    pub rules: &'a Rules,
    /// The game and settings for thinking players.
    pub thoughts: &'a Adviser,
    /// Draws the boards.
    pub boards: BoardPrinter,
    /// The player that gives hints.
    pub adviser: &'a PlayerName,
    /// Thinking time for a hint, in seconds.
    pub seconds: f64,
    /// Cuts the match short after this number of moves.
    pub max_steps: usize,
}

/// A human's request other than a move.
enum Wish {
    Undo,
    Hint(RoleId),
}

/// Plays a match between the seats and prints every state.
pub fn play(
    contest: Contest,
    seats: &mut [TerminalSeat],
    style: TranscriptStyle,
) -> Result<(), Failure> {
    let info = MatchInfo {
        seats: seats.iter().map(TerminalSeat::info).collect(),
        ..MatchInfo::new(contest.rules, contest.thoughts.seed)
    };
    let mut game = Match::new(contest.rules.clone(), info)?;
    let mut show = Show {
        game: &*contest.rules.game,
        boards: &contest.boards,
        style,
        out: Out::new(),
    };
    show.opening(contest.name, seats)?;
    loop {
        if contest.thoughts.deadline.is_over() {
            show.out.flush()?;
            let what = "the match".to_string();
            let is_shown = true;
            return Err(Failure::OutOfTime { what, is_shown });
        }
        game.look()?;
        let (step, state) = (game.steps(), game.state());
        let terminal = contest.rules.game.is_terminal(state)?;
        show.state(step, state, terminal, game.legal_moves())?;
        if terminal {
            return show.ending(step, state);
        }
        if step == contest.max_steps {
            return show.cut(step);
        }
        if let Some(MatchOutcome::Aborted(reason)) = game.outcome() {
            let help = "the rules are faulty: run `senet check --play 100` for details";
            return Err(Failure::new(reason.clone()).help(help));
        }
        match choose_moves(&contest, seats, &mut game)? {
            None => make_joint_move(&contest, seats, &mut game, &mut show)?,
            Some(Wish::Undo) => match last_choice(&game, seats) {
                Some(step) => game.undo(step),
                None => show.remark("There is nothing to undo.")?,
            },
            Some(Wish::Hint(role)) => {
                let (adviser, seconds) = (contest.adviser, contest.seconds);
                let hint = contest
                    .thoughts
                    .hint(adviser, game.state(), role, seconds)?;
                show.hint(&hint, game.state())?;
            }
        }
    }
}

/// The last step at which a human had a choice.
fn last_choice(game: &Match, seats: &[TerminalSeat]) -> Option<usize> {
    game.turns().iter().rposition(|turn| {
        let mut roles = seats.iter().zip(&turn.choices);
        roles.any(|(seat, &choices)| seat.is_human() && choices > 1)
    })
}

/// Asks every role except chance for a move. If a human requests something else, all moves are withdrawn.
fn choose_moves(
    contest: &Contest,
    seats: &mut [TerminalSeat],
    game: &mut Match,
) -> Result<Option<Wish>, Failure> {
    game.ask()?;
    let chance = chance_role(&*contest.rules.game);
    for (role, seat) in seats.iter_mut().enumerate() {
        if chance == Some(role) {
            continue;
        }
        let wish = match seat.choose(contest.thoughts, game.state(), role, game.legal(role))? {
            SeatChoice::Move(id, report) => {
                game.submit(role, reply(id, report));
                continue;
            }
            SeatChoice::Undo => Wish::Undo,
            SeatChoice::Hint => Wish::Hint(role),
        };
        (0..=role).for_each(|role| game.withdraw(role));
        return Ok(Some(wish));
    }
    Ok(None)
}

fn reply(id: MoveId, report: Option<SearchReport>) -> Reply {
    Reply {
        answer: Ok(senet_arena::SeatAnswer {
            proposal: Some(ProposedMove::Move(id)),
            report: report.unwrap_or_default(),
        }),
        took: Duration::ZERO,
    }
}

fn make_joint_move(
    contest: &Contest,
    seats: &mut [TerminalSeat],
    game: &mut Match,
    show: &mut Show,
) -> Result<(), Failure> {
    game.advance(now_ms())?;
    if let Some(turn) = game.turns().last() {
        show.joint(turn, &contest.summaries(&turn.reports))?;
        seats
            .iter_mut()
            .for_each(|seat| seat.observe(&turn.joint, &turn.next));
    }
    Ok(())
}

impl Contest<'_> {
    /// Summarises the search of each player that thought.
    fn summaries(&self, reports: &[Option<SearchReport>]) -> Vec<Option<String>> {
        let summary = |(role, report): (usize, &Option<SearchReport>)| {
            self.thoughts.summary(report.as_ref()?, role)
        };
        reports.iter().enumerate().map(summary).collect()
    }
}

struct Show<'a> {
    game: &'a dyn Game,
    boards: &'a BoardPrinter,
    style: TranscriptStyle,
    out: Out,
}

impl Show<'_> {
    fn opening(&mut self, name: &str, seats: &[TerminalSeat]) -> Result<(), Failure> {
        if self.style == TranscriptStyle::Json {
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
            TranscriptStyle::Json => {
                let moves = legal.iter().enumerate().map(|(role, moves)| {
                    let names = moves.iter().map(|&id| self.game.move_name(role, id));
                    names.collect::<Vec<_>>()
                });
                let legal = ByRole::new(self.game.roles(), moves);
                let line =
                    json!({"step": step, "facts": facts, "terminal": terminal, "legal": legal});
                self.out.json(&line)?;
            }
            TranscriptStyle::Text => {
                self.out.text(&self.boards.draw(&facts))?;
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// Prints the move of each role and its number of legal moves. Roles without a choice are omitted if another role had one.
    fn joint(&mut self, turn: &MatchTurn, summaries: &[Option<String>]) -> Result<(), Failure> {
        let (step, names) = (turn.step, &turn.moves);
        if self.style == TranscriptStyle::Json {
            self.out.json(&json!({"step": step, "joint": names}))?;
            return Ok(());
        }
        let all_forced = turn.choices.iter().all(|&choices| choices == 1);
        let roles = 0..self.game.roles().len();
        let told: Vec<_> = roles
            .filter(|&role| all_forced || turn.choices[role] > 1)
            .map(|role| {
                let (player, name) = (&self.game.roles()[role], &names[role]);
                let thought = summaries[role]
                    .as_ref()
                    .map(|summary| format!("; {summary}"));
                let moves = turn.choices[role];
                let thought = thought.unwrap_or_default();
                format!("{player} plays {name} (1 of {moves}{thought})")
            })
            .collect();
        self.out
            .line(format!("\n{}. {}", step + 1, told.join(", ")))?;
        self.out.flush()?;
        Ok(())
    }

    /// Prints a remark for the human player.
    fn remark(&mut self, text: &str) -> Result<(), Failure> {
        match self.style {
            TranscriptStyle::Json => self.out.json(&json!({"remark": text}))?,
            TranscriptStyle::Text => self.out.line(text)?,
        }
        Ok(())
    }

    fn hint(&mut self, hint: &Hint, state: &State) -> Result<(), Failure> {
        match self.style {
            TranscriptStyle::Json => self.out.json(&hint.json(state)?)?,
            TranscriptStyle::Text => self.out.line(hint.text(state)?)?,
        }
        Ok(())
    }

    fn ending(&mut self, length: usize, state: &State) -> Result<(), Failure> {
        let roles = 0..self.game.roles().len();
        let goals = roles
            .map(|role| self.game.goal(state, role))
            .collect::<Result<Vec<_>, _>>()?;
        if self.style == TranscriptStyle::Json {
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
            "\nThe match ends after {}: {}",
            plural(length, "move"),
            told.join(", ")
        ))?;
        self.out.flush()?;
        Ok(())
    }

    fn cut(&mut self, length: usize) -> Result<(), Failure> {
        match self.style {
            TranscriptStyle::Json => self
                .out
                .json(&json!({"step": length, "truncated": "step_cap"}))?,
            TranscriptStyle::Text => {
                let moves = plural(length, "move");
                self.out
                    .line(format!("\nThe match is cut short after {moves}."))?;
            }
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
