// Streamlines in the panel.
import {Streams} from './stream.js';
import {texture, unitText} from './colours.js';
import {niceAbove} from './range.js';
import {section, check, slider, legend} from './ui.js';

export class StreamScene {
  /** count: of the lines at first. */
  constructor(scene, panel, count) {
    const {app} = scene;
    this.scene = scene;
    this.lines = new Streams();
    this.count = count;
    this.rate = 1;
    this.fine = null;
    app.stage.world.add(this.lines.mesh);
    const body = section(panel, 'Streamlines');
    this.on = check(body, 'Streamlines', true, () => app.work(this.update()), 'L');
    slider(body, 'Number', 100, 5000, 100, count, (v) => String(v), (v) => {
      this.count = v;
      scene.later('streams', () => this.update(), 120);
    });
    check(body, 'Moving', !app.still, (on) => this.move(on));
    slider(body, 'Speed', 0.1, 4, 0.1, 1, (v) => `× ${v}`, (v) => { this.rate = v; });
    this.move(!app.still);
    app.stage.frames.push((seconds) => this.frame(seconds));
  }

  move(on) {
    this.moving = on;
    this.lines.uniforms.base.value = on ? 0.1 : 0.25;
    this.scene.app.stage.draw();
  }

  frame(seconds) {
    const {mesh, uniforms, natural} = this.lines;
    if (!mesh.visible) return false;
    uniforms.screen.value.set(innerWidth / 2, innerHeight / 2);
    if (!this.moving) return false;
    // Air of the largest speed crosses the domain in about twelve seconds.
    uniforms.now.value += seconds * this.rate * natural / 12;
    return true;
  }

  async update() {
    const {scene, lines} = this, version = scene.next('streams');
    if (this.on.value) {
      const data = await scene.windNow(), cells = scene.cellsOf(scene.wind);
      if (version !== scene.versions.streams) return;
      const {source, record} = this.fine ?? {}; // another time's finer cells are none
      const near = source === scene.wind && record === scene.slots.get(`wind ${source.index}`).record ? this.fine : null;
      lines.trace(cells, data, scene.ground, this.count, scene.height,
        scene.shape.kind === 'section' ? scene.shape.axis : null, near);
      this.style();
    }
    lines.mesh.visible = this.on.value;
    scene.app.legends();
  }

  /** Follows finer cells {key, cells, data} of the wind of a record where there are some; null: none. */
  async refine(fine) {
    if (fine?.key === this.fine?.key) return;
    this.fine = fine;
    await this.update();
  }

  /** On a slice of the wind lines are white, round a cloud faint, so that they do not hide it; else
   * they have the colours of the wind. */
  style() {
    const {scene, lines} = this, u = lines.uniforms, cloud = scene.cloud?.on.value === true;
    const sliced = scene.controls.slice.value || scene.controls.wall.some((w) => w.value);
    const plain = sliced || cloud;
    u.plain.value = plain ? 1 : 0;
    u.ink.value.set(sliced || scene.dark ? 0xffffff : 0x24415e);
    u.colours.value = texture('rising');
    u.range.value.set(0, scene.quantity === 'wind:0' && scene.range ? scene.range[1] : niceAbove(lines.speed ?? 1));
    u.strength.value = sliced ? 0.62 : cloud ? 0.42 : 1;
    u.width.value = plain ? 0.9 : 1.4;
  }

  legends() {
    const {mesh, uniforms} = this.lines;
    const wind = this.scene.wind?.fields.find((f) => f.components === 3);
    const unit = unitText(wind?.unit ?? 'm/s');
    return mesh.visible && uniforms.plain.value === 0 ? [legend({title: 'wind speed along the lines', unit,
      map: 'rising', range: uniforms.range.value.toArray()})] : [];
  }
}
