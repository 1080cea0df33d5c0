#include "chem/read/elements.h"

#include <ctype.h>
#include <stdlib.h>

/* Standard atomic weights, conventional values for intervals: IUPAC Commission on Isotopic
 * Abundances and Atomic Weights, 2021; D, T and the electron from CODATA. */
static const struct sm_known_element known[] = {
    {"H", 1.008},        {"He", 4.002602},     {"Li", 6.94},         {"Be", 9.0121831},
    {"B", 10.81},        {"C", 12.011},        {"N", 14.007},        {"O", 15.999},
    {"F", 18.998403162}, {"Ne", 20.1797},      {"Na", 22.98976928},  {"Mg", 24.305},
    {"Al", 26.9815384},  {"Si", 28.085},       {"P", 30.973761998},  {"S", 32.06},
    {"Cl", 35.45},       {"Ar", 39.95},        {"K", 39.0983},       {"Ca", 40.078},
    {"Sc", 44.955907},   {"Ti", 47.867},       {"V", 50.9415},       {"Cr", 51.9961},
    {"Mn", 54.938043},   {"Fe", 55.845},       {"Co", 58.933194},    {"Ni", 58.6934},
    {"Cu", 63.546},      {"Zn", 65.38},        {"Ga", 69.723},       {"Ge", 72.630},
    {"As", 74.921595},   {"Se", 78.971},       {"Br", 79.904},       {"Kr", 83.798},
    {"Rb", 85.4678},     {"Sr", 87.62},        {"Y", 88.905838},     {"Zr", 91.224},
    {"Nb", 92.90637},    {"Mo", 95.95},        {"Ru", 101.07},       {"Rh", 102.90549},
    {"Pd", 106.42},      {"Ag", 107.8682},     {"Cd", 112.414},      {"In", 114.818},
    {"Sn", 118.710},     {"Sb", 121.760},      {"Te", 127.60},       {"I", 126.90447},
    {"Xe", 131.293},     {"Cs", 132.90545196}, {"Ba", 137.327},      {"La", 138.90547},
    {"Ce", 140.116},     {"Pr", 140.90766},    {"Nd", 144.242},      {"Sm", 150.36},
    {"Eu", 151.964},     {"Gd", 157.25},       {"Tb", 158.925354},   {"Dy", 162.500},
    {"Ho", 164.930329},  {"Er", 167.259},      {"Tm", 168.934219},   {"Yb", 173.045},
    {"Lu", 174.9668},    {"Hf", 178.486},      {"Ta", 180.94788},    {"W", 183.84},
    {"Re", 186.207},     {"Os", 190.23},       {"Ir", 192.217},      {"Pt", 195.084},
    {"Au", 196.966570},  {"Hg", 200.592},      {"Tl", 204.38},       {"Pb", 207.2},
    {"Bi", 208.98040},   {"Th", 232.0377},     {"Pa", 231.03588},    {"U", 238.02891},
    {"D", 2.0141017781}, {"T", 3.016049281},   {"E", 5.48579909e-4},
};

const struct sm_known_element *sm_element_find(struct sm_token symbol) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (sm_token_is(symbol, known[i].name)) return &known[i];
  return NULL;
}

double sm_molar_mass(const char *formula) {
  double sum = 0;
  for (const char *at = formula; *at != '\0';) {
    const size_t length = islower((unsigned char)at[1]) ? 2 : 1;
    const struct sm_known_element *element =
        isupper((unsigned char)*at) ? sm_element_find((struct sm_token){at, length}) : NULL;
    if (element == NULL) return 0;
    at += length;
    char *end = (char *)at;
    const long count = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : 1;
    if (count < 1 || count > 1000) return 0;
    sum += (double)count * element->weight;
    at = end;
  }
  return sum;
}
