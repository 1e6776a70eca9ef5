//! Draws states as pictures.

use crate::notes::{NotedTurn, TurnNote};
use crate::view::{MoveView, PieceView};
use senet_arena::Rules;
use senet_draw::{
    BoardToken, DrawingPlan, Evidence, Fact, MoveWays, PLANNING_SEED, Picture, Theme, WrittenMove,
    gone, notation, notations, piece_svg,
};
use senet_engine::{Deadline, MoveId, State};
use senet_search::Budget;

/// The drawing plan of a game.
pub struct Boards(DrawingPlan);

/// Options for drawing a state, besides its facts.
#[derive(Clone, Copy, Default)]
pub struct SceneOptions<'a> {
    /// The state before, and the moves that led from there.
    pub before: Option<(&'a State, &'a [String])>,
    /// The legal moves, if the caller knows them.
    pub legal: Option<&'a [Vec<MoveId>]>,
    /// True to look from the other side.
    pub turned: bool,
    /// True if the match ended here although the rules go on, as by resignation.
    pub is_over: bool,
}

/// A drawn state.
pub struct Scene {
    /// All facts.
    pub facts: Vec<String>,
    /// The picture.
    pub svg: String,
    /// True if the board can be turned.
    pub can_be_turned: bool,
    picture: Picture,
}

/// The drawing plan of a loaded game, with its original names. A game of the library has its theme.
pub fn plan_of(rules: &Rules, deadline: &Deadline) -> DrawingPlan {
    let own = |text: &str| rules.in_own_words(text);
    let description = rules.own_description();
    let evidence = Evidence::of(&description, &*rules.game, &own, PLANNING_SEED, deadline);
    let plan = DrawingPlan::with_evidence(&description, &evidence, deadline);
    let theme = senet_library::find(&rules.name).and_then(|game| game.theme);
    // All themes of the library are valid; its tests read them.
    let theme = theme.and_then(|text| Theme::read(text).ok());
    plan.themed(&theme.unwrap_or_default())
}

impl Boards {
    /// Finds the boards of a game.
    pub fn of(rules: &Rules, deadline: &Deadline) -> Boards {
        Boards(plan_of(rules, deadline))
    }

    /// Draws a state, and highlights the changes since the state before and the moves that led here. Moves without a place become buttons.
    pub fn show(&self, rules: &Rules, state: &State, options: SceneOptions) -> Scene {
        let before = options.before;
        let facts = rules.facts(state);
        let previous = before.map(|(previous, _)| read(&rules.facts(previous)));
        let legal = match options.legal {
            Some(known) => known.to_vec(),
            None => legal_moves_in_time(rules, state),
        };
        let texts: Vec<Vec<String>> = legal
            .iter()
            .enumerate()
            .map(|(role, moves)| moves.iter().map(|&id| rules.move_text(role, id)).collect())
            .collect();
        let picture = Picture::of(&self.0, &read(&facts), previous.as_deref());
        let picture = picture.with_buttons(&self.0, &texts, before.map(|(_, moves)| moves));
        let picture = match options.is_over || is_over(rules, state) {
            true => picture.ended(),
            false => picture,
        };
        self.scene(picture, facts, options.turned)
    }

    /// Draws the percepts of a role: pieces on the boards as far as they are known, and buttons for all other moves. `told` has the percepts as text.
    pub fn sketch(
        &self,
        seen: &[String],
        told: Vec<String>,
        legal: &[Vec<String>],
        turned: bool,
    ) -> Scene {
        let picture = Picture::of(&self.0, &read(seen), None).with_buttons(&self.0, legal, None);
        self.scene(picture, told, turned)
    }

    /// Draws a picture. Stacks have a top, so their boards are never turned.
    fn scene(&self, picture: Picture, facts: Vec<String>, turned: bool) -> Scene {
        let has_stacks = self.0.spaces.iter().any(|space| space.stacked.is_some());
        let can_be_turned = picture.can_be_turned() && !has_stacks;
        let picture = match turned && can_be_turned {
            true => picture.turned(),
            false => picture,
        };
        Scene {
            svg: senet_draw::svg(&picture),
            facts,
            can_be_turned,
            picture,
        }
    }

    /// The picture of a state alone.
    fn picture(&self, rules: &Rules, state: &State) -> Picture {
        Picture::of(&self.0, &read(&rules.facts(state)), None)
    }

    /// The note about a joint move.
    pub fn note(&self, turn: &NotedTurn) -> TurnNote {
        let before = self.picture(turn.rules, turn.before);
        let after = self.picture(turn.rules, turn.after);
        let notation = |role: usize| {
            let ways = MoveWays::of(&self.0, &before, role, &turn.legal(role));
            let written = WrittenMove {
                before: &before,
                after: Some(&after),
                role,
                text: &turn.moves[role],
            };
            notation(&self.0, written, &ways)
        };
        let roles = 0..turn.moves.len();
        let lost = gone(&before, &after);
        TurnNote {
            notation: roles
                .map(|role| turn.is_active(role).then(|| notation(role)))
                .collect(),
            gone: lost
                .iter()
                .map(|token| gone_piece(&before, token))
                .collect(),
        }
    }

    /// The legal moves of a role as people write them.
    pub fn words(&self, scene: &Scene, role: usize, legal: &[String]) -> Vec<String> {
        match legal.len() > MOST_WRITTEN {
            true => legal.iter().map(|t| senet_draw::move_words(t)).collect(),
            false => notations(&self.0, &scene.picture, role, legal),
        }
    }

    /// Completes a move whose result is known: its notation, and the new piece of its role as a picture.
    pub fn complete(
        &self,
        rules: &Rules,
        (scene, next): (&Scene, &State),
        role: usize,
        shown: &mut MoveView,
    ) {
        let after = self.picture(rules, next);
        let written = WrittenMove {
            before: &scene.picture,
            after: Some(&after),
            role,
            text: &shown.text,
        };
        shown.words = notation(&self.0, written, &MoveWays::default());
        let Some(place) = shown.places.last() else {
            return;
        };
        let (old, new) = (pieces_on(&scene.picture, place), pieces_on(&after, place));
        let is_new = |token: &&&BoardToken| token.owner == Some(role) && !old.contains(token);
        let made = new.iter().find(is_new);
        shown.svg = made.map(|made| piece_svg(&after, made));
    }

    /// For each role, true if its pieces stand on the far side in this state.
    pub fn far_roles(&self, rules: &Rules, state: &State) -> Vec<bool> {
        self.picture(rules, state).far_roles()
    }

    /// The place of a fact that is a piece on a board, and its owner.
    pub fn piece_at(&self, fact: &Fact) -> Option<(String, Option<usize>)> {
        let picture = Picture::of(&self.0, std::slice::from_ref(fact), None);
        let mut grids = picture.grids.iter().enumerate();
        grids.find_map(|(number, grid)| {
            let mut cells = grid.cells.iter();
            cells.find_map(|(place, cell)| {
                let token = cell.tokens.iter().find(|token| !token.usual)?;
                Some((format!("{number}:{}:{}", place.0, place.1), token.owner))
            })
        })
    }

    /// The places that a person clicks to make a move, in order.
    pub fn places(&self, scene: &Scene, role: usize, text: &str) -> Vec<String> {
        senet_draw::targets(&self.0, &scene.picture, role, text)
    }
}

fn read(facts: &[String]) -> Vec<Fact> {
    facts.iter().map(|fact| Fact::read(fact)).collect()
}

/// The pieces on a place of a picture, by its name.
fn pieces_on<'a>(picture: &'a Picture, place: &str) -> Vec<&'a BoardToken> {
    let numbers: Vec<usize> = place.split(':').filter_map(|n| n.parse().ok()).collect();
    let [grid, column, row] = numbers[..] else {
        return Vec::new();
    };
    let cell = picture.grids.get(grid);
    let cell = cell.and_then(|grid| grid.cells.get(&(column, row)));
    cell.into_iter().flat_map(|cell| &cell.tokens).collect()
}

fn gone_piece(picture: &Picture, token: &BoardToken) -> PieceView {
    PieceView {
        owner: token.owner,
        title: token.contents[1..].join(" "),
        count: 1,
        svg: piece_svg(
            picture,
            &BoardToken {
                title: token.contents[1..].join(" "),
                ..token.clone()
            },
        ),
    }
}

/// If a state has more legal moves than this, they are shown as the rules write them.
const MOST_WRITTEN: usize = 400;
/// The time limit in seconds for the buttons of a picture.
const PATIENCE: f64 = 2.0;

/// The legal moves of a state; empty if it is terminal. If the rules take too long, the picture has no buttons.
fn legal_moves_in_time(rules: &Rules, state: &State) -> Vec<Vec<MoveId>> {
    let _watch = Budget::seconds(PATIENCE).watch();
    match rules.game.is_terminal(state) {
        Ok(false) => rules.legal(state).unwrap_or_default(),
        Ok(true) | Err(_) => Vec::new(),
    }
}

/// True if the match is over in a state. If the rules take too long, the picture shows it as going on.
fn is_over(rules: &Rules, state: &State) -> bool {
    let _watch = Budget::seconds(PATIENCE).watch();
    rules.game.is_terminal(state).unwrap_or(false)
}
