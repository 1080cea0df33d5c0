// The view in the address, colours by hand and of the whole run, the saved picture, and the scale bar.
import {readFileSync} from 'node:fs';

const state = `(() => { const s = simoom.scenes[0]; return JSON.stringify({height: s.height, range: s.range, time: simoom.timeline.time,
  camera: simoom.address.cameraText(), streams: s.controls.streamlines?.value}); })()`;

/** A link shows what the page showed; what a link says wrongly is told. */
async function link(l) {
  const {page} = l;
  await l.ask(`simoom.scenes[0].heightSlider.value = 120; simoom.stage.move(40, 10, 0.7); simoom.timeline.toggle(false);
    simoom.scenes[0].controls.streamlines && (simoom.scenes[0].controls.streamlines.value = false)`);
  await page.$$eval('#panel details', (all) => all.forEach((e) => { e.open = true; }));
  await page.selectOption('#panel label:text-is("Colour range") + select', 'hand');
  for (const [label, value] of [['Lowest colour', '0.5'], ['Highest colour', '3']]) {
    await page.fill(`#panel label:text-is("${label}") + input`, value);
    await page.press(`#panel label:text-is("${label}") + input`, 'Tab');
  }
  await l.rest();
  await l.until(`(() => { const s = simoom.scenes[0], own = s.ends.byHand(s.sliced), low = s.sliced.field.log && s.sliced.quantity === 5 ? Math.log10(0.5) : 0.5;
    return own?.[0] === low && String(s.range) === String(own); })()`, 'colours by hand');
  await l.ask('simoom.stage.controls.update(); simoom.address.write()');
  const hash = await l.ask('location.hash'), before = await l.ask(state);
  l.expect(/camera=.*colour-range=hand/.test(hash), `the address is ${hash}`);
  await page.goto('about:blank');
  await page.goto(`${l.url}${hash}&no-such-control=1`);
  await l.until('window.simoom && (simoom.ready || simoom.errors.length > 0) && simoom.idle', 'ready again');
  await l.until(`${state} === ${JSON.stringify(before)}`, `the same view: ${before}`);
  const told = await page.textContent('#panel');
  l.expect(told.includes('no-such-control'), 'what the address says wrongly is not told');
}

/** Colours of all times are those of every time. */
async function wholeRun(l) {
  const {page} = l;
  await page.$$eval('#panel details', (all) => all.forEach((e) => { e.open = true; }));
  await page.selectOption('#panel label:text-is("Colour range") + select', 'run');
  await l.rest();
  const ends = [];
  for (const n of [0, 1]) {
    await l.ask(`simoom.timeline.set(simoom.timeline.at(${n}))`);
    await l.rest();
    ends.push(await l.ask('JSON.stringify(simoom.scenes[0].range)'));
  }
  l.expect(new Set(ends).size === 1, `colours of times differ: ${ends}`);
  await page.selectOption('#panel label:text-is("Colour range") + select', 'seen');
}

async function picture(l) {
  const [download] = await Promise.all([l.page.waitForEvent('download'), l.ask('simoom.save()')]);
  const bytes = readFileSync(await download.path());
  l.expect(download.suggestedFilename().endsWith('.png'), `saved as ${download.suggestedFilename()}`);
  l.expect(bytes.length > 8000 && bytes.toString('latin1', 1, 4) === 'PNG', 'the saved picture is empty');
  await download.saveAs(`${l.pictures}/view-${l.n}-saved.png`);
  const bar = await l.ask('({text: simoom.scale.text, pixels: simoom.scale.pixels, shown: document.getElementById("scale").textContent})');
  l.expect(/^[125]0* (m|km|mm)$/.test(bar.text) && bar.text === bar.shown && bar.pixels > 40 && bar.pixels <= 110,
    `scale bar: ${JSON.stringify(bar)}`);
}

export async function share(l) {
  await wholeRun(l);
  await link(l);
  await picture(l);
}
