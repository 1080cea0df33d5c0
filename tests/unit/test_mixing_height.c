/* Mixing height: a lid that turns particles back. */
#include "particle_cases.h"

enum { BINS = 8, COUNT = 40000 };
static const double lid = 40, source = 10, variance = 0.25, dissipation = 0.01;

/* A point source above flat ground in still air with homogeneous turbulence; `more`: keys. */
static void release(struct cloud *s, const char *more, double duration, int devices) {
  char text[1200];
  snprintf(text, sizeof text,
           BASE "duration = %g\nturbulence = true\nstructure_constant = 4\n"
                "lateral_boundary = 'periodic'\ntop = 'reflect'\nseed = 3\n%s"
                "[turbulence]\nmodel = 'local'\n" SOURCE
                "position = [52, 41]\nheight = %g\ncount = %d\n",
           duration, more, source, COUNT);
  cloud_open(s, text, devices);
  cloud_set_turbulence(s, variance, 0, dissipation);
  cloud_run(s, 0, 0, 0);
}

/* Fraction of a normal distribution between two heights, of the source and its images in the ground
 * and the lid. */
static double share_of(double sigma, double low, double high) {
  double sum = 0;
  for (int n = -20; n <= 20; n++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double middle = 2 * n * lid + sign * source, scale = 1 / (sqrt(2) * sigma);
      sum += 0.5 * (erf((high - middle) * scale) - erf((low - middle) * scale));
    }
  return sum;
}

/* The plume between ground and lid is that of image sources: in homogeneous turbulence the spread
 * is sigma^2 = 2 sigma_w^2 T^2 (t/T - 1 + exp(-t/T)), T = 2 sigma_w^2 / (C0 eps) (Taylor 1921).
 * After one, several and many reflections; at last it is well mixed. */
START_TEST(plumes_below_the_lid_are_those_of_image_sources) {
  static const double durations[] = {60, 300, 2000};
  const double scale = 2 * variance / (4 * dissipation);
  for (int n = 0; n < 3; n++) {
    struct cloud s;
    const double t = durations[n];
    const double sigma = sqrt(2 * variance * scale * (t - scale + scale * exp(-t / scale)));
    int bin[BINS] = {0};
    release(&s, "mixing_height = 40\n", t, 2);
    struct sm_particle_list list = cloud_list(&s);
    ck_assert_uint_eq(list.count, COUNT);
    for (size_t i = 0; i < list.count; i++) {
      ck_assert_msg(list.place[i][2] <= lid + 1e-4, "%g m", list.place[i][2]);
      bin[(int)fmin(list.place[i][2] / lid * BINS, BINS - 1)]++;
    }
    for (int b = 0; b < BINS; b++) {
      const double share =
          n < 2 ? share_of(sigma, b * lid / BINS, (b + 1) * lid / BINS) : 1.0 / BINS;
      near((double)bin[b] / COUNT, share, 4.5 * sqrt(share / COUNT) + 0.002);
    }
    sm_particle_list_free(&list);
    cloud_end(&s);
  }
}
END_TEST

/* The same places for any number of devices; a lid that all pass is none, but for 1 mm where
 * rounding puts a particle on its other side. */
START_TEST(lids_do_not_depend_on_devices) {
  struct cloud s[4];
  struct sm_particle_list list[4];
  static const char *const more[4] = {"mixing_height = 40\nentrainment = 0.3\n",
                                      "mixing_height = 40\nentrainment = 0.3\n",
                                      "mixing_height = 40\nentrainment = 1\n", ""};
  size_t above = 0;
  for (int n = 0; n < 4; n++) {
    release(&s[n], more[n], 200, n == 0 ? 1 : 3);
    list[n] = cloud_list(&s[n]);
  }
  for (size_t i = 0; i < list[0].count; i++) above += list[0].place[i][2] > lid;
  ck_assert(above > 100);
  for (int n = 0; n < 4; n += 2) {
    ck_assert_uint_eq(list[n].count, list[n + 1].count);
    for (size_t i = 0; i < list[n].count; i++)
      for (int d = 0; d < 3; d++)
        near(list[n].place[i][d], list[n + 1].place[i][d], n == 0 ? 0 : 5e-3);
  }
  for (int n = 0; n < 4; n++) {
    sm_particle_list_free(&list[n]);
    cloud_end(&s[n]);
  }
}
END_TEST

/* What is released above the lid stays there; gravel settles through it. */
START_TEST(lids_turn_back_from_above_but_not_what_settles) {
  for (int grains = 0; grains < 2; grains++) {
    char text[1200];
    struct cloud s;
    snprintf(text, sizeof text,
             BASE "duration = 100\nturbulence = true\nlateral_boundary = 'periodic'\n"
                  "top = 'reflect'\nmixing_height = 40\n[turbulence]\nmodel = 'local'\n"
                  "[[particles.species]]\n%s" SOURCE
                  "position = [52, 41]\nheight = 50\ncount = 2000\nmass = 8\n",
             grains ? "diameter = '1 mm'\ndensity = 2650\n" : "");
    cloud_open(&s, text, 1);
    cloud_set_turbulence(&s, variance, 0, dissipation);
    cloud_run(&s, 0, 0, 0);
    struct sm_particle_list list = cloud_list(&s);
    for (size_t i = 0; i < list.count; i++)
      ck_assert(grains ? list.place[i][2] < lid : list.place[i][2] >= lid - 1e-4);
    sm_particle_list_free(&list);
    cloud_end(&s);
  }
}
END_TEST

START_TEST(lids_above_the_domain_are_refused) {
  struct cloud s;
  cloud_read(&s, BASE "duration = 10\nmixing_height = 60\n" POINT);
  ck_assert_int_eq(cloud_try(&s, 1, 1, 0), SM_ERR_CASE);
  ck_assert(strstr(sm_context_message(s.ctx), "'particles.mixing_height'") != NULL);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(plumes_below_the_lid_are_those_of_image_sources, lids_do_not_depend_on_devices,
          lids_turn_back_from_above_but_not_what_settles, lids_above_the_domain_are_refused)
