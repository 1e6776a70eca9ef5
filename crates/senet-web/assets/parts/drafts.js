// Rules on their way from the editor to a table.

const NAME = "senet-draft";

/** Stores the rules of the editor: `{title, roles, rules, svg}`. */
export function keepDraft(draft) {
  sessionStorage.setItem(NAME, JSON.stringify(draft));
}

/** The rules stored last. */
export function readDraft() {
  const kept = sessionStorage.getItem(NAME);
  if (kept === null) throw Object.assign(new Error("There are no rules to play."), { help: "Write rules on the page Write, and choose Play there." });
  return JSON.parse(kept);
}

/** Stores the text of the editor, so that it survives leaving the page. */
export function keepText(text) {
  sessionStorage.setItem(`${NAME}-text`, text);
}

/** The stored text of the editor. */
export function lastText() {
  return sessionStorage.getItem(`${NAME}-text`) ?? "";
}

/** Notes the roles of a new table that will get links. */
export function wishLinks(table, roles) {
  if (roles.length > 0) sessionStorage.setItem(`${NAME}-links-${table}`, JSON.stringify(roles));
}

/** The next role that will get a link. Each role is returned once. */
export function takeWishedLink(table) {
  const name = `${NAME}-links-${table}`;
  const [role, ...rest] = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.setItem(name, JSON.stringify(rest));
  return role;
}
