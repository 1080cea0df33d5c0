/* verify_rans_cut.c - steady Reynolds-averaged flow on cut cells: over an inclined plane the wind
 * along its contours keeps the logarithmic profile of the distance from the plane. */
#define _POSIX_C_SOURCE 200809L
#include "gis_files.h"
#include "harness.h"

#include "case/case.h"
#include "domain/domain.h"
#include "physics/model.h"

#define SLOPE 0.25
#define ROUGHNESS 0.1

struct run {
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  void *self;
  struct sm_step_report report;
};

/* Ground that rises by SLOPE towards the north. */
static void put_slope(void) {
  FILE *file = fopen(scratch_path("slope.asc"), "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "ncols 66\nnrows 34\nxllcorner -30\nyllcorner -30\ncellsize 10\n");
  for (int j = 33; j >= 0; j--)
    for (int i = 0; i < 66; i++)
      fprintf(file, "%.4f%c", SLOPE * fmin(fmax(10 * (j + 0.5) - 30, 0), 280), i < 65 ? ' ' : '\n');
  ck_assert_int_eq(fclose(file), 0);
}

static void compute(struct run *r, const char *model_name, const char *solids) {
  char text[1000];
  memset(r, 0, sizeof *r);
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\norigin = [0, 0]\nsize = [600, 280]\nheight = 200\n"
           "cell_size = [10, 10, 4]\nstretch = 1\nsolids = '%s'\n"
           "[terrain]\nfile = '%s'\n[roughness]\nz0 = %g\n"
           "[[weather.station]]\nheight = 10\nspeed = 5\nfrom = 270\n[wind]\nmodel = '%s'\n",
           solids, scratch_path("slope.asc"), ROUGHNESS, model_name);
  good(sm_case_parse(ctx, "./c", text, strlen(text), NULL, true, &r->c));
  const struct sm_model *model = sm_model_of(r->c);
  good(sm_domain_build(ctx, r->c, &r->domain));
  good(sm_device_open(ctx, "cpu", 2, 32, 0, &r->device));
  good(sm_model_state(ctx, model, r->c, r->domain, r->device, 0, &r->state));
  good(sm_model_create(ctx, model, r->c, r->domain, r->state, &r->self));
  good(sm_model_advance(ctx, model, r->self, 0, &r->report));
}

static void finish(struct run *r) {
  sm_model_destroy(sm_model_of(r->c), &r->self);
  sm_state_destroy(&r->state);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
}

/* The wind blows along the contours: that of the weather is free of divergence, so that the
 * right-hand side of the Poisson equation is rounding alone. */
START_TEST(the_diagnostic_wind_along_a_slope_is_told_to_be_solved) {
  struct run r;
  begin();
  put_slope();
  for (int m = 0; m < 2; m++) {
    compute(&r, "diagnostic", m == 0 ? "stair" : "cut");
    ck_assert(r.report.converged);
    ck_assert_double_le(r.report.divergence, 1e-14);
    finish(&r);
  }
  end();
}
END_TEST

/* Every layer cuts the ground at another height. Above 1.5 cells the wind is within 3 % of the law,
 * k within 10 %, as far from the sides as eddies of their size reach. */
START_TEST(the_wind_along_a_slope_keeps_the_logarithmic_law) {
  struct run r;
  begin();
  put_slope();
  compute(&r, "rans", "cut");
  ck_assert(r.report.converged);
  const struct sm_axis *axis = r.domain->grid.axis;
  const double friction = 0.4 * 5 / log(10 / ROUGHNESS + 1), along = 1 / hypot(1, SLOPE);
  double worst[2] = {0, 0}, lowest = 0;
  int count = 0;
  for (int j = axis[1].n / 2 - 4; j < axis[1].n / 2 + 4; j++)
    for (int i = 20; i <= 50; i += 10)
      for (int k = 0; k < axis[2].n; k++) {
        const double ground = (double)r.domain->terrain[i + (ptrdiff_t)axis[0].n * j];
        const ptrdiff_t c = i + j * r.state->sy + k * r.state->sz;
        const double above = (axis[2].centre[k] - ground) * along;
        if (above < 2 || above > 60) continue;
        const double law = friction / 0.4 * log(above / ROUGHNESS + 1);
        const double off = fabs((double)r.state->field[SM_FIELD_U].f32[c] / law - 1);
        const double energy = (double)r.state->field[SM_FIELD_TKE].f32[c];
        const double more = fabs(energy / (friction * friction / 0.3) - 1);
        if (above < 6) lowest = fmax(lowest, off);
        if (above < 6) continue;
        worst[0] = fmax(worst[0], off);
        worst[1] = fmax(worst[1], more);
        count++;
      }
  printf("wind within %.1f %%, k within %.1f %%, wind of the lowest cells within %.1f %%, %d\n",
         100 * worst[0], 100 * worst[1], 100 * lowest, count);
  ck_assert_int_gt(count, 300);
  ck_assert_double_le(worst[0], 0.03);
  ck_assert_double_le(worst[1], 0.1);
  ck_assert_double_le(lowest, 0.06);
  finish(&r);
  end();
}
END_TEST

TEST_MAIN(the_diagnostic_wind_along_a_slope_is_told_to_be_solved,
          the_wind_along_a_slope_keeps_the_logarithmic_law)
