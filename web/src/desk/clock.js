// The time that is shown: slider, play, steps; it opens at the peak.
import {make} from '../ui.js';
import {seconds} from './results.js';

export class Clock {
  /** changed(record): another time is to be shown; returns when it is. */
  constructor(box, changed) {
    Object.assign(this, {box, changed, times: [], record: 0, timer: 0, still: matchMedia('(prefers-reduced-motion: reduce)').matches});
    this.button = make('button', {'aria-label': 'Play', title: 'Play or stop (space)', onclick: () => this.toggle()}, '▶');
    this.input = make('input', {type: 'range', 'aria-label': 'Time after the start of the release', min: 0, step: 1, oninput: () => this.set(Number(this.input.value))});
    this.output = make('output', {});
    this.peak = make('button', {title: 'Time of the peak (P)', onclick: () => this.toPeak()}, 'Peak');
    box.append(this.button, this.input, this.output, this.peak);
  }

  /** Another plume; keep: the time that was shown, where there is such. */
  use(times, peak, keep = false) {
    const before = this.times[this.record];
    this.times = times;
    this.best = this.nearest(peak);
    this.input.max = times.length - 1;
    this.box.hidden = times.length < 2;
    return this.set(keep && before !== undefined ? this.nearest(before) : this.best);
  }

  nearest(time) { return this.times.reduce((best, t, n) => (Math.abs(t - time) < Math.abs(this.times[best] - time) ? n : best), 0); }
  get time() { return this.times[this.record] ?? 0; }
  toPeak() { this.toggle(false); return this.set(this.best); }
  step(by) { this.toggle(false); return this.set(Math.min(Math.max(this.record + by, 0), this.times.length - 1)); }

  async set(record) {
    this.record = record;
    this.input.value = record;
    this.output.textContent = seconds(this.time);
    this.input.setAttribute('aria-valuetext', this.output.textContent);
    await this.changed(record);
  }

  toggle(on = !this.timer) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.button.textContent = on ? '❚❚' : '▶';
    this.button.setAttribute('aria-label', on ? 'Stop' : 'Play');
    if (!on || this.times.length < 2) return;
    const next = async () => {
      await this.set((this.record + 1) % this.times.length);
      if (this.timer) this.timer = setTimeout(next, this.still ? 1000 : 250);
    };
    this.timer = setTimeout(next, 0);
  }
}
