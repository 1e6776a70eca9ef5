//! Recognises games that differ only in their step limits.

use super::{GameIndex, Recognition, RulePart};
use senet_gdl::Deadline;
use senet_graph::{Canonical, Isomorphism, TooHard, canonical};
use senet_structure::variants::{Transformation, step_limits, without_step_limits};

impl GameIndex {
    /// Finds a known game that equals the queried game up to step limits.
    pub(super) fn other_step_limits(
        &self,
        asked: &Canonical,
        deadline: &Deadline,
    ) -> Result<Option<Recognition>, TooHard> {
        let form = canonical(
            &without_step_limits(&asked.description, deadline)?,
            deadline,
        )?;
        for (game, _) in self.found(RulePart::WithoutStepLimits, &form.key) {
            if let Some(changes) = self.limit_changes(asked, &form, *game, deadline)?
                && !changes.is_empty()
                && let Some(answer) = self.prove(asked, *game, &changes, deadline)?
            {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Returns the transformations that give the known game the limits of the queried game.
    fn limit_changes(
        &self,
        asked: &Canonical,
        form: &Canonical,
        game: usize,
        deadline: &Deadline,
    ) -> Result<Option<Vec<Transformation>>, TooHard> {
        let known = self.description(game);
        let known_form = canonical(&without_step_limits(&known, deadline)?, deadline)?;
        let Some(witness) = Isomorphism::between(form, &known_form, deadline)? else {
            return Ok(None);
        };
        let words = witness.renaming(form, &known_form);
        let wanted = step_limits(&asked.description, deadline)?;
        let change = |(counter, from): (String, usize)| {
            let here = |(name, _): &&(String, usize)| words.get(name) == Some(counter.as_str());
            let (_, to) = wanted.iter().find(here)?;
            (*to != from).then_some(Transformation::StepLimit {
                counter,
                from,
                to: *to,
            })
        };
        let limits = step_limits(&known, deadline)?.into_iter();
        Ok(Some(limits.filter_map(change).collect()))
    }
}
