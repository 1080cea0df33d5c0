// Colours, the same as those of `simoom plot`. Rising: ten points of viridis (S. van der Walt and
// N. Smith, 2015, CC0). Diverging and circle: lines of constant lightness in Oklab (B. Ottosson, 2020).
import * as THREE from 'three';
import {NOTHING} from './range.js';

const viridis = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142],
  [31, 158, 137], [53, 183, 121], [109, 205, 89], [180, 222, 44], [253, 231, 37]];

function byte(linear) {
  const l = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * l ** (1 / 2.4) - 0.055));
}

function oklab(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  return [byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)];
}

const shades = {
  rising(part) {
    const at = part * 9, low = Math.min(Math.floor(at), 8);
    return viridis[low].map((v, c) => Math.round(v + (at - low) * (viridis[low + 1][c] - v)));
  },
  diverging(part) {
    const side = 2 * part - 1, strength = Math.abs(side);
    const hue = (side < 0 ? 255 : 25) / 180 * Math.PI;
    return oklab(0.97 - 0.5 * strength, 0.15 * strength * Math.cos(hue),
      0.15 * strength * Math.sin(hue));
  },
  circle(part) {
    const hue = 2 * Math.PI * part;
    return oklab(0.74, 0.12 * Math.cos(hue), 0.12 * Math.sin(hue));
  },
  kinds(part) { // not so far that the last is the first again
    return shades.circle(0.1 + 0.8 * part);
  },
};

export function shade(map, part) { return shades[map](Math.min(Math.max(part, 0), 1)); }

/** "linear-gradient(...)" of a map, from left to right. */
export function gradient(map) {
  const stops = [];
  for (let i = 0; i <= 32; i++) stops.push(`rgb(${shade(map, i / 32).join(' ')})`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

const textures = {};
/** 256 colours of a map as a texture of one row. */
export function texture(map) {
  if (textures[map]) return textures[map];
  const bytes = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) bytes.set([...shade(map, i / 255), 255], 4 * i);
  const out = new THREE.DataTexture(bytes, 256, 1, THREE.RGBAFormat);
  out.minFilter = out.magFilter = THREE.LinearFilter;
  out.wrapS = map === 'circle' ? THREE.RepeatWrapping : THREE.ClampToEdgeWrapping;
  out.needsUpdate = true;
  textures[map] = out;
  return out;
}

/** Round numbers from low to high, no more than so many. */
export function ticksBetween(low, high, most = 6) {
  const ten = 10 ** Math.floor(Math.log10((high - low) / most)), out = [];
  const first = (s) => Math.ceil(low / s - 1e-6), last = (s) => Math.floor(high / s + 1e-6);
  const step = [1, 2, 2.5, 5, 10, 20].map((s) => s * ten).find((s) => last(s) - first(s) < most);
  for (let n = first(step); n <= last(step); n++) out.push(n === 0 ? 0 : n * step);
  return out;
}

/** A number for people: three or four digits. */
export function show(value, digits = 3) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) {
    const [m, e] = value.toExponential(digits - 1).split('e');
    return `${Number(m) === 1 ? '' : `${Number(m)}·`}10${[...String(Number(e))].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? '⁻').join('')}`;
  }
  return String(Number(value.toPrecision(digits)));
}

/** "m s-1" as people write it: "m/s". */
export function unitText(unit) {
  const known = {'m s-1': 'm/s', 'kg m-3': 'kg/m³', 'kg s m-3': 'kg s/m³', 'kg m-2': 'kg/m²',
    'm2 s-2': 'm²/s²', 'm2 s-3': 'm²/s³', 'm2 s-1': 'm²/s', 'kg m-1 s-2': 'Pa', 'W m-3': 'W/m³',
    degree: '°', 1: ''};
  return known[unit] ?? unit;
}

/** A value of a field with its unit, of a logarithmic one of log10; what is six decades below the largest may be less. */
export function valueText(field, v, {low, high}) {
  const unit = unitText(field.unit);
  if (Number.isNaN(v)) return 'none';
  if (!field.log) return `${show(v)} ${unit}`;
  return v < NOTHING ? `0 ${unit}` : `${v <= low + 0.01 && low < high - 5.99 ? '< ' : ''}${show(10 ** v)} ${unit}`;
}

/** What people call a field: its long name. */
export function titleOf(field) {
  return field.label.length > 60 ? field.name.replaceAll('_', ' ') : field.label;
}
