/* Sources: how many particles, how much mass, when and on which lattice. */
#include "harness.h"
#include "particles_fixture.h"
#include "random_numbers.h"

#define BASE                                                                                       \
  "[[weather.station]]\nspeed = 5\nfrom = 270\n"                                                   \
  "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n"
#define SOURCE "[[particles.source]]\n"
#define PLACE SOURCE "position = [50, 40]\nheight = 10\n"

struct scene {
  struct cloud cloud;
  struct sm_releases *releases;
  struct sm_particle_sources sources;
};

static enum sm_status try(struct scene *s, const char *text, double duration) {
  *s = (struct scene){0};
  cloud_read(&s->cloud, text);
  good(&s->cloud, sm_releases_create(s->cloud.ctx, s->cloud.c, s->cloud.domain, &s->releases));
  return sm_particle_sources_create(s->cloud.ctx, s->cloud.c, s->releases, s->cloud.domain,
                                    duration, &s->sources);
}
static void begin(struct scene *s, const char *text, double duration) {
  good(&s->cloud, try(s, text, duration));
}
static void end(struct scene *s) {
  sm_particle_sources_free(&s->sources);
  sm_releases_destroy(&s->releases);
  cloud_end(&s->cloud);
}

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

static struct sm_emission emission_of(const struct sm_particle_source *s) {
  return (struct sm_emission){.total = s->total,
                              .at = s->at,
                              .emitted = s->emitted,
                              .rate = s->rate,
                              .moments = s->moments};
}

/* All kinds of time: those that have been counted are those whose moments have come. */
START_TEST(counts_are_of_those_that_are_born) {
  static const char *const times[] = {
      "",
      "start = 7\n",
      "start = 3\nstop = 20\n",
      "rate = 2\nstart = 5\n",
      "rates = [[2, 0], [9, 1], [12, 1], [18, 0]]\n",
      "rates = [[0, 3], [5, 0], [8, 0], [50, 2]]\n",
      "rates = [[1, 1], [1.5, 0], [2, 0], [2.5, 1], [8, 0.01], [25, 0]]\n"};
  for (size_t m = 0; m < sizeof times / sizeof *times; m++)
    for (int count = 1; count < 2000; count = 3 * count + 1) {
      char text[1000];
      struct scene s;
      snprintf(text, sizeof text, BASE PLACE "count = %d\n%s", count, times[m]);
      begin(&s, text, 30);
      const struct sm_particle_source *own = s.sources.item;
      const struct sm_emission e = emission_of(own);
      ck_assert_int_eq(own->total, count);
      int64_t before = 0;
      for (double t = 0; t < 31; t += 0.3 * any()) {
        const int64_t now = sm_particle_source_count(own, t);
        ck_assert(now >= before && now <= count);
        for (int64_t n = before; n < count && n < now + 2; n++) {
          const double born = sm_emission_time(&e, ((double)n + 0.5) / count);
          ck_assert_msg(n < now ? born <= t + 1e-6 : born >= t - 1e-6,
                        "number %d of %d, born at %.9g s, %d are born before %.9g s", (int)n, count,
                        born, (int)now, t);
        }
        before = now;
      }
      ck_assert_int_eq(sm_particle_source_count(own, 31), count);
      ck_assert_int_eq(sm_particle_source_count(own, HUGE_VAL), count);
      end(&s);
    }
}
END_TEST

/* A batch of all times from the one to the other: whatever they are, each particle is released
 * once. */
START_TEST(batches_add_up_to_all) {
  struct scene s;
  begin(&s, BASE PLACE "count = 1000003\nrates = [[2, 0], [9, 1], [12, 1], [18, 0]]\n", 30);
  for (int way = 0; way < 50; way++) {
    int64_t sum = 0, before = 0;
    for (double t = 0; t < 30;) {
      t += any() * (way < 25 ? 0.1 : 9);
      const int64_t now = sm_particle_source_count(s.sources.item, t);
      sum += now - before;
      before = now;
    }
    ck_assert_int_eq(sum, 1000003);
  }
  end(&s);
}
END_TEST

/* kg in a run of 30 s. */
START_TEST(masses_are_those_of_the_run) {
  static const struct {
    const char *keys;
    double mass;
  } row[] = {{"mass = 4\n", 4},
             {"mass = 4\nstart = 10\nstop = 20\n", 4},
             {"mass = 4\nstart = 20\nstop = 60\n", 1}, /* a quarter of its time */
             {"rate = 0.5\n", 15},
             {"rate = 0.5\nstart = 10\n", 10},
             {"rate = 0.5\nstart = 10\nstop = 12\n", 1},
             {"rates = [[0, 0], [10, 2], [20, 0]]\n", 20},
             {"rates = [[20, 0], [40, 2]]\n", 5}, /* rises to 1 kg/s at the end */
             {"", 1}};
  for (size_t m = 0; m < sizeof row / sizeof *row; m++) {
    char text[1000];
    struct scene s;
    snprintf(text, sizeof text, BASE PLACE "count = 997\n%s", row[m].keys);
    begin(&s, text, 30);
    const struct sm_particle_source *own = s.sources.item;
    near(own->kilogram, row[m].mass, 1e-12 * row[m].mass);
    near((double)own->mass * 997 * s.sources.quantum[0] / row[m].mass, 1, 1e-12);
    near(own->emitted[own->moments - 1], 1, 1e-12);
    end(&s);
  }
}
END_TEST

/* Sources of one species share its quanta, which 60 bits hold. */
START_TEST(species_have_quanta_of_their_own) {
  struct scene s;
  begin(&s,
        BASE "[[particles.species]]\nname = 'a'\n[[particles.species]]\nname = 'b'\n" PLACE
             "species = 'a'\ncount = 10\nmass = 1e-9\n" PLACE
             "species = 'b'\ncount = 1e6\nmass = 1e6\n" PLACE
             "species = 'b'\ncount = 10\nmass = 3e6\n",
        30);
  near(s.sources.quantum[0] * pow(2, 60), 1e-9, 1e-21);
  near(s.sources.quantum[1] * pow(2, 60), 4e6, 1e-6);
  double sum = 0;
  for (int m = 1; m < 3; m++)
    sum += (double)s.sources.item[m].mass * (double)s.sources.item[m].total;
  near(sum / pow(2, 60), 1, 1e-12);
  end(&s);
}
END_TEST

/* As cubic as can be; all places of the lattice are used. */
START_TEST(lattices_fit_their_boxes) {
  static const struct {
    const char *keys;
    int grid[3];
  } row[] = {{"size = [40, 20, 10]\ncount = 64\n", {8, 4, 2}},
             {"size = [40, 20]\ncount = 32\n", {8, 4, 1}},
             {"end = [90, 40]\ncount = 77\n", {77, 1, 1}},
             {"end = [50, 70]\ncount = 77\n", {77, 1, 1}},
             {"end = [20, 10]\nend_height = 9\ncount = 77\n", {77, 1, 1}},
             {"end = [50, 40]\nend_height = 40\ncount = 77\n", {77, 1, 1}},
             {"size = [40, 0, 10]\ncount = 16\n", {8, 1, 2}}};
  for (size_t m = 0; m < sizeof row / sizeof *row; m++) {
    char text[1000];
    struct scene s;
    snprintf(text, sizeof text, BASE PLACE "placement = 'uniform'\n%s", row[m].keys);
    begin(&s, text, 30);
    for (int d = 0; d < 3; d++)
      ck_assert_msg(s.sources.item->grid[d] == row[m].grid[d], "%s: %d along %d", row[m].keys,
                    s.sources.item->grid[d], d);
    end(&s);
  }
}
END_TEST

/* Whatever the count is, the lattice has as many places or more, and not many more. */
START_TEST(lattices_hold_all_particles) {
  for (int count = 1; count < 100000; count = count * 5 / 3 + 1) {
    char text[1000];
    struct scene s;
    snprintf(text, sizeof text,
             BASE PLACE "placement = 'uniform'\nsize = [40, 20, 10]\ncount = %d\n", count);
    begin(&s, text, 30);
    const int *n = s.sources.item->grid;
    const double places = (double)n[0] * n[1] * n[2];
    ck_assert_msg(places >= count && places < count + (double)n[1] * n[2], "%d x %d x %d for %d",
                  n[0], n[1], n[2], count);
    end(&s);
  }
}
END_TEST

START_TEST(sources_without_particles_in_the_run_are_refused) {
  static const char *const wrong[][2] = {
      {"start = 30\n", "begins when the run has ended"},
      {"start = 31\nstop = 40\n", "begins when the run has ended"},
      {"rates = [[30, 1], [40, 1]]\n", "begins when the run has ended"},
      {"rates = [[0, 0], [30, 0], [40, 1]]\n", "emits nothing"}};
  for (size_t m = 0; m < sizeof wrong / sizeof *wrong; m++) {
    char text[1000];
    struct scene s;
    snprintf(text, sizeof text, BASE PLACE "name = 'stack'\ncount = 10\n%s", wrong[m][0]);
    ck_assert_int_eq(try(&s, text, 30), SM_ERR_CASE);
    const char *message = sm_context_message(s.cloud.ctx);
    ck_assert_msg(strstr(message, wrong[m][1]) != NULL, "%s", message);
    ck_assert_msg(strstr(message, "case.toml:9: error: source 'stack'") != NULL, "%s", message);
    end(&s);
  }
}
END_TEST

TEST_MAIN(counts_are_of_those_that_are_born, batches_add_up_to_all, masses_are_those_of_the_run,
          species_have_quanta_of_their_own, lattices_fit_their_boxes, lattices_hold_all_particles,
          sources_without_particles_in_the_run_are_refused)
