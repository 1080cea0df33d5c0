/* Open boundaries of the compressible solver that meet at edges and corners: a uniform wind that
 * goes out through two or three of them, and air at rest between six, lose a disturbance and stay,
 * for many passages of the wind. */
#include "verify/compressible_run.h"

enum { NX = 8, NY = 8, NZ = 4 };

struct scene {
  double wind[2];     /* m/s */
  double stirred;     /* amplitude of the disturbance at the start, m/s */
  const char *open;   /* outflow sides */
  const char *given;  /* inflow sides, or NULL */
  const char *closed; /* slip sides, or NULL */
  double duration;
};

static void write_case(const struct scene *s, const char *flux, double gravity, char *text,
                       size_t size) {
  size_t at = (size_t)snprintf(
      text, size,
      BOX("80, 80", "40", "10") "[wind]\nmodel = 'compressible'\nduration = %g\n"
                                "[flow]\nsubgrid = 'none'\nviscosity = 0\ninitial = ["
                                "'%g + %g * sin(0.03 * x + 0.05 * y + 0.04 * z + 1)', "
                                "'%g + %g * sin(0.04 * x + 0.02 * y + 0.03 * z + 2)', "
                                "'%g * sin(0.02 * x + 0.03 * y + 0.06 * z + 0.5)']\n"
                                "[flow.compressible]\nflux = '%s'\ngravity = %g\n" SIDES("%s",
                                                                                         "outflow"),
      s->duration, s->wind[0], s->stirred, s->wind[1], s->stirred, s->stirred, flux, gravity,
      s->open);
  if (s->given != NULL)
    at += (size_t)snprintf(text + at, size - at, SIDES("%s", "inflow") "velocity = [%g, %g, 0]\n",
                           s->given, s->wind[0], s->wind[1]);
  if (s->closed != NULL) snprintf(text + at, size - at, SIDES("%s", "slip"), s->closed);
}

/* Largest deviation of a component of the wind in all cells, m/s. */
static double deviation(const struct flow_run *r, const double wind[2]) {
  const struct sm_compressible *m = model_of(r);
  double *rho = load(r, SM_RHO), most = 0;
  for (int d = 0; d < 3; d++) {
    double *u = load(r, SM_RHO_U + d);
    for (int k = 0; k < NZ; k++)
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
          const ptrdiff_t c = cell(r, i, j, k);
          const double is = u[c] / (m->gas.rho[k] + rho[c]), right = d < 2 ? wind[d] : 0;
          most = isfinite(is) ? fmax(most, fabs(is - right)) : (double)INFINITY;
        }
    free(u);
  }
  free(rho);
  return most;
}

static double run_scene(const struct scene *s, const char *flux, double gravity, int bits) {
  char text[2000];
  struct flow_run r;
  write_case(s, flux, gravity, text, sizeof text);
  flow_run_create(&r, text, 1, bits);
  const double most = deviation(&r, s->wind);
  flow_run_destroy(&r);
  return most;
}

static void assert_calms(const struct scene *s, int runs, double limit64, double limit32) {
  static const struct {
    const char *flux;
    double gravity;
    int bits;
  } run[] = {{"hllc", 9.81, 32}, {"slau2", 9.81, 64}, {"hllc", 0, 64}, {"slau2", 0, 32}};
  if (!have_expressions()) return;
  for (int m = 0; m < runs; m++) {
    const int bits = run[m].bits;
    const double limit = bits == 64 ? limit64 : limit32;
    const double most = run_scene(s, run[m].flux, run[m].gravity, bits);
    printf("open: %s; %s, %d bits, gravity %g: %.2e m/s\n", s->open, run[m].flux, bits,
           run[m].gravity, most);
    ck_assert_double_lt(most, limit);
  }
}

/* 30 degrees from the side; 60 s are 13 passages. */
START_TEST(a_wind_out_through_two_sides_calms) {
  const struct scene s = {.wind = {17.3205, 10},
                          .stirred = 0.5,
                          .open = "'east', 'north'",
                          .given = "'west', 'south'",
                          .closed = "'bottom', 'top'",
                          .duration = 60};
  assert_calms(&s, 4, 1e-6, 1e-3);
}
END_TEST

START_TEST(a_wind_out_through_two_sides_along_an_open_top_calms) {
  const struct scene s = {.wind = {17.3205, 10},
                          .stirred = 0.5,
                          .open = "'east', 'north', 'top'",
                          .given = "'west', 'south'",
                          .closed = "'bottom'",
                          .duration = 60};
  assert_calms(&s, 2, 1e-6, 1e-3);
}
END_TEST

/* Between open sides nothing damps a slow wind: it moves on, but does not grow. */
START_TEST(air_at_rest_between_six_open_sides_stays) {
  const struct scene s = {.stirred = 1e-3, .open = ALL_SIDES, .duration = 300};
  assert_calms(&s, 1, 4e-3, 4e-3);
}
END_TEST

TEST_MAIN(a_wind_out_through_two_sides_calms, a_wind_out_through_two_sides_along_an_open_top_calms,
          air_at_rest_between_six_open_sides_stays)
