"""Commands and Python of the documentation: each block that can run is run and must succeed.

  documented_commands.py PROGRAM SOURCE [--whole] [PAGE...]

The commands of a page run in its order, in a folder of its own; a block that the page calls a file becomes
that file. Cases are made coarse and short; with --whole they stay as they are, and what a command
prints must be what stands below it, and the numbers of sentences what it printed, to their digits.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What a page takes for granted.
TOWN = 'simoom run cases/town -o out'
MAST = 'printf "z,wind_speed\\n2,1.5\\n10,3.2\\n" >mast.csv'
BEFORE = {
    'README.md': 'cp cases/town/* .',
    'cases/city-10km2/README.md': f'"{sys.executable}" "{Path(__file__).parents[2]}/scripts/make_city.py" DATA',
    'cases/forecast-members/README.md': f'"{sys.executable}" "{Path(__file__).parents[2]}/scripts/make_members.py" DATA 2 1 40',
    'cases/cube/README.md': 'simoom run cases/cube --set case.name=serial -o out;'
                            'simoom run cases/cube --set case.name=red-black --set wind.tolerance=1e-3 -o out',
    'docs/chemistry.md': 'simoom chem convert cases/flame/hydrogen.inp -o gri30.yaml; simoom chem convert gri30.yaml -o gas.inp;'
                         'mv gas.inp mechanism.inp; mv gas_therm.dat therm.dat; mv gas_tran.dat tran.dat',
    'docs/commands.md': f'{TOWN}; {MAST}; simoom run cases/city-les --set case.name=city -o out',
    'docs/export.md': f'{TOWN}; cp out/town.nc out/butte.nc; simoom run cases/plume --set domain.center=[47.3,10.2] --set domain.crs=auto-utm -o out;'
                      'cp out/plume_trajectories.nc out/butte_trajectories.nc',
    'docs/from-qes.md': f'cp -r "{Path(__file__).parents[1]}/data/site_inner" .',
    'docs/from-windninja.md': 'cp cases/town/terrain.asc hill.asc; cp cases/town/terrain.prj hill.prj',
    'docs/plot.md': f'{TOWN}; {MAST}; cp out/town.nc .; simoom run cases/street-nox -o out',
    'docs/report.md': 'cp cases/town/* .',
    'docs/source-estimation.md': "awk '/^```/ {file = /toml/ ? \"site.toml\" : /csv/ ? \"sensors.csv\" : \"\"; next} file {print > file}' "
                                 f'"{Path(__file__).parents[2]}/docs/source-estimation.md"',
    'docs/view.md': f'{TOWN}; cp cases/city-les/case.toml city.toml',
}

# Makes a case coarse and short: the first line that begins with a key gets another value.
SHORT = {
    'arkhipov': {'duration': '0.04'},
    'blocks': {'cell_size': '["20 m", "20 m", "10 m"]'},
    'brownout': {'cell_size': '["1 m", "1 m", "0.5 m"]', 'duration': '"0.2 s"', 'spin_up': '"0.1 s"',
                 'count': '2000'},
    'cavity': {'duration': '0.02'},
    'city-10km2': {'cell_size': '["40 m", "40 m", "6 m"]'},
    'city-les': {'cell_size': '["10 m", "10 m", "8 m"]', 'duration': '"12 s"', 'count': '500', 'mean_from': '0'},
    'cube': {'cell_size': '["5 m", "5 m", "5 m"]'},
    'fire': {'duration': '0.05', 'interval': '0.01'},
    'forecast-members': {},
    'miglio': {},
    'model-weather': {'cell_size': '["200 m", "200 m", "50 m"]'},
    'orchard': {'cell_size': '["8 m", "8 m", "1 m"]'},
    'plume': {'size': '["450 m", "450 m"]', 'cell_size': '"9 m"', 'duration': '"2 min"', 'count': '2000'},
    'smog': {'cell_size': '["4 m", "1 m", "4 m"]', 'duration': '2', 'interval': '1', 'mean_from': '0'},
    'street-nox': {'cell_size': '["10 m", "10 m", "5 m"]', 'duration': '"4 s"', 'interval': '"2 s"', 'mean_from': '0'},
    'town': {'cell_size': '["30 m", "30 m", "5 m"]'},
    'turbines': {'cell_size': '["60 m", "60 m", "20 m"]'},
}

# Numbers in sentences: of a page; what is printed, by which command; factor from what is printed.
SCHOOL = r'school,ammonia,'
QUOTED = {
    'docs/source-estimation.md': [
        (r'at the first place, ([\d.]+) bits', r'information gain +(\S+) bits', 'simoom locate site.toml sensors.csv -o next.nc', 1),
    ],
    'docs/tutorial-plume.md': [
        (r'budget of the ([\d.]+) kg', r'ammonia +\d+ +(\S+)', 'simoom run leak -o out', 1),
        (r'five-minute mean is ([\d.]+) mg/m3', SCHOOL + r'[^,]*,([^,]*)', 'cat out/', 1e6),
        (r'mg/m3 \(([\d.e-]+) kg/m3\)', SCHOOL + r'[^,]*,([^,]*)', 'cat out/', 1),
        (r'first exceeded after (\d+) s', SCHOOL + r'.*,([^,\n]*)', 'cat out/', 1),
        (r'the dose is ([\d.]+) g s/m3', SCHOOL + r'([^,]*)', 'cat out/', 1e3),
        (r'says that ([\d ]+) m2', r'area above[^\n]*\n +ammonia +(\S+)', 'simoom info out/', 1),
        (r'and ([\d ]+) m2 more than 20', r'area above[^\n]*\n +ammonia +\S+ +(\S+)', 'simoom info out/', 1),
        (r'gives ([\d.]+) mg/m3 instead', SCHOOL + r'[^,]*,([^,]*)', 'cat again/', 1e6),
        (r'instead of ([\d.]+): the noise', SCHOOL + r'[^,]*,([^,]*)', 'cat out/', 1e6),
    ],
}

# What does not run, and why.
NOT_RUN = [
    (r'--data FOLDER', 'needs maps that do not come with simoom'),
    (r'oklahoma-city', 'needs maps that do not come with simoom'),
    (r'--device cuda', 'needs a GPU'),
    (r'view (?!.*--export)', 'serves until it is stopped'),
    (r'^simoom serve|127\.0\.0\.1:8080', 'needs a service, or is one (tests/system/serve.sh)'),
    (r'^simoom (bench|validate)', 'takes minutes'),
    (r'-o \S+\.(gif|mp4)', 'needs ffmpeg (tests/system/animation.sh)'),
]
LONG = [
    (r'max_iterations=500', 'long'),
    (r'domain.cell_size=.*2 m', 'long'),
    (r'city-10km2 .*domain.cell_size=', 'long'),
    (r'-o fine ', 'long'),
    (r'domain.size=.1,0.001953125', 'long'),
    (r'prisms.layers=127', 'long'),
    (r'city-les.* --ranks 2', 'long: 1900 steps in two processes'),
]


class Page:
    """What a page of Markdown asks of its reader, in its order."""

    def __init__(self, path):
        self.steps = []  # (kind, text, line): 'command', 'printed', 'python', or the name of a file
        lines, at = path.read_text().splitlines(), 0
        while at < len(lines):
            line = lines[at]
            fence = re.match(r'```(\w*)', line)
            if fence:
                end = lines.index('```', at + 1)
                self.block(fence[1], lines[at + 1:end], at + 2, ' '.join(lines[max(0, at - 2):at]))
                at = end
            elif line.startswith('    ') and not re.match(r'\s*[-*0-9]', line):
                at = self.command(lines, at, '    ')
            at += 1

    def block(self, language, lines, number, before):
        named = re.search(r'as `([\w/.-]+)`:\s*$', before)
        if named and language != 'python':
            self.steps.append((named[1], '\n'.join(lines) + '\n', number))
        elif language == 'python':
            self.steps.append(('python', '\n'.join(lines), number))
        elif language in ('', 'text') and self.steps and self.steps[-1][0] == 'command':
            self.steps.append(('printed', '\n'.join(lines), number))

    def command(self, lines, at, indent):
        text, first = lines[at][len(indent):], at
        while text.endswith('\\') and at + 1 < len(lines):
            at += 1
            text = text[:-1] + lines[at].strip()
        if re.match(r'(simoom|cat|mkdir) ', text):
            text = re.sub(r'\s+#.*| &$', '', text)
            self.steps.append(('command', text, first + 1))
        return at


class Reader:
    """Does what a page says, in a folder."""

    def __init__(self, program, source, whole):
        self.program, self.source, self.whole = program, source, whole
        self.ran = self.failed = 0
        self.passed_over = {}
        self.help = {}
        self.printed = {}  # of a page: command, what it printed

    def fail(self, where, text, output=''):
        self.failed += 1
        print(f'FAILED: {where}: {text}')
        print(''.join(f'  {line}\n' for line in output.splitlines()[-12:]), end='')

    def options_of(self, command):
        if command not in self.help:
            printed = subprocess.run([self.program, 'help', command], capture_output=True, text=True)
            self.help[command] = set(re.findall(r'(?<![\w-])--?[a-z][\w-]*', printed.stdout))
        return self.help[command]

    def check_options(self, where, text):
        words = shlex.split(text)
        for word in words[2:]:
            option = re.match(r'--?[a-z][\w-]*', word)
            if option and option[0] not in self.options_of(words[1]):
                self.fail(where, f'{option[0]} is not an option of simoom {words[1]}')

    def shell(self, text, folder, seconds=900):
        environment = dict(os.environ, PATH=f'{folder}/bin:{os.environ["PATH"]}', SIMOOM_DEVICE='cpu',
                           OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1',
                           OMPI_MCA_rmaps_base_oversubscribe='1')  # root and few cores, as on build servers
        done = subprocess.run(['bash', '-c', text], cwd=folder, env=environment, timeout=seconds, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def prepare(self, name, folder):
        (folder / 'bin').mkdir()
        (folder / 'bin/simoom').symlink_to(self.program)
        for copied in ('cases', 'examples'):
            shutil.copytree(self.source / copied, folder / copied)
        if not self.whole:
            for case, values in SHORT.items():
                for path in (folder / 'cases' / case).glob('*.toml'):
                    text = path.read_text()
                    for key, value in values.items():
                        text = re.sub(rf'^{key} = .*', f'{key} = {value}', text, count=1, flags=re.M)
                    path.write_text(text)
        code, output = self.shell(f'set -e; {BEFORE.get(name, ":")}', folder)
        if code:
            self.fail(name, 'what the page takes for granted cannot be made', output)

    def read(self, name):
        steps = Page(self.source / name).steps
        for kind, text, line in steps:
            if kind == 'command' and text.startswith('simoom'):
                self.check_options(f'{name}:{line}', text)
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            if any(kind in ('command', 'python') for kind, _, _ in steps):
                self.prepare(name, folder)
            printed, self.printed = '', {}
            for kind, text, line in steps:
                printed = self.step(f'{name}:{line}', kind, text, folder, printed)
            self.compare_sentences(name)
            # A block of Python goes on where the one before ended.
            blocks = [text for kind, text, _ in steps if kind == 'python']
            if blocks:
                (folder / 'blocks.py').write_text('\n'.join(blocks))
                self.run(f'{name}, Python', f'{shlex.quote(sys.executable)} blocks.py', folder)

    def step(self, where, kind, text, folder, printed):
        if kind == 'command':
            return self.run(where, text, folder)
        if kind == 'printed' and self.whole and printed is not None:
            self.compare(where, text, printed)
        elif kind not in ('command', 'printed', 'python'):
            if not self.whole:
                text = re.sub(r'^cell_size = .*', 'cell_size = ["9 m", "9 m", "6 m"]', text, flags=re.M)
                text = re.sub(r'^count = .*', 'count = 2000', text, flags=re.M)
                text = re.sub(r'^directions = .*', 'directions = 8', text, flags=re.M)
            (folder / kind).parent.mkdir(exist_ok=True)
            (folder / kind).write_text(text)
        return printed

    def run(self, where, text, folder):
        for pattern, why in NOT_RUN + ([] if self.whole else LONG):
            if re.search(pattern, text):
                self.passed_over[why] = self.passed_over.get(why, 0) + 1
                return None
        if not self.whole:
            text = re.sub(r'count=\d{4,}', 'count=2000', text)
        began = time.monotonic()
        code, output = self.shell(text, folder)
        self.ran += 1
        if os.environ.get('VERBOSE'):
            print(f'{time.monotonic() - began:6.2f} s  {where}: {text}', flush=True)
        if code:
            self.fail(where, f'{text}: exit code {code}', output)
        self.printed[text] = output
        return output

    def compare_sentences(self, name):
        """Numbers of QUOTED stand in the page; with --whole they are those printed, rounded to their digits."""
        page = ' '.join((self.source / name).read_text().split())
        for sentence, pattern, command, factor in QUOTED.get(name, []):
            quoted = re.search(sentence, page)
            output = next((o for c, o in self.printed.items() if c.startswith(command)), '')
            number = re.search(pattern, output)
            if not quoted:
                self.fail(name, f'no sentence has {sentence}')
            elif not number:
                self.fail(name, f'{command} prints no number for "{quoted[0]}"', output)
            elif self.whole and not rounds_to(float(number[1]) * factor, quoted[1].replace(' ', '')):
                self.fail(name, f'"{quoted[0]}", but {command} prints {number[1]}')

    def compare(self, where, text, printed):
        """Lines of the page are lines of the output, but for memory and time, which machines differ in."""
        there = [' '.join(line.split()) for line in printed.splitlines()]
        for line in text.splitlines():
            line = ' '.join(line.split())
            if line and line != '...' and not re.match(r'(memory|time) ', line) and line not in there:
                self.fail(where, f'not printed: {line}', printed)


def rounds_to(value, quoted):
    """Whether a value is within half a unit of the last digit of a number as it is written."""
    mantissa, _, exponent = quoted.partition('e')
    digits = len(mantissa.partition('.')[2])
    return abs(value - float(quoted)) <= 0.5001 * 10.0 ** (int(exponent or 0) - digits)


def main():
    whole = '--whole' in sys.argv
    program, source, *pages = [a for a in sys.argv[1:] if a != '--whole']
    reader = Reader(Path(program).resolve(), Path(source).resolve(), whole)
    pages = pages or sorted(str(p.relative_to(source)) for pattern in ('README.md', 'docs/**/*.md', 'cases/*/README.md')
                            for p in Path(source).glob(pattern))
    for page in pages:
        reader.read(page)
    print(f'{reader.ran} commands and blocks of {len(pages)} pages run, {reader.failed} failures')
    for why, count in sorted(reader.passed_over.items()):
        print(f'not run: {count}, {why}')
    sys.exit(1 if reader.failed else 0)


if __name__ == '__main__':
    main()
