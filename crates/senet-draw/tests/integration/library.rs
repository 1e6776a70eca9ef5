//! Tests with library games: each fact appears once, and names do not matter.

use senet_draw::{DrawingPlan, Fact, Picture, svg, text};
use senet_gdl::{Deadline, Description, LetterCase, ScrambleOptions, Sheet, scramble, show};
use senet_structure::{End, Structure};

fn initial(description: &Description) -> Vec<Fact> {
    let facts = Structure::of(description, &Deadline::never())
        .unwrap()
        .initial
        .unwrap_or_default();
    let text = |fact: &senet_structure::GroundFact| {
        show(&fact.term(), &description.symbols, LetterCase::Folded).to_string()
    };
    facts.iter().map(|fact| Fact::read(&text(fact))).collect()
}

/// Describes a picture without any names.
fn shape(description: &Description) -> Vec<String> {
    let facts = initial(description);
    let plan = DrawingPlan::of(description, &[], &Deadline::never());
    let picture = Picture::of(&plan, &facts, None);
    let rings = Structure::of(description, &Deadline::never())
        .unwrap()
        .successors
        .into_iter();
    let mut rings = rings.flat_map(|order| order.chains);
    let anywhere = rings.any(|chain| chain.end == End::Cyclic);
    let board = |grid: &senet_draw::Grid| {
        let look = &grid.look;
        // A cyclic board has no first place, and named places have no order.
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
    let panel = |panel: &senet_draw::RolePanel| (panel.turn.is_some(), panel.facts.len());
    let role_panels: Vec<_> = picture.role_panels.iter().map(panel).collect();
    let (facts, counters) = (picture.facts.len(), picture.counters.len());
    let levels: Vec<_> = plan
        .spaces
        .iter()
        .filter_map(|s| s.levels.as_ref())
        .collect();
    let levels: Vec<_> = levels.iter().map(|s| s.order.len()).collect();
    let mut amounts: Vec<usize> = plan.amounts.values().map(Vec::len).collect();
    amounts.sort_unstable();
    shapes.push(format!("levels {levels:?}, amounts {amounts:?}"));
    shapes.push(format!(
        "{role_panels:?}, {facts} facts and {counters} counters beside"
    ));
    shapes
}

#[test]
fn pictures_are_invariant_under_scrambling() {
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
fn shows_each_fact_once() {
    for game in senet_library::games() {
        let description = Sheet::read(game.rules).description;
        let facts = initial(&description);
        let plan = DrawingPlan::of(&description, &[], &Deadline::never());
        let picture = Picture::of(&plan, &facts, None);
        let cells = picture.grids.iter().flat_map(|grid| grid.cells.values());
        let on_boards: usize = cells.map(|cell| cell.tokens.len()).sum();
        let of_role =
            |panel: &senet_draw::RolePanel| panel.facts.len() + usize::from(panel.turn.is_some());
        let of_roles: usize = picture.role_panels.iter().map(of_role).sum();
        let is_blank = |fact: &&Fact| {
            let mut layers = plan.spaces.iter().flat_map(|space| &space.layers);
            layers.any(|l| l.holds(fact) && l.blank == Some(l.contents(fact)))
        };
        let blanks = facts.iter().filter(is_blank).count();
        let beside = picture.facts.len() + picture.counters.len() + picture.levels.len();
        let shown = on_boards + of_roles + beside + blanks;
        assert_eq!(shown, facts.len(), "{}", game.name);
    }
}

/// The boards of some games, with their fluents, places and shapes.
#[test]
fn finds_expected_boards() {
    let check = |name: &str, expected: &[&str]| {
        let game = senet_library::find(name).expect("in the library");
        let plan = DrawingPlan::of(
            &Sheet::read(game.rules).description,
            &[],
            &Deadline::never(),
        );
        let found = plan.spaces.iter().map(|space| {
            let layers: Vec<&str> = space.layers.iter().map(|l| l.name.as_str()).collect();
            let (layers, places) = (layers.join("+"), space.places.len());
            format!("{layers}: {places} {:?}", space.look.shape)
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
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
fn draws_finished_levels_below_the_board() {
    let game = senet_library::find("babel").expect("in the library");
    let plan = DrawingPlan::of(
        &Sheet::read(game.rules).description,
        &[],
        &Deadline::never(),
    );
    let state = ["(stone west)", "(height 3)", "(round 7)"].map(Fact::read);
    let picture = Picture::of(&plan, &state, None);
    let grid = &picture.grids[0];
    let below = grid.levels.as_ref().expect("a tower");
    assert_eq!((below.count, below.most), (3, 10));
    assert!(
        grid.cells
            .keys()
            .all(|&place| grid.look.centre(place).1 == 3.0)
    );
    let stones = svg(&picture).matches("<title>height 3</title>").count();
    assert_eq!(stones, 9, "three levels of three stones");
    assert_eq!(picture.facts, [], "the tower shows the height");
    assert!(text(&picture).contains("height 3"));
}

#[test]
fn draws_board_as_text() {
    let game = senet_library::find("minichess-3x3").expect("in the library");
    let description = Sheet::read(game.rules).description;
    let plan = DrawingPlan::of(&description, &[], &Deadline::never());
    let picture = Picture::of(&plan, &initial(&description), None);
    let drawn = text(&picture);
    let rows = drawn.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(rows, 4, "{drawn}");
}

#[test]
fn escapes_words_in_svg() {
    let sheet = "(role <script>alert(1)</script>) (role b\"&)\n\
        (succ 1 2) (succ 2 3) (init (cell 1 1 <b>)) (init (cell 1 2 <b>)) (init (cell 2 1 x&y)) (init (f '\"<))\n\
        (<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y ?c)))\n\
        (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (succ ?x ?z))";
    let description = Sheet::read(sheet).description;
    let plan = DrawingPlan::of(&description, &[], &Deadline::never());
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

/// A state with very many arguments, whose coordinates all have an order.
fn many_arguments(arity: usize) -> Description {
    let words = |prefix: &str, from: usize| {
        let all = (0..arity).map(|n| format!("{prefix}{}", (n + from) % arity));
        all.collect::<Vec<_>>().join(" ")
    };
    let (first, before, after) = (words("", 0), words("?x", 0), words("?x", 1));
    let pairs: String = (1..arity)
        .map(|n| format!("(succ {} {n})", n - 1))
        .collect();
    let text = format!(
        "(role a) {pairs} (init (p {first})) (legal a x)
         (<= (next (p {after})) (true (p {before})) (succ ?x0 ?y))"
    );
    Sheet::read(text).description
}

#[test]
fn plans_relations_with_many_arguments_in_time() {
    let start = std::time::Instant::now();
    let plan = DrawingPlan::of(&many_arguments(200), &[], &Deadline::never());
    assert!(!plan.is_simplified);
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn passed_deadline_gives_a_plan_that_lists_all_facts() {
    let plan = DrawingPlan::of(&many_arguments(200), &[], &Deadline::when(|| true));
    assert!(plan.is_simplified && plan.spaces.is_empty());
    let facts = [Fact::read("(cell 1 2 x)"), Fact::read("(control a)")];
    let picture = Picture::of(&plan, &facts, None);
    assert_eq!(picture.side_texts(), ["a: control", "cell 1 2 x"]);
}
