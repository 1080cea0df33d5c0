// Saves what is seen as a picture (PNG): the view without the panel, with title, time, legends, scale bar and north.
import {shade} from './colours.js';

const MARGIN = 16, WIDE = 240, LINE = 17;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const font = (size, weight = 400) => `${weight} ${size}px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif`;

function write(c, text, x, y, size = 13, weight = 400, align = 'left') {
  c.font = font(size, weight);
  c.textAlign = align;
  c.lineWidth = 4;
  c.lineJoin = 'round';
  c.strokeStyle = colour('--back');
  c.fillStyle = colour('--ink');
  c.strokeText(text, x, y);
  c.fillText(text, x, y);
}

/** Height of a legend of the page in the picture. */
const heightOf = (e) => LINE + (e.querySelector('.bar') ? 30 : LINE * e.querySelectorAll('.kind, .ticks').length);

function drawLegend(c, e, x, y) {
  write(c, e.querySelector('.name')?.textContent ?? '', x, y + 12, 13, 600);
  const bar = e.querySelector('.bar');
  if (!bar) {
    [...e.querySelectorAll('.kind, .ticks')].forEach((kind, n) => {
      const swatch = kind.querySelector('.swatch');
      c.fillStyle = swatch?.style.background ?? 'transparent';
      c.fillRect(x, y + LINE * (n + 1), 12, 12);
      write(c, kind.textContent, x + (swatch ? 18 : 0), y + LINE * (n + 1) + 11, 12);
    });
    return;
  }
  for (let n = 0; n < WIDE; n++) {
    c.fillStyle = `rgb(${shade(bar.dataset.map, n / WIDE).join(' ')})`;
    c.fillRect(x + n, y + LINE, 1.5, 11);
  }
  for (const tick of e.querySelectorAll('.ticks span')) {
    const part = parseFloat(tick.style.left);
    write(c, tick.textContent, x + WIDE * part / 100, y + LINE + 25, 12, 400, part < 4 ? 'left' : part > 96 ? 'right' : 'center');
  }
}

function drawLegends(c, width, height) {
  const all = [...document.querySelectorAll('#legends .legend')], note = document.querySelector('#legends .note');
  let y = height - MARGIN - (note ? LINE : 0) - all.reduce((sum, e) => sum + heightOf(e) + 6, 0);
  for (const e of all) {
    drawLegend(c, e, width - MARGIN - WIDE, y);
    y += heightOf(e) + 6;
  }
  if (note) write(c, note.textContent, width - MARGIN, height - MARGIN, 11, 400, 'right');
}

function drawNorth(c, app, width) {
  const turn = /rotate\(([-0-9.]+)deg\)/.exec(app.stage.compass.style.transform);
  c.save();
  c.translate(width - 42, 36);
  c.rotate(Number(turn?.[1] ?? 0) * Math.PI / 180);
  c.fillStyle = colour('--ink');
  c.beginPath();
  for (const [x, y] of [[0, -16], [6, 8], [0, 4], [-6, 8]]) c.lineTo(x, y);
  c.fill();
  write(c, 'N', 0, -19, 11, 700, 'center');
  c.restore();
}

function drawScale(c, scale, height) {
  const y = height - MARGIN;
  c.strokeStyle = colour('--ink');
  c.lineWidth = 2;
  c.beginPath();
  for (const [x, up] of [[0, 6], [0, 0], [scale.pixels, 0], [scale.pixels, 6]]) c.lineTo(MARGIN + x, y - up);
  c.stroke();
  write(c, scale.text, MARGIN + scale.pixels / 2, y - 8, 12, 400, 'center');
}

/** The picture as a canvas. */
export function takePicture(app) {
  const {stage, timeline} = app, {renderer, camera} = stage, width = innerWidth, height = innerHeight;
  const before = renderer.getPixelRatio(), ratio = stage.plain ? 1 : Math.max(2, before);
  const canvas = document.createElement('canvas'), c = canvas.getContext('2d');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  camera.clearViewOffset(); // nothing covers the picture
  camera.updateProjectionMatrix();
  renderer.setPixelRatio(ratio);
  renderer.render(stage.scene, camera);
  c.drawImage(renderer.domElement, 0, 0, canvas.width, canvas.height);
  c.scale(ratio, ratio);
  for (const s of app.scenes) s.places?.setLabels?.();
  for (const label of document.querySelectorAll('#labels span')) {
    const at = label.getBoundingClientRect();
    if (at.width > 0 && getComputedStyle(label).visibility !== 'hidden') write(c, label.textContent, at.left, at.bottom - 4, 12);
  }
  write(c, document.title.replace(/ – simoom$/, ''), MARGIN, MARGIN + 14, 17, 650);
  if (timeline.input) write(c, timeline.text(timeline.time), MARGIN, MARGIN + 34);
  drawLegends(c, width, height);
  drawNorth(c, app, width);
  if (app.scale) drawScale(c, app.scale, height);
  renderer.setPixelRatio(before);
  stage.resize();
  for (const s of app.scenes) s.places?.setLabels?.();
  return canvas;
}

export async function savePicture(app) {
  const blob = await new Promise((done) => { takePicture(app).toBlob(done); });
  const link = document.createElement('a'), first = app.manifest.sources[0].file.replace(/\.[^.]*$/, '');
  link.href = URL.createObjectURL(blob);
  link.download = `${first.split('/').at(-1)}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  app.say(`Saved as ${link.download}`);
}
