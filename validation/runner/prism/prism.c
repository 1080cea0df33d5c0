/* prism.c - the Poisson equation on prisms: the published errors, the order on a sequence
 * of meshes, fields linear in space, given slopes with a coefficient that differs from place to
 * place. */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

#define FOLDER "../validation/"
#define PAPER                                                                                      \
  "M. A. Uh Zapata, F. J. Hernandez-Lopez, A GPU parallel finite volume method for a 3D Poisson "  \
  "equation on arbitrary geometries (2017), table 2"
#define EXACT "exact"

/* Runs a case, the entry's own where `file` is NULL, with up to three settings, NULL after the
 * last; nothing is written. */
static enum cli_outcome run(struct cli_trial *trial, const char *file, const char *const more[3]) {
  const struct cli_entry *own = trial->entry;
  struct cli_entry other = *own;
  const char *const settings[] = {"output.formats=[]", more[0], more[1], more[2], NULL};
  if (file != NULL) other.row.case_file = file;
  trial->entry = &other;
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  trial->entry = own;
  return outcome;
}

static double largest(const struct cli_trial *trial) {
  return trial->sample.figure[CLI_FIGURE_LARGEST_ERROR];
}

static double mean(const struct cli_trial *trial) {
  return trial->sample.figure[CLI_FIGURE_MEAN_ERROR];
}

/* --- the published errors --- */

/* Two numbers for each of the meshes from `first` to `last`. */
static enum cli_outcome measure_errors(struct cli_trial *trial, int first, int last) {
  static const int levels[] = {0, 32, 64, 128};
  for (int m = first; m <= last; m++) {
    char mesh[64], layers[64];
    snprintf(mesh, sizeof mesh, "mesh.section=%d", m);
    snprintf(layers, sizeof layers, "prisms.layers=%d", levels[m] - 1);
    const enum cli_outcome outcome = run(trial, NULL, (const char *const[3]){mesh, layers});
    if (outcome != CLI_MEASURED) return outcome;
    trial->here[2 * (m - first)] = largest(trial);
    trial->here[2 * (m - first) + 1] = mean(trial);
  }
  return CLI_MEASURED;
}

static enum cli_outcome measure_coarse(struct cli_trial *trial) {
  return measure_errors(trial, 1, 2);
}

static enum cli_outcome measure_fine(struct cli_trial *trial) {
  return measure_errors(trial, 3, 3);
}

static const struct cli_quantity errors[] = {
    {"largest error, mesh 1, Nz 32", "", CLI_AT_MOST, 1.02e-2, 1.02e-2, CLI_NONE},
    {"root of its mean square", "", CLI_AT_MOST, 1.50e-3, 1.50e-3, CLI_NONE},
    {"largest error, mesh 2, Nz 64", "", CLI_AT_MOST, 3.12e-3, 3.12e-3, CLI_NONE},
    {"root of its mean square, mesh 2", "", CLI_AT_MOST, 3.08e-4, 3.08e-4, CLI_NONE},
};

#define NOTE                                                                                       \
  "The outline of the published meshes is not given: ours have as many triangles and edges on it " \
  "(docs/theory/prisms-mesh.md). Means are by volume. "

const struct cli_entry cli_entry_prism_errors = {
    .row = {.name = "prism-errors",
            .case_file = "prism/case.toml",
            .remark = "Poisson equation on prisms: errors of the published example"},
    .published = PAPER,
    .note = NOTE "The default solver, to a residual of 1e-8.",
    .quantity = errors,
    .quantity_count = sizeof errors / sizeof *errors,
    .f64 = true,
    .measure = measure_coarse,
};

static const struct cli_quantity errors_fine[] = {
    {"largest error, mesh 3, Nz 128", "", CLI_AT_MOST, 1.40e-3, 1.40e-3, CLI_NONE},
    {"root of its mean square", "", CLI_AT_MOST, 1.52e-4, 1.52e-4, CLI_NONE},
};

const struct cli_entry cli_entry_prism_errors_fine = {
    .row = {.name = "prism-errors-fine",
            .case_file = "prism/case.toml",
            .remark = "the same on the finest mesh, 12 million prisms"},
    .published = PAPER,
    .note = NOTE "A minute and 2 GB on a CPU.",
    .quantity = errors_fine,
    .quantity_count = sizeof errors_fine / sizeof *errors_fine,
    .f64 = true,
    .slow = true,
    .measure = measure_fine,
};

/* --- the order --- */

enum { MESHES = 4 };

/* Errors on so many meshes, each twice as fine in all directions as the one before, and rows of
 * them. `stretch`: of the layers of the coarsest. */
static enum cli_outcome measure_meshes(struct cli_trial *trial, const char *file,
                                       const char *format, const int coarsest[3], double stretch,
                                       int meshes, double error[MESHES]) {
  for (int g = 0; g < meshes; g++) {
    char mesh[96], layers[64], grow[64];
    const int finer = 1 << g;
    snprintf(mesh, sizeof mesh, format, coarsest[0] * finer, coarsest[1] * finer);
    snprintf(layers, sizeof layers, "prisms.layers=%d", coarsest[2] * finer);
    snprintf(grow, sizeof grow, "prisms.stretch=%.17g", pow(stretch, 1.0 / finer));
    const enum cli_outcome outcome = run(trial, file, (const char *const[3]){mesh, layers, grow});
    if (outcome != CLI_MEASURED) return outcome;
    error[g] = mean(trial);
    cli_trial_row(trial, (const double[CLI_TABLE_COLUMNS]){
                             (double)trial->sample.cells, largest(trial), error[g],
                             g > 0 ? log2(error[g - 1] / error[g]) : CLI_NONE, CLI_NONE});
  }
  return CLI_MEASURED;
}

static const char *const columns[CLI_TABLE_COLUMNS] = {"prisms", "largest error",
                                                       "root of its mean square", "order"};

static const struct cli_quantity orders[] = {
    {"order, 1792 to 14,336 prisms", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, 14,336 to 114,688 prisms", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, 114,688 to 917,504 prisms", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
};

static enum cli_outcome measure_order(struct cli_trial *trial) {
  double error[MESHES];
  cli_trial_columns(trial, columns);
  const enum cli_outcome outcome =
      measure_meshes(trial, NULL, "mesh={block=[%d, %d], shape=\"ring\"}", (const int[]){4, 28, 8},
                     1, MESHES, error);
  for (int g = 1; g < MESHES && outcome == CLI_MEASURED; g++)
    trial->here[g - 1] = log2(error[g - 1] / error[g]);
  return outcome;
}

const struct cli_entry cli_entry_prism_order = {
    .row = {.name = "prism-order",
            .case_file = "prism/case.toml",
            .remark = "Poisson equation on prisms: the order on the published domain"},
    .published = EXACT,
    .note = "Strips of 4 x 28 to 32 x 224 quadrangles cut in two, 8 to 64 layers; orders are of "
            "the root of the mean square by volume.",
    .quantity = orders,
    .quantity_count = sizeof orders / sizeof *orders,
    .f64 = true,
    .measure = measure_order,
};

/* --- linear fields --- */

static const struct cli_quantity linear[] = {
    {"largest error, an uneven mesh of gmsh", "", CLI_AT_MOST, 1e-11, 0, CLI_NONE},
    {"largest error, slopes given", "", CLI_AT_MOST, 1e-11, 0, CLI_NONE},
};

static enum cli_outcome measure_linear(struct cli_trial *trial) {
  static const char *const files[] = {NULL, FOLDER "prism-linear/slopes.toml"};
  for (int f = 0; f < 2; f++) {
    const enum cli_outcome outcome = run(trial, files[f], (const char *const[3]){NULL});
    if (outcome != CLI_MEASURED) return outcome;
    trial->here[f] = largest(trial);
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_prism_linear = {
    .row = {.name = "prism-linear",
            .case_file = FOLDER "prism-linear/case.toml",
            .remark = "Poisson equation on prisms: fields linear in space are kept"},
    .published = EXACT,
    .note =
        "Of fields that reach 1.6 and 5, solved to a residual of 1e-13. In the first the bottom "
        "and the surface are waves, and layers grow; in the second they are inclined planes.",
    .quantity = linear,
    .quantity_count = sizeof linear / sizeof *linear,
    .f64 = true,
    .measure = measure_linear,
};

/* --- slopes and a coefficient --- */

enum { SOLVED = 3 };
static const struct cli_quantity neumann[] = {
    {"order, 1440 to 11,520 prisms", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, 11,520 to 92,160 prisms", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, 1440 to 11,520 prisms, held nowhere", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, 11,520 to 92,160 prisms, held nowhere", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
};

static enum cli_outcome measure_neumann(struct cli_trial *trial) {
  static const char *const files[] = {NULL, FOLDER "prism-neumann/closed.toml"};
  cli_trial_columns(trial, columns);
  for (int f = 0; f < 2; f++) {
    double error[MESHES];
    const enum cli_outcome outcome = measure_meshes(trial, files[f], "mesh.block=[%d, %d]",
                                                    (const int[]){10, 9, 8}, 1.05, SOLVED, error);
    if (outcome != CLI_MEASURED) return outcome;
    for (int g = 1; g < SOLVED; g++)
      trial->here[(SOLVED - 1) * f + g - 1] = log2(error[g - 1] / error[g]);
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_prism_neumann = {
    .row = {.name = "prism-neumann",
            .case_file = FOLDER "prism-neumann/case.toml",
            .remark = "Poisson equation on prisms: slopes given, a coefficient that is not even"},
    .published = EXACT,
    .note = "phi = cos(2 x + 1) cos(3 y) cos(4 z), coefficient 2 + x y - z, between inclined "
            "planes, layers that grow. Where phi is held nowhere, that of mean 0 is compared.",
    .quantity = neumann,
    .quantity_count = sizeof neumann / sizeof *neumann,
    .f64 = true,
    .measure = measure_neumann,
};
