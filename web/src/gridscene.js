// Winds, what they carry, and maps in the panel.
import * as THREE from 'three';
import {loadScalar, loadMap, flatTexture} from './grid.js';
import {Fields, recordAt, isFlow, isLarge} from './fields.js';
import * as column from './column.js';
import {Ground, groundMaterial} from './ground.js';
import {Slice, upright} from './slice.js';
import {Finer} from './finer.js';
import {StreamScene} from './streamscene.js';
import {Cloud} from './cloud.js';
import {Drape} from './drape.js';
import {Readout} from './readout.js';
import {Places} from './places.js';
import {texture, show, titleOf, unitText} from './colours.js';
import {shapeOf, burning, carried} from './shape.js';
import {decades, grow, linearEnds, quantile, valuesOf, NOTHING} from './range.js';
import {ColourRange} from './colourrange.js';
import {section, check, slider, select, legend} from './ui.js';

export class GridScene extends Fields {
  static async create(app, panel, sources) {
    const s = new GridScene();
    s.app = app;
    s.sources = sources;
    s.controls = {};
    s.versions = {};
    const origin = app.manifest.origin;
    const base = sources.find((q) => q.what === 'wind') ?? sources[0];
    s.ground = await Ground.load(base, origin);
    s.base = base;
    const g = s.ground, flat = Math.max(g.high[0] - g.low[0], g.high[1] - g.low[1]);
    s.box = {low: [...g.low, g.least], high: [...g.high, Math.max(g.roof, g.least + 0.03 * flat)]};
    s.shape = shapeOf(base);
    s.plane = ['map', 'section'].includes(s.shape.kind);
    if (s.shape.kind === 'section') {
      s.box.high[2] = base.z.at(-1) - origin[2];
      app.stage.home = s.shape.axis === 1 ? [0, -1, 0.12] : [-1, 0, 0.12];
      app.stage.sides = ['home', ...(s.shape.axis === 1 ? ['south', 'north'] : ['west', 'east'])];
    } else if (s.shape.kind === 'map') {
      app.stage.home = [0, -0.4, 1];
      app.stage.sides = ['home', 'top'];
    }
    if (base.fields.some((f) => f.name === 'z0')) {
      const z0 = await loadMap(base, 'z0');
      s.z0 = (x, y) => Math.max(g.near(z0.value, x, y) || 1e-4, 1e-6);
    } else s.z0 = () => 0.1;
    s.addGround(panel);
    s.winds = sources.filter((q) => q.fields.some((f) => f.components === 3));
    s.scalars = sources.flatMap((q) => q.fields.filter((f) => !f.map && f.components === 1)
      .map((field) => ({source: q, field, key: `${q.index}/${field.name}`})));
    s.cells = new Map();
    await s.chooseFirst();
    if (s.winds.length || s.scalars.length) await s.addSlices(panel);
    if (s.winds.length) {
      const usual = s.plane ? 100 : s.first.quantity ? 300 : s.first.cloud ? 350 : 600;
      s.streams = new StreamScene(s, panel, innerWidth > 480 ? usual : Math.round(0.4 * usual)); // a phone has fewer pixels
      s.controls.streamlines = s.streams.on;
    }
    if (s.scalars.length && !s.plane) {
      s.cloud = new Cloud(s, panel, s.first.cloud);
      s.controls.cloud = s.cloud.on;
    }
    s.drape = new Drape(s, panel);
    s.addDetail(panel);
    s.readout = new Readout(s);
    s.places = new Places(s, panel);
    return s;
  }

  /** What is seen first: of what burns the temperature, what is carried as a cloud, else the wind. What
   * all of the air has some of, and no more than a hundred times as much anywhere, makes no cloud. */
  async chooseFirst() {
    const hot = burning(this.scalars), smoke = carried(this.scalars);
    this.first = {quantity: hot ?? null, cloud: smoke ?? (hot || null)};
    if (!smoke) return;
    const kinds = this.app.manifest.sources.map((q) => q.kind);
    if (kinds.includes('particles') && !kinds.includes('trajectories')) this.first.cloud = null; // they show it better
    const {source, field} = smoke, cells = this.cellsOf(source);
    const record = source.peak === undefined ? field.records.at(-1) : recordAt(source, field, source.peak); // at the last time the gas may have gone
    const data = await this.read('cloud', cells, `${record}${field.name}`,
      () => loadScalar(source, cells, field.name, record));
    if (!(data.high > NOTHING)) { // nothing is carried yet: the wind tells more
      this.first.cloud = null;
      return;
    }
    this.first.fills = quantile(data.values[0], 0.1) > Math.ceil(data.high - 0.15) - 4;
    if (this.first.fills || this.plane) {
      this.first.quantity ??= smoke;
      this.first.cloud = null;
    }
  }

  // --- ground ---

  addGround(panel) {
    const {app, ground} = this, {world} = app.stage;
    this.groundMesh = new THREE.Mesh(ground.surface(450), groundMaterial(ground));
    this.groundMesh.receiveShadow = true;
    this.groundMesh.castShadow = ground.most - ground.least > 1;
    const size = Math.max(ground.high[0] - ground.low[0], ground.high[1] - ground.low[1]);
    this.skirt = new THREE.Mesh(ground.skirt(0.02 * size), new THREE.MeshLambertMaterial(
      {side: THREE.DoubleSide}));
    world.add(this.groundMesh, this.skirt);
    const m = this.groundMesh.material.userData;
    app.stage.note = `${m.contours ? 'Contour lines every' : 'Lines on the ground every'} ${app.stage.metres(m.step)}`;
    if (ground.built > 0) {
      this.buildings = new THREE.Mesh(ground.buildings(), new THREE.MeshLambertMaterial());
      this.buildings.castShadow = this.buildings.receiveShadow = true;
      world.add(this.buildings);
    }
    const body = section(panel, 'Ground', false);
    check(body, 'Ground', true, (on) => {
      this.groundMesh.visible = this.skirt.visible = on;
      app.stage.draw();
    });
    if (this.buildings) check(body, 'Buildings', true, (on) => {
      this.buildings.visible = on;
      app.stage.renderer.shadowMap.needsUpdate = true;
      app.stage.draw();
    });
    this.groundBody = body;
  }

  theme(dark) {
    this.dark = dark;
    this.streams?.style();
    const m = this.groundMesh.material;
    m.color.set(dark ? 0x59626b : 0xd8d4ca);
    m.userData.line.value.set(dark ? 0x9aa6b2 : 0x3a4048);
    this.skirt.material.color.set(dark ? 0x3d444c : 0xa9a59b);
    if (this.buildings) this.buildings.material.color.set(dark ? 0x97a2ad : 0xf4f1ea);
  }

  // --- slices ---

  /** The field that the slices show, now: {source, cells, data, quantity, ...}. */
  async sliceData() {
    const [kind, name] = this.quantity.split(':');
    if (kind === 'wind') {
      const source = this.wind, cells = this.cellsOf(source);
      const field = source.fields.find((f) => f.components === 3);
      return {source, cells, field, record: recordAt(source, field, this.time), data: await this.windNow(),
        quantity: Number(name)};
    }
    const {source, field} = this.scalars.find((q) => q.key === name);
    const cells = this.cellsOf(source), record = recordAt(source, field, this.time);
    return {source, cells, field, record, quantity: 5, data: await this.read(`scalar ${name}`, cells, record,
      () => loadScalar(source, cells, field.name, record))};
  }

  async addSlices(panel) {
    const {app} = this, world = app.stage.world;
    this.wind = this.winds[0] ?? null;
    const first = this.wind ?? this.scalars[0].source, cells = this.make(first);
    this.soon = this.wind !== null && !this.plane && !this.first.quantity && !this.first.cloud &&
      isLarge(this.wind);
    this.top = cells.high[2] - this.ground.least;
    // Heights that the case asked for are of interest; else 10 m.
    const near = (list) => list.reduce((a, b) => (Math.abs(b - 10) < Math.abs(a - 10) ? b : a));
    const asked = (first.height ?? []).filter((h) => h > 0 && h < this.top);
    this.height = app.manifest.height ?? (this.shape.kind === 'map' ? 0.5 * this.top :
      asked.length ? near(asked) : Math.min(this.first.fills ? 2 : 10, 0.3 * this.top));
    this.slice = new Slice();
    this.walls = [new Slice(), new Slice()];
    world.add(this.slice.mesh, ...this.walls.map((w) => w.mesh));
    const body = section(panel, this.wind ? 'Wind and fields' : 'Fields');
    if (this.winds.length > 1)
      select(body, 'File', this.winds.map((q) => [String(q.index), q.file]), String(this.wind.index), (v) => {
        this.wind = this.winds.find((q) => String(q.index) === v);
        this.forget();
        app.work(this.update());
      });
    const options = [];
    if (this.wind) options.push(['wind:0', 'wind speed'], ['wind:4', 'wind direction'],
      ['wind:1', 'wind to the east, u'], ['wind:2', 'wind to the north, v'], ['wind:3', 'vertical wind, w']);
    for (const q of this.scalars) options.push([`scalar:${q.key}`, titleOf(q.field)]);
    this.quantity = this.first.quantity ? `scalar:${this.first.quantity.key}` : options[0][0];
    select(body, 'Colour', options, this.quantity, (v) => {
      this.quantity = v;
      this.range = null;
      app.work(this.updateSlices());
    });
    const {kind, axis} = this.shape;
    const on = kind !== 'section' && (this.first.quantity !== null || (this.wind !== null && !this.first.cloud));
    this.controls.slice = check(body, kind === 'map' ? 'Colours' : 'Slice above the ground', on,
      () => app.work(this.updateSlices()), 'S');
    const steps = 200, toHeight = (p) => this.top * (p / steps) ** 2.5;
    this.heightSlider = slider(body, 'Height above the ground', 1, steps, 1,
      Math.max(1, Math.round(steps * (this.height / this.top) ** 0.4)),
      (p) => app.stage.metres(this.exact ?? toHeight(p), 3), (p) => {
        this.exact = null;
        this.height = Number(show(toHeight(p), 3));
        this.range = null;
        this.placeSlice();
        this.heightSlider.tell();
        this.later('slices', () => this.updateSlices());
        this.later('streams', () => this.streams?.update());
      });
    this.exact = this.height;
    this.heightSlider.tell();
    this.wallAt = [0, 1].map((d) => 0.5 * (cells.low[d] + cells.high[d]));
    const places = [];
    this.controls.wall = [0, 1].map((d) => {
      const own = check(body, d === 0 ? 'Section from south to north' : 'Section from west to east',
        kind === 'section' && d === axis, () => app.work(this.updateSlices()));
      places.push(slider(body, d === 0 ? 'at, from the west' : 'at, from the south', 0, 100, 0.5, 50,
        (p) => app.stage.metres((cells.high[d] - cells.low[d]) * p / 100), (p) => {
          this.wallAt[d] = cells.low[d] + (cells.high[d] - cells.low[d]) * p / 100;
          this.placeWalls();
        }));
      return own;
    });
    // A plane of cells has no other heights, or no other sections.
    if (this.plane) for (const one of [this.heightSlider, ...places, ...this.controls.wall]) one.row.hidden = true;
    if (kind === 'section') {
      this.controls.slice.row.hidden = true;
      this.controls.wall[axis].row.hidden = false;
    }
    this.opacity = 0.92;
    slider(body, 'Opacity', 0.1, 1, 0.02, this.opacity, (v) => `${Math.round(100 * v)} %`, (v) => {
      this.opacity = v;
      app.work(this.updateSlices());
    });
    this.ends = new ColourRange(this, body, () => {
      this.range = null;
      app.work(this.updateSlices());
    });
    this.sliceBody = body;
    this.placeSlice();
    this.placeWalls();
  }

  placeSlice() {
    this.slice.place(this.ground.surface(450, this.height));
    this.app.stage.draw();
  }

  /** Slices leave out where finer cells are shown; null: nowhere. */
  hole(cells) {
    for (const s of [this.slice, ...this.walls])
      s.hole.set(...(cells ? [...cells.low.slice(0, 2), ...cells.high.slice(0, 2)] : [0, 0, 0, 0]));
    this.app.stage.draw();
  }

  placeWalls() {
    const source = this.quantity?.startsWith('scalar') ?
      this.scalars.find((q) => q.key === this.quantity.slice(7)).source : this.wind ?? this.scalars[0].source;
    const cells = this.cellsOf(source);
    this.walls.forEach((w, d) => w.place(upright(cells, d, this.wallAt[d])));
    this.finer?.placeWalls();
    this.app.stage.draw();
  }

  /** Ends of the colours: they only grow, so that times can be compared. */
  chooseRange(now, columns = this.columns, before = this.range) {
    if (now.quantity === 4) return [0, 360];
    const own = this.ends.byHand(now);
    if (own) return own;
    if (now.quantity === 5 && now.field.range) return now.field.range; // of all times
    const {cloud} = this; // a field that is shown twice has the same colours twice
    if (now.quantity === 5 && cloud?.on.value && cloud.of.field === now.field && !now.field.log && cloud.range && cloud.range[0] >= 0)
      return cloud.range;
    if (now.field.log) return grow(before, decades(now.data.values[0], now.data.high), true);
    const all = !this.controls.slice.value || this.controls.wall.some((w) => w.value);
    const ends = linearEnds(valuesOf(all ? now.data.values : columns, now.quantity), now.quantity, now.field);
    return ends ? grow(before, ends, false) : before ?? [0, 1];
  }

  async updateSlices() {
    if (!this.slice) return;
    const version = this.next('slices');
    const on = [this.controls.slice.value, ...this.controls.wall.map((w) => w.value)];
    this.slice.mesh.visible = on[0] && this.slice.mesh.material.isShaderMaterial === true;
    this.walls.forEach((w, d) => { w.mesh.visible = on[d + 1] && w.mesh.material.isShaderMaterial === true; });
    const now = await this.sliceData();
    const covered = await this.ends.ofRun(now, () => version === this.versions.slices);
    if (version !== this.versions.slices) return;
    if (covered) this.range = covered;
    this.columns = column.slice(now.cells, now.data.values, this.ground, this.z0, this.height,
      now.quantity !== 5);
    this.flat?.dispose();
    this.flat = flatTexture(now.cells, this.columns, now.data);
    this.range = this.chooseRange(now);
    const diverging = now.quantity >= 1 && now.quantity <= 3 || (now.quantity === 5 && this.range[0] < 0 &&
      !now.field.log);
    this.map = now.quantity === 4 ? 'circle' : diverging ? 'diverging' : 'rising';
    const what = {cells: now.cells, data: now.data, quantity: now.quantity, range: this.range,
      colours: texture(this.map), opacity: this.opacity, turn: now.source.convergence * Math.PI / 180};
    this.slice.set({...what, flat: this.flat, ...this.ground.houses()});
    for (const w of this.walls) w.set(what);
    this.slice.mesh.visible = on[0];
    this.walls.forEach((w, d) => { w.mesh.visible = on[d + 1]; });
    this.sliced = now;
    this.shown = what;
    this.finer?.update().catch((error) => this.app.fail(error));
    this.streams?.style();
    this.app.legends();
  }

  // --- levels of detail ---

  addDetail(panel) {
    const served = this.sources.filter((q) => q.levels.length > 1 && !this.plane);
    const joined = this.sources.find((q) => q.levels.length === 1 && q.levels[0].by.some((b) => b > 1));
    if (joined) this.app.stage.note += `. Cells joined ${joined.levels[0].by.join(' × ')}`;
    if (!served.length) return;
    const source = served[0], body = section(panel, 'Detail', false);
    select(body, 'Cells', source.levels.map((l) => [String(l.level),
      source.n.map((n, d) => Math.ceil(n / l.by[d])).join(' × ')]), String(this.cellsOf(source).level), (v) => {
      this.wanted = new Map(served.map((q) => [q, q.levels.find((l) => String(l.level) === v) ??
        q.levels.at(-1)]));
      this.forget();
      this.app.work(this.update());
    });
    if (this.slice && Finer.isOf(this)) this.finer = new Finer(this, body);
    if (this.cloud) slider(body, 'Steps of rays', 32, 384, 16, this.cloud.steps, (v) => String(v), (v) => {
      this.cloud.steps = v;
      this.app.work(this.cloud.update());
    });
  }

  forget() {
    this.cells.clear();
    this.range = null;
    if (this.cloud) this.cloud.range = null;
    this.placeWalls();
  }

  /** Sources of the same files as before, of a later state of the run: read and shown anew. */
  renew(sources) {
    for (const s of this.sources) {
      const later = sources.find((q) => q.file === s.file);
      const known = later && s.fields.every((f) => later.fields.some((g) => g.name === f.name));
      if (!known || String(later.n) !== String(s.n)) return false;
      for (const f of s.fields) Object.assign(f, later.fields.find((g) => g.name === f.name));
      s.times = later.times;
    }
    for (const slot of this.slots?.values() ?? []) slot.record = NaN; // is given back when another is there
    this.shownKey = null;
    return true;
  }

  // --- the page ---

  async update() {
    await Promise.all([this.updateSlices(), this.streams?.update(), this.cloud?.update(), this.drape.update()]);
    this.readout.refresh();
  }

  show(time) {
    const key = this.sources.map((q) => q.fields.map((f) => recordAt(q, f, time)).join()).join(';');
    this.time = time;
    if (key === this.shownKey) return null;
    this.shownKey = key;
    return this.update();
  }

  times() {
    return this.sources.flatMap((q) => q.fields.filter((f) => f.along === 'time' && f.records.length > 1)
      .map((f) => ({values: f.records.map((r) => q.times[r]), calendar: q.calendar, smooth: false, flow: isFlow(q), open: q.peak})));
  }

  raise(n) { if (this.heightSlider && !this.plane) this.heightSlider.value = this.heightSlider.value + 4 * n; }

  /** Whether a place is in the air above ground and roof. */
  roofBelow(x, y, z) { return z >= this.ground.at(x, y) + this.ground.roofAt(x, y) - 1e-6 * this.app.stage.size; }

  pick(caster) { return this.readout.pick(caster); }
  closeReadout() { this.readout.close(); }

  legends() {
    const out = [];
    const sliced = this.slice && (this.slice.mesh.visible || this.walls.some((w) => w.mesh.visible));
    if (sliced && this.sliced && this.range) {
      const {quantity, field} = this.sliced;
      const title = quantity === 5 ? titleOf(field) : ['wind speed', 'wind to the east', 'wind to the north',
        'vertical wind', 'wind comes from'][quantity];
      const where = this.slice.mesh.visible && !this.plane ? ` at ${this.app.stage.metres(this.height, 3)}` : '';
      out.push(legend({title: title + where, unit: quantity === 4 ? '' : unitText(field.unit), map: this.map,
        range: this.range, log: field.log}));
    } else out.push(...(this.streams?.legends() ?? []));
    return [...out, ...(this.cloud?.legends() ?? []), ...(this.drape?.legends() ?? [])];
  }
}
