//! `guct` with a hand-made evaluation.

use super::support::{library_game, new_player, simulations};
use crate::common::play;
use senet_engine::{Game, State, Stopped};
use senet_search::{Budget, EvaluationLearner, Evaluator, Player, PlayerName, Setting, player};
use std::sync::Arc;

/// Rates connect-four states by the discs in the middle column.
struct MiddleColumn(Arc<dyn Game>);

impl Evaluator for MiddleColumn {
    fn evaluate(&self, states: &[State], values: &mut Vec<f64>) {
        for state in states {
            let fluents = self.0.fluents(state);
            let discs = |role: &str| {
                let own = fluents.iter().filter(|fluent| fluent.contains(role));
                own.filter(|fluent| fluent.contains(" 4 ")).count() as f64
            };
            let lead = (discs("yellow") - discs("red")) / 8.0;
            values.extend([0.5 + lead, 0.5 - lead]);
        }
    }

    fn describe(&self) -> String {
        "discs in the middle".to_string()
    }
}

impl EvaluationLearner for MiddleColumn {
    fn learn(&self, _: &Budget, _: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        Ok(Arc::new(MiddleColumn(self.0.clone())))
    }
}

/// A learner that always fails.
struct FailingLearner;

impl EvaluationLearner for FailingLearner {
    fn learn(&self, _: &Budget, _: u64) -> Result<Arc<dyn Evaluator>, Stopped> {
        Err(Stopped::Signalled)
    }
}

fn guided(
    name: &str,
    game: &Arc<dyn Game>,
    learn: Option<Arc<dyn EvaluationLearner>>,
) -> Box<dyn Player> {
    let setting = Setting {
        game: game.clone(),
        role: 0,
        seed: 1,
        learn,
    };
    player(&name.parse::<PlayerName>().unwrap(), setting).unwrap()
}

#[test]
fn guct_follows_its_evaluation() {
    let game = library_game("connect-four");
    let learn: Arc<dyn EvaluationLearner> = Arc::new(MiddleColumn(game.clone()));
    for name in [
        "guct:mix=1",
        "guct:mix=1,batch=4",
        "guct:mix=0.9,batch=4,playouts=2",
    ] {
        let mut player = guided(name, &game, Some(learn.clone()));
        let state = game.initial().unwrap();
        let choice = player.choose(&state, &simulations(300)).unwrap();
        assert_eq!(game.move_name(0, choice.chosen), "(drop 4)", "{name}");
        let notes = choice.report.notes.join("\n");
        assert!(notes.contains("discs in the middle"), "{notes}");
    }
}

#[test]
fn guct_beats_random() {
    let game = library_game("connect-four");
    let learn: Arc<dyn EvaluationLearner> = Arc::new(MiddleColumn(game.clone()));
    let mut player = guided("guct", &game, Some(learn));
    let notes = player.prepare(&simulations(100)).unwrap().notes.join("\n");
    assert!(notes.contains("discs in the middle"), "{notes}");
    let mut players = [player, new_player("random", &game, 1, 5)];
    assert_eq!(play(&game, &mut players, || simulations(2000)), [100, 0]);
}

#[test]
fn reports_a_missing_evaluation() {
    let game = library_game("connect-four");
    let mut player = guided("guct", &game, Some(Arc::new(FailingLearner)));
    let state = game.initial().unwrap();
    let report = player.choose(&state, &simulations(500)).unwrap().report;
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.starts_with("not guided"))
    );
    let setting = Setting {
        game,
        role: 0,
        seed: 1,
        learn: None,
    };
    let error = senet_search::player(&"guct".parse().unwrap(), setting).err();
    let text = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(text.starts_with("`guct` cannot play this game:"), "{text}");
}
