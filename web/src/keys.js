// What keys do, and the list of them.
import {make} from './ui.js';

const list = [['← → ↑ ↓', 'turn and tilt (when the view has the focus)'], ['+ −', 'nearer, farther'],
  ['Shift + ← → ↑ ↓', 'move sideways'], ['Tab', 'to the controls, which arrows, Space and Enter work'],
  ['1 … 6', 'camera: home, top, south, west, north, east'], ['Space', 'play or stop'],
  [', .', 'one time back, one forward'], ['[ ]', 'slice lower, higher'], ['S', 'slice of the wind'],
  ['L', 'streamlines'], ['C', 'cloud or surface'], ['P', 'particles'], ['M', 'marks of stations, receptors, sources'],
  ['N', 'the particle nearest to the middle, and then the next'], ['Enter', 'values and profile in the middle of the view'], ['Esc', 'close the values'],
  ['T', 'light or dark'], ['I', 'save the picture'], ['?', 'this list'],
  ['Mouse', 'drag to turn, right button to move, wheel to come nearer, click for values of a place, a mark or a particle']];

export function helpDialog(dialog) {
  const close = make('button', {onclick: () => dialog.close()}, 'Close');
  dialog.append(make('h2', {}, 'Keys'),
    make('table', {}, make('tbody', {}, ...list.map(([key, text]) =>
      make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, text))))),
    make('p', {class: 'notice'}, `simoom ${window.simoom.manifest.version}. Drawn with three.js (MIT licence, in the source of this page).`),
    close);
}

export function keys(app) {
  const {stage, timeline} = app;
  const presets = ['home', 'top', 'south', 'west', 'north', 'east'];
  const flip = (name) => {
    for (const s of app.scenes) if (s.controls?.[name] && !s.controls[name].row?.hidden) {
      s.controls[name].value = !s.controls[name].value;
      app.say(`${name} ${s.controls[name].value ? 'on' : 'off'}`);
      return;
    }
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.getElementById('help').open) return;
    const target = event.target, inControl = /^(INPUT|SELECT|BUTTON|SUMMARY)$/.test(target.tagName);
    const onView = target === stage.canvas || target === document.body;
    const key = event.key;
    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (onView && arrows[key]) {
      const [x, y] = arrows[key];
      if (event.shiftKey) {
        stage.controls.keyPanSpeed = 1;
        const step = stage.camera.position.distanceTo(stage.controls.target) * 0.05;
        const right = stage.camera.getWorldDirection(new stage.camera.position.constructor())
          .cross(stage.camera.up).normalize().multiplyScalar(x * step);
        const ahead = stage.camera.up.clone().cross(right.lengthSq() ? right : stage.camera
          .getWorldDirection(right.clone()).cross(stage.camera.up)).normalize().multiplyScalar(-y * step);
        const by = x ? right : ahead;
        stage.camera.position.add(by);
        stage.controls.target.add(by);
        stage.draw();
      } else stage.move(6 * x, 5 * y);
      event.preventDefault();
      return;
    }
    if (key === 'Escape') app.scenes.forEach((s) => s.closeReadout?.());
    if (key === 'Enter' && onView) app.pick(...stage.middle(), true);
    if (key === 'Enter' && target.type === 'checkbox') target.click();
    if (inControl && (key === ' ' || key.length > 1)) return;
    if (target.tagName === 'SELECT') return;
    if (key === ' ') { timeline.toggle(); event.preventDefault(); }
    if (key === '+' || key === '=') stage.move(0, 0, 0.85);
    if (key === '-') stage.move(0, 0, 1.18);
    if (key >= '1' && key <= '6') stage.preset(presets[Number(key) - 1]);
    if (key === ',') timeline.step(-1);
    if (key === '.') timeline.step(1);
    if (key === '[' || key === ']')
      for (const s of app.scenes) s.raise?.(key === ']' ? 1 : -1);
    if (key === '?') document.getElementById('help').showModal();
    const lower = key.toLowerCase();
    if (lower === 't') app.toggleTheme();
    if (lower === 'i') app.save();
    if (lower === 's') flip('slice');
    if (lower === 'l') flip('streamlines');
    if (lower === 'c') flip('cloud');
    if (lower === 'p') flip('particles');
    if (lower === 'n' && !app.scenes.some((s) => s.chosen?.next(...stage.middle()))) app.say('There are no particles.');
    if (lower === 'm') flip('places');
  });
  let down = null;
  stage.canvas.addEventListener('pointerdown', (e) => { down = [e.clientX, e.clientY, e.button]; });
  stage.canvas.addEventListener('pointerup', (e) => {
    if (down && down[2] === 0 && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4)
      app.pick(e.clientX, e.clientY);
    down = null;
  });
  /** Reads what is at a place of the window; cells: no particle. */
  app.pick = (x, y, cells = false) => {
    if (app.scenes.some((s) => s.places?.pick?.(x, y))) return;
    if (!cells && app.scenes.some((s) => s.chosen?.pick(x, y))) return;
    const caster = stage.ray(x, y);
    for (const s of app.scenes) if (s.pick?.(caster)) return;
    app.scenes.forEach((s) => s.closeReadout?.());
  };
}
