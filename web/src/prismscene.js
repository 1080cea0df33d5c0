// Prisms in the panel.
import {Prisms} from './prisms.js';
import {shade, show, titleOf, unitText} from './colours.js';
import {section, check, slider, select, legend, make} from './ui.js';

export class PrismScene {
  static async create(app, panel, source) {
    const s = new PrismScene();
    s.app = app;
    s.source = source;
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
    const box = document.getElementById('readout');
    if (!hit) { this.closeReadout(); return false; }
    const face = hit.faceIndex, field = this.fields.find((f) => f.name === this.name);
    const value = this.prisms.current.data.value[0][face], o = this.prisms.origin;
    const rows = [['triangle', String(face)], ['x', this.app.stage.place(hit.point.x + o[0])],
      ['y', this.app.stage.place(hit.point.y + o[1])],
      [titleOf(field), `${show(value, 4)} ${unitText(field.unit)}`]];
    box.replaceChildren(make('header', {}, 'Prism', make('button', {'aria-label': 'Close',
      onclick: () => this.closeReadout()}, '×')), make('table', {}, ...rows.map(([a, b]) =>
      make('tr', {}, make('th', {scope: 'row'}, a), make('td', {}, b)))));
    box.hidden = false;
    document.body.classList.add('reading');
    this.app.say(rows.map((r) => r.join(' ')).join(', '));
    return true;
  }

  closeReadout() {
    document.getElementById('readout').hidden = true;
    document.body.classList.remove('reading');
  }

  times() { return []; }
  show() {}
}
