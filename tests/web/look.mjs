// Opens pages of `simoom view` in headless Chromium, uses all they offer, takes pictures, and fails on any message of an error.
//   look.mjs MODULES BROWSER PICTURES URL...
import {createRequire} from 'node:module';
import {statSync} from 'node:fs';
import path from 'node:path';

const [modules, executablePath, pictures, ...urls] = process.argv.slice(2);
const {chromium} = createRequire(path.join(modules, 'package.json'))('playwright-core');
const wrong = [];
const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader']});

function expect(what, text) { if (!what) wrong.push(text); }

for (const [n, url] of urls.entries()) {
  const page = await browser.newPage({viewport: {width: 560, height: 360}, colorScheme: n % 2 ? 'dark' : 'light',
    reducedMotion: 'reduce'});
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()))
    wrong.push(`${url}: ${m.text()}`); });
  page.on('pageerror', (e) => wrong.push(`${url}: ${e.stack}`));
  const until = async (expression, what) => {
    for (let i = 0; i < 600; i++) {
      if (await page.evaluate(expression)) return;
      await new Promise((r) => setTimeout(r, 25));
    }
    wrong.push(`${url}: never ${what}`);
  };
  const rest = () => until('simoom.idle', 'done');
  const shot = async (name) => {
    await rest();
    await page.evaluate('simoom.stage.held = false; simoom.mark = simoom.stage.drawn; simoom.stage.draw()');
    await until('simoom.stage.drawn > simoom.mark', 'drawn');
    await page.evaluate('simoom.stage.held = true'); // drawing takes long without a graphics processor
    const file = path.join(pictures, `view-${n}-${name}.png`);
    await page.screenshot({path: file});
    expect(statSync(file).size > 8000, `${file} is empty`);
  };
  await page.goto(url + '#plain');
  await until('window.simoom && (simoom.ready || simoom.errors.length > 0)', 'ready');
  await shot('first');
  const labels = await page.$$eval('input, select, button', (all) => all.filter((e) => !(e.labels?.length ||
    e.getAttribute('aria-label') || e.textContent.trim())).length);
  expect(labels === 0, `${url}: ${labels} controls without a name`);
  if (await page.evaluate("simoom.scenes[0].constructor === Object || !simoom.scenes[0].slice")) {
    await page.evaluate('simoom.scenes[0].layerSlider.value = 2');
    await shot('layer');
    await page.close();
    continue;
  }
  if (url.startsWith('http')) { // what is on it was seen in the file
    await page.evaluate('simoom.pick(300, 200)');
    await until("!document.getElementById('readout').hidden", 'reading a value');
    await page.close();
    continue;
  }
  // Every box, list and slider of the panel.
  for (const box of await page.$$('#panel input[type=checkbox]')) {
    await box.evaluate((e) => { e.closest('details').open = true; });
    for (const wanted of [!await box.isChecked(), true]) {
      await box.setChecked(wanted);
      await rest();
    }
  }
  for (const list of await page.$$('#panel select')) {
    for (const option of await list.$$eval('option', (all) => all.map((o) => o.value))) {
      await list.selectOption(option);
      await rest();
    }
  }
  for (const range of await page.$$('#panel input[type=range]')) {
    await range.focus();
    await page.keyboard.press('ArrowRight');
    await rest();
  }
  await shot('all');
  // Keys and picking.
  await page.focus('#scene');
  for (const key of ['ArrowLeft', 'ArrowUp', '+', '-', '2', 't', 's', 'l', 'c', 'p', ']', ',', '1'])
    await page.keyboard.press(key);
  await rest();
  await page.keyboard.press('Enter');
  await until("!document.getElementById('readout').hidden", 'reading a value');
  await shot('value');
  const live = await page.textContent('#live');
  expect(/ground/.test(live), `${url}: nothing was said of the value: ${live}`);
  await page.keyboard.press('Escape');
  expect(await page.isHidden('#readout'), `${url}: the values stay`);
  await page.keyboard.press('?');
  expect(await page.isVisible('#help'), `${url}: no list of keys`);
  await page.keyboard.press('Escape');
  if (await page.isVisible('#time input')) {
    await page.focus('#time input');
    await page.keyboard.press('Home');
    await rest();
  }
  expect((await page.evaluate('simoom.errors')).length === 0, `${url}: ${await page.evaluate('simoom.errors.join()')}`);
  await page.close();
}
await browser.close();
for (const text of wrong) console.log(text);
process.exit(wrong.length ? 1 : 0);
