// All tests, on one server and in one browser.

import { after, before, describe } from "node:test";
import { close, open } from "./arena.js";
import { choosing } from "./choosing.js";
import { enjoying } from "./enjoying.js";
import { hiding } from "./hiding.js";
import { looks } from "./looks.js";
import { pasting } from "./pasting.js";
import { playing } from "./playing.js";
import { returning } from "./returning.js";
import { watching } from "./watching.js";
import { writing } from "./writing.js";

describe("pages", { concurrency: 1 }, () => {
  before(open);
  after(close);
  describe("choosing a game", choosing);
  describe("playing", playing);
  describe("enjoying", enjoying);
  describe("hiding", hiding);
  describe("returning", returning);
  describe("writing", writing);
  describe("pasting", pasting);
  describe("watching", watching);
  describe("looks", looks);
});
