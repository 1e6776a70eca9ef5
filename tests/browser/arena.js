// Shared by all tests: each gets its own server and a browser, and fails on any error in the browser.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const pictures = path.join(here, "screenshots");
const binary = path.resolve(root, process.env.SENET_BINARY ?? path.join(process.env.CARGO_TARGET_DIR ?? "target", "debug/senet"));

/** Chromium runs without its sandbox, since tests may run as root, and without network traffic of its own. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"];

export const DESK = { width: 1280, height: 850 };
export const PHONE = { width: 375, height: 760 };

let server;
let browser;
let folder;

/** The address of the server, without a slash at the end. */
export let address;

/** Starts the server on a free port, with a folder that is thrown away afterwards, and the browser. */
export async function open() {
  mkdirSync(pictures, { recursive: true });
  folder = mkdtempSync(path.join(tmpdir(), "senet-browser-"));
  await startServer("0");
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

async function startServer(port) {
  // The tests of all visitors come from one address.
  server = spawn(binary, ["web", "--json", "--port", port, "--facts", "3", "--client-tables", "200", "--folder", folder], { stdio: ["ignore", "pipe", "inherit"] });
  address = await firstLine(server);
}

/** Kills the server without warning. */
export async function killServer() {
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGKILL");
  await ended;
}

/** Starts the server again, at the same address and with the same folder. */
export async function restartServer() {
  await startServer(new URL(address).port);
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let heard = "";
    child.on("error", (error) => reject(new Error(`${binary} cannot be started (${error.message}); build it with \`cargo build -p senet-cli\``)));
    child.on("exit", (code) => reject(new Error(`the server ended with ${code} before it listened`)));
    child.stdout.on("data", (chunk) => {
      heard += chunk;
      if (heard.includes("\n")) resolve(JSON.parse(heard.split("\n")[0]).address.replace(/\/$/, ""));
    });
  });
}

/** Closes the browser and tells the server to end, which it has to do by itself. */
export async function close() {
  await browser?.close();
  const ended = new Promise((resolve) => server.on("exit", (code, signal) => resolve(code ?? signal)));
  server.kill("SIGINT");
  const late = setTimeout(() => server.kill("SIGKILL"), 15000);
  const how = await ended;
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
  assert.equal(how, 0, "the server ends in good order");
}

/**
 * A test with a page of its own. Whatever the page complains of, and every request that fails, fails the test; `allowed` says which complaints belong to
 * what is tested.
 */
export function withPage(work, { viewport = DESK, dark = false, allowed = () => false, touch = false } = {}) {
  return async () => {
    const context = await browser.newContext({ viewport, colorScheme: dark ? "dark" : "light", acceptDownloads: true, hasTouch: touch, baseURL: address });
    // Nothing takes so long unless something is broken, however busy the machine is.
    context.setDefaultTimeout(180000);
    const complaints = [];
    const page = await context.newPage();
    watch(page, complaints);
    try {
      await work(page, context, complaints);
    } finally {
      await context.close();
    }
    assert.deepEqual(complaints.filter((complaint) => !allowed(complaint)), [], "nothing went wrong in the browser");
  };
}

/** Notes what goes wrong in a page. */
export function watch(page, complaints) {
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`script: ${error.stack ?? error}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`answer ${response.status()}: ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    // A page that is left takes its open requests with it.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
}

/** Keeps a picture of the page. */
export async function picture(page, name) {
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/** Asks the interface directly, to compare it with what the page shows. */
export async function ask(path, options) {
  const response = await fetch(`${address}/api${path}`, options);
  assert.ok(response.ok, `${path} answers ${response.status}`);
  return response.json();
}

/** Waits until the page shows what a function, called in the page, wants to see. */
export async function until(page, seen, given, what) {
  try {
    await page.waitForFunction(seen, given, { polling: 50 });
  } catch (error) {
    await picture(page, "failed");
    throw new Error(`${what}: not seen in time (${error.message.split("\n")[0]})`);
  }
}
