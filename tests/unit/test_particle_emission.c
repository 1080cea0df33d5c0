/* Particles begin: when, as what, and counted. */
#include "emission_scene.h"

/* --- when --- */

/* A rate that rises from 0 for 10 s, stays for 10 s, and falls to 0 for 5 s. */
START_TEST(releases_follow_the_rate) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  const double times[] = {2, 12, 22, 27}, part[] = {0, 10 / 35.0, 30 / 35.0, 1};
  const double rates[] = {0, 2 / 35.0, 2 / 35.0, 0};
  s.at = times;
  s.emitted = part;
  s.rate = rates;
  s.moments = 4;
  s.total = 1000000007;
  double before = 2;
  for (int m = 1; m <= 1000; m++) {
    const double share_of_all = m / 1000.0, t = sm_emission_time(&s, share_of_all), u = t - 2;
    const double mass = u < 10   ? 0.1 * u * u
                        : u < 20 ? 10 + 2 * (u - 10)
                                 : 35 - 0.2 * (25 - u) * (25 - u);
    ck_assert(t >= before && t <= 27);
    ck_assert_double_eq_tol(mass / 35, share_of_all, 1e-12);
    before = t;
  }
}
END_TEST

/* Just half of the mass has been emitted when the rate is 0. */
START_TEST(releases_end_before_a_pause) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  const double times[] = {0, 10, 20, 30}, part[] = {0, 0.5, 0.5, 1}, rates[] = {0.1, 0, 0, 0.1};
  s.at = times;
  s.emitted = part;
  s.rate = rates;
  s.moments = 4;
  ck_assert_double_eq_tol(sm_emission_time(&s, 0.5), 10, 1e-6);
  ck_assert_double_eq_tol(sm_emission_time(&s, 0.5 + 1e-15), 20, 1e-6);
}
END_TEST

START_TEST(all_at_once_is_at_one_moment) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  const double times[] = {4, 4};
  s.at = times;
  s.time = 3.5;
  s.released = 1000;
  emit(&s);
  for (int p = 0; p < 1000; p++)
    ck_assert(tag[p].release_time == 4.0f && tag[p].release_delay == 0.5f);
}
END_TEST

/* --- what --- */

START_TEST(sizes_have_their_shares_evenly) {
  const struct sm_emission s = source(SM_SOURCE_POINT);
  emit(&s);
  int count[KINDS] = {0};
  for (int p = 0; p < MANY; p++) {
    ck_assert(particle[p].kind >= 5 && particle[p].kind < 5 + KINDS);
    count[particle[p].kind - 5]++;
    for (int m = 0; m < KINDS; m++) { /* and so has every part of them */
      const double expected = ((double)share[m] - (m > 0 ? (double)share[m - 1] : 0)) * (p + 1);
      ck_assert_double_eq_tol(count[m], expected, 5);
    }
  }
}
END_TEST

START_TEST(tags_tell_source_number_and_mass) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  s.first = 7;
  s.released = 100;
  s.slot = 40;
  s.velocity[0] = 1.5f;
  emit(&s);
  for (int p = 0; p < 100; p++) {
    ck_assert_uint_eq(tag[p].id, ((uint64_t)3 << 40) + 7 + (uint64_t)p);
    ck_assert_int_eq(tag[p].mass, 1000);
    ck_assert_uint_eq(tag[p].slot, 40 + (unsigned)p);
    ck_assert_uint_eq(tag[p].source, 3);
    ck_assert(particle[p].v[0] == 1.5f);
  }
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_EMITTED], 100000);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_COUNT_EMITTED], 100);
  for (int a = 0; a < SM_BUDGET_TERMS; a++) ck_assert_int_eq(budget[a], 0);
}
END_TEST

/* As all at once: in batches, and by three that take turns. */
START_TEST(who_is_born_does_not_depend_on_batches) {
  static struct sm_particle all[MANY];
  static struct sm_particle_tag all_tags[MANY];
  struct sm_emission s = source(SM_SOURCE_SPHERE);
  const double times[2] = {0, 40}, even[2] = {0.025, 0.025};
  s.geometry.low[2] = 40;
  s.at = times;
  s.rate = even;
  emit(&s);
  memcpy(all, particle, sizeof all);
  memcpy(all_tags, tag, sizeof all_tags);
  for (int turn = 0; turn < 3; turn++) {
    s.stride = 3;
    s.released = 1000;
    for (int batch = 0; batch < 5; batch++) {
      s.first = turn + 3 * s.released * batch;
      emit(&s);
      for (int64_t p = 0; p < s.released; p++) {
        const int64_t n = s.first + 3 * p;
        ck_assert_int_eq(memcmp(&particle[p], &all[n], sizeof *particle), 0);
        ck_assert(tag[p].id == all_tags[n].id && tag[p].release_time == all_tags[n].release_time);
      }
    }
  }
}
END_TEST

/* --- air --- */

START_TEST(who_has_no_air_is_lost_and_counted) {
  const struct sm_emission s = source(SM_SOURCE_POINT);
  memset(open, 0, sizeof open);
  emit(&s);
  for (int p = 0; p < MANY; p++) ck_assert_int_eq(particle[p].kind, SM_KIND_INACTIVE);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_LOST], 1000 * (int64_t)MANY);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_COUNT_LOST], MANY);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_EMITTED], 1000 * (int64_t)MANY);
}
END_TEST

TEST_MAIN(releases_follow_the_rate, releases_end_before_a_pause, all_at_once_is_at_one_moment,
          sizes_have_their_shares_evenly, tags_tell_source_number_and_mass,
          who_is_born_does_not_depend_on_batches, who_has_no_air_is_lost_and_counted)
