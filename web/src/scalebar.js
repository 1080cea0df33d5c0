// Scale bar: a length in the middle of the view, where the camera looks to.
import {niceBelow} from './range.js';

const LONGEST = 110; // pixels

export class ScaleBar {
  constructor(stage) {
    this.stage = stage;
    this.box = document.getElementById('scale');
    this.box.hidden = false;
  }

  /** Pixels and name of the bar for the camera as it stands. */
  update() {
    const {camera, controls} = this.stage;
    const metre = innerHeight / (2 * Math.tan(camera.fov * Math.PI / 360) * camera.position.distanceTo(controls.target));
    const length = niceBelow(LONGEST / metre);
    this.pixels = length * metre;
    this.text = this.stage.metres(length);
    this.box.style.width = `${this.pixels.toFixed(1)}px`;
    this.box.textContent = this.text;
  }
}
