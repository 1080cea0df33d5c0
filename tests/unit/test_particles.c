/* Particles from birth to their ends, in winds that are known. */
#include "harness.h"
#include "particles_fixture.h"

#include "physics/plume_rise.h"

/* 20 x 16 x 12 cells of 5 m; particles in steps of 0.5 s. */
#define STATION "[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define GRID                                                                                       \
  STATION "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n"                  \
          "[roughness]\nz0 = 0.1\n"
#define BASE GRID "[particles]\nstep = 0.5\n"
#define BLOCK "[[buildings.box]]\ncorner = [0, 30]\nsize = [10, 20]\nheight = 20\n"
#define SOURCE "[[particles.source]]\n"
#define GAS "[[particles.species]]\nname = 'gas'\n"
#define DUST "[[particles.species]]\nname = 'dust'\ndiameter = '30 um'\ndensity = 2650\n"

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

/* --- when, in the whole engine --- */

/* In a uniform wind a particle is where it has come to since its birth: at whatever time of the
 * batch it was born, with whatever steps. */
START_TEST(births_are_at_their_moments) {
  static const char *const sources[] = {"stop = 20\nmass = 3\n", "rate = 0.1\n",
                                        "rates = [[2, 0], [9, 1], [12, 1], [18, 0]]\n"};
  for (int kind = 0; kind < 3; kind++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 20\nsnapshots = 3\n" SOURCE
                  "position = [10, 40]\nheight = 22.5\ncount = 5001\n%s",
             sources[kind]);
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_blow(&s, 2, 1, 0);
    cloud_take(&s, 0);
    for (unsigned due = 0; !(due & SM_DUE_END);) {
      due = cloud_until(&s, SM_DUE_SNAPSHOT | SM_DUE_END);
      struct sm_particle_list list = cloud_list(&s);
      const double time = sm_particles_status(s.particles).time;
      ck_assert_uint_eq(list.count,
                        (size_t)sm_particle_source_count(s.particles->sources.item,
                                                         due & SM_DUE_END ? HUGE_VAL : time));
      for (size_t i = 0; i < list.count; i++) {
        ck_assert_int_eq(list.id[i], (int64_t)i);
        near(list.place[i][0], 10 + 2 * (double)list.age[i], 2e-5);
        near(list.place[i][1], 40 + (double)list.age[i], 2e-5);
        near(list.place[i][2], 22.5, 1e-6);
        const double share = ((double)i + 0.5) / 5001, born = time - (double)list.age[i];
        if (kind < 2) near(born, 20 * share, 1e-5);
      }
      sm_particle_list_free(&list);
      cloud_adds_up(&s);
    }
    near(cloud_account(&s, SM_COUNT_EMITTED), 5001, 0);
    near(cloud_account(&s, SM_EMITTED), kind == 0 ? 3 : kind == 1 ? 2 : 9.5, 1e-12);
    cloud_end(&s);
  }
}
END_TEST

/* None waits for its birth for good: all are in the concentrations at the end. */
START_TEST(all_that_are_born_are_counted) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 30\nsides = 'periodic'\n[particles.concentration]\n"
                  "interval = 10\nsample = 10\n" SOURCE
                  "position = [10, 40]\nheight = 22.5\ncount = 100003\nstop = 17.3\nmass = 2\n",
             1);
  cloud_run(&s, 3, 0, 0);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  double sum = 0;
  for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++)
    sum += (double)view.concentration[0][c] * 125;
  near(sum, 2, 2e-6);
  near(cloud_account(&s, SM_AIRBORNE), 2, 2e-12);
  cloud_end(&s);
}
END_TEST

/* --- the ledger --- */

/* Everything at once: two species that decay, settle and are deposited, among buildings, in
 * turbulence; at all times the integers add up. */
START_TEST(the_ledger_adds_up_exactly) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 40\nsnapshots = 5\nground = 'deposit'\nturbulence = true\n"
                  "[turbulence]\nmodel = 'local'\n" BLOCK
                  "[[particles.species]]\nname = 'gas'\nhalf_life = 7\n"
                  "deposition_velocity = 0.02\n"
                  "[[particles.species]]\nname = 'dust'\nmedian_diameter = '60 um'\n"
                  "geometric_deviation = 2\ndensity = 2650\ndeposition_velocity = 'resistance'\n"
                  "half_life = 100\n" SOURCE
                  "species = 'gas'\nposition = [30, 40]\nsize = [20, 20, 10]\ncount = 3000\n"
                  "mass = 0.7\nstop = 13\n" SOURCE
                  "species = 'dust'\nposition = [50, 40]\nheight = 5\nradius = 4\ncount = 4000\n"
                  "rate = 0.03\n" SOURCE
                  "species = 'dust'\nposition = [60, 60]\nend = [90, 20]\nheight = 1\n"
                  "count = 1000\n",
             2);
  cloud_blow(&s, 3, 0.5, 0);
  cloud_stir(&s, 0.5, -0.1, 0.05);
  cloud_take(&s, 0);
  for (unsigned due = 0; !(due & SM_DUE_END);) {
    due = cloud_until(&s, SM_DUE_SNAPSHOT | SM_DUE_END);
    cloud_adds_up(&s);
  }
  double ledger[2 * SM_ACCOUNTS];
  good(&s, sm_particles_balance(s.ctx, s.particles, ledger, NULL));
  const double *gas = ledger, *dust = ledger + SM_ACCOUNTS;
  near(gas[SM_EMITTED] / 0.7, 1, 1e-12);
  near(dust[SM_EMITTED] / (0.03 * 40 + 1), 1, 1e-12);
  for (int a = SM_LEFT; a <= SM_DECAYED; a++) ck_assert(gas[a] > 0 && dust[a] > 0);
  ck_assert(gas[SM_LOST] == 0 && dust[SM_LOST] == 0);
  cloud_end(&s);
}
END_TEST

/* Half of the mass after a half-life, in the ledger and in the concentrations. */
START_TEST(what_decays_is_half_after_its_half_life) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 20\n[particles.concentration]\ninterval = 5\nsample = 5\n"
                  "[[particles.species]]\nhalf_life = 10\n" SOURCE
                  "position = [50, 40]\nheight = 22\ncount = 1000\nmass = 8\n",
             1);
  cloud_blow(&s, 0, 0, 0);
  cloud_take(&s, 0);
  for (int m = 1; m <= 4; m++) {
    cloud_until(&s, SM_DUE_INTERVAL);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    double sum = 0;
    for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++)
      sum += (double)view.concentration[0][c] * 125;
    near(cloud_account(&s, SM_AIRBORNE), 8 * pow(2, -0.5 * m), 1e-5);
    near(cloud_account(&s, SM_DECAYED), 8 - 8 * pow(2, -0.5 * m), 1e-5);
    near(sum, 8 * pow(2, -0.5 * m), 1e-5);
  }
  cloud_end(&s);
}
END_TEST

/* A turns into B, which decays: Bateman's solution, also where both are as fast. */
START_TEST(what_is_formed_on_its_way) {
  for (int same = 0; same < 2; same++) {
    struct cloud s;
    char text[1000];
    const double formed = log(2) / 10, decayed = log(2) / (same ? 10 : 40);
    snprintf(
        text, sizeof text,
        BASE
        "duration = 20\n[[particles.species]]\nformation_half_life = 10\nhalf_life = %d\n" SOURCE
        "position = [50, 40]\nheight = 22\ncount = 1000\nmass = 8\n",
        same ? 10 : 40);
    cloud_open(&s, text, 1);
    cloud_blow(&s, 0, 0, 0);
    cloud_take(&s, 0);
    cloud_until(&s, SM_DUE_END);
    const double t = 20, found = cloud_account(&s, SM_AIRBORNE);
    const double want =
        same ? 8 * formed * t * exp(-formed * t)
             : 8 * formed / (formed - decayed) * (exp(-decayed * t) - exp(-formed * t));
    near(found, want, 1e-5);
    near(cloud_account(&s, SM_DECAYED), 8 - want, 1e-5);
    cloud_end(&s);
  }
}
END_TEST

/* In still air next to the ground the mass falls as e^(-v t / h); above, none is taken. */
START_TEST(deposition_takes_its_part_of_the_lowest_cell) {
  for (int low = 0; low < 2; low++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 100\n[[particles.species]]\ndeposition_velocity = 0.04\n" SOURCE
                  "position = [50, 40]\nheight = %g\nsize = [30, 20]\ncount = 1000\nmass = 8\n",
             low ? 1.0 : 7.0);
    struct cloud s;
    cloud_open(&s, text, 1);
    cloud_run(&s, 0, 0, 0);
    const double left = low ? exp(-0.04 * 100 / 5) : 1;
    near(cloud_account(&s, SM_AIRBORNE), 8 * left, 4e-5); /* 200 roundings of float */
    near(cloud_account(&s, SM_DEPOSITED), 8 * (1 - left), 4e-5);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

/* On the columns below, per area. */
START_TEST(deposits_lie_on_their_columns) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 200\nground = 'deposit'\n" DUST SOURCE
                  "position = [52.5, 42.5]\nheight = 7\ncount = 1000\nmass = 8\n",
             2);
  cloud_run(&s, 0, 0, 0);
  double ledger[SM_ACCOUNTS], deposition[20 * 16];
  good(&s, sm_particles_balance(s.ctx, s.particles, ledger, deposition));
  for (int c = 0; c < 20 * 16; c++) near(deposition[c], c == 10 + 20 * 8 ? 8.0 / 25 : 0, 1e-12);
  near(ledger[SM_DEPOSITED], 8, 1e-11);
  near(ledger[SM_COUNT_DEPOSITED], 1000, 0);
  cloud_end(&s);
}
END_TEST

/* 30 um: 18 mu / (rho d^2 g) less a little by Schiller and Naumann, more by slip. */
START_TEST(dust_falls_at_its_speed) {
  struct cloud s;
  cloud_open(
      &s, BASE "duration = 100\n" DUST SOURCE "position = [50, 40]\nheight = 40\ncount = 10\n", 1);
  cloud_run(&s, 0, 0, 0);
  const double speed = (double)s.particles->kinds.kind[0].settling;
  const double stokes = (2650 - 1.225) * 30e-6 * 30e-6 * 9.81 / (18 * 1.78e-5);
  near(speed / stokes, 1, 0.04);
  struct sm_particle_list list = cloud_list(&s);
  /* it began at rest, or with the wind: some tau later */
  for (size_t i = 0; i < list.count; i++)
    near(list.place[i][2], 40 - 100 * speed, 2 * 0.0075 * speed);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* --- ends --- */

/* 100 m along x in 100 s at 2 m/s, from 10 m. */
static void drift(struct cloud *s, const char *fate, const char *more) {
  char text[1000];
  snprintf(text, sizeof text,
           BASE "duration = 100\nsides = '%s'\n%s" SOURCE
                "position = [10, 40]\nheight = 12\ncount = 100\nmass = 1\n",
           fate, more);
  cloud_open(s, text, 2);
  cloud_run(s, 2, 0, 0);
  cloud_adds_up(s);
}

START_TEST(sides_that_delete_let_particles_leave) {
  struct cloud s;
  drift(&s, "delete", "");
  near(cloud_account(&s, SM_LEFT), 1, 1e-12);
  near(cloud_account(&s, SM_COUNT_LEFT), 100, 0);
  near(cloud_account(&s, SM_AIRBORNE), 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 0);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

START_TEST(sides_that_deposit_keep_the_mass) {
  struct cloud s;
  drift(&s, "deposit", "");
  near(cloud_account(&s, SM_DEPOSITED), 1, 1e-12);
  near(cloud_account(&s, SM_COUNT_DEPOSITED), 100, 0);
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
  near(cloud_account(&s, SM_COUNT_LEFT), 100, 0);
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
  near(cloud_account(&s, SM_AIRBORNE), 1, 1e-12);
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
  near(cloud_account(&s, SM_COUNT_EMITTED), 100, 0);
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
  near(cloud_account(&s, SM_COUNT_LOST), 100, 1);
  near(cloud_account(&s, SM_LOST), 3 * cloud_account(&s, SM_COUNT_LOST) / 1001, 1e-9);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

/* --- concentrations --- */

/* All of the air holds 6 kg, evenly to chance; so do boxes of their own and a receptor. */
START_TEST(concentrations_are_mass_over_air) {
  for (int own = 0; own < 2; own++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 2\n" BLOCK "[particles.concentration]\n%s"
                  "[[particles.receptor]]\nposition = [5, 40]\nheight = 20\nsize = 20\n" SOURCE
                  "shape = 'domain'\ncount = 500000\nmass = 6\n",
             own ? "cell_size = [15, 10, 7]\n" : "");
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_run(&s, 0, 0, 0);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    const double volume = 100 * 80 * 60 - 10 * 20 * 20, mean = 6 / volume;
    double sum = 0, air = 0;
    for (int k = 0; k < view.n[2]; k++)
      for (int j = 0; j < view.n[1]; j++)
        for (int i = 0; i < view.n[0]; i++) {
          const int c = i + view.n[0] * (j + view.n[1] * k);
          const double box = (view.face[0][i + 1] - view.face[0][i]) *
                             (view.face[1][j + 1] - view.face[1][j]) *
                             (view.face[2][k + 1] - view.face[2][k]) * (double)view.air[c];
          air += box;
          sum += box * (double)view.concentration[0][c];
          /* numbers have the variance of their mean */
          if (box > 0)
            near((double)view.concentration[0][c] / mean, 1,
                 6 / sqrt(500000 * box / volume) + 1e-5);
        }
    near(air, volume, 1e-3 * volume);
    near(sum, 6, 1e-5);
    /* the box reaches 5 m out of the domain, and a part of it is the building */
    near(view.received[0] / mean, 1, 6 / sqrt(500000 * (15.0 * 20 * 20 - 10 * 20 * 10) / volume));
    cloud_end(&s);
  }
}
END_TEST

/* However often all of the mass is counted in one box, and by a receptor. */
START_TEST(sums_of_many_samples_fit) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 100\n[particles.concentration]\ncell_size = [100, 80, 60]\n"
                  "sample = 0.5\n[[particles.receptor]]\nposition = [50, 40]\nheight = 30\n"
                  "size = [100, 80, 60]\n[[particles.sight]]\nposition = [0, 40]\nend = [100, 40]\n"
                  "[[particles.species]]\ndiameter = '5 um'\ndensity = 2000\n" SOURCE
                  "shape = 'domain'\ncount = 1000\nmass = 6\n",
             1);
  cloud_run(&s, 0, 0, 0);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  const double mean = 6.0 / (100 * 80 * 60);
  near((double)view.concentration[0][0] / mean, 1, 1e-3);
  near(view.received[0] / mean, 1, 1e-3);
  /* 3 Q C / (2 rho d) times the way */
  near(view.depth[0] / (1.5 * 2 * mean / (2000 * 5e-6) * 100), 1, 1e-3);
  cloud_end(&s);
}
END_TEST

/* In a uniform wind without turbulence the front of a steady source comes to a box after distance
 * over speed, to the step, and goes on: from then on the mass of the box rises as it is emitted. */
START_TEST(fronts_arrive_after_distance_over_speed) {
  for (int way = 0; way < 4; way++) {
    const int devices = 1 + way % 2, backward = way / 2;
    char text[1000];
    snprintf(
        text, sizeof text,
        GRID
        "[particles]\nstep = 0.1\nduration = 30\nturbulence = false\n%s[particles.concentration]\n"
        "cell_size = [10, 10, 10]\ninterval = 10\nsample = 0.1\nthresholds = [1e-6, 1.5e-5]\n"
        "[[particles.receptor]]\nposition = [65, 45]\nheight = 35\nsize = 10\n"
        "threshold = 5e-6\n" SOURCE "position = [5, 45]\nheight = 35\nrate = 0.01\ncount = 60000\n",
        backward ? "direction = 'backward'\n" : "");
    struct cloud s;
    cloud_open(&s, text, devices);
    cloud_run(&s, backward ? -4 : 4, 0, 0);
    const struct sm_plume_view view = sm_particles_plume(s.particles);
    const size_t size = (size_t)view.n[0] * (size_t)view.n[1] * (size_t)view.n[2];
    const double threshold[3] = {1e-6, 1.5e-5, 5e-6};
    for (int i = 1; i < view.n[0]; i++)
      for (int t = 0; t < 2; t++) {
        const size_t at = (size_t)i + (size_t)view.n[0] * (4 + (size_t)view.n[1] * 3);
        const double after = (view.face[0][i] - 5) / 4 + threshold[t] * 1000 / 0.01;
        near((double)view.arrival[0][(size_t)t * size + at], backward ? 30 - after : after, 0.1);
      }
    const double after = (60.0 - 5) / 4 + threshold[2] * 1000 / 0.01;
    near((double)view.received_arrival[0], backward ? 30 - after : after, 0.1);
    ck_assert(isnan(view.arrival[0][0])); /* where none comes */
    cloud_end(&s);
  }
}
END_TEST

/* --- turbulence --- */

/* Slow gusts spread particles along x and y as Taylor (1921) has it, and not up. */
START_TEST(gusts_carry_to_and_fro) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 20\n[turbulence]\nmodel = 'local'\nmeander = 0.5\n"
                  "meander_time = 10\n" SOURCE "position = [50, 40]\nheight = 30\ncount = 20000\n",
             1);
  cloud_stir(&s, 0, 0, 0);
  cloud_run(&s, 0, 0, 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 20000);
  double square[3] = {0}, product = 0;
  const double middle[3] = {50, 40, 30}, spread = 0.5 * 10 * sqrt(2 * (1 + exp(-2)));
  for (size_t p = 0; p < list.count; p++) {
    for (int d = 0; d < 3; d++) square[d] += pow(list.place[p][d] - middle[d], 2) / 20000;
    product += (list.place[p][0] - 50) * (list.place[p][1] - 40) / 20000;
  }
  near(sqrt(square[0]) / spread, 1, 0.03);
  near(sqrt(square[1]) / spread, 1, 0.03);
  near(sqrt(square[2]), 0, 0.1);
  near(product / (spread * spread), 0, 0.03);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* The component across a wall changes its sign; those along it change by what goes with it, so that
 * a fluctuation is as likely as before. */
START_TEST(walls_turn_what_goes_with_the_component_across) {
  const struct sm_langevin s = {.root = {1.0f, 0.2f, 0.8f, -0.3f, 0.1f, 0.5f}};
  for (int d = 0; d < 3; d++) {
    float q[3] = {0.4f, -1.2f, 0.9f}, before[3], after[3];
    const double length = sqrt(0.4 * 0.4 + 1.2 * 1.2 + 0.9 * 0.9);
    sm_fluctuation(s.root, q, before);
    sm_turn_eddies(&s, d, q);
    sm_fluctuation(s.root, q, after);
    near((double)after[d], -(double)before[d], 1e-6);
    near(sqrt((double)(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])), length, 1e-6);
  }
  const struct sm_langevin plain = {.root = {1.0f, 0.0f, 0.8f, -0.3f, 0.0f, 0.5f}};
  float q[3] = {0.4f, -1.2f, 0.9f};
  sm_turn_eddies(&plain, 2, q); /* v is correlated with nothing */
  near((double)q[1], -1.2, 1e-6);
}
END_TEST

/* --- plumes that rise --- */

/* Briggs by hand: F = 9.81 x 10 x 2^2 / 4 x (1 - 288.15 / 400) = 27.43 m4/s3 in 5 m/s: 2.822
 * t^(2/3) for 77.65 s, 51.4 m (21.425 F^(3/4) / u of the Industrial Source Complex model). */
START_TEST(hot_plumes_rise_as_briggs_says) {
  const struct sm_rise rise = sm_plume_rise_of(10, 400, 2, 5, 288.15, 9.81);
  near((double)rise.gain, 2.82192, 1e-4);
  near((double)rise.end, 77.648, 1e-2);
  /* cold: 3 d v / u = 12 m, at 4 d (v + 3 u)^2 / (v u) = 100 m */
  const struct sm_rise jet = sm_plume_rise_of(10, 288.15, 2, 5, 288.15, 9.81);
  near((double)jet.end, 20, 1e-4);
  near((double)jet.gain * pow(20, 2.0 / 3), 12, 1e-4);
  /* F >= 55: 119 F^(2/5) */
  const struct sm_rise large = sm_plume_rise_of(20, 400, 4, 5, 288.15, 9.81);
  const double f = 9.81 * 20 * 4 * (1 - 288.15 / 400);
  near((double)large.end, 119 * pow(f, 0.4) / 5, 1e-2);
  /* calm counts as 1 m/s */
  near((double)sm_plume_rise_of(10, 400, 2, 0, 288.15, 9.81).gain, 1.6 * cbrt(27.4312), 1e-3);
}
END_TEST

START_TEST(particles_of_a_stack_rise_with_its_plume) {
  struct cloud s;
  cloud_open(&s,
             STATION
             "[weather]\ntemperature = 288.15\n"
             "[domain]\nsize = [400, 80]\ncell_size = 10\nheight = 120\nstretch = 1\n"
             "[particles]\nstep = 0.5\nduration = 60\nsnapshots = 10\n" SOURCE
             "position = [10, 40]\nheight = 22\ncount = 500\nstop = 30\nexit_velocity = 10\n"
             "exit_temperature = 400\nexit_diameter = 2\n",
             2);
  cloud_blow(&s, 5, 0, 0);
  cloud_take(&s, 0);
  for (unsigned due = 0; !(due & SM_DUE_END);) {
    due = cloud_until(&s, SM_DUE_SNAPSHOT | SM_DUE_END);
    struct sm_particle_list list = cloud_list(&s);
    for (size_t i = 0; i < list.count; i++) {
      near(list.place[i][2], 22 + 2.82192 * pow((double)list.age[i], 2.0 / 3), 2e-3);
      near(list.place[i][0], 10 + 5 * (double)list.age[i], 1e-3);
    }
    sm_particle_list_free(&list);
  }
  cloud_end(&s);
}
END_TEST

/* --- dust from the ground --- */

/* By hand: the log law at 2.5 m over 0.1 m gives u* = 0.4 u / ln 25; White's saltation and the
 * efficiency of 10 % clay, 10^-2.66 1/m. */
START_TEST(the_wind_lifts_dust) {
  for (int part = 0; part < 2; part++) {
    char text[1000];
    snprintf(text, sizeof text,
             BASE "duration = 10\nsides = 'periodic'\n"
                  "[[particles.species]]\ndiameter = '5 um'\ndensity = 2650\n" SOURCE
                  "shape = 'ground'\ncount = 10000\n%s",
             part ? "position = [50, 40]\nsize = [20, 20]\n" : "");
    struct cloud s;
    cloud_open(&s, text, 2);
    cloud_run(&s, 8, 0, 0);
    const double friction = 0.4 * 8 / log(25);
    const double least = sqrt(0.0123 * (2650 / 1.225 * 9.81 * 1e-4 + 3e-4 / (1.225 * 1e-4)));
    const double over = friction - least, sum = friction + least;
    const double flux = pow(10, 1.34 - 4) * 2.61 * 1.225 / 9.81 * over * sum * sum;
    const double area = part ? 20 * 20 : 100 * 80;
    near(cloud_account(&s, SM_EMITTED) / (flux * area * 10), 1, 1e-4);
    near(cloud_account(&s, SM_COUNT_EMITTED), 10000, 0);
    near(cloud_account(&s, SM_LOST), 0, 0);
    cloud_adds_up(&s);
    cloud_end(&s);
  }
}
END_TEST

START_TEST(weak_winds_lift_no_dust) {
  struct cloud s;
  cloud_open(&s,
             BASE "duration = 10\n[[particles.species]]\ndiameter = '5 um'\ndensity = 2650\n" SOURCE
                  "shape = 'ground'\ncount = 1000\n",
             1);
  cloud_run(&s, 1, 0, 0);
  near(cloud_account(&s, SM_EMITTED), 0, 0);
  cloud_adds_up(&s);
  cloud_end(&s);
}
END_TEST

/* --- whatever runs it --- */

#define ALL                                                                                        \
  BASE                                                                                             \
      "duration = 30\nsnapshots = 10\nturbulence = true\nsides = 'reset'\nground = 'deposit'\n"    \
      "trajectories = 30\n[turbulence]\nmodel = 'local'\n" BLOCK                                   \
      "[[particles.species]]\nname = 'gas'\nhalf_life = 20\ndeposition_velocity = 0.02\n"          \
      "[[particles.species]]\nname = 'dust'\nmedian_diameter = '60 um'\n"                          \
      "geometric_deviation = 2\ndensity = 2650\n"                                                  \
      "[particles.concentration]\ncell_size = 10\ninterval = 7.5\nsample = 0.5\n"                  \
      "thresholds = [1e-6]\n[[particles.receptor]]\nposition = [60, 40]\n"                         \
      "[[particles.sight]]\nposition = [5, 5]\nend = [95, 75]\n" SOURCE                            \
      "species = 'gas'\nposition = [30, 40]\nsize = [20, 20, 10]\ncount = 5000\nstop = "           \
      "13\n" SOURCE                                                                                \
      "species = 'dust'\nposition = [50, 40]\nheight = 5\nradius = 4\ncount = 7001\nrate = 0.03\n"

/* What is left of a run, as bytes. */
struct result {
  struct sm_particle_list list;
  double ledger[2 * SM_ACCOUNTS], deposition[2 * 320], received[2], depth;
  float *concentration, *arrival;
  double *dose;
  size_t boxes, tracks;
  double (*place)[3];
};

static void keep(struct cloud *s, struct result *out) {
  const struct sm_plume_view view = sm_particles_plume(s->particles);
  struct sm_particle_tracks tracks;
  *out = (struct result){.list = cloud_list(s)};
  good(s, sm_particles_balance(s->ctx, s->particles, out->ledger, out->deposition));
  good(s, sm_particles_follow(s->ctx, s->particles, &tracks));
  out->boxes = 2 * (size_t)(view.n[0] * view.n[1] * view.n[2]);
  out->concentration = malloc(out->boxes * sizeof *out->concentration);
  out->dose = malloc(out->boxes * sizeof *out->dose);
  memcpy(out->concentration, view.concentration[0], out->boxes * sizeof *out->concentration);
  memcpy(out->dose, view.dose[0], out->boxes * sizeof *out->dose);
  out->arrival = malloc(out->boxes * sizeof *out->arrival);
  memcpy(out->arrival, view.arrival[0], out->boxes * sizeof *out->arrival);
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
  free(r->arrival);
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
  SAME(ledger, 2 * SM_ACCOUNTS);
  SAME(deposition, 2 * 320);
  SAME(received, 2);
  ck_assert(a->depth == b->depth);
  SAME(concentration, a->boxes);
  SAME(dose, a->boxes);
  SAME(arrival, a->boxes);
  ck_assert_uint_eq(a->tracks, b->tracks);
  for (size_t i = 0; i < a->tracks; i++)
    for (int d = 0; d < 3; d++)
      ck_assert(a->place[i][d] == b->place[i][d] ||
                (isnan(a->place[i][d]) && isnan(b->place[i][d])));
}

static void start(struct cloud *s, int devices, int threads) {
  cloud_read(s, ALL);
  good(s, cloud_try(s, devices, threads, 0));
  cloud_blow(s, 3, 0.5, 0);
  cloud_stir(s, 0.5, -0.1, 0.05);
}
static void run_all(int devices, int threads, struct result *out) {
  struct cloud s;
  start(&s, devices, threads);
  cloud_take(&s, 0);
  cloud_until(&s, SM_DUE_END);
  keep(&s, out);
  cloud_end(&s);
}

START_TEST(threads_and_devices_change_no_bit) {
  struct result one, other;
  run_all(1, 1, &one);
  ck_assert(one.list.count > 1000 && one.depth > 0 && one.ledger[SM_DEPOSITED] > 0);
  for (int devices = 1; devices <= 3; devices++) {
    run_all(devices, devices == 3 ? 1 : 2, &other);
    are_same(&one, &other);
    drop(&other);
  }
  drop(&one);
}
END_TEST

/* Saved in the middle with one number of devices, gone on with another: once between two batches,
 * once at the end of an interval. */
START_TEST(saved_and_loaded_runs_end_the_same) {
  struct result straight, resumed;
  run_all(1, 2, &straight);
  for (int way = 0; way < 6; way++) {
    struct sm_particles_part part[SM_PARTICLES_PARTS];
    struct cloud s;
    start(&s, 1 + way % 3, 2);
    cloud_take(&s, 0);
    cloud_until(&s, way < 3 ? SM_DUE_SNAPSHOT : SM_DUE_INTERVAL);
    good(&s, sm_particles_save(s.ctx, s.particles, part));
    cloud_end(&s);
    start(&s, 1 + (way + 1) % 3, 2);
    sm_particles_load(s.particles, part);
    cloud_take(&s, 0);
    near(sm_particles_status(s.particles).time, way < 3 ? 10 : 7.5, 1e-9);
    cloud_until(&s, SM_DUE_END);
    keep(&s, &resumed);
    are_same(&straight, &resumed);
    drop(&resumed);
    cloud_end(&s);
    sm_particles_free_parts(part);
  }
  drop(&straight);
}
END_TEST

/* Parts of another case do not fit. */
START_TEST(parts_of_another_run_are_refused) {
  struct sm_particles_part part[SM_PARTICLES_PARTS];
  struct cloud s;
  start(&s, 1, 2);
  cloud_take(&s, 0);
  cloud_until(&s, SM_DUE_SNAPSHOT);
  good(&s, sm_particles_save(s.ctx, s.particles, part));
  cloud_end(&s);
  cloud_open(&s, BASE "duration = 20\n" SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n", 1);
  sm_particles_load(s.particles, part);
  cloud_blow(&s, 1, 0, 0);
  ck_assert_int_eq(sm_particles_take_wind(s.ctx, s.particles, s.state, 0), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(s.ctx), "the checkpoint has"));
  cloud_end(&s);
  sm_particles_free_parts(part);
}
END_TEST

/* --- winds in time --- */

/* Between two winds the wind changes linearly: x = 10 + t^2 / 20, after the last one it stays. */
START_TEST(winds_change_between_their_times) {
  struct cloud s;
  cloud_read(&s, BASE "duration = 25\n" SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n");
  good(&s, cloud_try(&s, 2, 1, 20));
  unsigned due = SM_DUE_WIND;
  for (int m = 0; m <= 2; m++) {
    ck_assert(due & SM_DUE_WIND);
    cloud_blow(&s, m, 0, 0); /* 0, 1, 2 m/s at 0, 10, 20 s */
    cloud_take(&s, 10 * m);
    due = cloud_until(&s, SM_DUE_WIND | SM_DUE_END);
  }
  ck_assert(due & SM_DUE_END);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], 10 + 0.05 * 20 * 20 + 2 * 5, 0.05);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* From the last wind back: up to 20 s after the first one, by 2, 1 and 0 m/s; and the times that
 * are told are those of the winds. */
START_TEST(backward_particles_go_against_the_wind) {
  struct cloud s;
  cloud_read(&s, BASE "duration = 20\ndirection = 'backward'\n[particles.concentration]\n"
                      "interval = 5\n" SOURCE "position = [90, 40]\nheight = 12\ncount = 10\n");
  good(&s, cloud_try(&s, 2, 1, 20));
  unsigned due = SM_DUE_WIND;
  double end = 20;
  for (int m = 0; m <= 2; m++) {
    ck_assert(due & SM_DUE_WIND);
    cloud_blow(&s, 2 - m, 0, 0);
    cloud_take(&s, 10 * m);
    do {
      due = cloud_until(&s, SM_DUE_WIND | SM_DUE_END | SM_DUE_INTERVAL);
      if (!(due & SM_DUE_INTERVAL)) continue;
      const struct sm_particles_status now = sm_particles_status(s.particles);
      near(now.interval[0], end, 1e-9);
      near(now.interval[1], end - 5, 1e-9);
      near(now.moment, end - 5, 1e-9);
      end -= 5;
    } while (!(due & (SM_DUE_WIND | SM_DUE_END)));
  }
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 10);
  for (size_t i = 0; i < list.count; i++) near(list.place[i][0], 90 - 20, 0.05);
  near(end, 0, 1e-9);
  const struct sm_plume_view view = sm_particles_plume(s.particles);
  double dose = 0;
  for (int c = 0; c < view.n[0] * view.n[1] * view.n[2]; c++) dose += view.dose[0][c] * 125;
  near(dose, 20, 1e-4);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* --- wrong cases --- */

static void fails(const char *text, double last_wind, const char *message) {
  struct cloud s;
  cloud_read(&s, text);
  ck_assert_int_eq(cloud_try(&s, 1, 1, last_wind), SM_ERR_CASE);
  ck_assert_msg(strstr(sm_context_message(s.ctx), message) != NULL, "'%s' not in: %s", message,
                sm_context_message(s.ctx));
  cloud_end(&s);
}

START_TEST(runs_that_cannot_be_are_refused) {
#define POINT SOURCE "position = [10, 40]\nheight = 12\ncount = 10\n"
  fails(BASE POINT, 0, "there is one wind only");
  fails(BASE POINT "start = 70\n", 60, "begins when the run has ended");
  fails(BASE POINT "rates = [[70, 1], [80, 1]]\n", 60, "begins when the run has ended");
  fails(BASE "duration = 9\n" POINT "rates = [[0, 0], [9, 0], [10, 1]]\n", 0, "emits nothing");
}
END_TEST

/* --- how many steps --- */

#define STATIONS(first, second)                                                                    \
  "[[weather.station]]\nreadings = [{ time = 2026-05-01T12:00:00Z, speed = " first                 \
  ", from = 270 },\n{ time = 2026-05-01T12:01:00Z, speed = " second ", from = 270 }]\n"            \
  "[domain]\nsize = [100, 80]\ncell_size = 5\nheight = 60\nstretch = 1\n[roughness]\nz0 = 0.1\n"

/* The step with a first wind of `now` m/s, s. */
static double chosen(const char *text, double now) {
  struct sm_particles_outlook outlook;
  struct cloud s;
  cloud_read(&s, text);
  good(&s, cloud_try(&s, 1, 1, 60));
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 60, &outlook));
  cloud_blow(&s, now, 0, 0);
  cloud_take(&s, 0);
  const double step = sm_particles_status(s.particles).step;
  ck_assert_msg(outlook.step > 0.5 * step && outlook.step < 2 * step, "%g s foreseen, %g s chosen",
                outlook.step, step);
  cloud_end(&s);
  return step;
}

/* Half a cell is 2.5 m. */
START_TEST(steps_follow_the_strongest_of_all_winds) {
#define RUN "[particles]\nduration = 60\n" POINT
  near(chosen(GRID RUN, 5), 0.5, 1e-12);
  near(chosen(STATIONS("10", "10") RUN, 10), 0.25, 1e-12);
  near(chosen(STATIONS("1", "10") RUN, 1), 0.25, 1e-12);
  near(chosen(STATIONS("0.001", "10") RUN, 0.001), 0.25, 2e-3);
  ck_assert(chosen(STATIONS("0", "10") RUN, 0) <= 0.25);
  near(chosen(STATIONS("1", "10") "[particles]\ndirection = 'backward'\nduration = 60\n" POINT, 10),
       0.25, 1e-12);
}
END_TEST

START_TEST(air_too_fast_for_the_steps_is_warned_of) {
  struct cloud s;
  cloud_open(&s, BASE "turbulence = false\nduration = 20\n" POINT, 1); /* 0.5 s */
  cloud_blow(&s, 19, 0, 0);
  cloud_take(&s, 0);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 0);
  cloud_end(&s);
  cloud_open(&s, BASE "turbulence = false\nduration = 20\n" POINT, 1);
  cloud_blow(&s, 50, 0, 0);
  cloud_take(&s, 0);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "through 5 cells"));
  cloud_end(&s);
}
END_TEST

static void foresees(const char *text, const char *message) {
  struct sm_particles_outlook outlook;
  struct cloud s;
  cloud_read(&s, text);
  ck_assert_int_eq(sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook), SM_ERR_CASE);
  ck_assert_msg(strstr(sm_context_message(s.ctx), message) != NULL, "'%s' not in: %s", message,
                sm_context_message(s.ctx));
  cloud_end(&s);
}

START_TEST(what_cannot_be_is_found_without_a_wind) {
  foresees(GRID "[particles]\n" POINT, "there is one wind only");
  foresees(GRID "[particles]\nduration = 60\nstep = 1e-12\n" POINT, "has 6e+13 steps");
  foresees(GRID "[particles]\nduration = 60\nstep = 1e-300\n" POINT, "4294967295 is the most");
  foresees(GRID "[particles]\nduration = 1e300\n" POINT, "4294967295 is the most");
  foresees(GRID "[particles]\nduration = 60\n" SOURCE "position = [900, 1]\ncount = 9\n",
           "outside of the domain");
  foresees(GRID BLOCK "[particles]\nduration = 60\n" SOURCE "position = [5, 35]\ncount = 9\n",
           "inside a building");
  foresees(GRID RUN "[particles.concentration]\ncell_size = 1e-4\n", "boxes");
}
END_TEST

START_TEST(what_will_be_is_told_before) {
  struct sm_particles_outlook outlook;
  struct cloud s;
  cloud_read(&s, BASE "duration = 60\nsides = 'periodic'\n" POINT SOURCE
                      "position = [10, 40]\ncount = 1600\nstart = 20\nstop = 40\n");
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook));
  near(outlook.particles, 1610, 0);
  near(outlook.step, 0.5, 1e-15);
  near(outlook.steps, 120, 0);
  near(outlook.moves, 10 * 120 + 1600 * 60, 1e-6);
  cloud_end(&s);
  cloud_read(&s, BASE "duration = 1e-9\n" POINT "[particles.concentration]\ninterval = 30\n");
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook));
  near(outlook.step, 1e-9, 0);
  near(outlook.steps, 1, 0);
  cloud_end(&s);
  cloud_read(&s, BASE "turbulence = false\nduration = 1e7\n" POINT);
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "2e+07 steps"));
  ck_assert(outlook.moves < 10 * 2 * 60); /* they leave */
  cloud_end(&s);
}
END_TEST

START_TEST(the_scheme_of_the_paper_is_kept_stable) {
  static const char paper[] =
      GRID DUST "[particles]\nturbulence = false\nscheme = 'paper'\nduration = 1\n%s" POINT
                "species = 'dust'\n";
  const double relaxation = 2650 * 30e-6 * 30e-6 / (18 * 1.78e-5);
  struct sm_particles_outlook outlook;
  char text[1000];
  struct cloud s;
  snprintf(text, sizeof text, paper, "");
  cloud_read(&s, text);
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert(outlook.step <= relaxation && outlook.step > 0.9 * relaxation);
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 0);
  cloud_end(&s);
  snprintf(text, sizeof text, paper, "step = 0.02\n");
  cloud_read(&s, text);
  good(&s, sm_particles_foresee(s.ctx, s.c, s.domain, 0, &outlook));
  ck_assert_int_eq(sm_context_warning_count(s.ctx), 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(s.ctx, 0), "not stable"));
  cloud_end(&s);
}
END_TEST

START_TEST(winds_that_are_no_numbers_are_refused) {
  struct cloud s;
  cloud_open(&s, BASE "duration = 20\n" POINT, 1);
  cloud_blow(&s, (double)NAN, 0, 0);
  ck_assert_int_eq(sm_particles_take_wind(s.ctx, s.particles, s.state, 0), SM_ERR_DIVERGED);
  cloud_end(&s);
}
END_TEST

START_TEST(a_stop_is_between_two_batches) {
  struct cloud s;
  unsigned due;
  cloud_open(&s, BASE "duration = 20\n" POINT, 1);
  cloud_blow(&s, 1, 0, 0);
  cloud_take(&s, 0);
  sm_context_request_stop(s.ctx);
  ck_assert_int_eq(sm_particles_march(s.ctx, s.particles, &due), SM_ERR_STOPPED);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(births_are_at_their_moments, all_that_are_born_are_counted, the_ledger_adds_up_exactly,
          what_decays_is_half_after_its_half_life, what_is_formed_on_its_way,
          deposition_takes_its_part_of_the_lowest_cell, deposits_lie_on_their_columns,
          dust_falls_at_its_speed, sides_that_delete_let_particles_leave,
          sides_that_deposit_keep_the_mass, periodic_sides_lead_to_the_other_side,
          periodic_sides_with_a_building_behind_let_particles_leave, sides_that_reflect_keep_all,
          sides_that_reset_begin_anew, who_bounces_stays_above_the_ground,
          who_is_born_in_a_building_is_lost_and_counted, concentrations_are_mass_over_air,
          sums_of_many_samples_fit, fronts_arrive_after_distance_over_speed, gusts_carry_to_and_fro,
          walls_turn_what_goes_with_the_component_across, hot_plumes_rise_as_briggs_says,
          particles_of_a_stack_rise_with_its_plume, the_wind_lifts_dust, weak_winds_lift_no_dust,
          threads_and_devices_change_no_bit, saved_and_loaded_runs_end_the_same,
          parts_of_another_run_are_refused, winds_change_between_their_times,
          backward_particles_go_against_the_wind, runs_that_cannot_be_are_refused,
          steps_follow_the_strongest_of_all_winds, air_too_fast_for_the_steps_is_warned_of,
          what_cannot_be_is_found_without_a_wind, what_will_be_is_told_before,
          the_scheme_of_the_paper_is_kept_stable, winds_that_are_no_numbers_are_refused,
          a_stop_is_between_two_batches)
