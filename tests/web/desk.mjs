// Uses the desk of `simoom view --release` in headless Chromium: clicks, drags, keys, time, saving, address, phone; fails on any error.
//   desk.mjs MODULES BROWSER PICTURES URL URL_WITH_TOKEN TOKEN
import {readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {launch} from './page.mjs';

const [modules, executablePath, pictures, url, closed, token] = process.argv.slice(2);
const PATIENCE = 60000, wrong = [];
const browser = await launch(modules, executablePath);

const expect = (what, text) => { if (!what) wrong.push(text); };

/** A page of the desk and what is done with it. */
class Desk {
  static async open(address, viewport, more = {}) {
    const d = new Desk();
    d.page = await browser.newPage({viewport, reducedMotion: 'reduce', acceptDownloads: true, ...more});
    d.page.setDefaultTimeout(PATIENCE);
    d.page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|swiftshader|400|WebGL/i.test(m.text())) wrong.push(m.text()); });
    d.page.on('pageerror', (e) => wrong.push(e.stack));
    await d.page.goto(address);
    await d.until('window.simoom && (simoom.ready || simoom.errors.length > 0)', 'ready');
    return d;
  }

  ask(expression) { return this.page.evaluate(expression); }

  async until(expression, what) {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      if (await this.ask(expression)) return;
      await new Promise((r) => { setTimeout(r, 25); });
    }
    wrong.push(`never ${what}: ${await this.ask('document.querySelector(".state")?.textContent')}`);
  }

  /** Waits until a run after `before` is shown with all particles. */
  done(before = 0) {
    return this.until(`simoom.shownRun > ${before} && !simoom.result.coarse && !simoom.stale && !simoom.computing`, 'computed');
  }

  shown() { return this.ask('simoom.shownRun ?? 0'); }

  async at(x, y) {
    const [px, py] = await this.ask(`simoom.map.toPixel(${x}, ${y})`), box = await (await this.page.$('#map')).boundingBox();
    return [box.x + px, box.y + py];
  }

  async shot(name) {
    const file = path.join(pictures, `desk-${name}.png`);
    await this.page.waitForTimeout(150);
    await this.page.screenshot({path: file});
    expect(statSync(file).size > 8000, `${file} is empty`);
  }

  async saved(action) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), action()]);
    return {name: download.suggestedFilename(), bytes: readFileSync(await download.path())};
  }
}

/** A click places the source; it is computed by itself, and opens at the peak. */
async function places(d) {
  const {page} = d;
  expect(/Click the map/.test(await page.textContent('.state')), 'the page does not say what to do first');
  await page.click('summary:has-text("particles")');
  await page.selectOption('select:has(option[value="20000"])', '5000');
  await page.click('summary:has-text("particles")');
  await page.mouse.click(...await d.at(100, 190));
  await d.done();
  expect(Math.abs(await d.ask('simoom.release.x') - 100) < 3, 'the source is not where the click was');
  expect(await d.ask('simoom.clock.record === simoom.clock.best'), 'not opened at the peak');
  expect((await page.$$('table.areas tbody tr')).length >= 3, 'no table of areas');
  expect(/AEGL-1: 30 ppm/.test(await page.textContent('#legend')), 'the legend lacks the levels');
  await d.shot('first');
  const before = await d.shown();
  await page.mouse.move(...await d.at(100, 190));
  await page.mouse.down();
  await page.mouse.move(...await d.at(120, 200), {steps: 4});
  await page.mouse.up();
  await d.done(before);
  expect(Math.abs(await d.ask('simoom.release.x') - 120) < 3, 'the source cannot be dragged');
}

/** Sensors by click, with a name, what they read, and their removal. */
async function sensors(d) {
  const {page} = d, before = await d.shown();
  await page.click('button[data-tool="sensor"]');
  await page.mouse.click(...await d.at(300, 200));
  await page.fill('.sensor input', 'school');
  await page.keyboard.press('Tab');
  await d.done(before);
  expect(await d.ask('simoom.release.sensors[0].name') === 'school', 'the sensor has no name');
  await d.until('/gas after/.test(document.querySelector(".sensors .about")?.textContent)', 'read a sensor');
  expect(await page.isVisible('.sensors svg'), 'no chart of the sensor');
  await page.click('button[data-tool="source"]');
}

/** Substance by CAS number, wind by its dial and keys, words for what is wrong. */
async function form(d) {
  const {page} = d;
  let before = await d.shown();
  await page.fill('input[list]', '7782-50-5');
  await d.done(before);
  expect(await d.ask('simoom.result.hazard.substance') === 'chlorine', 'the CAS number is not found');
  await page.fill('input[list]', 'gold dust');
  expect(/No hazard levels/.test(await page.textContent('.state')), 'a wrong substance is not told');
  await page.fill('input[list]', 'ammonia');
  before = await d.shown();
  await page.focus('.dial');
  await page.keyboard.press('ArrowRight');
  expect(await d.ask('simoom.release.from') === 275, 'the dial does not listen to keys');
  const dial = await (await page.$('.dial')).boundingBox();
  await page.mouse.click(dial.x + dial.width / 2, dial.y + dial.height - 20);
  expect(await d.ask('simoom.release.from') === 0, 'the dial does not turn to a click');
  await d.done(before);
  before = await d.shown();
  await page.focus('#map');
  for (let n = 0; n < 18; n++) await page.keyboard.press('[');
  expect(await d.ask('simoom.release.from') === 270, 'the keys do not turn the wind');
  await d.done(before);
  const speed = await page.$('.fields .field:nth-child(2) input');
  await speed.fill('');
  expect(/Wind speed/.test(await page.textContent('.state')), 'an empty speed is not told');
  before = await d.shown();
  await speed.fill('4');
  await d.done(before);
  await d.ask('simoom.release.x = 215, simoom.release.y = 190, simoom.form.show(), simoom.changed()');
  await d.until('/^Source|^The source/.test(document.querySelector(".state.wrong")?.textContent)', 'told that the source is in a building');
  before = await d.shown();
  await d.ask('simoom.release.x = 120, simoom.release.y = 200, simoom.form.show(), simoom.changed()');
  await d.done(before);
  const refused = await d.ask(`fetch('release', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"x": 1}'}).then((a) => a.status)`);
  expect(refused === 400, `a wrong request has the code ${refused}`);
}

/** Time by slider, keys and play; layers; scale. */
async function time(d) {
  const {page} = d;
  await page.focus('#time input');
  await page.keyboard.press('Home');
  await d.until('simoom.clock.record === 0', 'at the first time');
  await page.focus('#map');
  await page.keyboard.press('.');
  await d.until('simoom.clock.record === 1', 'one time on');
  await page.keyboard.press('p');
  await d.until('simoom.clock.record === simoom.clock.best', 'at the peak again');
  await page.keyboard.press(' ');
  await d.until('simoom.clock.record !== simoom.clock.best', 'playing');
  await page.keyboard.press(' ');
  for (const [key, text] of [['l', 'simoom.layers.plume'], ['a', 'simoom.layers.areas']]) {
    await page.keyboard.press(key);
    expect(await d.ask(text) === false, `${key} does not switch ${text}`);
    await page.keyboard.press(key);
  }
  const scale = await d.ask('simoom.map.scale');
  await page.keyboard.press('+');
  expect(await d.ask('simoom.map.scale') > scale, '+ does not enlarge');
  await page.keyboard.press('0');
  await page.keyboard.press('?');
  expect(await page.isVisible('#help'), 'no list of keys');
  await page.keyboard.press('Escape');
}

/** Picture, areas and report. */
async function saves(d) {
  const picture = await d.saved(() => d.page.keyboard.press('i'));
  expect(picture.name === 'ammonia.png' && picture.bytes.subarray(1, 4).toString() === 'PNG' && picture.bytes.length > 20000, `the picture ${picture.name}`);
  const areas = await d.saved(() => d.page.keyboard.press('g'));
  expect(JSON.parse(areas.bytes.toString()).features.length > 0, 'no areas are saved');
  const report = (await d.saved(() => d.page.keyboard.press('r'))).bytes.toString();
  for (const text of ['<h1>Release of ammonia</h1>', 'AEGL-2', 'data:image/png;base64', 'school', 'Warnings'])
    expect(report.includes(text), `the report lacks ${text}`);
  expect(!/<script/i.test(report), 'a script in the report');
  const page = await browser.newPage({viewport: {width: 794, height: 1123}});
  await page.setContent(report);
  await page.screenshot({path: path.join(pictures, 'desk-report.png')});
  expect(await page.evaluate('document.documentElement.scrollHeight') <= 1123, 'the report is more than a page');
  await page.close();
}

/** Three dimensions, with a click that places. */
async function deep(d) {
  const {page} = d;
  await page.keyboard.press('d');
  await d.until('document.querySelector("#frame iframe")?.contentWindow.simoom?.ready', 'three-dimensional');
  await d.until('document.querySelector("#frame iframe").contentDocument.querySelector("#panel.folded")', 'folded in the frame');
  await d.until('document.querySelector("#frame iframe").contentWindow.simoom.idle', 'drawn in the frame');
  await page.waitForTimeout(300);
  await d.shot('deep');
  expect(await d.ask('document.querySelector("#frame iframe").contentWindow.simoom.scenes[0].cloud.visible'), 'no cloud in three dimensions, though the gas has gone at the end');
  const before = await d.ask('simoom.release.x');
  await d.ask(`document.querySelector("#frame iframe").contentWindow.simoom.pick(...document.querySelector("#frame iframe").contentWindow.simoom.stage.middle())`);
  await d.until(`simoom.release.x !== ${before}`, 'placed by a click in three dimensions');
  await d.ask('document.querySelector("#frame iframe").contentWindow.document.getElementById("scene").focus()');
  await page.keyboard.press('d');
  expect(await page.isVisible('#map') && !await page.isVisible('#frame'), 'not flat again');
}

/** The address shows the same again. */
async function address(d) {
  const link = await d.ask('location.href'), other = await Desk.open(link, {width: 1000, height: 700});
  await other.done();
  const same = 'JSON.stringify([simoom.release.x.toFixed(1), simoom.release.from, simoom.release.speed, simoom.release.sensors.map((s) => s.name)])';
  expect(await other.ask(same) === await d.ask(same), `the address loses ${await d.ask(same)}: ${await other.ask(same)}`);
  await other.page.close();
}

/** On a phone the panel is below the map, and taps place. */
async function phone() {
  const d = await Desk.open(url, {width: 390, height: 844}, {hasTouch: true, isMobile: true, deviceScaleFactor: 2}), {page} = d;
  await page.touchscreen.tap(...await d.at(100, 190));
  await d.done();
  const [map, panel] = await Promise.all(['#map', '#panel'].map(async (s) => (await page.$(s)).boundingBox()));
  expect(map.y + map.height <= panel.y + 1 && map.height > 300, 'the panel covers the map');
  expect(await d.ask('document.documentElement.scrollWidth <= 390'), 'wider than the phone');
  await d.shot('phone');
  await page.click('#fold');
  await page.waitForTimeout(200);
  expect((await (await page.$('#map')).boundingBox()).height > 700, 'the folded panel leaves no room');
  await page.close();
}

/** A desk with a token asks for it, again where it is wrong. */
async function asksToken() {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(closed);
  for (const given of ['wrong', token]) {
    await page.waitForSelector('#token[open] input');
    await page.fill('#token input', given);
    await page.click('#token button');
  }
  await page.waitForSelector('.field');
  await page.waitForSelector('#token:not([open])', {state: 'attached'});
  await page.close();
}

const d = await Desk.open(url, {width: 1280, height: 800});
const labels = await d.page.$$eval('input, select, button', (all) => all.filter((e) => !(e.labels?.length || e.getAttribute('aria-label') || e.textContent.trim())).length);
expect(labels === 0, `${labels} controls without a name`);
for (const step of [places, sensors, form, time, saves, address, deep]) await step(d);
expect((await d.ask('simoom.errors.join()')) === '', await d.ask('simoom.errors.join()'));
await d.page.close();
await phone();
await asksToken();
await browser.close();
for (const text of wrong) console.log(text);
process.exit(wrong.length > 0 ? 1 : 0);
