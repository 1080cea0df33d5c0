// Streamlines of the wind, along which light runs as fast as the air.
import * as THREE from 'three';

const vertex = /* glsl */`
  attribute vec3 other; // the next place along the line, or the one before at its end
  attribute vec4 info;  // side -1 or 1, time along the line (s), speed (m/s), offset 0 .. 1
  uniform vec2 screen;
  uniform float width;
  varying float at, speed, offset;
  void main() {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(other, 1.0);
    vec2 d = (b.xy / b.w - a.xy / a.w) * screen;
    float l = length(d);
    vec2 n = l > 1e-4 ? vec2(-d.y, d.x) / l : vec2(0.0);
    a.xy += n * abs(info.x) * sign(info.x) * width / screen * a.w;
    a.z -= 0.0006 * a.w;
    gl_Position = a;
    at = info.y;
    speed = info.z;
    offset = info.w;
  }`;
const fragment = /* glsl */`
  uniform sampler2D colours;
  uniform float now, period, plain, base, strength;
  uniform vec2 range;
  uniform vec3 ink;
  varying float at, speed, offset;
  void main() {
    float behind = fract((now - at) / period + offset);
    float tail = exp(-5.0 * behind) * smoothstep(0.0, 0.02, behind);
    float part = clamp((speed - range.x) / (range.y - range.x), 0.0, 1.0);
    vec3 colour = mix(texture(colours, vec2(part, 0.5)).rgb, ink, plain);
    float a = (base + (1.0 - base) * tail) * strength;
    if (a < 0.02) discard;
    gl_FragColor = vec4(colour, a);
  }`;

/** A generator of numbers 0 .. 1 that are the same every time. */
function dice(seed) {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6D2B79F5) >>> 0;
    let t = Math.imul(s ^ s >>> 15, 1 | s);
    t ^= t + Math.imul(t ^ t >>> 7, 61 | t);
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}

export class Streams {
  constructor() {
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry());
    this.mesh.visible = false;
    this.mesh.renderOrder = 4;
    this.mesh.frustumCulled = false;
    this.uniforms = {screen: {value: new THREE.Vector2(1, 1)}, width: {value: 1.5},
      colours: {value: null}, now: {value: 0}, period: {value: 1}, plain: {value: 1},
      base: {value: 0.1}, strength: {value: 1}, range: {value: new THREE.Vector2(0, 1)},
      ink: {value: new THREE.Color(1, 1, 1)}};
    this.mesh.material = new THREE.ShaderMaterial({vertexShader: vertex, fragmentShader: fragment,
      uniforms: this.uniforms, transparent: true, depthWrite: false, side: THREE.DoubleSide});
  }

  /** Draws `count` lines through places `height` above the ground; of a section across an axis, anywhere in
   * it, before its middle. fine: {cells, data} of a part of the domain, through which half of the lines go and
   * whose cells they follow there; null: none. */
  trace(cells, wind, ground, count, height, axis = null, fine = null) {
    const random = dice(7), out = [0, 0, 0], span = [0, 1].map((d) => cells.high[d] - cells.low[d]);
    const inFine = (x, y, z) => fine !== null && fine.cells.inside(x, y, z);
    const sample = (x, y, z) => (inFine(x, y, z) && fine.cells.sample(fine.data.values, x, y, z, out)) ||
      cells.sample(wind.values, x, y, z, out);
    const near = fine && Math.max(...[0, 1].map((d) => fine.cells.high[d] - fine.cells.low[d]));
    const size = Math.max(...span), lines = [];
    const speedScale = Math.max(wind.fastest, 1e-6);
    this.speed = speedScale;
    const go = (x, y, z, sign, most) => {
      const line = [];
      let time = 0;
      for (let n = 0; n < most; n++) {
        if (!sample(x, y, z)) break;
        const speed = Math.hypot(...out);
        if (speed < 0.005 * speedScale) break;
        line.push(x, y, z, time, Math.hypot(out[0], out[1]));
        const length = inFine(x, y, z) ? Math.min(Math.max(fine.cells.step[0], near / 400), near / 60) :
          Math.min(Math.max(cells.step[0], size / 400), size / 60);
        let dt = sign * length / speed;
        const mx = x + 0.5 * dt * out[0], my = y + 0.5 * dt * out[1], mz = z + 0.5 * dt * out[2];
        if (!sample(mx, my, mz)) break;
        const s2 = Math.hypot(...out);
        if (s2 < 0.005 * speedScale) break;
        dt = sign * length / s2;
        x += dt * out[0];
        y += dt * out[1];
        z += dt * out[2];
        if (ground && z < ground.at(x, y) + 0.05 * height) z = ground.at(x, y) + 0.05 * height;
        time += dt;
      }
      return line;
    };
    for (let n = 0; n < count; n++) {
      // Places of a Halton sequence leave neither gaps nor heaps.
      const from = fine && n % 2 === 1 ? fine.cells : cells, wide = [0, 1].map((d) => from.high[d] - from.low[d]);
      const place = [0, 1].map((d) => from.low[d] + (d === axis ? 0.1 : halton(n + 1, d + 2)) * wide[d]);
      const [x, y] = place, floor = ground ? ground.at(x, y) : cells.low[2];
      const z = axis === null ? floor + height * (0.6 + 0.8 * random()) :
        floor + halton(n + 1, 5) * (cells.high[2] - floor);
      const back = go(x, y, z, -1, 36), forth = go(x, y, z, 1, 60);
      const line = [];
      for (let i = back.length / 5 - 1; i > 0; i--) line.push(...back.slice(5 * i, 5 * i + 5));
      line.push(...forth);
      if (line.length >= 20) lines.push(line);
    }
    this.build(lines);
    this.lines = lines.length;
    this.natural = size / speedScale; // s, to cross the domain
    this.uniforms.period.value = 0.35 * this.natural;
  }

  build(lines) {
    const points = lines.reduce((sum, l) => sum + l.length / 5, 0);
    const position = new Float32Array(points * 6), other = new Float32Array(points * 6);
    const info = new Float32Array(points * 8), index = [];
    const random = dice(3);
    let at = 0;
    for (const line of lines) {
      const count = line.length / 5, offset = random();
      for (let i = 0; i < count; i++) {
        const last = i === count - 1, o = last ? i - 1 : i + 1;
        for (let side = 0; side < 2; side++) {
          const v = 2 * at + side;
          position.set(line.slice(5 * i, 5 * i + 3), 3 * v);
          other.set(line.slice(5 * o, 5 * o + 3), 3 * v);
          info.set([(side ? 1 : -1) * (last ? -1 : 1), line[5 * i + 3], line[5 * i + 4], offset],
            4 * v);
        }
        if (!last) index.push(2 * at, 2 * at + 1, 2 * at + 2, 2 * at + 1, 2 * at + 3, 2 * at + 2);
        at++;
      }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
    geometry.setAttribute('other', new THREE.BufferAttribute(other, 3));
    geometry.setAttribute('info', new THREE.BufferAttribute(info, 4));
    geometry.setIndex(index);
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}

function halton(n, base) {
  let out = 0, part = 1;
  while (n > 0) {
    part /= base;
    out += part * (n % base);
    n = Math.floor(n / base);
  }
  return out;
}
