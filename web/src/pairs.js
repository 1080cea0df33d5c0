// Which particles of one time are those of another.

/** Of two lists of numbers: [index in the first or -1, index in the second or -1] of each that is in one. */
export function pairs(first, second) {
  const place = new Map(), out = [];
  for (let n = 0; n < second.length; n++) place.set(second[n], n);
  for (let n = 0; n < first.length; n++) {
    const m = place.get(first[n]);
    out.push([n, m ?? -1]);
    if (m !== undefined) place.delete(first[n]);
  }
  for (const m of place.values()) out.push([-1, m]);
  return out;
}

/** How far the particles go between two times at which they are known: the usual way, m. */
export function usualWay(before, after) {
  const some = [], all = pairs(before.id, after.id), every = Math.max(1, Math.floor(all.length / 5000));
  for (let n = 0; n < all.length; n += every) {
    const [a, b] = all[n];
    if (a >= 0 && b >= 0) some.push(Math.hypot(...[0, 1, 2].map((d) => after.place[d][b] - before.place[d][a])));
  }
  some.sort((a, b) => a - b);
  return some.length ? some[some.length >> 1] : Infinity;
}
