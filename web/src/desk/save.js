// What is saved: the map as a picture, the areas as GeoJSON, the report as one page.
import {make} from '../ui.js';
import {areaTable, reading, readingText, seconds} from './results.js';
import {stabilities} from './form.js';

function download(name, blob) {
  const link = make('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lines about the release: [name, text]. */
export function inputs(desk) {
  const r = desk.release, {site} = desk, stability = stabilities(site.inverse_length).find(([v]) => v === r.stability)?.[1] ?? `L = ${1 / r.stability} m`;
  return [['Substance', `${desk.substances.find(r.substance)?.name ?? r.substance}, CAS ${desk.substances.find(r.substance)?.cas ?? ''}`],
    ['Release', `${r.amount} ${r.unit}${r.duration > 0 ? ` over ${r.duration} min` : ' at once'}, ${r.height} m above the ground`],
    ['Place', site.text(r.x, r.y)], ['Wind', `from ${r.from}°, ${r.speed} m/s at ${r.wind_height} m, ${stability}`],
    ['Computed', `${r.length} min, ${r.particles} particles, library ${site.library}, simoom ${site.version}`]];
}

const HEAD = 56, SIDE = 292; // pixels of title and legend

/** The part of the window that shows the site: [left, top, width, height] in pixels. */
function seen(map) {
  const [left, top] = map.toPixel(0, map.site.depth), [right, bottom] = map.toPixel(map.site.width, 0);
  const x = Math.max(left, 0), y = Math.max(top, 0);
  return [x, y, Math.min(right, map.width) - x, Math.max(Math.min(bottom, map.height) - y, 220)];
}

/** Writes texts in pixels of the window. */
const writer = (c) => (text, x, y, size, weight = 400, align = 'left') => {
  c.font = `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
  c.textAlign = align;
  c.fillStyle = '#16202b';
  c.fillText(text, x, y);
};

/** The map with title, legend, scale bar and north as a canvas, two pixels for one of the window. */
export function picture(desk) {
  const {map} = desk, ratio = Math.max(2, map.ratio), out = document.createElement('canvas'), c = out.getContext('2d');
  const inner = document.createElement('canvas'), [x, y, width, height] = seen(map), write = writer(c), lines = inputs(desk);
  inner.width = map.width * ratio;
  inner.height = map.height * ratio;
  map.paint(inner.getContext('2d'), ratio);
  const below = Math.max(height, 210);
  out.width = (width + SIDE) * ratio;
  out.height = (below + HEAD + 12) * ratio;
  c.fillStyle = '#fff';
  c.fillRect(0, 0, out.width, out.height);
  c.drawImage(inner, x * ratio, y * ratio, width * ratio, height * ratio, 12 * ratio, HEAD * ratio, width * ratio, height * ratio);
  c.scale(ratio, ratio);
  write(`${lines[0][1]}: ${lines[1][1]}`, 12, 24, 16, 650);
  const time = desk.result && desk.layers.plume ? `; plume at ${seconds(desk.time())}` : '';
  write(`Wind ${lines[3][1]}${time}`, 12, 45, 13);
  c.translate(width + 26, HEAD);
  drawLegend(c, write);
  drawScale(c, map.bar(), below, write);
  return out;
}

function drawLegend(c, write) {
  [...document.querySelectorAll('#legend .kind, #legend .name')].forEach((row, n) => {
    const y = 62 + 19 * n, swatch = row.querySelector('.swatch');
    if (swatch) {
      c.fillStyle = getComputedStyle(swatch).backgroundColor;
      c.fillRect(0, y - 11, 13, 13);
    }
    write(row.textContent, swatch ? 20 : 0, y, 12.5, swatch ? 400 : 650);
  });
}

/** North at the top of the column, the scale bar at its end. */
function drawScale(c, bar, height, write) {
  c.strokeStyle = c.fillStyle = '#16202b';
  c.lineWidth = 2;
  c.beginPath();
  for (const [x, up] of [[0, 6], [0, 0], [bar.pixels, 0], [bar.pixels, 6]]) c.lineTo(x + 1, height - 2 - up);
  c.stroke();
  write(bar.text, bar.pixels / 2, height - 10, 12, 400, 'center');
  c.beginPath();
  for (const [x, up] of [[0, 14], [6, -8], [0, -4], [-6, -8]]) c.lineTo(8 + x, 28 - up);
  c.fill();
  write('N', 8, 11, 11, 700, 'center');
}

const blobOf = (canvas) => new Promise((done) => { canvas.toBlob(done); });

const nameOf = (desk) => (desk.substances.find(desk.release.substance)?.name ?? 'release').replace(/[^a-z0-9]+/gi, '-');

export async function savePicture(desk) { download(`${nameOf(desk)}.png`, await blobOf(picture(desk))); }

export function saveAreas(desk) {
  if (!desk.result) return desk.say('There are no areas yet.');
  return download(`${nameOf(desk)}-areas.geojson`, new Blob([desk.result.geojson], {type: 'application/geo+json'}));
}

/** One page with map, inputs, areas, sensors and warnings, which needs nothing else. */
export async function report(desk) {
  const {result} = desk, list = (rows) => make('table', {}, make('tbody', {}, ...rows.map(([name, text]) =>
    make('tr', {}, make('th', {}, name), make('td', {}, text)))));
  const parts = [make('h1', {}, `Release of ${desk.substances.find(desk.release.substance).name}`),
    make('p', {class: 'when'}, `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. A computed estimate: concentrations are means, the wind is taken as steady.`),
    list(inputs(desk)), make('img', {src: picture(desk).toDataURL('image/png'), alt: 'Map of the release'}), make('h2', {}, 'Hazard areas')];
  const reached = result.hazard.levels.some((l) => l.area > 0);
  parts.push(reached ? areaTable(result, null, desk.site.population) : make('p', {}, 'No level is reached.'));
  if (desk.release.sensors.length)
    parts.push(make('h2', {}, 'Sensors'), list(desk.release.sensors.map((s) => [s.name, `${desk.site.text(s.x, s.y)}: ${readingText(reading(result, s.name))}`])));
  if (result.warnings.length) parts.push(make('h2', {}, 'Warnings'), make('ul', {}, ...result.warnings.map((w) => make('li', {}, w))));
  const body = make('body', {}, ...parts);
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Release of ${nameOf(desk)}</title><style>${REPORT}</style></head>${body.outerHTML}</html>\n`;
}

const REPORT = `body{font:12px/1.4 system-ui,"DejaVu Sans",sans-serif;color:#16202b;max-width:180mm;margin:8mm auto}h1{font-size:18px;margin:0}
h2{font-size:14px;margin:10px 0 4px}.when{margin:2px 0 8px;color:#4a5866}img{width:100%;max-height:105mm;object-fit:contain;margin:8px 0}
table{border-collapse:collapse;width:100%}th{text-align:left;font-weight:600}td,th{padding:2px 8px 2px 0;border-bottom:1px solid #d9dfe5;vertical-align:top}
.areas td{text-align:right}.areas thead th:not(:first-child){text-align:right}.swatch{display:inline-block;width:10px;height:10px;margin-right:6px;print-color-adjust:exact;-webkit-print-color-adjust:exact}li{margin:2px 0;white-space:pre-line}`;

export async function saveReport(desk) {
  if (!desk.result) return desk.say('There is no result yet.');
  return download(`${nameOf(desk)}-report.html`, new Blob([await report(desk)], {type: 'text/html'}));
}
