// The page of `simoom view`: what there is, how it is chosen, and drawing it.
import {manifest, embedded, forget} from './data.js';
import {follow} from './follow.js';
import {Stage} from './stage.js';
import {GridScene} from './gridscene.js';
import {TrajectoryScene} from './trajectoryscene.js';
import {ParticleScene} from './particlescene.js';
import {RowScene} from './rowscene.js';
import {shapeOf} from './shape.js';
import {PrismScene} from './prismscene.js';
import {Timeline} from './timeline.js';
import {make, section, check, slider} from './ui.js';
import {keys, helpDialog} from './keys.js';
import {Address} from './address.js';
import {ScaleBar} from './scalebar.js';
import {savePicture} from './picture.js';

const busy = document.getElementById('busy'), live = document.getElementById('live');
let waiting = 0;

const app = {
  manifest: null, stage: null, scenes: [], timeline: null, errors: [],
  /** Tells people who listen. */
  say(text) { live.textContent = text; },
  /** Shows that something is being read until the promise is done. */
  async work(promise) {
    waiting++;
    busy.hidden = false;
    try { return await promise; } catch (error) { app.fail(error); throw error; } finally {
      waiting--;
      if (waiting === 0 && app.errors.length === 0) busy.hidden = true;
      app.stage?.draw();
    }
  },
  fail(error) {
    app.errors.push(String(error.message ?? error));
    busy.hidden = false;
    busy.className = 'wrong';
    busy.textContent = `Something went wrong: ${app.errors.at(-1)}`;
  },
  legends() {
    const box = document.getElementById('legends');
    box.replaceChildren(...app.scenes.flatMap((s) => s.legends()));
    const notes = [app.stage.note, ...app.scenes.flatMap((s) => [s.finer?.note, s.ends?.note])].filter(Boolean).join('. ');
    if (box.children.length && notes) box.append(make('div', {class: 'note'}, notes));
    app.stage.draw();
  },
  /** Tells what is worth a line of the panel. */
  note(text) { document.querySelector('#panel .about').after(make('p', {class: 'trouble', role: 'alert'}, text)); },
  save() { return savePicture(app); },
  get idle() { return waiting === 0; },
};
window.simoom = app; // for tests, and for those who look behind the page

function theme(name) {
  document.documentElement.dataset.theme = name;
  app.stage.theme(name === 'dark');
  for (const s of app.scenes) s.theme?.(name === 'dark');
  app.stage.draw();
}

function header(panel) {
  const first = app.manifest.sources[0];
  const fold = make('button', {'aria-expanded': 'true', 'aria-label': 'Fold or unfold the panel', onclick() {
    const folded = panel.classList.toggle('folded');
    fold.setAttribute('aria-expanded', String(!folded));
    fold.textContent = folded ? '▸' : '▾';
  }}, '▾');
  const dark = make('button', {'aria-label': 'Light or dark', title: 'Light or dark (T)', onclick:
    app.toggleTheme}, '◐');
  const help = make('button', {'aria-label': 'Keys', title: 'Keys (?)', onclick:
    () => document.getElementById('help').showModal()}, '?');
  const title = first.title || first.file;
  document.title = `${title} – simoom`;
  panel.append(make('header', {}, make('h1', {}, title), dark, help, fold));
  const about = [app.manifest.sources.map((s) => s.file).join(', '), first.crs && first.crs !== 'local' ?
    first.crs : '', first.weather].filter(Boolean).join(' · ');
  panel.append(make('p', {class: 'about'}, about));
  for (const s of app.manifest.sources.filter((q) => q.trouble))
    panel.append(make('p', {class: 'trouble', role: 'alert'}, `${s.file}: ${s.trouble}`));
  if (innerWidth <= 480) fold.click(); // there the panel would hide the view
}

async function copyLink({currentTarget: button}) {
  const label = button.textContent;
  app.address.write();
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'See the address';
  }
  setTimeout(() => { button.textContent = label; }, 2000);
}

function viewSection(panel) {
  const body = section(panel, 'View');
  const buttons = make('div', {class: 'buttons', role: 'group', 'aria-label': 'Camera'});
  for (const [name, label] of [['home', 'Home'], ['top', 'Top'], ['south', 'South'], ['west', 'West'],
    ['north', 'North'], ['east', 'East']].filter(([n]) => app.stage.sides.includes(n)))
    buttons.append(make('button', {onclick: () => app.stage.preset(name)}, label));
  body.append(buttons);
  body.append(make('div', {class: 'buttons'},
    make('button', {title: 'Title, time, legends, scale bar and north, without the panel (I)', onclick: app.save}, 'Save picture'),
    make('button', {title: 'The address shows the view as it is', onclick: copyLink}, 'Copy link')));
  if (app.scenes.some((s) => s.plane)) return; // a plane has no relief
  slider(body, 'Heights stretched', 1, 10, 0.5, 1, (v) => `× ${v}`,
    (v) => app.stage.stretch(v));
}

/** What a run has come to in the meantime. */
async function renew() {
  const later = await manifest();
  forget();
  if (!app.scenes.every((s) => s.renew?.(later.sources))) {
    location.reload();
    return;
  }
  const time = Math.max(...app.scenes.flatMap((s) => s.sources.flatMap((q) => q.times ?? [])));
  await app.timeline.set(Number.isFinite(time) ? time : app.timeline.time);
}

async function start() {
  const followed = await follow(app, renew);
  app.manifest = await manifest();
  if (followed && app.manifest.sources.length === 0) {
    document.title = 'simoom';
    busy.hidden = true; // the page comes anew with the first wind
    return;
  }
  app.manifest.sources.forEach((s, n) => { s.index = n; });
  const wantsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = wantsDark ? 'dark' : 'light';
  app.toggleTheme = () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  app.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  app.stage = new Stage(document.getElementById('scene'), app);
  const panel = document.getElementById('panel');
  header(panel);
  const {sources} = app.manifest;
  app.stage.convergence = sources.find((s) => s.convergence)?.convergence ?? 0;
  const grids = sources.filter((s) => s.kind === 'grid');
  const row = grids.length > 0 && grids.every((s) => shapeOf(s).kind === 'row') && shapeOf(grids[0]);
  if (row) app.scenes.push(await app.work(RowScene.create(app, panel, grids, row.along)));
  else if (grids.length) app.scenes.push(await app.work(GridScene.create(app, panel, grids)));
  for (const s of sources.filter((q) => q.kind === 'trajectories'))
    app.scenes.push(await app.work(TrajectoryScene.create(app, panel, s)));
  for (const s of sources.filter((q) => q.kind === 'particles'))
    app.scenes.push(await app.work(ParticleScene.create(app, panel, s)));
  if (!grids.length)
    for (const s of sources.filter((q) => q.kind === 'prisms'))
      app.scenes.push(await app.work(PrismScene.create(app, panel, s)));
  app.stage.fit(app.scenes.map((s) => s.box).filter(Boolean));
  if (!row) {
    viewSection(panel);
    app.scale = new ScaleBar(app.stage);
  }
  app.timeline = new Timeline(app, document.getElementById('time'));
  keys(app);
  helpDialog(document.getElementById('help'));
  theme(document.documentElement.dataset.theme);
  await app.work(app.timeline.begin());
  app.legends();
  app.address = new Address(app);
  await app.address.begin();
  app.ready = true;
  for (const s of app.scenes) s.complete?.();
  app.say(`${document.title}. Ready.`);
  if (!embedded) app.stage.note ??= '';
}

addEventListener('error', (event) => app.fail(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => app.fail(event.reason));
if (typeof DecompressionStream === 'undefined') app.fail('this browser is too old for the page');
else start().catch(app.fail);
