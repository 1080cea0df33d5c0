/* The same flow, turned by a right angle about the upward axis: blocks, a hill of terraces, smoke,
 * warm ground, in whole cells and in cut ones. */
#include "flow_run.h"
#include "physics/scalars/merged_cells.h"
#include <math.h>

enum { LONG = 24, WIDE = 16, HIGH = 8 };
#define CELL 0.125

struct text {
  char text[4000];
  size_t length;
  bool turned;
};

#define ADD(t, ...)                                                                                \
  (t)->length +=                                                                                   \
      (size_t)snprintf((t)->text + (t)->length, sizeof(t)->text - (t)->length, __VA_ARGS__)

/* x to y, y to -x. */
static void add_point(struct text *t, const char *before, double x, double y) {
  ADD(t, "%s[%.17g, %.17g", before, t->turned ? WIDE * CELL - y : x, t->turned ? x : y);
}
static void add_polygon(struct text *t, double height, double (*v)[2]) {
  ADD(t, "[[buildings.polygon]]\nheight = %.17g\nvertices = [", height);
  for (int m = 0; m < 4; m++) {
    add_point(t, m > 0 ? ", " : "", v[m][0], v[m][1]);
    ADD(t, "]");
  }
  ADD(t, "]\n");
}

static void write_case(struct text *t, bool cut, bool turned) {
  static double block[4][2] = {{0.9, 0.7}, {1.35, 0.96}, {1.09, 1.41}, {0.64, 1.15}},
                terrace[4][2] = {{1.8, 0.4}, {2.7, 0.7}, {2.4, 1.6}, {1.5, 1.3}},
                top[4][2] = {{1.94, 0.74}, {2.36, 0.86}, {2.24, 1.26}, {1.84, 1.14}};
  *t = (struct text){.turned = turned};
  ADD(t, "[domain]\ncrs = 'local'\nsize = [%g, %g]\nheight = 1\ncell_size = %g\nstretch = 1.05\n",
      CELL * (turned ? WIDE : LONG), CELL * (turned ? LONG : WIDE), CELL);
  ADD(t, "solids = '%s'\n[wind]\nmodel = 'incompressible'\nduration = 1\n", cut ? "cut" : "stair");
  add_polygon(t, 0.43, block);
  add_polygon(t, 0.12, terrace);
  add_polygon(t, 0.28, top);
  ADD(t, "[roughness]\nz0 = 0.01\n[wind.zones]\nroughness = 0.03\n[flow]\nviscosity = "
         "0.002\ntime_step = 0.04\n"
         "divergence = 1e-12\nsubgrid = 'vreman'\n");
  ADD(t, "[[flow.boundary]]\nat = '%s'\nkind = 'inflow'\nvelocity = [%g, %g, 0]\n",
      turned ? "south" : "west", turned ? -0.2 : 1, turned ? 1 : 0.2);
  ADD(t, "[[flow.boundary]]\nat = '%s'\nkind = 'outflow'\n", turned ? "north" : "east");
  ADD(t, "[[flow.boundary]]\nat = ['%s', '%s']\nkind = 'slip'\n", turned ? "east" : "south",
      turned ? "west" : "north");
  ADD(t, "[[flow.boundary]]\nat = 'bottom'\nkind = 'wall'\nheat_flux = 0.1\n[flow.heat]\n"
         "reference = 300\n[[flow.scalar]]\nname = 'smoke'\ndeposition_velocity = 0.01\n"
         "[[flow.scalar.source]]\nrate = 1\n");
  add_point(t, "position = ", 0.3, 0.9);
  ADD(t, "]\nheight = 0.1\n");
}

/* How far the turned run is from the other, and how large that is: wind, then what it carries. */
static void compare(const struct flow_run *a, const struct flow_run *b, int what, double *off,
                    double *size) {
  const struct sm_flow *fa = scalars_of(a)->flow, *fb = scalars_of(b)->flow;
  const struct sm_flow_layout *sa = &fa->layout, *sb = &fb->layout;
  double *p = calloc(sa->size, sizeof *p), *q = calloc(sb->size, sizeof *q);
  const int other = what == 0 ? 1 : what == 1 ? 0 : what;
  const bool wind = what < 3, across = what == 1;
  /* The newest wind is that which a state has; fields of a run end alike in both. */
  for (int m = 0; m < SM_FLOW_WINDS; m++) {
    if (wind) {
      assert_good(a, sm_flow_download(a->ctx, fa, fa->u[m][what], p));
      assert_good(b, sm_flow_download(b->ctx, fb, fb->u[m][other], q));
    } else {
      assert_good(a, sm_flow_download(a->ctx, fa, scalars_of(a)->item[what - 3].now, p));
      assert_good(b, sm_flow_download(b->ctx, fb, scalars_of(b)->item[what - 3].now, q));
    }
    for (int k = what == 2; k < HIGH; k++)
      for (int j = across; j < WIDE; j++)
        for (int i = what == 0; i < LONG; i++) {
          const double here = p[sa->origin + i + j * sa->step[1] + k * sa->step[2]];
          /* Low faces across y become high faces across x. */
          const int x = WIDE - 1 - j + (across ? 1 : 0);
          const double there = q[sb->origin + x + i * sb->step[1] + k * sb->step[2]];
          *off = fmax(*off, fabs(here - (across ? -there : there)));
          *size = fmax(*size, fabs(here));
        }
  }
  free(p);
  free(q);
}

static void assert_turned(bool cut) {
  static const char *const name[] = {"u", "v", "w", "temperature", "smoke"};
  static struct text text;
  struct flow_run a, b;
  write_case(&text, cut, false);
  flow_run_create(&a, text.text, 2, 64);
  write_case(&text, cut, true);
  flow_run_create(&b, text.text, 2, 64);
  ck_assert_int_eq(a.domain->grid.axis[2].n, HIGH);
  ck_assert_int_eq(a.domain->cut_count, b.domain->cut_count);
  for (int what = 0; what < 5; what++) {
    double off = 0, size = 0;
    compare(&a, &b, what, &off, &size);
    printf("%s, %s: %.2e off of %.3g\n", cut ? "cut cells" : "whole cells", name[what], off, size);
    ck_assert_double_gt(size, 0);
    ck_assert_double_le(off, 1e-11 * fmax(size, 1));
  }
  flow_run_destroy(&a);
  flow_run_destroy(&b);
}

START_TEST(a_flow_past_whole_cells_turns_with_its_scene) { assert_turned(false); }
END_TEST

START_TEST(a_flow_past_cut_cells_turns_with_its_scene) { assert_turned(true); }
END_TEST

TEST_MAIN(a_flow_past_whole_cells_turns_with_its_scene, a_flow_past_cut_cells_turns_with_its_scene)
