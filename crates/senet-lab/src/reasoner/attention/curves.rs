//! Loss curves of training runs, as SVG.

use super::fit::TrainingRecord;
use crate::plot::{Curve, Panel, panels};

/// Draws the training and validation loss of each run in a panel.
pub fn loss_curves(title: &str, trainings: &[(String, TrainingRecord)]) -> String {
    let panel = |(name, record): &(String, TrainingRecord)| {
        let curve = |name: &str, loss: fn(&(usize, f32, f32)) -> f32| Curve {
            name: name.to_string(),
            points: record
                .curve
                .iter()
                .map(|point| (point.0 as f64, f64::from(loss(point)), 0.0))
                .collect(),
        };
        let highest = record.curve.iter().map(|point| point.1.max(point.2));
        Panel {
            title: name.clone(),
            below: "step".to_string(),
            last: record.steps as f64,
            height: (0.0, f64::from(highest.fold(0.1, f32::max))),
            curves: vec![
                curve("training loss", |point| point.1),
                curve("validation loss, all games", |point| point.2),
            ],
        }
    };
    panels(title, &trainings.iter().map(panel).collect::<Vec<_>>())
}
