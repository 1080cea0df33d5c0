/* Boundary conditions of particles: sides of the domain, the ground, buildings. */
#include "particle_cases.h"

/* --- ends --- */

/* 100 m along x in 100 s at 2 m/s, from 10 m. */
static void drift(struct cloud *s, const char *action, const char *more) {
  char text[1000];
  snprintf(text, sizeof text,
           BASE "duration = 100\nlateral_boundary = '%s'\n%s" SOURCE
                "position = [10, 40]\nheight = 12\ncount = 100\nmass = 1\n",
           action, more);
  cloud_open(s, text, 2);
  cloud_run(s, 2, 0, 0);
  cloud_adds_up(s);
}

START_TEST(sides_that_delete_let_particles_leave) {
  struct cloud s;
  drift(&s, "delete", "");
  near(cloud_budget(&s, SM_BUDGET_OUTFLOW), 1, 1e-12);
  near(cloud_budget(&s, SM_BUDGET_COUNT_OUTFLOW), 100, 0);
  near(cloud_budget(&s, SM_BUDGET_AIRBORNE), 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 0);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

START_TEST(sides_that_deposit_keep_the_mass) {
  struct cloud s;
  drift(&s, "deposit", "");
  near(cloud_budget(&s, SM_BUDGET_DEPOSITED), 1, 1e-12);
  near(cloud_budget(&s, SM_BUDGET_COUNT_DEPOSITED), 100, 0);
  cloud_end(&s);
}
END_TEST

START_TEST(periodic_sides_lead_to_the_other_side) {
  struct cloud s;
  drift(&s, "periodic", "");
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 100);
  for (size_t i = 0; i < list.count; i++) {
    near(list.place[i][0], fmod(10 + 2 * 100, 100), 1e-4);
    near(list.place[i][1], 40, 1e-6);
  }
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* Where a building stands on the other side, there is no way in. */
START_TEST(periodic_sides_with_a_building_behind_let_particles_leave) {
  struct cloud s;
  drift(&s, "periodic", "[[buildings.box]]\ncorner = [0, 20]\nsize = [5, 40]\nheight = 20\n");
  near(cloud_budget(&s, SM_BUDGET_COUNT_OUTFLOW), 100, 0);
  cloud_end(&s);
}
END_TEST

/* Closed sides have no wind through them: what the wind has brought stays next to them. */
START_TEST(sides_that_reflect_keep_all) {
  struct cloud s;
  drift(&s, "reflect", "");
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 100);
  for (size_t i = 0; i < list.count; i++)
    ck_assert(list.place[i][0] > 90 && list.place[i][0] < 100);
  near(cloud_budget(&s, SM_BUDGET_AIRBORNE), 1, 1e-12);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* Out after 45.25 s, at the end of the step of 0.5 s: again 10 m + 2 x 54.5 m, out again. */
START_TEST(sides_that_reset_begin_anew) {
  struct cloud s;
  drift(&s, "reset", "");
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 100);
  const double x = list.place[0][0];
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], x, 1e-6);
  /* each way of 90 m takes 45 s or half a second more */
  ck_assert(x >= 10 + 2 * 8.5 && x <= 10 + 2 * 10 + 1e-4);
  near(cloud_budget(&s, SM_BUDGET_COUNT_EMITTED), 100, 0);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* Grains bounce on the ground, each time with half of their speed, and lie still in the end. */
START_TEST(who_bounces_stays_above_the_ground) {
  struct cloud s;
  cloud_open(&s,
             GRID "[particles]\nstep = 0.02\nduration = 20\nrestitution = "
                  "0.5\n[[particles.species]]\ndiameter = '1 mm'\n"
                  "density = 2650\n" SOURCE "position = [50, 40]\nheight = 22\ncount = 10\n",
             1);
  cloud_run(&s, 0, 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++)
    ck_assert_msg(list.place[i][2] >= 0 && list.place[i][2] < 0.5, "z = %g", list.place[i][2]);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* On a lattice each place has one chance: the part of a line that is in a building is lost. */
START_TEST(who_is_born_in_a_building_is_lost_and_counted) {
  struct cloud s;
  cloud_open(
      &s,
      BASE
      "duration = 5\n[[buildings.box]]\ncorner = [40, 30]\nsize = [10, 20]\nheight = 20\n" SOURCE
      "position = [0, 42.5]\nend = [100, 42.5]\nheight = 2.5\nplacement = 'uniform'\n"
      "count = 1001\nmass = 3\n",
      2);
  cloud_run(&s, 0, 0, 0);
  near(cloud_budget(&s, SM_BUDGET_COUNT_LOST), 100, 1);
  near(cloud_budget(&s, SM_BUDGET_LOST), 3 * cloud_budget(&s, SM_BUDGET_COUNT_LOST) / 1001, 1e-9);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(sides_that_delete_let_particles_leave, sides_that_deposit_keep_the_mass,
          periodic_sides_lead_to_the_other_side,
          periodic_sides_with_a_building_behind_let_particles_leave, sides_that_reflect_keep_all,
          sides_that_reset_begin_anew, who_bounces_stays_above_the_ground,
          who_is_born_in_a_building_is_lost_and_counted)
