// All particles at some times, in the panel.
import {block} from './data.js';
import {Particles} from './particles.js';
import {usualWay} from './pairs.js';
import {shade, texture, unitText, show} from './colours.js';
import {niceAbove, quantile} from './range.js';
import {Chosen} from './chosen.js';
import {section, check, slider, select, legend, swatches, make} from './ui.js';

const NEAR = 0.05; // of the size of what is seen: no interpolation between two times over longer paths

export class ParticleScene {
  static async create(app, panel, source) {
    const s = new ParticleScene();
    Object.assign(s, {app, source, sources: [source], controls: {}, loaded: new Map(), version: 0});
    s.places = source.fields.find((f) => f.name === 'places');
    s.cloud = new Particles(source, app.manifest.origin);
    app.stage.world.add(s.cloud.dots);
    app.stage.frames.push(() => {
      s.cloud.uniforms.ratio.value = app.stage.renderer.getPixelRatio();
      return false;
    });
    const names = source.fields.map((f) => f.name).filter((n) => !['places', 'id'].includes(n) &&
      (n !== 'species' || source.species.length > 1));
    s.field = names[0] ?? 'altitude';
    await s.look();
    s.chosen = new Chosen(app, s);
    s.addPanel(panel, [...names, 'altitude']);
    return s;
  }

  // --- particles that can be chosen (chosen.js) ---

  get drawn() { return this.cloud.dots.visible && this.cloud.id !== undefined; }
  get many() { return this.cloud.id.length; }
  where(n, out) { return this.cloud.where(n, out); }
  known(n) { return this.cloud.id[n]; }
  find(key) { return this.cloud.id.indexOf(key); }

  /** All fields of a particle at the nearer of the two times. */
  async about(n) {
    const {source, cloud} = this, [now, next, part] = this.around(this.time), record = part < 0.5 ? now : next;
    const {id} = await this.at(record), i = id.indexOf(cloud.id[n]);
    const fields = i < 0 ? [] : source.fields.filter((f) => !['places', 'id'].includes(f.name));
    return Promise.all(fields.map(async (f) => {
      const b = await block(source.index, f.name, record, source.level), v = b.value[0][i] + b.low[0];
      if (f.name === 'species') return [f.name, source.species[Math.round(v)]?.name ?? show(v)];
      if (f.name === 'diameter') return [f.name, v > 0 ? `${show(v * 1e6)} µm` : 'none: a gas'];
      return [f.name, `${show(v)} ${unitText(f.unit)}`];
    }));
  }

  closeReadout() { this.chosen.close(); }

  /** The last time, the box of the particles, and whether their paths are so short that they can be interpolated. */
  async look() {
    const {records} = this.places, {source} = this, last = await this.at(records.at(-1));
    const low = last.place.map((v) => v.reduce((a, b) => Math.min(a, b), Infinity));
    const high = last.place.map((v) => v.reduce((a, b) => Math.max(a, b), -Infinity));
    if (last.id.length) this.box = {low, high};
    const size = Math.hypot(...low.map((l, d) => high[d] - l));
    this.smooth = records.length > 1 && source.fields.some((f) => f.name === 'id') &&
      usualWay(await this.at(records.at(-2)), last) < NEAR * size;
  }

  addPanel(panel, names) {
    const {app, cloud} = this, body = section(panel, 'All particles'), trajectories = app.manifest.sources.some((s) => s.kind === 'trajectories');
    cloud.dots.visible = !trajectories; // trajectories show more
    this.controls.particles = check(body, 'All particles', !trajectories, (on) => {
      cloud.dots.visible = on;
      if (on) app.work(this.update());
      this.chosen.refresh();
      app.legends();
    }, trajectories ? null : 'P');
    this.count = make('div', {class: 'row'});
    body.append(this.count);
    select(body, 'Colour', names.map((n) => [n, n]), this.field, (v) => {
      this.field = v;
      this.range = null;
      this.loaded.clear();
      app.work(this.update());
    });
    slider(body, 'Size', 1, 12, 0.2, cloud.uniforms.size.value, (v) => `${v} px`, (v) => {
      cloud.uniforms.size.value = v;
      app.stage.draw();
    });
  }

  /** Particles of a record; three times are kept. */
  at(record) {
    const known = this.loaded.get(record);
    if (known) return known;
    const promise = this.cloud.load(record, this.field);
    promise.catch(() => this.loaded.delete(record));
    this.loaded.set(record, promise);
    while (this.loaded.size > 3) this.loaded.delete(this.loaded.keys().next().value);
    return promise;
  }

  /** The records before and after a time, and how far it is between them; the nearest one where paths cannot be interpolated. */
  around(time) {
    const {records} = this.places, {times} = this.source, when = (n) => times[records[n]];
    const rising = when(records.length - 1) >= when(0);
    let n = 0;
    while (n < records.length - 1 && (rising ? when(n + 1) <= time : when(n + 1) >= time)) n++;
    const next = Math.min(n + 1, records.length - 1), gap = when(next) - when(n);
    const part = gap === 0 ? 0 : Math.min(Math.max((time - when(n)) / gap, 0), 1);
    if (this.smooth && part > 0) return [records[n], records[next], part];
    const near = records[part < 0.5 ? n : next];
    return [near, near, 0];
  }

  show(time) {
    this.time = time;
    if (!this.cloud.dots.visible) return null;
    const [now, next, part] = this.around(time), key = `${now}/${next}`;
    if (key === this.key) {
      this.cloud.uniforms.at.value = part;
      this.chosen.refresh();
      return null;
    }
    return this.update();
  }

  async update() {
    const version = ++this.version, [now, next] = this.around(this.time), key = `${now}/${next}`;
    this.key = key;
    const [a, b] = await Promise.all([this.at(now), this.at(next)]);
    if (version !== this.version) return;
    this.chooseRange(a.tone);
    this.cloud.set(a, b, this.range);
    this.cloud.uniforms.colours.value = texture(this.isKinds ? 'kinds' : 'rising');
    this.cloud.uniforms.at.value = this.around(this.time)[2];
    this.shown = a.id.length;
    const of = this.source.numbers[now];
    this.count.textContent = this.shown < of ? `${this.shown} of ${of} in the air` : `${of} in the air`;
    this.chosen.refresh();
    this.app.legends();
  }

  get isKinds() { return this.field === 'species'; }

  /** Ends of the colours grow, so that times can be compared; a few that are far off must not take most of them. */
  chooseRange(tone) {
    if (this.isKinds) {
      this.range = [0, Math.max(this.source.species.length - 1, 1)];
      return;
    }
    if (tone.length === 0) {
      this.range ??= [0, 1];
      return;
    }
    let [low, high] = [quantile(tone, 0.005), quantile(tone, 0.995)];
    if (low >= 0 && low < 0.3 * high && this.field !== 'altitude') [low, high] = [0, niceAbove(high)];
    if (!(high > low)) high = low + (Math.abs(low) || 1) * 1e-6;
    this.range = [Math.min(low, this.range?.[0] ?? low), Math.max(high, this.range?.[1] ?? high)];
  }

  legends() {
    if (!this.cloud.dots.visible || !this.range) return [];
    const title = `all particles: ${this.field}`, {species} = this.source;
    if (this.isKinds) return [swatches(title, species.map((s, n) => [shade('kinds', n / Math.max(species.length - 1, 1)), s.name]))];
    const [unit, scale] = {diameter: ['µm', 1e6], altitude: ['m', 1]}[this.field] ??
      [unitText(this.source.fields.find((f) => f.name === this.field).unit), 1];
    const shift = this.field === 'altitude' ? this.app.manifest.origin[2] : 0;
    return [legend({title, unit, map: 'rising', range: this.range.map((v) => (v + shift) * scale)})];
  }

  times() {
    return [{values: this.places.records.map((r) => this.source.times[r]), calendar: this.source.calendar, smooth: this.smooth,
      flow: true}];
  }
}
