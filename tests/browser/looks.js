// Checks every page: it fits a phone, it can be read in light and dark, everything that can be used has a name.

import assert from "node:assert/strict";
import axe from "axe-core";
import { it } from "node:test";
import { ask, DESK, PHONE, picture, until, withPage } from "./arena.js";
import { moved, ready, sitDown } from "./table.js";

/** All pages, with something on them. */
async function addresses(page) {
  await sitDown(page, "connect-four-3p", { seconds: "0.1" });
  const table = new URL(page.url()).pathname;
  const [record] = await ask("/records");
  const [tournament] = await ask("/tournaments");
  return {
    library: "/",
    game: "/games/nim",
    setup: "/play?game=chess",
    table,
    watch: "/watch",
    record: `/records/${encodeURIComponent(record.id)}`,
    tournament: `/tournaments/${encodeURIComponent(tournament.name)}`,
    editor: "/edit?game=tic-tac-toe",
    lost: "/no/such/page",
  };
}

/** Waits until a page has what it shows. */
async function settled(page, name) {
  await page.waitForLoadState("load");
  await page.locator("h1").first().waitFor();
  const sign = { library: ".thumbnail.loaded", game: "#facts section", setup: "fieldset.seat", table: ".spot", watch: "#records .row-link", record: ".move-table tbody tr", tournament: "#ratings tbody tr", editor: "#drawing svg" }[name];
  if (sign) await page.locator(sign).first().waitFor();
}

/** Text whose contrast with what is behind it is too small, by the measure of WCAG: 4.5, or 3 for large letters. */
function poorContrast() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((value, n) => value * a + below[n] * (1 - a));
  const behind = (element) => {
    if (!element) return channels(getComputedStyle(document.documentElement).getPropertyValue("color-scheme").includes("dark") ? "#000" : "#fff").slice(0, 3);
    const own = channels(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, behind(element.parentElement));
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest("button:disabled, .hidden, textarea, script, noscript, option")) continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    const [one, two] = [light(over(channels(style.color), ground)), light(ground)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (one + 0.05) / (two + 0.05);
    if (contrast < (large ? 3 : 4.5)) poor.push(`${walker.currentNode.data.trim().slice(0, 30)} in ${element.className || element.tagName}: ${contrast.toFixed(2)}`);
  }
  return [...new Set(poor)];
}

/** Things that can be used and have no name. */
function nameless() {
  const used = [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, [role=button]")];
  const named = (element) => element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.[0]?.textContent.trim() || element.title;
  return used.filter((element) => element.checkVisibility() && !named(element)).map((element) => element.cloneNode(false).className || element.tagName);
}

/** The serious problems that axe finds on a page. */
async function seriousProblems(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5).join(", ")}`);
}

function everyPage(name, options, look) {
  it(name, withPage(async (page) => {
    for (const [name, address] of Object.entries(await addresses(page))) {
      await page.goto(address);
      await settled(page, name);
      await look(page, name);
    }
  }, { ...options, allowed: (complaint) => /404.*no\/such\/page/.test(complaint) || /status of 404/.test(complaint) }));
}

export function looks() {
  everyPage("every page fits a phone", { viewport: PHONE, touch: true }, async (page, name) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    await picture(page, `phone-${name}`);
    assert.ok(wide <= PHONE.width, `${name} is ${wide} wide`);
  });

  for (const dark of [false, true]) {
    everyPage(`every page can be read in the ${dark ? "dark" : "light"} and has names for all that can be used`, { dark, viewport: DESK }, async (page, name) => {
      await picture(page, `${dark ? "dark" : "light"}-${name}`);
      assert.deepEqual(await page.evaluate(poorContrast), [], `${name}: contrast`);
      assert.deepEqual(await page.evaluate(nameless), [], `${name}: names`);
      assert.deepEqual(await seriousProblems(page), [], `${name}: accessibility`);
    });
  }

  it("shows what was found out about a game", withPage(async (page) => {
    // Games wait for each other on one low-priority thread.
    page.setDefaultTimeout(600000);
    await page.goto("/games/nim");
    // All games have to be looked at to know which are like this one; that may take longer than it is given here, or may still be going on.
    await until(page, () => document.querySelectorAll("#facts section").length === 4 && document.querySelectorAll("#facts .working").length <= 1, null, "findings");
    const found = await page.locator("#facts section", { hasNotText: "Similar games" }).allTextContents();
    assert.equal(found.length, 3);
    for (const text of found) assert.doesNotMatch(text, /Failed/);
    assert.ok((await page.locator("#facts table tbody tr").count()) > 0);
    await page.getByText("The proofs").click();
    assert.equal(await page.locator("#facts .found > li .tag", { hasText: "proved" }).first().isVisible(), true);
    assert.ok((await page.locator("#facts .plain li").count()) > 1, "findings are told in plain sentences");
    await picture(page, "findings");
  }));

  it("a move is made on a phone", withPage(async (page) => {
    await sitDown(page, "connect-four", { seconds: "0.1" });
    await page.locator(".board-frame .spot.can").first().tap();
    await moved(page, 2);
    assert.equal(await ready(page), false);
    await picture(page, "phone-move");
  }, { viewport: PHONE, touch: true }));

  it("remembers the choice between light and dark", withPage(async (page) => {
    await page.goto("/");
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.getByRole("button", { name: "Switch to dark" }).click();
    const after = await ground();
    assert.notEqual(after, before);
    await page.reload();
    assert.equal(await ground(), after);
  }));
}
