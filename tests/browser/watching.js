// Live tables, replays and tournaments.

import assert from "node:assert/strict";
import { it } from "node:test";
import { ask, picture, until, withPage } from "./arena.js";
import { moved, movesMade, openMoves, ready, sitDown } from "./table.js";

export function watching() {
  it("starts a tournament and watches it live", withPage(async (page) => {
    await page.goto("/watch");
    await page.getByRole("button", { name: "New tournament" }).click();
    const form = page.locator("dialog[open]");
    await form.getByLabel("Name").fill("spring-cup");
    await form.getByLabel(/Players/).fill("uct\nrandom");
    await form.getByLabel("Seconds a move").fill("0.1");
    // Enough rounds that a slow browser still sees the tournament before it is over.
    await form.getByLabel("Rounds").fill("100");
    await picture(page, "tournament-form");
    await form.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tournaments\/spring-cup$/);
    await page.locator("#running .card svg").first().waitFor();
    await until(page, () => document.querySelector("#progress progress")?.value >= 1, null, "a first result");
    await page.locator("#ratings table").waitFor();
    await picture(page, "tournament");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#progress .tag", { hasText: "stopped" }).waitFor();
    const { played, matches, ratings } = await ask("/tournaments/spring-cup");
    assert.ok(0 < played && played < matches);
    assert.equal(await page.locator(".ratings-picture .point").count(), ratings.length);
    assert.equal(await page.locator("#ratings tbody tr").count(), ratings.length);
    await page.getByRole("button", { name: "Continue" }).click();
    await until(page, (played) => document.querySelector("#progress progress").value > played, played, "further results");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator("#progress .tag", { hasText: "stopped" }).waitFor();
    await page.locator("#recent .row-link").first().click();
    await page.waitForURL(/\/records\//);
    await page.locator(".board-frame svg").waitFor();
  }));

  it("replays a finished match", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe", { people: [0], player: "random", seconds: "0.1" });
    while (!(await ready(page))) {
      const made = await movesMade(page);
      await openMoves(page);
      await page.locator(".moves .move").first().click();
      await moved(page, made + 1);
    }
    const { history, goals } = await ask(`/tables/${table}`);
    await page.goto("/watch");
    await page.getByLabel("Search matches").fill("tic-tac-toe");
    await page.locator("#records .row-link").first().click();
    await page.waitForURL(/\/records\//);
    await until(page, () => document.querySelector(".status.over"), null, "the end of the match");
    assert.match(await page.locator(".status").textContent(), new RegExp(goals.join(" : ")));
    assert.equal(await page.locator(".move-table [data-step]").count(), history.length);
    await page.getByLabel("Step of the match").fill("2");
    await until(page, () => document.querySelector(".steps").textContent.startsWith("2 /"), null, "the state after two moves");
    await picture(page, "replay");
    await page.getByRole("button", { name: "Replay" }).click();
    await until(page, () => document.querySelector(".status.over"), null, "the end again");
    const file = await page.getByRole("link", { name: "Record" }).getAttribute("href");
    assert.equal((await page.request.get(file)).status(), 200);
  }));

  it("shows live tables with their boards", withPage(async (page, context) => {
    const table = await sitDown(page, "tic-tac-toe");
    const other = await context.newPage();
    await other.goto("/watch");
    await other.locator(`#tables a[href="/tables/${table}"]`).waitFor();
    await other.locator("#tables .thumbnail svg").first().waitFor();
    await picture(other, "watch");
  }));

  it("says what is wrong with a file that is no record", withPage(async (page) => {
    await page.goto("/watch");
    await page.locator("#upload").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("no json") });
    await page.getByRole("alert").filter({ hasText: "not JSON" }).waitFor();
  }));
}
