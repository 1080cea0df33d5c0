/* Scalar transport along walls that cut cells. */
#include "flow_run.h"
#include "physics/scalars/scalars.h"
#include "slanted.h"
#include <math.h>

#define CELLS(r, i, j, k)                                                                          \
  for (int k = 0; k < (r)->domain->grid.axis[2].n; k++)                                            \
    for (int j = 0; j < (r)->domain->grid.axis[1].n; j++)                                          \
      for (int i = 0; i < (r)->domain->grid.axis[0].n; i++)

static ptrdiff_t at(const struct flow_run *r, int i, int j, int k) {
  const struct sm_flow_layout *s = &scalars_of(r)->flow->layout;
  return s->origin + i + j * s->step[1] + k * s->step[2];
}

/* Smallest and largest value in air. */
static void find_range(const struct flow_run *r, size_t item, double *low, double *high) {
  double *host = flow_run_load(r, item);
  *low = HUGE_VAL;
  *high = -HUGE_VAL;
  CELLS(r, i, j, k) {
    if (!(sm_domain_fluid_fraction(r->domain, i, j, k) > 0)) continue;
    *low = fmin(*low, host[at(r, i, j, k)]);
    *high = fmax(*high, host[at(r, i, j, k)]);
  }
  free(host);
}

/* A block that is turned by some 30 degrees, and a hill of turned terraces, whose roofs and walls
 * go through cells wherever they come to lie. */
#define BOX                                                                                        \
  "[domain]\ncrs = 'local'\nsize = [3, 2]\nheight = 1\ncell_size = 0.125\nstretch = 1\n"           \
  "solids = 'cut'\n"
#define BLOCK                                                                                      \
  "[[buildings.polygon]]\nheight = 0.43\n"                                                         \
  "vertices = [[0.9, 0.7], [1.35, 0.96], [1.09, 1.41], [0.64, 1.15]]\n"
#define HILL                                                                                       \
  "[[buildings.polygon]]\nheight = 0.1\n"                                                          \
  "vertices = [[1.8, 0.4], [2.7, 0.7], [2.4, 1.6], [1.5, 1.3]]\n"                                  \
  "[[buildings.polygon]]\nheight = 0.17\n"                                                         \
  "vertices = [[1.86, 0.6], [2.5, 0.76], [2.34, 1.4], [1.7, 1.24]]\n"                              \
  "[[buildings.polygon]]\nheight = 0.27\n"                                                         \
  "vertices = [[1.94, 0.74], [2.36, 0.86], [2.24, 1.26], [1.84, 1.14]]\n"
#define WIND "[wind]\nmodel = 'incompressible'\nduration = 2\n"
#define SIDE "[[flow.boundary]]\n"
#define ALONG SIDE "at = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
#define FLOW                                                                                       \
  "[flow]\nviscosity = 0.001\nsubgrid = 'none'\nwalls = 'no-slip'\ninitial = [1, 0.3, 0]\n"
#define EVEN "[flow.heat]\nreference = 300\ntemperature = 310\n"

START_TEST(what_blows_past_a_block_and_a_hill_stays_what_it_is) {
#define PAST                                                                                       \
  ALONG EVEN "[[flow.scalar]]\nname = 'even'\ninitial = 0.7\ndiffusivity = 0.001\n"                \
             "[[flow.scalar]]\nname = 'half'\ninitial = 'x < 1.1 ? 1 : 0'\ndiffusivity = 0\n"
  if (!have_expressions()) return;
  for (int bits = 32; bits <= 64; bits += 32) {
    const char *const text = bits == 32 ? BOX BLOCK HILL WIND FLOW PAST
                                        : BOX BLOCK HILL WIND FLOW "divergence = 1e-12\n" PAST;
    struct flow_run r;
    struct sm_scalar_budget b;
    double low, high;
    const double round_off = bits == 32 ? 1e-6 : 1e-14;
    flow_run_create(&r, text, 2, bits);
    ck_assert_int_gt(r.domain->cut_count, 200);
    find_range(&r, 0, &low, &high);
    ck_assert_double_eq_tol(low, 10, 100 * round_off);
    ck_assert_double_eq_tol(high, 10, 100 * round_off);
    find_range(&r, 1, &low, &high);
    printf("%d bits, %d parts: 0.7 is within %.2e", bits, scalars_of(&r)->parts,
           fmax(0.7 - low, high - 0.7));
    ck_assert_double_eq_tol(low, 0.7, 100 * round_off);
    ck_assert_double_eq_tol(high, 0.7, 100 * round_off);
    find_range(&r, 2, &low, &high);
    ck_assert_double_ge(low, -100 * round_off);
    ck_assert_double_le(high, 1 + 100 * round_off);
    assert_good(&r, sm_scalars_budget(r.ctx, scalars_of(&r), 2, &b));
    printf(", 0 and 1 are %g to %.9f, %.2e of %g kg is lost\n", low, high, b.air - b.initial,
           b.initial);
    ck_assert_double_eq_tol(b.air, b.initial, (bits == 32 ? 1e-6 : 1e-12) * b.initial);
    flow_run_destroy(&r);
  }
}
END_TEST

START_TEST(accounts_are_of_everything) {
  const char *const text = BOX BLOCK HILL WIND
      "[flow]\nviscosity = 0.001\nsubgrid = 'tke'\n" SIDE
      "at = 'west'\nkind = 'inflow'\nvelocity = [1, 0.2, 0]\n" SIDE
      "at = 'east'\nkind = 'outflow'\n" SIDE "at = ['south', 'north']\nkind = 'slip'\n"
      "[[flow.scalar]]\nname = 'smoke'\ndiffusivity = 0.003\nhalf_life = 2\n"
      "deposition_velocity = 0.02\ninitial = 0.01\ninflow = 0.02\n"
      "[[flow.scalar.source]]\nposition = [0.85, 0.8]\nsize = [0.7, 0.4, 0.5]\nrate = 2\nstop = "
      "0.7\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    struct flow_run r;
    struct sm_scalar_budget b;
    double low, high;
    flow_run_create(&r, text, 2, bits);
    find_range(&r, 1, &low, &high); /* energy of eddies */
    ck_assert_double_ge(low, 0);
    ck_assert_double_gt(high, 0);
    assert_good(&r, sm_scalars_budget(r.ctx, scalars_of(&r), 0, &b));
    ck_assert(b.deposited > 0 && b.decayed > 0 && b.initial > 0 && b.emitted > 0);
    const double had = b.initial + b.emitted, has = b.air + b.deposited + b.decayed + b.left;
    ck_assert_double_eq_tol(has, had, had * (bits == 32 ? 1e-5 : 1e-12));
    flow_run_destroy(&r);
  }
}
END_TEST

START_TEST(threads_make_no_difference) {
  const char *const text = BOX BLOCK HILL WIND FLOW ALONG
      "[flow.heat]\nreference = 300\ntemperature = '300 + z'\n"
      "[[flow.scalar]]\nname = 'half'\ninitial = 'x < 1.1 ? 1 : 0'\ndiffusivity = 0.001\n";
  struct flow_run one, two;
  if (!have_expressions()) return;
  flow_run_create(&one, text, 1, 32);
  flow_run_create(&two, text, 2, 32);
  for (size_t item = 0; item < 2; item++) {
    double *a = flow_run_load(&one, item), *b = flow_run_load(&two, item);
    ck_assert(memcmp(a, b, scalars_of(&one)->flow->layout.size * sizeof *a) == 0);
    free(a);
    free(b);
  }
  flow_run_destroy(&one);
  flow_run_destroy(&two);
}
END_TEST

START_TEST(layers_at_rest_stay_at_rest) {
  const char *const text = BOX BLOCK HILL WIND
      "[flow]\nviscosity = 0\nsubgrid = 'none'\ninitial = [0, 0, 0]\ntime_step = 0.1\n" ALONG
      "[flow.heat]\nreference = 300\ntemperature = '299 + 0.5 * z'\n";
  if (!have_expressions()) return;
  for (int bits = 32; bits <= 64; bits += 32) {
    struct flow_run r;
    flow_run_create(&r, text, 2, bits);
    const struct sm_flow *flow = scalars_of(&r)->flow;
    double fastest = 0, *host = calloc(flow->layout.size, sizeof *host);
    for (int d = 0; d < 3; d++)
      for (int m = 0; m < SM_FLOW_WINDS; m++) {
        assert_good(&r, sm_flow_download(r.ctx, flow, flow->u[m][d], host));
        for (size_t i = 0; i < flow->layout.size; i++) fastest = fmax(fastest, fabs(host[i]));
      }
    free(host);
    ck_assert(fastest == 0);
    flow_run_destroy(&r);
  }
}
END_TEST

/* The flux of heat of the ground, and what comes to it by a temperature, in a box whose floor lies
 * at `floor` cells above the bottom of the lowest cells. */
static double heat_after(double floor, const char *ground) {
  char text[1500];
  struct flow_run r;
  double sum = 0;
  snprintf(
      text, sizeof text,
      "[domain]\ncrs = 'local'\nsize = [4, 4]\nheight = 8\ncell_size = 1\nstretch = 1\n"
      "solids = 'cut'\n[[buildings.box]]\ncorner = [-1, -1]\nsize = [6, 6]\nheight = %.3f\n"
      "[wind]\nmodel = 'incompressible'\nduration = 80\n"
      "[flow]\nviscosity = 0.71\nsubgrid = 'none'\ninitial = [0, 0, 0]\ntime_step = 0.1\n" ALONG
          SIDE "at = 'bottom'\nkind = 'wall'\nwall = 'no-slip'\n%s" SIDE
      "at = 'top'\nkind = 'wall'\nwall = 'no-slip'\n%s"
      "[flow.heat]\nreference = 300\nprandtl = 0.71\n",
      floor, ground, strstr(ground, "flux") ? "heat_flux = 0\n" : "temperature = 299\n");
  flow_run_create(&r, text, 2, 64);
  double *host = flow_run_load(&r, 0);
  if (strstr(ground, "flux")) {
    CELLS(&r, i, j, k)
    sum += sm_domain_fluid_fraction(r.domain, i, j, k) * host[at(&r, i, j, k)] / 16;
  } else {
    sum = 2 * (host[at(&r, 1, 1, 7)] + 1); /* flux through the lid */
  }
  free(host);
  flow_run_destroy(&r);
  return sum;
}

START_TEST(ground_within_cells_warms_the_air) {
  for (double floor = 0.1; floor < 1; floor += 0.4) {
    ck_assert_double_eq_tol(heat_after(floor, "heat_flux = 0.02\n"), 0.02 * 80, 1e-10);
    const double exact = 2 / (8 - floor), found = heat_after(floor, "temperature = 301\n");
    printf("ground at %.1f of a cell: %.4f of the flux between plates\n", floor, found / exact);
    ck_assert_double_eq_tol(found, exact, 0.25 / (8 - floor) * exact); /* a quarter of a cell */
  }
}
END_TEST

struct error {
  double inside, beside, all; /* mean errors, away from walls, in the cells that they cut, of air */
};

#define LENGTH 2.23606797749979 /* m, along the channel until it is where it was */
static double profile(double x, double y, double time) {
  const double above = y - MIDDLE - 0.5 * x, m = round(above);
  const double on = along[0] * x + along[1] * (y - m - MIDDLE) - time;
  return 2 + sin(2 * acos(-1) / LENGTH * on) * (1 + distance(x, y));
}

/* A profile that a wind of 1 m/s carries along a slanted channel. */
static struct error carry(int cells) {
  char text[5000], walls[1200];
  struct flow_run r;
  const double h = 1.0 / cells, time = 0.5;
  write_walls(h, walls, sizeof walls);
  snprintf(text, sizeof text,
           "[domain]\ncrs = 'local'\nsize = [2, 1]\nheight = %.17g\ncell_size = %.17g\n"
           "stretch = 1\nsolids = 'cut'\n%s[wind]\nmodel = 'incompressible'\nduration = %g\n"
           "[flow]\nviscosity = 0\nadvection = 'central'\nsubgrid = 'none'\nwalls = 'no-slip'\n"
           "initial = [%.17g, %.17g, 0]\n"
           "[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
           "[[flow.boundary]]\nat = ['bottom', 'top']\nkind = 'slip'\n"
           "[[flow.scalar]]\nname = 'wave'\ndiffusivity = 0\n"
           "initial = '2 + sin(2 * pi / %.17g * (%.17g * x + %.17g * (y - %.17g - rint(y - %.17g - "
           "x / 2)))) * (1 + %.17g * (y - %.17g - x / 2 - rint(y - %.17g - x / 2)))'\n",
           h, h, walls, time, along[0], along[1], LENGTH, along[0], along[1], MIDDLE, MIDDLE,
           along[0], MIDDLE, MIDDLE);
  flow_run_create(&r, text, 2, 64);
  struct error e = {0, 0, 0};
  double inside = 0, beside = 0, all = 0, *host = flow_run_load(&r, 0);
  CELLS(&r, i, j, k) {
    const double x = (i + 0.5) * h, y = (j + 0.5) * h,
                 air = sm_domain_fluid_fraction(r.domain, i, j, k);
    const double off = fabs(host[at(&r, i, j, k)] - profile(x, y, time));
    const bool cut = sm_domain_cut(r.domain, i + 2 * cells * j) >= 0;
    e.all += air * off;
    all += air;
    if (air > 0 && cut) {
      e.beside += air * off;
      beside += air;
    } else if (fabs(distance(x, y)) < 0.5 * HALF) {
      e.inside += off;
      inside++;
    }
  }
  e.all /= all;
  e.inside /= inside;
  e.beside /= beside;
  free(host);
  flow_run_destroy(&r);
  return e;
}

START_TEST(a_profile_in_a_slanted_channel_is_of_second_order) {
  struct error before = {0, 0, 0};
  if (!have_expressions()) return;
  for (int cells = 16; cells <= 64; cells *= 2) {
    const struct error e = carry(cells);
    printf("%d cells: %.3g off inside, %.3g in cut cells, %.3g in all; orders %.2f, %.2f, %.2f\n",
           cells, e.inside, e.beside, e.all, log2(before.inside / e.inside),
           log2(before.beside / e.beside), log2(before.all / e.all));
    if (before.inside > 0) ck_assert_double_ge(log2(before.inside / e.inside), 1.9);
    if (cells == 64) ck_assert_double_ge(log2(before.all / e.all), 1);
    before = e;
  }
}
END_TEST

TEST_MAIN(what_blows_past_a_block_and_a_hill_stays_what_it_is, accounts_are_of_everything,
          threads_make_no_difference, layers_at_rest_stay_at_rest,
          ground_within_cells_warms_the_air, a_profile_in_a_slanted_channel_is_of_second_order)
