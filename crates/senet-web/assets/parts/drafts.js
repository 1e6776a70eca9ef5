// Rules on their way from the editor to a table.

const NAME = "senet-draft";

/** Keeps rules that were written here: `{title, roles, rules, svg}`. */
export function keepDraft(draft) {
  sessionStorage.setItem(NAME, JSON.stringify(draft));
}

/** The rules that were kept last. */
export function readDraft() {
  const kept = sessionStorage.getItem(NAME);
  if (kept === null) throw Object.assign(new Error("There are no rules to play."), { help: "Write some on the page Write, and choose Play there." });
  return JSON.parse(kept);
}

/** Keeps what is being written, so that nothing is lost when the page is left. */
export function keepText(text) {
  sessionStorage.setItem(`${NAME}-text`, text);
}

/** What was being written. */
export function lastText() {
  return sessionStorage.getItem(`${NAME}-text`) ?? "";
}
