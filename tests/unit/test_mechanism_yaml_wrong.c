/* Mechanisms in Cantera's YAML form that are wrong: each message with its line. */
#include "chem_files.h"

static const char *const wrong[][2] = {
    {"- {equation: H + X2 = O + OH, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: unknown species 'X2'; did you mean 'H2'?\n"
     "    9 | - {equation: H + X2 = O + OH, rate-constant: [1, 0, 0]}"},
    {"- {equation: H + O2 = O + 2 OH, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: H + O2 = O + 2 OH is not balanced: 1 H on the left, 2 on the right\n"
     "    9 | - {equation: H + O2 = O + 2 OH, rate-constant: [1, 0, 0]}"},
    {"- {equation: H + O2 = O + OH}\n",
     "m.yaml:9: error: 'rate-constant' with A, b and Ea is expected\n"
     "    9 | - {equation: H + O2 = O + OH}"},
    {"- {equation: H + O2 = O + OH, rate-constant: {A: x, b: 0, Ea: 0}}\n",
     "m.yaml:9: error: a number is expected for A\n"
     "    9 | - {equation: H + O2 = O + OH, rate-constant: {A: x, b: 0, Ea: 0}}"},
    {"- {equation: H + O2 = O + OH, rate-constant: [1 cm^6/mol^2/s, 0, 0]}\n",
     "m.yaml:9: error: 'cm^6/mol^2/s' is not a unit of A\n"
     "    9 | - {equation: H + O2 = O + OH, rate-constant: [1 cm^6/mol^2/s, 0, 0]}"},
    {"- {equation: H + O2 = O + OH, rate-constant: [1, 0, 5 m]}\n",
     "m.yaml:9: error: 'm' is not a unit of an activation energy\n"
     "    9 | - {equation: H + O2 = O + OH, rate-constant: [1, 0, 5 m]}"},
    {"- {equation: H + O2 = O + OH, type: Blowers-Masel, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: not supported: reactions of type Blowers-Masel\n"
     "    9 | - {equation: H + O2 = O + OH, type: Blowers-Masel, rate-constant: [1, 0, 0]}"},
    {"- {equation: H + O2 = O + OH, type: two-temperature-plasma, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: not supported: reactions of type two-temperature-plasma\n"
     "    9 | - {equation: H + O2 = O + OH, type: two-temperature-plasma, rate-constant: [1, 0, "
     "0]}"},
    {"- {equation: H + OH = O + H2, type: three-body, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: a reaction of type three-body needs M, or one species on both sides\n"
     "    9 | - {equation: H + OH = O + H2, type: three-body, rate-constant: [1, 0, 0]}"},
    {"- {equation: 2 H (+M) = H2 (+M), type: falloff, high-P-rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: 'low-P-rate-constant' with A, b and Ea is expected\n"
     "    9 | - {equation: 2 H (+M) = H2 (+M), type: falloff, high-P-rate-constant: [1, 0, 0]}"},
    {"- {equation: 2 H = H2, efficiencies: {O2: 2}, rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: efficiencies of colliders, but no M in the equation and no type three-body\n"
     "    9 | - {equation: 2 H = H2, efficiencies: {O2: 2}, rate-constant: [1, 0, 0]}"},
    {"- {equation: 2 H (+M) = H2 (+M), rate-constant: [1, 0, 0]}\n",
     "m.yaml:9: error: (+M) needs a type: falloff or chemically-activated\n"
     "    9 | - {equation: 2 H (+M) = H2 (+M), rate-constant: [1, 0, 0]}"},
    {"- {equation: 2 H (+M) = H2 (+M), type: falloff, high-P-rate-constant: [1, 0, 0], "
     "low-P-rate-constant: [1, 0, 0], Troe: {A: 1}}\n",
     "m.yaml:9: error: T3 is missing among the parameters\n"
     "    9 | - {equation: 2 H (+M) = H2 (+M), type: falloff, high-P-rate-constant: [1, 0, 0], "
     "low-P-rate-constant..."},
    {"- {equation: 2 H + M = H2 + M, rate-constant: [1, 0, 0], efficiencies: {XX: 1}}\n",
     "m.yaml:9: error: unknown species 'XX' as collider\n"
     "    9 | - {equation: 2 H + M = H2 + M, rate-constant: [1, 0, 0], efficiencies: {XX: 1}}"},
    {"- {equation: H + O2 = O + OH, rate-constant: [-1, 0, 0]}\n",
     "m.yaml:9: error: A of H + O2 = O + OH is negative: only that of a declared duplicate may be, "
     "with 'negative-A: true'\n"
     "    9 | - {equation: H + O2 = O + OH, rate-constant: [-1, 0, 0]}"},
    {"- {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], orders: {H: -1, OH: 1, X: 1}}\n",
     "m.yaml:9: error: a negative order needs 'negative-orders: true'\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], orders: {H: -1, OH: 1, X: "
     "1}}\n"
     "m.yaml:9: error: the order of no reactant needs 'nonreactant-orders: true'\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], orders: {H: -1, OH: 1, X: "
     "1}}\n"
     "m.yaml:9: error: unknown species 'X' among the orders\n"
     "    9 | - {equation: H + O2 => O + OH, rate-constant: [1, 0, 0], orders: {H: -1, OH: 1, X: "
     "1}}"},
    {"- {equation: H + O2 = O + OH, rate-constant: [1, 0, 0]}\n"
     "- {equation: O + OH = H + O2, rate-constant: [1, 0, 0]}\n",
     "m.yaml:10: error: O + OH = H + O2 is there already, in line 9, and neither is declared a "
     "duplicate\n"
     "   10 | - {equation: O + OH = H + O2, rate-constant: [1, 0, 0]}"},
    {"- {equation: H + O2 = O + OH, type: Chebyshev, temperature-range: [300, 200], "
     "pressure-range: [1, 2], data: [[1, 2], [1]]}\n",
     "m.yaml:9: error: 'temperature-range' with two increasing values is expected\n"
     "    9 | - {equation: H + O2 = O + OH, type: Chebyshev, temperature-range: [300, 200], "
     "pressure-range: [1, 2]...\n"
     "m.yaml:9: error: the rows of 'data' differ in length\n"
     "    9 | - {equation: H + O2 = O + OH, type: Chebyshev, temperature-range: [300, 200], "
     "pressure-range: [1, 2]..."},
    {"- {equation: H + O2 = O + OH, type: pressure-dependent-Arrhenius, rate-constants: [{A: 1, b: "
     "0, Ea: 0}]}\n",
     "m.yaml:9: error: the pressure P is missing\n"
     "    9 | - {equation: H + O2 = O + OH, type: pressure-dependent-Arrhenius, rate-constants: "
     "[{A: 1, b: 0, Ea: ..."},
    {"species:\n"
     "- {name: H, composition: {H: 1}, thermo: {model: NASA7, temperature-ranges: [200, 1000], "
     "data: [[1, 2]]}}\n",
     "m.yaml:2: error: NASA7 has 7 coefficients in each range, not 2\n"
     "    2 | - {name: H, composition: {H: 1}, thermo: {model: NASA7, temperature-ranges: [200, "
     "1000], data: [[1, ..."},
    {"species:\n"
     "- {name: H, composition: {H: 1}, thermo: {model: piecewise-Gibbs}}\n",
     "m.yaml:2: error: thermo model 'piecewise-Gibbs' is not supported: NASA7, NASA9, Shomate and "
     "constant-cp are\n"
     "    2 | - {name: H, composition: {H: 1}, thermo: {model: piecewise-Gibbs}}"},
    {"species:\n"
     "- {name: H, composition: {H: 1}}\n"
     "- {name: O, composition: {O: 1}, thermo: {model: constant-cp}}\n",
     "m.yaml:2: error: no thermodynamic data of species H\n"
     "    2 | - {name: H, composition: {H: 1}}"},
    {"species:\n"
     "- {name: H, composition: {Qq: 1}, thermo: {model: constant-cp}}\n",
     "m.yaml:2: error: unknown element 'Qq', and no weight of it\n"
     "    2 | - {name: H, composition: {Qq: 1}, thermo: {model: constant-cp}}"},
    {"species:\n"
     "- {composition: {H: 1}}\n",
     "m.yaml:2: error: a species with 'name' and 'composition' is expected\n"
     "    2 | - {composition: {H: 1}}"},
    {"species:\n"
     "- {name: H, composition: {H: 1}\n",
     "m.yaml:3: error: did not find expected ',' or '}'"},
    {"species: *nothing\n", "m.yaml:1: error: an alias of an anchor that there is not\n"
                            "    1 | species: *nothing"},
    {"phases:\n"
     "- {name: gas, thermo: Redlich-Kwong, species: all}\n"
     "species: []\n",
     "m.yaml:2: error: thermo 'Redlich-Kwong' is not supported: ideal-gas is\n"
     "    2 | - {name: gas, thermo: Redlich-Kwong, species: all}"},
    {"phases:\n"
     "- {name: gas, thermo: ideal-gas, species: [H, Y]}\n"
     "species:\n"
     "- {name: H, composition: {H: 1}, thermo: {model: constant-cp}}\n",
     "m.yaml:2: error: species 'Y' is not in the section species\n"
     "    2 | - {name: gas, thermo: ideal-gas, species: [H, Y]}"},
    {"phases:\n"
     "- {name: gas, thermo: ideal-gas, kinetics: gas, species: all, reactions: [none-such]}\n"
     "species:\n"
     "- {name: H, composition: {H: 1}, thermo: {model: constant-cp}}\n",
     "m.yaml:2: error: there is no section 'none-such' with a list\n"
     "    2 | - {name: gas, thermo: ideal-gas, kinetics: gas, species: all, reactions: "
     "[none-such]}"},
    {"units: {length: furlong}\n"
     "species:\n"
     "- {name: H, composition: {H: 1}, thermo: {model: constant-cp}}\n",
     "m.yaml:1: error: 'furlong' is not a unit of length\n"
     "    1 | units: {length: furlong}"},
    {"description: nothing\n", "m.yaml:1: error: there are neither phases nor species\n"
                               "    1 | description: nothing"},
};

START_TEST(errors_are_reported_with_their_line) {
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    char text[4096];
    snprintf(text, sizeof text, "%s%s",
             wrong[w][0][0] == '-' ? CHEM_YAML_SPECIES "reactions:\n" : "", wrong[w][0]);
    chem_write("m.yaml", text);
    chem_fails(&(struct sm_mechanism_files){.mechanism = "m.yaml"}, wrong[w][1]);
  }
}
END_TEST

TEST_MAIN(enter_folder, errors_are_reported_with_their_line)
