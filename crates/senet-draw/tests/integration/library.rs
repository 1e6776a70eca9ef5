//! The games of the library: every fact is shown, and names never help.

use senet_draw::{Fact, Picture, Plan, svg, text};
use senet_gdl::{Description, LetterCase, ScrambleOptions, Sheet, scramble, show};
use senet_structure::{End, Structure};

fn initial(description: &Description) -> Vec<Fact> {
    let facts = Structure::of(description).initial.unwrap_or_default();
    let text = |fact: &senet_structure::GroundFact| {
        show(&fact.term(), &description.symbols, LetterCase::Folded).to_string()
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
        let look = &grid.look;
        // Where a board goes round, nothing tells where it begins; places with one name each have no order.
        let anywhere = anywhere || !look.names.is_empty();
        let cells = grid.cells.iter().map(|(place, cell)| {
            let tokens = cell.tokens.iter().map(|token| (token.owner, token.rank));
            let tokens: Vec<_> = tokens.collect();
            match anywhere {
                true => format!("{tokens:?}"),
                false => format!("{place:?} {tokens:?}"),
            }
        });
        let mut cells: Vec<_> = cells.collect();
        cells.sort();
        let turned = (!anywhere).then_some((look.transposed, look.flipped, look.mirrored));
        let (size, lines) = ((grid.columns.len(), grid.rows.len()), look.lines.len());
        format!(
            "{size:?} {:?} {turned:?} {lines} lines {cells:?}",
            look.shape
        )
    };
    let mut shapes: Vec<String> = picture.grids.iter().map(board).collect();
    shapes.sort();
    let seat = |seat: &senet_draw::Seat| (seat.turn.is_some(), seat.facts.len());
    let seats: Vec<_> = picture.seats.iter().map(seat).collect();
    let (facts, counters) = (picture.facts.len(), picture.counters.len());
    let storeys: Vec<_> = plan
        .spaces
        .iter()
        .filter_map(|s| s.storeys.as_ref())
        .collect();
    let storeys: Vec<_> = storeys.iter().map(|s| s.order.len()).collect();
    let mut amounts: Vec<usize> = plan.amounts.values().map(Vec::len).collect();
    amounts.sort_unstable();
    shapes.push(format!("storeys {storeys:?}, amounts {amounts:?}"));
    shapes.push(format!(
        "{seats:?}, {facts} facts and {counters} counters beside"
    ));
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
fn every_fact_is_shown_once() {
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let facts = initial(&description);
        let plan = Plan::of(&description, &[]);
        let picture = Picture::of(&plan, &facts, None);
        let cells = picture.grids.iter().flat_map(|grid| grid.cells.values());
        let on_boards: usize = cells.map(|cell| cell.tokens.len()).sum();
        let of_role = |seat: &senet_draw::Seat| seat.facts.len() + usize::from(seat.turn.is_some());
        let of_roles: usize = picture.seats.iter().map(of_role).sum();
        let is_blank = |fact: &&Fact| {
            let mut layers = plan.spaces.iter().flat_map(|space| &space.layers);
            layers.any(|l| l.holds(fact) && l.blank == Some(l.contents(fact)))
        };
        let blanks = facts.iter().filter(is_blank).count();
        let beside = picture.facts.len() + picture.counters.len() + picture.storeys.len();
        let shown = on_boards + of_roles + beside + blanks;
        assert_eq!(shown, facts.len(), "{}", game.name);
    }
}

/// The kinds of boards that are found, by the words of the games.
#[test]
fn boards_are_of_the_right_kind() {
    let check = |name: &str, expected: &[&str]| {
        let game = senet_library::find(name).expect("in the library");
        let plan = Plan::of(&Sheet::read(game.rules).description, &[]);
        let told = plan.spaces.iter().map(|space| {
            let layers: Vec<&str> = space.layers.iter().map(|l| l.name.as_str()).collect();
            let (layers, places) = (layers.join("+"), space.places.len());
            format!("{layers}: {places} {:?}", space.look.shape)
        });
        assert_eq!(told.collect::<Vec<_>>(), expected, "{name}");
    };
    check("hex", &["stone: 81 HexagonsRight"]);
    check("chinese-checkers-6", &["stone: 37 HexagonsDoubled"]);
    check("alquerque", &["man: 25 Points"]);
    check("hamilton", &["in+seen: 20 Points"]);
    check("hanoi-6", &["on: 3 Pegs"]);
    check("kalah", &["seeds: 14 Squares"]);
    check("connect-four", &["disc+landing: 42 Squares"]);
    check("nim", &["heap: 4 Squares"]);
    check("othello", &["cell: 64 Squares"]);
    check("prisoners-dilemma", &[]);
}

#[test]
fn finished_storeys_lie_below_the_one_that_is_built() {
    let game = senet_library::find("babel").expect("in the library");
    let plan = Plan::of(&Sheet::read(game.rules).description, &[]);
    let state = ["(stone west)", "(height 3)", "(round 7)"].map(Fact::read);
    let picture = Picture::of(&plan, &state, None);
    let grid = &picture.grids[0];
    let below = grid.storeys.as_ref().expect("a tower");
    assert_eq!((below.count, below.most), (3, 10));
    assert!(
        grid.cells
            .keys()
            .all(|&place| grid.look.centre(place).1 == 3.0)
    );
    let stones = svg(&picture).matches("<title>height 3</title>").count();
    assert_eq!(stones, 9, "three storeys of three stones");
    assert_eq!(picture.facts, [], "the tower shows the height");
    assert!(text(&picture).contains("height 3"));
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
        "</title", "<circle", "<path",
    ];
    let expected: usize = known.iter().map(|tag| drawn.matches(tag).count()).sum();
    assert_eq!(tags, expected, "{drawn}");
}
