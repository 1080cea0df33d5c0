// The plume in time on the map: concentration in the lowest boxes with air, in bands of colour, and the areas of the levels.
import {readBlock} from '../data.js';
import {NOTHING} from '../range.js';

const MOST_PIXELS = 1.2e6, MOST_CELLS = 4e6, BANDS = 10, DECADES = 5;
const GAS = 8.314462618, TEMPERATURE = 293.15, PRESSURE = 101325; // of simoom hazard

/** Colours of the bands from low to high: violet, so that they differ from the levels' yellow to red. */
const BAND = [...Array(BANDS).keys()].map((n) => {
  const t = n / (BANDS - 1);
  return [Math.round(196 - 136 * t), Math.round(178 - 168 * t), Math.round(228 - 108 * t), Math.round(95 + 115 * t)];
});

/** Colour of a level by its name. */
export function levelColour(name) {
  if (/^(AEGL|ERPG|PAC)-1/.test(name)) return '#c79a00';
  if (/^(AEGL|ERPG|PAC)-2/.test(name)) return '#e06a10';
  if (/^(AEGL|ERPG|PAC)-3/.test(name)) return '#c0141f';
  if (/^IDLH/.test(name)) return '#0b6e8a';
  return '#30363d';
}

export class Plume {
  /** Reads what the result is; molarMass in g/mol, for ppm. */
  static async load(getJson, molarMass) {
    const p = new Plume(), source = (await getJson('scene/manifest.json')).sources[0];
    p.field = source.fields.find((f) => f.name === 'concentration');
    p.times = source.times;
    p.peak = source.peak ?? source.times.at(-1);
    const level = source.levels.find((l) => source.n.reduce((all, n, d) => all * Math.ceil(n / l.by[d]), 1) <= MOST_CELLS) ?? source.levels.at(-1);
    p.level = level.level;
    p.n = source.n.map((n, d) => Math.ceil(n / level.by[d]));
    p.span = [0, 1].map((d) => p.n[d] * level.by[d] * (source[d ? 'y' : 'x'][1] - source[d ? 'y' : 'x'][0]) / source.n[d]); // m
    p.ppm = molarMass > 0 ? 1e9 * GAS * TEMPERATURE / (molarMass * PRESSURE) : NaN; // of 1 kg/m3
    p.top = p.field.range ? p.field.range[1] : 0; // log10 of the highest band's upper end
    p.maps = new Map();
    return p;
  }

  /** log10 of the concentration in the lowest box with air of each column, -99 where there is none. */
  async columns(record) {
    const [nx, ny, nz] = this.n, data = await readBlock(`scene/block/0/concentration/${this.field.records[record]}/${this.level}`);
    const value = data.value[0], low = data.low[0], out = new Float32Array(nx * ny).fill(-99);
    for (let c = 0; c < nx * ny; c++)
      for (let k = 0; k < nz; k++) {
        const v = value[k * nx * ny + c];
        if (v !== v) continue;
        if (v + low > NOTHING) out[c] = v + low;
        break;
      }
    return out;
  }

  /** The picture of a time, which is kept. */
  async picture(record) {
    if (!this.maps.has(record)) {
      if (this.maps.size > 80) this.maps.delete(this.maps.keys().next().value);
      this.maps.set(record, this.columns(record).then((values) => ({values, image: this.paint(values)})));
    }
    return this.maps.get(record);
  }

  /** Bands of colour, linear between the centres of columns in the logarithm. */
  paint(values) {
    const [nx, ny] = this.n, by = Math.max(1, Math.min(8, Math.floor(Math.sqrt(MOST_PIXELS / (nx * ny))))), w = nx * by, h = ny * by;
    const out = document.createElement('canvas'), least = this.top - DECADES, floor = least - 1;
    out.width = w;
    out.height = h;
    const c = out.getContext('2d'), data = c.createImageData(w, h), held = values.map((v) => Math.max(v, floor));
    for (let y = 0; y < h; y++) {
      const fy = Math.min(Math.max((h - 1 - y + 0.5) / by - 0.5, 0), ny - 1), j = Math.min(Math.floor(fy), Math.max(ny - 2, 0)), b = fy - j;
      for (let x = 0; x < w; x++) {
        const fx = Math.min(Math.max((x + 0.5) / by - 0.5, 0), nx - 1), i = Math.min(Math.floor(fx), Math.max(nx - 2, 0)), a = fx - i;
        const at = j * nx + i, up = ny > 1 ? nx : 0, right = nx > 1 ? 1 : 0;
        const v = (held[at] * (1 - a) + held[at + right] * a) * (1 - b) + (held[at + up] * (1 - a) + held[at + up + right] * a) * b;
        if (v < least) continue;
        data.data.set(BAND[Math.min(Math.floor((v - least) / DECADES * BANDS), BANDS - 1)], 4 * (y * w + x));
      }
    }
    c.putImageData(data, 0, 0);
    return out;
  }

  /** Bands for the legend: [colour, lower end in kg/m3]. */
  bands() {
    return BAND.map((rgba, n) => [`rgb(${rgba.slice(0, 3).join(' ')} / ${(rgba[3] / 255).toFixed(2)})`,
      10 ** (this.top - DECADES + n * DECADES / BANDS)]);
  }
}

/** Outlines of the areas, in metres: {label, colour, path}. */
export function readAreas(site, collection) {
  return collection.features.map(({properties, geometry}) => {
    const path = new Path2D(), polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    for (const ring of polygons.flat()) {
      ring.forEach((at, n) => path[n ? 'lineTo' : 'moveTo'](...site.fromFile(at)));
      path.closePath();
    }
    return {label: properties.label, colour: levelColour(properties.label), path, properties};
  });
}
