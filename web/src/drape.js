// A map of numbers on the ground: what was deposited, statistics of the wind, roughness.
import * as THREE from 'three';
import {loadMap, columnsOf} from './grid.js';
import {shade, show, titleOf, unitText, valueText} from './colours.js';
import {niceAbove} from './range.js';
import {select, slider, legend} from './ui.js';

export class Drape {
  constructor(scene, panel) {
    this.scene = scene;
    this.maps = scene.sources.flatMap((source) => source.fields.filter((f) => f.map &&
      !['terrain', 'building_height'].includes(f.name)).map((field) => ({source, field,
      key: `${source.index}/${field.name}`}))).filter((m, n, all) => m.field.name !== 'z0' ||
      all.findIndex((q) => q.field.name === 'z0') === n); // the same in all files of a run
    if (!this.maps.length) return;
    const first = scene.sources.every((q) => q.what === 'statistics') ?
      this.maps.find((m) => m.field.name === 'wind_speed_mean') ?? this.maps[0] : null;
    this.key = first?.key ?? '';
    this.record = 0;
    const body = scene.groundBody;
    body.parentElement.open ||= first !== null;
    select(body, 'Shows', [['', 'relief'], ...this.maps.map((m) => [m.key, titleOf(m.field)])], this.key,
      (v) => {
        this.key = v;
        this.record = 0;
        this.setSlider();
        scene.app.work(this.update());
      });
    this.slider = slider(body, 'Which', 0, 1, 1, 0, (v) => this.recordText(v), (v) => {
      this.record = v;
      scene.app.work(this.update());
    });
    this.setSlider();
  }

  get map() { return this.maps?.find((m) => m.key === this.key); }

  setSlider() {
    const map = this.map, many = map && map.field.along !== 'time' ? map.field.records.length : 1;
    this.slider.row.hidden = many < 2;
    this.slider.input.max = Math.max(many - 1, 1);
    this.slider.input.value = 0;
    this.slider.tell();
  }

  recordText(n) {
    const map = this.map;
    if (!map) return '';
    const value = map.source[map.field.along]?.[n];
    return value === undefined ? `${n + 1}` : `${show(value)}${map.field.along === 'height' ? ' m' : ''}`;
  }

  async update() {
    const map = this.map, {scene} = this;
    if (!map) {
      if (this.mesh) this.mesh.visible = false;
      scene.app.legends();
      return;
    }
    const {field, source} = map;
    let record = this.record;
    if (field.along === 'time')
      record = field.records.reduce((best, r) => (Math.abs(source.times[r] - scene.time) <
        Math.abs(source.times[best] - scene.time) ? r : best), field.records[0]);
    const data = await loadMap(source, field.name, record);
    if (map !== this.map) return;
    this.data = data;
    const {low, high} = data, most = Math.max(high, -low) || 1;
    this.range = field.log ? [Math.ceil(high - 0.15) - 4, Math.ceil(high - 0.15)] : field.signed || (low < 0 && high > 0) ?
      [-most, most] : low >= 0 && low < 0.5 * high ? [0, niceAbove(high)] :
        [low, high > low ? high : low + 1e-9];
    this.colours = this.range[0] < 0 && !field.log ? 'diverging' : 'rising';
    this.paint(columnsOf(source, field), data, field.log);
    scene.app.legends();
  }

  paint(columns, data, log) {
    const {scene} = this, bytes = new Uint8Array(4 * data.nx * data.ny);
    for (let c = 0; c < data.value.length; c++) {
      const v = data.value[c];
      if (v !== v || (log && v <= this.range[0])) continue;
      bytes.set([...shade(this.colours, (v - this.range[0]) / (this.range[1] - this.range[0])), 235], 4 * c);
    }
    const texture = new THREE.DataTexture(bytes, data.nx, data.ny, THREE.RGBAFormat);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.magFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    if (!this.mesh) {
      this.mesh = new THREE.Mesh(scene.ground.surface(450, 0), new THREE.MeshBasicMaterial({
        transparent: true, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4}));
      this.mesh.renderOrder = 1;
      scene.app.stage.world.add(this.mesh);
    }
    // The columns of the map may be others than those of the ground.
    const geometry = this.mesh.geometry, p = geometry.attributes.position, uv = geometry.attributes.uv;
    const origin = scene.app.manifest.origin;
    const step = ['x', 'y'].map((axis, d) => (columns[axis][1] - columns[axis][0]) / columns.n[d] * columns.by);
    for (let n = 0; n < p.count; n++)
      uv.setXY(n, (p.getX(n) - (columns.x[0] - origin[0])) / (step[0] * data.nx),
        (p.getY(n) - (columns.y[0] - origin[1])) / (step[1] * data.ny));
    uv.needsUpdate = true;
    this.mesh.material.map?.dispose();
    this.mesh.material.map = texture;
    this.mesh.material.needsUpdate = true;
    this.mesh.visible = true;
  }

  /** The value at a place, in words; null where no map is shown. */
  textAt(x, y) {
    if (!this.mesh?.visible || !this.map) return null;
    const {field, source} = this.map, {data} = this, origin = this.scene.app.manifest.origin, columns = columnsOf(source, field);
    const place = [x, y].map((v, d) => {
      const [low, high] = columns[d ? 'y' : 'x'], step = (high - low) / columns.n[d] * columns.by;
      return Math.min(Math.max(Math.floor((v + origin[d] - low) / step), 0), (d ? data.ny : data.nx) - 1);
    });
    return valueText(field, data.value[place[1] * data.nx + place[0]], data);
  }

  legends() {
    if (!this.mesh?.visible || !this.map) return [];
    const {field} = this.map;
    return [legend({title: titleOf(field), unit: unitText(field.unit), map: this.colours, range: this.range,
      log: field.log})];
  }
}
