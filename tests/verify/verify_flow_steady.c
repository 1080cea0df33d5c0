/* Steady flows: the wind that is moved to where it seems to go arrives where it would have gone. */
#include "flow_run.h"
#include "physics/flow/view.h"
#include <math.h>

/* A lid at Re 1000. */
#define LID(MORE)                                                                                  \
  "[domain]\ncrs = 'local'\nsize = [1, 0.03125]\nheight = 1\ncell_size = 0.03125\nstretch = 1\n"   \
  "[wind]\nmodel = 'incompressible'\nduration = 250\n"                                             \
  "[flow]\nviscosity = 0.001\nadvection = 'central'\nsubgrid = 'none'\ninitial = [0, 0, 0]\n" MORE \
  "[[flow.boundary]]\nat = ['west', 'east', 'bottom']\nkind = 'wall'\nwall = 'no-slip'\n"          \
  "[[flow.boundary]]\nat = 'top'\nkind = 'wall'\nwall = 'no-slip'\nvelocity = [1, 0, 0]\n"         \
  "[[flow.boundary]]\nat = ['south', 'north']\nkind = 'slip'\n"

static void look(const struct flow_run *r, struct sm_flow_view *view) {
  r->model->look(r->self, view);
}

/* Largest difference of two winds, m/s. */
static double difference(const struct flow_run *a, const struct flow_run *b) {
  double most = 0;
  struct sm_flow_view view[2];
  look(a, &view[0]);
  look(b, &view[1]);
  const struct sm_flow_layout *s = &view[0].flow->layout;
  double *wind[2] = {calloc(s->size, sizeof(double)), calloc(s->size, sizeof(double))};
  for (int d = 0; d < 3; d++) {
    for (int m = 0; m < 2; m++)
      assert_good(
          a, sm_flow_download(a->ctx, view[m].flow, view[m].flow->u[view[m].wind][d], wind[m]));
    for (int k = 0; k < s->n[2]; k++)
      for (int i = 0; i < s->n[0]; i++) {
        const ptrdiff_t at = s->origin + i + k * s->step[2];
        most = fmax(most, fabs(wind[0][at] - wind[1][at]));
      }
  }
  free(wind[0]);
  free(wind[1]);
  return most;
}

START_TEST(the_way_is_shorter_and_ends_at_the_same_place) {
  struct flow_run plain, moved;
  struct sm_flow_view view;
  flow_run_create(&plain, LID(""), 2, 64);
  flow_run_create(&moved, LID("steady = 1e-7\n"), 2, 64);
  look(&moved, &view);
  printf("steady to 1e-7/s at %.4g s, %.2g m/s from the wind at 250 s\n", view.time,
         difference(&plain, &moved));
  ck_assert(view.steady);
  ck_assert_double_le(view.time, 100); /* of itself: 159 s */
  ck_assert_double_le(difference(&plain, &moved), 2e-6);
  flow_run_destroy(&plain);
  flow_run_destroy(&moved);
}
END_TEST

TEST_MAIN(the_way_is_shorter_and_ends_at_the_same_place)
