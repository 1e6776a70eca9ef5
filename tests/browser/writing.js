// The editor: problems under the right words, drawing, playing and saving; and sheets that try to be more than text.

import assert from "node:assert/strict";
import { it } from "node:test";
import { ask, picture, until, withPage } from "./arena.js";
import { moved, openMoves, ready } from "./table.js";

const RACE = `; Race
(role red)
(role blue)
(init (at red 0))
(init (at blue 0))
(succ 0 1)
(succ 1 2)
(<= (legal ?player run) (role ?player))
(<= (legal ?player rest) (role ?player))
(<= (next (at ?player ?y)) (does ?player run) (true (at ?player ?x)) (succ ?x ?y))
(<= (next (at ?player ?x)) (does ?player rest) (true (at ?player ?x)))
(<= terminal (true (at ?player 2)))
(<= (goal ?player 100) (role ?player) (true (at ?player 2)))
(<= (goal ?player 0) (role ?player) (not (true (at ?player 2))))
`;

/** In the second rule for legal moves nothing says what the variable of the head may be. Letters outside the basic plane stand before it. */
const BROKEN = RACE.replace("; Race", "; Race 🐎🐎").replace("rest) (role ?player)", "rest) (role ?runner)");

/** The words of this sheet are markup wherever markup could be. A semicolon or a space would end a word. */
const EVIL = '<img/src=x/onerror=window.hacked=1>';
const HOSTILE = `; <script>window.hacked=1</script><b>bold</b>
(role ${EVIL})
(role "></svg><script>hacked</script>)
(init (cell 1 1 ${EVIL}))
(init (cell 2 1 javascript:hacked))
(init (${EVIL} onclick=hacked))
(<= (legal ?r (<iframe/src=/> ${EVIL})) (role ?r))
(<= (legal ?r wait) (role ?r))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)))
(<= (next ended) (does ?r wait))
(<= terminal (true ended))
(<= (goal ?r 50) (role ?r))
`;

/** Writes a sheet as if it was pasted, and waits for what the checker says. */
async function write(page, sheet) {
  await page.goto("/edit");
  await page.getByLabel("Rules", { exact: true }).last().fill(sheet);
  await checked(page);
}

async function checked(page) {
  await until(page, () => !/Checking|Nothing/.test(document.querySelector("#verdict").textContent), null, "the checker's answer");
}

/** The place of a part of the text on the screen, computed from the width of a letter. All letters have the same width. */
async function expectedPlace(page, line, column, letters) {
  return page.evaluate(({ line, column, letters }) => {
    const area = document.querySelector("textarea.code");
    const style = getComputedStyle(area);
    const probe = document.createElement("span");
    probe.style.cssText = `position:absolute;visibility:hidden;white-space:pre;font:${style.font}`;
    probe.textContent = "0".repeat(100);
    document.body.append(probe);
    const width = probe.getBoundingClientRect().width / 100;
    probe.remove();
    const box = area.getBoundingClientRect();
    const x = box.x + parseFloat(style.paddingLeft) + column * width - area.scrollLeft;
    return { x, right: x + letters * width, y: box.y + parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight) - area.scrollTop, height: parseFloat(style.lineHeight) };
  }, { line, column, letters });
}

/** Nothing that a sheet says has become an element, and no script has run. */
async function isHarmless(page) {
  const found = await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll("*")].map((element) => element.shadowRoot).filter(Boolean)];
    const bad = roots.flatMap((root) => [...root.querySelectorAll("img[src='x'], iframe, script:not([src^='/assets/']), [onerror], [onclick], [onload], svg b, main b, foreignObject")]);
    return { hacked: window.hacked ?? null, bad: bad.map((element) => element.tagName) };
  });
  assert.deepEqual(found, { hacked: null, bad: [] });
}

export function writing() {
  it("puts the error under the right word and says what to do", withPage(async (page) => {
    await write(page, BROKEN);
    const mark = page.locator(".under .mark.error");
    await mark.first().waitFor();
    assert.deepEqual(await mark.allTextContents(), ["?player"]);
    const row = BROKEN.split("\n").findIndex((line) => line.includes("?runner"));
    const column = BROKEN.split("\n")[row].indexOf("?player");
    const wanted = await expectedPlace(page, row, column, "?player".length);
    const box = await mark.boundingBox();
    assert.ok(Math.abs(box.x - wanted.x) < 2 && Math.abs(box.x + box.width - wanted.right) < 2, `mark at ${JSON.stringify(box)}, word at ${JSON.stringify(wanted)}`);
    assert.ok(box.y >= wanted.y - 2 && box.y + box.height <= wanted.y + wanted.height + 2, `mark at ${JSON.stringify(box)}, word at ${JSON.stringify(wanted)}`);
    const problem = page.locator(".problem.error").first();
    assert.match(await problem.textContent(), new RegExp(`line ${row + 1}, column ${column + 1}.*help|line ${row + 1}, column ${column + 1}.*condition`, "s"));
    await picture(page, "broken");
    await problem.getByRole("button").first().click();
    const chosen = await page.locator("textarea.code").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(chosen, "?player");
    assert.equal(await page.getByRole("button", { name: "Play" }).isDisabled(), true);
    // Mended by hand, letter by letter.
    await page.keyboard.type("?runner");
    await until(page, () => document.querySelector("#verdict").textContent === "No problems.", null, "a sheet without problems");
    assert.equal(await page.getByRole("button", { name: "Play" }).isDisabled(), false);
  }));

  it("draws a good sheet, plays it at once and saves it", withPage(async (page) => {
    await write(page, RACE);
    await page.locator("#drawing svg").waitFor();
    await picture(page, "editor");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("The rules in words").fill("Run or rest; who is first at 2 wins.");
    await page.locator("dialog[open]").getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as").waitFor();
    await page.getByRole("button", { name: "Play" }).click();
    await page.waitForURL(/\/play\?game=race/);
    await page.locator("fieldset.seat").nth(1).locator(".who").selectOption("level:beginner");
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tables\//);
    await ready(page);
    await openMoves(page);
    await page.getByRole("button", { name: "run", exact: true }).click();
    await moved(page, 1);
    await page.goto("/games/race");
    await page.locator("#rules pre").waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Delete" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    assert.ok(!(await ask("/games")).some((game) => game.name === "race"));
  }));

  it("takes a file that is dropped on it", withPage(async (page) => {
    await page.goto("/edit");
    await page.locator(".editor").waitFor();
    await page.evaluate((sheet) => {
      const carried = new DataTransfer();
      carried.items.add(new File([sheet], "race.kif", { type: "text/plain" }));
      document.querySelector(".editor").dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
    }, RACE);
    await page.locator("#drawing svg").waitFor();
    assert.equal(await page.locator("textarea.code").inputValue(), RACE);
  }));

  it("opens the rules of a library game", withPage(async (page) => {
    await page.goto("/edit?game=chess");
    await checked(page);
    await page.locator("#drawing svg").waitFor();
    assert.match(await page.locator("#verdict").textContent(), /No problems|warning/);
  }));

  it("keeps sheets with markup in their words mere text", withPage(async (page) => {
    await write(page, HOSTILE);
    await isHarmless(page);
    assert.equal(await page.locator("textarea.code").inputValue(), HOSTILE);
    await page.locator("#drawing svg").waitFor();
    await isHarmless(page);
    await picture(page, "hostile-editor");
    const saved = await ask("/games", { method: "POST", headers: { "X-Senet": "1", "Content-Type": "application/json" }, body: JSON.stringify({ name: "hostile", title: EVIL, summary: `${EVIL}<script>window.hacked=1</script>`, rules: HOSTILE }) });
    await page.goto("/");
    await page.locator("#games .card").first().waitFor();
    await page.getByLabel("Search games").fill("hostile");
    await page.getByRole("link", { name: EVIL, exact: true }).waitFor();
    await isHarmless(page);
    await page.goto(`/games/${saved.name}`);
    await page.locator("#board svg").waitFor();
    await isHarmless(page);
    await page.goto(`/play?game=${saved.name}`);
    await page.locator("fieldset.seat").nth(1).locator(".who").selectOption("random");
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/\/tables\//);
    await ready(page);
    await isHarmless(page);
    await picture(page, "hostile-table");
    await openMoves(page);
    await page.locator(".moves .move").first().click();
    await moved(page, 1);
    await isHarmless(page);
    await ask(`/games/${saved.name}`, { method: "DELETE", headers: { "X-Senet": "1", "X-Senet-Key": saved.key } }).catch(() => {});
  }));
}
