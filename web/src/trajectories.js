// Particle trajectories: dots with tails, linear between samples.
import * as THREE from 'three';
import {block, whole} from './data.js';

const dotVertex = /* glsl */`
  attribute float tone;
  uniform float size, ratio; // pixels of the page; those of the screen for each
  varying float part;
  void main() {
    part = tone;
    vec4 v = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * v;
    gl_PointSize = size * ratio;
  }`;
export const dotFragment = /* glsl */`
  uniform sampler2D colours;
  uniform float opacity;
  varying float part;
  void main() {
    float r = length(gl_PointCoord - 0.5) * 2.0;
    if (r > 1.0) discard;
    gl_FragColor = vec4(texture(colours, vec2(clamp(part, 0.0, 1.0), 0.5)).rgb,
      opacity * (1.0 - smoothstep(0.6, 1.0, r)));
  }`;
const tailVertex = /* glsl */`
  attribute vec2 info; // time (s), colour 0 .. 1
  varying vec2 at;
  void main() {
    at = info;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;
const tailFragment = /* glsl */`
  uniform sampler2D colours;
  uniform float now, tail;
  varying vec2 at;
  void main() {
    float behind = (now - at.x) / tail;
    if (behind < 0.0 || behind > 1.0) discard;
    gl_FragColor = vec4(texture(colours, vec2(at.y, 0.5)).rgb, 0.5 * (1.0 - behind));
  }`;

export class Trajectories {
  static async load(source, origin) {
    const w = new Trajectories();
    w.source = source;
    w.count = source.trajectories;
    w.samples = source.samples;
    w.time = source.times;
    const places = await block(source.index, 'places');
    w.place = places.value.map((v, d) => {
      const shift = places.low[d] - origin[d];
      return v.map((x) => x + shift);
    });
    w.tones = {};
    for (const name of ['speed', 'diameter'])
      if (source.fields.some((f) => f.name === name))
        w.tones[name] = whole({...await block(source.index, name)});
    const altitude = w.place[2];
    let low = Infinity, high = -Infinity;
    for (const z of altitude) if (z === z) { low = Math.min(low, z); high = Math.max(high, z); }
    w.tones.altitude = {value: [altitude], low: [low], high: [high]};
    w.shift = origin[2];
    w.build();
    return w;
  }

  build() {
    const dots = new THREE.BufferGeometry();
    dots.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * this.count), 3));
    dots.setAttribute('tone', new THREE.BufferAttribute(new Float32Array(this.count), 1));
    this.uniforms = {size: {value: 4}, ratio: {value: 1}, colours: {value: null}, opacity: {value: 0.9}};
    this.dots = new THREE.Points(dots, new THREE.ShaderMaterial({vertexShader: dotVertex,
      fragmentShader: dotFragment, uniforms: this.uniforms, transparent: true, depthWrite: false}));
    this.tailUniforms = {colours: {value: null}, now: {value: 0}, tail: {value: 1}};
    this.tails = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.ShaderMaterial({
      vertexShader: tailVertex, fragmentShader: tailFragment, uniforms: this.tailUniforms,
      transparent: true, depthWrite: false}));
    this.group = new THREE.Group();
    this.group.add(this.dots, this.tails);
    for (const o of [this.dots, this.tails]) { o.frustumCulled = false; o.renderOrder = 6; }
    const span = Math.abs(this.time.at(-1) - this.time[0]) || 1;
    this.tailUniforms.tail.value = span * Math.max(0.04, 3 / this.samples);
  }

  tone(p, s) {
    const t = this.tones[this.colouring];
    return t.value[0][t.value[0].length === this.count ? p : p * this.samples + s];
  }

  /** Colours of the particles: speed, altitude or diameter; range: of the numbers. */
  colour(name, texture, range) {
    this.colouring = name;
    this.range = range;
    this.uniforms.colours.value = this.tailUniforms.colours.value = texture;
    const position = [], info = [], scale = 1 / (range[1] - range[0] || 1);
    const [x, y, z] = this.place;
    const every = Math.max(1, Math.ceil(this.count * this.samples / 600000));
    for (let p = 0; p < this.count; p += every)
      for (let s = 1; s < this.samples; s++) {
        const b = p * this.samples + s, a = b - 1;
        if (x[a] !== x[a] || x[b] !== x[b]) continue;
        const tone = Math.min(Math.max((this.tone(p, s) - range[0]) * scale, 0), 1);
        position.push(x[a], y[a], z[a], x[b], y[b], z[b]);
        info.push(this.time[s - 1], tone, this.time[s], tone);
      }
    // Times are taken from the first, so that single precision is enough.
    for (let n = 0; n < info.length; n += 2) info[n] -= this.time[0];
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
    geometry.setAttribute('info', new THREE.Float32BufferAttribute(info, 2));
    this.tails.geometry.dispose();
    this.tails.geometry = geometry;
  }

  /** Shows a time, s as in the file; returns how many particles are on their way. */
  show(time) {
    const rising = this.time.at(-1) >= this.time[0];
    let s = 0;
    while (s < this.samples - 1 && (rising ? this.time[s + 1] <= time : this.time[s + 1] >= time)) s++;
    const next = Math.min(s + 1, this.samples - 1);
    const gap = this.time[next] - this.time[s];
    const part = gap !== 0 ? Math.min(Math.max((time - this.time[s]) / gap, 0), 1) : 0;
    const position = this.dots.geometry.attributes.position.array;
    const tone = this.dots.geometry.attributes.tone.array;
    const scale = 1 / (this.range[1] - this.range[0] || 1), [x, y, z] = this.place;
    let shown = 0;
    this.who ??= new Int32Array(this.count); // by the dots that are drawn
    for (let p = 0; p < this.count; p++) {
      const a = p * this.samples + s, b = p * this.samples + next;
      if (x[a] !== x[a]) continue;
      const f = x[b] === x[b] ? part : 0, g = 1 - f, m = x[b] === x[b] ? b : a;
      this.who[shown] = p;
      position[3 * shown] = g * x[a] + f * x[m];
      position[3 * shown + 1] = g * y[a] + f * y[m];
      position[3 * shown + 2] = g * z[a] + f * z[m];
      tone[shown++] = (this.tone(p, s) - this.range[0]) * scale;
    }
    this.dots.geometry.setDrawRange(0, shown);
    this.dots.geometry.attributes.position.needsUpdate = true;
    this.dots.geometry.attributes.tone.needsUpdate = true;
    this.tailUniforms.now.value = time - this.time[0];
    this.sample = part < 0.5 ? s : next;
    return shown;
  }
}
