//! Tests the notation of moves on library games.

use senet_draw::{DrawingPlan, Fact, MoveWays, Picture, WrittenMove, gone, notation, notations};
use senet_engine::{BackEnd, Game, LoadOptions, State, load};
use senet_gdl::{Deadline, Sheet};

/// A game, its plan, and its current state.
struct Played {
    game: Box<dyn Game>,
    plan: DrawingPlan,
    state: State,
}

impl Played {
    fn new(name: &str) -> Played {
        let sheet = Sheet::read(senet_library::find(name).expect("a library game").rules);
        let options = LoadOptions {
            back_end: Some(BackEnd::Circuit),
            ..LoadOptions::default()
        };
        let game = load(&sheet, &options).expect("library games load").game;
        let names = game.fluent_names().expect("grounded").iter();
        let possible: Vec<Fact> = names.map(|fact| Fact::read(fact)).collect();
        Played {
            plan: DrawingPlan::of(&sheet.description, &possible, &Deadline::never()),
            state: game.initial().expect("an initial state"),
            game,
        }
    }

    fn picture(&self) -> Picture {
        let facts = self.game.fluents(&self.state);
        let facts: Vec<Fact> = facts.iter().map(|fact| Fact::read(fact)).collect();
        Picture::of(&self.plan, &facts, None)
    }

    fn legal(&self, role: usize) -> Vec<String> {
        let moves = self.game.legal(&self.state, role).expect("moves");
        let name = |id: &_| self.game.move_name(role, *id);
        moves.iter().map(name).collect()
    }

    /// Makes a move for the role that has a choice. Returns its notation and the pieces that left the board.
    fn play(&mut self, text: &str) -> (String, Vec<String>) {
        let (before, mut joint) = (self.picture(), Vec::new());
        let (mut actor, roles) = (0, self.game.roles().len());
        for role in 0..roles {
            let found = self.game.find_move(role, text);
            let legal = self.game.legal(&self.state, role).expect("moves");
            match found.filter(|id| legal.contains(id)) {
                Some(id) => {
                    actor = role;
                    joint.push(id);
                }
                None => joint.push(legal[0]),
            }
        }
        let legal = self.legal(actor);
        assert!(legal.contains(&text.to_string()), "{text} of {legal:?}");
        self.state = self.game.next(&self.state, &joint).expect("a state");
        let after = self.picture();
        let written = WrittenMove {
            before: &before,
            after: Some(&after),
            role: actor,
            text,
        };
        let ways = MoveWays::of(&self.plan, &before, actor, &legal);
        let lost = gone(&before, &after);
        let lost = lost.iter().map(|token| token.contents.join(" ")).collect();
        (notation(&self.plan, written, &ways), lost)
    }
}

#[test]
fn writes_chess_in_algebraic_notation() {
    let mut chess = Played::new("chess");
    let moves = [
        ("(move e 2 e 4)", "e4"),
        ("(move d 7 d 5)", "d5"),
        ("(move e 4 d 5)", "e×d5"),
        ("(move g 8 f 6)", "Nf6"),
        ("(move g 1 f 3)", "Nf3"),
        ("(move b 8 d 7)", "Nbd7"),
    ];
    for (text, expected) in moves {
        let (written, lost) = chess.play(text);
        assert_eq!(written, expected);
        assert_eq!(lost.len(), usize::from(expected.contains('×')), "{lost:?}");
    }
}

#[test]
fn writes_promotion_with_the_new_piece() {
    let mut chess = Played::new("chess");
    for text in [
        "(move a 2 a 4)",
        "(move b 7 b 5)",
        "(move a 4 b 5)",
        "(move a 7 a 6)",
        "(move b 5 a 6)",
        "(move h 7 h 6)",
        "(move a 6 a 7)",
        "(move g 8 f 6)",
    ] {
        chess.play(text);
    }
    let (written, lost) = chess.play("(promote a 7 b 8 queen)");
    assert_eq!(written, "a×b8=Q");
    assert_eq!(lost.len(), 1, "{lost:?}");
}

#[test]
fn writes_jumps_placements_and_words() {
    let mut checkers = Played::new("checkers");
    let starts = checkers.legal(0);
    let written = notations(&checkers.plan, &checkers.picture(), 0, &starts);
    assert!(written.iter().all(|text| text.contains('→')), "{written:?}");
    let mut marks = Played::new("tic-tac-toe");
    assert_eq!(marks.play("(mark b 2)").0, "b2");
    let mut hands = Played::new("rock-paper-scissors");
    assert_eq!(hands.play("(show rock)").0, "show rock");
    checkers.play(&starts[0]);
}

#[test]
fn flipped_discs_stay_on_the_board() {
    let mut othello = Played::new("othello");
    let first = othello.legal(0)[0].clone();
    assert_eq!(othello.play(&first).1, Vec::<String>::new());
}

#[test]
fn no_two_moves_have_the_same_notation() {
    for name in ["chess", "checkers", "othello", "hanoi-6", "kalah", "tron"] {
        let game = Played::new(name);
        for role in 0..game.game.roles().len() {
            let legal = game.legal(role);
            let mut written = notations(&game.plan, &game.picture(), role, &legal);
            written.sort();
            written.dedup();
            assert_eq!(written.len(), legal.len(), "{name}: {written:?}");
        }
    }
}

#[test]
fn second_player_of_chess_sits_on_the_far_side() {
    let picture = Played::new("chess").picture();
    assert_eq!(picture.far_roles(), [false, true]);
    assert_eq!(picture.turned().far_roles(), [true, false]);
    assert_eq!(
        Played::new("tic-tac-toe").picture().far_roles(),
        [false, false]
    );
}
