// Cells and numbers of the fields that a page shows: each is read once, and given back when another takes its place.
import {embedded} from './data.js';
import {Cells, loadWind} from './grid.js';

const BUDGET = 5000000; // cells of a level that is shown at first
const REACH = 2;        // times the height of a slice, above which nothing of the first picture is
const LARGE = window.simoomLarge ?? 3e7; // cells of a file whose lowest layers are read first; tests have smaller ones

/** The record of a field for a time of the page. */
export function recordAt(source, field, time) {
  if (field.along !== 'time') return field.records.at(-1);
  let best = field.records[0];
  for (const r of field.records)
    if (Math.abs(source.times[r] - time) < Math.abs(source.times[best] - time)) best = r;
  return best;
}

/** Whether times are seconds of a flow: winds of the weather without dates are counted. */
export function isFlow(source) { return source.fields.some((f) => ['kinematic_pressure', 'air_pressure_perturbation'].includes(f.name)); }

/** Whether it takes long to read all of a field. */
export function isLarge(source) { return !embedded && source.n.reduce((product, n) => product * n, 1) > LARGE; }

/** What scenes of grids have of their sources: `wind` and `time` are those that are shown. */
export class Fields {
  /** The cells of the level that is shown; of a part of it with a box. */
  make(source, box = null) {
    const count = (l) => source.n.reduce((p, n, d) => p * Math.ceil(n / l.by[d]), 1);
    const level = source.levels.find((l) => count(l) <= BUDGET) ?? source.levels.at(-1);
    return new Cells(source, this.wanted?.get(source) ?? level, this.app.manifest.origin, box);
  }

  cellsOf(source) {
    if (!this.cells.has(source)) this.cells.set(source, this.soon && source === this.wind ? this.lowest(source) : this.make(source));
    return this.cells.get(source);
  }

  /** The layers that a slice needs, of a large file: they are read sooner than all. */
  lowest(source) {
    const whole = this.make(source), {n} = whole;
    const layers = Math.ceil(whole.layer(this.ground.most + REACH * this.height)) + 2;
    this.soon = layers < 0.6 * n[2];
    return this.soon ? this.make(source, {from: [0, 0, 0], to: [n[0], n[1], layers]}) : whole;
  }

  /** After the first picture: all layers. */
  complete() {
    if (!this.soon) return;
    this.soon = false;
    this.forget();
    this.app.work(this.update());
  }

  windNow() {
    const source = this.wind, cells = this.cellsOf(source);
    const field = source.fields.find((f) => f.components === 3);
    return this.read(`wind ${source.index}`, cells, recordAt(source, field, this.time),
      (record) => loadWind(source, cells, record));
  }

  /** Reads a record unless it is the one that is there; the old texture is given back. */
  async read(slot, cells, record, load) {
    this.slots ??= new Map();
    const old = this.slots.get(slot);
    if (old && old.record === record && old.cells === cells) return old.promise;
    const entry = {record, cells, promise: load(record)};
    this.slots.set(slot, entry);
    entry.promise.then(() => old?.promise.then((o) => o.texture.dispose()), () => {
      if (this.slots.get(slot) === entry) this.slots.delete(slot);
    });
    return entry.promise;
  }

  next(name) { return (this.versions[name] = (this.versions[name] ?? 0) + 1); }

  /** Calls once, after sliders have rested for a moment. */
  later(name, call, wait = 60) {
    this.timers ??= {};
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(() => this.app.work(call()), wait);
  }
}
