// Ground and buildings.
import * as THREE from 'three';
import {loadMap} from './grid.js';
import {niceAbove} from './range.js';

const MOST_TRIANGLES = 1600000; // of buildings

/** Heights of ground and roofs over the columns of a source, metres from the origin. */
export class Ground {
  static async load(source, origin) {
    const g = new Ground();
    const has = (name) => source.fields.some((f) => f.name === name);
    const terrain = await loadMap(source, 'terrain');
    const building = has('building_height') ? await loadMap(source, 'building_height') : null;
    g.nx = terrain.nx;
    g.ny = terrain.ny;
    g.low = [source.x[0] - origin[0], source.y[0] - origin[1]];
    g.high = [source.x[1] - origin[0], source.y[1] - origin[1]];
    g.step = [0, 1].map((d) => (g.high[d] - g.low[d]) / source.n[d] * source.mapBy);
    g.terrain = terrain.value.map((z) => z - origin[2]);
    g.building = building ? building.value.map((h) => (h > 0 ? h : 0)) :
      new Float32Array(g.terrain.length);
    g.least = Infinity;
    g.most = -Infinity;
    g.roof = -Infinity;
    g.built = 0;
    for (let c = 0; c < g.terrain.length; c++) {
      g.least = Math.min(g.least, g.terrain[c]);
      g.most = Math.max(g.most, g.terrain[c]);
      g.roof = Math.max(g.roof, g.terrain[c] + g.building[c]);
      g.built += g.building[c] > 0;
    }
    const half = new Uint16Array(g.terrain.length);
    for (let c = 0; c < half.length; c++)
      half[c] = THREE.DataUtils.toHalfFloat(g.terrain[c] + g.building[c]);
    g.texture = new THREE.DataTexture(half, g.nx, g.ny, THREE.RedFormat, THREE.HalfFloatType);
    g.texture.minFilter = g.texture.magFilter = THREE.LinearFilter;
    g.texture.unpackAlignment = 1;
    g.texture.needsUpdate = true;
    return g;
  }

  /** Where something is built, for slices that would hide it: {houses, built}; empty without buildings. */
  houses() {
    if (this.built === 0) return {};
    if (!this.plan) {
      this.plan = new THREE.DataTexture(Uint8Array.from(this.building, (h) => (h > 0 ? 255 : 0)), this.nx, this.ny, THREE.RedFormat);
      this.plan.unpackAlignment = 1;
      this.plan.needsUpdate = true;
    }
    return {houses: this.plan, built: new THREE.Vector4(...this.low, this.nx * this.step[0], this.ny * this.step[1])};
  }

  /** Height of the ground, linear between columns. */
  at(x, y) { return this.mix(this.terrain, x, y); }

  mix(map, x, y) {
    const fx = Math.min(Math.max((x - this.low[0]) / this.step[0] - 0.5, 0), this.nx - 1);
    const fy = Math.min(Math.max((y - this.low[1]) / this.step[1] - 0.5, 0), this.ny - 1);
    const i = Math.min(Math.floor(fx), Math.max(this.nx - 2, 0));
    const j = Math.min(Math.floor(fy), Math.max(this.ny - 2, 0));
    const a = fx - i, b = fy - j;
    const v = (di, dj) =>
      map[Math.min(j + dj, this.ny - 1) * this.nx + Math.min(i + di, this.nx - 1)];
    return (v(0, 0) * (1 - a) + v(1, 0) * a) * (1 - b) + (v(0, 1) * (1 - a) + v(1, 1) * a) * b;
  }

  /** The value of a map in the column of a place. */
  near(map, x, y) {
    const i = Math.min(Math.max(Math.floor((x - this.low[0]) / this.step[0]), 0), this.nx - 1);
    const j = Math.min(Math.max(Math.floor((y - this.low[1]) / this.step[1]), 0), this.ny - 1);
    return map[j * this.nx + i];
  }

  roofAt(x, y) {
    const i = Math.floor((x - this.low[0]) / this.step[0]);
    const j = Math.floor((y - this.low[1]) / this.step[1]);
    if (i < 0 || j < 0 || i >= this.nx || j >= this.ny) return 0;
    return this.building[j * this.nx + i];
  }

  /** Lowest and highest ground of a part of the domain. */
  ends(low, high) {
    const at = (d, v, n) => Math.min(Math.max(Math.floor((v - this.low[d]) / this.step[d]), 0), n - 1);
    let least = Infinity, most = -Infinity;
    for (let j = at(1, low[1], this.ny); j <= at(1, high[1], this.ny); j++)
      for (let i = at(0, low[0], this.nx); i <= at(0, high[0], this.nx); i++) {
        least = Math.min(least, this.terrain[j * this.nx + i]);
        most = Math.max(most, this.terrain[j * this.nx + i]);
      }
    return [least, most];
  }

  /** A surface over a part of the domain, `above` the ground, of at most most x most quads. */
  surface(most, above = 0, {low, high} = this) {
    const flat = this.most - this.least < 1e-3;
    const mx = flat ? 1 : Math.min(this.nx, most), my = flat ? 1 : Math.min(this.ny, most);
    const geometry = new THREE.PlaneGeometry(1, 1, mx, my);
    const p = geometry.attributes.position;
    for (let n = 0; n < p.count; n++) {
      const x = low[0] + (p.getX(n) + 0.5) * (high[0] - low[0]);
      const y = low[1] + (p.getY(n) + 0.5) * (high[1] - low[1]);
      p.setXYZ(n, x, y, this.at(x, y) + above);
    }
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    return geometry;
  }

  /** Sides of the block of ground that one sees at the edges. */
  skirt(depth) {
    const positions = [];
    const bottom = this.least - depth;
    const edge = (ax, ay, bx, by, parts) => {
      for (let n = 0; n < parts; n++) {
        const at = (t) => [ax + (bx - ax) * t, ay + (by - ay) * t];
        const [x0, y0] = at(n / parts), [x1, y1] = at((n + 1) / parts);
        const z0 = this.at(x0, y0), z1 = this.at(x1, y1);
        positions.push(x0, y0, bottom, x1, y1, bottom, x1, y1, z1, x0, y0, bottom, x1, y1, z1,
          x0, y0, z0);
      }
    };
    const flat = this.most - this.least < 1e-3;
    const px = flat ? 1 : Math.min(this.nx, 300), py = flat ? 1 : Math.min(this.ny, 300);
    edge(this.low[0], this.low[1], this.high[0], this.low[1], px);
    edge(this.high[0], this.low[1], this.high[0], this.high[1], py);
    edge(this.high[0], this.high[1], this.low[0], this.high[1], px);
    edge(this.low[0], this.high[1], this.low[0], this.low[1], py);
    return mesh(positions);
  }

  /** Roofs and walls; of very many columns of different heights coarser ones, so that they can be drawn. */
  buildings() {
    for (let by = 1; ; by *= 2) {
      const positions = this.walls(by);
      if (positions.length <= 9 * MOST_TRIANGLES || by >= 8) return mesh(positions);
    }
  }

  /** Corners of triangles: by x by columns are one, of the tallest; rows of columns of one height are joined. */
  walls(by) {
    const positions = [], nx = Math.ceil(this.nx / by), ny = Math.ceil(this.ny / by), step = this.step.map((s) => s * by);
    const grain = by * Math.min(0.1, 1e-3 * Math.max(this.high[0] - this.low[0], this.high[1] - this.low[1]));
    const top = new Float32Array(nx * ny).fill(NaN);
    for (let c = 0; c < this.building.length; c++) {
      if (!(this.building[c] > 0)) continue;
      const to = Math.floor(Math.floor(c / this.nx) / by) * nx + Math.floor(c % this.nx / by);
      const z = Math.round((this.terrain[c] + this.building[c]) / grain) * grain;
      if (!(top[to] >= z)) top[to] = z;
    }
    const px = (i) => Math.min(this.low[0] + i * step[0], this.high[0]);
    const py = (j) => Math.min(this.low[1] + j * step[1], this.high[1]);
    const get = (i, j) => (i < 0 || j < 0 || i >= nx || j >= ny ? NaN : top[j * nx + i]);
    const ground = (i, j) => this.terrain[Math.min(Math.max(j * by, 0), this.ny - 1) * this.nx +
      Math.min(Math.max(i * by, 0), this.nx - 1)];
    const same = (a, b) => a === b || (a !== a && b !== b);
    const quad = (a, b, c, d) => positions.push(...a, ...b, ...c, ...a, ...c, ...d);
    for (let j = 0; j < ny; j++)
      for (let i = 0, e; i < nx; i = e) {
        const z = get(i, j);
        for (e = i + 1; e < nx && same(get(e, j), z);) e++;
        if (z === z)
          quad([px(i), py(j), z], [px(e), py(j), z], [px(e), py(j + 1), z], [px(i), py(j + 1), z]);
      }
    // Walls between neighbours a and b of a line, along which runs of the same pair are joined.
    const walls = (lines, length, pair, corner) => {
      for (let l = 0; l <= lines; l++)
        for (let n = 0, e; n < length; n = e) {
          const [a, b, g] = pair(l, n);
          let lowest = g;
          for (e = n + 1; e < length; e++) {
            const [a2, b2, g2] = pair(l, e);
            if (!same(a, a2) || !same(b, b2)) break;
            lowest = Math.min(lowest, g2);
          }
          if (same(a, b)) continue;
          const za = a === a ? a : lowest - 10 * grain, zb = b === b ? b : lowest - 10 * grain;
          const low = Math.min(za, zb), high = Math.max(za, zb);
          const p = corner(l, n), q = corner(l, e);
          if (za > zb) quad([...q, low], [...p, low], [...p, high], [...q, high]);
          else quad([...p, low], [...q, low], [...q, high], [...p, high]);
        }
    };
    walls(ny, nx, (l, n) => [get(n, l - 1), get(n, l), Math.min(ground(n, l - 1), ground(n, l))],
      (l, n) => [px(n), py(l)]);
    walls(nx, ny, (l, n) => [get(l, n), get(l - 1, n), Math.min(ground(l, n), ground(l - 1, n))],
      (l, n) => [px(l), py(n)]);
    return positions;
  }
}

function mesh(positions) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Material of the ground: contour lines where there is relief, a grid of lines where not. */
export function groundMaterial(ground) {
  const relief = ground.most - ground.least;
  const size = Math.max(ground.high[0] - ground.low[0], ground.high[1] - ground.low[1]);
  const contours = relief > 0.01 * size;
  const material = new THREE.MeshLambertMaterial({side: THREE.DoubleSide});
  material.userData.step = contours ? niceAbove(relief / 15) : niceAbove(size / 12);
  material.userData.contours = contours;
  material.userData.tint = {value: contours ? 1 : 0};
  material.userData.line = {value: new THREE.Color(0x000000)};
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, {lineStep: {value: material.userData.step},
      relief: {value: new THREE.Vector2(ground.least, Math.max(relief, 1e-3))},
      tint: material.userData.tint, lineColour: material.userData.line});
    shader.vertexShader = shader.vertexShader.replace('#include <common>',
      '#include <common>\nvarying vec3 local;').replace('#include <begin_vertex>',
      '#include <begin_vertex>\nlocal = position;');
    shader.fragmentShader = shader.fragmentShader.replace('#include <common>',
      `#include <common>
       varying vec3 local;
       uniform float lineStep, tint;
       uniform vec2 relief;
       uniform vec3 lineColour;
       float lineAt(float v) {
         float w = fwidth(v);
         float d = abs(fract(v - 0.5) - 0.5);
         return (1.0 - smoothstep(0.0, 1.2, d / max(w, 1e-6))) * (1.0 - smoothstep(0.25, 0.6, w));
       }`).replace('#include <color_fragment>',
      `#include <color_fragment>
       float part = clamp((local.z - relief.x) / relief.y, 0.0, 1.0);
       vec3 hue = mix(vec3(0.90, 1.02, 0.86), mix(vec3(1.06, 1.0, 0.88), vec3(1.08, 1.06, 1.05),
         smoothstep(0.45, 1.0, part)), smoothstep(0.0, 0.55, part));
       diffuseColor.rgb *= mix(vec3(1.0), hue, tint);
       float l = ${contours ? 'lineAt(local.z / lineStep)' :
    'max(lineAt(local.x / lineStep), lineAt(local.y / lineStep))'};
       diffuseColor.rgb = mix(diffuseColor.rgb, lineColour, 0.25 * l);`);
  };
  return material;
}
