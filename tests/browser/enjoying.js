// What a person expects of a table: dragging, turning the board, hints, resigning, rematches, friends, clocks.

import assert from "node:assert/strict";
import { it } from "node:test";
import { ask, DESK, PHONE, picture, until, watch, withPage } from "./arena.js";
import { clickMove, drag, middle, moved, movesMade, openTable, post, ready, sitDown, spot } from "./table.js";

const HUMANS = [{ human: true }, { human: true }];
const allowed = (complaint) => /404/.test(complaint);

/** The moves before a pawn of white can become another piece by taking on b8. */
const PAWN = ["(move a 2 a 4)", "(move b 7 b 5)", "(move a 4 b 5)", "(move a 7 a 6)", "(move b 5 a 6)", "(move h 7 h 6)", "(move a 6 a 7)", "(move g 8 f 6)"];

/** Runs in the page: true if the second row of a chess board is above the seventh. */
function whiteIsOnTop() {
  const board = document.querySelector(".board-frame .picture").shadowRoot;
  const top = (place) => board.querySelector(`[data-spot="${place}"]`)?.getBoundingClientRect().top;
  return top("0:4:1") < top("0:4:6");
}

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await until(page, () => document.querySelector(".status.over"), null, "the end");
}

/** A page of another person: another browser context, without the keys of the first. */
async function friend(page, complaints, address) {
  const other = await page.context().browser().newContext({ baseURL: new URL(page.url()).origin, viewport: DESK });
  other.setDefaultTimeout(180000);
  const visitor = await other.newPage();
  watch(visitor, complaints);
  await visitor.goto(address);
  return visitor;
}

export function enjoying() {
  it("drags and clicks pieces of chess, and writes the moves as people do", withPage(async (page) => {
    const table = await sitDown(page, "chess", { player: "level:beginner" });
    assert.match(await page.title(), /^Your turn · /);
    await drag(page, "0:4:1", "0:4:3");
    await moved(page, 2);
    await ready(page);
    assert.equal((await ask(`/tables/${table}`)).history[0][0], "(move e 2 e 4)");
    assert.equal(await page.locator('.move-table [data-step="1"]').textContent(), "e4");
    assert.equal(await page.locator(".move-table tbody tr").count(), 1, "a row for a full turn");
    // A piece that is dropped where it cannot go stays where it was.
    await drag(page, "0:3:1", "0:3:5");
    assert.equal(await movesMade(page), 2);
    await clickMove(page, table, (move) => move.places.length === 2);
    await picture(page, "chess-dragged");
  }));

  it("turns the board and remembers it", withPage(async (page) => {
    await sitDown(page, "chess", { player: "level:beginner" });
    assert.ok(!(await page.evaluate(whiteIsOnTop)), "white is at the bottom");
    await page.getByRole("button", { name: "Turn the board" }).click();
    await until(page, whiteIsOnTop, null, "the turned board");
    await page.reload();
    await ready(page);
    await until(page, whiteIsOnTop, null, "the turned board after a reload");
    await drag(page, "0:4:1", "0:4:3");
    await moved(page, 2);
    await until(page, whiteIsOnTop, null, "the turned board after a move");
    await picture(page, "chess-turned");
  }));

  it("shows the board from the side of the second player", withPage(async (page) => {
    await openTable(page, { game: "chess", seats: [{ level: "beginner" }, { human: true }] });
    await moved(page, 1);
    await ready(page);
    await until(page, whiteIsOnTop, null, "black at the bottom");
  }, { allowed }));

  it("lets a person choose the piece that a pawn becomes, with pictures", withPage(async (page) => {
    const { id, key } = await openTable(page, { game: "chess", seats: HUMANS });
    await ready(page);
    for (const [step, move] of PAWN.entries()) await post(id, key, "moves", { step, role: step % 2, move });
    await moved(page, PAWN.length);
    await spot(page, "0:0:6").click();
    await spot(page, "0:1:7").click();
    const choices = page.locator(".chooser .move");
    await choices.first().waitFor();
    assert.equal(await choices.count(), 4);
    assert.equal(await page.locator(".chooser .piece svg").count(), 4);
    await picture(page, "promotion");
    const queen = (await ask(`/tables/${id}`)).legal[0].find((move) => /promote a 7 b 8 queen/.test(move.text));
    await page.locator(".chooser").getByRole("button", { name: queen.words, exact: true }).click();
    await moved(page, PAWN.length + 1);
    assert.equal(await page.locator(`.move-table [data-step="${PAWN.length + 1}"]`).textContent(), "a×b8=Q");
    assert.ok((await page.locator(".lost .piece svg").count()) >= 2, "captured pieces are shown");
    await picture(page, "captured");
  }, { allowed }));

  it("gives a hint on the board", withPage(async (page) => {
    await sitDown(page, "connect-four", { player: "level:beginner" });
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".board-frame .advice").first().waitFor({ state: "attached" });
    assert.match(await page.locator(".status").textContent(), /^Hint: /);
    assert.equal(await movesMade(page), 0);
    await picture(page, "hint");
  }));

  it("resigns and plays a rematch with seats swapped", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe", { player: "level:beginner" });
    await resign(page);
    assert.equal(await page.locator(".status").textContent(), "You resigned.");
    assert.deepEqual((await ask(`/tables/${table}`)).ending, { role: 0, why: "resigned" });
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/tables/") && !url.pathname.endsWith(table));
    await ready(page);
    const next = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1));
    const { seats } = await ask(`/tables/${next}`);
    assert.deepEqual(seats.map(({ kind }) => kind), ["player", "human"]);
    await clickMove(page, next);
  }));

  it("lets a friend join from a second browser, with names and clocks", withPage(async (page, context, complaints) => {
    await page.goto("/play?game=tic-tac-toe");
    await page.locator("fieldset.seat").nth(1).locator(".who").selectOption("link");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Clock for people").selectOption("300 0");
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tables\//);
    const link = page.getByLabel("Link for the seat");
    await link.waitFor();
    const address = await link.inputValue();
    await picture(page, "link");
    await page.locator("dialog[open]").getByRole("button", { name: "Done" }).click();
    assert.match(await page.locator(".status").textContent(), /Waiting for your friend/);
    const visitor = await friend(page, complaints, address);
    await visitor.getByLabel("Your name").fill("Bob");
    await visitor.locator("dialog[open]").getByRole("button", { name: "Play" }).click();
    await page.locator(".seat-card", { hasText: "Bob" }).waitFor();
    await visitor.locator(".seat-card", { hasText: "Ada" }).waitFor();
    assert.equal(await visitor.locator(".clock").count(), 2);
    assert.equal(await visitor.locator(".spot.can").count(), 0, "it is not the turn of the friend");
    await ready(page);
    await page.locator(".spot.can").first().click();
    await ready(visitor);
    await visitor.locator(".spot.can").first().click();
    await moved(page, 2);
    assert.equal(await visitor.getByRole("button", { name: "Hint" }).count(), 0, "people play without hints");
    await visitor.reload();
    await moved(visitor, 2);
    await resign(visitor);
    await until(page, () => /You won!/.test(document.querySelector(".status").textContent), null, "the result from our side");
    await page.getByRole("button", { name: "Rematch" }).click();
    await visitor.getByRole("button", { name: "Accept the rematch" }).click();
    for (const one of [page, visitor]) await one.waitForURL((url) => url.pathname.startsWith("/tables/") && !address.includes(url.pathname));
    await ready(visitor);
    await visitor.locator(".spot.can").first().click();
    await moved(page, 1);
    await picture(visitor, "friend");
    await visitor.context().close();
  }));

  it("plays on from a position of a match and of a record", withPage(async (page) => {
    const { id, key } = await openTable(page, { game: "tic-tac-toe", seats: HUMANS });
    await ready(page);
    for (const [step, move] of ["(mark a 1)", "(mark b 1)", "(mark a 2)", "(mark b 2)", "(mark a 3)"].entries()) await post(id, key, "moves", { step, role: step % 2, move });
    await until(page, () => document.querySelector(".status.over"), null, "the end");
    assert.equal(await page.locator(".board-frame .decisive").count(), 3, "the winning line is marked");
    await page.locator(".evaluation .values").first().waitFor({ state: "attached" });
    await picture(page, "over");
    await page.locator('.move-table [data-step="2"]').click();
    await page.getByRole("link", { name: "Play from here" }).click();
    await page.waitForURL(/\/play\?table=/);
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tables\//);
    await moved(page, 2);
    await ready(page);
    const { record } = await ask(`/tables/${id}`);
    await page.goto(`/records/${encodeURIComponent(record)}`);
    await page.getByLabel("Step of the match").fill("3");
    await until(page, () => document.querySelector(".steps").textContent.startsWith("3 /"), null, "the state after three moves");
    await page.getByRole("link", { name: "Play from here" }).click();
    await page.waitForURL(/\/play\?record=/);
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tables\//);
    await moved(page, 3);
  }, { allowed }));

  it("goes on after a reload in the middle", withPage(async (page) => {
    const table = await sitDown(page, "chess", { player: "level:beginner" });
    await drag(page, "0:4:1", "0:4:3");
    await moved(page, 2);
    await page.reload();
    await ready(page);
    assert.equal(await movesMade(page), 2);
    await clickMove(page, table, (move) => move.places.length === 2);
  }));

  it("mutes the sound and remembers it", withPage(async (page) => {
    await sitDown(page, "tic-tac-toe", { player: "level:beginner" });
    await page.getByRole("button", { name: "Sound on" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Sound off" }).waitFor();
  }));

  it("drags with a finger on a phone", withPage(async (page, context) => {
    await sitDown(page, "chess", { player: "level:beginner" });
    const finger = await context.newCDPSession(page);
    const [x, y] = await middle(page, "0:4:1");
    const [u, v] = await middle(page, "0:4:3");
    const touch = (type, ...points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await touch("touchStart", [x, y]);
    for (let n = 1; n <= 5; n++) await touch("touchMove", [x + ((u - x) * n) / 5, y + ((v - y) * n) / 5]);
    await touch("touchEnd");
    await moved(page, 2);
    await picture(page, "phone-dragged");
  }, { viewport: PHONE, touch: true }));
}
