/* Choice of the device of a run: small winds stay on the CPU. */
#include "harness.h"

#include "run/options.h"

static struct sm_case c;
static struct sm_domain domain;

static void begin(int nx, int winds) {
  c = (struct sm_case){0};
  c.wind_source.model = SM_WIND_DIAGNOSTIC;
  c.wind.solver = SM_SOLVER_MULTIGRID;
  domain = (struct sm_domain){0};
  domain.grid.axis[0].n = nx;
  domain.grid.axis[1].n = 1000;
  domain.grid.axis[2].n = 10;
  domain.weather.time_count = winds;
}

START_TEST(winds_of_few_cells_are_small) {
  begin(100, 1); /* a million cells */
  ck_assert(sm_run_is_small(&c, &domain, 1));
  begin(101, 1);
  ck_assert(!sm_run_is_small(&c, &domain, 1));
  ck_assert(sm_run_is_small(&c, &domain, 2));
  begin(500, 1);
  ck_assert(sm_run_is_small(&c, &domain, 5));
  begin(501, 1);
  ck_assert(!sm_run_is_small(&c, &domain, 64));
}
END_TEST

START_TEST(many_winds_are_not) {
  begin(10, 10);
  ck_assert(sm_run_is_small(&c, &domain, 1));
  begin(10, 11);
  ck_assert(!sm_run_is_small(&c, &domain, 1));
  begin(50, 1);
  c.wind.direction_spread = 0.1;
  ck_assert(!sm_run_is_small(&c, &domain, 1));
}
END_TEST

START_TEST(other_models_are_not) {
  begin(10, 1);
  c.wind_source.model = SM_WIND_INCOMPRESSIBLE;
  ck_assert(!sm_run_is_small(&c, &domain, 64));
  begin(10, 1);
  c.wind.solver = SM_SOLVER_RED_BLACK_SOR;
  ck_assert(!sm_run_is_small(&c, &domain, 64));
  begin(10, 1);
  c.particles.present = true;
  ck_assert(!sm_run_is_small(&c, &domain, 64));
}
END_TEST

TEST_MAIN(winds_of_few_cells_are_small, many_winds_are_not, other_models_are_not)
