// Legend of the map: levels with their values, and bands of the concentration.
import {make} from '../ui.js';
import {show} from '../colours.js';
import {averageOf} from './results.js';
import {levelColour} from './plume.js';

/** On a phone the legend is folded: the map is small. */
const narrow = () => matchMedia('(max-width: 760px)').matches;

const kind = (colour, text) => {
  const swatch = make('span', {class: 'swatch'});
  swatch.style.background = colour;
  return make('div', {class: 'kind'}, swatch, make('span', {}, text));
};

export function fillLegend(box, {result, layers, average, release}) {
  const parts = [];
  if (result && layers.areas) {
    parts.push(make('div', {class: 'name'}, `${result.hazard.substance}, ${average === 'at once' ? 'at once' : `mean over ${average}`}`));
    for (const l of result.hazard.levels.filter((q) => averageOf(q.level) === average))
      parts.push(kind(levelColour(l.level), `${l.level.split(',')[0]}: ${show(l.value)} ${l.unit}${l.area > 0 ? '' : ', not reached'}`));
  }
  if (result && layers.plume) {
    const {ppm} = result.plume, factor = ppm > 0 ? ppm : 1e6, unit = ppm > 0 ? 'ppm' : 'mg/m³';
    parts.push(make('div', {class: 'name'}, `concentration in the lowest air, ${unit}`));
    result.plume.bands().reverse().forEach(([colour, least], n) => {
      if (n % 2 === 1) parts.push(kind(colour, `from ${show(least * factor, 2)}`));
    });
  }
  box.hidden = parts.length === 0 || !Number.isFinite(release.x);
  const open = box.querySelector('details')?.open ?? !narrow();
  box.replaceChildren(make('details', {open}, make('summary', {}, 'Legend'), make('div', {class: 'kinds'}, ...parts)));
}
