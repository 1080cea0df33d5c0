// Bundles src/ into dist/: view.html, the page of simoom view, desk.html, that of its option --release, and math.js with math.css, the equations of the
// documentation site. Needs esbuild, three and katex, which web/build.sh fetches.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
const modules = process.argv[2];
const require = createRequire(path.join(modules, 'package.json'));
const {buildSync} = require('esbuild');
const common = {bundle: true, minify: true, write: false, target: ['es2022'], legalComments: 'eof',
  nodePaths: [modules], logLevel: 'warning', charset: 'utf8'};
const build = (file, options = {}) => buildSync({...common, entryPoints: [path.join(here, file)], ...options}).outputFiles;
const text = (file, options) => build(file, options)[0].text;
const fonts = `/*!\nFonts KaTeX\n${readFileSync(path.join(here, 'src/fonts.license.txt'), 'utf8').trim()}\n*/\n`;
const licence = (name) => `/*!\n${name}\n${readFileSync(path.join(modules, name, 'LICENSE'), 'utf8').trim()}\n*/\n`;

/** dist/OUT.html of a page with a script and a style; head: comments before the script. */
function buildPage(out, page, main, style, head) {
  const script = text(main, {format: 'esm'}).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const html = readFileSync(path.join(here, page), 'utf8')
    .replace('/*style*/', () => text(style).trim())
    .replace('/*script*/', () => `${head}${script.trim()}`);
  writeFileSync(path.join(here, `dist/${out}.html`), html.replace(/[ \t]+$/gm, ''));
}

// The fonts are inside the style sheet, so that the site is read without a network and from files.
function buildMath() {
  const files = build('src/math.js', {format: 'iife', globalName: 'simoomMath', outdir: path.join(here, 'dist'),
    loader: {'.woff2': 'dataurl', '.woff': 'empty', '.ttf': 'empty'}});
  for (const file of files) {
    const style = file.path.endsWith('.css');
    const unused = /@font-face\{[^}]*KaTeX_(Fraktur|SansSerif|Script|Typewriter)[^}]*\}/g;
    const body = style ? file.text.replace(unused, '').replace(/,url\(\) ?format\("(woff|truetype)"\)/g, '') : file.text;
    writeFileSync(file.path, licence('katex') + (style ? fonts : '') + body);
  }
}

buildPage('view', 'src/view.html', 'src/main.js', 'src/view.css', licence('three').replace('three\n', 'three.js\n'));
buildPage('desk', 'src/desk/desk.html', 'src/desk/main.js', 'src/desk/desk.css', '');
buildMath();
