// The first page and the pages of games.

import assert from "node:assert/strict";
import { it } from "node:test";
import { picture, until, withPage } from "./arena.js";

const shown = (page) => page.locator("#games > .card:visible");

async function library(page) {
  await page.goto("/");
  await shown(page).first().waitFor();
}

export function choosing() {
  it("shows all games with pictures of their boards", withPage(async (page) => {
    await library(page);
    assert.ok((await shown(page).count()) >= 50);
    await until(page, () => document.querySelectorAll(".thumbnail.loaded").length >= 6, null, "pictures");
    assert.ok((await page.locator(".thumbnail svg rect").count()) > 20, "boards are drawn");
    assert.equal(await page.locator(".thumbnail.missing").count(), 0);
    await picture(page, "library");
  }));

  it("narrows games by words and by kinds", withPage(async (page) => {
    await library(page);
    await page.getByLabel("Search games").fill("othello");
    assert.deepEqual(await shown(page).locator("h2").allTextContents(), ["Othello"]);
    await page.getByLabel("Search games").fill("");
    const all = await shown(page).count();
    await page.getByRole("button", { name: /^simultaneous/ }).click();
    const some = await shown(page).count();
    assert.ok(0 < some && some < all);
    await page.getByRole("button", { name: /^three-player/ }).click();
    assert.ok((await shown(page).count()) < some);
    await page.getByLabel("Search games").fill("nothing is called so");
    assert.match(await page.locator("#count").textContent(), /No game/);
  }));

  it("leads from the list to a game and on to its set-up", withPage(async (page) => {
    await library(page);
    await page.getByLabel("Search games").fill("tic-tac-toe");
    await page.getByRole("link", { name: "Tic-tac-toe", exact: true }).click();
    await page.waitForURL(/\/games\/tic-tac-toe$/);
    await page.getByRole("heading", { level: 1, name: "Tic-tac-toe", exact: true }).waitFor();
    await page.getByText("take turns to mark an empty square").first().waitFor();
    await page.locator("#board svg [data-place]").nth(8).waitFor({ state: "attached" });
    assert.equal(await page.locator("#board svg [data-place]").count(), 9);
    assert.match(await page.locator("pre.sheet").textContent(), /\(role x\)/);
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/play\?game=tic-tac-toe/);
    await page.locator("fieldset.seat").nth(1).waitFor();
    assert.equal(await page.locator("fieldset.seat").count(), 2);
    await picture(page, "setup");
  }));

  it("says what it is finding out about a game, and draws its rules", withPage(async (page) => {
    await page.goto("/games/nim");
    await until(page, () => document.querySelectorAll("#facts section").length === 4, null, "the findings");
    await page.getByText("Draw the rule graph").click();
    await page.locator(".graph svg").waitFor();
    await picture(page, "game");
  }));

  it("says what is wrong with an address", withPage(async (page) => {
    await page.goto("/games/no-such-game");
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), /no-such-game/);
    await page.goto("/no/such/page");
    assert.equal(await page.locator("h1").textContent(), "Page not found");
  }, { allowed: (complaint) => /404/.test(complaint) }));
}
