// Results: table of the hazard areas, sensors, warnings.
import {chart, make, section} from '../ui.js';
import {show} from '../colours.js';
import {getJson, getText} from './api.js';
import {Plume, levelColour, readAreas} from './plume.js';

/** "10 min" of "AEGL-1, 10 min"; "at once" of a level without averaging time. */
export const averageOf = (level) => level.split(', ')[1] ?? 'at once';

export const seconds = (s) => s < 90 ? `${show(s)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;

/** Rows of a CSV without quotes in it but around names: [{column: text}]. */
function readCsv(text) {
  const cut = (line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((m) => m[1].replace(/^"|"$/g, '').replaceAll('""', '"'));
  const [head, ...lines] = text.trim().split('\n'), names = cut(head);
  return lines.map((line) => Object.fromEntries(cut(line).map((v, n) => [names[n], v]).filter(([name]) => name)));
}

/** Everything of a result. */
export async function loadResult(site, sensors) {
  const [hazard, areas, run] = await Promise.all([getJson('result/hazard.json'), getText('result/areas.geojson'), getJson('result/run.json')]);
  const plume = await Plume.load(getJson, hazard.molar_mass), collection = JSON.parse(areas);
  const out = {hazard, geojson: areas, areas: readAreas(site, collection), plume, run, series: [], arrivals: []};
  if (sensors) {
    out.series = readCsv(await getText('result/receptors.csv'));
    out.arrivals = readCsv(await getText('result/summary.csv'));
  }
  out.warnings = [...new Set([...(run.warnings ?? []), ...(hazard.warnings ?? [])])]
    .map((w) => w.replace(/^[^:\n]*(:\d+)?: warning: /, ''));
  return out;
}

/** Averaging times of a result, in the order of the file. */
export const averages = (result) => [...new Set(result.hazard.levels.map((l) => averageOf(l.level)))];

/** The one that is shown first: an hour, as in ALOHA, else the first. */
export const usualAverage = (result) => { const all = averages(result); return all.includes('60 min') ? '60 min' : all[0]; };

/** The table of areas at an averaging time; null: all that are reached, with their times. */
export function areaTable(result, average, population) {
  const head = ['level', 'value', 'area', 'reach', 'from, until', ...(population ? ['people'] : [])];
  const rows = result.hazard.levels.filter((l) => (average ? averageOf(l.level) === average : l.area > 0)).map((l) => {
    const reached = l.area > 0, cells = [`${show(l.value)} ${l.unit}`];
    if (reached) cells.push(areaText(l.area), `${l.reaches_side ? '> ' : ''}${show(l.distance)} m`, `${timeText(l.from)} – ${l.above_at_end ? 'end' : timeText(l.until)}`);
    else cells.push('not reached', '', '');
    if (population) cells.push(reached ? String(Math.round(l.people ?? 0)) : '');
    const swatch = make('span', {class: 'swatch'});
    swatch.style.background = levelColour(l.level);
    return make('tr', {}, make('th', {scope: 'row'}, swatch, average ? l.level.split(',')[0] : l.level), ...cells.map((t) => make('td', {}, t)));
  });
  return make('table', {class: 'areas'}, make('thead', {}, make('tr', {}, ...head.map((t) => make('th', {scope: 'col'}, t)))), make('tbody', {}, ...rows));
}

const areaText = (m2) => m2 >= 1e5 ? `${show(m2 / 1e6)} km²` : `${show(m2)} m²`;

/** "0.484 s" of the file, rounded; from 90 s on minutes and seconds. */
function timeText(text) {
  const s = /^([0-9.e+-]+) s$/.exec(text ?? '');
  const whole = s && Math.round(Number(s[1]));
  return !s ? text ?? '' : whole < 90 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What a sensor reads: {arrival, most, time, points: [[min, ppm or mg/m3]], unit}. */
export function reading(result, name) {
  const rows = result.series.filter((r) => r.name === name), summary = result.arrivals.find((r) => r.name === name);
  const factor = result.plume.ppm > 0 ? result.plume.ppm : 1e6, unit = result.plume.ppm > 0 ? 'ppm' : 'mg/m³';
  if (!rows.length) return null;
  const points = rows.map((r) => [(Number(r.time_start) + Number(r.time_end)) / 120, Number(r.concentration) * factor]);
  const best = points.reduce((a, b) => (b[1] > a[1] ? b : a)), arrival = Number(summary?.arrival_time || NaN);
  return {points, unit, most: best[1], time: 60 * best[0], arrival};
}

export const readingText = (r) => !r ? 'not computed yet' : !(r.most > 0) ? 'no gas comes here' :
  `gas after ${seconds(r.arrival)}; most ${show(r.most)} ${r.unit} at ${seconds(r.time)}`;

/** The part of the panel with the results. */
export class Results {
  /** calls: {average(text), sensorRenamed(sensor, name), sensorRemoved(sensor)} */
  constructor(panel, site, calls) {
    Object.assign(this, {site, calls});
    this.state = make('div', {class: 'state', role: 'status'});
    this.body = section(panel, 'Hazard areas');
    this.sensors = section(panel, 'Sensors');
    this.body.append(make('p', {class: 'about'}, 'They come with the first result.'));
  }

  /** A line about the run; wrong: an error. */
  tell(text, {wrong = false, busy = false} = {}) {
    this.state.className = `state${wrong ? ' wrong' : ''}${busy ? ' busy' : ''}`;
    this.state.textContent = text;
  }

  show(result, average, stale) {
    const select = make('select', {'aria-label': 'Averaging time of the levels', onchange: () => this.calls.average(select.value)},
      ...averages(result).map((t) => make('option', {value: t, selected: t === average}, t)));
    this.body.replaceChildren(make('div', {class: 'field'}, make('label', {}, 'Mean over'), make('div', {class: 'controls'}, select)),
      make('div', {class: 'scroll'}, areaTable(result, average, this.site.population)),
      ...(stale ? [make('p', {class: 'about wrong'}, 'The form has changed since: these are the areas before.')] : []));
    if (result.warnings.length)
      this.body.append(make('details', {class: 'warnings'}, make('summary', {}, `${result.warnings.length} warning${result.warnings.length > 1 ? 's' : ''}`),
        ...result.warnings.map((w) => make('p', {}, ...w.split('\n').flatMap((line, n) => (n ? [make('br'), line] : [line]))))));
  }

  /** The sensors, and what they read. */
  showSensors(list, result, time) {
    const parts = list.map((s) => {
      const r = result && reading(result, s.name);
      const name = make('input', {value: s.name, 'aria-label': 'Name of the sensor', maxlength: 30, onchange: () => this.calls.sensorRenamed(s, name.value)});
      const item = make('li', {}, make('div', {class: 'sensor'}, name, make('button', {'aria-label': `Remove ${s.name}`, onclick: () => this.calls.sensorRemoved(s)}, '×')),
        make('p', {class: 'about'}, readingText(r)));
      if (r?.most > 0) item.append(chart({points: r.points, xLabel: 'minutes', yLabel: r.unit, width: 280, height: 120, mark: {x: time / 60}, zero: 'xy'}));
      return item;
    });
    this.sensors.replaceChildren(parts.length ? make('ul', {class: 'sensors'}, ...parts) :
      make('p', {class: 'about'}, 'Choose Sensor above the map, then click: its concentration in time is shown here.'));
  }
}
