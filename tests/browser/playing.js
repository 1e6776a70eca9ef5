// Playing by clicks, lists and keys.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import { ask, picture, until, watch, withPage } from "./arena.js";
import { clickMove, moved, movesMade, openMoves, ready, sitDown, spot } from "./table.js";

/** Plays to the end, always a move that can be clicked. */
async function playOn(page, table) {
  while (!(await ready(page))) await clickMove(page, table);
}

async function someMoves(page, game, number, options) {
  const table = await sitDown(page, game, options);
  for (let n = 0; n < number && !(await ready(page)); n++) await clickMove(page, table);
  await ready(page);
  await picture(page, game);
  return table;
}

export function playing() {
  it("plays a whole game of tic-tac-toe against uct", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    await picture(page, "table");
    await playOn(page, table);
    const { goals, history } = await ask(`/tables/${table}`);
    assert.ok(history.length >= 5 && history.length <= 9);
    assert.match(await page.locator(".status").textContent(), new RegExp(goals.join(" : ")));
    assert.deepEqual(await page.locator(".seat-card .score").evaluateAll((found) => found.map((score) => parseInt(score.textContent))), goals);
    await picture(page, "result");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Record" }).click()]);
    const record = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.equal(record.moves?.length ?? record.states?.length, history.length);
  }));

  it("goes back and forth in a match by the slider, by buttons and by keys", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    await playOn(page, table);
    const steps = await movesMade(page);
    const marks = () => page.locator(".board-frame svg [data-place] > g").count();
    const full = await marks();
    await page.getByRole("button", { name: "First state" }).click();
    await until(page, () => document.querySelector(".steps").textContent.startsWith("0 /"), null, "the first state");
    assert.equal(await marks(), 0);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.querySelector(".steps").textContent.startsWith("1 /"), null, "the second state");
    await page.getByLabel("Step of the match").fill(String(steps - 1));
    await until(page, (step) => document.querySelector(".steps").textContent.startsWith(`${step} /`), steps - 1, "the last state but one");
    await page.getByRole("button", { name: "Last state" }).click();
    await until(page, () => document.querySelector(".status.over"), null, "the end");
    assert.equal(await marks(), full);
    await page.locator('.move-table [data-step="3"]').click();
    await until(page, () => document.querySelector(".steps").textContent.startsWith("3 /"), null, "the state after three moves");
  }));

  it("takes moves back", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    await clickMove(page, table);
    await ready(page);
    assert.equal(await movesMade(page), 2);
    await page.getByRole("button", { name: "Undo" }).click();
    await until(page, () => document.querySelector(".steps").textContent === "0 / 0", null, "the beginning");
    assert.equal((await ask(`/tables/${table}`)).history.length, 0);
    assert.match(await page.locator(".status").textContent(), /Your turn/);
    await clickMove(page, table);
  }));

  it("plays some moves of chess", withPage(async (page) => {
    const table = await someMoves(page, "chess", 0);
    // A pawn is taken up: the page shows where it can go, lets it be put down again, and takes up another piece.
    const { legal } = await ask(`/tables/${table}`);
    const start = legal[0].find((move) => move.places.length === 2).places[0];
    await spot(page, start).click();
    assert.match(await spot(page, start).getAttribute("class"), /chosen/);
    assert.ok((await page.locator(".board-frame .dot").count()) === 2);
    await picture(page, "chess-chosen");
    await spot(page, start).click();
    assert.equal(await page.locator(".board-frame .dot").count(), 0);
    for (let n = 0; n < 3; n++) {
      await clickMove(page, table, (move) => move.places.length === 2);
      assert.equal(await ready(page), false);
    }
    await picture(page, "chess");
  }));

  it("plays some moves of Othello", withPage(async (page) => {
    const table = await someMoves(page, "othello", 3);
    assert.ok((await ask(`/tables/${table}`)).history.length >= 6);
  }));

  it("plays some moves of connect four for three", withPage(async (page) => {
    const table = await someMoves(page, "connect-four-3p", 3);
    const { history, seats } = await ask(`/tables/${table}`);
    assert.equal(seats.length, 3);
    const drawn = await page.locator(".board-frame svg > circle[style]").evaluateAll((discs) => discs.slice(0, 3).map((disc) => getComputedStyle(disc).fill));
    const signs = await page.locator(".seat-card .chip").evaluateAll((chips) => chips.map((chip) => getComputedStyle(chip).backgroundColor));
    assert.deepEqual(signs, drawn, "the signs of roles have the colours of the board");
    assert.ok(history.length >= 9);
  }));

  it("plays rock, paper, scissors, where all move at the same time", withPage(async (page) => {
    const table = await sitDown(page, "rock-paper-scissors");
    for (let n = 0; n < 2 && !(await ready(page)); n++) await clickMove(page, table, (move) => move.text === "(show paper)");
    await picture(page, "rock-paper-scissors");
    assert.equal(await page.locator(".board-frame .spot.can").count(), 3, "only our own signs can be clicked");
  }));

  it("lets two people at one screen choose, one after the other, for a round", withPage(async (page) => {
    await sitDown(page, "rock-paper-scissors", { people: [0, 1] });
    await openMoves(page);
    await page.getByRole("button", { name: "right", exact: true }).click();
    await page.getByRole("button", { name: "show rock", exact: true }).click();
    await page.locator(".seat-card", { hasText: "right" }).getByText("has moved").waitFor();
    assert.equal(await movesMade(page), 0);
    assert.match(await page.locator(".status").textContent(), /Your turn: left/);
    await page.getByRole("button", { name: "left: show paper" }).click();
    await moved(page, 1);
    assert.deepEqual(await page.locator(".move-table tbody td").allTextContents(), ["show paper", "show rock"]);
  }));

  it("presses buttons, one for each part of a move", withPage(async (page) => {
    const table = await sitDown(page, "buttons-and-lights-parallel");
    for (let n = 0; n < 2; n++) {
      const move = await clickMove(page, table, (move) => move.places.length === 3 && new Set(move.text.slice(1, -1).split(" ")).size === 4);
      assert.equal(move.places.length, 3);
    }
    await picture(page, "buttons");
  }));

  it("is played with the keyboard alone", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    for (let n = 0; n < 40 && !(await page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.dataset.spot)); n++) await page.keyboard.press("Tab");
    const here = () => page.evaluate(() => document.activeElement.shadowRoot.activeElement.dataset.spot);
    const start = await here();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    assert.notEqual(await here(), start);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await here(), start);
    await picture(page, "keyboard");
    const wanted = (await ask(`/tables/${table}`)).legal[0].find((move) => move.places[0] === start);
    await page.keyboard.press("Enter");
    await moved(page, 1);
    const { history } = await ask(`/tables/${table}`);
    assert.equal(history[0][0], wanted.text);
  }));

  it("chooses among all moves by a part of their text", withPage(async (page) => {
    await sitDown(page, "tic-tac-toe");
    await openMoves(page);
    await page.getByLabel("Filter moves").fill("b 2");
    assert.deepEqual(await page.locator(".moves .move").allTextContents(), ["b2"]);
    await page.getByLabel("Filter moves").press("Enter");
    await moved(page, 1);
  }));

  it("shows what players think, and lets a player take a seat over", withPage(async (page) => {
    const change = async (role) => {
      await page.getByRole("button", { name: /Change who plays/ }).nth(role).click();
      await page.locator("dialog[open] .who").selectOption("random");
      await page.locator("dialog[open]").getByRole("button", { name: "Sit down" }).click();
    };
    // As long as that it thinks until it is sent away, however slow the browser is.
    const table = await sitDown(page, "connect-four", { seconds: "60" });
    await clickMove(page, table);
    await page.locator(".thought").first().waitFor();
    await until(page, () => /simulation/.test(document.querySelector(".thinking").textContent), null, "simulations");
    await picture(page, "thinking");
    await change(1);
    await moved(page, 2);
    await ready(page);
    await change(0);
    await moved(page, 4);
    assert.equal((await ask(`/tables/${table}`)).seats[0].kind, "player");
  }));

  it("lets others watch and not touch", withPage(async (page, context, complaints) => {
    const table = await sitDown(page, "tic-tac-toe");
    const other = await context.browser().newContext({ baseURL: new URL(page.url()).origin });
    const spectator = await other.newPage();
    watch(spectator, complaints);
    await spectator.goto(`/tables/${table}`);
    await spectator.locator(".board-frame svg").waitFor();
    assert.equal(await spectator.locator(".spot.can").count(), 0);
    assert.equal(await spectator.getByRole("button", { name: "Undo" }).isVisible(), false);
    await clickMove(page, table);
    await moved(spectator, 2);
    await other.close();
  }));

  it("says that the connection is lost, and finds it again", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    await page.route("**/events", (route) => route.abort());
    await page.reload();
    await page.getByText("The connection is lost").waitFor();
    await page.unroute("**/events");
    await until(page, () => document.querySelector(".connection").hidden, null, "the connection again");
    await ready(page);
    await clickMove(page, table);
  }, { allowed: (complaint) => /events/.test(complaint) }));
}
