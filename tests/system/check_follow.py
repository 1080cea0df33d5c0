"""Follows a run by the server of 'simoom view --follow': waiting, winds one after the other, and the end, after it was stopped.

    check_follow.py FILE_WITH_THE_ADDRESS PROCESS_OF_THE_RUN
"""
import json
import os
import signal
import sys
import time
import urllib.request


def until(what, wanted):
    for _ in range(600):
        got = wanted()
        if got:
            return got
        time.sleep(0.1)
    sys.exit(f'never {what}')


def get(name):
    with urllib.request.urlopen(address + name, timeout=20) as answer:
        return answer.read()


def running():
    state = json.loads(get('live.json'))
    return state if state['live'] and state['stamp'] not in ('0', seen) else None


address = until('an address', lambda: open(sys.argv[1]).readline().strip())
seen = '0'
first = until('a first wind', running)
seen = first['stamp']
manifest = json.loads(get('manifest.json'))
assert [s['file'] for s in manifest['sources']] == ['long_live.nc'], manifest['sources']
time_before = manifest['sources'][0]['times']
assert len(get('block/0/wind/0/0')) > 100


def stepping():  # past the projection of the wind it starts from, whose phase is solve
    state = running()
    return state if state and state['live']['winds'] > 1 else None


second = until('a second wind', stepping)
live = second['live']
assert live['schema'] == 'simoom.live/1' and live['winds'] >= first['live']['winds'], live
assert live['phase'] == 'flow', live # not that of a step's solver
assert 0 <= live['fraction'] <= 1 and len(live['times']) == live['winds'], live
assert all(t['residual'] is not None and t['iterations'] >= 0 for t in live['times']), live['times']
assert second['age'] < 30


def later():  # a file that was replaced while it was opened is shown twice
    get('live.json')
    return json.loads(get('manifest.json'))['sources'][0]['times'] > time_before


until('a later wind', later)
assert len(get('block/0/wind/0/0')) > 100
os.kill(int(sys.argv[2]), signal.SIGINT)
until('the end', lambda: json.loads(get('live.json'))['live'] is None)
ended = until('a summary', lambda: json.loads(get('live.json'))['ended'])
assert ended['exit_code'] == 75, ended
files = [s['file'] for s in json.loads(get('manifest.json'))['sources']]
assert 'long.nc' in files, files
