// Opens pages of `simoom view` in headless Chromium, uses all they offer, takes pictures, and fails on any message of an error.
//   look.mjs MODULES BROWSER PICTURES URL...
import {Look, launch, wrong} from './page.mjs';
import {share} from './share.mjs';

const [modules, executablePath, pictures, ...urls] = process.argv.slice(2);
const browser = await launch(modules, executablePath);

/** Every box, list and slider of the panel, and the keys of the view. */
async function everything(l) {
  const {page} = l;
  for (const box of await page.$$('#panel input[type=checkbox]')) {
    await box.evaluate((e) => { e.closest('details').open = true; });
    for (const wanted of [!await box.isChecked(), true]) {
      await box.setChecked(wanted);
      await l.rest();
    }
  }
  for (const list of await page.$$('#panel select')) {
    for (const option of await list.$$eval('option', (all) => all.map((o) => o.value))) {
      await list.selectOption(option);
      await l.rest();
    }
  }
  await l.shot('all');
  await page.focus('#scene');
  for (const key of ['ArrowLeft', 'ArrowUp', '+', '-', '2', 't', 's', 'l', 'c', 'p', ']', ',', '1'])
    await page.keyboard.press(key);
  await l.rest();
  if (await page.isVisible('#time input')) {
    await page.focus('#time input');
    await page.keyboard.press('Home');
    await l.rest();
  }
}

/** What a frame may ask of a graphics processor, so that an ordinary one draws thirty in a second: whatever the size of
 * the file. */
async function bounded(l) {
  const load = await l.ask('simoom.stage.load()');
  const most = {calls: 40, triangles: 3e6, points: 4e5, lines: 7e5, bytes: 4e8, steps: 3e8};
  for (const [what, limit] of Object.entries(most)) l.expect(load[what] <= limit, `${load[what]} ${what} in a frame`);
}

/** Buildings of which every column has another height are drawn coarser; a few are not. */
async function manyWalls(l) {
  const [many, few] = await l.ask(`(() => {
    const {ground} = simoom.scenes[0], n = 1024, dice = (c) => Math.abs(Math.sin(c * 12.9898) * 43758.5453) % 1;
    const made = (building) => Object.assign(Object.create(ground), {nx: n, ny: n, step: [1, 1], low: [0, 0], high: [n, n],
      terrain: new Float32Array(n * n), building}).buildings().attributes.position.count / 3;
    return [made(Float32Array.from({length: n * n}, (_, c) => 5 + 90 * dice(c))), made(new Float32Array(n * n).fill(0).fill(9, 5, 9))];
  })()`);
  l.expect(many > 1e5 && many <= 1.6e6, `${many} triangles of buildings`);
  l.expect(few === 10, `${few} triangles of one building`);
}

/** Frames that take long have fewer pixels, down to half of them each way; what rests has all; fast ones get them back. */
async function pace(l) {
  const [slow, rest, fast, rays] = await l.ask(`(() => {
    const {pace} = simoom.stage, {ratio, most, least} = pace, many = (n, t) => { for (let i = 0; i < n; i++) pace.moves(t); };
    Object.assign(pace, {ratio: 1, most: 1, least: 0.5});
    many(400, 0.05);
    const out = [[pace.renderer.getPixelRatio(), Math.round(10 * pace.steps)].join(), [pace.rests(0.3), pace.rests(0.3), pace.rests(0.3), pace.renderer.getPixelRatio()]];
    many(16000, 0.01);
    out.push(pace.renderer.getPixelRatio());
    out.push(pace.rays);
    Object.assign(pace, {ratio, most, least, rays: 1, steps: 1});
    return out;
  })()`);
  l.expect(slow === '0.5,3', `slow frames have ${slow} of the pixels each way and tenths of the steps of rays`);
  l.expect(rays === 1, `fast frames have ${rays} of the steps of rays`);
  l.expect(rest.join() === 'false,true,false,1', `at rest: ${rest}`);
  l.expect(fast === 1, `fast frames have ${fast} of the pixels each way`);
}

/** The arrow points to true north, which is not that of every grid. */
async function north(l) {
  const angle = () => l.ask("Number(/-?[0-9.]+/.exec(document.querySelector('#compass svg').style.transform)[0])");
  const before = await angle();
  await l.ask('simoom.stage.convergence = 30');
  await l.shot('north');
  l.expect(Math.abs(await angle() - before + 30) < 0.2, `the arrow is at ${await angle()}, before at ${before}`);
  await l.ask('simoom.stage.convergence = 0');
}

/** Particles at some times: all that are in the air, on their way from one time to the next. */
async function particles(l) {
  const scene = "simoom.scenes.find((s) => 'around' in s)";
  await l.ask(`${scene}.controls.particles.value = true`);
  await l.rest();
  const [shown, of, smooth, times, text] = await l.ask(`(() => { const s = ${scene};
    return [s.shown, s.source.numbers, s.smooth, s.source.times, document.getElementById('panel').textContent]; })()`);
  l.expect(of.includes(shown) && text.includes(`${shown} in the air`), `${shown} particles are shown of ${of}`);
  const [first, middle, counted] = await l.ask(`(async () => { const s = ${scene}, draws = [];
    for (const t of [${times[0]}, ${0.75 * times[0] + 0.25 * times[1]}]) {
      await simoom.timeline.set(t);
      draws.push(s.cloud.uniforms.at.value);
    }
    return [...draws, s.cloud.dots.geometry.attributes.position.count]; })()`);
  l.expect(first === 0 && (smooth ? Math.abs(middle - 0.25) < 1e-6 : middle === 0), `between times they are at ${middle}`);
  l.expect(counted >= of[0], `${counted} of ${of[0]} are drawn`);
}

/** Pins of stations, receptors and sources: in a list, by a click and by a key. */
async function marks(l) {
  const names = await l.page.$$eval('.places button', (all) => all.map((e) => e.textContent));
  l.expect(['mast', '<window>', 'source 1'].every((name) => names.includes(name)), `places: ${names}`);
  await l.page.click('.places button:text-is("mast")');
  await l.until("document.querySelector('#readout header')?.textContent.startsWith('mast')", 'reading a station');
  await l.until("/station mast.*wind speed/.test(document.getElementById('live').textContent)", 'telling of a station');
  await l.page.focus('#scene');
  await l.page.keyboard.press('Escape');
  await l.ask(`(() => { const {places} = simoom.scenes[0], at = places.screen(places.inside.find((p) => p.kind === 'receptor'));
    simoom.pick(at[0] + 3, at[1] - 3); })()`);
  await l.until("document.querySelector('#readout header')?.textContent.startsWith('<window>')", 'reading a receptor');
  await l.shot('marks');
  await l.page.keyboard.press('Escape');
  await l.page.keyboard.press('m');
  l.expect(await l.ask("!simoom.scenes[0].places.group.visible && document.getElementById('labels').hidden"), 'M does not hide the marks');
  await l.page.keyboard.press('m');
}

/** What a change is to show is seen: in the picture, not only in what the page knows. */
async function seen(l) {
  const scene = 'simoom.scenes[0]', timeline = 'simoom.timeline';
  const picture = async () => {
    await l.rest();
    return l.ask(`(() => { const {renderer, scene, camera, canvas} = simoom.stage; renderer.render(scene, camera);
      return canvas.toDataURL(); })()`);
  };
  const choose = (label, value) => l.page.$$eval('#panel .select', (all, [text, wanted]) => {
    const list = all.find((e) => e.querySelector('label').textContent === text).querySelector('select');
    list.value = [...list.options].find((o) => o.textContent === wanted).value;
    list.dispatchEvent(new Event('change'));
  }, [label, value]);
  const show = (slice, cloud) => l.ask(`(() => { const c = ${scene}.controls; c.streamlines.value = c.places.value = c.wall[0].value =
    c.wall[1].value = false; c.slice.value = ${slice}; c.cloud.value = ${cloud}; simoom.scenes.slice(1).forEach((s) => { s.controls.particles.value = false; }); })()`);
  let before;
  const changes = async (what, change) => {
    before ??= await picture();
    await change();
    const now = await picture();
    l.expect(now !== before, `${what} is not seen`);
    before = now;
  };
  await l.ask(`${timeline}.set(${timeline}.values.at(-1))`);
  await show(true, false);
  await choose('Colour', 'wind speed');
  await changes('another field of a slice', () => choose('Colour', 'mass concentration of gas'));
  await changes('another time of a slice', () => l.ask(`${timeline}.set(${timeline}.values[0])`));
  await changes('another height', () => l.ask(`${scene}.raise(3)`));
  await show(false, true);
  await choose('As', 'cloud');
  await choose('Field', 'mass concentration of gas');
  before = undefined;
  await changes('another time of a cloud', () => l.ask(`${timeline}.set(${timeline}.values.at(-1))`));
  await changes('a surface', () => choose('As', 'surface of a value'));
  await changes('another field of a surface', () => choose('Field', 'turbulent kinetic energy'));
  await choose('As', 'cloud');
  await show(false, false);
  await choose('Shows', 'relief');
  before = undefined;
  await changes('a map on the ground', () => choose('Shows', 'roughness length'));
  await choose('Shows', 'dry deposition (mass per area) of gas');
  await l.ask('simoom.scenes.slice(1).forEach((s) => { s.controls.particles.value = true; })');
  before = undefined;
  await changes('another time of particles', () => l.ask(`${timeline}.set(0.5 * (${timeline}.values[0] + ${timeline}.values.at(-1)))`));
}

/** One particle: its values by a click and by a key, while the time goes on. */
async function oneParticle(l, kind) {
  const scene = `simoom.scenes.find((s) => s.chosen && '${kind}' in s)`, header = "document.querySelector('#readout header')?.textContent";
  await l.ask(`${scene}.controls.particles.value = true; simoom.scenes[0].controls.places.value = false`); // a mark would win
  await l.ask('simoom.timeline.set(simoom.timeline.values[0] + 0.7 * (simoom.timeline.values.at(-1) - simoom.timeline.values[0]))');
  await l.rest();
  await l.ask(`(() => { const s = ${scene}; simoom.scenes.forEach((q) => { if (q.chosen && q !== s) q.controls.particles.value = false; });
    const at = s.where(0, simoom.stage.camera.position.clone()); simoom.wanted = s.known(0);
    at.applyMatrix4(simoom.stage.world.matrixWorld).project(simoom.stage.camera);
    simoom.pick((at.x + 1) / 2 * innerWidth, (1 - at.y) / 2 * innerHeight); })()`);
  await l.until(`/^Particle/.test(${header})`, 'choosing a particle');
  const rows = await l.ask("[...document.querySelectorAll('#readout tr')].map((r) => r.textContent).join()");
  l.expect(/x.* m.*altitude.*speed.* m\/s/.test(rows), `of a particle: ${rows}`);
  await l.shot(`${kind}-chosen`);
  await l.page.focus('#scene');
  await l.page.keyboard.press('Escape');
  l.expect(await l.page.isHidden('#readout'), 'the values of a particle stay');
  await l.page.keyboard.press('n');
  await l.until(`/^Particle/.test(${header})`, 'choosing the nearest particle');
  const first = await l.ask(header);
  await l.page.keyboard.press('n');
  await l.until(`${header} !== '${first}' && /Particle.*speed/.test(document.getElementById('live').textContent)`, 'choosing the next');
  await l.ask('simoom.timeline.set(simoom.timeline.values[0])');
  await l.until(`${scene}.find(${scene}.chosen.key) >= 0 || /not in the air/.test(document.getElementById('readout').textContent)`,
    'following a particle in time');
  await l.page.keyboard.press('Escape');
  await l.ask('simoom.scenes[0].controls.places.value = true');
}

/** Nothing covers anything else, in windows of all sizes; on a phone the panel is folded. */
async function apart(l) {
  await l.ask('simoom.pick(innerWidth / 2, innerHeight / 2)');
  for (const [width, height] of [[1280, 800], [800, 600], [400, 700], [700, 400]]) {
    await l.page.setViewportSize({width, height});
    await l.ask(`(() => { const p = document.getElementById('panel'); if (innerWidth <= 480 !== p.classList.contains('folded'))
      p.querySelector('button[aria-expanded]').click(); })()`);
    const covered = await l.ask(`(() => {
      const all = ['panel', 'readout', 'legends', 'time'].map((id) => document.getElementById(id)).filter((e) => e.checkVisibility());
      const out = [];
      for (const e of all) {
        const a = e.getBoundingClientRect();
        if (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight) out.push(e.id + ' is cut off');
        for (const f of all) {
          const b = f.getBoundingClientRect();
          if (e.id < f.id && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) out.push(e.id + ' and ' + f.id);
        }
      }
      return out.join();
    })()`);
    l.expect(covered === '', `${width} x ${height}: ${covered}`);
    if (width === 400) await l.shot('phone');
  }
  await l.page.setViewportSize({width: 560, height: 360});
  await l.ask("document.querySelector('#readout button')?.click()");
}

/** Of a large file the lowest layers are shown first, and then all. */
async function soon(l) {
  await l.page.addInitScript(() => { window.simoomLarge = 0; });
  await l.page.route('**/block/0/wind/**', async (route) => { // all of the wind takes a while
    await new Promise((r) => setTimeout(r, 500));
    await route.continue();
  });
  await l.page.reload();
  await l.until('window.simoom?.ready || window.simoom?.errors.length > 0', 'ready soon');
  const layers = () => l.ask('[simoom.scenes[0].sliced.cells.n[2], simoom.manifest.sources[0].n[2]]');
  const [first, all] = await layers();
  l.expect(first < 0.6 * all, `the first picture is of ${first} of ${all} layers`);
  await l.until('simoom.idle && simoom.scenes[0].sliced.cells.n[2] === simoom.manifest.sources[0].n[2]', 'all layers');
  await l.page.unroute('**/block/0/wind/**');
}

/** Cells are finer where one looks, and fewer of them are read from nearer. */
async function zoom(l) {
  const {page} = l, finer = 'simoom.scenes[0].finer';
  await page.$$eval('#panel details', (all) => all.forEach((e) => { e.open = true; }));
  const list = await page.$('#panel label:text-is("Cells") + select');
  await list.selectOption({index: await list.$$eval('option', (all) => all.length - 1)});
  await l.hold(false);
  await l.until(`${finer}.cells && simoom.idle`, 'finer');
  const state = () => l.ask(`({by: ${finer}.cells.by, n: ${finer}.cells.n, wide: ${finer}.cells.high[0] - ${finer}.cells.low[0],
    coarse: simoom.scenes[0].sliced.cells.by, text: document.getElementById('legends').textContent})`);
  const far = await state();
  l.expect(far.by[0] < far.coarse[0], `cells are not finer: ${far.by} and ${far.coarse}`);
  l.expect(/Cells joined 4 × 4 × 1, here 1 × 1 × 1/.test(far.text), `the corner tells not: ${far.text}`);
  await page.focus('#scene');
  for (let n = 0; n < 14; n++) await page.keyboard.press('+');
  await l.until(`${finer}.cells && simoom.idle && ${finer}.cells.high[0] - ${finer}.cells.low[0] < ${0.6 * far.wide}`,
    'reading only what is looked at from near');
  l.expect((await state()).by[0] === 1, 'cells are coarser from near');
  await l.shot('near');
  const streams = 'simoom.scenes[0].streams';
  await l.until(`${streams}.fine?.cells.by[0] === 1 && simoom.idle`, 'streamlines through finer cells');
  const [inside, all] = await l.ask(`(() => { const p = ${streams}.lines.mesh.geometry.attributes.position, c = ${streams}.fine.cells;
    let inside = 0;
    for (let n = 0; n < p.count; n++) inside += c.inside(p.getX(n), p.getY(n), p.getZ(n));
    return [inside, p.count]; })()`);
  l.expect(inside > 0.3 * all, `${inside} of ${all} places of streamlines are near`);
  const cloud = 'simoom.scenes[0].cloud';
  await l.ask(`${cloud}.on.value = true`);
  await l.until(`${cloud}.visible && ${cloud}.drawn.by[0] === 1 && simoom.idle`, 'a cloud of finer cells');
  await page.focus('#scene');
  await page.keyboard.press('Shift+ArrowLeft');
  await l.hold(false);
  await l.until(`${cloud}.drawn !== ${cloud}.shown.cells && simoom.idle`, 'a cloud of finer cells again');
  await page.uncheck('#panel label:text-is("Finer where one looks")');
  await l.until(`${finer}.cells === null && ${streams}.fine === null`, 'without finer cells');
}

for (const [n, url] of urls.entries()) {
  const l = await Look.open(browser, pictures, n, url);
  const is = await l.ask(`({row: 'placeSlider' in simoom.scenes[0], prisms: 'layerSlider' in simoom.scenes[0],
    plane: simoom.scenes[0].plane, finer: 'finer' in simoom.scenes[0], quantity: simoom.scenes[0].quantity,
    field: simoom.scenes[0].curve?.field.name})`);
  if (is.row) {
    l.expect(is.field === 'temperature', `a flame begins with ${is.field}`);
    l.expect((await l.ask("document.querySelectorAll('#row polyline').length")) === 1, 'no curve');
    l.expect((await l.page.textContent('#row .name')) === 'probe 1', 'no probe along the row');
    const at = await l.page.$eval('#row', (e) => { const r = e.getBoundingClientRect(); return [r.right - 12, r.top + r.height / 2]; });
    await l.page.mouse.click(...at);
    l.expect((await l.ask('simoom.scenes[0].cell')) === 99, 'a click on the curve takes another cell');
    l.expect(!/of (\S+) of \1/.test(await l.page.textContent('.values')), 'species are named twice');
    await l.byKeys();
  } else if (is.prisms) {
    await l.ask('simoom.scenes[0].layerSlider.value = 2');
    await l.shot('layer');
    await l.byKeys();
  } else if (is.plane) {
    l.expect(/temperature/.test(is.quantity), `a fire begins with ${is.quantity}`);
    l.expect(await l.ask('simoom.scenes[0].walls[1].mesh.visible'), 'the plane is not shown');
    await l.value();
  } else if (is.finer) {
    await zoom(l);
    await soon(l);
  } else if (url.startsWith('http')) { // what is on it was seen in the file
    await l.ask('simoom.pick(300, 200)');
    await l.until("!document.getElementById('readout').hidden", 'reading a value');
  } else {
    await everything(l);
    await particles(l);
    await seen(l);
    await oneParticle(l, 'around');
    await oneParticle(l, 'trajectories');
    await apart(l);
    await north(l);
    await marks(l);
    await pace(l);
    await manyWalls(l);
    const map = await l.ask('simoom.scenes[0].drape.map.field.name'), live = await l.value();
    l.expect(live.includes(map), `of the map '${map}' no value was read: ${live}`);
    await l.byKeys();
    await share(l);
  }
  await bounded(l);
  await l.close();
}
await browser.close();
for (const text of wrong) console.log(text);
process.exit(wrong.length ? 1 : 0);
