// Shared by all pages: navigation, theme switch, and notices.

import { h, fill } from "./dom.js";

const root = document.documentElement;

function isDark() {
  return (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function switchTheme() {
  root.dataset.theme = isDark() ? "light" : "dark";
  localStorage.setItem("senet-theme", root.dataset.theme);
  nameSwitch();
}

function nameSwitch() {
  document.querySelector(".theme-switch").setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
}

function markPresentPage() {
  for (const link of document.querySelectorAll("nav [data-nav]")) {
    if (link.dataset.nav.split(" ").includes(document.body.dataset.page)) link.setAttribute("aria-current", "page");
  }
}

/** A box with a failure and advice. */
export function failureBox(error, again) {
  return h(
    "div",
    { class: "failure", role: "alert" },
    h("p", {}, h("strong", {}, prose(error.message))),
    error.help ? h("p", {}, prose(error.help)) : null,
    again ? h("button", { type: "button", onclick: again }, "Try again") : null,
  );
}

/** Shows a failure in the corner of the page for a while. */
export function tellFailure(error) {
  if (error.name === "AbortError") return;
  const box = failureBox(error);
  const close = () => box.remove();
  box.append(h("button", { type: "button", class: "quiet close", "aria-label": "Close", onclick: close }, "×"));
  document.querySelector(".notices").append(box);
  setTimeout(close, 12000);
}

/** Shows a success in the corner of the page for a while. */
export function tell(...words) {
  const box = h("div", { class: "told", role: "status" }, ...words);
  document.querySelector(".notices").append(box);
  setTimeout(() => box.remove(), 8000);
}

/** Runs a task and shows its failure. Returns true on success. */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    tellFailure(error);
    return false;
  }
}

/** Fills a part of the page; on failure it shows the failure with a button to try again. */
export async function filled(element, work) {
  try {
    const parts = await work();
    if (parts !== undefined) fill(element, parts);
  } catch (error) {
    if (error.name !== "AbortError") fill(element, failureBox(error, () => filled(element, work)));
  }
}

/** Sets the title of the window. */
export function entitle(title) {
  document.title = `${title} · Senet`;
}

/** Adds a capital at the start and a full stop at the end. */
export function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** A sentence with the parts between backticks as code. */
export function prose(text) {
  return sentence(text).split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

document.querySelector(".theme-switch").addEventListener("click", switchTheme);
nameSwitch();
markPresentPage();
