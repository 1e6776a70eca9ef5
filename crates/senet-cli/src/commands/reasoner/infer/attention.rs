//! Asks an attention network about a state.

use senet_console::{Common, Failure, Source};
use senet_gdl::Deadline;
use senet_ground::{Grounded, RuleIndex};
use senet_lab::reasoner::attention::{Preparing, prepare};
use senet_neural::{Bits, ColumnKind, Columns, GatReasoner, Irg, Row, Task};
use serde_json::{Value, json};

/// A state of a game, and the questions to a network about it.
pub struct Asked<'a> {
    /// The rules.
    pub source: &'a Source,
    /// The ground rules.
    pub grounded: &'a Grounded,
    /// The fluents that hold.
    pub fluents: Vec<String>,
    /// The move of each role, if the next state is asked for.
    pub joint: Option<Vec<String>>,
}

impl Asked<'_> {
    /// Legal moves, and next fluents if there is a joint move, with their probabilities.
    pub fn predictions(
        &self,
        reasoner: &GatReasoner,
        deadline: Deadline,
        common: &Common,
    ) -> Result<Value, Failure> {
        let preparing = Preparing {
            rows: 0,
            is_flat: false,
            seed: common.seed,
            deadline,
            match_seconds: 0.0,
        };
        let irg = prepare(self.source, &preparing)?.game.irg;
        let columns = Columns::of(&RuleIndex::new(self.grounded));
        let row = self.row(&columns);
        let legal = named(reasoner, &irg, &row, Task::Legal, &columns);
        let has_moves = row.moves.is_some();
        let next = has_moves.then(|| named(reasoner, &irg, &row, Task::Next, &columns));
        Ok(json!({"state": self.fluents, "legal": legal, "next": next}))
    }

    /// The state as a row of a data set, without answers.
    fn row(&self, columns: &Columns) -> Row {
        let fluents = columns.of_kind(ColumnKind::Fluent);
        let holds = fluents.map(|column| self.fluents.contains(&column.text));
        let moves = self.joint.as_ref().map(|joint| {
            let moves = columns.of_kind(ColumnKind::Move);
            Bits::of(moves.map(|column| {
                let role = column.role.expect("moves have a role");
                joint[role] == column.text
            }))
        });
        Row {
            match_number: 0,
            step: 0,
            fluents: Bits::of(holds),
            moves,
            legal: Bits::of([]),
            next: None,
            is_terminal: false,
            goals: Bits::of([]),
        }
    }
}

/// The atoms that a network predicts for a task.
fn named(
    reasoner: &GatReasoner,
    irg: &Irg,
    row: &Row,
    task: Task,
    columns: &Columns,
) -> Vec<Value> {
    let kind = match task {
        Task::Legal => ColumnKind::Move,
        Task::Next => ColumnKind::Fluent,
    };
    let all: Vec<_> = columns.of_kind(kind).collect();
    let predicted = reasoner.predict(irg, row, task, reasoner.labelling);
    let found = predicted.iter().filter(|one| one.holds);
    found
        .map(|one| match all.get(one.bit as usize) {
            Some(column) => {
                json!({"role": column.role, "atom": column.text, "probability": one.probability})
            }
            None => json!({"role": null, "atom": "an atom that never holds", "probability": one.probability}),
        })
        .collect()
}
