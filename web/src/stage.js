// Camera, light, and when to draw.
import * as THREE from 'three';
import {OrbitControls} from 'three/addons/controls/OrbitControls.js';
import {show} from './colours.js';
import {mode} from './address.js';

/** Fewer pixels while frames take longer than a thirtieth of a second, and where that is not enough fewer steps of
 * the rays through clouds; all of them when nothing moves. */
class Pace {
  constructor(renderer, most) {
    Object.assign(this, {renderer, most, least: Math.min(most, 0.5), ratio: most, fast: 0, times: [], rest: 0, rays: 1});
    renderer.setPixelRatio(most);
  }

  use(ratio) {
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio);
  }

  /** A frame is drawn, `seconds` after the one before. */
  moves(seconds) {
    if (this.rest > 0) this.times = []; // there was none right before
    else this.times.push(seconds);
    this.rest = 0;
    const {length} = this.times;
    if (length >= 20 || (length >= 4 && this.times.reduce((sum, t) => sum + t) > 1)) {
      const usual = this.times.sort((a, b) => a - b)[length >> 1];
      this.times = [];
      this.fast = usual < 1 / 50 ? this.fast + 1 : 0;
      const coarsest = this.ratio === this.least;
      if (usual > 1 / 30) {
        if (coarsest) this.rays = Math.max(0.7 * this.rays, 0.3);
        this.ratio = Math.max(0.75 * this.ratio, this.least);
      } else if (this.fast % 20 === 19) { // not at once: to and fro
        if (this.rays < 1) this.rays = Math.min(1.1 * this.rays, 1);
        else this.ratio = Math.min(1.1 * this.ratio, this.most);
      }
    }
    this.use(this.ratio);
    this.steps = this.rays;
  }

  /** No frame is wanted: whether one with all pixels is to be drawn. */
  rests(seconds) {
    const before = this.rest;
    this.rest += seconds;
    if ((this.ratio === this.most && this.rays === 1) || before >= 0.4 || this.rest < 0.4) return false;
    this.use(this.most);
    this.steps = 1;
    return true;
  }
}

export class Stage {
  constructor(canvas, app) {
    this.app = app;
    this.canvas = canvas;
    try {
      this.renderer = new THREE.WebGLRenderer({canvas, antialias: mode !== 'plain', powerPreference: 'high-performance'});
    } catch {
      throw new Error('the browser offers no WebGL 2, with which the page draws');
    }
    // Without a graphics processor, or with #plain, less is drawn; #full: all the same.
    const info = this.renderer.getContext().getExtension('WEBGL_debug_renderer_info');
    const name = info ? this.renderer.getContext().getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
    this.plain = mode === 'plain' ||
      (mode !== 'full' && /swiftshader|llvmpipe|software/i.test(name));
    this.pace = new Pace(this.renderer, this.plain ? 0.5 : Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = !this.plain;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene = new THREE.Scene();
    this.world = new THREE.Group();
    this.scene.add(this.world);
    this.camera = new THREE.PerspectiveCamera(38, 1, 1, 1000);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !app.still;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.addEventListener('change', () => this.draw());
    this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8478, 1.7);
    this.sun = new THREE.DirectionalLight(0xfff4e2, 2.1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.sides = ['home', 'top', 'south', 'west', 'north', 'east']; // that have something to show
    this.frames = []; // functions that are told the seconds since the last frame; true: again
    this.convergence = 0; // of the grid, degrees: the arrow shows where true north is
    this.dirty = 2;
    this.drawn = 0;
    addEventListener('resize', () => this.resize());
    this.compass = document.querySelector('#compass svg');
    this.resize();
    this.last = performance.now();
    const loop = (now) => {
      requestAnimationFrame(loop);
      const seconds = (now - this.last) / 1000;
      this.last = now;
      this.frame(Math.min(seconds, 0.1), seconds);
    };
    requestAnimationFrame(loop);
  }

  draw() { this.dirty = 2; }

  /** seconds: since the last call, and not limited. */
  frame(seconds, since) {
    if (this.held) return; // while a picture is taken
    for (const f of this.frames) if (f(seconds)) this.dirty = Math.max(this.dirty, 1);
    this.controls.update();
    if (document.hidden) return;
    if (this.dirty > 0) this.pace.moves(since);
    else if (!this.pace.rests(since)) return;
    this.dirty--;
    const before = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
    this.cost = performance.now() - before;
    const d = this.camera.position.clone().sub(this.controls.target);
    const angle = Math.atan2(d.x, -d.y) * 180 / Math.PI - this.convergence;
    this.compass.style.transform = `rotate(${angle.toFixed(1)}deg)`;
    this.app.scale?.update();
  }

  /** What a frame asks of the graphics processor: pieces, triangles, points, bytes of textures, and steps of rays if
   * a cloud covers the window. For tests, and for those who wonder. */
  load() {
    const out = {calls: 0, triangles: 0, points: 0, lines: 0, bytes: 0, steps: 0}, textures = new Set();
    this.scene.traverseVisible((o) => {
      const {geometry, material} = o;
      if (!geometry?.attributes?.position) return;
      const drawn = Math.min(geometry.index?.count ?? geometry.attributes.position.count, geometry.drawRange.count);
      out.calls++;
      if (o.isPoints) out.points += drawn;
      else if (o.isLineSegments) out.lines += drawn / 2;
      else out.triangles += drawn / 3;
      for (const u of Object.values(material.uniforms ?? {})) if (u.value?.isTexture) textures.add(u.value);
      if (material.map) textures.add(material.map);
      out.steps += (material.uniforms?.steps?.value ?? 0) * innerWidth * innerHeight * this.renderer.getPixelRatio() ** 2;
    });
    for (const t of textures) out.bytes += t.image?.data?.byteLength ?? 0;
    return out;
  }

  resize() {
    const width = innerWidth, height = innerHeight;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // The panel covers part of the width: what is shown is moved aside.
    this.camera.setViewOffset(width, height, -this.covered() / 2, 0, width, height);
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Pixels of the width that the panel covers; where there is no room beside it, it is above. */
  covered() { return innerWidth > 820 ? 276 : innerWidth > 480 ? 222 : 0; }

  /** The middle of what no panel covers, in pixels of the window. */
  middle() { return [(innerWidth + this.covered()) / 2, innerHeight / 2]; }

  theme(dark) {
    this.scene.background = new THREE.Color(dark ? 0x12161c : 0xe9edf1);
    this.sky.intensity = dark ? 1.15 : 1.7;
    this.sun.intensity = dark ? 1.6 : 2.1;
  }

  /** Camera and light for boxes {low, high} in metres. */
  fit(boxes) {
    const box = new THREE.Box3();
    for (const b of boxes)
      box.expandByPoint(new THREE.Vector3(...b.low)).expandByPoint(new THREE.Vector3(...b.high));
    if (box.isEmpty()) box.set(new THREE.Vector3(), new THREE.Vector3(1, 1, 1));
    this.box = box;
    this.size = Math.max(box.max.x - box.min.x, box.max.y - box.min.y, 1.3 * (box.max.z - box.min.z), 1e-6);
    this.centre = box.getCenter(new THREE.Vector3());
    this.camera.near = this.size * 0.004;
    this.camera.far = this.size * 12;
    this.controls.minDistance = this.size * 0.01;
    this.controls.maxDistance = this.size * 6;
    this.light();
    this.resize();
    this.preset('home');
  }

  light() {
    const {size, centre} = this, s = this.world.scale.z;
    this.sun.position.set(centre.x - 0.55 * size, centre.y - 0.35 * size,
      (this.box.min.z) * s + 0.9 * size);
    this.sun.target.position.set(centre.x, centre.y, this.box.min.z * s);
    const c = this.sun.shadow.camera, r = 0.78 * size;
    Object.assign(c, {left: -r, right: r, top: r, bottom: -r, near: size * 0.05, far: size * 3});
    c.updateProjectionMatrix();
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = size / 2500;
    this.renderer.shadowMap.needsUpdate = true;
  }

  stretch(factor) {
    this.world.scale.z = factor;
    this.world.updateMatrixWorld(true);
    this.light();
    this.draw();
  }

  preset(name) {
    if (!this.sides.includes(name)) return;
    const {centre, box} = this, s = this.world.scale.z;
    const from = {home: this.home ?? [-0.62, -1.2, 0.92], top: [0, -0.001, 1], south: [0, -1, 0.31],
      north: [0, 1, 0.31], west: [-1, 0, 0.31], east: [1, 0, 0.31]}[name];
    const target = new THREE.Vector3(centre.x, centre.y, centre.z * s);
    const way = new THREE.Vector3(...from).normalize();
    const right = this.camera.up.clone().cross(way).normalize(), up = way.clone().cross(right);
    let distance = this.size;
    for (let n = 0; n < 4; n++) { // what is near is seen larger: the middle of the picture is not that of the box
      const seen = this.extent(target, way, right, up, distance, box, s);
      target.addScaledVector(right, seen.middle[0] * distance).addScaledVector(up, seen.middle[1] * distance);
      distance = this.extent(target, way, right, up, distance, box, s).distance;
    }
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(way, distance);
    this.controls.update();
    this.app.say(`Camera: ${name}`);
    this.draw();
  }

  /** Where the middle of the box is seen from a distance, and from how far all of it is seen in the part of
   * the window that no panel covers. */
  extent(target, way, right, up, from, box, s) {
    const tall = Math.tan(this.camera.fov * Math.PI / 360);
    const wide = 0.93 * tall * (innerWidth - (this.covered() && this.covered() + 24)) / innerHeight;
    const covered = this.home ? 230 : 150; // pixels: an upright plane reaches down to the legend
    const open = tall * Math.max(1 - covered / innerHeight, 0.5), ends = [[], []];
    let distance = 0;
    for (let n = 0; n < 8; n++) {
      const p = new THREE.Vector3(n & 1 ? box.max.x : box.min.x, n & 2 ? box.max.y : box.min.y,
        s * (n & 4 ? box.max.z : box.min.z)).sub(target);
      const x = p.dot(right), y = p.dot(up), nearer = p.dot(way), depth = Math.max(from - nearer, 0.1 * from);
      ends[0].push(x / depth);
      ends[1].push(y / depth);
      distance = Math.max(distance, nearer + Math.max(Math.abs(x) / wide, Math.abs(y) / open));
    }
    return {distance, middle: ends.map((e) => 0.5 * (Math.min(...e) + Math.max(...e)))};
  }

  /** Turns by degrees, or comes nearer by a factor. */
  move(turn, tilt, nearer = 1) {
    const d = this.camera.position.clone().sub(this.controls.target);
    const s = new THREE.Spherical().setFromVector3(new THREE.Vector3(d.x, d.z, -d.y));
    s.theta += turn * Math.PI / 180;
    s.phi = Math.min(Math.max(s.phi + tilt * Math.PI / 180, 0.01), this.controls.maxPolarAngle);
    s.radius = Math.min(Math.max(s.radius * nearer, this.controls.minDistance), this.controls.maxDistance);
    const v = new THREE.Vector3().setFromSpherical(s);
    this.camera.position.set(v.x, -v.z, v.y).add(this.controls.target);
    this.controls.update();
    this.draw();
  }

  /** A ray through a place of the window. */
  ray(x, y) {
    this.camera.updateMatrixWorld(true);
    this.world.updateMatrixWorld(true);
    const r = this.canvas.getBoundingClientRect(), caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((x - r.left) / r.width * 2 - 1,
      1 - (y - r.top) / r.height * 2), this.camera);
    return caster;
  }

  /** A length or a height as people write it. */
  metres(value, digits = 4) {
    const size = Math.abs(value);
    const [by, unit] = size >= 1000 ? [1e-3, 'km'] : size >= 0.1 || size === 0 ? [1, 'm'] :
      size >= 1e-4 ? [1e3, 'mm'] : [1e6, 'µm'];
    return `${show(value * by, digits)} ${unit}`;
  }

  /** A coordinate, to a thousandth of what is seen but no finer than is of use. */
  place(value) {
    return `${value.toFixed(Math.max(1, 1 - Math.floor(Math.log10(this.size / 100))))} m`;
  }
}
