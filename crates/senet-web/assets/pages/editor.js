// The editor: shows problems while typing, draws the first state, and starts a match.

import { byId, debounced, fill, h } from "../parts/dom.js";
import { get, part, post } from "../parts/api.js";
import { attempt, failureBox, prose, tell, tellFailure } from "../parts/shell.js";
import { keepDraft, lastText, keepText } from "../parts/drafts.js";
import { Editor } from "../parts/editing.js";
import { gameKeyOf, keepGameKey } from "../parts/keys.js";
import { showPicture } from "../parts/picture.js";
import { listed, several } from "../parts/words.js";

let answer = null;
let asking = null;

const playButton = h("button", { type: "button", class: "primary", disabled: true, onclick: play }, "Play");
const saveButton = h("button", { type: "button", disabled: true, onclick: openSaving }, "Save");
const fileField = h("input", { class: "hidden", type: "file", tabindex: -1, "aria-label": "Open a file", accept: ".kif,.gdl,.txt,text/plain", onchange: openFile });
const editor = new Editor({ onchange: changed, oncaret: explain });
const check = debounced(250, ask);

function changed(text) {
  keepText(text);
  answer = null;
  setReady(false);
  asking?.abort();
  if (text.trim() === "") return clear();
  byId("verdict").textContent = "Checking …";
  check(text);
}

function clear() {
  byId("verdict").textContent = "The sheet is empty.";
  fill(byId("problems"));
  fill(byId("drawing"), h("p", { class: "muted" }, "The board appears here when the rules have no errors."));
}

function setReady(ready) {
  playButton.disabled = !ready;
  saveButton.disabled = !ready;
}

async function ask(text) {
  if (text !== editor.text) return;
  asking?.abort();
  asking = new AbortController();
  try {
    const found = await post("/check", { rules: text }, { signal: asking.signal });
    if (text === editor.text) receive(found);
  } catch (error) {
    if (error.name === "AbortError") return;
    byId("verdict").textContent = "";
    fill(byId("problems"), h("li", {}, failureBox(error, () => ask(editor.text))));
  }
}

function receive(found) {
  answer = found;
  editor.mark(found.problems);
  const errors = found.problems.filter((problem) => problem.severity === "error").length;
  const warnings = found.problems.length - errors;
  const counts = [errors > 0 ? several(errors, "error") : null, warnings > 0 ? several(warnings, "warning") : null].filter(Boolean);
  const untold = found.more > 0 ? ` ${several(found.more, "further problem")} not listed.` : "";
  byId("verdict").textContent = counts.length > 0 ? `${listed(counts)}.${untold}` : "No problems.";
  fill(byId("problems"), found.problems.map(problemRow));
  showDrawing(found);
  setReady(found.playable);
  explain(editor.area.selectionStart);
}

function problemRow(problem) {
  const jump = () => editor.select(problem.start, Math.max(problem.end, problem.start + 1));
  const related = (problem.related ?? []).map(({ start, end, label }) => h("button", { type: "button", class: "quiet small", onclick: () => editor.select(start, end) }, label));
  return h(
    "li",
    { class: `problem ${problem.severity}` },
    h("button", { type: "button", class: "jump", onclick: jump }, h("span", { class: "tag bad-or-warn" }, problem.code), ` line ${problem.line}, column ${problem.column}`),
    h("p", {}, prose(problem.message)),
    problem.help ? h("p", { class: "muted small" }, prose(problem.help)) : null,
    related,
  );
}

function showDrawing({ svg, why, roles }) {
  if (!svg) return fill(byId("drawing"), h("p", { class: "muted" }, why ? prose(why) : "These rules cannot be played yet."));
  const host = h("div", { class: "picture" });
  fill(byId("drawing"), host, h("p", { class: "muted small" }, `Played by ${listed(roles)}.`));
  showPicture(host, svg);
}

/** Shows the problem at the caret below the text. */
function explain(caret) {
  const here = (answer?.problems ?? []).find(({ start, end }) => start <= caret && caret <= end);
  fill(byId("note"), here ? prose(here.message) : null);
  byId("note").className = `caret-note ${here?.severity ?? ""}`;
}

/** The title of the sheet: from its file name, its first comment with words, or its roles. */
function titleOf(text) {
  const comments = [...text.matchAll(/^\s*;+[\s;*=#-]*(.*?)[\s;*=#-]*$/gm)].map(([, words]) => words);
  const words = comments.find((words) => /\p{L}{3}/u.test(words) && words.length <= 60);
  const file = editor.fileName?.replace(/\.\w+$/, "").replaceAll(/[-_]+|(?<=[a-z])(?=[A-Z])/g, " ").trim();
  return file || words || `Game of ${listed(answer?.roles ?? ["new rules"])}`;
}

/** The name of a game in addresses. */
function nameOf(title) {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 50) || "game";
}

/** Saves the game under its name or the next free one. Returns the name. */
async function shelve(title) {
  for (let number = 1; ; number++) {
    const name = number === 1 ? nameOf(title) : `${nameOf(title)}-${number}`;
    try {
      const saved = await post("/games", { name, title, rules: editor.text }, { key: gameKeyOf(name) });
      if (saved.key) keepGameKey(saved.name, saved.key);
      return saved.name;
    } catch (error) {
      // The name belongs to another game.
      if (![403, 409].includes(error.status) || number === 20) throw error;
    }
  }
}

/** Saves the game and plays it. If the server refuses to save it, it is played unsaved. */
async function play() {
  playButton.disabled = true;
  const title = titleOf(editor.text);
  try {
    location.assign(`/play?game=${part(await shelve(title))}`);
  } catch (error) {
    if (![403, 409, 429, 507].includes(error.status)) {
      playButton.disabled = false;
      return tellFailure(error);
    }
    keepDraft({ title, roles: answer.roles, rules: editor.text, svg: answer.svg });
    location.assign("/play?draft");
  }
}

async function openFile() {
  const file = fileField.files[0];
  if (file) editor.take(file.name, await file.text());
  fileField.value = "";
}

function openSaving() {
  const title = titleOf(editor.text);
  const dialog = byId("save-dialog");
  const name = nameOf(title);
  const field = (label, input, note) => h("label", { class: "field" }, h("span", {}, label), input, note ? h("small", { class: "muted" }, note) : null);
  const failures = h("div");
  const form = h(
    "form",
    { class: "stack", novalidate: true },
    h("h2", { id: "save-title" }, "Save this game"),
    field("Title", h("input", { name: "title", value: title, maxlength: 80 })),
    field("Name in addresses", h("input", { name: "name", value: name, maxlength: 60 }), "Lower-case letters, digits and hyphens."),
    field("The rules in words", h("textarea", { name: "summary", rows: 4 })),
    failures,
    h("div", { class: "row end" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"), h("button", { class: "primary", type: "submit" }, "Save")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(Object.fromEntries(new FormData(form)), dialog, failures);
  });
  fill(dialog, form);
  dialog.showModal();
}

async function save(card, dialog, failures) {
  try {
    const { name, key } = await post("/games", { ...card, rules: editor.text }, { key: gameKeyOf(card.name) });
    if (key) keepGameKey(name, key);
    dialog.close();
    tell("Saved as ", h("a", { href: `/games/${part(name)}` }, card.title || name), ".");
  } catch (error) {
    fill(failures, failureBox(error));
  }
}

async function begin() {
  const open = h("button", { type: "button", onclick: () => fileField.click() }, "Open a file");
  fill(byId("actions"), fileField, open, saveButton, playButton);
  fill(byId("editor"), editor.element);
  clear();
  const asked = new URLSearchParams(location.search).get("game");
  if (asked) await attempt(async () => (editor.text = (await get(`/games/${part(asked)}`)).rules));
  else editor.text = lastText();
}

begin();
