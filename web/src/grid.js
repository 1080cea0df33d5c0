// Fields on cells: textures for the graphics processor, and numbers to ask for values.
import * as THREE from 'three';
import {block, whole} from './data.js';

const TABLE = 512;

/** The cells of a level of a source, in metres from the page's origin. */
export class Cells {
  /** box: {from, to} in cells of the level, when they are not all. */
  constructor(source, level, origin, box = null) {
    this.n = source.n.map((n, d) => Math.ceil(n / level.by[d]));
    this.by = level.by;
    this.level = String(level.level);
    this.low = [source.x[0] - origin[0], source.y[0] - origin[1], source.z[0] - origin[2]];
    this.high = [source.x[1] - origin[0], source.y[1] - origin[1], source.z.at(-1) - origin[2]];
    this.step = [0, 1].map((d) => (this.high[d] - this.low[d]) / source.n[d] * level.by[d]);
    this.face = [];
    for (let k = 0; k <= this.n[2]; k++)
      this.face.push(source.z[Math.min(k * level.by[2], source.n[2])] - origin[2]);
    if (box) this.cut(box);
    this.centre = this.face.slice(1).map((f, k) => 0.5 * (f + this.face[k]));
    this.step.push((this.high[2] - this.low[2]) / this.n[2]);
    const table = new Float32Array(TABLE);
    for (let t = 0; t < TABLE; t++)
      table[t] = (this.layer(this.low[2] + (this.high[2] - this.low[2]) * t / (TABLE - 1)) + 0.5) /
        this.n[2];
    this.table = new THREE.DataTexture(table, TABLE, 1, THREE.RedFormat, THREE.FloatType);
    this.table.needsUpdate = true;
  }

  /** Leaves the cells of a box. */
  cut({from, to}) {
    this.level += `/${from.map((f, d) => `${f}-${to[d]}`).join()}`;
    this.n = to.map((t, d) => t - from[d]);
    this.face = this.face.slice(from[2], to[2] + 1);
    for (const d of [0, 1]) {
      this.high[d] = Math.min(this.low[d] + to[d] * this.step[d], this.high[d]);
      this.low[d] += from[d] * this.step[d];
    }
    this.low[2] = this.face[0];
    this.high[2] = this.face.at(-1);
  }

  /** Place of a height among the centres of layers, 0 .. nz - 1. */
  layer(z) {
    const c = this.centre, last = c.length - 1;
    if (z <= c[0]) return 0;
    if (z >= c[last]) return last;
    let low = 0, high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (c[middle] <= z) low = middle; else high = middle;
    }
    return low + (z - c[low]) / (c[high] - c[low]);
  }

  inside(x, y, z) {
    return x >= this.low[0] && x <= this.high[0] && y >= this.low[1] && y <= this.high[1] &&
      z >= this.low[2] && z <= this.high[2];
  }

  /** Values at a place, linear between the centres that have one; false where there is none. */
  sample(values, x, y, z, out) {
    if (!this.inside(x, y, z)) return false;
    const [nx, ny, nz] = this.n;
    const fx = Math.min(Math.max((x - this.low[0]) / this.step[0] - 0.5, 0), nx - 1);
    const fy = Math.min(Math.max((y - this.low[1]) / this.step[1] - 0.5, 0), ny - 1);
    const fz = this.layer(z);
    const i = Math.min(Math.floor(fx), Math.max(nx - 2, 0));
    const j = Math.min(Math.floor(fy), Math.max(ny - 2, 0));
    const k = Math.min(Math.floor(fz), Math.max(nz - 2, 0));
    const a = fx - i, b = fy - j, c = fz - k;
    let sum = 0;
    for (let v = 0; v < values.length; v++) out[v] = 0;
    for (let corner = 0; corner < 8; corner++) {
      const di = corner & 1, dj = corner >> 1 & 1, dk = corner >> 2;
      const weight = (di ? a : 1 - a) * (dj ? b : 1 - b) * (dk ? c : 1 - c);
      if (weight <= 0) continue;
      const at = ((k + dk) * ny + j + dj) * nx + i + di;
      const first = values[0][at];
      if (first !== first) continue;
      sum += weight;
      for (let v = 0; v < values.length; v++) out[v] += weight * values[v][at];
    }
    if (sum < 0.02) return false;
    for (let v = 0; v < values.length; v++) out[v] /= sum;
    return true;
  }

  uniforms() {
    return {
      low: {value: new THREE.Vector3(...this.low)},
      high: {value: new THREE.Vector3(...this.high)},
      extent: {value: new THREE.Vector2(this.n[0] * this.step[0], this.n[1] * this.step[1])},
      table: {value: this.table},
    };
  }
}

/** Other values of a material's uniforms, which three.js looks up once: another object in their place is never read. */
export function setUniforms(material, uniforms) {
  for (const [name, {value}] of Object.entries(uniforms)) material.uniforms[name].value = value;
}

/** The code that both slices and volumes read a field with. Values times a mask are stored, so that
 * the linear filter gives the mean of the cells that have a value. */
export const SAMPLE = /* glsl */`
  precision highp sampler3D;
  uniform sampler3D field;
  uniform sampler2D table;
  uniform vec3 low, high;
  uniform vec2 extent;
  vec3 place(vec3 p) {
    float s = clamp((p.z - low.z) / (high.z - low.z), 0.0, 1.0) * ${TABLE - 1}.0;
    int t = int(min(floor(s), ${TABLE - 2}.0));
    float layer = mix(texelFetch(table, ivec2(t, 0), 0).r, texelFetch(table, ivec2(t + 1, 0), 0).r,
      s - float(t));
    return vec3((p.xy - low.xy) / extent, layer);
  }
`;

let halves = null;
/** Numbers 0 .. 1 in 4096 steps as half floats. */
function halfOf(part) {
  if (!halves) {
    halves = new Uint16Array(8193);
    for (let i = 0; i <= 8192; i++) halves[i] = THREE.DataUtils.toHalfFloat((i - 4096) / 4096);
  }
  return halves[Math.round(part * 4096) + 4096];
}

function texture3(cells, bytes, format) {
  const out = new THREE.Data3DTexture(bytes, ...cells.n);
  out.format = format;
  out.type = THREE.HalfFloatType;
  out.minFilter = out.magFilter = THREE.LinearFilter;
  out.wrapS = out.wrapT = out.wrapR = THREE.ClampToEdgeWrapping;
  out.unpackAlignment = 1;
  out.needsUpdate = true;
  return out;
}

/** The wind of a record: {values, most, texture}. */
export async function loadWind(source, cells, record) {
  const data = whole(await copy(block(source.index, 'wind', record, cells.level)));
  let most = 1e-9, fastest = 0;
  const [u, v, w] = data.value;
  for (let i = 0; i < u.length; i++) {
    if (u[i] !== u[i]) continue;
    most = Math.max(most, Math.abs(u[i]), Math.abs(v[i]), Math.abs(w[i]));
    fastest = Math.max(fastest, u[i] * u[i] + v[i] * v[i]);
  }
  const bytes = new Uint16Array(4 * u.length), one = THREE.DataUtils.toHalfFloat(1);
  for (let i = 0; i < u.length; i++) {
    if (u[i] !== u[i]) continue;
    bytes[4 * i] = halfOf(u[i] / most);
    bytes[4 * i + 1] = halfOf(v[i] / most);
    bytes[4 * i + 2] = halfOf(w[i] / most);
    bytes[4 * i + 3] = one;
  }
  return {values: data.value, most, fastest: Math.sqrt(fastest),
    texture: texture3(cells, bytes, THREE.RGBAFormat)};
}

/** A field of one number of a record: {values, low, high, texture}; of logarithmic ones log10. */
export async function loadScalar(source, cells, name, record) {
  const data = await block(source.index, name, record, cells.level);
  const value = data.value[0], low = data.low[0], high = data.high[0];
  const bytes = new Uint16Array(2 * value.length), one = THREE.DataUtils.toHalfFloat(1);
  const scale = high > low ? 1 / (high - low) : 0;
  const values = new Float32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    values[i] = value[i] + low;
    if (value[i] !== value[i]) continue;
    bytes[2 * i] = halfOf(value[i] * scale);
    bytes[2 * i + 1] = one;
  }
  return {values: [values], low, high, texture: texture3(cells, bytes, THREE.RGFormat)};
}

/** Columns of a slice as a texture, in the form of the cells of the field. */
export function flatTexture(cells, columns, data) {
  const [nx, ny] = cells.n, wind = columns.length === 3, parts = wind ? 4 : 2;
  const bytes = new Uint16Array(parts * nx * ny), one = THREE.DataUtils.toHalfFloat(1);
  for (let i = 0; i < nx * ny; i++) {
    if (columns[0][i] !== columns[0][i]) continue;
    if (wind) for (let c = 0; c < 3; c++)
      bytes[4 * i + c] = halfOf(Math.min(Math.max(columns[c][i] / data.most, -1), 1));
    else bytes[2 * i] = halfOf(data.high > data.low ?
      Math.min(Math.max((columns[0][i] - data.low) / (data.high - data.low), 0), 1) : 0);
    bytes[parts * i + parts - 1] = one;
  }
  const out = new THREE.DataTexture(bytes, nx, ny, wind ? THREE.RGBAFormat : THREE.RGFormat,
    THREE.HalfFloatType);
  out.minFilter = out.magFilter = THREE.LinearFilter;
  out.unpackAlignment = 1;
  out.needsUpdate = true;
  return out;
}

/** Columns of a map: those of the cells, or its own. {n, by: how many are joined, x: their ends, y}. */
export function columnsOf(source, field) {
  return field?.columns ?? {n: source.n, by: source.mapBy, x: source.x, y: source.y};
}

/** A map over columns: {nx, ny, value, low, high}, metres from the origin where it is a height. */
export async function loadMap(source, name, record = 0) {
  const data = whole(await copy(block(source.index, name, record, 0)));
  const {n, by} = columnsOf(source, source.fields.find((f) => f.name === name));
  const nx = Math.ceil(n[0] / by), ny = Math.ceil(n[1] / by);
  return {nx, ny, value: data.value[0], low: data.low[0], high: data.high[0]};
}

/** What is kept of blocks must not be changed. */
async function copy(promise) {
  const data = await promise;
  return {...data, value: data.value.map((v) => v.slice())};
}
