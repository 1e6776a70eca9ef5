// Games that hide: the page shows what the rules let a person see, and everything once the match is over.

import assert from "node:assert/strict";
import { it } from "node:test";
import { address, ask, picture, until, withPage } from "./arena.js";
import { moved, openMoves, ready, sitDown } from "./table.js";

/** Chance deals a card that `ann` sees and `bob` has to guess. */
const CARD = `(role random) (role ann) (role bob) (card red) (card black) (init (phase deal))
(<= (legal random (deal ?c)) (true (phase deal)) (card ?c)) (<= (legal random noop) (not (true (phase deal))))
(legal ann noop) (<= (legal bob noop) (true (phase deal))) (<= (legal bob (guess ?c)) (true (phase guess)) (card ?c))
(<= (next (dealt ?c)) (does random (deal ?c))) (<= (next (dealt ?c)) (true (dealt ?c)))
(<= (next (guessed ?c)) (does bob (guess ?c)))
(<= (next (phase guess)) (true (phase deal))) (<= (next (phase done)) (true (phase guess)))
(<= (sees ann (dealt ?c)) (does random (deal ?c))) (<= (sees bob your_turn) (true (phase deal)))
(<= terminal (true (phase done))) (<= right (true (dealt ?c)) (true (guessed ?c)))
(<= (goal bob 100) right) (<= (goal bob 0) (not right)) (goal ann 50) (goal random 0)
`;

/** Everything that is written in the page, folded parts, tips and pictures included. */
async function written(page) {
  return page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll("*")].map((element) => element.shadowRoot).filter(Boolean)];
    const words = (element) => [...element.attributes].map((attribute) => attribute.value);
    const attributes = roots.flatMap((root) => [...root.querySelectorAll("*")].flatMap(words));
    return [...roots.map((root) => (root.body ?? root).textContent), ...attributes].join("\n");
  });
}

/** True if the page reveals the dealt card. The possible cards are no secret: the picture of the first state has buttons for them. */
async function tells(page) {
  return /dealt/.test(await written(page));
}

/** The moves so far, as the page lists them. */
async function listed(page) {
  return page.locator(".move-table tbody tr").first().locator("td").allTextContents();
}

export function hiding() {
  it("shows what a role sees until the match is over", withPage(async (page) => {
    const headers = { "X-Senet": "1", "Content-Type": "application/json" };
    const { name, key } = await ask("/games", { method: "POST", headers, body: JSON.stringify({ name: "card", title: "Card", rules: CARD }) });
    const heard = [];
    page.on("response", (response) => {
      if (/\/api\/tables\/[^/]+$/.test(response.url())) heard.push(response);
    });
    await sitDown(page, name, { people: [2], player: "random" });
    await moved(page, 1);
    await ready(page);
    const veil = page.getByText("This game has hidden information");
    assert.ok(await veil.isVisible());
    assert.match(await page.locator(".facts").textContent(), /bob sees your_turn/);
    assert.ok(!(await tells(page)));
    assert.deepEqual(await listed(page), ["hidden", "hidden", "noop"]);
    await picture(page, "hiding");
    // Earlier states reveal no more: all visitors know the first state, and no visitor the result of the moves.
    await page.getByRole("button", { name: "First state" }).click();
    await until(page, () => document.querySelector(".steps").textContent.startsWith("0 /"), null, "the first state");
    assert.ok(!(await tells(page)));
    await page.getByRole("button", { name: "Last state" }).click();
    await until(page, () => document.querySelector(".steps").textContent.startsWith("1 /"), null, "the present state");
    assert.ok(!(await tells(page)));
    assert.ok(heard.length > 0);
    for (const response of heard) assert.doesNotMatch(await response.text(), /dealt/);
    await openMoves(page);
    await page.getByLabel("Legal moves").getByRole("button", { name: "guess red" }).click();
    await until(page, () => document.querySelector(".status.over"), null, "the end");
    assert.ok(await tells(page));
    assert.match((await listed(page))[0], /deal (red|black)/);
    assert.ok(!(await veil.isVisible()));
    assert.ok((await fetch(`${address}/api/games/${name}`, { method: "DELETE", headers: { ...headers, "X-Senet-Key": key } })).ok);
  }));
}
