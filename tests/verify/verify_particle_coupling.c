/* Two-way coupling of grains and air: the momentum of both stays, a grain stops and a dusty gas
 * relaxes as the exact solutions say, and no bit depends on threads. Hindered settling. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "harness.h"
#include "particles_fixture.h"
#include "physics/incompressible/model.h"
#include "run/simulation.h"
#include "scratch_folder.h"
#include "simoom/simoom.h"

/* 8 m, periodic along x and y, between planes that slip; Stokes drag, no weight. */
#define BOX                                                                                        \
  "[case]\nname = 'a'\n[output]\nformats = []\n[domain]\ncrs = 'local'\nsize = [8, 8]\n"           \
  "height = 8\ncell_size = 1\nstretch = 1\n[[flow.boundary]]\n"                                    \
  "at = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n[[flow.boundary]]\n"                \
  "at = ['bottom', 'top']\nkind = 'slip'\n[flow]\nviscosity = 1e-5\nsubgrid = 'none'\n"
#define TWO_WAY                                                                                    \
  "[particles]\ncoupling = 'two-way'\ndrag = 'stokes'\nmean_free_path = 0\ngravity = 0\n"          \
  "lateral_boundary = 'periodic'\ntop = 'reflect'\n"
#define SAND                                                                                       \
  "[[particles.species]]\nname = 'sand'\ndiameter = 1e-4\ndensity = 2500\n"                        \
  "deposition_velocity = 0\n"
static const double tau = 2500 * 1e-8 / (18 * 1.78e-5); /* s */

struct coupled {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_run_options options;
  struct sm_simulation *s;
};

static void fine(const struct coupled *r, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(r->ctx));
}

static struct coupled start(const char *text, int threads, enum sm_precision precision) {
  struct coupled r = {0};
  ck_assert_int_eq(sm_context_create(NULL, &r.ctx), SM_OK);
  scratch_open();
  r.options = sm_run_options_default();
  r.options.folder = scratch_folder;
  r.options.device = "cpu";
  r.options.threads = threads;
  r.options.precision = precision;
  r.options.overwrite = true;
  fine(&r, sm_case_parse(r.ctx, "./case.toml", text, strlen(text), NULL, true, &r.c));
  fine(&r, sm_simulation_create(r.ctx, r.c, &r.options, &r.s));
  return r;
}

/* Goes on from a checkpoint, as if the run had been killed after some more steps. */
static void resume(struct coupled *r) {
  fine(r, sm_simulation_save(r->ctx, r->s));
  fine(r, sm_simulation_step(r->ctx, r->s));
  sm_simulation_destroy(&r->s);
  r->options.resume = true;
  fine(r, sm_simulation_create(r->ctx, r->c, &r->options, &r->s));
}

static void run_to(struct coupled *r, double time) {
  fine(r, sm_simulation_advance_to(r->ctx, r->s, time));
}

static void leave(struct coupled *r) {
  sm_simulation_destroy(&r->s);
  sm_case_destroy(&r->c);
  scratch_leave();
  sm_context_destroy(&r->ctx);
}

static const struct sm_incompressible *flow_of(const struct coupled *r) { return r->s->self; }
static struct sm_particle_set *set_of(const struct coupled *r) {
  return r->s->dispersion.particles->set[0];
}

/* --- momentum --- */

/* Of the air, over all faces that a component has of its own; cells of 1 m3. */
static double air_momentum(const struct coupled *r, int d) {
  const struct sm_incompressible *m = flow_of(r);
  const struct sm_flow_layout *s = &m->flow->layout;
  double *u = calloc(s->size, sizeof *u), sum = 0;
  fine(r, sm_flow_download(r->ctx, m->flow, m->flow->u[m->begin][d], u));
  for (int k = 0; k < 8; k++)
    for (int j = 0; j < 8; j++)
      for (int i = 0; i < 8; i++) sum += u[s->origin + i + j * s->step[1] + k * s->step[2]];
  free(u);
  return 1.225 * sum;
}

static double grain_momentum(const struct coupled *r, int d) {
  const struct sm_particle_set *set = set_of(r);
  double sum = 0;
  for (int64_t p = 0; p < set->count; p++) {
    const int species = set->plan->kinds->kind[set->particle[p].kind].species;
    sum += (double)set->tag[p].mass * set->plan->sources->quantum[species] *
           (double)set->particle[p].v[d];
  }
  return sum;
}

/* Momentum that the air has not received yet. */
static double pending_momentum(const struct coupled *r, int d) {
  const struct sm_impulse_field *impulse = sm_particles_impulse(r->s->dispersion.particles);
  double sum = 0;
  for (size_t f = 0; f < impulse->count; f++) sum += (double)impulse->component[d][f];
  return 1.225 * impulse->quantum * sum;
}

static double momentum(const struct coupled *r, int d) {
  return air_momentum(r, d) + grain_momentum(r, d) + pending_momentum(r, d);
}

/* Two sizes, at random places, with the drag of Schiller and Naumann, in a flow that they stir up,
 * in steps of the flow of their own length. */
START_TEST(momentum_of_air_and_grains_stays) {
  struct coupled r = start(
      BOX "initial = [2, -1, 0]\nperturbation = 0.5\ncourant = 0.2\n[wind]\n"
          "model = 'incompressible'\nduration = 0.5\n[particles]\ncoupling = 'two-way'\ngravity = "
          "0\nstep = 0.01\n"
          "lateral_boundary = 'periodic'\ntop = 'reflect'\n" SAND
          "[[particles.species]]\nname = 'coarse'\ndiameter = 4e-4\ndensity = 2500\n"
          "deposition_velocity = 0\n[[particles.source]]\nspecies = 'sand'\nshape = 'domain'\n"
          "count = 5000\nmass = 300\nvelocity = [-3, 1, 0.5]\n[[particles.source]]\n"
          "species = 'coarse'\nshape = 'domain'\ncount = 5000\nmass = 200\nvelocity = [0, 4, 0]\n",
      1, SM_F64);
  const double air = air_momentum(&r, 0);
  const double before[2] = {air - 3 * 300, air_momentum(&r, 1) + 300 + 4 * 200};
  run_to(&r, 0.5);
  ck_assert_int_gt(flow_of(&r)->steps, 5);
  ck_assert(fabs(air_momentum(&r, 0) - air) > 100);
  for (int d = 0; d < 2; d++)
    ck_assert_msg(fabs(momentum(&r, d) - before[d]) < 1e-12 * 2000, "%d: %.15g, not %.15g", d,
                  momentum(&r, d), before[d]);
  leave(&r);
}
END_TEST

/* --- one grain, a dusty gas --- */

/* A grain so light that the air stays at rest: it stops after v tau. */
START_TEST(a_grain_stops_after_its_stopping_distance) {
  struct coupled r =
      start(BOX "time_step = 0.01\n[wind]\nmodel = 'incompressible'\nduration = 1.5\n" TWO_WAY
                "step = 0.005\n" SAND
                "[[particles.source]]\nposition = [4, 4]\nheight = 4\ncount = 1\nmass = 1e-6\n"
                "velocity = [2, 0, 0]\n",
            1, SM_F64);
  struct sm_particle_list list;
  run_to(&r, 1.5);
  fine(&r, sm_particles_list(r.ctx, r.s->dispersion.particles, &list));
  ck_assert_double_eq_tol(list.place[0][0] - 4, 2 * tau, 1e-6);
  ck_assert_double_eq_tol(air_momentum(&r, 0), 2e-6, 1e-10);
  sm_particle_list_free(&list);
  leave(&r);
}
END_TEST

/* Grains as heavy as `loading` times the air, evenly spread and at rest in a wind of 1 m/s: the
 * difference of velocities falls as exp(-(1 + loading) t / tau), and momentum stays. Returns the
 * error of the difference at half a relaxation time in so many steps. */
static double relaxation_error(double loading, int steps) {
  char text[2048];
  const double end = 0.5 * tau;
  snprintf(text, sizeof text,
           BOX "initial = [1, 0, 0]\ntime_step = %.17g\n[wind]\nmodel = 'incompressible'\n"
               "duration = %.17g\n" TWO_WAY "step = %.17g\n" SAND
               "[[particles.source]]\nshape = 'domain'\nplacement = 'uniform'\ncount = 4096\n"
               "mass = %.17g\nvelocity = [0, 0, 0]\n",
           end / steps, end, end / steps, 1.225 * 512 * loading);
  struct coupled r = start(text, 1, SM_F64);
  run_to(&r, end);
  const double mass = 1.225 * 512, u = (air_momentum(&r, 0) + pending_momentum(&r, 0)) / mass;
  const double v = grain_momentum(&r, 0) / (mass * loading);
  ck_assert_double_eq_tol(u + loading * v, 1, 1e-9);
  leave(&r);
  return u - v - exp(-(1 + loading) * end / tau);
}

START_TEST(a_dusty_gas_relaxes_at_the_exact_rate) {
  static const double loading[] = {0.1, 1, 4};
  for (size_t m = 0; m < sizeof loading / sizeof *loading; m++) {
    const double coarse = relaxation_error(loading[m], 20), mid = relaxation_error(loading[m], 40);
    const double best = relaxation_error(loading[m], 80);
    ck_assert_msg(fabs(best) < 0.01 * loading[m], "loading %g: %g", loading[m], best);
    ck_assert_msg(fabs(coarse / mid - 2) < 0.25 && fabs(mid / best - 2) < 0.12,
                  "loading %g: errors %g, %g, %g are not of first order", loading[m], coarse, mid,
                  best);
  }
}
END_TEST

/* --- nothing depends on the order --- */

enum { PARCELS = 5000 };
#define SUSPENSION(KEYS)                                                                           \
  BOX "initial = [2, -1, 0]\nperturbation = 0.5\n[wind]\nmodel = 'incompressible'\n"               \
      "duration = 0.2\ninterval = 0.1\n[particles]\ncoupling = 'two-way'\n"                        \
      "hindered_settling = 'di-felice'\nlateral_boundary = 'periodic'\n" KEYS SAND                 \
      "[[particles.source]]\nshape = 'domain'\ncount = 5000\nmass = 3000\n"                        \
      "[particles.collisions]\n"

/* Parcels by their number, and the momentum of the air. */
struct end {
  struct sm_particle particle[PARCELS];
  double air[3];
};

static struct end *end_of(struct coupled *r) {
  const struct sm_particle_set *set = set_of(r);
  struct end *end = calloc(1, sizeof *end);
  for (int64_t p = 0; p < set->count; p++)
    end->particle[set->tag[p].id & 0xffff] = set->particle[p];
  for (int d = 0; d < 3; d++) end->air[d] = air_momentum(r, d);
  leave(r);
  return end;
}

static void are_same(struct end *a, struct end *b) {
  ck_assert_mem_eq(a->particle, b->particle, sizeof a->particle);
  for (int d = 0; d < 3; d++) ck_assert(a->air[d] == b->air[d]);
  free(a);
  free(b);
}

START_TEST(threads_change_no_bit) {
  struct coupled one = start(SUSPENSION("step = 0.01\n"), 1, SM_F32);
  run_to(&one, 0.2);
  struct end *alone = end_of(&one);
  struct coupled three = start(SUSPENSION("step = 0.01\n"), 3, SM_F32);
  run_to(&three, 0.2);
  are_same(alone, end_of(&three));
}
END_TEST

/* Saved between two winds, with a step of its own or one that follows from the first wind, and at
 * the time of a wind. */
START_TEST(a_resumed_run_ends_the_same) {
  static const double saved[] = {0.06, 0.06, 0.1};
  static const char *const text[] = {SUSPENSION("step = 0.01\n"), SUSPENSION(""), SUSPENSION("")};
  for (int m = 0; m < 3; m++) {
    struct coupled straight = start(text[m], 1, SM_F32);
    run_to(&straight, saved[m]); /* where a step of the flow ends */
    run_to(&straight, 0.2);
    struct end *end = end_of(&straight);
    struct coupled r = start(text[m], 1, SM_F32);
    run_to(&r, saved[m]);
    resume(&r);
    run_to(&r, 0.2);
    are_same(end, end_of(&r));
  }
}
END_TEST

/* Momentum given to faces does the work there that it does at the grain: the transpose of the
 * interpolation; and it adds up to what was given. */
START_TEST(faces_take_momentum_by_the_adjoint_of_the_interpolation) {
  enum { N = 4, FACES = 5 * 5 * 5 };
  static float wind[3][FACES];
  static int64_t impulse[3][FACES], dropped;
  struct sm_particle_coupling c = {.sy = 5, .sz = 25, .per_quantum = 1e12, .dropped = &dropped};
  const struct sm_face_winds winds = {5, 25, {wind[0]}, {wind[1]}, {wind[2]}};
  double work = 0, given[3] = {0, 0, 0}, at_faces = 0, taken[3] = {0, 0, 0};
  for (int d = 0; d < 3; d++) {
    c.advance.air.grid_f32.n[d] = N;
    c.impulse[d] = impulse[d];
    for (int f = 0; f < FACES; f++) wind[d][f] = (float)rand() / (float)RAND_MAX - 0.5f;
  }
  struct sm_face_impulse f = {-1, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int m = 0; m < 1000; m++) {
    struct sm_grid_position_f32 at;
    double lost[3];
    float u[3];
    for (int d = 0; d < 3; d++) {
      at.cell[d] = rand() % N;
      at.part[d] = (uint32_t)rand() * 2u;
      lost[d] = (double)rand() / RAND_MAX - 0.5;
      given[d] += lost[d];
    }
    sm_wind_faces_f32(&winds, &at, u);
    for (int d = 0; d < 3; d++) work += lost[d] * (double)u[d];
    sm_impulse_take(&c, &f, &at, lost);
  }
  sm_impulse_add(&c, &f);
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < FACES; k++) {
      at_faces += (double)impulse[d][k] * 1e-12 * (double)wind[d][k];
      taken[d] += (double)impulse[d][k] * 1e-12;
    }
  ck_assert_double_eq_tol(at_faces, work, 1e-5); /* the wind is in single precision */
  for (int d = 0; d < 3; d++) ck_assert_double_eq_tol(taken[d], given[d], 1e-9);
  ck_assert_int_eq(dropped, 0);
}
END_TEST

/* --- what cannot be right is said --- */

START_TEST(air_too_light_for_its_grains_is_warned_of) {
  struct coupled r =
      start(BOX "initial = [1, 0, 0]\ntime_step = 0.05\n[wind]\nmodel = 'incompressible'\n"
                "duration = 0.2\n" TWO_WAY SAND
                "[[particles.source]]\nshape = 'domain'\nplacement = 'uniform'\ncount = 4096\n"
                "mass = 6000\n",
            1, SM_F32);
  run_to(&r, 0.2);
  ck_assert(r.s->dispersion.particles->warned_stiff);
  ck_assert_double_eq_tol(r.s->dispersion.particles->densest, 6000.0 / 512 / 2500, 1e-6);
  leave(&r);
}
END_TEST

START_TEST(drag_beyond_the_range_of_a_cell_is_refused) {
  struct coupled r =
      start(BOX "initial = [1, 0, 0]\ntime_step = 0.05\n[wind]\nmodel = 'incompressible'\n"
                "duration = 0.2\n" TWO_WAY SAND
                "[[particles.source]]\nposition = [4, 4]\nheight = 4\ncount = 1\nmass = 1e12\n"
                "velocity = [9, 0, 0]\n",
            1, SM_F32);
  ck_assert_int_eq(sm_simulation_advance_to(r.ctx, r.s, 0.2), SM_ERR_DIVERGED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(r.ctx), "beyond the range"));
  leave(&r);
}
END_TEST

START_TEST(coupling_on_two_devices_is_refused) {
  struct cloud s;
  cloud_read(&s, BOX "[wind]\nmodel = 'incompressible'\nduration = 0.2\n" TWO_WAY SAND
                     "[[particles.source]]\nshape = 'domain'\ncount = 10\nmass = 1\n");
  ck_assert_int_eq(cloud_try(&s, 2, 1, 0.2), SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "on 2 devices"));
  cloud_end(&s);
}
END_TEST

/* --- hindered settling --- */

START_TEST(the_exponent_of_di_felice_has_its_limits) {
  ck_assert_double_eq_tol((double)sm_di_felice_exponent(0), 3.7, 1e-6);
  ck_assert_double_eq_tol((double)sm_di_felice_exponent(31.6227766f), 3.05, 1e-5);
  ck_assert_double_eq_tol((double)sm_di_felice_exponent(1), 3.7 - 0.65 * exp(-1.125), 1e-5);
}
END_TEST

/* An even suspension in still air, slow grains: (1 - s)^4.7 of the speed of one. */
START_TEST(slow_grains_settle_by_the_power_of_the_air_between_them) {
  static const double solids[] = {0.01, 0.1, 0.3};
  for (size_t m = 0; m < 3; m++) {
    struct cloud s;
    char text[1024];
    snprintf(text, sizeof text,
             "[[weather.station]]\nspeed = 0\nfrom = 270\nheight = 4\nprofile = 'uniform'\n"
             "[domain]\nsize = [8, 8]\ncell_size = 1\nheight = 8\nstretch = 1\n"
             "[particles]\nduration = 0.02\nstep = 0.001\nlateral_boundary = 'periodic'\n"
             "drag = 'stokes'\nmean_free_path = 0\nhindered_settling = 'di-felice'\n"
             "[[particles.species]]\ndiameter = 1e-5\ndensity = 2500\ndeposition_velocity = 0\n"
             "[[particles.source]]\nshape = 'domain'\nplacement = 'uniform'\ncount = 4096\n"
             "mass = %g\n",
             2500 * 512 * solids[m]);
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    const double alone = 2500 * 1e-10 / (18 * 1.78e-5) * 9.81 * (1 - 1.225 / 2500);
    struct sm_particle_list list = cloud_list(&s);
    for (size_t p = 0; p < list.count; p++) /* those at the ends are other numbers in a cell */
      if (fabs(list.place[p][2] - 4) < 2)
        ck_assert_double_eq_tol(-(double)list.velocity[p][2] / alone, pow(1 - solids[m], 4.7),
                                1e-5);
    sm_particle_list_free(&list);
    cloud_end(&s);
  }
}
END_TEST

TEST_MAIN(momentum_of_air_and_grains_stays, a_grain_stops_after_its_stopping_distance,
          a_dusty_gas_relaxes_at_the_exact_rate, threads_change_no_bit, a_resumed_run_ends_the_same,
          faces_take_momentum_by_the_adjoint_of_the_interpolation,
          air_too_light_for_its_grains_is_warned_of, drag_beyond_the_range_of_a_cell_is_refused,
          coupling_on_two_devices_is_refused, the_exponent_of_di_felice_has_its_limits,
          slow_grains_settle_by_the_power_of_the_air_between_them)
