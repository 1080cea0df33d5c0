// A release as the page holds it: its defaults, its text in the address, and the request to the server.

/** Units of a rate (kg/s) or of a total mass (kg). */
export const UNITS = {'kg/s': [1, 'rate'], 'kg/min': [1 / 60, 'rate'], 'kg/h': [1 / 3600, 'rate'], 'g/s': [1e-3, 'rate'],
  't/h': [1000 / 3600, 'rate'], 'lb/min': [0.45359237 / 60, 'rate'], kg: [1, 'mass'], t: [1000, 'mass'], g: [1e-3, 'mass'],
  lb: [0.45359237, 'mass']};

export const COUNTS = [[5000, 'quick: 5 000'], [20000, 'usual: 20 000'], [100000, 'fine: 100 000']];

/** Numbers of the form: name, least, most. */
export const NUMBERS = {amount: ['amount', 1e-6, 1e9], duration: ['duration of the release', 0, 1440], height: ['height of the source', 0, 500],
  length: ['time that is computed', 1, 360], speed: ['wind speed', 0.1, 60], from: ['wind direction', 0, 360],
  wind_height: ['height of the wind', 1, 300]};

export const first = () => ({substance: 'ammonia', x: NaN, y: NaN, height: 1, amount: 30, unit: 'kg/min', duration: 5, length: 15, speed: 3,
  from: 270, wind_height: 10, stability: 0, particles: 20000, sensors: []});

/** What is wrong with a release, in words; '' if nothing. substances: those of the server. */
export function trouble(r, site, substances) {
  if (!Number.isFinite(r.x)) return 'Click the map where the release is.';
  if (!(r.x >= 0 && r.y >= 0 && r.x <= site.width && r.y <= site.depth)) return 'The source is outside the map.';
  if (!substances.find(r.substance)) return `No hazard levels for '${r.substance}': choose a substance of the list.`;
  for (const [key, [name, least, most]] of Object.entries(NUMBERS))
    if (!(r[key] >= least && r[key] <= most)) return `${name[0].toUpperCase()}${name.slice(1)}: a number from ${least} to ${most}.`;
  if (UNITS[r.unit][1] === 'rate' && !(r.duration > 0)) return 'A rate needs a duration above 0.';
  return '';
}

/** The request to the server. */
export function request(r, substances) {
  const [factor, kind] = UNITS[r.unit];
  return {substance: substances.find(r.substance).name, x: r.x, y: r.y, height: r.height, [kind]: r.amount * factor, duration: 60 * r.duration,
    length: 60 * r.length, speed: r.speed, from: r.from, wind_height: r.wind_height, inverse_length: r.stability, particles: r.particles,
    sensors: r.sensors.map(({name, x, y, height}) => ({name, x, y, height}))};
}

const number = (v) => String(Number(v.toFixed(2)));

/** Text of a release for the address: what differs from the first one. */
export function toText(r) {
  const usual = first(), out = [];
  for (const [key, value] of Object.entries(r)) {
    if (key === 'sensors') continue;
    if (value !== usual[key] && !Number.isNaN(value))
      out.push(`${key}=${encodeURIComponent(typeof value === 'number' && key !== 'stability' && key !== 'amount' ? number(value) : value)}`);
  }
  for (const s of r.sensors) out.push(`sensor=${[s.name, number(s.x), number(s.y), s.height].map(encodeURIComponent).join(',')}`);
  return out;
}

function readSensor(text) {
  const [name, x, y, height] = text.split(',').map(decodeURIComponent);
  const s = {name, x: Number(x), y: Number(y), height: Number(height)};
  return name && [s.x, s.y, s.height].every(Number.isFinite) ? s : null;
}

/** Reads the parts of an address into a release; returns those that are no part of it. */
export function fromText(parts, r) {
  const usual = first(), rest = [];
  r.sensors = [];
  for (const part of parts.filter(Boolean)) {
    const at = part.indexOf('='), key = part.slice(0, at), text = part.slice(at + 1);
    let value;
    try { value = key === 'sensor' ? readSensor(text) : decodeURIComponent(text); } catch { value = null; }
    if (key === 'sensor' && value) r.sensors.push(value);
    else if (key in usual && key !== 'sensors' && typeof usual[key] === 'number' && Number.isFinite(Number(value)) && value) r[key] = Number(value);
    else if (key === 'unit' && value in UNITS) r.unit = value;
    else if (key === 'substance' && value) r.substance = value;
    else rest.push(part);
  }
  return rest;
}
