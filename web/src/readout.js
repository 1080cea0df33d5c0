// Values at a place that was clicked, and the profile above it.
import * as THREE from 'three';
import {show, titleOf, unitText, valueText} from './colours.js';
import {columnMix} from './column.js';
import {make, profile} from './ui.js';

export class Readout {
  constructor(scene) {
    this.scene = scene;
    this.box = document.getElementById('readout');
    this.marker = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 12),
      new THREE.MeshBasicMaterial({color: 0xe8590c}));
    this.marker.visible = false;
    this.marker.renderOrder = 9;
    scene.app.stage.world.add(this.marker);
    scene.app.stage.frames.push(() => this.fitMarker());
  }

  /** The marker is a few pixels thick from near and from afar. */
  fitMarker() {
    const {marker, place, scene} = this, {stage} = scene.app;
    if (!marker.visible || !place) return false;
    const ground = scene.ground.at(place.x, place.y), foot = stage.world.localToWorld(new THREE.Vector3(place.x, place.y, ground));
    const pixel = stage.camera.position.distanceTo(foot) * 2 * Math.tan(stage.camera.fov * Math.PI / 360) / innerHeight;
    const tall = Math.max(place.above, 15 * pixel);
    marker.scale.set(2.2 * pixel, tall, 2.2 * pixel);
    marker.position.set(place.x, place.y, ground + tall / 2);
    return false;
  }

  pick(caster) {
    const {scene} = this, targets = [scene.groundMesh, scene.buildings].filter((m) => m?.visible);
    if (scene.slice?.mesh.visible) targets.push(scene.slice.mesh);
    scene.walls?.forEach((w) => { if (w.mesh.visible) targets.push(w.mesh); });
    const hits = caster.intersectObjects(targets).filter((h) => {
      if (h.object !== scene.slice?.mesh && !scene.walls?.some((w) => w.mesh === h.object)) return true;
      const p = scene.app.stage.world.worldToLocal(h.point.clone());
      return scene.roofBelow(p.x, p.y, p.z); // inside of a building a slice is not drawn
    });
    if (!hits.length) {
      this.close();
      return false;
    }
    const p = scene.app.stage.world.worldToLocal(hits[0].point.clone());
    const upright = scene.walls?.some((w) => w.mesh === hits[0].object);
    const roof = hits[0].object === scene.buildings;
    const {face} = hits[0], out = scene.ground.step;
    if (roof && face && Math.abs(face.normal.z) < 0.5) { // in front of a wall, not in it
      p.x += 0.6 * out[0] * face.normal.x;
      p.y += 0.6 * out[1] * face.normal.y;
    }
    const ground = scene.ground.at(p.x, p.y);
    const above = upright || roof ? p.z - ground : scene.height ?? 0;
    this.show({x: p.x, y: p.y, above: Math.max(above, 0), roof});
    dispatchEvent(new CustomEvent('simoom-place', {detail: {x: p.x, y: p.y}})); // for the desk around this page
    return true;
  }

  /** Shows the values at a place {x, y, above: m above the ground, roof: of a building, kind, name}, and tells them. */
  show(place) {
    this.scene.app.scenes.forEach((s) => s.chosen?.close());
    this.place = place;
    this.refresh().then(() => this.scene.app.say([...this.box.querySelectorAll('tr')].map((r) =>
      r.innerText.replace('\t', ' ')).join(', ')));
  }

  async refresh() {
    if (!this.place) return;
    const {scene, place} = this, {app} = scene, origin = app.manifest.origin, {stage} = app;
    const ground = scene.ground.at(place.x, place.y);
    const rows = [['x', stage.place(place.x + origin[0])], ['y', stage.place(place.y + origin[1])],
      ['ground', stage.place(ground + origin[2])], ['above the ground', stage.metres(place.above, 3)]];
    if (place.kind) rows.unshift([place.kind, place.name]);
    const roof = scene.ground.roofAt(place.x, place.y);
    if (roof > 0) rows.push(['building', `${stage.metres(roof, 3)} tall`]);
    const mapped = scene.drape?.textAt(place.x, place.y);
    if (mapped) rows.push([titleOf(scene.drape.map.field), mapped]);
    let chart = null;
    const wind = scene.wind && scene.slots?.get(`wind ${scene.wind.index}`);
    const done = (entry, use) => entry?.promise.then((data) => { use(data, entry.cells); }, () => {});
    const jobs = [];
    const speed = unitText(scene.wind?.fields.find((f) => f.components === 3)?.unit ?? 'm/s');
    if (wind) jobs.push(done(wind, (data, cells) => {
      const v = [0, 0, 0], near = this.finer(scene.wind, 3);
      if ((near && this.value(near.cells, near.data, place.above, v, true)) || this.value(cells, data, place.above, v, true)) {
        const from = (Math.atan2(-v[0], -v[1]) * 180 / Math.PI + scene.wind.convergence + 720) % 360;
        rows.push(['wind speed', `${show(Math.hypot(v[0], v[1]))} ${speed}`], ['from', `${from.toFixed(0)}°`],
          ['vertical wind', `${show(v[2], 2)} ${speed}`]);
      } else rows.push(['wind', 'none: solid, or above the domain top']);
      const points = this.column(cells, data, ground, (u) => Math.hypot(u[0], u[1]));
      if (points.length > 1) chart = profile(points, `wind speed (${speed})`, 'm above the ground', place.above);
    }));
    const fields = new Map();
    for (const now of [scene.sliced, scene.cloud?.visible ? scene.cloud.shown : null])
      if (now && now.field.components === 1) fields.set(now.field.name, now);
    for (const {field, cells, data} of fields.values()) {
      const v = [0], near = this.finer(scene.sliced?.source, 1, field);
      const there = (near && this.value(near.cells, near.data, place.above, v, false)) ||
        this.value(cells, data, place.above, v, false);
      rows.push([titleOf(field), there ? valueText(field, v[0], data) : 'none']);
      const points = scene.wind ? [] : this.column(cells, data, ground, (u) => (field.log ? 10 ** u[0] : u[0]));
      if (points.length > 1)
        chart = profile(points, `${titleOf(field)} (${unitText(field.unit)})`, 'm above the ground', place.above);
    }
    this.marker.rotation.x = Math.PI / 2;
    this.marker.visible = true;
    const fill = () => {
      this.box.replaceChildren(make('header', {}, place.name ?? 'At this place', make('button', {'aria-label': 'Close',
        title: 'Close (Esc)', onclick: () => this.close()}, '×')), make('table', {}, make('tbody', {},
        ...rows.map(([a, b]) => make('tr', {}, make('th', {scope: 'row'}, a), make('td', {}, b))))),
      ...(chart ? [chart] : []));
      this.box.hidden = false;
      document.body.classList.add('reading');
      stage.draw();
    };
    fill();
    if (jobs.length) await Promise.all(jobs).then(fill);
  }

  /** The finer cells that the slice shows here of a source, of so many components; null where there are none. */
  finer(source, components, field = null) {
    const {scene, place} = this, {finer, sliced} = scene;
    const is = finer?.cells && sliced.source === source && sliced.field.components === components && (!field || sliced.field === field);
    return is && [place.x, place.y].every((v, d) => v >= finer.cells.low[d] && v <= finer.cells.high[d]) ? finer : null;
  }

  /** Values in the column of the place, at a height above the ground. */
  value(cells, data, height, out, isWind) {
    const {scene, place} = this, [nx, ny] = cells.n, mix = [0, 0, 0, 0];
    const i = Math.min(Math.max(Math.floor((place.x - cells.low[0]) / cells.step[0]), 0), nx - 1);
    const j = Math.min(Math.max(Math.floor((place.y - cells.low[1]) / cells.step[1]), 0), ny - 1);
    const at = j * nx + i, plane = nx * ny;
    if (!columnMix(cells, data.values[0], at, plane, scene.ground.at(place.x, place.y),
      scene.ground.roofAt(place.x, place.y), scene.z0(place.x, place.y), height, mix)) return false;
    if (!isWind && mix[3] === 0) mix[2] = 1;
    data.values.forEach((v, c) => {
      out[c] = mix[2] * v[at + mix[0] * plane] + (mix[3] !== 0 ? mix[3] * v[at + mix[1] * plane] : 0);
    });
    return true;
  }

  /** [value, height above the ground] in the column, up to four times the roofs or a quarter of the
   * domain. */
  column(cells, data, ground, value) {
    if (cells.n[2] === 1) return [];
    const out = [], v = data.values.map(() => 0), {scene, place} = this;
    const most = Math.min(cells.high[2] - ground, Math.max(4 * (scene.ground.roof - scene.ground.most), 100,
      5 * place.above, 0.25 * (cells.high[2] - ground)));
    for (let n = 0; n <= 80; n++) {
      const height = most * (n / 80) ** 1.7;
      if (this.value(cells, data, height, v, v.length === 3)) out.push([value(v), height]);
    }
    return out;
  }

  close() {
    this.place = null;
    this.box.hidden = true;
    this.marker.visible = false;
    document.body.classList.remove('reading');
    this.scene.app.stage.draw();
  }
}
