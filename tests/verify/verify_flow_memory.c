/* What a flow takes of a device's memory, told before it is made. */
#include "base/context.h"
#include "case/case.h"
#include "domain/domain.h"
#include "harness.h"
#include "physics/model.h"
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;

/* The wind is made; then what it was said to take is what it has taken, but for small tables and
 * what lies on sides. */
static void assert_bytes(const struct sm_model *model, const char *more, int bits) {
  char text[2000];
  struct sm_case *c = NULL;
  struct sm_domain *domain = NULL;
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  void *self = NULL;
  size_t expected = 0;
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [48, 40]\nheight = 32\ncell_size = 1\nstretch = 1\n"
           "[wind]\nmodel = '%s'\nduration = 1\n%s",
           model == &sm_model_compressible ? "compressible" : "incompressible", more);
  enum sm_status status = sm_case_parse(ctx, "./c", text, strlen(text), NULL, true, &c);
  if (status == SM_OK) status = sm_domain_build(ctx, c, &domain);
  if (status == SM_OK) status = sm_device_open(ctx, "cpu", 2, bits, 0, &device);
  if (status == SM_OK) status = sm_model_state(ctx, model, c, domain, device, 0, &state);
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  const size_t before = device->allocated;
  status = model->bytes(ctx, c, domain, bits, &expected);
  if (status == SM_OK) status = sm_model_create(ctx, model, c, domain, state, &self);
  size_t all = device->allocated;
  if (status == SM_OK &&
      c->flow.grid_sequencing > 0) { /* the coarser grids are there for a while */
    status = sm_model_advance(ctx, model, self, 1, &report);
    all = device->peak;
  }
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  const double taken = (double)(all - before);
  ck_assert_double_le((double)expected, taken);
  ck_assert_double_ge((double)expected, 0.95 * taken - 60e3);
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_device_close(&device);
  sm_domain_destroy(&domain);
  sm_case_destroy(&c);
}

#define STILL "initial = [0, 0, 0]\n"
#define SIDES(KIND)                                                                                \
  "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = '" KIND "'\n"

START_TEST(it_is_that_of_the_precision_and_of_joined_ends) {
  const struct sm_model *model = &sm_model_incompressible;
  for (int bits = 32; bits <= 64; bits += 32) {
    assert_bytes(model, "[flow]\nsubgrid = 'none'\n" STILL SIDES("slip"), bits);
    assert_bytes(model, "[flow]\n" STILL SIDES("periodic"), bits);
  }
}
END_TEST

START_TEST(eddies_means_heat_and_scalars_are_in_it) {
  const struct sm_model *model = &sm_model_incompressible;
  const char *const more[] = {
      "[flow]\nsubgrid = 'smagorinsky'\n" STILL SIDES("periodic"),
      "[flow]\nmean_from = 0\n" STILL SIDES("periodic"),
      "[flow]\nmean_from = 0\n" STILL "[flow.heat]\n[[flow.scalar]]\nname = 'a'\n" SIDES("slip"),
      "[flow]\nsubgrid = 'none'\n" STILL
      "[[flow.scalar]]\nname = 'a'\n[[flow.scalar]]\nname = 'b'\n" SIDES("periodic")};
  for (size_t m = 0; m < sizeof more / sizeof *more; m++) assert_bytes(model, more[m], 32);
}
END_TEST

START_TEST(tiles_of_walls_are_in_it) {
  static const char houses[] =
      "[flow]\nsubgrid = 'none'\n" STILL
      "[[buildings.box]]\ncorner = [4, 4]\nsize = 8\nheight = 24\n"
      "[[buildings.box]]\ncorner = [20, 6]\nsize = [4, 28]\nheight = 28\n"
      "[[buildings.box]]\ncorner = [34, 20]\nsize = 12\nheight = 16\n" SIDES("slip");
  for (int bits = 32; bits <= 64; bits += 32) assert_bytes(&sm_model_incompressible, houses, bits);
}
END_TEST

START_TEST(coarser_grids_are_in_it) {
  for (int bits = 32; bits <= 64; bits += 32)
    assert_bytes(&sm_model_incompressible,
                 "[flow]\nsteady = 1e-3\ngrid_sequencing = 2\n" STILL SIDES("slip"), bits);
}
END_TEST

START_TEST(the_scheme_of_griebel_takes_what_it_says) {
  for (int bits = 32; bits <= 64; bits += 32)
    assert_bytes(&sm_model_mac_sor, "[flow]\n" STILL "[flow.mac_sor]\n" SIDES("slip"), bits);
}
END_TEST

START_TEST(the_compressible_solver_takes_what_it_says) {
  const char *const more[] = {
      "[flow]\nsubgrid = 'none'\n" STILL SIDES("slip"),
      "[flow]\nsubgrid = 'tke'\nmean_from = 0\n" STILL
      "[[flow.scalar]]\nname = 'a'\n[[flow.scalar]]\nname = 'b'\n" SIDES("periodic")};
  for (int bits = 32; bits <= 64; bits += 32)
    for (size_t m = 0; m < sizeof more / sizeof *more; m++)
      assert_bytes(&sm_model_compressible, more[m], bits);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {it_is_that_of_the_precision_and_of_joined_ends,
                                eddies_means_heat_and_scalars_are_in_it,
                                tiles_of_walls_are_in_it,
                                coarser_grids_are_in_it,
                                the_scheme_of_griebel_takes_what_it_says,
                                the_compressible_solver_takes_what_it_says};
  if (sm_context_create(NULL, &ctx) != SM_OK) return EXIT_FAILURE;
  const int code = run_tests(__FILE__, tests, sizeof tests / sizeof *tests);
  sm_context_destroy(&ctx);
  return code;
}
