//! `senet draw`: draws a state of a game.

mod clicks;
mod folder;
mod gallery;

use clap::Args;
use senet_console::{BackEndArgs, Common, Failure, Out, files, message, time_limit};
use senet_draw::{DrawingPlan, Evidence, Fact, PLANNING_SEED, Picture, Theme};
use senet_engine::{BackEnd, Game, State, legal_moves, random_joint};
use senet_gdl::{Deadline, Sheet};
use senet_trace::match_rng;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The help of `--back-end`, whose default differs from that of other commands.
const BACK_END_HELP: &str = "Back end: reference, interpreter, circuit, lanes, neural or neural:model=FILE [default: interpreter, which starts at once]";

/// Draws a state of a game
///
/// Senet finds boards, pieces and their owners in the rules, and lists all other facts beside the boards. Without --moves or --state it draws the
/// initial state. It highlights the cells that the last move changed, or those that differ from --from. Library games have a theme with their
/// familiar look; --plain draws without it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet draw chess -o chess.svg\n  senet draw othello --moves 20 --seed 7 -o othello.png\n  \
    senet draw tic-tac-toe --from \"(control x)\" --state \"(marked a 1 x) (control o)\" -o state.svg\n  senet draw --gallery pictures\n  \
    senet draw --dir sheets --gallery pictures\n  senet draw --clicks chess",
    mut_arg("back_end", |arg| arg.help(BACK_END_HELP))
)]
pub struct Draw {
    /// The game
    #[arg(required_unless_present_any = ["gallery", "clicks"])]
    game: Option<String>,
    /// Number of random moves to play first
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "state")]
    moves: usize,
    /// The facts of the state to draw
    #[arg(long, value_name = "FACTS")]
    state: Option<String>,
    /// The facts of an earlier state; differences are highlighted
    #[arg(long, value_name = "FACTS", requires = "state")]
    from: Option<String>,
    /// Output file: PNG if the name ends in .png, else SVG [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// PNG pixels per SVG unit
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f32,
    /// Draws without the theme
    #[arg(long)]
    plain: bool,
    /// Draws every library game into this folder, at the start and in mid-match, with index pages
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "output", "state"])]
    gallery: Option<PathBuf>,
    /// Draws or examines the sheets (.kif) of this folder instead of the library
    #[arg(long, value_name = "DIR", conflicts_with = "game")]
    dir: Option<PathBuf>,
    /// Counts how many legal moves in random matches can be made by clicks, for this game, the library or --dir
    #[arg(long, conflicts_with_all = ["gallery", "output", "state", "moves"])]
    clicks: bool,
    #[command(flatten)]
    back_end: BackEndArgs,
}

impl Draw {
    /// Runs the command.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        match (&self.gallery, &self.game) {
            _ if self.clicks => clicks::print(self, common),
            (Some(out), _) if self.dir.is_some() => {
                folder::write(self, self.dir.as_deref().unwrap_or(out), out, common)
            }
            (Some(folder), _) => gallery::write(self, folder, common),
            (None, Some(game)) => self.one(game, common),
            (None, None) => Err(Failure::new("no game is given")
                .help("name a game, or give --gallery DIR to draw the whole library")),
        }
    }

    fn one(&self, name: &str, common: &Common) -> Result<(), Failure> {
        let (source, loaded) = self.light_back_end().load(name, common)?;
        let plan = self.plan(&source.text, &*loaded.game, name, &self.planning(common))?;
        let picture = match &self.state {
            Some(state) => {
                let before = self.from.as_deref().map(|from| facts_in("--from", from));
                let before = before.transpose()?;
                Picture::of(&plan, &facts_in("--state", state)?, before.as_deref())
            }
            None => {
                let states = random_states(&*loaded.game, self.moves, common.seed)?;
                picture_of(&plan, &*loaded.game, &states)?
            }
        };
        let svg = senet_draw::svg(&picture);
        let mut out = Out::new();
        if let Some(file) = &self.output {
            self.write(file, &svg)?;
        }
        match (common.json, &self.output) {
            (true, _) => out.json(&json!({
                "game": source.name,
                "boards": plan.spaces.len(),
                "facts_beside": picture.side_texts().len(),
                "simplified": plan.is_simplified,
                "svg": svg,
            }))?,
            (false, Some(file)) => out.line(format!("drawn to {}", file.display()))?,
            (false, None) => out.text(&senet_draw::text(&picture))?,
        }
        out.flush()?;
        Ok(())
    }

    /// The back end for drawing. A picture needs one state and a few random matches, so compiling the rules never pays.
    fn light_back_end(&self) -> BackEndArgs {
        self.back_end.or(BackEnd::Interpreter)
    }

    /// The time for planning: two thirds of what is left, so that a simple picture can still be drawn.
    fn planning(&self, common: &Common) -> Deadline {
        match common.deadline().remaining() {
            Some(left) => common.deadline().within(left.mul_f64(0.67)),
            None => common.deadline().clone(),
        }
    }

    /// Plans the drawing of a game, with its theme if the library has one.
    fn plan(
        &self,
        text: &str,
        game: &dyn Game,
        name: &str,
        deadline: &Deadline,
    ) -> Result<DrawingPlan, Failure> {
        let description = Sheet::read(text).description;
        let evidence = Evidence::of(&description, game, &str::to_string, PLANNING_SEED, deadline);
        let plan = DrawingPlan::with_evidence(&description, &evidence, deadline);
        if plan.is_simplified {
            let (message, _) = time_limit::reason("the search for boards");
            message!("warning: {message}, so all facts are listed");
        }
        match senet_library::find(name).and_then(|known| known.theme) {
            Some(theme) if !self.plain => {
                let theme = Theme::read(theme);
                let theme = theme.map_err(|error| {
                    Failure::new(format!("the theme of {name} cannot be used: {error}"))
                        .help("draw without it: --plain")
                })?;
                Ok(plan.themed(&theme))
            }
            _ => Ok(plan),
        }
    }

    /// Writes a picture in the format that the file name asks for.
    fn write(&self, file: &Path, svg: &str) -> Result<(), Failure> {
        let is_png = file
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("png"));
        if !is_png {
            return write(file, svg.as_bytes());
        }
        let letters = senet_draw::uncertain_glyphs(svg);
        if !letters.is_empty() {
            message!(
                "warning: the PNG font may lack {letters} and draw boxes instead; SVG pictures have no such limit"
            );
        }
        let png = senet_draw::png(svg, self.scale).map_err(|error| {
            Failure::new(format!("cannot draw {}: {error}", file.display()))
                .help("choose another --scale, or a file name that ends with .svg")
        })?;
        write(file, &png)
    }
}

/// A state of a random match, with the moves that led to it.
struct Reached {
    state: State,
    moves: Option<Vec<String>>,
}

/// The states of a random match, up to this number of moves.
fn random_states(game: &dyn Game, moves: usize, seed: u64) -> Result<Vec<Reached>, Failure> {
    let mut rng = match_rng(seed, 0);
    let mut states = vec![Reached {
        state: game.initial()?,
        moves: None,
    }];
    for _ in 0..moves {
        let state = &states[states.len() - 1].state;
        if game.is_terminal(state)? {
            break;
        }
        let Some(joint) = random_joint(&legal_moves(game, state)?, &mut rng) else {
            break;
        };
        let moves = joint.iter().enumerate();
        let moves = moves.map(|(role, &id)| game.move_name(role, id)).collect();
        states.push(Reached {
            state: game.next(state, &joint)?,
            moves: Some(moves),
        });
    }
    Ok(states)
}

/// Draws the last of several states.
fn picture_of(plan: &DrawingPlan, game: &dyn Game, states: &[Reached]) -> Result<Picture, Failure> {
    let facts = |reached: &Reached| -> Vec<Fact> {
        let texts = game.fluents(&reached.state);
        texts.iter().map(|text| Fact::read(text)).collect()
    };
    let mut last = states.iter().rev().map(facts);
    let state = last.next().unwrap_or_default();
    let picture = Picture::of(plan, &state, last.next().as_deref());
    let Some(reached) = states.last() else {
        return Ok(picture);
    };
    let legal = legal_texts(game, &reached.state)?;
    let picture = picture.with_buttons(plan, &legal, reached.moves.as_deref());
    Ok(match game.is_terminal(&reached.state)? {
        true => picture.ended(),
        false => picture,
    })
}

/// The legal moves of all roles; empty if the state is terminal.
fn legal_texts(game: &dyn Game, state: &State) -> Result<Vec<Vec<String>>, Failure> {
    if game.is_terminal(state)? {
        return Ok(Vec::new());
    }
    let legal = legal_moves(game, state)?;
    let of_role = |(role, moves): (usize, &Vec<_>)| {
        let names = moves.iter().map(|&id| game.move_name(role, id));
        names.collect()
    };
    Ok(legal.iter().enumerate().map(of_role).collect())
}

/// Parses a list of facts from an option.
fn facts_in(option: &str, text: &str) -> Result<Vec<Fact>, Failure> {
    let whole = Fact::read(&format!("(state {text})"));
    let facts: Vec<Fact> = whole.args.iter().map(|fact| Fact::read(fact)).collect();
    match text.matches('(').count() == text.matches(')').count() {
        true => Ok(facts),
        false => Err(
            Failure::new(format!("the parentheses of {option} do not match")).help(format!(
                "separate facts by spaces, e.g. {option} \"(cell 1 1 x) (control o)\""
            )),
        ),
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::replace(file, bytes).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", file.display()))
            .help("choose another file with --output")
    })
}
