//! Releases failed and damaged matches to be played again.

use super::checksum::write_checksum;
use super::matches::read_all;
use super::{Lock, Store, StoreError, Stored, Tournament};
use crate::tournament::{
    Fixture, Form, Standing, fixtures, ladder_order, ladder_round, match_seed, opening_seed,
};
use rusqlite::{Transaction, params};

impl Store {
    /// Releases failed and damaged matches to be played again; returns their number. Damaged matches are planned anew.
    pub fn retry_failed(
        &mut self,
        lock: &Lock,
        tournament: &Tournament,
    ) -> Result<usize, StoreError> {
        let transaction = self.write()?;
        let all = read_all(&transaction, lock.tournament)?;
        let mut count = 0;
        for stored in &all {
            match &stored.damage {
                Some(reason) => plan_again(&transaction, tournament, &all, stored.number, reason)?,
                None if stored.status == "failed" => {}
                None => continue,
            }
            transaction.execute(
                "UPDATE matches SET status = 'open', run = NULL, started = NULL, ended = NULL, goals = NULL, error = NULL,
                     record = NULL, moves = NULL, digest = NULL, substituted = NULL
                 WHERE tournament = ?1 AND number = ?2",
                params![lock.tournament, stored.number],
            )?;
            write_checksum(&transaction, lock.tournament, stored.number)?;
            count += 1;
        }
        transaction.commit()?;
        Ok(count)
    }
}

/// Writes the planned columns of a damaged match anew.
fn plan_again(
    transaction: &Transaction,
    tournament: &Tournament,
    all: &[Stored],
    number: usize,
    reason: &str,
) -> Result<(), StoreError> {
    let Some(fixture) = planned(tournament, all, number) else {
        let reason = reason.to_string();
        return Err(StoreError::Damaged { number, reason });
    };
    let seed = tournament.plan.seed;
    transaction.execute(
        "UPDATE matches SET round = ?3, game = ?4, seats = ?5, seed = ?6, opening_seed = ?7
         WHERE tournament = ?1 AND number = ?2",
        params![
            tournament.id,
            number,
            fixture.round,
            fixture.game,
            format!("{:?}", fixture.seats),
            match_seed(seed, number),
            opening_seed(seed, &fixture),
        ],
    )?;
    Ok(())
}

/// The match that the plan has at this number. Later rounds of a ladder follow from the earlier results.
fn planned(tournament: &Tournament, all: &[Stored], number: usize) -> Option<Fixture> {
    let plan = &tournament.plan;
    if plan.form != Form::Ladder {
        return fixtures(plan).into_iter().nth(number);
    }
    let standings: Vec<_> = all.iter().map(Standing::of).collect();
    let rounds = (0..plan.rounds).flat_map(|round| {
        let order = ladder_order(plan, round, &standings);
        ladder_round(plan, round, &order)
    });
    rounds.into_iter().nth(number)
}
