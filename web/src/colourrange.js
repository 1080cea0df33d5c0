// Colour range of slices: of the times seen, of the whole run, or by hand.
import {loadScalar, loadWind} from './grid.js';
import * as column from './column.js';
import {select, number} from './ui.js';

const SMALL = 4e6; // cells of all times that are read for the range of the whole run at once

export class ColourRange {
  /** change: called when another range is wanted. */
  constructor(scene, body, change) {
    const cells = scene.sources.reduce((sum, q) => sum + q.times.length * q.n.reduce((a, b) => a * b), 0);
    Object.assign(this, {scene, kind: cells <= SMALL ? 'run' : 'seen', low: NaN, high: NaN});
    const again = () => {
      for (const own of [low, high]) own.row.hidden = this.kind !== 'hand';
      change();
    };
    select(body, 'Colour range', [['seen', 'times seen'], ['run', 'whole run'], ['hand', 'by hand']], this.kind, (v) => {
      this.kind = v;
      again();
    });
    const low = number(body, 'Lowest colour', (v) => { this.low = v; again(); });
    const high = number(body, 'Highest colour', (v) => { this.high = v; again(); });
    low.row.hidden = high.row.hidden = true;
  }

  /** Ends by hand, of the exponent where the scale is logarithmic; null: none, or not rising. */
  byHand({quantity, field}) {
    const {kind, low, high} = this, log = quantity === 5 && field.log;
    if (kind !== 'hand' || !(low < high) || (log && !(low > 0))) return null;
    return log ? [Math.log10(low), Math.log10(high)] : [low, high];
  }

  /** What is said where colours depend on the times that were looked at. */
  get note() {
    const {slice, wall} = this.scene.controls, {field, quantity} = this.scene.sliced ?? {};
    const grows = this.kind === 'seen' && (slice.value || wall.some((w) => w.value)) && quantity !== 4 && !field?.range;
    return grows && field.records.length > 1 ? 'Colour range of slices: times seen' : '';
  }

  /** Ends of all times of the run, which are read one after another; null: not wanted. valid(): whether they still are. */
  async ofRun(now, valid) {
    const {scene} = this, {cells, field, source, quantity} = now, {slice, wall} = scene.controls;
    const key = [source.index, field.name, quantity, scene.height, slice.value, ...wall.map((w) => w.value), cells.level, field.records.length].join();
    if (this.kind !== 'run' || quantity === 4) return null;
    if (this.covered?.key === key) return this.covered.range;
    let range = null;
    for (const record of field.records) {
      if (!valid()) return null;
      const here = record === now.record;
      const data = here ? now.data : quantity === 5 ? await loadScalar(source, cells, field.name, record) : await loadWind(source, cells, record);
      const columns = column.slice(cells, data.values, scene.ground, scene.z0, scene.height, quantity !== 5);
      range = scene.chooseRange({...now, data}, columns, range);
      if (!here) data.texture.dispose();
    }
    this.covered = {key, range};
    return range;
  }
}
