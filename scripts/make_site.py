#!/usr/bin/env python3
"""Makes the documentation site: docs/ and a page for every case, with MkDocs (packages mkdocs and
mkdocs-material). The site needs no network to be read, nor to be searched.

    scripts/make_site.py [FOLDER]      default: build/site; open FOLDER/index.html
"""
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
link = re.compile(r'(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))')


def title_of(page):
    return next((line[2:].strip() for line in page.read_text().splitlines() if line.startswith('# ')), page.stem)


def copy_cases(pages):
    """A README of a case becomes cases/NAME.md; its pictures and links stay what they are."""
    (pages / 'cases').mkdir()
    names = []
    for readme in sorted(root.glob('cases/*/README.md')):
        name = readme.parent.name

        def moved(match):
            target = (readme.parent / match[2]).resolve()
            if not target.is_relative_to(root / 'docs'):
                raise SystemExit(f'{readme}: {match[2]} is not a page or a picture of docs/')
            return match[1] + '../' + str(target.relative_to(root / 'docs')) + match[3]

        case = (readme.parent / 'case.toml')
        text = link.sub(moved, readme.read_text())
        if case.exists():
            text += f'\n## The case file\n\n```toml\n{case.read_text()}```\n'
        (pages / 'cases' / f'{name}.md').write_text(text)
        names.append(name)
    return names


def picture_of(name, text):
    """The picture of a case: file in docs/images, words, and the commands that make it."""
    pictures = [(words, pathlib.Path(path).name) for words, path in re.findall(r'!\[([^]]*)\]\(([^)]*)\)', text)]
    words, file = next((p for p in pictures if p[1] == f'case-{name}.png'), pictures[0])
    plot = re.search(r'`(simoom plot [^`]*)`', words)
    stem = re.match(r'simoom plot out/([\w-]+?)(?:_plume|_mean)?\.nc', plot[1]) if plot else None
    case = root / 'cases' / name / (stem[1].removeprefix(name + '-') + '.toml' if stem else '')
    data = ' --data FOLDER' if '"$data/' in (root / 'cases' / name / 'case.toml').read_text() else ''
    run = f'{name}/{case.name}' if stem and case.is_file() else name
    other = re.match(r'simoom plot ((?!out/)[\w-]+)/', plot[1]) if plot else None  # a run of its own, which the page has
    own = re.search(fr'^ +simoom run cases/({name} .*-o {other[1]}.*)$', text, re.M) if other else None
    run = own[1].replace('DATA', 'FOLDER') if own else f'{run}{data} -o out'
    commands = [f'simoom new --from {name}', f'simoom run {run}'] + ([plot[1]] if plot else [])
    return file, re.sub(r':? *`[^`]*`', '', words), commands


def write_gallery(pages, names):
    """A page of the pictures of all cases, each with its commands and a link to the page of the case."""
    cards = []
    for name in names:
        text = (root / 'cases' / name / 'README.md').read_text()
        file, words, commands = picture_of(name, text)
        title = title_of(pages / 'cases' / f'{name}.md')
        cards.append(f'<figure><a href="{name}.html"><img src="../images/{file}" alt="{html.escape(words)}" loading="lazy">'
                     f'<strong>{html.escape(title)}</strong></a><figcaption>{html.escape(words)}'
                     f'<pre><code>{html.escape(chr(10).join(commands))}</code></pre></figcaption></figure>')
    (pages / 'cases/gallery.md').write_text(
        '# Gallery\n\nA picture of every case, with the commands that make it. A click leads to the page of the case, '
        'which says what it shows, what it needs and how long it takes.\n\n<div class="gallery">\n' +
        '\n'.join(cards) + '\n</div>\n')


def navigation(pages, names):
    """The parts of docs/index.md are those of the site; a page that none of them names is an error."""
    lines, seen, last = ['nav:', '  - Home: index.md'], set(), None
    for line in (pages / 'index.md').read_text().splitlines():
        part = re.fullmatch(r'\*\*(.+)\*\*', line)
        if part:
            last = part[1]
            lines.append(f'  - "{last}":')
        for _, target, _ in link.findall(line):
            if last and target.endswith('.md') and target not in seen:
                seen.add(target)
                lines.append(f'    - "{title_of(pages / target)}": {target}')
    left = {str(page.relative_to(pages)) for page in pages.rglob('*.md')} - seen - {'index.md'}
    left = sorted(page for page in left if not page.startswith('cases/'))
    if left:
        raise SystemExit('docs/index.md does not name ' + ', '.join(left))
    lines += ['  - Cases:', '    - Gallery: cases/gallery.md']
    lines += [f'    - "{title_of(pages / "cases" / (name + ".md"))}": cases/{name}.md' for name in names]
    return '\n'.join(lines)


gallery_style = '''.gallery { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
.md-typeset .gallery figure { margin: 0; width: auto; max-width: none; text-align: left; display: flex; flex-direction: column; }
.gallery img { width: 100%; aspect-ratio: 4 / 3; object-fit: contain; background: #fff; display: block; margin-bottom: 0.3rem; }
.md-typeset .gallery figcaption { margin: 0.2rem 0 0; max-width: none; font-style: normal; }
.gallery pre { margin: 0.4rem 0 0; } .md-typeset .gallery pre > code { white-space: pre-wrap; font-size: 0.6rem; padding: 0.5rem; }
'''

configuration = '''site_name: simoom
site_description: How air moves over terrain and through cities, on CPUs and GPUs
docs_dir: pages
site_dir: {site}
use_directory_urls: false
strict: true
theme:
  name: material
  font: false
  features: [navigation.tabs, navigation.top, toc.integrate]
  palette:
    - {{scheme: default, primary: teal, media: "(prefers-color-scheme: light)",
       toggle: {{icon: material/weather-night, name: Dark}}}}
    - {{scheme: slate, primary: teal, media: "(prefers-color-scheme: dark)",
       toggle: {{icon: material/weather-sunny, name: Light}}}}
plugins: [search]
extra_javascript: [site_search.js, math.js]
extra_css: [site.css, math.css]
markdown_extensions: [admonition, tables, fenced_code, sane_lists, toc, site_math]
{navigation}
'''


def main():
    if not shutil.which('mkdocs'):
        raise SystemExit('mkdocs is not here; on Debian: apt-get install mkdocs mkdocs-material')
    site = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / 'build/site').resolve()
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder) / 'pages'
        shutil.copytree(root / 'docs', pages)
        for file in ('scripts/site_search.js', 'web/dist/math.js', 'web/dist/math.css'):
            shutil.copy(root / file, pages)
        # Long addresses and equations would make pages of telephones scroll to the side.
        (pages / 'site.css').write_text('.md-typeset { overflow-wrap: anywhere; }\n'
                                        '.equation { display: block; overflow-x: auto; overflow-y: hidden; }\n' + gallery_style)
        names = copy_cases(pages)
        write_gallery(pages, names)
        settings = pathlib.Path(folder) / 'mkdocs.yml'
        settings.write_text(configuration.format(site=site, navigation=navigation(pages, names)))
        search = dict(os.environ, PYTHONPATH=str(root / 'scripts'), PYTHONDONTWRITEBYTECODE='1')
        done = subprocess.run(['mkdocs', 'build', '--quiet', '--strict', '-f', str(settings)], env=search)
    if done.returncode:
        raise SystemExit(done.returncode)
    index = json.loads((site / 'search/search_index.json').read_text())['docs']
    (site / 'search/search_index.js').write_text('window.simoomPages = ' + json.dumps(index) + ';\n')
    print(site / 'index.html')


main()
