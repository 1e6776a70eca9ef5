//! The fluents and moves that a sheet declares with `base` and `input`.

use senet_engine::{QueryLimits, Reference, Stopped};
use senet_gdl::{Description, Relation, Symbol};
use std::collections::HashSet;

/// The declared fluents and moves, as text. `None` for a relation without declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    /// All fluents that `base` declares.
    pub base: Option<HashSet<String>>,
    /// All moves that `input` declares, each as `(does ROLE MOVE)`.
    pub input: Option<HashSet<String>>,
}

impl Declarations {
    /// Evaluates the declarations of a playable description.
    pub fn of(description: &Description, limits: &QueryLimits) -> Result<Declarations, Stopped> {
        let heads = description.rules.iter().map(|rule| rule.head.signature());
        let heads: HashSet<Relation> = heads.collect();
        let relations = [(Symbol::BASE, 1), (Symbol::INPUT, 2)];
        if !relations.iter().any(|relation| heads.contains(relation)) {
            return Ok(Declarations::default());
        }
        let game = Reference::new(description, limits.clone())?;
        let declared = |relation| {
            let tuples = heads.contains(&relation).then(|| game.declared(relation));
            tuples.transpose()
        };
        let [base, input] = relations.map(declared);
        let fluent = |tuple: Vec<String>| tuple.concat();
        let input_text = |tuple: Vec<String>| Declarations::input_text(&tuple[0], &tuple[1]);
        Ok(Declarations {
            base: base?.map(|tuples| tuples.into_iter().map(fluent).collect()),
            input: input?.map(|tuples| tuples.into_iter().map(input_text).collect()),
        })
    }

    /// The text of a move in [`Declarations::input`].
    pub fn input_text(role: &str, name: &str) -> String {
        format!("(does {role} {name})")
    }
}
