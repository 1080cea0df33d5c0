/* Transport and exchange in the compressible solver: scalars by the mass of the air, heat of walls
 * and the drag that goes with it, the energy of eddies, air that flows in warm. */
#include "flow_run.h"
#include "physics/compressible/model.h"
#include "physics/scalars/scalars.h"
#include <math.h>

#define BOX(SIZE, HEIGHT, CELL)                                                                    \
  "[domain]\ncrs = 'local'\nsize = [" SIZE "]\nheight = " HEIGHT "\ncell_size = " CELL             \
  "\nstretch = 1\n"
#define SIDES(AT, KIND) "[[flow.boundary]]\nat = [" AT "]\nkind = '" KIND "'\n"
#define WIND(MODEL, DURATION) "[wind]\nmodel = '" MODEL "'\nduration = " DURATION "\n"
#define ALL_ROUND "'west', 'east', 'south', 'north'"

static const struct sm_compressible *model_of(const struct flow_run *r) { return r->self; }

static ptrdiff_t cell(const struct flow_run *r, int i, int j, int k) {
  const struct sm_flow_layout *s = &scalars_of(r)->flow->layout;
  return s->origin + i + j * s->step[1] + k * s->step[2];
}

static bool is_air(const struct flow_run *r, int i, int j, int k) {
  return (sm_domain_cell_bits(r->domain, i, j, k) & SM_OPEN_ALL) != 0;
}

/* Smallest and largest part of the air's mass. */
static void find_range(const struct flow_run *r, size_t item, double range[2]) {
  const int *n = scalars_of(r)->flow->layout.n;
  double *y = flow_run_load(r, item);
  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        if (!is_air(r, i, j, k)) continue;
        range[0] = fmin(range[0], y[cell(r, i, j, k)]);
        range[1] = fmax(range[1], y[cell(r, i, j, k)]);
      }
  free(y);
}

static struct sm_scalar_budget balance_of(const struct flow_run *r, size_t item) {
  struct sm_scalar_budget b;
  assert_good(r, sm_scalars_budget(r->ctx, scalars_of(r), item, &b));
  return b;
}

/* --- scalars --- */

/* Gusts of 5 m/s between houses: of 1 everywhere, and of nothing but a block of smoke. */
#define STORM(GAS)                                                                                 \
  BOX("16, 12", "12", "1")                                                                         \
  "[[buildings.box]]\ncorner = [4, 4]\nsize = [4, 3]\nheight = 5\n" WIND(                          \
      "compressible",                                                                              \
      "0.25") "[flow]\ninitial = [9, -3, 1]\nperturbation = 5\n[flow.compressible]\n"              \
              "gravity = 0\n" GAS SIDES("'west', 'east'", "periodic")                              \
                  SIDES("'south', 'north', 'top'",                                                 \
                        "slip") "[[flow.scalar]]\nname = 'all'\ninitial = 1\n"                     \
                                "[[flow.scalar]]\nname = 'block'\n"

static void assert_carried(const char *text, int bits, double parts, double kept) {
  struct flow_run r;
  double all[2], block[2];
  flow_run_create(&r, text, 2, bits);
  find_range(&r, 0, all);
  find_range(&r, 1, block);
  const double rho = model_of(&r)->gas.rho[0] > 0 ? model_of(&r)->gas.rho[0] : 1 / all[0];
  ck_assert_double_eq_tol(all[0] * rho, 1, kept);
  ck_assert_double_eq_tol(all[1] * rho, 1, kept);
  ck_assert_double_ge(block[0], 0);
  ck_assert_double_le(block[1] * rho, 1 + kept);
  for (size_t item = 0; item < 2; item++) {
    const struct sm_scalar_budget b = balance_of(&r, item);
    printf("%d bits, %d parts: %s changed by %.2e of %.6g kg\n", bits, scalars_of(&r)->parts,
           b.name, fabs(b.air - b.initial) / b.initial, b.initial);
    ck_assert_double_eq_tol(b.air, b.initial, kept * b.initial);
  }
  double *y = flow_run_load(&r, 1);
  ck_assert_double_gt(y[cell(&r, 0, 2, 8)], 0.1); /* round the joined sides */
  free(y);
  ck_assert_double_ge(scalars_of(&r)->parts, parts);
  flow_run_destroy(&r);
}

#define BLOCK "diffusivity = 0\ninitial = 'x > 8 && y < 6 ? 1 : 0'\n"
START_TEST(a_uniform_part_stays_so_and_no_mass_is_lost) {
  if (!have_expressions()) return;
  assert_carried(STORM("") BLOCK, 64, 1, 1e-13);
  assert_carried(STORM("integrator = 'rk2'\nflux = 'slau2'\n") BLOCK, 64, 1, 1e-13);
  assert_carried(STORM("integrator = 'euler'\nflux = 'kurganov-tadmor'\n") BLOCK, 64, 1, 1e-13);
  assert_carried(STORM("[flow.forward_euler]\nsolids = 'no-flux'\n") BLOCK, 64, 1, 1e-13);
  /* a scalar that spreads so fast that steps have parts */
  assert_carried(STORM("") "initial = 'x > 8 ? 1 : 0'\ndiffusivity = 500\n", 64, 2, 1e-13);
  assert_carried(STORM("") BLOCK, 32, 1, 1e-5);
}
END_TEST

/* A wave in a wind of 100 m/s, once round 1 km: mean size of the error. */
static double wave_error(int n) {
  char text[1200];
  struct flow_run r;
  double sum = 0;
  snprintf(text, sizeof text,
           BOX("1000, 10", "10", "[%g, 10, 10]")
               WIND("compressible", "10") "[flow]\ninitial = [100, 0, 0]\nsubgrid = 'none'\n"
                                          "viscosity = 0\n[flow.compressible]\ngravity = 0\n" SIDES(
                                              "'west', 'east'", "periodic")
                                              SIDES("'south', 'north', 'bottom', 'top'",
                                                    "slip") "[[flow.scalar]]\nname = 'a'\n"
                                                            "diffusivity = 0\ninitial = '1 + "
                                                            "sin(2 * pi * x / 1000)'\n",
           1000.0 / n);
  flow_run_create(&r, text, 1, 64);
  double *y = flow_run_load(&r, 0);
  for (int i = 0; i < n; i++)
    sum += fabs(y[cell(&r, i, 0, 0)] * model_of(&r)->gas.rho[0] - 1 -
                sin(2 * acos(-1) * (i + 0.5) / n));
  free(y);
  flow_run_destroy(&r);
  return sum / n;
}

START_TEST(a_wave_is_carried_with_an_order_above_two) {
  if (!have_expressions()) return;
  const double coarse = wave_error(32), fine = wave_error(64), order = log2(coarse / fine);
  printf("a wave once round: errors %.2e, %.2e, order %.2f\n", coarse, fine, order);
  ck_assert_double_ge(order, 2);
  ck_assert_double_lt(fine, 5e-3);
}
END_TEST

/* A source in a wind that blows through, with what settles, decays and flows in. */
#define THROUGH                                                                                    \
  BOX("24, 8", "8", "1")                                                                           \
  "[[buildings.box]]\ncorner = [8, 2]\nsize = [3, 3]\nheight = 3\n" WIND(                          \
      "compressible", "1") "[flow]\ninitial = [10, 0, 0]\n[flow.compressible]\n" SIDES("'west'",   \
                                                                                       "inflow")   \
                                                                                                   \
      "velocity = [10, 0, 0]\n" SIDES("'east'", "outflow") SIDES(                                  \
          "'south', 'north'",                                                                      \
          "periodic") "[[flow.scalar]]\nname = 'smoke'\ninitial = 0.5\ninflow = 0.2\nhalf_life = " \
                      "2\n"                                                                        \
                      "deposition_velocity = 0.3\n[[flow.scalar.source]]\nposition = [5, 3.5]\n"   \
                      "height = 1\n"                                                               \
                      "size = [2, 3, 2]\nrate = 3\nstart = 0.1\nstop = 0.7\n"

START_TEST(accounts_agree) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct flow_run r;
    flow_run_create(&r, THROUGH, 2, bits);
    const struct sm_scalar_budget b = balance_of(&r, 0);
    const double came = b.initial + b.emitted, gone = b.deposited + b.decayed + b.left;
    printf("%d bits: %.6g kg at first, %.4g released; in the air %.6g, settled %.4g, decayed %.4g, "
           "left %.4g; %.1e lost\n",
           bits, b.initial, b.emitted, b.air, b.deposited, b.decayed, b.left, came - gone - b.air);
    ck_assert_double_eq_tol(b.emitted, 3 * 0.6, 1e-12);
    ck_assert_double_gt(b.deposited, 1);
    ck_assert_double_gt(b.decayed, 1);
    ck_assert_double_gt(fabs(b.left), 1);
    ck_assert_double_eq_tol(b.air + gone, came, (bits == 64 ? 1e-12 : 1e-5) * came);
    flow_run_destroy(&r);
  }
}
END_TEST

/* --- heat --- */

/* J/m2 in a column of air, with the energy of its height. */
static double energy_of(const struct flow_run *r, int i, int j) {
  const struct sm_compressible *m = model_of(r);
  const struct sm_axis *z = &r->domain->grid.axis[2];
  double *e = calloc(m->flow->layout.size, sizeof *e),
         *rho = calloc(m->flow->layout.size, sizeof *e);
  double sum = 0;
  assert_good(r, sm_flow_download(r->ctx, m->flow, m->gas.q[0][SM_RHO_E], e));
  assert_good(r, sm_flow_download(r->ctx, m->flow, m->gas.q[0][SM_RHO], rho));
  for (int k = 0; k < z->n; k++) {
    if (!is_air(r, i, j, k)) continue;
    const double height = z->centre[k] - z->face[0];
    sum += z->width[k] * (e[cell(r, i, j, k)] + m->gas.c->gravity * height * rho[cell(r, i, j, k)]);
  }
  free(e);
  free(rho);
  return sum;
}

/* Calm air over flat ground, under a lid, all round joined. */
#define COLUMN(MODEL, DURATION, FLOW)                                                              \
  BOX("8, 8", "20", "2") WIND(MODEL, DURATION) "[flow]\n" FLOW SIDES(ALL_ROUND, "periodic")

/* 300 K and 101325 Pa at the ground. */
static const double c_p = 3.5 * SM_AIR_GAS_CONSTANT,
                    ground_rho = 101325 / (SM_AIR_GAS_CONSTANT * 300);

START_TEST(heat_of_walls_is_the_energy_that_air_gains) {
  const double top = ground_rho * pow(1 - 9.81 * 20 / (c_p * 300), 2.5);
  const double given = 2 * c_p * (0.5 * ground_rho - 0.2 * top);
  for (int bits = 32; bits <= 64; bits += 32) {
    struct flow_run r;
    flow_run_create(
        &r,
        COLUMN("compressible", "2", "initial = [0, 0, 0]\n[flow.compressible]\ntemperature = 300\n")
            SIDES("'bottom'", "wall") "heat_flux = 0.5\n" SIDES("'top'",
                                                                "slip") "heat_flux = -0.2\n",
        2, bits);
    const double gained = energy_of(&r, 0, 1);
    printf("%d bits: %.6g J/m2 given, %.1e more gained\n", bits, given, gained - given);
    ck_assert_double_eq_tol(gained, given, (bits == 64 ? 1e-10 : 1e-4) * given);
    flow_run_destroy(&r);
  }
}
END_TEST

/* The ground under a house is its roof. */
START_TEST(roofs_and_ground_heat_alike) {
  struct flow_run r;
  flow_run_create(
      &r,
      BOX("12, 8", "20",
          "2") "[[buildings.box]]\ncorner = [-1, -1]\nsize = [5, 9]\n"
               "height = 6\n" WIND(
                   "compressible",
                   "1e-3") "[flow]\ninitial = [0, 0, 0]\n[flow.compressible]\ntemperature = "
                           "300\n" SIDES(ALL_ROUND, "slip")
                               SIDES("'bottom'", "wall") "heat_flux = 0.5\n",
      1, 64);
  const double roof = ground_rho * pow(1 - 9.81 * 6 / (c_p * 300), 2.5);
  const double given = 1e-3 * 0.5 * c_p * (2 * roof + 4 * ground_rho);
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += energy_of(&r, i, 0);
  ck_assert_double_eq_tol(sum, given, 1e-9 * given);
  flow_run_destroy(&r);
}
END_TEST

/* Stress of the ground over the square of the wind, in a wind of 4 m/s; and what its lowest cells
 * lose of it, m/s2. */
static void find_drag(const char *text, double *drag, double *slowed) {
  struct flow_run r;
  flow_run_create(&r, text, 1, 64);
  const struct sm_flow *flow = scalars_of(&r)->flow;
  const size_t bytes = flow->drag_count * sizeof(double);
  double *host = malloc(bytes);
  assert_good(&r, sm_device_download(r.ctx, r.device, host, flow->drags.f32, bytes));
  *drag = host[flow->drag.floor.f64 - flow->drags.f64];
  free(host);
  *slowed = NAN;
  if (r.c->wind_source.model == SM_WIND_COMPRESSIBLE) {
    double *u = calloc(flow->layout.size, sizeof *u);
    const struct sm_compressible *m = model_of(&r);
    assert_good(&r, sm_flow_download(r.ctx, flow, m->gas.q[0][SM_RHO_U], u));
    *slowed = (4 - u[cell(&r, 0, 0, 0)] / m->gas.rho[0]) / 1e-4;
    free(u);
  }
  flow_run_destroy(&r);
}

#define BLOWN(GROUND)                                                                              \
  "initial = [4, 0, 0]\nsubgrid = 'none'\n" SIDES("'bottom'", "wall") "roughness = 0.1\n" GROUND
#define HEAT "[flow.heat]\nreference = 300\n"
#define GAS "[flow.compressible]\ntemperature = 300\n"
#define BOTH(GROUND)                                                                               \
  {                                                                                                \
    COLUMN("incompressible", "1e-4", BLOWN(GROUND) HEAT),                                          \
        COLUMN("compressible", "1e-4", BLOWN(GROUND) GAS)                                          \
  }

START_TEST(warm_ground_drags_as_in_the_incompressible_solver) {
  static const char *const cases[][2] = {BOTH("heat_flux = 1e-9\n"), BOTH("heat_flux = 0.2\n"),
                                         BOTH("heat_flux = -0.03\n"), BOTH("temperature = 306\n"),
                                         BOTH("temperature = 296\n")};
  double neutral = 0;
  for (size_t m = 0; m < sizeof cases / sizeof *cases; m++) {
    double drag[2], slowed[2];
    for (int e = 0; e < 2; e++) find_drag(cases[m][e], &drag[e], &slowed[e]);
    printf("stress over the square of the wind: %.5e, incompressible %.5e\n", drag[1], drag[0]);
    ck_assert_double_eq_tol(drag[1], drag[0], 1e-4 * drag[0]);
    ck_assert_double_eq_tol(slowed[1], drag[1] * 16 / 2, 2e-3 * drag[1] * 16 / 2);
    if (m == 0) neutral = drag[0];
    if (m > 0) ck_assert_double_gt(fabs(drag[0] - neutral), 4e-3 * neutral);
  }
}
END_TEST

/* --- the energy of eddies --- */

/* A shear of 0.05/s between lids, in air whose potential temperature rises by 0.01 K/m: the energy
 * of eddies at a height of 10 m after 20 s, m2/s2. */
#define SHEAR(MODEL, HEAT_TABLE)                                                                   \
  BOX("8, 8", "20", "2")                                                                           \
  WIND(MODEL, "20")                                                                                \
  "[flow]\ninitial = ['0.5 + 0.05 * z', 0, 0]\nsubgrid = 'tke'\n"                                  \
  "viscosity = 0\n" SIDES(ALL_ROUND, "periodic") SIDES("'bottom', 'top'", "slip") HEAT_TABLE

static double energy_in(const char *text, size_t item) {
  struct flow_run r;
  flow_run_create(&r, text, 2, 64);
  double *e = flow_run_load(&r, item);
  const double here = e[cell(&r, 1, 2, 5)];
  free(e);
  flow_run_destroy(&r);
  return here;
}

START_TEST(eddies_have_the_energy_of_the_incompressible_solver) {
  if (!have_expressions()) return;
  const double known = energy_in(
      SHEAR("incompressible", "[flow.heat]\nreference = 300\ntemperature = '300 + 0.01 * z'\n"), 1);
  const double gas = energy_in(
      SHEAR("compressible",
            "[flow.compressible]\ntemperature = 300\npotential_temperature = '300 + 0.01 * z'\n"),
      0);
  printf("energy of eddies: %.5e m2/s2, incompressible %.5e\n", gas, known);
  ck_assert_double_eq_tol(gas, known, 0.02 * known);
}
END_TEST

/* --- what flows in --- */

START_TEST(air_that_flows_in_has_the_temperature_of_the_side) {
  struct flow_run r;
  flow_run_create(
      &r,
      BOX("40, 8", "8", "2") WIND(
          "compressible",
          "4") "[flow]\ninitial = [30, 0, 0]\nsubgrid = 'none'\n[flow.compressible]\n"
               "temperature = 300\n" SIDES(
                   "'west'", "inflow") "velocity = [30, 0, 0]\ntemperature = 303\n" SIDES("'east'",
                                                                                          "outflow")
                   SIDES("'south', 'north'", "periodic") SIDES("'bottom', 'top'", "slip"),
      2, 64);
  const struct sm_compressible *m = model_of(&r);
  double *t = calloc(m->flow->layout.size, sizeof *t);
  assert_good(&r, sm_flow_download(r.ctx, m->flow, m->gas.q[SM_SCRATCH_SET][1], t));
  for (int k = 0; k < 4; k++) {
    const double known = 303 * pow(m->gas.p[k] / 101325, 2.0 / 7);
    ck_assert_double_eq_tol(t[cell(&r, 10, 1, k)], known, 0.05);
  }
  free(t);
  flow_run_destroy(&r);
}
END_TEST

TEST_MAIN(a_uniform_part_stays_so_and_no_mass_is_lost, a_wave_is_carried_with_an_order_above_two,
          accounts_agree, heat_of_walls_is_the_energy_that_air_gains, roofs_and_ground_heat_alike,
          warm_ground_drags_as_in_the_incompressible_solver,
          eddies_have_the_energy_of_the_incompressible_solver,
          air_that_flows_in_has_the_temperature_of_the_side)
