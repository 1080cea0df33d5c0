#!/usr/bin/env python3
"""Writes docs/accuracy.md from the results in validation/results.

usage: make_accuracy.py [--check]
  --check  compares with the page instead of writing it; exits with 1 when they differ

Every number of the page is that of an entry of `simoom validate`, of the newest result that has it.
"""
import re
import sys

from pages import Wrong, main, sections

RESULTS = "validation/results"

PAGE = """\
# Accuracy: which model for which question, and how far to trust it

<!-- Made by scripts/make_accuracy.py from validation/results; do not edit. -->

Choice of a model by the question that it is to answer, with its agreement with measurements. The numbers are those of
[validation](validation.md), where each has its source, its gate and its picture. FAC2 is the share of points within a factor of two of
the measurement; the hit rate is the share within 25 % or a small absolute difference; both are 1 for perfect agreement.

## Choice of the model

| question | model | how to ask for it | what it costs |
|---|---|---|---|
| wind over hills and mountains, windward side and crests | diagnostic wind | `wind.model = "diagnostic"`, the default | a second for 2 M cells on one core |
| wind in the lee of steep slopes | RANS, below; [LES](theory/incompressible.md), which has no comparison with measurements over terrain here; the diagnostic wind is too fast there ([lee separation](theory/lee.md) is an option) | `wind.model = "incompressible"` | minutes to hours on a GPU |
| wind between buildings, first answer, many directions | diagnostic wind with building parameterisations | the same; `[wind.zones]` is on where there are buildings | seconds a direction |
| wind over hills with their lee, steady mean | [RANS](theory/rans.md), k-epsilon, on cut cells (`domain.solids = "cut"`) | `wind.model = "rans"` | 20 s for 5 M cells on a GPU, minutes on a CPU |
| wind between buildings, steady mean | [RANS](theory/rans.md), k-epsilon; the wake of a single building is too long | `wind.model = "rans"` | seconds for a direction on a GPU, minutes on a CPU |
| wind between buildings, mean and turbulence, for design | [LES](theory/incompressible.md) | `wind.model = "incompressible"` | minutes to hours on a GPU |
| concentration over open ground | particles in the diagnostic wind | `[particles]` | seconds |
| concentration between buildings, orders of magnitude, areas | particles in the diagnostic wind | `[particles]` | seconds to minutes |
| concentration between buildings, fluctuations | scalars or particles in LES | `wind.model = "incompressible"` with `[[flow.scalar]]` or `[particles]` | minutes to hours on a GPU |
| sound, blast, fire plumes, strong heating | [compressible flow](theory/compressible.md) | `wind.model = "compressible"` | minutes to hours on a GPU |
| dust of a helicopter | particles in the wind of a rotor | `wind.model = "rotor"` with `[particles]` | seconds on a GPU |
| ignition delays, flame speeds, ozone in streets | chemical kinetics | `simoom chem`, `[chemistry]` | seconds |

## Wind over terrain

| compared with | number | simoom | reference |
|---|---|---:|---:|
| [Askervein hill](validation.md#askervein), 10 m above ground, windward and top | root mean square error, m/s | {askervein|line A, RMSE windward and at the top} | {askervein|line A, RMSE windward and at the top|peer} (WindNinja) |
| the same, speed-up at the top | | {askervein|line A, speed-up at the top} | {askervein|line A, speed-up at the top|published} measured |
| the same, line A with the lee | root mean square error, m/s | {askervein|line A, RMSE} | {askervein|line A, RMSE|peer} (WindNinja) |
| the same, lee alone | root mean square error, m/s | {askervein|line A, RMSE in the lee} | |
| the same, line A with the lee, [RANS](validation.md#askervein-rans) | root mean square error, m/s | {askervein-rans|line A, RMSE} | |
| the same, all points of the three lines, RANS | root mean square error, m/s | {askervein-rans|all 45 points, RMSE} | |
| the same, lee alone, RANS | root mean square error, m/s | {askervein-rans|line A, RMSE in the lee} | |
| the same, speed-up at the top, RANS | | {askervein-rans|line A, speed-up at the top} | {askervein-rans|line A, speed-up at the top|published} measured |
| the same, lee alone, diagnostic wind with `wind.lee` | root mean square error, m/s | {askervein|line A, RMSE in the lee, separated} | |

A mass-consistent model has no momentum: speed-up at the top is a third too small, and the flow follows the ground in the lee instead of separating. Trust it
within 25 % on windward slopes and crests; behind a steep crest use it as an upper bound. RANS on cut cells separates in the lee: take it
where momentum counts.

## Wind between buildings

| compared with | model | FAC2 | hit rate | correlation |
|---|---|---:|---:|---:|
| [7 x 11 cubes](validation.md#epa-7x11), streamwise wind | diagnostic | {epa-7x11|FAC2} | {epa-7x11|hit rate (25 % or 0.17 m/s)} | {epa-7x11|correlation} |
| [the same](validation.md#epa-7x11-rans) | RANS | {epa-7x11-rans|FAC2} | {epa-7x11-rans|hit rate (25 % or 0.17 m/s)} | {epa-7x11-rans|correlation} |
| [block 1 : 1 : 2](validation.md#aij-a), streamwise wind | diagnostic | {aij-a|streamwise wind, FAC2} | {aij-a|streamwise wind, hit rate} | {aij-a|streamwise wind, correlation} |
| [the same](validation.md#aij-a-les) | LES | {aij-a-les|streamwise wind, FAC2} | {aij-a-les|streamwise wind, hit rate} | {aij-a-les|streamwise wind, correlation} |
| [the same](validation.md#aij-a-rans) | RANS | {aij-a-rans|streamwise wind, FAC2} | {aij-a-rans|streamwise wind, hit rate} | {aij-a-rans|streamwise wind, correlation} |
| [block 4 : 4 : 1](validation.md#aij-b), streamwise wind | diagnostic | {aij-b|streamwise wind, FAC2} | {aij-b|streamwise wind, hit rate} | {aij-b|streamwise wind, correlation} |
| [the same](validation.md#aij-b-rans) | RANS | {aij-b-rans|streamwise wind, FAC2} | {aij-b-rans|streamwise wind, hit rate} | {aij-b-rans|streamwise wind, correlation} |
| [the same](validation.md#aij-b-les) | LES | {aij-b-les|streamwise wind, FAC2} | {aij-b-les|streamwise wind, hit rate} | {aij-b-les|streamwise wind, correlation} |
| [3 x 3 blocks, one of them tall](validation.md#aij-c), speed near the ground | diagnostic | {aij-c|FAC2} | {aij-c|hit rate} | {aij-c|correlation} |
| [the same](validation.md#aij-c-rans) | RANS | {aij-c-rans|FAC2} | {aij-c-rans|hit rate} | {aij-c-rans|correlation} |
| [the same](validation.md#aij-c-les) | LES | {aij-c-les|FAC2} | {aij-c-les|hit rate} | {aij-c-les|correlation} |
| [cube in a channel](validation.md#channel), streamwise wind | diagnostic | {channel|streamwise wind, FAC2} | {channel|streamwise wind, hit rate} | {channel|streamwise wind, correlation} |
| [the same](validation.md#channel-rans) | RANS | {channel-rans|streamwise wind, FAC2} | {channel-rans|streamwise wind, hit rate} | {channel-rans|streamwise wind, correlation} |
| [fences](validation.md#fence), wind behind them | diagnostic | {fence|wind, FAC2} | {fence|wind, hit rate} | |

The diagnostic wind finds where it is slow and where it is fast (FAC2 above 0.75 in every entry), not the speed at one point: expect 25 % at half to
nine tenths of the points. Near tall buildings among low ones its correlation is {aij-c|correlation}, that of RANS and
of LES {aij-c-rans|correlation} and {aij-c-les|correlation}: use one of them where a decision hangs on one place. The cavity behind a single building is too long in RANS, by
{aij-b-rans|its error} of its length behind the block 4 : 4 : 1 and by {channel-rans|its error} behind the cube in the channel; in LES of the former it is {aij-b-les|its error}. The
wind at edges of buildings grows with finer cells, as that of a potential flow does: values within two cells of an edge are no design values.
The length of the cavity behind a cube in LES is {cube-les|reattachment behind, heights} heights for {cube-les|reattachment behind, heights|published} measured; the vortex
on the roof of the block 1 : 1 : 2 is {aij-a-les|reattachment on the roof, widths} widths long for {aij-a-les|reattachment on the roof, widths|published}.

## Dispersion

| compared with | number | simoom | reference |
|---|---|---:|---:|
| [exact plume](validation.md#plume) in uniform wind and turbulence | largest relative error | {plume|their concentration, largest relative error} | {plume|their concentration, largest relative error|peer} (QES-Plume) |
| [Prairie Grass](validation.md#prairie-grass), largest concentration of an arc | FAC2 | {prairie-grass|largest of an arc, FAC2} | 1 |
| the same, in stable air | FAC2 | {prairie-grass|FAC2 in stable air} | 1 |
| the same, in unstable air | FAC2 | {prairie-grass|FAC2 in unstable air} | 1 |
| the same in near-neutral air, integrated across the wind, [scalar in RANS](validation.md#prairie-grass-rans) | FAC2 | {prairie-grass-rans|FAC2} | 1 |
| [spills of liquefied natural gas](validation.md#lng-dispersion), largest of an arc, dense plume of `simoom check` | FAC2 | {lng-dispersion|largest of an arc, FAC2} | 1 |
| [spills of liquefied natural gas](validation.md#lng-layer), largest of an arc, particles in the shallow layer of a dense gas | FAC2 | {lng-layer|largest of an arc, FAC2} | 1 |
| [source behind the first row of 7 x 11 cubes](validation.md#epa-plume) | FAC2 | {epa-plume|FAC2 where more than 0.001 was measured} | {epa-plume|FAC2 where more than 0.001 was measured|peer} (QES-Plume) |

Over open ground nine largest concentrations of ten are within a factor of two; between buildings two points of three, of all points with gas. The
largest concentration at a fixed point, in a plume whose direction is known to 10 degrees only, is known less well than that: ask for
areas, or for the largest over several directions.

## Flow, compressible flow, chemistry

| compared with | number | simoom | reference |
|---|---|---:|---:|
| [cylinder at Re 100](validation.md#cylinder-vortices) | Strouhal number | {cylinder-vortices|Strouhal number} | {cylinder-vortices|Strouhal number|published} |
| [turbulent channel, Re_tau 180](validation.md#channel-180) | wind in the middle, U+ | {channel-180|wind in the middle, U+} | {channel-180|wind in the middle, U+|published} |
| [neutral boundary layer](validation.md#neutral-abl) | friction velocity over the geostrophic wind | {neutral-abl|the same over the geostrophic wind} | {neutral-abl|the same over the geostrophic wind|published} |
| [Taylor-Green vortex, compressible](validation.md#gas-taylor-green) | largest loss of energy, m2/s3 | {gas-taylor-green|largest loss of energy} | {gas-taylor-green|largest loss of energy|published} |
| [hydrogen flame](validation.md#flame), stoichiometric, mixture-averaged | error of the flame speed | {flame|phi 1, mixture-averaged: speed off} | 0 |

## Limits

| what is not computed | what to use instead |
|---|---|
| clouds, rain, radiation, moisture | a weather model; its wind is an input of simoom |
| storms, fronts and sea breezes that arise inside the domain | a weather model; LES follows one at the boundaries |
| heat, plants and turbines in steady RANS ([limits](theory/rans.md#limits)) | diagnostic wind; LES, averaged |
| condensing humidity and two gases at once in a dense cloud; its effect on a diagnostic wind | DRIFT; in a large-eddy simulation the wind feels the [density](theory/incompressible-scalars.md#buoyancy) |
| fire spread | a fire model with the wind that `simoom export` writes for it |
| Earth curvature; domains above some 50 km | a mesoscale model |
| waves, water, snow | |
"""


def newest():
    """The numbers of every entry, of the newest result that has it: those of one file, by name."""
    found = {}

    def section(data):
        for entry in data["entries"]:
            if entry["status"] == "ok" and data["date"] >= found.get(entry["entry"], ("",))[0]:
                found[entry["entry"]] = (data["date"], {n["name"]: n for n in entry["numbers"]})

    sections(RESULTS, "simoom.validate/1", section)
    return found


def page():
    """The whole page."""
    found = newest()

    def value(match):
        entry, name, which = (match[1].split("|") + ["here"])[:3]
        if entry not in found or name not in found[entry][1]:
            raise Wrong(f"no result has '{name}' of '{entry}'")
        number = found[entry][1][name][which]
        if number is None:
            raise Wrong(f"'{name}' of '{entry}' has no number '{which}'")
        return f"{number:.3g}"

    return re.sub(r"\{([^{}]+)\}", value, PAGE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, "accuracy.md", RESULTS, page))
