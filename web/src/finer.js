// Finer cells of what is looked at: when the camera rests, the part of slices, streamlines and clouds that is seen is read
// from the server in the finest cells that are not too many, and takes the place of the coarse ones.
import * as THREE from 'three';
import {Cells, loadWind, loadScalar, flatTexture} from './grid.js';
import * as column from './column.js';
import {Slice, upright} from './slice.js';
import {recordAt} from './fields.js';
import {embedded} from './data.js';
import {check} from './ui.js';

const MOST = 2000000; // cells of a box
const LINES_REACH = 4; // times the height of the slice, from which lines rise
const REST = 250;     // ms without a move

export class Finer {
  constructor(scene, body) {
    this.scene = scene;
    this.slice = new Slice();
    this.walls = [new Slice(), new Slice()];
    scene.app.stage.world.add(this.slice.mesh, ...this.walls.map((w) => w.mesh));
    this.on = check(body, 'Finer where one looks', true, () => scene.app.work(this.update()));
    scene.app.stage.controls.addEventListener('change', () => {
      scene.next('finer');
      scene.cloud?.refine(null, null); // its box may not be all that is seen now
      scene.later('finer', () => this.update(), REST);
    });
  }

  /** Whether the server has finer cells than those that are shown of any source. */
  static isOf(scene) { return !embedded && scene.sources.some((q) => q.finer?.length || q.levels.length > 1); }

  /** The part of the domain that is seen at some heights, no farther than so many times what is in the
   * middle, [[x, y], [x, y]]; null if none. */
  seen(heights, times) {
    const {stage} = this.scene.app, {ground} = this.scene, {camera, controls} = stage;
    const far = times * camera.position.distanceTo(controls.target), left = stage.covered();
    const low = [Infinity, Infinity], high = [-Infinity, -Infinity], hit = new THREE.Vector3();
    const take = (place) => [place.x, place.y].forEach((v, d) => {
      low[d] = Math.min(low[d], v);
      high[d] = Math.max(high[d], v);
    });
    for (const height of heights) {
      const plane = new THREE.Plane(new THREE.Vector3(0, 0, 1), -height * stage.world.scale.z);
      if (plane.distanceToPoint(camera.position) < 0) take(camera.position); // one is below that height
      for (let n = 0; n < 13 * 9; n++) {
        const {ray} = stage.ray(left + (innerWidth - left) * (n % 13) / 12, innerHeight * Math.floor(n / 13) / 8);
        if (ray.intersectPlane(plane, hit) && hit.distanceTo(ray.origin) < far) take(hit);
      }
    }
    for (const d of [0, 1]) {
      const more = 0.1 * (high[d] - low[d]);
      low[d] = Math.max(low[d] - more, ground.low[d]);
      high[d] = Math.min(high[d] + more, ground.high[d]);
      if (!(high[d] > low[d])) return null;
    }
    return [low, high];
  }

  /** The box of the finest cells that are not too many, of the heights between two; null where the cells
   * that are shown are as fine. */
  choose(source, cells, seen, bottom, top) {
    if (!seen) return null;
    for (const level of [...(source.finer ?? []), ...source.levels]) {
      if (level.level >= Number(cells.level)) return null;
      const whole = new Cells(source, level, this.scene.app.manifest.origin), from = [0, 0, 0], to = [...whole.n];
      for (const d of [0, 1]) {
        from[d] = Math.max(Math.floor((seen[0][d] - whole.low[d]) / whole.step[d]), 0);
        to[d] = Math.min(Math.ceil((seen[1][d] - whole.low[d]) / whole.step[d]), whole.n[d]);
      }
      from[2] = Math.max(Math.floor(whole.layer(bottom)) - 2, 0);
      to[2] = Math.min(Math.ceil(whole.layer(top)) + 3, whole.n[2]);
      const count = to.reduce((product, t, d) => product * Math.max(t - from[d], 0), 1);
      if (count > 0 && count <= MOST) return {level, from, to, key: [level.level, ...from, ...to].join()};
    }
    return null;
  }

  /** Slices: what is near of them, with the layers that they need. */
  sliceBox({source, cells}) {
    const {ground, height, app, controls} = this.scene, {target} = app.stage.controls;
    const seen = this.seen([ground.at(target.x, target.y) + height], 1.6);
    if (!seen || controls.wall.some((w) => w.value)) return this.choose(source, cells, seen, cells.low[2], cells.high[2]);
    const [lowest, highest] = ground.ends(...seen);
    return this.choose(source, cells, seen, lowest, highest + height);
  }

  /** A cloud: all of it that is seen, or none. */
  updateCloud() {
    const {cloud, app} = this.scene, shown = cloud?.shown;
    if (!shown) return null;
    const {low, high} = shown.cells, seen = this.on.value && !app.timeline?.playing && this.seen([low[2], high[2]], 1e9);
    const box = seen && this.choose(shown.source, shown.cells, seen, low[2], high[2]);
    return cloud.refine(box?.level, box);
  }

  /** Streamlines: the wind near the heights from which they begin. */
  async updateStreams() {
    const {scene} = this, {streams, wind, ground, height, app} = scene, {target} = app.stage.controls;
    if (!streams) return;
    let fine = null;
    if (this.on.value && streams.on.value && !app.timeline?.playing) {
      const seen = this.seen([ground.at(target.x, target.y) + height], 1.6), cells = scene.cellsOf(wind);
      const [lowest, highest] = seen ? ground.ends(...seen) : [0, 0], version = scene.versions.finer;
      const box = this.choose(wind, cells, seen, lowest, highest + LINES_REACH * height);
      if (box) {
        const field = wind.fields.find((f) => f.components === 3), record = recordAt(wind, field, scene.time);
        const part = new Cells(wind, box.level, app.manifest.origin, box), key = `${wind.index}/${record}/${box.key}`;
        if (key === streams.fine?.key) return;
        fine = {key, source: wind, record, cells: part, data: await scene.read('finer lines', part, record, () => loadWind(wind, part, record))};
        if (version !== scene.versions.finer) return;
      }
    }
    await streams.refine(fine);
  }

  hide() {
    this.key = null;
    this.cells = null;
    for (const s of [this.slice, ...this.walls]) s.mesh.visible = false;
    this.scene.hole(null);
  }

  async update() {
    const {scene} = this, now = scene.sliced, {app} = scene;
    const version = scene.next('finer'), on = [scene.controls.slice, ...scene.controls.wall].map((c) => c.value);
    const box = now && this.on.value && on.some(Boolean) ? this.sliceBox(now) : null;
    await Promise.all([this.updateCloud(), this.updateStreams()]);
    if (version !== scene.versions.finer) return;
    if (!box) {
      this.hide();
      app.legends();
      return;
    }
    const record = now.record, key = `${now.source.index}/${now.field.name}/${record}/${box.key}`;
    if (key !== this.key) {
      const cells = new Cells(now.source, box.level, app.manifest.origin, box);
      const data = await scene.read('finer', cells, record, () => (now.field.components === 3 ?
        loadWind(now.source, cells, record) : loadScalar(now.source, cells, now.field.name, record)));
      if (version !== scene.versions.finer) return;
      Object.assign(this, {key, cells, data, box});
    }
    this.show(now, on);
    app.legends();
  }

  show(now, on) {
    const {scene, cells, data} = this, what = {...scene.shown, cells, data};
    const columns = column.slice(cells, data.values, scene.ground, scene.z0, scene.height, now.quantity !== 5);
    this.flat?.dispose();
    this.flat = flatTexture(cells, columns, data);
    this.slice.set({...what, flat: this.flat});
    this.slice.place(scene.ground.surface(450, scene.height, cells));
    for (const w of this.walls) w.set(what);
    this.placeWalls();
    this.slice.mesh.visible = on[0];
    this.walls.forEach((w, d) => { w.mesh.visible = on[d + 1] && this.cuts(d); });
    scene.hole(cells);
  }

  /** Whether an upright section goes through the box. */
  cuts(d) {
    const at = this.scene.wallAt[d];
    return at >= this.cells.low[d] && at <= this.cells.high[d];
  }

  placeWalls() {
    if (!this.cells) return;
    this.walls.forEach((w, d) => {
      w.place(upright(this.cells, d, this.scene.wallAt[d]));
      w.mesh.visible &&= this.cuts(d);
    });
  }

  /** How many cells are joined, in words. */
  get note() {
    const {sliced, cloud} = this.scene, text = (cells) => cells.by.join(' × ');
    if (!sliced?.cells.by.some((b) => b > 1)) return '';
    const here = this.cells ?? (cloud?.shown && cloud.drawn !== cloud.shown.cells ? cloud.drawn : null);
    return `Cells joined ${text(sliced.cells)}${here ? `, here ${text(here)}` : ''}`;
  }
}
