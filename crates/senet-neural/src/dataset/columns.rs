//! The meaning of the bits of a row.

use senet_ground::{AtomKind, Grounded, RuleIndex};

/// The kind of a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// A bit of `fluents` and `next`.
    Fluent,
    /// A bit of `moves` and `legal`.
    Move,
    /// A bit of `goals`.
    Goal,
    /// The value `terminal`.
    Terminal,
}

impl ColumnKind {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            ColumnKind::Fluent => "fluent",
            ColumnKind::Move => "move",
            ColumnKind::Goal => "goal",
            ColumnKind::Terminal => "terminal",
        }
    }
}

/// The meaning of one bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataColumn {
    /// The kind.
    pub kind: ColumnKind,
    /// The number of the bit among those of its kind.
    pub bit: usize,
    /// The role of a move or goal.
    pub role: Option<usize>,
    /// The fluent, the move or the goal value.
    pub text: String,
    /// The atom of the graph that the bit sets: `true` or `does`.
    pub input: Option<u32>,
    /// The atom of the graph that the bit answers: `next`, `legal`, `goal` or `terminal`.
    pub output: Option<u32>,
}

/// The meaning of all bits of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Vec<DataColumn>);

impl Columns {
    /// The columns of a game.
    pub fn of(index: &RuleIndex) -> Columns {
        let grounded = index.grounded;
        let fluents = grounded
            .fluents
            .iter()
            .enumerate()
            .map(|(at, &term)| DataColumn {
                kind: ColumnKind::Fluent,
                bit: at,
                role: None,
                text: grounded.text(term),
                input: index.now[at],
                output: index.next[at],
            });
        let mut columns: Vec<DataColumn> = fluents.collect();
        columns.extend(
            moves(index)
                .enumerate()
                .map(|(bit, column)| DataColumn { bit, ..column }),
        );
        columns.extend(
            goals(grounded)
                .enumerate()
                .map(|(bit, column)| DataColumn { bit, ..column }),
        );
        columns.push(DataColumn {
            output: index.terminal,
            ..DataColumn::new(ColumnKind::Terminal, None, "terminal".to_string())
        });
        Columns(columns)
    }

    /// All columns: fluents, then moves role by role, then goals, then `terminal`.
    pub fn all(&self) -> &[DataColumn] {
        &self.0
    }

    /// The columns of one kind, in the order of their bits.
    pub fn of_kind(&self, kind: ColumnKind) -> impl Iterator<Item = &DataColumn> {
        self.0.iter().filter(move |column| column.kind == kind)
    }
}

impl DataColumn {
    fn new(kind: ColumnKind, role: Option<usize>, text: String) -> DataColumn {
        DataColumn {
            kind,
            bit: 0,
            role,
            text,
            input: None,
            output: None,
        }
    }
}

fn moves<'a>(index: &'a RuleIndex) -> impl Iterator<Item = DataColumn> + 'a {
    let grounded = index.grounded;
    let roles = grounded.moves.iter().enumerate();
    let pairs = roles.flat_map(|(role, own)| own.iter().enumerate().map(move |pair| (role, pair)));
    pairs.map(move |(role, (number, &term))| DataColumn {
        input: index.does[role][number],
        output: index.legal[role][number],
        ..DataColumn::new(ColumnKind::Move, Some(role), grounded.text(term))
    })
}

fn goals(grounded: &Grounded) -> impl Iterator<Item = DataColumn> + '_ {
    let atoms = (0..).zip(&grounded.atoms);
    atoms.filter_map(|(atom, kind)| match *kind {
        AtomKind::Goal(role, term) => Some(DataColumn {
            output: Some(atom),
            ..DataColumn::new(ColumnKind::Goal, Some(role as usize), grounded.text(term))
        }),
        _ => None,
    })
}
