// The secrets of the tables that were opened here: who has one may move at the table.

/** Keeps the key of a table. */
export function keepKey(table, key) {
  localStorage.setItem(`senet-key-${table}`, key);
}

/** The key of a table, if it was opened in this browser. */
export function keyOf(table) {
  return localStorage.getItem(`senet-key-${table}`);
}
