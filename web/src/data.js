// Manifest and blocks: from elements of this page, or from the server that gave it.
// src/output/view/block.c says how a block is made.

const element = document.getElementById('simoom-manifest');
export const embedded = element !== null;

/** An answer of the server; one that asks for a token gets that of the session (desk/api.js). */
export async function ask(path, options = {}) {
  const token = sessionStorage.getItem('simoom-token');
  if (token) options.headers = {...options.headers, Authorization: `Bearer ${token}`};
  return fetch(path, options);
}

export async function manifest() {
  if (embedded) return JSON.parse(element.textContent);
  const answer = await ask('manifest.json');
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function bytesOf(name) {
  if (!embedded) {
    const route = name.split('/').length > 4 ? 'box/' : 'block/'; // a part of the cells, or all
    const answer = await ask(route + name);
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
  const script = document.querySelector(`script[data-block="${name}"]`);
  if (!script) throw new Error(`the page lacks ${name}`);
  const text = atob(script.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A block of another folder of the server: "map/block/0/terrain/0/0". */
export async function readBlock(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return decode(await inflate(new Uint8Array(await answer.arrayBuffer())));
}

/** Numbers of a block: {value: [Float32Array...], low: [...], high: [...]}, NaN where there is none;
 * places keep their doubles' offset in `low`. Whole numbers: {number: Int32Array}. */
export function decode(raw) {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  if (raw[0] !== 0x53 || raw[1] !== 0x56) throw new Error('damaged block');
  const bits = raw[2], components = raw[3], count = view.getUint32(4, true);
  let at = 8 + 16 * components;
  if (bits === 32) {
    const number = new Int32Array(count);
    let before = 0;
    for (let i = 0; i < count; i++) {
      before = (before + (raw[at + i] | raw[at + count + i] << 8 | raw[at + 2 * count + i] << 16 |
        raw[at + 3 * count + i] << 24)) | 0;
      number[i] = before;
    }
    return {number};
  }
  const out = {value: [], low: [], high: []};
  const most = 2 ** bits - 1;
  for (let c = 0; c < components; c++) {
    const low = view.getFloat64(8 + 16 * c, true), high = view.getFloat64(16 + 16 * c, true);
    const step = (high - low) / (most - 1);
    const value = new Float32Array(count);
    let code = 0;
    for (let i = 0; i < count; i++) {
      code = (code + (bits === 8 ? raw[at + i] : raw[at + i] | raw[at + count + i] << 8)) & most;
      value[i] = code === 0 ? NaN : (code - 1) * step; // above `low`: few digits are enough
    }
    at += count * bits / 8;
    out.value.push(value);
    out.low.push(low);
    out.high.push(high);
  }
  return out;
}

/** The same with `low` added, for numbers that are no places. */
export function whole(block) {
  block.value.forEach((value, c) => {
    const low = block.low[c];
    for (let i = 0; i < value.length; i++) value[i] += low;
  });
  return block;
}

const kept = new Map(); // name -> promise
const MOST_KEPT = 24, MOST_VALUES = 6e7;

/** Blocks are read anew: what they hold is of another state of a run. */
export function forget() { kept.clear(); }

/** A block by its name; the last ones asked for are kept. */
export function block(source, name, record = 0, level = 0) {
  const key = `${source}/${name}/${record}/${level}`;
  let promise = kept.get(key);
  kept.delete(key);
  if (!promise) {
    promise = bytesOf(key).then(inflate).then(decode);
    promise.then((data) => { promise.values = data.value?.reduce((sum, v) => sum + v.length, 0) ?? 0; },
      () => kept.delete(key));
  }
  kept.set(key, promise);
  const values = () => [...kept.values()].reduce((sum, p) => sum + (p.values ?? 0), 0);
  while (kept.size > MOST_KEPT || (kept.size > 2 && values() > MOST_VALUES)) kept.delete(kept.keys().next().value);
  return promise;
}
