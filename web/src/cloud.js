// A field of one number as a cloud, or as the surface on which it has a value, in the panel.
import {Cells, loadScalar} from './grid.js';
import {Volume} from './volume.js';
import {recordAt} from './fields.js';
import {carried} from './shape.js';
import {decades, grow, quantile, NOTHING} from './range.js';
import {texture, show, titleOf, unitText} from './colours.js';
import {section, check, slider, select, legend} from './ui.js';

export class Cloud {
  /** first: the field that is shown at first, null: none. */
  constructor(scene, panel, first) {
    const {app} = scene, change = () => app.work(this.update());
    this.scene = scene;
    this.volume = new Volume();
    this.volume.pace = app.stage.pace;
    app.stage.world.add(this.volume.mesh);
    const body = section(panel, 'Cloud');
    this.of = first ?? carried(scene.scalars) ?? scene.scalars[0];
    this.on = check(body, 'Cloud', first !== null, change, 'C');
    select(body, 'Field', scene.scalars.map((q) => [q.key, titleOf(q.field)]), this.of.key, (v) => {
      this.of = scene.scalars.find((q) => q.key === v);
      this.range = null;
      change();
    });
    this.surface = false;
    select(body, 'As', [['cloud', 'cloud'], ['surface', 'surface of a value']], 'cloud', (v) => {
      this.surface = v === 'surface';
      change();
    });
    this.part = 0.5;
    this.levelSlider = slider(body, 'Value of the surface', 0.01, 0.99, 0.01, this.part, (v) => this.levelText(v), (v) => {
      this.part = v;
      change();
    });
    this.density = 1;
    slider(body, 'Density of the cloud', -1.5, 1.5, 0.05, 0, (v) => show(10 ** v, 2), (v) => {
      this.density = 10 ** v;
      change();
    });
    this.steps = app.stage.plain ? 40 : 128;
  }

  get visible() { return this.volume.mesh.visible; }

  /** Ends of the colours: of decades, where there is some everywhere, from twice that. */
  ends(data) {
    if (!this.of.field.log) return [data.low, data.high];
    const [low, high] = decades(data.values[0], data.high);
    const usual = quantile(data.values[0], 0.5) + Math.log10(2);
    return quantile(data.values[0], 0.1) > high - 4 && usual < data.high ? [usual, high] : [low, high];
  }

  levelOf(part) { return this.range[0] + part * (this.range[1] - this.range[0]); }

  levelText(part) {
    if (!this.range) return '';
    const {field} = this.of, v = this.levelOf(part);
    return `${show(field.log ? 10 ** v : v)} ${unitText(field.unit)}`;
  }

  /** The numbers of a record; of a part of the cells beside those of all. */
  load(slot, cells, record) {
    const {source, field} = this.of;
    return this.scene.read(slot, cells, `${record}${field.name}`, () => loadScalar(source, cells, field.name, record));
  }

  async update() {
    const {scene} = this, version = scene.next('cloud');
    if (this.on.value) {
      const {source, field} = this.of, cells = scene.cellsOf(source), record = recordAt(source, field, scene.time);
      const data = await this.load('cloud', cells, record);
      if (version !== scene.versions.cloud) return;
      this.range = field.range ? [...field.range] : grow(this.range, this.ends(data), field.log);
      if (!(this.range[1] > this.range[0])) this.range[1] = this.range[0] + 1e-9;
      this.levelSlider.tell();
      this.shown = {source, field, record, cells, data};
      this.draw(cells, data);
      this.volume.mesh.visible = !field.log || data.high > NOTHING;
      if (scene.sliced?.field === field && String(scene.chooseRange(scene.sliced)) !== String(scene.range)) await scene.updateSlices();
      scene.later('finer', () => scene.finer?.update());
    } else this.volume.mesh.visible = false;
    scene.streams?.style();
    scene.app.legends();
  }

  draw(cells, data) {
    const {scene} = this, {low, high} = this.shown.cells;
    this.drawn = cells;
    this.volume.set({cells, data, range: this.range, colours: texture('rising'), density: this.density,
      faint: this.of.field.log ? 0.05 : 0, level: this.levelOf(this.part), surface: this.surface,
      ground: scene.groundMesh.visible ? scene.ground : null, steps: this.steps,
      across: Math.hypot(high[0] - low[0], high[1] - low[1])});
    scene.app.stage.draw();
  }

  /** Shows a box of a level in place of all cells; null: all of them. */
  async refine(level, box) {
    const {scene, shown} = this, version = scene.versions.finer;
    if (!shown || !this.visible) return;
    if (!box) {
      if (this.drawn !== shown.cells) this.draw(shown.cells, shown.data);
      return;
    }
    if (this.boxed?.key !== box.key || this.boxed.source !== shown.source)
      this.boxed = {key: box.key, source: shown.source, cells: new Cells(shown.source, level, scene.app.manifest.origin, box)};
    const {cells} = this.boxed, data = await this.load('finer cloud', cells, shown.record);
    if (shown === this.shown && this.visible && version === scene.versions.finer) this.draw(cells, data);
  }

  legends() {
    if (!this.visible || !this.shown) return [];
    const {field} = this.shown;
    return [legend({title: titleOf(field), unit: unitText(field.unit), map: 'rising', range: this.range, log: field.log})];
  }
}
