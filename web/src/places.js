// Points with names - stations, receptors, probes, turbines, sources: pins in the view, and a list in the panel.
import * as THREE from 'three';
import {section, check, make} from './ui.js';

const inks = {station: 0x1c7ed6, receptor: 0xe8590c, probe: 0x9c36b5, turbine: 0x0b7285, source: 0xc92a2a};
const MOST_LABELS = 40, NEAR = 12; // names beside pins; pixels within which a click means a pin

/** Those of all sources, each once. */
export function placesOf(sources) {
  const known = new Map();
  for (const p of sources.flatMap((q) => q.places ?? [])) {
    const key = [p.kind, p.name, ...p.at].join('/');
    if (!known.has(key)) known.set(key, p);
  }
  return [...known.values()];
}

export class Places {
  constructor(scene, panel) {
    const {app, ground} = scene, {origin} = app.manifest, {stage} = app;
    this.scene = scene;
    this.places = placesOf(scene.sources).map((p) => {
      const [x, y] = [p.at[0] - origin[0], p.at[1] - origin[1]];
      const inside = x >= ground.low[0] && x <= ground.high[0] && y >= ground.low[1] && y <= ground.high[1];
      return {...p, x, y, height: p.at[2], inside};
    });
    if (!this.places.length) return;
    this.inside = this.places.filter((p) => p.inside);
    this.group = new THREE.Group();
    stage.world.add(this.group);
    this.build();
    this.addPanel(panel);
    stage.frames.push(() => { this.setLabels(); return false; });
  }

  /** Pins from the ground to the height, their heads as large from afar as from near. */
  build() {
    const {ground} = this.scene, line = [], head = [], colour = [], ink = new THREE.Color();
    for (const p of this.inside) {
      const z = ground.at(p.x, p.y);
      p.head = new THREE.Vector3(p.x, p.y, z + p.height);
      line.push(p.x, p.y, z, p.x, p.y, z + p.height);
      head.push(p.x, p.y, z + p.height);
      ink.set(inks[p.kind]);
      colour.push(ink.r, ink.g, ink.b);
    }
    const lines = new THREE.BufferGeometry(), heads = new THREE.BufferGeometry();
    lines.setAttribute('position', new THREE.Float32BufferAttribute(line, 3));
    heads.setAttribute('position', new THREE.Float32BufferAttribute(head, 3));
    heads.setAttribute('color', new THREE.Float32BufferAttribute(colour, 3));
    const pins = new THREE.LineSegments(lines, new THREE.LineBasicMaterial({color: 0x343a40, depthTest: false, transparent: true}));
    const dots = new THREE.Points(heads, new THREE.PointsMaterial({size: 9, sizeAttenuation: false, vertexColors: true,
      depthTest: false, transparent: true}));
    pins.renderOrder = dots.renderOrder = 8;
    pins.frustumCulled = dots.frustumCulled = false;
    this.group.add(pins, dots);
  }

  addPanel(panel) {
    const {app, controls} = this.scene, body = section(panel, 'Places', this.places.length <= 12);
    this.labels = make('div', {id: 'labels', 'aria-hidden': 'true'});
    app.stage.canvas.after(this.labels); // below the panels
    for (const p of this.inside.slice(0, MOST_LABELS)) {
      p.label = make('span', {}, p.name || p.kind);
      this.labels.append(p.label);
    }
    controls.places = check(body, 'Marks', true, (on) => {
      this.group.visible = on;
      this.labels.hidden = !on;
      app.stage.draw();
    }, 'M');
    const text = (p) => (p.inside ? `${app.stage.metres(p.height, 3)} above the ground` : 'outside of the domain');
    body.append(make('ul', {class: 'places', 'aria-label': 'Places'}, ...this.places.map((p) => make('li', {},
      make('button', {disabled: !p.inside, title: 'Read the values here', onclick: () => this.read(p)}, p.name || p.kind),
      make('span', {}, `${p.kind}, ${text(p)}`)))));
  }

  /** Where on the screen a pin's head is; null behind the camera. */
  screen(p) {
    const {stage} = this.scene.app, v = p.head.clone();
    v.applyMatrix4(stage.world.matrixWorld).project(stage.camera);
    return v.z > 1 ? null : [(v.x + 1) / 2 * innerWidth, (1 - v.y) / 2 * innerHeight];
  }

  setLabels() {
    if (!this.group.visible) return;
    for (const p of this.inside) {
      if (!p.label) continue;
      const at = this.screen(p), text = at ? `translate(${at[0].toFixed(0)}px, ${at[1].toFixed(0)}px)` : 'translate(-999px, 0)';
      if (text !== p.shown) p.label.style.transform = p.shown = text;
    }
  }

  /** The values at a place. */
  read(p) { this.scene.readout.show({x: p.x, y: p.y, above: p.height, name: p.name || p.kind, kind: p.kind}); }

  /** Reads the pin that was clicked; false where there is none. */
  pick(x, y) {
    if (!this.inside?.length || !this.group.visible) return false;
    let best = null, least = NEAR;
    for (const p of this.inside) {
      const at = this.screen(p), away = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
      if (away < least) [best, least] = [p, away];
    }
    if (best) this.read(best);
    return best !== null;
  }
}
