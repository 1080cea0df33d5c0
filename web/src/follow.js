// A run that goes on: how far it is, its residuals, and its latest wind as soon as it is there.
import {make} from './ui.js';
import {show} from './colours.js';
import {ask, embedded} from './data.js';

const EVERY = 1000; // ms between two questions

async function status() {
  const answer = await ask('live.json');
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const spell = (s) => s >= 90 ? `${Math.floor(s / 60)} min ${Math.round(s % 60)} s` : `${Math.round(s)} s`;

/** Residuals of the winds so far, in decades. */
function chart(times) {
  const values = times.map((t) => t.residual).filter((r) => r > 0);
  if (values.length < 2) return null;
  const logs = values.map(Math.log10), low = Math.floor(Math.min(...logs)), high = Math.ceil(Math.max(...logs));
  const [width, height] = [120, 28], span = Math.max(high - low, 1);
  const points = logs.map((v, n) => `${(n / (logs.length - 1) * width).toFixed(1)},${
    ((high - v) / span * height).toFixed(1)}`).join(' ');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `-2 -2 ${width + 4} ${height + 4}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Residuals from ${show(values[0], 2)} to ${show(values.at(-1), 2)}`);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  line.setAttribute('points', points);
  svg.append(line);
  return svg;
}

class Strip {
  constructor() {
    this.text = make('span', {});
    this.bar = make('progress', {max: 1, 'aria-label': 'How far the run is'});
    this.curve = make('span', {});
    this.box = make('section', {id: 'follow', 'aria-label': 'The run'}, this.bar, this.text, this.curve);
    document.body.append(this.box);
  }

  show({live, ended, age, stamp}) {
    const wrong = !live && ended !== null && ended.exit_code !== 0;
    this.box.classList.toggle('wrong', wrong);
    if (!live) {
      this.bar.hidden = true;
      this.text.textContent = wrong ? `The run has ended: ${ended.status}. ${(ended.message ?? '').split('\n')[0].replace(/^error: /, '')}` :
        stamp === '0' ? 'Waiting for a run …' : 'The run has ended.';
      this.curve.replaceChildren();
      return;
    }
    const parts = [`${live.phase}: ${Math.floor(100 * live.fraction)} %`];
    if (live.seconds_left !== null) parts.push(`${spell(live.seconds_left)} left`);
    const last = live.times.at(-1);
    if (last) parts.push(`wind ${live.winds}: residual ${show(last.residual, 2)} after ${last.iterations} iterations`);
    else parts.push('no wind yet');
    if (age > 20) parts.push(`silent for ${spell(age)}`);
    this.bar.hidden = false;
    this.bar.value = live.fraction;
    this.text.textContent = parts.join(' · ');
    const curve = chart(live.times);
    this.curve.replaceChildren(...(curve ? [curve] : []));
  }
}

/** Follows the run of this server, if it follows one. renew() shows what is new; returns what was
 * told first, null where nothing is followed. */
export async function follow(app, renew) {
  if (embedded) return null;
  let state = await status();
  if (!state) return null;
  const strip = new Strip();
  app.follow = state;
  strip.show(state);
  const turn = async () => {
    try {
      const next = await status();
      strip.show(next);
      app.follow = next;
      if (next.stamp !== state.stamp || (state.live && !next.live)) {
        if (!next.live || state.stamp === '0') {
          location.reload();
          return;
        }
        await renew();
        app.say('A new wind is shown.');
      }
      state = next;
    } catch (error) {
      strip.text.textContent = `The server does not answer: ${error.message ?? error}`;
    }
    setTimeout(turn, EVERY);
  };
  setTimeout(turn, EVERY);
  return state;
}
