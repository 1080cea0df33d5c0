// A particle that was chosen by a click or a key: its values, in time, and a ring round it.
import * as THREE from 'three';
import {make} from './ui.js';

const NEAR = 7; // pixels within which a click means a particle

/** A ring of a few pixels. */
function ring() {
  const canvas = make('canvas', {width: 64, height: 64}), pen = canvas.getContext('2d');
  pen.lineWidth = 8;
  pen.strokeStyle = '#e8590c';
  pen.arc(32, 32, 26, 0, 2 * Math.PI);
  pen.stroke();
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3), 3));
  const points = new THREE.Points(geometry, new THREE.PointsMaterial({size: 22, sizeAttenuation: false,
    map: new THREE.CanvasTexture(canvas), transparent: true, depthTest: false}));
  points.frustumCulled = points.visible = false;
  points.renderOrder = 10;
  return points;
}

export class Chosen {
  /** particles: {drawn: whether they are, many: of those that are drawn, where(n, out): a place, known(n): by which one
   * is known, find(key): its n, -1 where it is not in the air, about(n): a promise of rows [name, text]}. */
  constructor(app, particles) {
    Object.assign(this, {app, particles, key: null, ring: ring(), tried: new Set()});
    this.box = document.getElementById('readout');
    app.stage.world.add(this.ring);
  }

  /** The nearest to a place of the window that is no farther than so many pixels; null: none. */
  nearest(x, y, most, not = new Set()) {
    const {app, particles} = this, {stage} = app, out = new THREE.Vector3();
    const screen = stage.camera.projectionMatrix.clone().multiply(stage.camera.matrixWorldInverse).multiply(stage.world.matrixWorld);
    let best = null, least = most;
    for (let n = 0; n < particles.many; n++) {
      if (!particles.where(n, out) || not.has(particles.known(n))) continue;
      out.applyMatrix4(screen);
      const away = out.z > 1 ? Infinity : Math.hypot((out.x + 1) / 2 * innerWidth - x, (1 - out.y) / 2 * innerHeight - y);
      if (away < least) [best, least] = [n, away];
    }
    return best;
  }

  /** Chooses the one that was clicked; false where there is none. */
  pick(x, y) {
    const n = this.particles.drawn ? this.nearest(x, y, NEAR) : null;
    if (n === null) return false;
    this.tried.clear();
    this.choose(n);
    return true;
  }

  /** The one nearest to a place, when asked again the next nearest. */
  next(x, y) {
    if (!this.particles.drawn) return false;
    if (this.key === null) this.tried.clear();
    const n = this.nearest(x, y, Infinity, this.tried) ?? this.nearest(x, y, Infinity);
    if (n === null) return false;
    this.choose(n);
    return true;
  }

  choose(n) {
    for (const s of this.app.scenes) s.closeReadout?.();
    this.key = this.particles.known(n);
    this.tried.add(this.key);
    this.refresh().then(() => this.app.say(this.text));
  }

  /** Its values now. */
  async refresh() {
    const {app, particles, key} = this;
    if (key === null) return;
    const n = particles.drawn ? particles.find(key) : -1;
    const at = new THREE.Vector3(), there = n >= 0 && particles.where(n, at);
    this.ring.visible = there;
    if (there) {
      this.ring.geometry.attributes.position.array.set([at.x, at.y, at.z]);
      this.ring.geometry.attributes.position.needsUpdate = true;
    }
    const {origin} = app.manifest, place = ['x', 'y', 'altitude'].map((name, d) =>
      [name, app.stage.place(at.getComponent(d) + origin[d])]);
    const rows = there ? [...place, ...await particles.about(n)] : [['now', 'not in the air']];
    if (key !== this.key) return; // another was chosen in the meantime
    this.text = `Particle ${key}: ${rows.map((r) => r.join(' ')).join(', ')}`;
    this.box.replaceChildren(make('header', {}, `Particle ${key}`, make('button', {'aria-label': 'Close', title: 'Close (Esc)',
      onclick: () => this.close()}, '×')), make('table', {}, make('tbody', {}, ...rows.map(([a, b]) =>
      make('tr', {}, make('th', {scope: 'row'}, a), make('td', {}, b))))));
    this.box.hidden = false;
    document.body.classList.add('reading');
    app.stage.draw();
  }

  close() {
    if (this.key === null) return;
    this.key = null;
    this.ring.visible = false;
    this.box.hidden = true;
    document.body.classList.remove('reading');
    this.app.stage.draw();
  }
}
