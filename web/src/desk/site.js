// The site: its maps, and places on the globe.
import {readBlock} from '../data.js';
import {getJson} from './api.js';

const RADIUS = 6371000, DEGREE = Math.PI / 180;

/** Values of a map block, and their number per row. */
async function readMap(source, name) {
  if (!source.fields.some((f) => f.name === name)) return null;
  const data = await readBlock(`map/block/0/${name}/0/0`), low = data.low[0];
  return data.value[0].map((v) => v + low);
}

export class Site {
  static async load() {
    const s = new Site();
    Object.assign(s, await getJson('site.json'));
    const source = (await getJson('map/manifest.json')).sources[0];
    s.width = s.x[1] - s.x[0];
    s.depth = s.y[1] - s.y[0];
    s.nx = Math.ceil(source.n[0] / source.mapBy);
    s.ny = Math.ceil(source.n[1] / source.mapBy);
    s.step = [s.width / source.n[0] * source.mapBy, s.depth / source.n[1] * source.mapBy];
    s.title = source.title;
    s.terrain = await readMap(source, 'terrain');
    s.flat = !s.terrain || s.terrain.every((z) => Math.abs(z - s.terrain[0]) < 0.5);
    s.building = await readMap(source, 'building_height') ?? new Float32Array(s.nx * s.ny);
    return s;
  }

  get located() { return this.corner.length === 4; }

  /** Longitude and latitude of a place: bilinear between the corners, and the curvature of parallels. */
  globe(x, y) {
    const a = x / this.width, b = y / this.depth, [sw, se, ne, nw] = this.corner;
    const mix = (c) => (sw[c] * (1 - a) + se[c] * a) * (1 - b) + (nw[c] * (1 - a) + ne[c] * a) * b;
    const latitude = mix(1), bulge = a * (1 - a) * this.width ** 2 * Math.tan(latitude * DEGREE) / (2 * RADIUS ** 2) / DEGREE;
    return [mix(0), latitude + bulge];
  }

  /** The place of a longitude and latitude, the inverse of globe(). */
  fromGlobe(longitude, latitude) {
    let x = this.width / 2, y = this.depth / 2;
    const east = RADIUS * DEGREE * Math.cos(latitude * DEGREE), north = RADIUS * DEGREE, turn = this.convergence * DEGREE;
    for (let n = 0; n < 4; n++) {
      const [lon, lat] = this.globe(x, y), dx = (longitude - lon) * east, dy = (latitude - lat) * north;
      x += dx * Math.cos(turn) - dy * Math.sin(turn);
      y += dx * Math.sin(turn) + dy * Math.cos(turn);
    }
    return [x, y];
  }

  /** Place of a position of a file of areas: in degrees, or in the coordinates of the library. */
  fromFile([a, b]) { return this.located ? this.fromGlobe(a, b) : [a - this.x[0], b - this.y[0]]; }

  column(x, y) {
    const i = Math.min(Math.max(Math.floor(x / this.step[0]), 0), this.nx - 1);
    return Math.min(Math.max(Math.floor(y / this.step[1]), 0), this.ny - 1) * this.nx + i;
  }

  inside(x, y) { return x >= 0 && y >= 0 && x <= this.width && y <= this.depth; }

  /** Coordinates of a place for people. */
  text(x, y) {
    const c = this.column(x, y), out = [`x ${x.toFixed(0)} m, y ${y.toFixed(0)} m`];
    if (this.located) {
      const [lon, lat] = this.globe(x, y);
      out.push(`${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`);
    }
    if (this.terrain) out.push(`ground ${this.terrain[c].toFixed(0)} m`);
    if (this.building[c] > 0) out.push(`building ${this.building[c].toFixed(0)} m`);
    return out.join(' · ');
  }
}

/** Substances of the table of hazard levels: {name, cas, levels}. */
export class Substances {
  static async load() {
    const s = new Substances(), {levels} = await getJson('levels.json');
    s.list = [];
    for (const level of levels) {
      let one = s.list.find((q) => q.name === level.substance);
      if (!one) s.list.push(one = {name: level.substance, cas: level.cas, levels: []});
      one.levels.push(level);
    }
    return s;
  }

  /** By name or CAS number. */
  find(text) {
    const wanted = text.trim().toLowerCase();
    return this.list.find((s) => s.name.toLowerCase() === wanted || s.cas === wanted);
  }
}
