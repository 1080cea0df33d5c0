/* Mixtures in cells: conductivity and diffusion beside reference numbers. */
#include "cell/cells.h"
#include "chem/kinetics/gas_transport.h"
#include "chem_states.h"
#include "data_folder.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SM_BITS 64
#include "cell/precision.h"

enum { MOST = 64 };

struct gas {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  double weight[MOST], per_weight[MOST], thermo[MOST * SM_MIXTURE_THERMO],
      conductivity[MOST * SM_MIXTURE_FIT], diffusion[MOST * MOST * SM_MIXTURE_FIT], y[MOST];
  struct sm_mixture_air air;
};

/* False: there are no data. */
static bool read_gas(struct gas *g) {
  char path[3][4096];
  static const char *const file[3] = {"mechanism.inp", "therm.dat", "tran.dat"};
  if (data_folder() == NULL) return false;
  for (int i = 0; i < 3; i++)
    snprintf(path[i], sizeof path[i], "%s/mechanisms/BurkeDryer/%s", data_folder(), file[i]);
  const struct sm_mechanism_files files = {
      .mechanism = path[0], .thermo = path[1], .transport = path[2]};
  ck_assert_int_eq(sm_context_create(NULL, &g->ctx), SM_OK);
  const enum sm_status status = sm_mechanism_read(g->ctx, &files, &g->m);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(g->ctx));
  ck_assert_int_eq(sm_mixture_thermo(g->ctx, g->m, g->thermo), SM_OK);
  ck_assert_int_eq(sm_mixture_transport(g->ctx, g->m, g->thermo, g->conductivity, g->diffusion),
                   SM_OK);
  for (int32_t k = 0; k < g->m->species_count; k++) {
    g->weight[k] = g->m->species[k].weight;
    g->per_weight[k] = 1 / g->weight[k];
  }
  g->air = (struct sm_mixture_air){.y = {.f64 = g->y},
                                   .next = 1,
                                   .t = {g->m->species_count, 0, g->weight, g->per_weight,
                                         g->thermo, g->conductivity, g->diffusion}};
  return true;
}

static void free_gas(struct gas *g) {
  sm_mechanism_destroy(&g->m);
  sm_context_destroy(&g->ctx);
}

START_TEST(polynomials_are_those_of_the_theory) {
  static struct gas g;
  if (!read_gas(&g)) return;
  double worst = 0;
  for (int32_t k = 0; k < g.m->species_count; k++)
    for (double T = 250; T < 3600; T *= 1.1) {
      const double *fit = g.conductivity + k * SM_MIXTURE_FIT;
      const double here = sqrt(T) * sm_mixture_polynomial(fit, log(T));
      worst = fmax(worst, fabs(here / sm_mixture_conductivity(g.m, g.thermo, k, T) - 1));
      for (int32_t n = 0; n < g.m->species_count; n++) {
        const double *pair = g.diffusion + (k * g.m->species_count + n) * SM_MIXTURE_FIT;
        const double by = pow(T, 1.5) * sm_mixture_polynomial(pair, log(T));
        worst = fmax(worst, fabs(by / sm_mixture_diffusivity(g.m, k, n, T) - 1));
      }
    }
  printf("polynomials: %.2g\n", worst);
  ck_assert_double_le(worst, 0.01);
  free_gas(&g);
}
END_TEST

START_TEST(mixtures_conduct_and_diffuse_as_in_the_reference) {
  static struct gas g;
  FILE *file = fixture_open("burke2012_transport.csv");
  char line[4096];
  double conducts = 0, diffuses = 0;
  if (file == NULL || !read_gas(&g)) return;
  const int n = g.m->species_count;
  ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
  ck_assert_ptr_nonnull(strstr(line, "Y_H,Y_H2,Y_O,Y_OH")); /* the order of the mechanism */
  while (fgets(line, sizeof line, file) != NULL) {
    double x[4 + 2 * MOST], moles = 0;
    ck_assert_int_eq(fixture_numbers(line, x, 4 + 2 * n), 4 + 2 * n);
    const double T = x[0], p = x[1];
    for (int k = 0; k < n; k++) moles += (g.y[k] = x[4 + k]) / g.weight[k];
    const double here = sm_mixture_conductivity_at_f64(&g.air, 0, T, moles, log(T));
    conducts = fmax(conducts, fabs(here / x[3] - 1));
    for (int k = 0; k < n; k++) {
      /* rho D / W = p D / (R T) */
      const double d =
          sm_mixture_diffusivity_at_f64(&g.air, 0, k, T, moles, log(T)) * SM_MIXTURE_R * T / p;
      diffuses = fmax(diffuses, fabs(d / x[4 + n + k] - 1));
    }
  }
  fclose(file);
  printf("conductivity %.2g, diffusivities %.2g\n", conducts, diffuses);
  ck_assert_double_le(conducts, 0.02);
  ck_assert_double_le(diffuses, 0.02);
  free_gas(&g);
}
END_TEST

TEST_MAIN(polynomials_are_those_of_the_theory, mixtures_conduct_and_diffuse_as_in_the_reference)
