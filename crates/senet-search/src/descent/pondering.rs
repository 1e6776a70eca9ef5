//! Learning on the time of the others: between two moves, a thread continues with self-play.

use super::learned::Learned;
use crate::Budget;
use std::thread::JoinHandle;

/// A learner at work. Dropping it ends the work.
pub struct Pondering {
    work: Budget,
    thread: Option<JoinHandle<Box<Learned>>>,
}

impl Pondering {
    /// Starts the work, or gives the learner back if there is no thread for it.
    pub fn start(learned: Box<Learned>) -> Result<Pondering, Box<Learned>> {
        let work = Budget::unlimited();
        let budget = work.clone();
        // The learner waits here in case no thread starts.
        let (send, receive) = std::sync::mpsc::channel();
        let thread = std::thread::Builder::new().spawn(move || {
            let mut learned: Box<Learned> = receive.recv().expect("the learner is sent at once");
            let _watch = budget.watch();
            // An error occurs again in the next move, where the player reports it.
            learned.learner.go_on(&budget).ok();
            learned
        });
        match thread {
            Ok(thread) => {
                send.send(learned).map_err(|unsent| unsent.0)?;
                let thread = Some(thread);
                Ok(Pondering { work, thread })
            }
            Err(_) => Err(learned),
        }
    }

    /// Ends the work, and takes the learner back. `None` if it is lost, because the thread panicked.
    pub fn stop(mut self) -> Option<Box<Learned>> {
        self.work.cancel();
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.work.cancel();
        if let Some(thread) = self.thread.take() {
            // Nobody needs the learner any more.
            drop(thread.join());
        }
    }
}
