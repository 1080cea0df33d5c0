// The wind as an arrow that is turned: by pointer, wheel of the fingers or arrow keys.

const svg = (name, attributes, ...children) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
};

const SECTORS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** {dial: the element, show(): draws the direction of get()}; set(degrees) is called when it is turned. */
export function windDial(get, set) {
  const arrow = svg('g', {}, svg('path', {d: 'M0-30 0 30', class: 'shaft'}), svg('path', {d: 'M0 38 -9 18 0 23 9 18z', class: 'head'}),
    svg('path', {d: 'M-7-30 0-24 7-30', class: 'shaft'}));
  const letters = ['N', 'E', 'S', 'W'].map((text, n) => {
    const a = n * Math.PI / 2;
    return svg('text', {x: 53 * Math.sin(a), y: -53 * Math.cos(a) + 4, 'text-anchor': 'middle'}, text);
  });
  const ticks = [...Array(36).keys()].map((n) => svg('path', {d: `M0-45V${n % 9 ? -42 : -39}`, transform: `rotate(${10 * n})`, class: 'tick'}));
  const dial = svg('svg', {viewBox: '-62 -62 124 124', class: 'dial', tabindex: 0, role: 'slider', 'aria-label': 'Direction the wind comes from',
    'aria-valuemin': 0, 'aria-valuemax': 359}, svg('circle', {r: 45}), ...ticks, ...letters, arrow);
  const turned = (degrees) => set((Math.round(degrees) % 360 + 360) % 360);
  const point = (event) => {
    const box = dial.getBoundingClientRect(), x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
    if (Math.hypot(x, y) > 4) turned(Math.atan2(x, -y) * 180 / Math.PI + 180); // the head is dragged: where it blows to
  };
  dial.addEventListener('pointerdown', (event) => { dial.setPointerCapture(event.pointerId); point(event); });
  dial.addEventListener('pointermove', (event) => { if (dial.hasPointerCapture(event.pointerId)) point(event); });
  dial.addEventListener('keydown', (event) => {
    const by = {ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageUp: 45, PageDown: -45}[event.key];
    if (!by) return;
    turned(get() + by);
    event.preventDefault();
    event.stopPropagation();
  });
  return {dial, show() {
    const from = Number.isFinite(get()) ? get() : 0;
    arrow.setAttribute('transform', `rotate(${from})`);
    dial.setAttribute('aria-valuenow', Math.round(from));
    dial.setAttribute('aria-valuetext', `from ${Math.round(from)} degrees, ${SECTORS[Math.round(from / 45) % 8]}`);
  }};
}
