// Parts of the panel: labelled controls, legends, and a chart of a profile.
import {gradient, show, ticksBetween} from './colours.js';
import {NOTHING} from './range.js';

export function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

let numbers = 0;
const fresh = () => `control-${++numbers}`;

/** Controls of the panel by name, for the address: {name, input}. */
export const controls = [];

function register(label, input) {
  const plain = label.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''), same = (c) => c.plain === plain;
  const count = controls.filter(same).length;
  controls.push({plain, name: count ? `${plain}-${count + 1}` : plain, input});
  return input;
}

export function section(parent, title, open = true) {
  const body = make('div', {class: 'body'});
  const details = make('details', {open}, make('summary', {}, title), body);
  parent.append(details);
  return body;
}

export function check(parent, label, value, change, key) {
  const id = fresh();
  const input = make('input', {type: 'checkbox', id, checked: value,
    onchange: () => change(input.checked)});
  const row = make('div', {class: 'row'}, input,
    make('label', {for: id}, label, ...(key ? [make('kbd', {}, key)] : [])));
  parent.append(row);
  register(label, input);
  return {row, get value() { return input.checked; },
    set value(v) { if (input.checked !== v) { input.checked = v; change(v); } }};
}

/** A slider; text(value) is what people read. */
export function slider(parent, label, least, most, step, value, text, change) {
  const id = fresh(), output = make('output', {for: id});
  const input = make('input', {type: 'range', id, min: least, max: most, step});
  const tell = () => {
    output.textContent = text(Number(input.value));
    input.setAttribute('aria-valuetext', output.textContent);
  };
  input.value = value;
  input.addEventListener('input', () => { tell(); change(Number(input.value)); });
  const row = make('div', {class: 'slider'}, make('label', {for: id}, label), output, input);
  parent.append(row);
  register(label, input);
  tell();
  return {row, input, tell, get value() { return Number(input.value); },
    set value(v) { input.value = v; tell(); change(Number(input.value)); }};
}

export function select(parent, label, options, value, change) {
  const id = fresh();
  const input = make('select', {id, onchange: () => change(input.value)},
    ...options.map(([v, text]) => make('option', {value: v, selected: v === value}, text)));
  const long = options.some(([, text]) => text.length > 22);
  const row = make('div', {class: long ? 'select long' : 'select'}, make('label', {for: id}, label), input);
  parent.append(row);
  register(label, input);
  return {row, get value() { return input.value; },
    set value(v) { input.value = v; change(input.value); }};
}

/** A number input; change(value) is called with its value, NaN when it is empty. */
export function number(parent, label, change) {
  const id = fresh();
  const input = make('input', {type: 'number', step: 'any', id, onchange: () => change(input.valueAsNumber)});
  const row = make('div', {class: 'select'}, make('label', {for: id}, label), input);
  parent.append(row);
  register(label, input);
  return {row, get value() { return input.valueAsNumber; }};
}

/** 10^v of a logarithmic scale: at whole numbers a power of ten. */
function power(v) {
  if (!Number.isInteger(v) || (v > -3 && v < 4)) return show(10 ** v);
  return `10${[...String(v)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? '⁻').join('')}`;
}

const evenly = ([low, high], parts) => [...Array(parts + 1).keys()].map((n) => low + (high - low) * n / parts);

/** Round numbers of a scale; its ends where nothing round is between them in a few digits. */
function round([low, high]) {
  const short = (list) => list.every((v) => show(v, 4).length < 4);
  const out = short(ticksBetween(low, high)) ? ticksBetween(low, high) : ticksBetween(low, high, 5);
  return new Set(out.map((v) => show(v, 4))).size === out.length ? out : [low];
}

/** A legend: {title, unit, map, range, log}. */
export function legend(what) {
  const {range, log} = what, decades = range[1] - range[0];
  const name = make('div', {class: 'name'}, what.title + (what.unit ? ` (${what.unit})` : ''));
  if (log && range[1] < NOTHING) return make('div', {class: 'legend'}, name, make('div', {class: 'ticks'}, 'none anywhere'));
  const scale = log ? evenly(range, decades >= 1 && decades <= 6 ? Math.round(decades) : 4) :
    what.map === 'circle' ? evenly(range, 4) : round(range);
  const text = (v, n) => (what.map === 'circle' ? 'NESWN'[n] : log ? power(v) : show(v, 4));
  const ticks = scale.map((v, n) => {
    const part = 100 * (v - range[0]) / (range[1] - range[0]), e = make('span', {}, text(v, n));
    e.style.left = `${part.toFixed(2)}%`;
    e.style.transform = `translateX(-${part < 4 ? 0 : part > 96 ? 100 : 50}%)`;
    return e;
  });
  const bar = make('div', {class: 'bar'});
  bar.style.background = gradient(what.map);
  bar.dataset.map = what.map;
  return make('div', {class: 'legend', role: 'img', 'aria-label':
    `${what.title}: colours from ${text(range[0], 0)} to ${text(range[1], 4)} ${what.unit}`},
  name, bar,
  make('div', {class: 'ticks placed'}, ...ticks));
}

/** A legend of kinds: [[red, green, blue], name] of each. */
export function swatches(title, kinds) {
  return make('div', {class: 'legend'}, make('div', {class: 'name'}, title), ...kinds.map(([colour, name]) => {
    const box = make('span', {class: 'swatch', 'aria-hidden': 'true'});
    box.style.background = `rgb(${colour.join(' ')})`;
    return make('div', {class: 'kind'}, box, name);
  }));
}

const NS = 'http://www.w3.org/2000/svg';
function svg(tag, attributes, text) {
  const e = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text !== undefined) e.textContent = text;
  return e;
}

/** What is left free at the sides of a curve, in pixels of its width. */
export const sides = (width) => ({left: width < 300 ? 46 : 66, right: 12});

/** A curve: what {points, xLabel, yLabel, width, height, mark: {x} or {y}, range: of y; zero: the axes
 * that begin at 0 where all is above it; names: [x, text] of places along it}. */
export function chart(what) {
  const {points, xLabel, yLabel, width, height, mark = {}, zero = '', names = []} = what;
  const {left, right} = sides(width), bottom = 34, top = 8;
  const e = svg('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img',
    'aria-label': `${xLabel}, ${yLabel}: ` + points.filter((p, n) =>
      n % Math.ceil(points.length / 6) === 0).map((p) => `${show(p[0])}, ${show(p[1])}`).join('; ')});
  if (points.length < 2) return e;
  const ends = (axis, values) => {
    const low = Math.min(...values), high = Math.max(...values);
    const from = zero.includes(axis) && low > 0 ? 0 : low;
    return [from, high - from > 1e-6 * Math.abs(from) ? high : from + (Math.abs(from) || 1)];
  };
  const [x0, x1] = ends('x', points.map((p) => p[0])), [y0, y1] = ends('y', what.range ?? points.map((p) => p[1]));
  const px = (x) => left + (x - x0) / (x1 - x0) * (width - left - right);
  const py = (y) => height - bottom - (y - y0) / (y1 - y0) * (height - bottom - top);
  for (const y of ticksBetween(y0, y1))
    e.append(svg('line', {x1: left, x2: width - right, y1: py(y), y2: py(y), class: 'grid'}),
      svg('text', {x: left - 5, y: py(y) + 3.5, 'text-anchor': 'end'}, show(y, 4)));
  for (const x of ticksBetween(x0, x1))
    e.append(svg('line', {x1: px(x), x2: px(x), y1: height - bottom, y2: height - bottom + 3, class: 'grid'}),
      svg('text', {x: px(x), y: height - bottom + 13, 'text-anchor': 'middle'}, show(x, 4)));
  if (mark.y <= y1)
    e.append(svg('line', {x1: left, x2: width - right, y1: py(mark.y), y2: py(mark.y), class: 'mark'}));
  if (mark.x <= x1)
    e.append(svg('line', {x1: px(mark.x), x2: px(mark.x), y1: top, y2: height - bottom, class: 'mark'}));
  for (const [x, text] of names)
    if (x >= x0 && x <= x1)
      e.append(svg('line', {x1: px(x), x2: px(x), y1: top, y2: height - bottom, class: 'grid'}),
        svg('text', {x: 0, y: 0, 'text-anchor': 'end', class: 'name', transform: `translate(${px(x) - 4} ${top + 2}) rotate(-90)`}, text));
  e.append(svg('polyline', {class: 'line',
    points: points.map((p) => `${px(p[0]).toFixed(1)},${py(p[1]).toFixed(1)}`).join(' ')}),
  svg('text', {x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle'}, xLabel),
  svg('text', {x: 10, y: (height - bottom) / 2, 'text-anchor': 'middle',
    transform: `rotate(-90 10 ${(height - bottom) / 2})`}, yLabel));
  return e;
}

/** A profile: numbers over height. */
export function profile(points, xLabel, yLabel, mark) {
  return chart({points, xLabel, yLabel, width: 250, height: 190, mark: {y: mark}, zero: 'xy'});
}
