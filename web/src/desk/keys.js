// Keys of the desk, and their list.
import {make} from '../ui.js';

const list = [['Arrow keys', 'move the map; with Shift faster'], ['+ −', 'larger, smaller scale'], ['0', 'the whole map'],
  ['Enter', 'place the source, or a sensor, in the middle of the map'], ['S', 'click places the source'], ['N', 'click places a sensor'],
  ['[ ]', 'turn the wind by 5°'], ['C', 'compute now'], ['X', 'stop computing'], ['Space', 'play or stop'], [', .', 'one time back, one forward'],
  ['P', 'time of the peak'], ['L', 'plume on or off'], ['A', 'areas on or off'], ['D', 'flat or three-dimensional'], ['I', 'save the picture'],
  ['G', 'save the areas as GeoJSON'], ['R', 'save the report'], ['?', 'this list'],
  ['Pointer', 'click to place, drag a mark to move it, drag the map, wheel or two fingers for the scale']];

export function helpDialog(dialog) {
  dialog.append(make('h2', {}, 'Keys'), make('table', {}, make('tbody', {}, ...list.map(([key, text]) =>
    make('tr', {}, make('td', {}, make('kbd', {}, key)), make('td', {}, text))))), make('button', {onclick: () => dialog.close()}, 'Close'));
}

export function keys(desk) {
  const {map, clock} = desk;
  const actions = {'+': () => map.zoom(1.25), '=': () => map.zoom(1.25), '-': () => map.zoom(0.8), 0: () => map.whole(),
    s: () => desk.useTool('source'), n: () => desk.useTool('sensor'), '[': () => desk.turn(-5), ']': () => desk.turn(5), c: () => desk.compute(),
    x: () => desk.stop(), ' ': () => clock.toggle(), ',': () => clock.step(-1), '.': () => clock.step(1), p: () => clock.toPeak(),
    l: () => desk.flip('plume'), a: () => desk.flip('areas'), d: () => desk.flat(desk.frame.shown), i: () => desk.save.picture(),
    g: () => desk.save.areas(), r: () => desk.save.report(), '?': () => document.getElementById('help').showModal()};
  addEventListener('keydown', (event) => {
    const {target, key} = event;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const onMap = target === map.element || target === document.body;
    const arrow = {ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[key], by = event.shiftKey ? 160 : 40;
    if (onMap && arrow) map.move(arrow[0] * by, arrow[1] * by);
    else if (onMap && key === 'Enter') desk.place(...map.centre);
    else if (/^(INPUT|SELECT)$/.test(target.tagName) && target.type !== 'checkbox') return;
    else if (key === ' ' && /^(BUTTON|SUMMARY|INPUT)$/.test(target.tagName)) return;
    else if (actions[key.toLowerCase()]) actions[key.toLowerCase()]();
    else return;
    event.preventDefault();
  });
}
