/* Canopies of a landscape file in the domain: leaf area, base height, roughness length. */
#include "domain_fixture.h"
#include "harness.h"

#include "domain/surface/vegetation/vegetation.h"
#include <math.h>

static struct fixture f;
static char landscape[] = "forest.lcp";

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.9g instead of %.9g", got, expected);
}

/* Conifers in the west, broadleaved trees with the base heights that LANDFIRE gives them, grass. */
static double forest(enum sm_raster_kind kind, double x, double y) {
  (void)y;
  const int part = x < 30 ? 0 : x < 60 ? 1 : 2;
  static const double height[] = {20, 8, 0}, base[] = {5, 10, 0}, cover[] = {0.6, 0.7, 0};
  static const double density[] = {0.1, 0.012, 0};
  switch (kind) {
  case SM_RASTER_CANOPY_HEIGHT: return height[part];
  case SM_RASTER_CANOPY_BASE_HEIGHT: return base[part];
  case SM_RASTER_CANOPY_COVER: return cover[part];
  case SM_RASTER_CANOPY_BULK_DENSITY: return density[part];
  default: return (double)NAN;
  }
}

static void use(unsigned absent) {
  fixture_create(&f);
  fixture_plant(&f, SM_PLANT_TREE, NULL, 0, 1);
  f.c.vegetation.landscape = landscape;
  f.c.vegetation.specific_leaf_area = 4.1;
  fake.band = forest;
  fake.absent = absent;
  fake.x[0] = fake.y[0] = 0;
  fake.x[1] = 100;
  fake.y[1] = 80;
  fixture_build(&f);
}

static int64_t at(double x) { return sm_domain_column(f.domain, x, 30); }

START_TEST(bulk_density_and_cover_become_leaf_area) {
  use(0);
  const struct sm_plants *p = &f.domain->plants;
  const double conifers = 4.1 * 0.1 * 15; /* larger than -2 ln(1 - 0.6) */
  near((double)p->canopy_height[at(10)], 20, 0);
  near((double)p->canopy_base[at(10)], 5, 0);
  near((double)p->canopy_attenuation[at(10)], 0.5 * conifers * 20 / 15, 1e-5);
  near((double)p->canopy_base[at(45)], 0, 0); /* not below the top */
  near((double)p->canopy_attenuation[at(45)], -log(0.3), 1e-5);
  near((double)p->canopy_height[at(80)], 0, 0);
  ck_assert(fixture_warned(&f, "have a canopy base height that is not below"));
  near((double)f.domain->z0[at(10)], sm_canopy_roughness(20, conifers), 1e-5);
  near((double)f.domain->z0[at(80)], 0.1, 1e-7);
  fixture_destroy(&f);
}
END_TEST

START_TEST(cover_alone_bulk_density_alone_or_none_give_leaf_area) {
  use(1U << SM_RASTER_CANOPY_BULK_DENSITY);
  near((double)f.domain->plants.canopy_attenuation[at(10)], -log(0.4) * 20 / 15, 1e-5);
  fixture_destroy(&f);
  use(1U << SM_RASTER_CANOPY_COVER | 1U << SM_RASTER_CANOPY_BASE_HEIGHT);
  near((double)f.domain->plants.canopy_attenuation[at(10)], 0.5 * 4.1 * 0.1 * 20, 1e-5);
  near((double)f.domain->plants.canopy_base[at(10)], 0, 0);
  fixture_destroy(&f);
  use(1U << SM_RASTER_CANOPY_COVER | 1U << SM_RASTER_CANOPY_BULK_DENSITY |
      1U << SM_RASTER_CANOPY_BASE_HEIGHT);
  near((double)f.domain->plants.canopy_attenuation[at(10)], 1.5, 1e-6); /* vegetation.lai */
  ck_assert(fixture_warned(&f, "neither canopy cover nor canopy bulk density"));
  fixture_destroy(&f);
}
END_TEST

START_TEST(a_canopy_polygon_has_its_base) {
  fixture_create(&f);
  double wood[4][2] = {{10, 10}, {50, 10}, {50, 60}, {10, 60}};
  static struct sm_case_plant plant[2];
  plant[0] = fixture_plant(&f, SM_PLANT_CANOPY, wood, 4, 15);
  plant[0].traits.base = 5;
  plant[0].traits.lai = 4;
  f.c.vegetation.plant = plant;
  f.c.vegetation.plant_count = 1;
  fixture_build(&f);
  near((double)f.domain->plants.canopy_base[at(30)], 5, 0);
  near((double)f.domain->plants.canopy_attenuation[at(30)], 3, 1e-6); /* 2 over two thirds */
  fixture_destroy(&f);
}
END_TEST

/* Raupach (1994), figure 1: the largest ratio to the height is near a leaf area index of 0.6. */
START_TEST(roughness_of_a_canopy_is_that_of_raupach) {
  double best = 0, where = 0;
  for (double lai = 0.01; lai < 10; lai *= 1.05) {
    const double ratio = sm_canopy_roughness(1, lai);
    if (ratio > best) where = lai;
    best = fmax(best, ratio);
    near(sm_canopy_roughness(12, lai), 12 * ratio, 1e-12);
  }
  near(where, 0.58, 0.05);
  near(best, 0.13, 0.01);
  near(sm_canopy_roughness(1, 4), 0.0580, 5e-4);
  near(sm_canopy_roughness(1, 0), 0, 0);
  near(sm_canopy_lai_of_cover(0.6), 1.8326, 1e-4);
}
END_TEST

TEST_MAIN(bulk_density_and_cover_become_leaf_area,
          cover_alone_bulk_density_alone_or_none_give_leaf_area, a_canopy_polygon_has_its_base,
          roughness_of_a_canopy_is_that_of_raupach)
