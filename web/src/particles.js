// All particles at some times: dots, on the graphics processor between one time and the next.
import * as THREE from 'three';
import {block, whole} from './data.js';
import {pairs} from './pairs.js';
import {dotFragment} from './trajectories.js';

const vertex = /* glsl */`
  attribute vec3 next;
  attribute vec3 tones; // colour now and at the next time, 0 .. 1; 0: at both, -1: comes, 1: goes
  uniform float size, ratio, at; // pixels of the page; those of the screen for each; 0 .. 1 of the way
  varying float part;
  void main() {
    part = mix(tones.x, tones.y, at);
    vec4 v = modelViewMatrix * vec4(mix(position, next, at), 1.0);
    bool away = tones.z < -0.5 ? at < 0.5 : tones.z > 0.5 && at >= 0.5;
    gl_Position = away ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * v;
    gl_PointSize = size * ratio;
  }`;

export class Particles {
  constructor(source, origin) {
    this.source = source;
    this.origin = origin;
    this.uniforms = {size: {value: 2.5}, ratio: {value: 1}, at: {value: 0}, colours: {value: null}, opacity: {value: 0.85}};
    this.dots = new THREE.Points(new THREE.BufferGeometry(), new THREE.ShaderMaterial({vertexShader: vertex,
      fragmentShader: dotFragment, uniforms: this.uniforms, transparent: true, depthWrite: false}));
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 6;
  }

  /** The particles at a record: {place: three arrays, id, tone: numbers of a field}. */
  async load(record, field) {
    const {source, origin} = this, get = (name) => block(source.index, name, record, source.level);
    const has = (name) => source.fields.some((f) => f.name === name);
    const [places, id, tone] = await Promise.all([get('places'), has('id') ? get('id') : null,
      field === 'altitude' ? null : get(field)]);
    const place = places.value.map((v, d) => {
      const shift = places.low[d] - origin[d];
      return v.map((x) => x + shift);
    });
    return {record, place, id: id?.number ?? Int32Array.from(place[0], (_, n) => n),
      tone: tone ? whole({...tone, value: tone.value.map((v) => v.slice())}).value[0] : place[2]};
  }

  /** Where a dot is now; null: it is not drawn. */
  where(n, out) {
    const {position, next, tones} = this.dots.geometry.attributes, at = this.uniforms.at.value, way = tones.array[3 * n + 2];
    if (way < 0 ? at < 0.5 : way > 0 && at >= 0.5) return null;
    out.fromArray(position.array, 3 * n);
    return out.set(...['x', 'y', 'z'].map((axis, d) => out[axis] + at * (next.array[3 * n + d] - out[axis])));
  }

  /** Draws the way from one time to another, which may be the same; range: ends of the colours. */
  set(now, next, range) {
    const all = now === next ? null : pairs(now.id, next.id), count = all?.length ?? now.id.length;
    const position = new Float32Array(3 * count), after = new Float32Array(3 * count), tones = new Float32Array(3 * count);
    const scale = 1 / (range[1] - range[0] || 1);
    this.id = new Int32Array(count);
    for (let n = 0; n < count; n++) {
      const [a, b] = all?.[n] ?? [n, n], from = a < 0 ? next : now, to = b < 0 ? now : next;
      const i = a < 0 ? b : a, j = b < 0 ? a : b;
      for (let d = 0; d < 3; d++) {
        position[3 * n + d] = from.place[d][i];
        after[3 * n + d] = to.place[d][j];
      }
      this.id[n] = from.id[i];
      tones[3 * n] = (from.tone[i] - range[0]) * scale;
      tones[3 * n + 1] = (to.tone[j] - range[0]) * scale;
      tones[3 * n + 2] = a < 0 ? -1 : b < 0 ? 1 : 0;
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
    geometry.setAttribute('next', new THREE.BufferAttribute(after, 3));
    geometry.setAttribute('tones', new THREE.BufferAttribute(tones, 3));
    this.dots.geometry.dispose();
    this.dots.geometry = geometry;
  }
}
