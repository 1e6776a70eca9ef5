//! Searches within searches.
//!
//! A search of level 0 is a random match. One of a higher level tries each move of a state by a search of the level below, makes the first move of
//! the best line that it has met so far, and goes on from there. Searches of the same level from several places run side by side, so that the
//! random matches below them fill the lanes.

use super::rollout::{Line, Place, Rollouts};
use crate::lookahead::Halt;
use crate::puzzle::ROLE;
use senet_engine::{MoveId, State};

/// Places that are searched side by side on each level.
const SIDE_BY_SIDE: usize = 64;

/// A search that is under way.
struct Walk {
    /// Where it has come to.
    at: Place,
    /// The moves that it made.
    made: Vec<MoveId>,
    /// The best line that it has met, from where it began.
    best: Option<Line>,
}

impl Rollouts<'_> {
    /// Searches of a level from each place.
    pub fn search(&mut self, level: u32, places: &[Place]) -> Result<Vec<Line>, Halt> {
        if level == 0 {
            return self.play(places);
        }
        let mut lines = Vec::with_capacity(places.len());
        for group in places.chunks(SIDE_BY_SIDE) {
            lines.append(&mut self.walk(level, group)?);
        }
        Ok(lines)
    }

    fn walk(&mut self, level: u32, places: &[Place]) -> Result<Vec<Line>, Halt> {
        let begin = |place: &Place| Walk {
            at: place.clone(),
            made: Vec::new(),
            best: None,
        };
        let mut walks: Vec<Walk> = places.iter().map(begin).collect();
        let mut running = self.still_running(&walks, (0..walks.len()).collect())?;
        while !running.is_empty() {
            let (children, owners) = self.children(&walks, &running)?;
            let lines = self.search(level - 1, &children)?;
            for ((child, owner), line) in children.iter().zip(&owners).zip(lines) {
                walks[*owner].meet(child, line);
            }
            for &number in &running {
                let walk = &mut walks[number];
                self.go_on(walk)?;
            }
            running = self.still_running(&walks, running)?;
        }
        walks.into_iter().map(|walk| self.line(walk)).collect()
    }

    fn still_running(&self, walks: &[Walk], numbers: Vec<usize>) -> Result<Vec<usize>, Halt> {
        let states: Vec<State> = numbers
            .iter()
            .map(|&number| walks[number].at.state.clone())
            .collect();
        let ended = self.game.terminal_in(&states)?;
        let running = numbers.into_iter().zip(ended).filter(|(_, ended)| !ended);
        Ok(running.map(|(number, _)| number).collect())
    }

    /// All that may follow each walk, and to which walk it belongs.
    fn children(
        &mut self,
        walks: &[Walk],
        running: &[usize],
    ) -> Result<(Vec<Place>, Vec<usize>), Halt> {
        let (mut children, mut owners) = (Vec::new(), Vec::new());
        for &number in running {
            let at = &walks[number].at;
            for id in self.game.legal(&at.state, ROLE)? {
                let mut path = at.path.clone();
                path.push(id);
                let state = self.game.next(&at.state, &[id])?;
                children.push(Place { state, path });
                owners.push(number);
            }
        }
        self.meter.count(children.len())?;
        Ok((children, owners))
    }

    /// Makes the next move of the best line.
    fn go_on(&self, walk: &mut Walk) -> Result<(), Halt> {
        let best = walk.best.as_ref();
        let Some(&id) = best.and_then(|best| best.moves.get(walk.made.len())) else {
            return Err(senet_engine::Stopped::Misuse("there is no legal move".into()).into());
        };
        walk.at.state = self.game.next(&walk.at.state, &[id])?;
        walk.at.path.push(id);
        walk.made.push(id);
        Ok(())
    }

    /// What a walk came to.
    fn line(&self, walk: Walk) -> Result<Line, Halt> {
        match walk.best {
            Some(best) => Ok(best),
            None => Ok(Line {
                moves: walk.made,
                goal: crate::lookahead::of_goal(&self.game.goal(&walk.at.state, ROLE)?),
            }),
        }
    }
}

impl Walk {
    /// Takes in the line that was found from a child.
    fn meet(&mut self, child: &Place, line: Line) {
        if self
            .best
            .as_ref()
            .is_some_and(|best| best.goal >= line.goal)
        {
            return;
        }
        let last = child.path.last().copied();
        let moves = self.made.iter().copied().chain(last).chain(line.moves);
        self.best = Some(Line {
            moves: moves.collect(),
            goal: line.goal,
        });
    }
}
