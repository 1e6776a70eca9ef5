import { after, before, describe } from "node:test";
import { close, open } from "./arena.js";
const names = (process.env.ONLY ?? "enjoying").split(",");
describe("pages", { concurrency: 1 }, async () => {
  before(open);
  after(close);
  for (const name of names) describe(name, (await import(`./${name}.js`))[name]);
});
