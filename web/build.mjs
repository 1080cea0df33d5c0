// Bundles src/ into dist/view.html. Needs esbuild and three, which web/build.sh fetches.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname);
const modules = process.argv[2];
const require = createRequire(path.join(modules, 'package.json'));
const {buildSync} = require('esbuild');
const common = {bundle: true, minify: true, write: false, target: ['es2022'], legalComments: 'eof',
  nodePaths: [modules], logLevel: 'warning', charset: 'utf8'};
const text = (file, options = {}) => buildSync({...common, entryPoints: [path.join(here, file)],
  ...options}).outputFiles[0].text;
const script = text('src/main.js', {format: 'esm'}).replaceAll('</script', '<\\/script')
  .replaceAll('<!--', '<\\!--');
const style = text('src/view.css');
const licence = readFileSync(path.join(modules, 'three/LICENSE'), 'utf8').trim();
const page = readFileSync(path.join(here, 'src/view.html'), 'utf8')
  .replace('/*style*/', () => style.trim())
  .replace('/*script*/', () => `/*!\nthree.js\n${licence}\n*/\n${script.trim()}`);
writeFileSync(path.join(here, 'dist/view.html'), page.replace(/[ \t]+$/gm, ''));
