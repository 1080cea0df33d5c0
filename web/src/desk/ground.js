// Pictures of the ground: shaded relief, and buildings by their height.

const LIGHT = [-0.5, 0.5, 0.71]; // from the north-west, as on maps

function canvas(width, height) {
  const out = document.createElement('canvas');
  out.width = width;
  out.height = height;
  return out;
}

/** A picture of the columns of a site: colour(column, i, j) gives [red, green, blue, alpha]. North is up. */
export function picture(site, colour) {
  const out = canvas(site.nx, site.ny), c = out.getContext('2d'), data = c.createImageData(site.nx, site.ny);
  for (let j = 0; j < site.ny; j++)
    for (let i = 0; i < site.nx; i++)
      data.data.set(colour(j * site.nx + i, i, j), 4 * ((site.ny - 1 - j) * site.nx + i));
  c.putImageData(data, 0, 0);
  return out;
}

/** Shaded relief; flat ground is even. */
export function relief(site) {
  const z = site.terrain, {nx, ny, step} = site;
  let least = Infinity, most = -Infinity;
  for (const v of z) { least = Math.min(least, v); most = Math.max(most, v); }
  const steep = Math.min(Math.max((most - least) > 0 ? 0.35 * Math.max(site.width, site.depth) / (most - least) : 1, 1), 4);
  return picture(site, (c, i, j) => {
    const at = (a, b) => z[Math.min(Math.max(b, 0), ny - 1) * nx + Math.min(Math.max(a, 0), nx - 1)];
    const dx = steep * (at(i + 1, j) - at(i - 1, j)) / (2 * step[0]), dy = steep * (at(i, j + 1) - at(i, j - 1)) / (2 * step[1]);
    const length = Math.hypot(dx, dy, 1), light = Math.max((-dx * LIGHT[0] - dy * LIGHT[1] + LIGHT[2]) / length, 0);
    const shade = 0.7 + 0.3 * Math.min(light / LIGHT[2], 1.12), part = most > least ? (z[c] - least) / (most - least) : 0.2;
    return [(222 + 20 * part) * shade, (230 + 2 * part) * shade, (212 + 4 * part) * shade, 255];
  });
}

/** Roofs: darker where they are higher. */
export function roofs(site) {
  return picture(site, (c) => {
    const h = site.building[c], dark = 178 - 70 * Math.min(h / 40, 1);
    return h > 0 ? [dark, dark - 6, dark - 12, 255] : [0, 0, 0, 0];
  });
}

/** Outlines of the buildings, in metres. */
export function walls(site) {
  const path = new Path2D(), {nx, ny, step, building} = site;
  const built = (i, j) => i >= 0 && j >= 0 && i < nx && j < ny && building[j * nx + i] > 0;
  for (let j = 0; j <= ny; j++)
    for (let i = 0; i <= nx; i++) {
      if (built(i, j) !== built(i, j - 1)) { path.moveTo(i * step[0], j * step[1]); path.lineTo((i + 1) * step[0], j * step[1]); }
      if (built(i, j) !== built(i - 1, j)) { path.moveTo(i * step[0], j * step[1]); path.lineTo(i * step[0], (j + 1) * step[1]); }
    }
  return path;
}
