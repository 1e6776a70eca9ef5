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

/** Stores the seat that this browser took by a link: `{role, key}`. */
export function keepSeat(table, seat) {
  localStorage.setItem(`senet-seat-${table}`, JSON.stringify(seat));
}

/** The seat that this browser took by a link. */
export function seatOf(table) {
  return JSON.parse(localStorage.getItem(`senet-seat-${table}`) ?? "null");
}

/** Takes the keys of a table to its rematch, where the seats have moved on. */
export function keepKeysForRematch(table, next, roles, seats) {
  const key = keyOf(table);
  if (key !== null) keepKey(next, key);
  const seat = seatOf(table);
  if (seat === null) return;
  const open = roles.map((_, role) => role).filter((role) => seats[role].kind !== "chance");
  const role = open[(open.indexOf(seat.role) + 1) % open.length];
  keepSeat(next, { ...seat, role });
}
