//! The order in which atoms can be evaluated: strongly connected components of what depends on what (Tarjan's algorithm, without recursion
//! and without a copy of the dependencies, since there may be millions).

use crate::Model;

/// The atoms in order, and where each group of atoms that depend on each other ends. A group depends only on itself and on earlier ones.
pub fn layers(model: &Model) -> (Vec<u32>, Vec<u32>) {
    let mut search = Search {
        model,
        numbers: vec![0; model.atoms()],
        lowest: vec![0; model.atoms()],
        done: vec![false; model.atoms()],
        open: Vec::new(),
        next: 1,
        order: Vec::with_capacity(model.atoms()),
        ends: Vec::new(),
    };
    for atom in 0..model.atoms() as u32 {
        if search.numbers[atom as usize] == 0 {
            search.visit(atom);
        }
    }
    (search.order, search.ends)
}

struct Search<'m> {
    model: &'m Model<'m>,
    /// When each atom was first seen, from 1; 0 if not yet.
    numbers: Vec<u32>,
    /// The first seen atom that is known to be in the same group.
    lowest: Vec<u32>,
    done: Vec<bool>,
    /// Atoms whose group is not complete.
    open: Vec<u32>,
    next: u32,
    order: Vec<u32>,
    ends: Vec<u32>,
}

/// An atom that is being looked at, and the condition that comes next: a rule of the atom and a place in its body.
struct Frame {
    atom: u32,
    rule: usize,
    condition: usize,
}

impl Search<'_> {
    fn visit(&mut self, root: u32) {
        let mut frames = vec![self.enter(root)];
        while let Some(frame) = frames.last_mut() {
            match next_used(self.model, frame) {
                Some(used) if self.numbers[used as usize] == 0 => {
                    let frame = self.enter(used);
                    frames.push(frame);
                }
                Some(used) if !self.done[used as usize] => {
                    let (atom, number) = (frame.atom as usize, self.numbers[used as usize]);
                    self.lowest[atom] = self.lowest[atom].min(number);
                }
                Some(_) => {}
                None => {
                    let atom = frame.atom;
                    frames.pop();
                    self.leave(atom);
                    if let Some(above) = frames.last() {
                        let (above, lowest) = (above.atom as usize, self.lowest[atom as usize]);
                        self.lowest[above] = self.lowest[above].min(lowest);
                    }
                }
            }
        }
    }

    fn enter(&mut self, atom: u32) -> Frame {
        self.numbers[atom as usize] = self.next;
        self.lowest[atom as usize] = self.next;
        self.next += 1;
        self.open.push(atom);
        Frame {
            atom,
            rule: 0,
            condition: 0,
        }
    }

    /// Closes the group of an atom if it is the one that was seen first.
    fn leave(&mut self, atom: u32) {
        if self.lowest[atom as usize] != self.numbers[atom as usize] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.done[member as usize] = true;
            self.order.push(member);
            if member == atom {
                break;
            }
        }
        self.ends.push(self.order.len() as u32);
    }
}

/// The next atom that an atom's rules look at.
fn next_used(model: &Model, frame: &mut Frame) -> Option<u32> {
    let rules = model.rules(frame.atom);
    while let Some(&rule) = rules.get(frame.rule) {
        if let Some(&literal) = model.body(rule).get(frame.condition) {
            frame.condition += 1;
            return Some(literal / 2);
        }
        frame.rule += 1;
        frame.condition = 0;
    }
    None
}
