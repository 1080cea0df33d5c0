// The time that is shown: a slider over records, or over seconds where particles move between them.
import {make} from './ui.js';
import {show} from './colours.js';

export class Timeline {
  constructor(app, box) {
    this.app = app;
    this.box = box;
    const all = new Set();
    this.calendar = false;
    this.smooth = this.flow = false;
    for (const s of app.scenes)
      for (const t of s.times()) {
        t.values.forEach((v) => all.add(v));
        this.calendar ||= t.calendar;
        this.smooth ||= t.smooth;
        this.flow ||= t.flow === true;
        this.open ??= t.open; // the peak of a plume
      }
    this.values = [...all].filter(Number.isFinite).sort((a, b) => a - b);
    this.playing = false;
    this.rate = 1;
    if (this.values.length === 0) this.values = [0];
    this.time = this.open === undefined ? this.values.at(-1) : this.values[this.nearest(this.open)];
    if (this.values.length < 2) return;
    box.hidden = false;
    this.play = make('button', {'aria-label': 'Play', title: 'Play or stop (space)', onclick:
      () => this.toggle()}, '▶');
    this.output = make('output', {});
    this.input = make('input', {type: 'range', 'aria-label': 'Time', min: 0,
      max: this.smooth ? 1000 : this.values.length - 1, step: 1});
    this.input.addEventListener('input', () => this.set(this.at(Number(this.input.value))));
    this.speed = make('select', {'aria-label': 'Speed of playing', onchange: () => {
      this.rate = Number(this.speed.value);
    }}, ...[['0.25', '¼×'], ['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×']].map(([v, t]) =>
      make('option', {value: v, selected: v === '1'}, t)));
    this.speed.style.width = 'auto';
    box.append(this.play, this.input, this.output, this.speed);
    app.stage.frames.push((seconds) => this.advance(seconds));
  }

  at(n) {
    if (!this.smooth) return this.values[n];
    return this.values[0] + (this.values.at(-1) - this.values[0]) * n / 1000;
  }

  place(time) {
    if (this.smooth)
      return Math.round(1000 * (time - this.values[0]) / (this.values.at(-1) - this.values[0]));
    return this.nearest(time);
  }

  nearest(time) {
    let best = 0;
    this.values.forEach((v, n) => {
      if (Math.abs(v - time) < Math.abs(this.values[best] - time)) best = n;
    });
    return best;
  }

  text(time) {
    if (this.calendar)
      return new Date(time * 1000).toISOString().replace('T', ' ').replace(/(:00)?\.\d+Z/, ' UTC');
    const n = this.place(time);
    const counted = !this.smooth && !this.flow && this.values.every((v, i) => v === i);
    if (counted) return `${n + 1} of ${this.values.length}`;
    const span = this.values.at(-1) - this.values[0];
    return Math.abs(time) >= 600 ? `${Math.floor(time / 60)} min ${Math.round(time % 60)} s` :
      `${this.smooth ? time.toFixed(Math.min(Math.max(Math.ceil(2 - Math.log10(span)), 0), 9)) : show(time, 5)} s`;
  }

  async begin() {
    if (this.smooth && !this.app.still && this.values.length > 1) {
      this.time = this.values[0] + 0.6 * (this.values.at(-1) - this.values[0]);
      this.toggle(true);
    }
    await this.set(this.time);
  }

  /** Shows a time; returns when it is seen. */
  async set(time) {
    this.time = time;
    if (this.input) {
      this.input.value = this.place(time);
      this.output.textContent = this.text(time);
      this.input.setAttribute('aria-valuetext', this.output.textContent);
    }
    const shown = this.app.scenes.map((s) => s.show(time)).filter(Boolean);
    this.app.stage.draw();
    if (shown.length) await Promise.all(shown.map((p) => this.app.work(p)));
  }

  toggle(on = !this.playing) {
    if (!this.play) return;
    this.playing = on;
    this.held = 0;
    this.play.textContent = on ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', on ? 'Stop' : 'Play');
  }

  step(n) {
    if (!this.input) return;
    const most = Number(this.input.max), by = this.smooth ? 20 : 1;
    this.set(this.at(Math.min(Math.max(this.place(this.time) + n * by, 0), most)));
    this.app.say(this.text(this.time));
  }

  advance(seconds) {
    if (!this.playing) return false;
    const first = this.values[0], last = this.values.at(-1);
    if (this.smooth) {
      let time = this.time + seconds * this.rate * (last - first) / 15;
      if (time > last) time = first;
      this.set(time);
      return true;
    }
    this.held += seconds * this.rate;
    if (this.held < 0.6 || !this.app.idle) return false;
    this.held = 0;
    this.set(this.values[(this.place(this.time) + 1) % this.values.length]);
    return true;
  }
}
