// The desk of `simoom view --release`: a release on a map, computed by the server, its plume and hazard areas.
import {make} from '../ui.js';
import {post, getJson} from './api.js';
import {Clock} from './clock.js';
import {Form} from './form.js';
import {Frame} from './frame.js';
import {helpDialog, keys} from './keys.js';
import {fillLegend} from './legend.js';
import {FlatMap} from './map.js';
import {drawMarks, drawResult} from './marks.js';
import {first, fromText, request, toText, trouble} from './release.js';
import {Results, averages, loadResult, usualAverage} from './results.js';
import {saveAreas, savePicture, saveReport} from './save.js';
import {Site, Substances} from './site.js';

const WAIT = 700, EVERY = 200; // ms: from a change to its run, between two questions
const COARSE = 2000; // particles of the first answer, of the overview in the library
const get = (id) => document.getElementById(id);
/** An error of the case without the place in its file, which the user has not seen. */
const plain = (message) => message.replace(/^release\.toml(:\d+)*: error: (.)/, (all, place, first) => first.toUpperCase());

const desk = {
  release: first(), layers: {plume: true, areas: true}, average: '60 min', tool: 'source', result: null, image: null,
  run: 0, errors: [], computing: false, stale: false,

  say(text) { get('live').textContent = text; },
  time() { return desk.clock.time; },

  fail(error) {
    desk.errors.push(String(error.stack ?? error));
    desk.results?.tell(`Something went wrong: ${error.message ?? error}`, {wrong: true});
  },

  draw() {
    desk.map.draw();
    fillLegend(get('legend'), desk);
    const bar = desk.map.bar();
    get('scale').style.width = `${bar.pixels.toFixed(1)}px`;
    get('scale').textContent = bar.text;
  },

  /** The release has changed: it is drawn, kept in the address, and computed when it rests. */
  changed() {
    desk.stale = desk.result !== null;
    desk.writeAddress();
    desk.draw();
    clearTimeout(desk.timer);
    const wrong = trouble(desk.release, desk.site, desk.substances);
    desk.results.tell(wrong || (get('auto').checked ? 'Computing soon …' : 'Changed: Compute.'), {wrong: wrong !== '' && desk.stale});
    if (!wrong && get('auto').checked) desk.timer = setTimeout(() => desk.compute(), WAIT);
  },

  writeAddress() {
    const text = [...toText(desk.release), ...(desk.average !== '60 min' ? [`average=${encodeURIComponent(desk.average)}`] : []),
      ...(desk.frame?.shown ? ['view=3d'] : []), ...(desk.result && desk.clock.record !== desk.clock.best ? [`time=${desk.time()}`] : [])].join('&');
    history.replaceState(null, '', text ? `#${text}` : location.pathname);
  },

  /** A click at a place. */
  place(x, y) {
    if (desk.tool === 'sensor') {
      const names = desk.release.sensors.map((s) => s.name);
      let n = names.length + 1;
      while (names.includes(`sensor ${n}`)) n++;
      if (names.length >= 30) return desk.say('There are 30 sensors, as many as are computed.');
      desk.release.sensors.push({name: `sensor ${n}`, x, y, height: 1.75});
      desk.showSensors();
      desk.say(`Sensor ${n} at ${desk.site.text(x, y)}`);
    } else {
      Object.assign(desk.release, {x, y});
      desk.form.show();
      desk.say(`Source at ${desk.site.text(x, y)}`);
    }
    return desk.changed();
  },

  turn(by) {
    desk.release.from = (Math.round(desk.release.from) + by + 360) % 360;
    desk.form.show();
    desk.changed();
  },

  useTool(tool) {
    desk.tool = tool;
    for (const b of document.querySelectorAll('#tools [data-tool]')) b.setAttribute('aria-pressed', String(b.dataset.tool === tool));
    desk.say(`A click places the ${tool}.`);
  },

  flip(layer) {
    desk.layers[layer] = !desk.layers[layer];
    get(`layer-${layer}`).checked = desk.layers[layer];
    desk.draw();
  },

  /** Flat, or three-dimensional. */
  flat(on) {
    desk.frame.show(!on, desk.result ? desk.shownRun : 0);
    document.body.classList.toggle('deep', !on);
    get('deep').setAttribute('aria-pressed', String(!on));
    desk.writeAddress();
  },

  async compute() {
    clearTimeout(desk.timer);
    const wrong = trouble(desk.release, desk.site, desk.substances);
    if (wrong) return desk.results.tell(wrong, {wrong: true});
    const asked = request(desk.release, desk.substances);
    try {
      if (asked.particles > 2 * COARSE && !await desk.ask({...asked, particles: COARSE, overview: 1}) && !desk.failed) return undefined;
      await desk.ask(asked);
    } catch (error) {
      desk.ended(error.message, true);
    }
    return undefined;
  },

  /** Runs a release; false if it has not ended well, or a newer one has taken its place. */
  async ask(asked) {
    const state = await post('release', asked);
    desk.run = state.run;
    desk.stale = false;
    return desk.follow(state.run, asked);
  },

  ended(text, wrong = false) {
    desk.computing = false;
    get('stop').hidden = true;
    desk.results.tell(text, {wrong});
    return false;
  },

  async stop() {
    clearTimeout(desk.timer);
    await post('stop');
  },

  async follow(run, asked) {
    desk.computing = true;
    get('stop').hidden = false;
    for (;;) {
      const state = await getJson('state.json');
      if (desk.run !== run) return false;
      if (state.run !== run) return desk.ended('Another window has started a newer release on this desk.', true);
      if (state.state === 'done') return desk.take(run, asked, state.seconds);
      desk.failed = state.state === 'failed';
      if (state.state !== 'running') return desk.ended(state.state === 'stopped' ? 'Stopped.' : plain(state.message), state.state !== 'stopped');
      const line = state.progress.replace(/^.*(warning|help): .*$/, ''), first = desk.result?.coarse ? 'First, coarse answer. ' : '', of = asked.overview ? ' in the overview' : '';
      desk.results.tell(`${first}Computing with ${asked.particles} particles${of}, ${state.seconds.toFixed(0)} s. ${line}`, {busy: true});
      await new Promise((done) => { setTimeout(done, EVERY); });
    }
  },

  /** Shows a result that is there. */
  async take(run, asked, seconds) {
    const again = desk.result !== null, result = await loadResult(desk.site, asked.sensors.length > 0);
    if (desk.run !== run) return false;
    result.coarse = asked.overview === 1;
    desk.result = result;
    desk.shownRun = run;
    if (!averages(result).includes(desk.average)) desk.average = usualAverage(result);
    if (!result.coarse) desk.ended(`Computed in ${seconds.toFixed(1)} s.`);
    desk.results.show(result, desk.average, desk.stale);
    await desk.clock.use(result.plume.times, result.plume.peak, again && desk.clock.record !== desk.clock.best);
    if (desk.frame.shown) desk.flat(false);
    desk.say(`Computed. ${result.hazard.levels.filter((l) => l.area > 0).length} levels are exceeded.`);
    return true;
  },

  async showTime(record) {
    const {result} = desk;
    if (!result) return;
    const {image} = await result.plume.picture(record);
    if (desk.result !== result || desk.clock.record !== record) return;
    desk.image = image;
    desk.showSensors();
    desk.writeAddress();
    desk.draw();
  },

  showSensors() { desk.results.showSensors(desk.release.sensors, desk.stale ? null : desk.result, desk.result ? desk.time() : 0); },

  save: {picture: () => savePicture(desk), areas: () => saveAreas(desk), report: () => saveReport(desk)},
};
window.simoom = desk; // for tests, and for those who look behind the page

function button(label, title, onclick, attributes = {}) { return make('button', {title, onclick, ...attributes}, label); }

function tools(box) {
  const layer = (name, label, key) => make('label', {class: 'flat', title: `${label} (${key})`}, make('input', {type: 'checkbox', id: `layer-${name}`, checked: true,
    onchange: () => desk.flip(name)}), label);
  box.append(button('Source', 'A click places the source (S)', () => desk.useTool('source'), {'data-tool': 'source', 'aria-pressed': 'true'}),
    button('Sensor', 'A click places a sensor (N)', () => desk.useTool('sensor'), {'data-tool': 'sensor', 'aria-pressed': 'false'}),
    layer('plume', 'Plume', 'L'), layer('areas', 'Areas', 'A'),
    button('−', 'Smaller scale (−)', () => desk.map.zoom(0.8), {'aria-label': 'Smaller scale', class: 'flat wide'}), button('+', 'Larger scale (+)', () => desk.map.zoom(1.25), {'aria-label': 'Larger scale', class: 'flat wide'}),
    button('Whole', 'The whole map (0)', () => desk.map.whole(), {class: 'flat wide'}),
    button('3-D', 'Flat or three-dimensional (D)', () => desk.flat(desk.frame.shown), {id: 'deep', 'aria-pressed': 'false'}));
}

function header(panel) {
  const fold = button('▾', 'Fold or unfold the panel', () => {
    const folded = panel.classList.toggle('folded');
    fold.textContent = folded ? '▴' : '▾';
    fold.setAttribute('aria-expanded', String(!folded));
  }, {id: 'fold', 'aria-label': 'Fold or unfold the panel', 'aria-expanded': 'true'});
  document.title = `Release, ${desk.site.title || desk.site.library} – simoom`;
  panel.append(make('header', {}, make('h1', {}, desk.site.title || desk.site.library),
    button('?', 'Keys (?)', () => get('help').showModal(), {'aria-label': 'Keys'}), fold));
}

function actions(panel) {
  panel.append(make('div', {class: 'run'}, make('div', {class: 'actions'}, button('Compute', 'Compute now (C)', () => desk.compute(), {class: 'main', id: 'compute'}),
    button('Stop', 'Stop computing (X)', () => desk.stop(), {id: 'stop', hidden: true}),
    make('label', {}, make('input', {type: 'checkbox', id: 'auto', checked: true}), 'after each change')), desk.results.state));
}

function saving(panel) {
  panel.append(make('div', {class: 'actions'}, button('Picture', 'Save the map as PNG (I)', desk.save.picture),
    button('GeoJSON', 'Save the hazard areas (G)', desk.save.areas), button('Report', 'Save one page with map, inputs, areas and warnings (R)', desk.save.report)));
}

/** Panel from top to bottom: how the run goes, the release, what it gives, saving. */
function panelOf() {
  const panel = get('panel'), {site, substances} = desk, results = make('div', {}), middle = make('div', {class: 'sections'});
  header(panel);
  desk.form = new Form(middle, desk.release, site, substances, () => desk.changed());
  desk.results = new Results(results, site, {
    average(text) { desk.average = text; desk.results.show(desk.result, text, desk.stale); desk.writeAddress(); desk.draw(); },
    sensorRenamed(sensor, name) {
      const plain = name.replace(/["\\\p{C}]/gu, '').trim().slice(0, 30);
      if (plain && !desk.release.sensors.some((s) => s !== sensor && s.name === plain)) sensor.name = plain;
      desk.showSensors();
      desk.changed();
    },
    sensorRemoved(sensor) {
      desk.release.sensors.splice(desk.release.sensors.indexOf(sensor), 1);
      desk.showSensors();
      desk.changed();
    }});
  actions(panel);
  middle.append(results);
  saving(middle);
  panel.append(middle);
}

function mapOf() {
  desk.map = new FlatMap(get('map'), desk.site, {
    overlay: (c, map) => drawResult(c, map, desk),
    marks: (c, map) => {
      drawMarks(c, map, desk.release, desk.site.convergence);
      const bar = map.bar();
      get('scale').style.width = `${bar.pixels.toFixed(1)}px`;
      get('scale').textContent = bar.text;
    },
    markers: () => [...(Number.isFinite(desk.release.x) ? [desk.release] : []), ...desk.release.sensors],
    drag(marker, x, y) { Object.assign(marker, {x, y}); desk.form.show(); desk.map.draw(); },
    dropped() { desk.changed(); }, click: (x, y) => desk.place(x, y),
    hover(at) { get('place').textContent = at && desk.site.inside(...at) ? desk.site.text(...at) : ''; }});
}

/** What the address says. */
function readAddress() {
  const rest = fromText(location.hash.slice(1).split('&'), desk.release), out = {};
  for (const part of rest) {
    const [key, value] = part.split('=').map(decodeURIComponent);
    if (key === 'average') desk.average = value;
    else out[key] = value;
  }
  return out;
}

async function start() {
  [desk.site, desk.substances] = await Promise.all([Site.load(), Substances.load()]);
  if (!(desk.site.inverse_length[0] <= 0 && desk.site.inverse_length[1] >= 0)) desk.release.stability = desk.site.inverse_length[0];
  const more = readAddress();
  panelOf();
  desk.clock = new Clock(get('time'), (record) => desk.showTime(record));
  mapOf();
  desk.frame = new Frame(get('frame'), (x, y) => desk.place(x, y), () => { desk.flat(true); get('map').focus(); });
  tools(get('tools'));
  helpDialog(get('help'));
  keys(desk);
  desk.form.show();
  desk.showSensors();
  desk.results.tell(trouble(desk.release, desk.site, desk.substances));
  desk.draw();
  desk.ready = true;
  if (Number.isFinite(desk.release.x)) await desk.compute();
  if (desk.result && Number.isFinite(Number(more.time))) await desk.clock.set(desk.clock.nearest(Number(more.time)));
  if (more.view === '3d') desk.flat(false);
}

addEventListener('error', (event) => desk.fail(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => desk.fail(event.reason));
addEventListener('hashchange', () => location.reload());
start().catch((error) => desk.fail(error));
