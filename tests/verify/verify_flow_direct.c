/* The direct pressure solver in the incompressible solver: the flow is that of multigrid within the
 * tolerance of the divergence, in both precisions and for every kind of sides; other flows keep
 * multigrid or say why. */
#include "flow_run.h"
#include "physics/flow/view.h"
#include "physics/prescribed/host_wind.h"
#include <math.h>

/* Expressions: none, so that no library is needed; the wind starts from noise. */
static void write_case(const char *solver, const char *sides, const char *cells, const char *more,
                       char *text, size_t size) {
  snprintf(text, size,
           "[domain]\ncrs = 'local'\nsize = [48, 40]\nheight = 24\ncell_size = %s\n"
           "[wind]\nmodel = 'incompressible'\nduration = 6\n"
           "[[weather.station]]\nspeed = 4\nfrom = 250\nprofile = 'uniform'\n"
           "[flow]\nperturbation = 1\npressure_solver = '%s'\n%s%s",
           cells, solver, sides, more);
}

#define SIDE "[[flow.boundary]]\n"
static const char *const sides[] = {
    SIDE "at = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n",
    SIDE "at = ['south', 'north']\nkind = 'periodic'\n",
    SIDE "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = 'periodic'\n",
    SIDE "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = 'slip'\n",
    "",
};

static void load(const struct flow_run *r, struct sm_host_wind *wind) {
  assert_good(r, r->model->show(r->ctx, r->self));
  assert_good(r, sm_host_wind_create(r->ctx, r->state, wind));
  assert_good(r, sm_host_wind_load(r->ctx, r->state, wind));
}

/* Largest difference of two winds in the faces of the cells, m/s. */
static double difference(const struct flow_run *r, const struct sm_host_wind *a,
                         const struct sm_host_wind *b) {
  const struct sm_axis *axis = r->domain->grid.axis;
  double most = 0;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < axis[2].n; k++)
      for (int j = 0; j < axis[1].n; j++)
        for (int i = 0; i < axis[0].n; i++) {
          const ptrdiff_t c = i + j * a->sy + k * a->sz;
          most = fmax(most, fabs(a->u[d][c] - b->u[d][c]));
        }
  return most;
}

static void assert_same_flow(const char *side, const char *cells, int bits) {
  const char *const solver[2] = {"direct", "multigrid"};
  struct flow_run run[2];
  struct sm_host_wind wind[2] = {{.u = {NULL}}, {.u = {NULL}}};
  for (int s = 0; s < 2; s++) {
    char text[2000];
    write_case(solver[s], side, cells, "", text, sizeof text);
    flow_run_create(&run[s], text, 2, bits);
    load(&run[s], &wind[s]);
    ck_assert(run[s].report.converged && run[s].report.divergence < (bits == 64 ? 1e-10 : 1e-5));
  }
  const double off = difference(run, &wind[0], &wind[1]), allowed = bits == 64 ? 1e-7 : 1e-2;
  ck_assert_msg(off > 0 && off < allowed, "f%d, cells %s, '%s': winds differ by %g m/s", bits,
                cells, side, off);
  for (int s = 0; s < 2; s++) {
    sm_host_wind_free(&wind[s]);
    flow_run_destroy(&run[s]);
  }
}

START_TEST(the_flow_is_that_of_multigrid) {
  for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
    for (int bits = 32; bits <= 64; bits += 32) {
      assert_same_flow(sides[s], "2", bits);
      assert_same_flow(sides[s], s == 2 ? "4" : "[2.5263157894736841, 2.3529411764705883, 1]",
                       bits);
    }
}
END_TEST

/* Bytes a cell of 128 x 128 x 64 cells: its arrays are in the memory of a wind that no stage reads.
 */
static double bytes_a_cell(int bits) {
  struct flow_run r = {.c = NULL};
  char text[2000];
  write_case("direct", "initial = [4.0, 0.0, 0.0]\n", "[0.375, 0.3125, 0.375]\nstretch = 1",
             sides[0], text, sizeof text);
  ck_assert_int_eq(sm_context_create(NULL, &r.ctx), SM_OK);
  assert_good(&r, sm_case_parse(r.ctx, "./c", text, strlen(text), NULL, true, &r.c));
  r.model = &sm_model_incompressible;
  assert_good(&r, sm_domain_build(r.ctx, r.c, &r.domain));
  assert_good(&r, sm_device_open_counting(r.ctx, "cpu", bits, 1, &r.device));
  assert_good(&r, sm_model_state(r.ctx, r.model, r.c, r.domain, r.device, 0, &r.state));
  assert_good(&r, sm_model_create(r.ctx, r.model, r.c, r.domain, r.state, &r.self));
  const double bytes = (double)r.device->peak / (double)sm_grid_cells(&r.domain->grid);
  flow_run_destroy(&r);
  return bytes;
}

START_TEST(a_flow_lends_its_memory) {
  const double single = bytes_a_cell(32), twice = bytes_a_cell(64);
  ck_assert_msg(single < 70 && twice < 120, "%g B a cell in f32, %g in f64", single, twice);
}
END_TEST

static enum sm_status try_run(const char *text, char *message, size_t size) {
  struct flow_run r = {.c = NULL};
  ck_assert_int_eq(sm_context_create(NULL, &r.ctx), SM_OK);
  assert_good(&r, sm_case_parse(r.ctx, "./c", text, strlen(text), NULL, true, &r.c));
  r.model = &sm_model_incompressible;
  assert_good(&r, sm_domain_build(r.ctx, r.c, &r.domain));
  assert_good(&r, sm_device_open(r.ctx, "cpu", 1, 32, 0, &r.device));
  assert_good(&r, sm_model_state(r.ctx, r.model, r.c, r.domain, r.device, 0, &r.state));
  const enum sm_status status = sm_model_create(r.ctx, r.model, r.c, r.domain, r.state, &r.self);
  snprintf(message, size, "%s", sm_context_message(r.ctx));
  flow_run_destroy(&r);
  return status;
}

START_TEST(a_building_is_refused_with_the_reason) {
  static const char building[] =
      "[[buildings.box]]\ncorner = [12, 10]\nsize = [8, 8]\nheight = 8\n";
  char text[2000], message[1000];
  write_case("direct", sides[0], "2", building, text, sizeof text);
  ck_assert_int_eq(try_run(text, message, sizeof message), SM_ERR_CASE);
  ck_assert_msg(strstr(message, "'flow.pressure_solver' is \"direct\", but there are solid cells"),
                "%s", message);
  write_case("auto", sides[0], "2", building, text, sizeof text);
  ck_assert_int_eq(try_run(text, message, sizeof message), SM_OK);
}
END_TEST

TEST_MAIN(the_flow_is_that_of_multigrid, a_flow_lends_its_memory,
          a_building_is_refused_with_the_reason)
