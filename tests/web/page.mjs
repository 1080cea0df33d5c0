// A page of `simoom view` in headless Chromium: opened, used by keys, pictures of it, and all that is wrong with it.
import {createRequire} from 'node:module';
import {statSync} from 'node:fs';
import path from 'node:path';

const PATIENCE = 120000; // ms: a machine may be busy
export const wrong = [];

/** The browser at a path, by the module playwright-core in a folder of modules. */
export function launch(modules, executablePath) {
  const {chromium} = createRequire(path.join(modules, 'package.json'))('playwright-core');
  return chromium.launch({executablePath, args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
}

/** A page that is opened, and what is done with it again and again. */
export class Look {
  static async open(browser, pictures, n, url) {
    const l = new Look();
    l.pictures = pictures;
    l.n = n;
    l.url = url;
    l.page = await browser.newPage({viewport: {width: 560, height: 360}, colorScheme: n % 2 ? 'dark' : 'light',
      reducedMotion: 'reduce'});
    l.page.setDefaultTimeout(PATIENCE);
    l.page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()))
      l.fail(m.text()); });
    l.page.on('pageerror', (e) => l.fail(e.stack));
    await l.page.goto(url + '#plain');
    await l.until('window.simoom && (simoom.ready || simoom.errors.length > 0)', 'ready');
    await l.shot('first');
    const labels = await l.page.$$eval('input, select, button', (all) => all.filter((e) => !(e.labels?.length ||
      e.getAttribute('aria-label') || e.textContent.trim())).length);
    l.expect(labels === 0, `${labels} controls without a name`);
    return l;
  }

  fail(text) { wrong.push(`${this.url}: ${text}`); }
  expect(what, text) { if (!what) this.fail(text); }
  ask(expression) { return this.page.evaluate(expression); }

  async until(expression, what) {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      if (await this.ask(expression)) return;
      await new Promise((r) => setTimeout(r, 25));
    }
    this.fail(`never ${what}`);
  }

  rest() { return this.until('simoom.idle', 'done'); }
  hold(on) { return this.ask(`simoom.stage.held = ${on}`); } // drawing takes long without a graphics processor

  async shot(name) {
    await this.rest();
    await this.ask('simoom.stage.held = false; simoom.mark = simoom.stage.drawn; simoom.stage.draw()');
    await this.until('simoom.stage.drawn > simoom.mark', 'drawn');
    await this.hold(true);
    const file = path.join(this.pictures, `view-${this.n}-${name}.png`);
    await this.page.screenshot({path: file});
    this.expect(statSync(file).size > 8000, `${file} is empty`);
  }

  /** By Tab to every control, which has a frame then, and each of them used by keys alone. */
  async byKeys() {
    const {keyboard} = this.page, now = () => this.ask(`(() => {
      const e = document.activeElement, s = getComputedStyle(e), before = e.dataset.tabbed;
      if (e === document.body) return null;
      e.dataset.tabbed = 1;
      return {again: before !== undefined, tag: e.tagName, type: e.type, name: e.ariaLabel ?? e.labels?.[0]?.textContent ??
        e.textContent, framed: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0, open: e.parentElement.open,
        options: e.options?.length, value: e.type === 'checkbox' ? e.checked : e.value};
    })()`);
    const value = () => this.ask('(document.activeElement.type === "checkbox" ? document.activeElement.checked : document.activeElement.value)');
    await this.ask('document.activeElement.blur()');
    for (let n = 0; n < 150; n++) {
      await keyboard.press('Tab');
      const at = await now();
      if (!at) continue; // the end of the page
      if (at.again) break;
      this.expect(at.framed, `${at.tag} '${at.name}' has the focus unseen`);
      if (at.tag === 'SUMMARY' && !at.open) await keyboard.press('Enter');
      const steps = {range: ['ArrowRight', 'ArrowLeft'], checkbox: ['Space', 'Enter'], 'select-one': ['ArrowDown', 'ArrowUp']}[at.type];
      if (!steps || at.options === 1) continue;
      const values = [at.value];
      for (const key of steps) {
        await keyboard.press(key);
        values.push(await value());
      }
      this.expect(new Set(values).size > 1, `'${at.name}' does not listen to ${steps}`);
    }
    const missed = await this.page.$$eval('input, select, button, summary, canvas', (all) => all.filter((e) =>
      e.checkVisibility() && e.dataset.tabbed === undefined).map((e) => e.labels?.[0]?.textContent ?? e.outerHTML));
    this.expect(missed.length === 0, `Tab never comes to ${missed.join(', ')}`);
    for (const [name, done] of [['Light or dark', 'document.documentElement.dataset.theme !== simoom.before'],
      ['Fold or unfold the panel', 'document.querySelector("#panel.folded") !== null'], ['Keys', 'document.getElementById("help").open']]) {
      await this.ask('simoom.before = document.documentElement.dataset.theme');
      await this.page.focus(`button[aria-label="${name}"]`);
      await keyboard.press('Enter');
      this.expect(await this.ask(done), `the button '${name}' does nothing on Enter`);
      await keyboard.press(name === 'Keys' ? 'Escape' : 'Enter');
      this.expect(!await this.ask(done), `the button '${name}' cannot be undone`);
    }
    await this.rest();
  }

  /** A value in the middle, read by the keyboard. */
  async value() {
    await this.page.focus('#scene');
    await this.page.keyboard.press('Enter');
    await this.until("!document.getElementById('readout').hidden", 'reading a value');
    await this.shot('value');
    const live = await this.page.textContent('#live');
    this.expect(/ground|triangle/.test(live), `nothing was said of the value: ${live}`);
    await this.page.keyboard.press('Escape');
    this.expect(await this.page.isHidden('#readout'), 'the values stay');
    return live;
  }

  async close() {
    const errors = await this.ask('simoom.errors.join()');
    this.expect(errors === '', errors);
    await this.page.close();
  }
}
