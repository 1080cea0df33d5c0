/* The same air, turned by a right angle about the upward axis: blocks, a terrace, eddies, rough
 * walls, a sponge, layers of unlike depth. */
#include "verify/compressible_run.h"

enum { LONG = 20, WIDE = 14, HIGH = 9 };

struct text {
  char text[4000];
  size_t length;
  bool turned;
};

#define ADD(t, ...)                                                                                \
  (t)->length +=                                                                                   \
      (size_t)snprintf((t)->text + (t)->length, sizeof(t)->text - (t)->length, __VA_ARGS__)

/* x to y, y to -x. */
static void add_box(struct text *t, const double at[2], const double size[2], double height) {
  const double x = t->turned ? WIDE - at[1] - size[1] : at[0], y = t->turned ? at[0] : at[1];
  ADD(t, "[[buildings.box]]\ncorner = [%g, %g]\nsize = [%g, %g]\nheight = %g\n", x, y,
      size[t->turned], size[!t->turned], height);
}

static void write_case(struct text *t, bool turned) {
  *t = (struct text){.turned = turned};
  ADD(t,
      "[domain]\ncrs = 'local'\nsize = [%d, %d]\nheight = 10\ncell_size = 1\nstretch = 1.1\n" WIND(
          "0.1"),
      turned ? WIDE : LONG, turned ? LONG : WIDE);
  add_box(t, (double[]){6, 3}, (double[]){3, 4}, 3);
  add_box(t, (double[]){11, 8}, (double[]){2, 3}, 2);
  ADD(t, "[flow]\nviscosity = 0.01\nsubgrid = 'vreman'\nsponge = 4\nsponge_rate = 5\n");
  ADD(t, "coriolis = 0.05\ngeostrophic = [%g, %g]\nacceleration = [%g, %g, 0.05]\n",
      turned ? -2.0 : 8.0, turned ? 8.0 : 2.0, turned ? -0.1 : 0.2, turned ? 0.2 : 0.1);
  ADD(t, "initial = [%s]\n", turned ? "-2, '8 + 0.1 * z', 0" : "'8 + 0.1 * z', 2, 0");
  ADD(t, "[flow.compressible]\npotential_temperature = '288 + 0.1 * z'\n");
  ADD(t, "[[flow.boundary]]\nat = '%s'\nkind = 'inflow'\nvelocity = [%s]\n",
      turned ? "south" : "west", turned ? "-2, '8 + 0.1 * z', 0" : "'8 + 0.1 * z', 2, 0");
  ADD(t, "[[flow.boundary]]\nat = '%s'\nkind = 'outflow'\n", turned ? "north" : "east");
  ADD(t, "[[flow.boundary]]\nat = ['%s', '%s']\nkind = 'slip'\n", turned ? "east" : "south",
      turned ? "west" : "north");
}

/* How far what is carried in the turned run is from the other, and how large that is. */
static void compare(const struct flow_run *a, const struct flow_run *b, int field, double *off,
                    double *size) {
  const int other = field == SM_RHO_U ? SM_RHO_V : field == SM_RHO_V ? SM_RHO_U : field;
  const double sign = field == SM_RHO_V ? -1 : 1; /* v becomes -u */
  double *p = load(a, field), *q = load(b, other);
  *off = *size = 0;
  for (int k = 0; k < HIGH; k++)
    for (int j = 0; j < WIDE; j++)
      for (int i = 0; i < LONG; i++) {
        const double here = p[cell(a, i, j, k)];
        *off = fmax(*off, fabs(here - sign * q[cell(b, WIDE - 1 - j, i, k)]));
        *size = fmax(*size, fabs(here));
      }
  free(p);
  free(q);
}

START_TEST(air_turns_with_its_scene) {
  static const char *const name[SM_CONSERVED_FIELDS] = {"density", "u", "v", "w", "energy"};
  static struct text text;
  struct flow_run a, b;
  write_case(&text, false);
  flow_run_create(&a, text.text, 2, 64);
  write_case(&text, true);
  flow_run_create(&b, text.text, 2, 64);
  ck_assert_int_eq(a.domain->grid.axis[2].n, HIGH);
  ck_assert_int_gt(model_of(&a)->steps, 80);
  ck_assert_int_eq(model_of(&a)->steps, model_of(&b)->steps);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    double off, size;
    compare(&a, &b, f, &off, &size);
    printf("%s: %.2e off of %.3g\n", name[f], off, size);
    ck_assert_double_gt(size, 0);
    ck_assert_double_le(off, 1e-11 * size);
  }
  flow_run_destroy(&a);
  flow_run_destroy(&b);
}
END_TEST

TEST_MAIN(air_turns_with_its_scene)
