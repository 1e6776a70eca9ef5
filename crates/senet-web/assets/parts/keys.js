// The keys of the tables opened and the games saved in this browser. The owner of a key may change its table or game.

/** Stores the key of a table. */
export function keepKey(table, key) {
  localStorage.setItem(`senet-key-${table}`, key);
}

/** The key of a table, if it was opened in this browser. */
export function keyOf(table) {
  return localStorage.getItem(`senet-key-${table}`);
}

/** Stores the key of a saved game. */
export function keepGameKey(game, key) {
  localStorage.setItem(`senet-game-key-${game}`, key);
}

/** The key of a saved game, if it was saved in this browser. */
export function gameKeyOf(game) {
  return localStorage.getItem(`senet-game-key-${game}`);
}
