/* Decay chains of scalars; and concentrations above that of the pure gas. */
#include "physics/scalars/scalars.h"

#include "scalars_fixture.h"
#include <stdio.h>

#define LINE                                                                                       \
  "[domain]\nsize = [1, 0.25]\ncell_size = 0.25\nheight = 0.25\nstretch = 1\n" WIND                \
  "[flow]\n" STILL ALONG

/* A chain of four scalars against Bateman's solution, released at a constant rate as well: by two
 * half steps of decay around the transport the error of that is of second order. */
START_TEST(decay_chains_give_batemans_solution) {
  const char *const text =
      LINE "[[flow.scalar]]\nname = 'a'\ninitial = 8\nhalf_life = 10\ndaughter = 'b'\n"
           "[[flow.scalar]]\nname = 'b'\nhalf_life = 10\ndaughter = 'c'\n"
           "[[flow.scalar]]\nname = 'c'\nhalf_life = 10\ndaughter = 'd'\n"
           "branching_fraction = 0.5\n[[flow.scalar]]\nname = 'd'\nhalf_life = 10\n"
           "[[flow.scalar]]\nname = 'p'\nhalf_life = 20\ndaughter = 's'\n"
           "molar_mass = 64\n[[flow.scalar.source]]\nshape = 'domain'\nrate = 2\n"
           "[[flow.scalar]]\nname = 's'\nmolar_mass = 96\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    struct sm_scalar_budget b;
    const double x = log(2) / 10 * 30, y = log(2) / 20 * 30;
    double low, high, want = 8 * exp(-x);
    create(&r, text, bits);
    steps(&r, 0.25, 120);
    for (size_t m = 0; m < 4; m++, want *= x / (double)m) {
      find_range(&r, m, &low, &high);
      const double part = m == 3 ? 0.5 : 1;
      ck_assert_double_eq_tol(low, part * want, bits == 32 ? 1e-5 : 1e-12);
      ck_assert_double_eq_tol(high, low, bits == 32 ? 1e-5 : 1e-12);
      assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, m, &b));
      ck_assert_double_eq_tol(b.decayed + b.air, b.initial, (bits == 32 ? 1e-5 : 1e-12) * 40);
    }
    assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 4, &b));
    ck_assert_double_eq_tol(b.emitted, 60, 1e-12);
    ck_assert_double_eq_tol(b.air, 60 * (1 - exp(-y)) / y, 1e-3);
    const double parent = b.air;
    assert_good(&r, sm_scalars_budget(r.ctx, r.scalars, 5, &b));
    ck_assert_double_eq_tol(b.air, 1.5 * (60 - parent), bits == 32 ? 1e-3 : 1e-11);
    ck_assert_double_eq_tol(b.decayed, -b.air, bits == 32 ? 1e-3 : 1e-11);
    destroy(&r);
  }
}
END_TEST

/* More than the pure gas: of a substance, or by the density of the case. */
START_TEST(more_than_the_pure_gas_is_told) {
  static const struct {
    const char *keys;
    bool told;
  } scalars[] = {{"name = 'chlorine'\ninitial = 4\n", true},
                 {"name = 'chlorine'\ninitial = 2\n", false},
                 {"name = 'smoke'\ninitial = 4\n", false}};
  for (size_t n = 0; n < sizeof scalars / sizeof *scalars; n++) {
    struct rig r;
    char text[1000];
    snprintf(text, sizeof text, LINE "[[flow.scalar]]\n%s", scalars[n].keys);
    create(&r, text, n == 0 ? 32 : 64);
    assert_good(&r, sm_scalars_check_pure(r.ctx, r.scalars, 0));
    ck_assert(r.scalars->above_pure == scalars[n].told);
    destroy(&r);
  }
}
END_TEST

TEST_MAIN(decay_chains_give_batemans_solution, more_than_the_pure_gas_is_told)
