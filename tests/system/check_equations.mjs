// Typesets every equation of a built documentation site with the site's own math.js.
//
//   check_equations.mjs SITE
import {readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const site = process.argv[2];
const math = vm.runInThisContext(readFileSync(path.join(site, 'math.js'), 'utf8') + ';simoomMath');
const unescape = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
let equations = 0, wrong = 0;

function report(page, text, error) {
  console.error(`${page}: ${text}: ${error}`);
  wrong++;
}

for (const page of readdirSync(site, {recursive: true}).filter((name) => name.endsWith('.html'))) {
  const html = readFileSync(path.join(site, page), 'utf8');
  for (const [, kind, tex] of html.matchAll(/<span class="(equation|formula)">([^<]*)<\/span>/g)) {
    equations++;
    // Markdown readers such as GitHub's take the backslash before punctuation for an escape.
    if (/\\[\\,;:!{}|#%&_]/.test(tex)) report(page, tex, 'an escape of Markdown');
    try {
      math.render(unescape(tex), kind === 'equation');
    } catch (error) {
      report(page, tex, error.message);
    }
  }
  const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'));
  const prose = article.replace(/<pre>[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>|<span class="(?:equation|formula)">[^<]*<\/span>/g, '');
  for (const [left] of prose.matchAll(/.{0,20}(\$\$|\$[A-Za-z\\(][^$<]*\$).{0,20}/g)) report(page, left, 'not typeset');
}
if (equations === 0) report(site, 'no page', 'has an equation');
if (wrong) process.exit(1);
console.log(`${equations} equations are typeset`);
