/* Particles give the same bits with any number of threads and devices, and after a checkpoint. */
#include "particle_cases.h"

/* --- whatever runs it --- */

#define ALL(PRECISION)                                                                             \
  BASE PRECISION                                                                                   \
      "duration = 30\nsnapshots = 10\nturbulence = true\nlateral_boundary = 'reset'\nground = "    \
      "'deposit'\n"                                                                                \
      "trajectories = 30\n[turbulence]\nmodel = 'local'\n" BLOCK                                   \
      "[[particles.species]]\nname = 'gas'\nhalf_life = 20\ndeposition_velocity = 0.02\n"          \
      "daughter = 'progeny'\n"                                                                     \
      "[[particles.species]]\nname = 'dust'\nmedian_diameter = '60 um'\n"                          \
      "geometric_deviation = 2\ndensity = 2650\n"                                                  \
      "[[particles.species]]\nname = 'progeny'\nhalf_life = 5\ndeposition_velocity = 0.03\n"       \
      "[particles.concentration]\ncell_size = 10\ninterval = 7.5\nsample = 0.5\n"                  \
      "thresholds = [1e-6]\n[[particles.receptor]]\nposition = [60, 40]\n"                         \
      "[[particles.line_of_sight]]\nposition = [5, 5]\nend = [95, 75]\n" SOURCE                    \
      "species = 'gas'\nposition = [30, 40]\nsize = [20, 20, 10]\ncount = 5000\nstop = "           \
      "13\n" SOURCE                                                                                \
      "species = 'dust'\nposition = [50, 40]\nheight = 5\nradius = 4\ncount = 7001\nrate = 0.03\n"

/* Final state of a run, as bytes. */
struct result {
  struct sm_particle_list list;
  double budget[3 * SM_BUDGET_TERMS], deposition[3 * 320], received[3], depth;
  float *concentration, *arrival_time;
  double *dose;
  size_t boxes, tracks;
  double (*place)[3];
};

static void keep(struct cloud *s, struct result *out) {
  const struct sm_plume_view view = sm_particles_plume(s->particles);
  struct sm_particle_trajectories tracks;
  *out = (struct result){.list = cloud_list(s)};
  good(s, sm_particles_budget(s->ctx, s->particles, out->budget, out->deposition));
  good(s, sm_particles_track(s->ctx, s->particles, &tracks));
  out->boxes = 3 * (size_t)(view.n[0] * view.n[1] * view.n[2]);
  out->concentration = malloc(out->boxes * sizeof *out->concentration);
  out->dose = malloc(out->boxes * sizeof *out->dose);
  memcpy(out->concentration, view.concentration[0], out->boxes * sizeof *out->concentration);
  memcpy(out->dose, view.dose[0], out->boxes * sizeof *out->dose);
  out->arrival_time = malloc(out->boxes * sizeof *out->arrival_time);
  memcpy(out->arrival_time, view.arrival_time[0], out->boxes * sizeof *out->arrival_time);
  memcpy(out->received, view.received, sizeof out->received);
  out->depth = view.depth[0];
  out->tracks = tracks.count;
  out->place = malloc(tracks.count * sizeof *out->place);
  memcpy(out->place, tracks.place, tracks.count * sizeof *out->place);
}
static void drop(struct result *r) {
  sm_particle_list_free(&r->list);
  free(r->concentration);
  free(r->dose);
  free(r->arrival_time);
  free(r->place);
}

#define SAME(FIELD, COUNT)                                                                         \
  ck_assert_int_eq(memcmp(a->FIELD, b->FIELD, (COUNT) * sizeof *a->FIELD), 0)
static void are_same(const struct result *a, const struct result *b) {
  const size_t n = a->list.count;
  ck_assert_uint_eq(n, b->list.count);
  SAME(list.id, n);
  SAME(list.place, n);
  SAME(list.species, n);
  SAME(list.diameter, n);
  SAME(list.mass, n);
  SAME(list.velocity, n);
  SAME(list.age, n);
  SAME(budget, 3 * SM_BUDGET_TERMS);
  SAME(deposition, 3 * 320);
  SAME(received, 3);
  ck_assert(a->depth == b->depth);
  SAME(concentration, a->boxes);
  SAME(dose, a->boxes);
  SAME(arrival_time, a->boxes);
  ck_assert_uint_eq(a->tracks, b->tracks);
  for (size_t i = 0; i < a->tracks; i++)
    for (int d = 0; d < 3; d++)
      ck_assert(a->place[i][d] == b->place[i][d] ||
                (isnan(a->place[i][d]) && isnan(b->place[i][d])));
}

static void start(struct cloud *s, bool f64, int devices, int threads) {
  cloud_read(s, f64 ? ALL("precision = 'f64'\n") : ALL(""));
  good(s, cloud_try(s, devices, threads, 0));
  cloud_blow(s, 3, 0.5, 0);
  cloud_set_turbulence(s, 0.5, -0.1, 0.05);
}
static void run_all(bool f64, int devices, int threads, struct result *out) {
  struct cloud s;
  start(&s, f64, devices, threads);
  cloud_add_wind(&s, 0);
  cloud_until(&s, CLOUD_END);
  keep(&s, out);
  cloud_end(&s);
}

static void compare_devices(bool f64) {
  struct result one, other;
  run_all(f64, 1, 1, &one);
  ck_assert(one.list.count > 1000 && one.depth > 0 && one.budget[SM_BUDGET_DEPOSITED] > 0);
  for (int devices = 1; devices <= 3; devices++) {
    run_all(f64, devices, devices == 3 ? 1 : 2, &other);
    are_same(&one, &other);
    drop(&other);
  }
  drop(&one);
}

START_TEST(threads_and_devices_change_no_bit) {
  compare_devices(false);
  compare_devices(true);
}
END_TEST

/* Saved in the middle with one number of devices, gone on with another: once between two batches,
 * once at the end of an interval. */
static void compare_resumed(bool f64) {
  struct result straight, resumed;
  run_all(f64, 1, 2, &straight);
  for (int way = 0; way < 6; way++) {
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS];
    struct cloud s;
    start(&s, f64, 1 + way % 3, 2);
    cloud_add_wind(&s, 0);
    cloud_until(&s, way < 3 ? CLOUD_SNAPSHOT : CLOUD_INTERVAL);
    good(&s, sm_particles_save(s.ctx, s.particles, part));
    cloud_end(&s);
    start(&s, f64, 1 + (way + 1) % 3, 2);
    sm_particles_load(s.particles, part);
    cloud_add_wind(&s, 0);
    near(sm_particles_get_progress(s.particles).time, way < 3 ? 10 : 7.5, 1e-9);
    cloud_until(&s, CLOUD_END);
    keep(&s, &resumed);
    are_same(&straight, &resumed);
    drop(&resumed);
    cloud_end(&s);
    sm_particles_free_checkpoint(part);
  }
  drop(&straight);
}

START_TEST(saved_and_loaded_runs_end_the_same) {
  compare_resumed(false);
  compare_resumed(true);
}
END_TEST

/* Parts of another case do not fit. */
START_TEST(parts_of_another_run_are_refused) {
  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS];
  struct cloud s;
  start(&s, false, 1, 2);
  cloud_add_wind(&s, 0);
  cloud_until(&s, CLOUD_SNAPSHOT);
  good(&s, sm_particles_save(s.ctx, s.particles, part));
  cloud_end(&s);
  cloud_open(&s, BASE "duration = 20\n" SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n", 1);
  sm_particles_load(s.particles, part);
  cloud_blow(&s, 1, 0, 0);
  ck_assert_int_eq(sm_particles_add_wind(s.ctx, s.particles, s.state, 0), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "the checkpoint has"));
  cloud_end(&s);
  start(&s, true, 1, 2); /* the same in f64 */
  sm_particles_load(s.particles, part);
  ck_assert_int_eq(sm_particles_add_wind(s.ctx, s.particles, s.state, 0), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "particle_f64"));
  cloud_end(&s);
  sm_particles_free_checkpoint(part);
}
END_TEST

TEST_MAIN(threads_and_devices_change_no_bit, saved_and_loaded_runs_end_the_same,
          parts_of_another_run_are_refused)
