/* Flows in weather that changes: a uniform wind that turns by 90 degrees within 10 minutes in an
 * empty box. The south side is an inflow at first and an outflow in the end, the north side the
 * other way round; the inflow sides have the given wind at every moment, and in the end all cells.
 */
#include "flow_run.h"
#include "physics/prescribed/host_wind.h"
#include <math.h>

static const double turned = 600, speed = 5; /* s, m/s */

static void write_case(const char *model, double cell, const char *more, char *text, size_t size) {
  snprintf(text, size,
           "[domain]\ncrs = 'local'\nsize = [%g, %g]\nheight = %g\ncell_size = %g\nstretch = 1\n"
           "[wind]\nmodel = '%s'\nduration = 900\ninterval = 100\n"
           "[[weather.station]]\nprofile = 'uniform'\nreadings = [\n"
           "{ time = 2026-05-01T12:00:00Z, speed = 5, from = 225 },\n"
           "{ time = 2026-05-01T12:10:00Z, speed = 5, from = 315 },\n"
           "{ time = 2026-05-01T12:20:00Z, speed = 5, from = 315 }]\n"
           "[[flow.boundary]]\nat = ['bottom']\nkind = 'slip'\n%s",
           10 * cell, 8 * cell, 5 * cell, cell, model, more);
}

static void given_at(double time, double wind[2]) {
  const double part = fmin(time / turned, 1), component = speed * sqrt(0.5);
  wind[0] = component;
  wind[1] = component * (1 - 2 * part);
}

static void load(const struct flow_run *r, struct sm_host_wind *wind) {
  if (wind->u[0] == NULL) assert_good(r, sm_host_wind_create(r->ctx, r->state, wind));
  assert_good(r, sm_host_wind_load(r->ctx, r->state, wind));
}

/* Largest deviation of the wind through a side from `right`, m/s. */
static double miss(const struct flow_run *r, const struct sm_host_wind *w, int side, double right) {
  const struct sm_axis *axis = r->domain->grid.axis;
  const int d = side / 2, other = 1 - d;
  double most = 0;
  for (int k = 0; k < axis[2].n; k++)
    for (int m = 0; m < axis[other].n; m++) {
      const ptrdiff_t step[3] = {1, w->sy, w->sz};
      const ptrdiff_t at = (side % 2 ? axis[d].n : 0) * step[d] + m * step[other] + k * step[2];
      most = fmax(most, fabs(w->u[d][at] - right));
    }
  return most;
}

static void assert_all(const struct flow_run *r, const struct sm_host_wind *w,
                       const double right[2], double limit) {
  const struct sm_axis *axis = r->domain->grid.axis;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < axis[2].n; k++)
      for (int j = 0; j < axis[1].n; j++)
        for (int i = 0; i < axis[0].n; i++) {
          const double is = w->u[d][i + j * w->sy + k * w->sz];
          ck_assert_msg(fabs(is - (d < 2 ? right[d] : 0)) < limit,
                        "component %d in cell %d, %d, %d: %g m/s", d, i, j, k, is);
        }
}

static void open_run(struct flow_run *r, const char *text, int threads) {
  memset(r, 0, sizeof *r);
  ck_assert_int_eq(sm_context_create(NULL, &r->ctx), SM_OK);
  assert_good(r, sm_case_parse(r->ctx, "./c", text, strlen(text), NULL, true, &r->c));
  r->model = r->c->wind_source.model == SM_WIND_COMPRESSIBLE ? &sm_model_compressible
                                                             : &sm_model_incompressible;
  assert_good(r, sm_domain_build(r->ctx, r->c, &r->domain));
  assert_good(r, sm_device_open(r->ctx, "cpu", threads, 32, 0, &r->device));
  assert_good(r, sm_model_state(r->ctx, r->model, r->c, r->domain, r->device, 0, &r->state));
  assert_good(r, sm_model_create(r->ctx, r->model, r->c, r->domain, r->state, &r->self));
}

static void assert_turns(const char *model, double cell) {
  char text[2000];
  struct flow_run r;
  struct sm_host_wind wind = {.u = {NULL}};
  const double limit = 0.01 * speed;
  write_case(model, cell, "", text, sizeof text);
  open_run(&r, text, 2);
  ck_assert_int_eq(r.domain->weather.forcing->time_count, 3);
  for (int t = 0; t < r.domain->weather.time_count; t++) {
    const double time = 100.0 * t;
    double right[2];
    assert_good(&r, sm_model_advance(r.ctx, r.model, r.self, t, &r.report));
    given_at(time, right);
    load(&r, &wind);
    const double west = miss(&r, &wind, SM_WEST, right[0]);
    const double side = miss(&r, &wind, right[1] > 0 ? SM_SOUTH : SM_NORTH, right[1]);
    ck_assert_msg(west < limit, "west, %g s: %g m/s", time, west);
    if (fabs(right[1]) > 0.1) ck_assert_msg(side < limit, "inflow, %g s: %g m/s", time, side);
  }
  assert_all(&r, &wind, (const double[2]){speed * sqrt(0.5), -speed * sqrt(0.5)}, limit);
  sm_host_wind_free(&wind);
  flow_run_destroy(&r);
}

START_TEST(incompressible_wind_turns) { assert_turns("incompressible", 20); }
END_TEST

START_TEST(compressible_wind_turns) { assert_turns("compressible", 60); }
END_TEST

/* With turbulence on all sides: its strength is that of the wind at the time. */
START_TEST(threads_give_the_same_bits) {
  char text[2000];
  struct sm_host_wind wind[2] = {{.u = {NULL}}, {.u = {NULL}}};
  write_case("incompressible", 20,
             "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"
             "kind = 'weather'\nturbulence = 0.1\nturbulence_length = 40\n",
             text, sizeof text);
  for (int m = 0; m < 2; m++) {
    struct flow_run r;
    open_run(&r, text, m + 1);
    for (int t = 0; t < 8; t++)
      assert_good(&r, sm_model_advance(r.ctx, r.model, r.self, t, &r.report));
    load(&r, &wind[m]);
    flow_run_destroy(&r);
  }
  double most = 0;
  for (int d = 0; d < 3; d++) {
    ck_assert(memcmp(wind[0].u[d], wind[1].u[d], wind[0].size * sizeof(double)) == 0);
    for (size_t m = 0; m < wind[0].size; m++) most = fmax(most, fabs(wind[0].u[d][m]));
  }
  ck_assert(most > 3.6 && most < 8); /* eddies, and no growth */
  for (int m = 0; m < 2; m++) sm_host_wind_free(&wind[m]);
}
END_TEST

/* Keys that contradict changing weather are refused with line and key. */
START_TEST(steady_keys_are_refused) {
  static const char *const more[][2] = {
      {"[flow]\nsteady = 1e-6\n", "'flow.steady' needs a steady wind"},
      {"[flow]\ngrid_sequencing = 1\nsteady = 1e-6\n",
       "'flow.grid_sequencing' needs a steady wind"},
      {"[[flow.boundary]]\nat = ['west']\nkind = 'weather'\nrecycle = 100\n",
       "'flow.boundary.recycle' needs a steady wind"}};
  for (size_t m = 0; m < sizeof more / sizeof *more; m++) {
    char text[2000];
    struct flow_run r = {.ctx = NULL};
    write_case("incompressible", 20, more[m][0], text, sizeof text);
    ck_assert_int_eq(sm_context_create(NULL, &r.ctx), SM_OK);
    assert_good(&r, sm_case_parse(r.ctx, "./c", text, strlen(text), NULL, true, &r.c));
    ck_assert_int_eq(sm_domain_build(r.ctx, r.c, &r.domain), SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(r.ctx), more[m][1]) != NULL, "%s",
                  sm_context_message(r.ctx));
    sm_case_destroy(&r.c);
    sm_context_destroy(&r.ctx);
  }
}
END_TEST

int main(void) {
  const TTest *const tests[] = {incompressible_wind_turns, compressible_wind_turns,
                                threads_give_the_same_bits, steady_keys_are_refused};
  return run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
}
