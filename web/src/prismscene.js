// Prisms in the panel.
import {Prisms} from './prisms.js';
import {shade, show, titleOf, unitText} from './colours.js';
import {section, check, slider, select, legend, make} from './ui.js';

export class PrismScene {
  static async create(app, panel, source) {
    const s = new PrismScene();
    Object.assign(s, {app, source, face: null});
    s.prisms = await Prisms.load(source);
    app.stage.world.add(s.prisms.group);
    s.fields = source.fields.filter((f) => f.along === 'layer');
    s.layers = source.sigma.length - 1;
    s.layer = Math.floor(s.layers / 2);
    s.name = (s.fields.find((f) => !/error|solution|source/.test(f.name)) ?? s.fields[0])?.name;
    const body = section(panel, 'Prisms');
    body.append(make('div', {class: 'row'}, `${s.prisms.faces} triangles, ${s.layers} layers`));
    if (s.fields.length)
      select(body, 'Field', s.fields.map((f) => [f.name, titleOf(f)]), s.name, (v) => {
        s.name = v;
        s.range = null;
        app.work(s.update());
      });
    s.layerSlider = slider(body, 'Layer', 1, s.layers, 1, s.layer + 1,
      (v) => `${v} (σ ${show(0.5 * (source.sigma[v - 1] + source.sigma[v]))})`, (v) => {
        s.layer = v - 1;
        app.work(s.update());
      });
    check(body, 'Edges of the triangles', s.prisms.faces < 20000, (on) => {
      s.prisms.edges.visible = on;
      app.stage.draw();
    });
    s.prisms.edges.visible = s.prisms.faces < 20000;
    check(body, 'Bottom', true, (on) => { s.prisms.bottomMesh.visible = on; app.stage.draw(); });
    s.box = {low: [0, 0, 0], high: s.prisms.size};
    await s.update();
    return s;
  }

  async update() {
    const field = this.fields.find((f) => f.name === this.name);
    if (!field) return;
    const asked = this.layer;
    const data = await this.prisms.values(this.name, asked);
    if (asked !== this.layer) return;
    let [low, high] = this.range ?? [Infinity, -Infinity];
    for (const v of data.value[0]) if (v === v) { low = Math.min(low, v); high = Math.max(high, v); }
    if (low < 0 && high > 0) { high = Math.max(high, -low); low = -high; }
    this.range = [low, high > low ? high : low + 1e-9];
    this.map = low < 0 && high > 0 ? 'diverging' : 'rising';
    this.prisms.show(asked, data, this.range, (part) => shade(this.map, part));
    if (this.face !== null) this.read();
    this.app.legends();
  }

  legends() {
    const field = this.fields.find((f) => f.name === this.name);
    if (!field || !this.range) return [];
    return [legend({title: titleOf(field), unit: unitText(field.unit), map: this.map, range: this.range})];
  }

  raise(n) {
    this.layerSlider.value = Math.min(Math.max(this.layer + 1 + n, 1), this.layers);
  }

  theme(dark) {
    this.prisms.bottomMesh.material.color.set(dark ? 0x565b62 : 0xb8b4aa);
    this.prisms.outline.material.color.set(dark ? 0xb0bac4 : 0x606870);
  }

  pick(caster) {
    const hit = caster.intersectObject(this.prisms.layerMesh)[0];
    if (!hit) { this.closeReadout(); return false; }
    this.face = hit.faceIndex;
    this.read();
    return true;
  }

  /** The values of the prism that was chosen, in the layer that is shown. */
  read() {
    const {prisms, face, app} = this, field = this.fields.find((f) => f.name === this.name), box = document.getElementById('readout');
    const value = prisms.current.data.value[0][face], o = prisms.origin;
    const [low, high] = this.source.sigma.slice(this.layer, this.layer + 2).map((s) => prisms.middle(face, s));
    const rows = [['triangle', String(face)], ['layer', String(this.layer + 1)], ['x', app.stage.place(low[0] + o[0])],
      ['y', app.stage.place(low[1] + o[1])], ['from', app.stage.place(low[2] + o[2])], ['to', app.stage.place(high[2] + o[2])],
      [titleOf(field), Number.isNaN(value) ? 'none' : `${show(value, 4)} ${unitText(field.unit)}`]];
    box.replaceChildren(make('header', {}, 'Prism', make('button', {'aria-label': 'Close',
      onclick: () => this.closeReadout()}, '×')), make('table', {}, ...rows.map(([a, b]) =>
      make('tr', {}, make('th', {scope: 'row'}, a), make('td', {}, b)))));
    box.hidden = false;
    document.body.classList.add('reading');
    app.say(rows.map((r) => r.join(' ')).join(', '));
  }

  closeReadout() {
    this.face = null;
    document.getElementById('readout').hidden = true;
    document.body.classList.remove('reading');
  }

  times() { return []; }
  show() {}
}
