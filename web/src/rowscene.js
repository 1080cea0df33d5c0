// A row of cells, as of a plane flame: each field as a curve, and the values at a place.
import {block, whole} from './data.js';
import {recordAt, isFlow} from './fields.js';
import {burning} from './shape.js';
import {show, titleOf, unitText} from './colours.js';
import {placesOf} from './places.js';
import {chart, sides, make, section, select, slider} from './ui.js';

const axes = ['x', 'y', 'z'];
const winds = ['wind to the east, u', 'wind to the north, v', 'vertical wind, w'];

export class RowScene {
  static async create(app, panel, sources, along) {
    const s = new RowScene();
    s.app = app;
    s.sources = sources;
    s.along = along;
    s.curves = sources.flatMap((source) => source.fields.filter((f) => !f.map).flatMap((field) =>
      [...Array(field.components).keys()].map((c) => ({source, field, c, key: `${source.index}/${field.name}/${c}`,
        title: field.components === 3 ? winds[c] : titleOf(field)}))));
    const hot = burning(s.curves);
    s.curve = hot ?? s.curves.find((q) => q.c === along) ?? s.curves[0];
    s.cells = s.curve.source.n[along];
    s.ends = new Map(); // of the curves: they only grow, so that times can be compared
    document.body.classList.add('row');
    app.stage.sides = [];
    s.figure = make('figure', {id: 'row', 'aria-label': 'The field along the row of cells'});
    document.body.append(s.figure);
    s.figure.addEventListener('click', (event) => s.click(event));
    const body = section(panel, 'Row of cells');
    select(body, 'Field', s.curves.map((q) => [q.key, q.title]), s.curve.key, (v) => {
      s.curve = s.curves.find((q) => q.key === v);
      s.draw();
    });
    s.cell = Math.floor(s.cells / 2);
    s.placeSlider = slider(body, `Place, ${axes[along]}`, 1, s.cells, 1, s.cell + 1, (v) => s.placeText(v - 1),
      (v) => {
        s.cell = v - 1;
        s.draw();
      });
    s.table = make('table', {class: 'values', 'aria-label': 'Values at the place'});
    body.append(s.table);
    addEventListener('resize', () => s.draw());
    return s;
  }

  /** Takes the cell at a place of the curve. */
  click({clientX}) {
    const {x, width} = this.figure.getBoundingClientRect(), {left, right} = sides(width);
    const part = (clientX - x - left) / (width - left - right);
    this.placeSlider.value = Math.min(Math.max(Math.round(part * (this.cells - 1)), 0), this.cells - 1) + 1;
  }

  /** The centre of a cell, m. */
  centre(source, i) {
    if (this.along === 2) return 0.5 * (source.z[i] + source.z[i + 1]);
    const [low, high] = source[axes[this.along]];
    return low + (high - low) * (i + 0.5) / source.n[this.along];
  }

  placeText(i) { return this.app.stage.metres(this.centre(this.curve.source, i)); }

  show(time) {
    const key = this.sources.map((q) => q.fields.map((f) => recordAt(q, f, time)).join()).join(';');
    if (key === this.shownKey) return null;
    this.shownKey = key;
    return this.read(time, key);
  }

  async read(time, key) {
    const all = await Promise.all(this.curves.map(async ({source, field, c}) => {
      const data = await block(source.index, field.name, recordAt(source, field, time), source.levels[0].level);
      const low = data.low[c];
      return [...data.value[c]].map((v) => (field.log ? 10 ** (v + low) : v + low));
    }));
    if (key !== this.shownKey) return;
    this.values = new Map(this.curves.map((q, n) => [q.key, all[n]]));
    for (const q of this.curves) {
      const [low, high] = this.ends.get(q.key) ?? [Infinity, -Infinity];
      const there = this.values.get(q.key).filter((v) => v === v);
      this.ends.set(q.key, [Math.min(low, ...there), Math.max(high, ...there)]);
    }
    this.draw();
  }

  draw() {
    if (!this.values) return;
    const {source, field, key, title} = this.curve, unit = unitText(field.unit);
    const far = this.centre(source, source.n[this.along] - 1), by = far < 0.1 ? 1e3 : 1;
    const points = this.values.get(key).map((v, i) => [by * this.centre(source, i), v]).filter((p) => p[1] === p[1]);
    this.figure.replaceChildren(chart({points, xLabel: `${axes[this.along]} (${by === 1 ? 'm' : 'mm'})`,
      yLabel: unit ? `${title} (${unit})` : title, width: Math.max(this.figure.clientWidth, 240),
      height: Math.max(this.figure.clientHeight, 180), range: this.ends.get(key),
      mark: {x: by * this.centre(source, this.cell)}, names: this.names(source).map(([at, name]) => [by * at, name])}));
    this.table.replaceChildren(make('tbody', {}, ...this.curves.map((q) => make('tr', {},
      make('th', {scope: 'row'}, q.title), make('td', {},
        `${show(this.values.get(q.key)[this.cell])} ${unitText(q.field.unit)}`)))));
  }

  /** Probes and the like along the row: [m, name]. Heights are above the ground. */
  names(source) {
    const {along} = this;
    return placesOf(this.sources).map((p) => [along === 2 ? source.z[0] + p.at[2] : p.at[along], p.name || p.kind]);
  }

  times() {
    return this.sources.flatMap((q) => q.fields.filter((f) => f.along === 'time' && f.records.length > 1)
      .map((f) => ({values: f.records.map((r) => q.times[r]), calendar: q.calendar, smooth: false, flow: isFlow(q)})));
  }

  renew(sources) {
    for (const s of this.sources) {
      const later = sources.find((q) => q.file === s.file);
      if (!later || String(later.n) !== String(s.n)) return false;
      for (const f of s.fields) Object.assign(f, later.fields.find((g) => g.name === f.name));
      s.times = later.times;
    }
    this.shownKey = null;
    return true;
  }

  legends() { return []; }
}
