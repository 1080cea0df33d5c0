// Particle trajectories in the panel.
import {Trajectories} from './trajectories.js';
import {texture, unitText, show} from './colours.js';
import {niceAbove} from './range.js';
import {Chosen} from './chosen.js';
import {section, check, slider, select, legend} from './ui.js';

export class TrajectoryScene {
  static async create(app, panel, source) {
    const s = new TrajectoryScene();
    s.app = app;
    s.source = source;
    s.trajectories = await Trajectories.load(source, app.manifest.origin);
    app.stage.world.add(s.trajectories.group);
    s.trajectories.uniforms.size.value = s.trajectories.count > 800 ? 2.6 : 4;
    app.stage.frames.push(() => {
      s.trajectories.uniforms.ratio.value = app.stage.renderer.getPixelRatio();
      return false;
    });
    s.controls = {};
    const body = section(panel, 'Particles');
    s.controls.particles = check(body, source.of > s.trajectories.count ?
      `${s.trajectories.count} of ${source.of} particles` : `${s.trajectories.count} particles`, true, (on) => {
      s.trajectories.group.visible = on;
      s.chosen.refresh();
      app.legends();
    }, 'P');
    const tones = Object.keys(s.trajectories.tones);
    const names = {speed: 'speed', altitude: 'altitude', diameter: 'diameter'};
    select(body, 'Colour', tones.map((t) => [t, names[t]]), tones[0], (v) => s.colour(v));
    slider(body, 'Size', 1, 12, 0.2, s.trajectories.uniforms.size.value, (v) => `${v} px`, (v) => {
      s.trajectories.uniforms.size.value = v;
      app.stage.draw();
    });
    const span = Math.abs(source.times.at(-1) - source.times[0]) || 1;
    slider(body, 'Tails', 0, 100, 1, 100 * s.trajectories.tailUniforms.tail.value / span,
      (v) => (v === 0 ? 'none' : `${show(v / 100 * span)} s`), (v) => {
        s.trajectories.tails.visible = v > 0;
        s.trajectories.tailUniforms.tail.value = Math.max(v / 100 * span, 1e-9);
        app.stage.draw();
      });
    s.colour(tones[0]);
    const p = s.trajectories.place, low = [1, 1, 1].map(() => Infinity), high = low.map(() => -Infinity);
    p.forEach((values, d) => {
      for (const v of values) if (v === v) { low[d] = Math.min(low[d], v); high[d] = Math.max(high[d], v); }
    });
    if (app.scenes.length === 0) s.box = {low, high};
    s.chosen = new Chosen(app, s);
    return s;
  }

  // --- particles that can be chosen (chosen.js) ---

  get drawn() { return this.trajectories.group.visible; }
  get many() { return this.shown ?? 0; }
  where(n, out) { return out.fromArray(this.trajectories.dots.geometry.attributes.position.array, 3 * n); }
  known(n) { return this.trajectories.who[n] * this.source.every; }
  find(key) { return this.trajectories.who ? this.trajectories.who.subarray(0, this.many).indexOf(key / this.source.every) : -1; }

  async about(n) {
    const {tones, who, count, samples, sample} = this.trajectories;
    return Object.entries(tones).filter(([name]) => name !== 'altitude').map(([name, tone]) => {
      const value = tone.value[0], v = value[value.length === count ? who[n] : who[n] * samples + sample];
      return [name, name === 'diameter' ? (v > 0 ? `${show(v * 1e6)} µm` : 'none: a gas') : `${show(v)} m/s`];
    });
  }

  closeReadout() { this.chosen.close(); }

  colour(name) {
    const tone = this.trajectories.tones[name];
    let low = Infinity, high = -Infinity, sum = [];
    const value = tone.value[0], every = Math.max(1, Math.floor(value.length / 50000));
    for (let i = 0; i < value.length; i += every)
      if (value[i] === value[i]) { low = Math.min(low, value[i]); high = Math.max(high, value[i]); sum.push(value[i]); }
    if (name === 'speed') { // a few fast ones must not take all colours
      sum.sort((a, b) => a - b);
      low = 0;
      high = niceAbove(sum[Math.floor(0.99 * (sum.length - 1))] || 1);
    }
    if (!(high > low)) high = low + 1e-9;
    this.name = name;
    this.trajectories.colour(name, texture('rising'), [low, high]);
    if (this.time !== undefined) this.trajectories.show(this.time);
    this.app.legends();
  }

  legends() {
    if (!this.trajectories.group.visible) return [];
    const shift = this.name === 'altitude' ? this.app.manifest.origin[2] : 0;
    const scale = this.name === 'diameter' ? 1e6 : 1;
    const unit = {speed: 'm/s', altitude: 'm', diameter: 'µm'}[this.name];
    return [legend({title: `particles: ${this.name}`, unit: unitText(unit), map: 'rising',
      range: this.trajectories.range.map((v) => (v + shift) * scale)})];
  }

  times() { return [{values: this.source.times.filter((t) => t !== null), calendar: this.source.calendar, smooth: true}]; }

  show(time) {
    this.time = time;
    this.shown = this.trajectories.show(time);
    this.chosen.refresh();
  }
}
