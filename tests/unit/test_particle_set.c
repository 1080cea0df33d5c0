/* The particles of one device: releases, order, memory. */
#include "harness.h"
#include "particles_fixture.h"
#include "random_numbers.h"

#define BASE                                                                                       \
  "[[weather.station]]\nspeed = 5\nfrom = 270\n"                                                   \
  "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n"                          \
  "[turbulence]\nmodel = 'local'\n[particles]\nstep = 0.5\nturbulence = true\n"                    \
  "ground = 'reset'\n"
#define SOURCE "[[particles.source]]\n"

/* With a wind, so that sets exist. */
static void begin(struct cloud *s, const char *text, int devices) {
  cloud_open(s, text, devices);
  cloud_blow(s, 5, 1, 0.2);
  cloud_set_turbulence(s, 0.5, -0.1, 0.1);
  cloud_add_wind(s, 0);
}

/* A record of each particle by its number. */
struct kept {
  bool seen;
  struct sm_particle particle;
  struct sm_particle_tag tag;
  struct sm_turbulence_state turbulence;
};
static struct kept *keep(const struct sm_particle_set *set, int64_t total) {
  struct kept *out = calloc((size_t)total, sizeof *out);
  for (int64_t p = 0; p < set->count; p++) {
    const uint64_t n = set->tag[p].id;
    ck_assert(n < (uint64_t)total && !out[n].seen);
    out[n] = (struct kept){true, set->particle[p], set->tag[p], set->turbulence[p]};
  }
  return out;
}

/* In any batches, by any number of sets: everybody once, in memory that grows. */
START_TEST(everybody_is_born_once) {
  for (int devices = 1; devices <= 3; devices++) {
    struct cloud s;
    begin(&s,
          BASE "duration = 20\n" SOURCE
               "position = [50, 40]\nheight = 20\nsize = [50, 50, 20]\ncount = 300007\n" SOURCE
               "position = [20, 20]\nheight = 20\ncount = 1\n" SOURCE
               "position = [20, 20]\nheight = 20\ncount = 50000\n",
          devices);
    int64_t first[3] = {0}, number[3];
    const int64_t total[3] = {300007, 1, 50000};
    for (double time = 0; first[0] + first[1] + first[2] < 350008; time++) {
      bool released;
      for (int m = 0; m < 3; m++) {
        const int64_t most = (int64_t)(any() * 90000);
        number[m] = most < total[m] - first[m] ? most : total[m] - first[m];
      }
      for (int f = 0; f < devices; f++)
        good(&s, sm_particle_set_emit(s.ctx, s.particles->set[f], time, first, number, &released));
      for (int m = 0; m < 3; m++) first[m] += number[m];
    }
    bool *seen = calloc(350008, sizeof *seen), *slot = calloc(350008, sizeof *slot);
    int64_t count = 0;
    for (int f = 0; f < devices; f++) {
      const struct sm_particle_set *set = s.particles->set[f];
      for (int64_t p = 0; p < set->count; p++) {
        const uint64_t id = set->tag[p].id, source = id >> SM_PARTICLE_ID_BITS;
        const uint64_t n = id - (source << SM_PARTICLE_ID_BITS);
        const uint64_t at = n + (source > 0 ? 300007u : 0u) + (source > 1 ? 1u : 0u);
        ck_assert(source < 3 && (int64_t)n < total[source] && !seen[at]);
        ck_assert_int_eq((int64_t)(n % (unsigned)devices), f);
        ck_assert(set->tag[p].slot < (uint32_t)set->released && !slot[set->tag[p].slot]);
        seen[at] = slot[set->tag[p].slot] = true;
      }
      memset(slot, 0, 350008 * sizeof *slot);
      ck_assert(set->count <= set->capacity && llabs(set->count - 350008 / devices) <= 3);
      count += set->count;
    }
    ck_assert_int_eq(count, 350008);
    free(slot);
    free(seen);
    int64_t quanta[SM_BUDGET_TERMS];
    cloud_quanta(&s, 0, quanta);
    ck_assert_int_eq(quanta[SM_BUDGET_COUNT_EMITTED], 350008);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* In cells, and in blocks of cells where these are many more than particles. */
START_TEST(order_keeps_all_records) {
  static const int64_t counts[] = {1, 1000, 100001};
  for (size_t m = 0; m < sizeof counts / sizeof *counts; m++) {
    char text[1000];
    struct cloud s;
    snprintf(text, sizeof text,
             BASE "duration = 20\n" SOURCE
                  "shape = 'domain'\ncount = %d\n[particles.concentration]\n",
             (int)counts[m]);
    begin(&s, text, 1);
    struct sm_particle_set *set = s.particles->set[0];
    const int64_t none = 0;
    bool released;
    good(&s, sm_particle_set_emit(s.ctx, set, 0, &none, &counts[m], &released));
    ck_assert(released && set->count == counts[m]);
    int64_t dead = 0;
    for (int64_t p = 0; p < set->count; p++) { /* some are gone */
      set->turbulence[p].seen[1] = (float)p;
      if (p % 7 != 3) continue;
      set->particle[p].kind = SM_KIND_INACTIVE;
      dead++;
    }
    struct kept *before = keep(set, counts[m]);
    sm_particle_set_sort(set);
    struct kept *after = keep(set, counts[m]);
    for (int64_t n = 0; n < counts[m]; n++) {
      ck_assert(after[n].seen);
      ck_assert_int_eq(memcmp(&before[n].particle, &after[n].particle, sizeof before->particle), 0);
      ck_assert_int_eq(memcmp(&before[n].tag, &after[n].tag, sizeof before->tag), 0);
      ck_assert_int_eq(
          memcmp(&before[n].turbulence, &after[n].turbulence, sizeof before->turbulence), 0);
    }
    int64_t last = -1;
    for (int64_t p = 0; p < set->count; p++) {
      const int64_t bin = sm_sort_bin(&set->bins, &set->particle[p]);
      ck_assert(bin >= last && bin < sm_sort_bin_count(&set->bins));
      last = bin;
    }
    good(&s, sm_particle_set_compact(s.ctx, set));
    ck_assert_int_eq(set->count, counts[m] - dead);
    for (int64_t p = 0; p < set->count; p++) ck_assert(set->particle[p].kind != SM_KIND_INACTIVE);
    free(before);
    free(after);
    cloud_end(&s);
  }
}
END_TEST

/* Particles released since the last sort are kept. */
START_TEST(trimming_waits_for_order) {
  struct cloud s;
  begin(&s, BASE "duration = 20\n" SOURCE "shape = 'domain'\ncount = 100\n", 1);
  struct sm_particle_set *set = s.particles->set[0];
  int64_t first = 0, number = 50;
  bool released;
  good(&s, sm_particle_set_emit(s.ctx, set, 0, &first, &number, &released));
  for (int64_t p = 0; p < 10; p++) set->particle[p].kind = SM_KIND_INACTIVE;
  sm_particle_set_sort(set);
  first = 50;
  good(&s, sm_particle_set_emit(s.ctx, set, 1, &first, &number, &released));
  good(&s, sm_particle_set_compact(s.ctx, set));
  ck_assert_int_eq(set->count, 100);
  sm_particle_set_sort(set);
  good(&s, sm_particle_set_compact(s.ctx, set));
  ck_assert_int_eq(set->count, 90);
  cloud_end(&s);
}
END_TEST

/* An empty set has nothing to do. */
START_TEST(nobody_is_no_trouble) {
  struct cloud s;
  begin(&s, BASE "duration = 20\n" SOURCE "position = [20, 20]\nheight = 9\ncount = 1\nstart = 9\n",
        3);
  cloud_until(&s, CLOUD_END);
  for (int f = 0; f < 3; f++) ck_assert_int_le(s.particles->set[f]->count, f == 0);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(everybody_is_born_once, order_keeps_all_records, trimming_waits_for_order,
          nobody_is_no_trouble)
