// Rule sheets with syntax colours.

const KEYWORDS = new Set("role init true does next legal goal terminal base input not or distinct sees random".split(" "));
const TOKEN = /(;[^\n]*)|(\?[^\s()]+)|(<=)|([^\s();]+)|(\s+|[()])/g;

/** The tokens of a sheet, each `{text, kind}`; joined, they are the whole text. */
export function pieces(sheet) {
  const found = [];
  for (const [text, comment, variable, arrow, word] of sheet.matchAll(TOKEN)) {
    const kind = comment !== undefined ? "comment" : variable !== undefined ? "variable" : arrow !== undefined || KEYWORDS.has(word?.toLowerCase()) ? "keyword" : "";
    const last = found.at(-1);
    if (last && last.kind === kind) last.text += text;
    else found.push({ text, kind });
  }
  return found;
}

/** Longer sheets have no colours, so that typing stays fast. */
const COLOURED = 150_000;

/**
 * A sheet as nodes. Marks, each `{start, end, severity}`, split the tokens that they begin or end in. Each marked node has the number of its mark.
 */
export function coloured(sheet, marks = []) {
  const cuts = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const parts = sheet.length > COLOURED ? [{ text: sheet, kind: "" }] : pieces(sheet);
  const nodes = [];
  let at = 0;
  for (const { text, kind } of parts) {
    const inner = cuts.filter((cut) => cut > at && cut < at + text.length);
    const bounds = [at, ...inner, at + text.length];
    for (let n = 0; n + 1 < bounds.length; n++) nodes.push(node(sheet.slice(bounds[n], bounds[n + 1]), kind, marks.findIndex(({ start, end }) => start <= bounds[n] && bounds[n] < end), marks));
    at += text.length;
  }
  return nodes;
}

function node(text, kind, mark, marks) {
  if (kind === "" && mark < 0) return document.createTextNode(text);
  const span = document.createElement("span");
  span.className = [kind && `gdl-${kind}`, mark >= 0 && `mark ${marks[mark].severity}`].filter(Boolean).join(" ");
  if (mark >= 0) span.dataset.mark = mark;
  span.textContent = text;
  return span;
}
