/* runs.c - short runs of whole cases: the same bits with one thread and with several, and the same
 * winds on a GPU but for rounding. What kernels do one by one is in parity.c; here is what comes of
 * their order and of what they hand each other. */
#define _DEFAULT_SOURCE
#include "case/case.h"
#include "simoom/result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures, compared;
static char folder[] = "/tmp/simoom-runs-XXXXXX";

/* A house in the corner of the first row of cells, and enough walls for several lists of tiles. */
#define TOWN(MORE)                                                                                 \
  "[domain]\ncrs = 'local'\nsize = [100, 120]\nheight = 40\ncell_size = 2\nstretch = 1\n" MORE     \
  "[[buildings.box]]\ncorner = [30, 0]\nsize = [12, 80]\nheight = 20\n"                            \
  "[[buildings.box]]\ncorner = [60, 90]\nsize = [12, 12]\nheight = 20\nrotation = 20\n"            \
  "[roughness]\nz0 = 0.1\n"
#define OPEN_SIDES                                                                                 \
  "[[flow.boundary]]\nat = 'west'\nkind = 'inflow'\nvelocity = [4, 0.5, 0]\n"                      \
  "[[flow.boundary]]\nat = 'east'\nkind = 'outflow'\n"                                             \
  "[[flow.boundary]]\nat = ['south', 'north', 'top']\nkind = 'slip'\n"
#define QUIET "[output]\nformats = ['netcdf']\n"
#define GAS(NAME, START) "[[flow.scalar]]\nname = '" NAME "'\ninitial = " START "\n"

static const struct {
  const char *name, *text;
} cases[] = {
    {"incompressible, blocks",
     TOWN("") "[wind]\nmodel = 'incompressible'\nduration = 1\n"
              "[flow]\nadvection = 'upwind'\ninitial = [4, 0.5, 0]\n" OPEN_SIDES
              "[flow.heat]\n" GAS("smoke", "1") QUIET},
    {"incompressible, cut cells",
     TOWN("solids = 'cut'\n") "[wind]\nmodel = 'incompressible'\nduration = 1\n"
                              "[flow]\nadvection = 'weno'\nsubgrid = 'vreman'\ninitial = [4, 0.5, "
                              "0]\n" OPEN_SIDES QUIET},
    {"incompressible, a mechanism",
     TOWN("") "[wind]\nmodel = 'incompressible'\nduration = 1\n"
              "[flow]\ninitial = [4, 0.5, 0]\n"
              "[flow.chemistry]\nmechanism = 'tests/data/chem/no_no2_o3.eqn'\nrtol = "
              "1e-8\n" OPEN_SIDES GAS("NO", "2e-7") GAS("NO2", "1e-8") GAS("O3", "8e-8") QUIET},
    {"compressible", TOWN("") "[wind]\nmodel = 'compressible'\nduration = 0.02\n"
                              "[flow]\ninitial = [4, 0.5, 0]\n[flow.compressible]\n" OPEN_SIDES GAS(
                                  "smoke", "1") QUIET},
    {"a gas that burns",
     "[domain]\ncrs = 'local'\nsize = [2.4e-3, 1e-4]\nheight = 1.6e-3\ncell_size = 1e-4\n"
     "stretch = 1\n[wind]\nmodel = 'compressible'\nduration = 2e-6\n"
     "[flow]\nsubgrid = 'none'\ninitial = [3, 0, 0]\n"
     "[flow.compressible]\ngravity = 0\nbackground = 'isothermal'\ntemperature = 1500\n"
     "[flow.reaction]\nmechanism = 'cases/flame/hydrogen.inp'\nmixture = 'H2:2, O2:1, N2:3.76'\n"
     "method = 'rodas4'\nrtol = 1e-8\n"
     "diffusion = 'mixture-averaged'\noutputs = ['OH']\n"
     "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = "
     "'slip'\n" QUIET},
};

static struct sm_result *run(struct sm_context *ctx, const struct sm_case *c, const char *device,
                             int threads, enum sm_status *status) {
  struct sm_run_options options = sm_run_options_default();
  struct sm_run_summary summary = {.size = sizeof summary};
  struct sm_result *result = NULL;
  options.folder = folder;
  options.device = device;
  options.threads = threads;
  options.precision = SM_F64;
  options.overwrite = true;
  *status = sm_run_keep(ctx, c, &options, &summary, &result);
  sm_run_summary_free(&summary);
  return result;
}

/* Of the cells of a field, relative to the largest; NAN: not the same solids. */
static double difference(const float *a, const float *b, int64_t count) {
  double worst = 0, largest = 1e-300;
  for (int64_t i = 0; i < count; i++) {
    if (isnan(a[i]) != isnan(b[i])) return (double)NAN;
    if (isnan(a[i])) continue;
    worst = fmax(worst, fabs((double)a[i] - (double)b[i]));
    largest = fmax(largest, fabs((double)a[i]));
  }
  return worst / largest;
}

static void compare(struct sm_context *ctx, const char *name, const char *device,
                    const struct sm_result *a, const struct sm_result *b, double limit) {
  int64_t cells = 1;
  for (int i = 0; i < sm_result_count(a); i++) {
    struct sm_array array = {.size = sizeof array};
    sm_result_array(a, i, &array);
    for (int d = 0; strcmp(array.name, "cell") == 0 && d < 3; d++) cells *= array.shape[d];
  }
  float *own = malloc((size_t)cells * sizeof *own), *other = malloc((size_t)cells * sizeof *other);
  for (int i = -3; i < sm_result_count(a); i++) {
    static const char *const wind[3] = {"u", "v", "w"};
    struct sm_array array = {.size = sizeof array};
    sm_result_array(a, i < 0 ? 0 : i, &array);
    const char *field = i < 0 ? wind[i + 3] : array.name;
    if (i >= 0 && (array.rank != 3 || array.type == SM_ARRAY_U8 || strstr(field, "_face") != NULL))
      continue;
    if (sm_result_cells(ctx, a, field, own) != SM_OK ||
        sm_result_cells(ctx, b, field, other) != SM_OK) {
      printf("%s: %s\n", name, sm_context_message(ctx));
      failures++;
      continue;
    }
    const double found = difference(own, other, cells);
    compared++;
    if (found <= limit) continue;
    printf("%s, %s: %s differs by %g\n", name, device, field, found);
    failures++;
  }
  free(own);
  free(other);
}

static void run_case(struct sm_context *ctx, int m) {
  struct sm_case *c = NULL;
  struct sm_result *one = NULL, *other = NULL;
  enum sm_status status =
      sm_case_parse(ctx, "case", cases[m].text, strlen(cases[m].text), NULL, true, &c);
  if (status == SM_OK) one = run(ctx, c, "cpu", 1, &status);
  if (status == SM_OK) other = run(ctx, c, "cpu", 3, &status);
  if (status != SM_OK) {
    printf("%s: %s\n", cases[m].name, sm_context_message(ctx));
    failures++;
  } else {
    compare(ctx, cases[m].name, "3 threads", one, other, 0);
    sm_result_destroy(&other);
    other = run(ctx, c, "cuda", 0, &status);
    if (status == SM_OK) compare(ctx, cases[m].name, "cuda", one, other, 1e-6);
    if (status != SM_OK)
      printf("%s: skipped for CUDA: %s\n", cases[m].name, sm_context_message(ctx));
    if (status != SM_OK && status != SM_ERR_DEVICE) failures++;
  }
  sm_result_destroy(&other);
  sm_result_destroy(&one);
  sm_case_destroy(&c);
}

int main(void) {
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) return 1;
  if (mkdtemp(folder) == NULL) return 1;
  for (int m = 0; m < (int)(sizeof cases / sizeof *cases); m++) run_case(ctx, m);
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) printf("%s is left\n", folder);
  printf("%d fields compared, %d failures\n", compared, failures);
  sm_context_destroy(&ctx);
  return failures != 0;
}
