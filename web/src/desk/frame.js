// The 3-D view of the result: the page of simoom view in a frame, in which a click places source and sensors too.
import {make} from '../ui.js';

export class Frame {
  /** placed(x, y): a click; left(): the key that goes back to the flat map. */
  constructor(box, placed, left) {
    Object.assign(this, {box, placed, left, result: 0, shown: false});
  }

  /** Shows or hides it; result: number of the result, 0 if there is none. */
  show(on, result) {
    this.shown = on;
    this.box.hidden = !on;
    if (!on || (this.frame && this.result === result)) return;
    this.result = result;
    if (!result) {
      this.frame = null;
      this.box.replaceChildren(make('p', {}, 'The 3-D view comes with the first result: place the source on the flat map.'));
      return;
    }
    const hash = this.frame ? this.camera() : '';
    this.frame = make('iframe', {title: 'Three-dimensional view of the plume', src: `scene/?${result}${hash}`});
    this.frame.addEventListener('load', () => this.loaded(this.frame.contentWindow));
    this.box.replaceChildren(this.frame);
  }

  /** A click in the frame places something here; its panel is folded, for this page has one. */
  loaded(view) {
    view.addEventListener('simoom-place', ({detail}) => this.placed(detail.x, detail.y));
    view.addEventListener('keydown', ({key, target}) => { if (key.toLowerCase() === 'd' && !/^(INPUT|SELECT)$/.test(target.tagName)) this.left(); });
    const fold = () => view.document.querySelector('#panel:not(.folded) [aria-expanded]')?.click();
    const wait = setInterval(() => {
      if (!view.simoom?.ready && !view.simoom?.errors.length) return;
      clearInterval(wait);
      fold();
    }, 100);
  }

  /** The camera of the frame, for the next one. */
  camera() {
    const camera = /camera=[^&]*/.exec(this.frame.contentWindow.location.hash);
    return camera ? `#${camera[0]}` : '';
  }
}
