#define _XOPEN_SOURCE 700 /* for symlink, realpath */
#include "alkanes.h"
#include "cli/session/scratch.h"
#include <stdlib.h>
#include <unistd.h>

enum { CLASSES = 4, COEFFICIENTS = 7 };

/* Alkane, alkyl, alkene, alkenyl: number of H atoms minus 2 n, species of the core with `carbons`
 * carbon atoms from which the chain is built, and the first chain length that is written. */
static const struct series {
  const char *suffix, *begin;
  int hydrogen, carbons, first;
} series[CLASSES] = {{"A", "C3H8", 2, 3, 4},
                     {"R", "C3H7", 1, 3, 4},
                     {"E", "C2H4", 0, 2, 3},
                     {"Y", "C2H3", -1, 2, 3}};

enum { ALKANE, ALKYL, ALKENE, ALKENYL };

/* Species name of a class with n carbon atoms: that of the core if it exists, else that of a family
 * of isomers. */
enum { NAME = 32 };
static const char *name_of(int class, int n, int family, char name[NAME]) {
  static const char *const core[CLASSES][4] = {{"H2", "CH4", "C2H6", "C3H8"},
                                               {"H", "CH3", "C2H5", "C3H7"},
                                               {NULL, "CH2", "C2H4", NULL},
                                               {NULL, "CH", "C2H3", NULL}};
  if (n <= 3 && core[class][n] != NULL)
    snprintf(name, NAME, "%s", core[class][n]);
  else if (family == 0)
    snprintf(name, NAME, "C%d%s", n, series[class].suffix);
  else
    snprintf(name, NAME, "C%d%s_%d", n, series[class].suffix, family + 1);
  return name;
}

/* --- species --- */

struct ranges {
  const struct sm_thermo_range *begin[CLASSES], *two, *three; /* two, three: ethane, propane */
};

static bool find(const struct sm_mechanism *core, const char *name,
                 const struct sm_thermo_range **out) {
  const int32_t k = sm_mechanism_find_species(core, name);
  if (k < 0 || core->species[k].thermo.range_count != 2) return false;
  *out = core->species[k].thermo.ranges;
  return true;
}

static void write_thermo(FILE *stream, const struct ranges *r, int class, int n) {
  for (int range = 0; range < 2; range++) {
    fprintf(stream, "%s", range == 0 ? "[[" : ",\n      [");
    for (int i = 0; i < COEFFICIENTS; i++) {
      const double increment = r->three[range].a[2 + i] - r->two[range].a[2 + i];
      fprintf(stream, "%s%.17g", i > 0 ? ", " : "",
              r->begin[class][range].a[2 + i] + (n - series[class].carbons) * increment);
    }
    fprintf(stream, "]");
  }
  fprintf(stream, "]\n");
}

static void write_species(FILE *stream, const struct ranges *r, int largest, int family) {
  char name[NAME];
  for (int class = 0; class < CLASSES; class ++)
    for (int n = series[class].first; n <= largest; n++) {
      fprintf(stream,
              "- name: %s\n  composition: {C: %d, H: %d}\n  thermo:\n    model: NASA7\n"
              "    temperature-ranges: [300.0, 1000.0, 3000.0]\n    data: ",
              name_of(class, n, family, name), n, 2 * n + series[class].hydrogen);
      write_thermo(stream, r, class, n);
    }
}

/* --- reactions: cm, mol, s, cal --- */

static void write_rate(FILE *stream, double a, double b, double e) {
  fprintf(stream, "  rate-constant: {A: %g, b: %g, Ea: %g}\n", a, b, e);
}

/* Writes hydrogen abstraction by the radicals of the core, from `from` to `to`; sites: number of H
 * atoms. */
static void write_abstraction(FILE *stream, const char *from, const char *to, double sites) {
  static const struct {
    const char *radical, *product;
    double a, b, e;
  } by[] = {{"H", "H2", 2e7, 2, 5000},    {"O", "OH", 1e7, 2, 3500},
            {"OH", "H2O", 2e6, 2, 0},     {"HO2", "H2O2", 2e4, 2.5, 14500},
            {"CH3", "CH4", 1e5, 2, 8500}, {"O2", "HO2", 4e12, 0, 48000}};
  for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
    fprintf(stream, "- equation: %s + %s <=> %s + %s\n", from, by[i].radical, to, by[i].product);
    write_rate(stream, by[i].a * sites, by[i].b, by[i].e);
  }
}

static void write_alkane(FILE *stream, int n, int family) {
  char alkane[NAME], one[NAME], other[NAME];
  write_abstraction(stream, name_of(ALKANE, n, family, alkane), name_of(ALKYL, n, family, one),
                    n - 1);
  for (int a = 1; 2 * a <= n; a++) { /* the chain can break at any bond */
    fprintf(stream, "- equation: %s <=> %s + %s\n", alkane, name_of(ALKYL, a, family, one),
            name_of(ALKYL, n - a, family, other));
    write_rate(stream, 2e16, 0, a == 1 ? 86000 : 82000);
  }
}

/* Writes beta-scission to an alkene and a smaller alkyl, loss of H, and reaction with O2. */
static void write_alkyl(FILE *stream, int n, int family) {
  char alkyl[NAME], alkene[NAME], rest[NAME];
  name_of(ALKYL, n, family, alkyl);
  for (int a = 2; a < n; a++) {
    fprintf(stream, "- equation: %s <=> %s + %s\n", alkyl, name_of(ALKENE, a, family, alkene),
            name_of(ALKYL, n - a, family, rest));
    write_rate(stream, 2e13 / (a - 1), 0, 29500);
  }
  fprintf(stream, "- equation: %s <=> %s + H\n", alkyl, name_of(ALKENE, n, family, alkene));
  write_rate(stream, 1e13, 0, 36000);
  fprintf(stream, "- equation: %s + O2 <=> %s + HO2\n", alkyl, alkene);
  write_rate(stream, 1e12, 0, 5000);
}

static void write_alkene(FILE *stream, int n, int family) {
  char alkene[NAME], alkenyl[NAME], rest[NAME], small[NAME];
  name_of(ALKENE, n, family, alkene);
  name_of(ALKENYL, n, family, alkenyl);
  write_abstraction(stream, alkene, alkenyl, 2);
  fprintf(stream, "- equation: %s + O <=> HCO + %s\n", alkene, name_of(ALKYL, n - 1, family, rest));
  write_rate(stream, 1e7, 1.8, 0);
  fprintf(stream, "- equation: %s + OH <=> CH2O + %s\n", alkene, rest);
  write_rate(stream, 1e12, 0, 0);
  if (n == 3)
    fprintf(stream, "- equation: %s <=> C2H2 + CH3\n", alkenyl);
  else
    fprintf(stream, "- equation: %s <=> C2H4 + %s\n", alkenyl,
            name_of(ALKENYL, n - 2, family, small));
  write_rate(stream, 5e13, 0, 37000);
  fprintf(stream, "- equation: %s + O2 <=> CH2O + HCO + %s\n", alkenyl,
          name_of(ALKENE, n - 2, family, small));
  write_rate(stream, 2e12, 0, 9000);
}

/* Writes the reactions of a family; its alkyls decompose to those of the previous family. */
static void write_family(FILE *stream, int largest, int family) {
  char here[NAME], there[NAME];
  for (int n = 3; n <= largest; n++) {
    if (n >= 4) write_alkane(stream, n, family);
    if (n >= 4) write_alkyl(stream, n, family);
    write_alkene(stream, n, family);
    if (n < 4 || family == 0) continue;
    fprintf(stream, "- equation: %s <=> %s\n", name_of(ALKYL, n, family, here),
            name_of(ALKYL, n, family - 1, there));
    write_rate(stream, 1e12, 0, 22000);
  }
}

bool cli_alkanes_write(FILE *stream, const struct sm_mechanism *core, const char *core_path,
                       int largest, int families) {
  struct ranges r;
  if (!find(core, "C2H6", &r.two) || !find(core, "C3H8", &r.three)) return false;
  for (int class = 0; class < CLASSES; class ++)
    if (!find(core, series[class].begin, &r.begin[class])) return false;
  fprintf(stream,
          "units: {length: cm, time: s, quantity: mol, activation-energy: cal/mol}\nphases:\n"
          "- name: alkanes\n  thermo: ideal-gas\n  kinetics: gas\n  elements: [O, H, C, N, Ar]\n"
          "  species: [{%s/species: all}, {species: all}]\n"
          "  reactions: [%s/reactions, reactions]\n",
          core_path, core_path);
  fprintf(stream, "species:\n");
  for (int family = 0; family < families; family++) write_species(stream, &r, largest, family);
  fprintf(stream, "reactions:\n");
  for (int family = 0; family < families; family++) write_family(stream, largest, family);
  return !ferror(stream);
}

/* Writes the alkanes, with a link to the file of the core in the same folder. */
static bool write_beside(const struct sm_mechanism *core, const char *core_path, const char *folder,
                         const char *path, int largest, int families) {
  char link[4200], whole[4200];
  snprintf(link, sizeof link, "%s/core.yaml", folder);
  const bool linked = realpath(core_path, whole) != NULL && symlink(whole, link) == 0;
  FILE *file = linked ? fopen(path, "w") : NULL;
  if (file == NULL) return false;
  const bool written = cli_alkanes_write(file, core, "core.yaml", largest, families);
  return fclose(file) == 0 && written;
}

enum sm_status cli_alkanes_read(struct sm_context *ctx, const char *core_path, int largest,
                                int families, struct sm_mechanism **out) {
  char folder[4096], path[4200];
  struct sm_mechanism *core = NULL;
  const struct sm_mechanism_files core_files = {.mechanism = core_path};
  const struct sm_mechanism_files files = {.mechanism = path};
  *out = NULL;
  enum sm_status status = sm_mechanism_read(ctx, &core_files, &core);
  if (status != SM_OK) return status;
  if (cli_scratch_create("simoom-alkanes", folder, sizeof folder)) {
    snprintf(path, sizeof path, "%s/alkanes.yaml", folder);
    const bool written = write_beside(core, core_path, folder, path, largest, families);
    status = written ? sm_mechanism_read(ctx, &files, out) : SM_ERR_IO;
    cli_scratch_remove(folder);
  } else {
    status = SM_ERR_IO;
  }
  sm_mechanism_destroy(&core);
  return status;
}
