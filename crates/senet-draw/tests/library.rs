//! The games of the library: every fact is shown, and names never help.

use senet_draw::{Fact, Picture, Plan, svg, text};
use senet_gdl::{Case, Description, ScrambleOptions, Sheet, scramble, show};
use senet_graph::structure::{End, Structure};

fn initial(description: &Description) -> Vec<Fact> {
    let facts = Structure::of(description).initial.unwrap_or_default();
    let text = |fact: &senet_graph::structure::Fact| {
        show(&fact.term(), &description.symbols, Case::Folded).to_string()
    };
    facts.iter().map(|fact| Fact::read(&text(fact))).collect()
}

/// What a drawing looks like when nothing can be read on it.
fn shape(description: &Description) -> Vec<String> {
    let facts = initial(description);
    let plan = Plan::of(description, &[]);
    let picture = Picture::of(&plan, &facts, None);
    let rings = Structure::of(description).successors.into_iter();
    let mut rings = rings.flat_map(|order| order.chains);
    let anywhere = rings.any(|chain| chain.end == End::Cyclic);
    let board = |grid: &senet_draw::Grid| {
        let cells = grid.cells.iter().map(|(place, cell)| {
            let owners: Vec<_> = cell.tokens.iter().map(|token| token.owner).collect();
            // Where a board goes round, nothing tells where it begins.
            match anywhere {
                true => format!("{owners:?}"),
                false => format!("{place:?} {owners:?}"),
            }
        });
        let mut cells: Vec<_> = cells.collect();
        cells.sort();
        format!("{}×{} {cells:?}", grid.columns.len(), grid.rows.len())
    };
    let mut shapes: Vec<String> = picture.grids.iter().map(board).collect();
    shapes.sort();
    shapes.push(format!("{} facts beside", picture.facts.len()));
    shapes
}

#[test]
fn names_never_help() {
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let options = ScrambleOptions {
            rename_integers: true,
            ..ScrambleOptions::default()
        };
        let other = scramble(&description, 7, &options).description;
        assert_eq!(shape(&description), shape(&other), "{}", game.name);
    }
}

#[test]
fn every_fact_is_shown() {
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let facts = initial(&description);
        let plan = Plan::of(&description, &[]);
        let picture = Picture::of(&plan, &facts, None);
        let cells = picture.grids.iter().flat_map(|grid| grid.cells.values());
        let on_boards: usize = cells.map(|cell| cell.tokens.len()).sum();
        let is_blank = |fact: &&Fact| {
            let mut layers = plan.spaces.iter().flat_map(|space| &space.layers);
            layers.any(|l| l.holds(fact) && l.blank == Some(l.contents(fact)))
        };
        let blanks = facts.iter().filter(is_blank).count();
        let shown = on_boards + picture.facts.len() + blanks;
        assert_eq!(shown, facts.len(), "{}", game.name);
    }
}

#[test]
fn a_board_as_text() {
    let game = senet_library::find("minichess-3x3").expect("in the library");
    let description = Sheet::read(game.rules).description;
    let plan = Plan::of(&description, &[]);
    let picture = Picture::of(&plan, &initial(&description), None);
    let drawn = text(&picture);
    let rows = drawn.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(rows, 4, "{drawn}");
}

#[test]
fn words_are_never_markup() {
    let sheet = "(role <script>alert(1)</script>) (role b\"&)\n\
        (succ 1 2) (succ 2 3) (init (cell 1 1 <b>)) (init (cell 1 2 <b>)) (init (cell 2 1 x&y)) (init (f '\"<))\n\
        (<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y ?c)))\n\
        (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (succ ?x ?z))";
    let description = Sheet::read(sheet).description;
    let plan = Plan::of(&description, &[]);
    let picture = Picture::of(&plan, &initial(&description), None);
    let drawn = svg(&picture);
    let tags = drawn.matches('<').count();
    let known = [
        "<svg", "</svg", "<style", "</style", "<rect", "<text", "</text", "<g", "</g>", "<title",
        "</title", "<circle",
    ];
    let expected: usize = known.iter().map(|tag| drawn.matches(tag).count()).sum();
    assert_eq!(tags, expected, "{drawn}");
}
