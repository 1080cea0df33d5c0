// Values at a height above the ground, from the centres of the cells of a column, as `simoom plot`
// has them: linear in ln((d + z0) / z0), where d is the height above the ground or the roof below.

const part = (a, b, c, z0) => Math.log((b + z0) / (a + z0)) / Math.log((c + z0) / (a + z0));

/** How the value is mixed: [lower layer, upper layer, their weights]; null where there is no air.
 * values: numbers of the cells, NaN in solids; at: of the column's lowest one; plane: of a layer. */
export function columnMix(cells, values, at, plane, ground, building, z0, height, out) {
  const {face, centre, n} = cells, nz = n[2], target = ground + height, roof = ground + building;
  const solid = (k) => values[at + k * plane] !== values[at + k * plane];
  if (!(height >= 0) || target > face[nz] || target < face[0]) return null;
  let low = 0, high = nz;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (face[middle] <= target) low = middle; else high = middle;
  }
  let k = low;
  if (solid(k) && target < roof) return null;
  while (k < nz && solid(k)) k++; // the ground's stairs may stand above the ground
  if (k === nz) return null;
  let lowest = k;
  while (lowest > 0 && !solid(lowest - 1)) lowest--;
  let surface = ground;
  if (lowest > 0 && building > 0 && centre[lowest - 1] < roof) {
    surface = roof < face[lowest + 1] ? Math.max(roof, face[lowest]) : face[lowest];
    if (target <= surface) return null;
  }
  while (centre[lowest] <= surface && lowest + 1 < nz && !solid(lowest + 1)) lowest++;
  const above = centre[lowest] - surface;
  out[0] = out[1] = lowest;
  out[2] = 1;
  out[3] = 0;
  if (above <= 0) return out;
  if (target <= centre[lowest]) {
    out[2] = part(0, target - surface, above, z0);
    return out;
  }
  out[0] = out[1] = centre[k] <= target ? k : k - 1;
  if (out[0] + 1 === nz || solid(out[0] + 1)) return out;
  out[1] = out[0] + 1;
  out[3] = part(centre[out[0]] - surface, target - surface, centre[out[1]] - surface, z0);
  out[2] = 1 - out[3];
  return out;
}

/** All columns of a slice: arrays [ny][nx] of each component, NaN where there is no air. Fields other
 * than the wind are below the lowest cell as in it. */
export function slice(cells, values, ground, z0, height, isWind) {
  const [nx, ny] = cells.n, plane = nx * ny, mix = [0, 0, 0, 0];
  const out = values.map(() => new Float32Array(plane).fill(NaN));
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) {
      const x = Math.min(cells.low[0] + (i + 0.5) * cells.step[0], cells.high[0]);
      const y = Math.min(cells.low[1] + (j + 0.5) * cells.step[1], cells.high[1]);
      const at = j * nx + i;
      if (!columnMix(cells, values[0], at, plane, ground.at(x, y), ground.roofAt(x, y), z0(x, y), height,
        mix)) continue;
      if (!isWind && mix[3] === 0) mix[2] = 1;
      for (let c = 0; c < values.length; c++)
        out[c][at] = mix[2] * values[c][at + mix[0] * plane] +
          (mix[3] !== 0 ? mix[3] * values[c][at + mix[1] * plane] : 0);
    }
  return out;
}
