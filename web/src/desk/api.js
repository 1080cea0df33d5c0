// The server of the desk: answers as JSON, and the token where it asks for one.
import {ask} from '../data.js';
import {make} from '../ui.js';

/** Asks the user for the token, which the session keeps. */
function askToken() {
  const dialog = document.getElementById('token');
  return new Promise((done) => {
    const input = make('input', {type: 'password', id: 'secret', autocomplete: 'off', required: true});
    const form = make('form', {method: 'dialog', onsubmit() {
      sessionStorage.setItem('simoom-token', input.value);
      done();
    }}, make('p', {}, make('label', {for: 'secret'}, 'This desk asks for its token, the first word of the file of --token-file.')),
    input, make('button', {}, 'Open'));
    dialog.replaceChildren(form);
    dialog.addEventListener('cancel', (e) => e.preventDefault(), {once: true});
    if (!dialog.open) dialog.showModal();
  });
}

let asked = null; // while the user is asked, once for all requests

/** An answer; with a wrong token it is asked for. */
async function admitted(path, options) {
  for (;;) {
    const answer = await ask(path, options);
    if (answer.status !== 401) return answer;
    await (asked ??= askToken().finally(() => { asked = null; }));
  }
}

async function checked(answer) {
  const text = await answer.text();
  if (answer.ok) return text;
  let message = text;
  try { message = JSON.parse(text).message; } catch { /* not of the desk itself */ }
  throw new Error(message || `the server answered ${answer.status}`);
}

export const getText = async (path) => checked(await admitted(path));
export const getJson = async (path) => JSON.parse(await getText(path));

export async function post(path, body) {
  return JSON.parse(await checked(await admitted(path, {method: 'POST', body: JSON.stringify(body ?? {}),
    headers: {'Content-Type': 'application/json'}})));
}
