// Marks on the map: plume and areas below, source, sensors and wind above.

/** Plume and areas of a result. */
export function drawResult(c, map, {result, image, layers, average}) {
  if (!result) return;
  if (layers.plume && image) {
    const [left, bottom] = map.toPixel(0, 0), [w, h] = result.plume.span.map((s) => s * map.scale);
    c.drawImage(image, left, bottom - h, w, h);
  }
  if (!layers.areas) return;
  map.inMetres(c, () => {
    for (const area of result.areas.filter((a) => a.label.endsWith(average) || (average === 'at once' && !a.label.includes(',')))) {
      c.fillStyle = `${area.colour}2e`;
      c.fill(area.path, 'evenodd');
      c.lineJoin = 'round';
      for (const [colour, width] of [['rgb(255 255 255 / 85%)', 4], [area.colour, 2.2]]) {
        c.strokeStyle = colour;
        c.lineWidth = width / map.scale;
        c.stroke(area.path);
      }
    }
  });
}

function label(c, text, x, y) {
  c.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
  c.textAlign = 'left';
  c.lineJoin = 'round';
  c.lineWidth = 4;
  c.strokeStyle = 'rgb(255 255 255 / 92%)';
  c.fillStyle = '#16202b';
  c.strokeText(text, x, y);
  c.fillText(text, x, y);
}

function ring(c, x, y, radius, fill) {
  c.beginPath();
  c.arc(x, y, radius, 0, 2 * Math.PI);
  c.fillStyle = fill;
  c.fill();
  c.lineWidth = 2.5;
  c.strokeStyle = '#fff';
  c.stroke();
  c.lineWidth = 1;
  c.strokeStyle = '#16202b';
  c.beginPath();
  c.arc(x, y, radius + 1.5, 0, 2 * Math.PI);
  c.stroke();
}

/** Where the wind blows to, from a place. convergence: from true north to that of the map. */
function arrow(c, x, y, from, convergence) {
  c.save();
  c.translate(x, y);
  c.rotate((from - convergence) * Math.PI / 180);
  for (const [colour, width] of [['#fff', 6], ['#1d4f8f', 3]]) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineCap = 'round';
    c.beginPath();
    for (const part of [[[0, -44], [0, -14]], [[-6, -22], [0, -13], [6, -22]]])
      part.forEach(([px, py], n) => c[n ? 'lineTo' : 'moveTo'](px, py));
    c.stroke();
  }
  c.restore();
}

/** Source, sensors, and the wind that comes to the source. */
export function drawMarks(c, map, release, convergence) {
  for (const s of release.sensors) {
    const [x, y] = map.toPixel(s.x, s.y);
    ring(c, x, y, 6, '#1f7a4d');
    label(c, s.name, x + 11, y + 4);
  }
  if (!Number.isFinite(release.x)) return;
  const [x, y] = map.toPixel(release.x, release.y);
  if (Number.isFinite(release.from)) arrow(c, x, y, release.from, convergence);
  ring(c, x, y, 8, '#c0141f');
  c.strokeStyle = '#fff';
  c.lineWidth = 2;
  c.beginPath();
  c.moveTo(x - 4, y);
  c.lineTo(x + 4, y);
  c.moveTo(x, y - 4);
  c.lineTo(x, y + 4);
  c.stroke();
  label(c, 'source', x + 13, y + 4);
}
