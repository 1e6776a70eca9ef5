// The keys of the tables opened in this browser. The owner of a key may change its table.

/** Stores the key of a table. */
export function keepKey(table, key) {
  localStorage.setItem(`senet-key-${table}`, key);
}

/** The key of a table, if it was opened in this browser. */
export function keyOf(table) {
  return localStorage.getItem(`senet-key-${table}`);
}
