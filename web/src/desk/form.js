// The form of a release: substance, amount, wind, stability.
import {make, section} from '../ui.js';
import {COUNTS, NUMBERS, UNITS} from './release.js';
import {windDial} from './dial.js';

let count = 0;

/** A labelled row: the label, then the controls. */
export function row(parent, label, ...controls) {
  const id = controls[0].id || `field-${++count}`;
  controls[0].id = id;
  parent.append(make('div', {class: 'field'}, make('label', {for: id}, label), make('div', {class: 'controls'}, ...controls)));
}

/** Stabilities that the library holds: [inverse Obukhov length, name]. */
export function stabilities([low, high]) {
  const name = (v) => {
    if (v === 0) return 'neutral (D)';
    const l = Math.round(1 / v), strong = Math.abs(l) <= 150;
    return `${strong ? '' : 'slightly '}${v < 0 ? 'unstable' : 'stable'}, L = ${String(l).replace('-', '−')} m`;
  };
  const all = [low, low / 2, 0, high / 2, high].filter((v, n, list) => v >= low && v <= high && list.indexOf(v) === n);
  return all.length ? all.map((v) => [v, name(v)]) : [[low, name(low)]];
}

export class Form {
  /** changed(): the release has other values. */
  constructor(panel, release, site, substances, changed) {
    Object.assign(this, {release, site, substances, changed, inputs: new Map(), shown: []});
    this.addSource(section(panel, 'Release'));
    this.addWind(section(panel, 'Wind'));
    this.addMore(section(panel, 'Place, time, particles', false));
  }

  /** A number of the release. */
  number(key, step, extra = {}) {
    const [, least, most] = NUMBERS[key] ?? ['', 0, Math.ceil(key === 'x' ? this.site.width : this.site.depth)];
    const input = make('input', {type: 'number', step, min: least, max: most, inputmode: 'decimal', ...extra, oninput: () => {
      this.release[key] = input.valueAsNumber;
      this.changed();
    }});
    this.inputs.set(key, input);
    return input;
  }

  choice(key, options, read = String) {
    const input = make('select', {onchange: () => {
      this.release[key] = read(input.value);
      this.changed();
    }}, ...options);
    this.inputs.set(key, input);
    return input;
  }

  addSource(body) {
    const list = make('datalist', {id: 'substances'}, ...this.substances.list.map((s) => make('option', {value: s.name}, s.cas)));
    const substance = make('input', {list: 'substances', autocomplete: 'off', spellcheck: 'false', placeholder: 'name or CAS number', oninput: () => {
      this.release.substance = substance.value;
      this.tellSubstance();
      this.changed();
    }});
    this.inputs.set('substance', substance);
    this.about = make('p', {class: 'about'});
    row(body, 'Substance', substance, list);
    body.append(this.about);
    const group = (label, kind) => make('optgroup', {label}, ...Object.entries(UNITS).filter(([, u]) => u[1] === kind)
      .map(([u]) => make('option', {value: u}, u)));
    const unit = this.choice('unit', [group('rate', 'rate'), group('total mass', 'mass')]);
    unit.setAttribute('aria-label', 'Unit of the amount');
    row(body, 'Amount', this.number('amount', 'any'), unit);
    row(body, 'Duration', this.number('duration', 'any'), 'min');
    row(body, 'Height', this.number('height', 'any'), 'm');
  }

  tellSubstance() {
    const s = this.substances.find(this.release.substance);
    this.about.textContent = s ? `CAS ${s.cas}; levels: ${[...new Set(s.levels.map((l) => l.level.split(',')[0]))].join(', ')}` :
      'not in the table of hazard levels';
    this.about.classList.toggle('wrong', !s);
  }

  addWind(body) {
    const {dial, show} = windDial(() => this.release.from, (from) => {
      this.release.from = from;
      this.show();
      this.changed();
    });
    this.shown.push(show);
    const fields = make('div', {class: 'fields'});
    body.append(make('div', {class: 'wind'}, dial, fields));
    row(fields, 'From', this.number('from', 1), '°');
    row(fields, 'Speed', this.number('speed', 'any'), 'm/s');
    row(fields, 'At', this.number('wind_height', 'any'), 'm');
    const options = stabilities(this.site.inverse_length);
    row(body, 'Stability', this.choice('stability', options.map(([v, name]) => make('option', {value: v}, name)), Number));
    if (options.length === 1) body.append(make('p', {class: 'about'}, 'The library holds this stability alone.'));
  }

  addMore(body) {
    const y = this.number('y', 1, {'aria-label': 'Place of the source, y'});
    row(body, 'Place x, y', this.number('x', 1), y, 'm');
    row(body, 'Compute until', this.number('length', 'any'), 'min');
    row(body, 'Particles', this.choice('particles', COUNTS.map(([n, name]) => make('option', {value: n}, name)), Number));
  }

  /** Writes the release into the controls. */
  show() {
    for (const [key, input] of this.inputs) {
      const value = this.release[key];
      if (input === document.activeElement && input.type === 'number') continue;
      input.value = typeof value === 'number' && input.type === 'number' ? (Number.isNaN(value) ? '' : Number(value.toFixed(key === 'x' || key === 'y' ? 1 : 6))) : value;
      if (input.tagName === 'SELECT' && input.selectedIndex < 0) this.other(key, input, value);
    }
    for (const show of this.shown) show();
    this.tellSubstance();
  }

  /** A value of an address that the list lacks. */
  other(key, input, value) {
    const text = key === 'stability' ? `L = ${Math.round(1 / value)} m` : String(value);
    input.append(make('option', {value}, text));
    input.value = value;
  }
}
