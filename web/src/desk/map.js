// The flat map: north up, in metres from the south-west corner, with pointer and keyboard.
import {niceBelow} from '../range.js';
import {relief, roofs, walls} from './ground.js';

const CLICK = 5; // pixels that a click may move
const GRAB = 16; // pixels from a marker at which it is taken

export class FlatMap {
  /** calls: {overlay(c, map), markers(): [{x, y}], drag(marker, x, y), dropped(), click(x, y), hover(x, y)}. */
  constructor(element, site, calls) {
    Object.assign(this, {element, site, calls, dirty: false});
    this.context = element.getContext('2d');
    this.ground = site.terrain ? relief(site) : null;
    this.roofs = roofs(site);
    this.walls = walls(site);
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
    this.whole();
  }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.element, ratio = devicePixelRatio || 1;
    const before = this.width ? [this.width, this.height] : null;
    if (!width || !height) return;
    Object.assign(this, {width, height, ratio});
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    if (before && this.fitted) this.whole();
    this.draw();
  }

  /** All of the site in the window. */
  whole() {
    this.scale = 0.94 * Math.min(this.width / this.site.width, this.height / this.site.depth);
    this.centre = [this.site.width / 2, this.site.depth / 2];
    this.fitted = true;
    this.draw();
  }

  toPixel(x, y) {
    return [this.width / 2 + (x - this.centre[0]) * this.scale, this.height / 2 - (y - this.centre[1]) * this.scale];
  }

  toPlace(px, py) {
    return [this.centre[0] + (px - this.width / 2) / this.scale, this.centre[1] - (py - this.height / 2) / this.scale];
  }

  move(dx, dy) {
    const limit = (v, size) => Math.min(Math.max(v, 0), size);
    this.centre = [limit(this.centre[0] - dx / this.scale, this.site.width), limit(this.centre[1] + dy / this.scale, this.site.depth)];
    this.fitted = false;
    this.draw();
  }

  /** A larger scale by a factor, about a pixel. */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const [x, y] = this.toPlace(px, py), whole = Math.min(this.width / this.site.width, this.height / this.site.depth);
    this.scale = Math.min(Math.max(this.scale * factor, 0.5 * whole), Math.max(40, 4 * whole));
    this.centre = [x - (px - this.width / 2) / this.scale, y + (py - this.height / 2) / this.scale];
    this.move(0, 0);
  }

  draw() {
    if (this.dirty) return;
    this.dirty = true;
    requestAnimationFrame(() => {
      this.dirty = false;
      this.paint(this.context, this.ratio);
    });
  }

  /** Draws into a context whose units are pixels of the window times `ratio`. */
  paint(c, ratio) {
    const {site, width, height, scale} = this, [left, top] = this.toPixel(0, site.depth);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = '#d5dbe1';
    c.fillRect(0, 0, width, height);
    c.imageSmoothingEnabled = true;
    c.fillStyle = '#e6ebdf';
    c.fillRect(left, top, site.width * scale, site.depth * scale);
    if (this.ground) c.drawImage(this.ground, left, top, site.width * scale, site.depth * scale);
    if (!this.ground || this.site.flat) this.lines(c);
    c.imageSmoothingEnabled = false;
    c.drawImage(this.roofs, left, top, site.width * scale, site.depth * scale);
    c.imageSmoothingEnabled = true;
    this.calls.overlay(c, this);
    this.inMetres(c, () => {
      c.lineWidth = 1 / scale;
      c.strokeStyle = 'rgb(60 58 54 / 75%)';
      c.stroke(this.walls);
      c.strokeStyle = '#7c8792';
      c.strokeRect(0, 0, site.width, site.depth);
    });
    this.calls.marks(c, this);
  }

  /** A grid of lines on flat ground, a sixth of the site or less apart. */
  lines(c) {
    const {width, depth} = this.site, step = niceBelow(Math.max(width, depth) / 6);
    this.inMetres(c, () => {
      c.beginPath();
      for (let x = step; x < width; x += step) { c.moveTo(x, 0); c.lineTo(x, depth); }
      for (let y = step; y < depth; y += step) { c.moveTo(0, y); c.lineTo(width, y); }
      c.lineWidth = 1 / this.scale;
      c.strokeStyle = 'rgb(30 50 70 / 12%)';
      c.stroke();
    });
  }

  /** Draws with metres as units, y to the north. */
  inMetres(c, draw) {
    const [left, bottom] = this.toPixel(0, 0);
    c.save();
    c.translate(left, bottom);
    c.scale(this.scale, -this.scale);
    draw();
    c.restore();
  }

  /** Length and text of the scale bar. */
  bar() {
    const length = niceBelow(120 / this.scale);
    return {pixels: length * this.scale, text: length >= 1000 ? `${length / 1000} km` : `${length} m`};
  }

  position(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The marker at a pixel, or null. */
  markerAt(px, py, reach) {
    let best = null, nearest = reach;
    for (const m of this.calls.markers()) {
      const [x, y] = this.toPixel(m.x, m.y), d = Math.hypot(x - px, y - py);
      if (d < nearest) [best, nearest] = [m, d];
    }
    return best;
  }

  listen() {
    const e = this.element;
    e.addEventListener('pointerdown', (event) => this.down(event));
    e.addEventListener('pointermove', (event) => this.moved(event));
    e.addEventListener('pointerup', (event) => this.up(event, true));
    e.addEventListener('pointercancel', (event) => this.up(event, false));
    e.addEventListener('pointerleave', () => this.calls.hover(null));
    e.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-Math.min(Math.max(event.deltaY, -200), 200) * 0.002), ...this.position(event));
    }, {passive: false});
  }

  down(event) {
    const at = this.position(event);
    if (event.button > 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    this.start = this.pointers.size === 1 ? at : null;
    this.marker = this.start && this.markerAt(...at, event.pointerType === 'touch' ? 2 * GRAB : GRAB);
    this.dragged = false;
  }

  moved(event) {
    const at = this.position(event), before = this.pointers.get(event.pointerId);
    this.calls.hover(this.toPlace(...at));
    this.element.style.cursor = this.markerAt(...at, GRAB) ? 'grab' : 'crosshair';
    if (!before) return;
    if (this.start && Math.hypot(at[0] - this.start[0], at[1] - this.start[1]) < CLICK && !this.dragged) return;
    this.dragged = true;
    if (this.pointers.size === 2) this.pinch(event.pointerId, before, at);
    else if (this.marker) this.calls.drag(this.marker, ...this.held(...this.toPlace(...at)));
    else if (this.start) this.move(at[0] - before[0], at[1] - before[1]);
    this.pointers.set(event.pointerId, at);
  }

  /** A place within the site. */
  held(x, y) { return [Math.min(Math.max(x, 0), this.site.width), Math.min(Math.max(y, 0), this.site.depth)]; }

  /** Two fingers: the scale, and the place between them. */
  pinch(id, before, at) {
    const other = [...this.pointers].find(([n]) => n !== id)[1];
    const far = (p) => Math.max(Math.hypot(p[0] - other[0], p[1] - other[1]), 1), middle = (p) => [0, 1].map((d) => (p[d] + other[d]) / 2);
    const [a, b] = [middle(before), middle(at)];
    this.zoom(far(at) / far(before), ...a);
    this.move(b[0] - a[0], b[1] - a[1]);
  }

  up(event, good) {
    const at = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!at || !good) return;
    if (this.dragged && this.marker) this.calls.dropped();
    else if (!this.dragged && this.start) {
      const place = this.toPlace(...this.position(event));
      if (this.site.inside(...place)) this.calls.click(...place);
    }
    this.start = this.marker = null;
  }
}
