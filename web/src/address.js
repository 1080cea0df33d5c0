// The view in the address of the page: camera, time and the controls that are not as at first, so that a link shows the same.
import {controls} from './ui.js';

const words = location.hash.slice(1).split('&');
/** "plain": less is drawn, as without a graphics processor; "full": all; else undefined. */
export const mode = words.find((w) => w === 'plain' || w === 'full');

const valueOf = (input) => (input.type === 'checkbox' ? String(Number(input.checked)) : input.value);

function put(input, value) {
  if (valueOf(input) === value) return;
  if (input.type === 'checkbox') input.checked = value === '1';
  else input.value = value;
  input.dispatchEvent(new Event(input.type === 'range' ? 'input' : 'change'));
}

export class Address {
  constructor(app) {
    this.app = app;
    this.first = new Map(controls.map((c) => [c.name, valueOf(c.input)]));
    this.camera = this.cameraText();
    this.time = app.timeline.time;
    this.wait = 0;
  }

  /** After the first picture: shows what the address says, and writes to it from then on. */
  async begin() {
    await this.show(words);
    addEventListener('hashchange', () => this.show(location.hash.slice(1).split('&')));
    this.app.stage.frames.push((seconds) => {
      this.wait += seconds;
      if (this.wait > 0.5 && !this.app.timeline.playing) this.write();
      return false;
    });
  }

  cameraText() {
    const {camera, controls: orbit} = this.app.stage;
    return [...camera.position.toArray(), ...orbit.target.toArray()].map((v) => Number(v.toPrecision(5))).join();
  }

  timeText() {
    const {time, calendar} = this.app.timeline;
    return calendar ? new Date(time * 1000).toISOString() : String(time);
  }

  async showTime(text) {
    const {timeline} = this.app, time = text.includes('T') ? Date.parse(text) / 1000 : Number(text);
    if (!Number.isFinite(time)) return false;
    timeline.toggle(false);
    await timeline.set(timeline.smooth ? time : timeline.values[timeline.nearest(time)]);
    return true;
  }

  text() {
    const {timeline} = this.app, out = mode ? [mode] : [], camera = this.cameraText();
    if (camera !== this.camera) out.push(`camera=${camera}`);
    if (timeline.time !== this.time) out.push(`time=${this.timeText()}`);
    for (const {name, input} of controls)
      if (valueOf(input) !== this.first.get(name)) out.push(`${name}=${encodeURIComponent(valueOf(input))}`);
    return out.join('&');
  }

  write() {
    this.wait = 0;
    const text = this.text();
    if (text === location.hash.slice(1)) return;
    try { history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search); } catch { /* of some local files */ }
  }

  async show(parts) {
    const {app} = this, unknown = [];
    for (const part of parts.filter((w) => w && w !== mode)) {
      const [name, text = ''] = part.split('='), value = decodeURIComponent(text);
      const control = controls.find((c) => c.name === name), numbers = value.split(',').map(Number);
      if (name === 'camera' && numbers.length === 6 && numbers.every(Number.isFinite)) {
        app.stage.camera.position.set(...numbers.slice(0, 3));
        app.stage.controls.target.set(...numbers.slice(3));
        app.stage.controls.update();
      } else if (name === 'time' && await this.showTime(value)) continue;
      else if (control && (control.input.tagName !== 'SELECT' || [...control.input.options].some((o) => o.value === value)))
        put(control.input, value);
      else unknown.push(part);
    }
    if (unknown.length) app.note(`Not in this view, and left out of the address: ${unknown.join(', ')}`);
    app.stage.draw();
  }
}
