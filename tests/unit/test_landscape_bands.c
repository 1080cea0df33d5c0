/* Bands of landscape files: canopy height, cover, base height and bulk density, and their units. */
#define _POSIX_C_SOURCE 200809L
#include "landscape_files.h"
#include "raster_files.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct landscape forest = {.nx = 20,
                                        .ny = 20,
                                        .x0 = 400000,
                                        .y0 = 4500000,
                                        .cell = 10,
                                        .cover_unit = 1,
                                        .height = 3,
                                        .base = 3,
                                        .density = 3,
                                        .value = {1000, 5, 180, 165, 60, 150, 30, 12}};

/* Reads one quantity of a file; the unit of the case counts, if any. */
static enum sm_status read_kind(const char *path, enum sm_raster_kind kind, double unit,
                                const struct sm_crs *crs) {
  const struct sm_raster_options options = {.kind = kind,
                                            .resample = SM_RESAMPLE_NEAREST,
                                            .crs = "EPSG:32612",
                                            .band_key = "vegetation.band",
                                            .unit_key = "vegetation.landscape_units",
                                            .unit_words = "\"landfire\"",
                                            .unit = unit,
                                            .unit_required = kind != SM_RASTER_ELEVATION,
                                            .optional = kind == SM_RASTER_CANOPY_BULK_DENSITY};
  return sm_gis_read_raster(ctx, &path, 1, &options, crs, &all_of_it, values, &report);
}

static void is(const char *path, enum sm_raster_kind kind, double expected,
               const struct sm_crs *crs) {
  good(read_kind(path, kind, 0, crs));
  for (int q = 1; q < 400; q++) near((double)values[q] / expected, 1, 1e-6);
}

START_TEST(the_header_of_a_landscape_file_tells_the_units) {
  static const double lengths[] = {0, 1, 0.3048, 0.1, 0.03048};
  static const double pound = 16.018463373960142;
  const double densities[] = {0, 1, pound, 0.01, pound / 1000};
  begin();
  struct sm_crs crs = utm12();
  for (int16_t unit = 1; unit <= 4; unit++) {
    struct landscape l = forest;
    l.height = unit;
    l.base = (int16_t)(5 - unit);
    l.density = unit;
    l.elevation_unit = unit % 2;
    const char *path = put_landscape("l.lcp", &l);
    is(path, SM_RASTER_ELEVATION, 1000 * (unit % 2 != 0 ? 0.3048 : 1), &crs);
    is(path, SM_RASTER_CANOPY_COVER, 0.6, &crs);
    is(path, SM_RASTER_CANOPY_HEIGHT, 150 * lengths[unit], &crs);
    is(path, SM_RASTER_CANOPY_BASE_HEIGHT, 30 * lengths[5 - unit], &crs);
    is(path, SM_RASTER_CANOPY_BULK_DENSITY, 12 * densities[unit], &crs);
  }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(unit_codes_that_mean_nothing_are_errors) {
  begin();
  struct sm_crs crs = utm12();
  struct landscape l = forest;
  l.elevation_unit = 2;
  l.height = 9;
  l.density = 0;
  l.cover_unit = 0;
  const char *path = put_landscape("l.lcp", &l);
  says(read_kind(path, SM_RASTER_ELEVATION, 0, &crs), "ELEVATION_UNIT = 2");
  says(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0, &crs), "CANOPY_HT_UNIT = 9");
  says(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0, &crs),
       "vegetation.landscape_units = \"landfire");
  says(read_kind(path, SM_RASTER_CANOPY_BULK_DENSITY, 0, &crs), "CBD_UNIT = 0");
  says(read_kind(path, SM_RASTER_CANOPY_COVER, 0, &crs), "Categories (0-4)");
  good(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0.1, &crs)); /* the case settles it */
  near((double)values[7], 15, 1e-5);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(pixels_of_minus_9999_of_a_landscape_file_have_no_value) {
  begin();
  struct sm_crs crs = utm12();
  struct landscape l = forest;
  for (int b = 0; b < LCP_BANDS; b++) l.first[b] = -9999;
  const char *path = put_landscape("l.lcp", &l);
  good(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0, &crs));
  ck_assert(isnan(values[20 * 19])); /* the north-west */
  ck_assert_uint_eq(report.missing, 1);
  sm_crs_free(&crs);
  end();
}
END_TEST

/* A file of bands with these descriptions and texts of units; each is the plane times its number.
 */
static const char *put_named(int count, const char *const (*band)[2]) {
  const char *path = scratch_path("bands.vrt");
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "<VRTDataset rasterXSize=\"20\" rasterYSize=\"20\"><SRS>EPSG:32612</SRS>%s",
          its_place);
  for (int b = 0; b < count; b++)
    fprintf(file,
            "<VRTRasterBand dataType=\"Float32\" band=\"%d\"><Description>%s</Description>"
            "<UnitType>%s</UnitType>"
            "<ComplexSource><SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename>"
            "<SourceBand>1</SourceBand><ScaleRatio>%d</ScaleRatio></ComplexSource></VRTRasterBand>",
            b + 1, band[b][0], band[b][1], b + 1);
  fprintf(file, "</VRTDataset>");
  ck_assert_int_eq(fclose(file), 0);
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  return path;
}

static void has(const char *path, enum sm_raster_kind kind, double times,
                const struct sm_crs *crs) {
  good(read_kind(path, kind, 0, crs));
  near((double)values[0], times * plane(400005, 4500005), 1e-4);
}

START_TEST(bands_are_found_by_name_in_any_order_with_the_units_of_landfire) {
  static const char *const landfire[][2] = {
      {"US_240CBD", ""},   {"US_240CC", ""}, {"US_ASP2020", ""},  {"US_240CBH", ""},
      {"US_ELEV2020", ""}, {"US_240CH", ""}, {"US_SLPD2020", ""}, {"US_240FBFM40", ""}};
  static const char *const words[][2] = {{"Canopy base height", "ft"},
                                         {"Canopy bulk density", "kg/m**3 * 100"},
                                         {"Canopy height", "Meters x 10"},
                                         {"Elevation", "ft"},
                                         {"Canopy cover", "%"}};
  begin();
  struct sm_crs crs = utm12();
  const char *path = put_named(8, landfire);
  has(path, SM_RASTER_CANOPY_BULK_DENSITY, 0.01, &crs);
  has(path, SM_RASTER_CANOPY_COVER, 0.02, &crs);
  has(path, SM_RASTER_CANOPY_BASE_HEIGHT, 0.4, &crs);
  has(path, SM_RASTER_ELEVATION, 5, &crs);
  has(path, SM_RASTER_CANOPY_HEIGHT, 0.6, &crs);
  path = put_named(5, words);
  has(path, SM_RASTER_CANOPY_BASE_HEIGHT, 0.3048, &crs);
  has(path, SM_RASTER_CANOPY_BULK_DENSITY, 0.02, &crs);
  has(path, SM_RASTER_CANOPY_HEIGHT, 0.3, &crs);
  has(path, SM_RASTER_ELEVATION, 4 * 0.3048, &crs);
  has(path, SM_RASTER_CANOPY_COVER, 0.05, &crs);
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(missing_and_unknown_units_and_bands_are_reported) {
  static const char *const wrong[][2] = {{"canopy height", ""},
                                         {"canopy base height", "cubits"},
                                         {"canopy cover", "okta"},
                                         {"canopy bulk density", "kg/m2"}};
  static const char *const few[][2] = {{"canopy height", "m"}, {"CC", ""}};
  static const char *const unnamed[][2] = {{"", ""}, {"", ""}};
  begin();
  struct sm_crs crs = utm12();
  const char *path = put_named(4, wrong);
  says(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0, &crs),
       "band 1, 'canopy height', does not state the unit");
  says(read_kind(path, SM_RASTER_CANOPY_BASE_HEIGHT, 0, &crs), "the unit \"cubits\"");
  says(read_kind(path, SM_RASTER_CANOPY_COVER, 0, &crs), "the unit \"okta\"");
  says(read_kind(path, SM_RASTER_CANOPY_BULK_DENSITY, 0, &crs), "the unit \"kg/m2\"");
  path = put_named(2, few);
  good(read_kind(path, SM_RASTER_CANOPY_HEIGHT, 0, &crs));
  ck_assert(!report.absent);
  says(read_kind(path, SM_RASTER_CANOPY_COVER, 0, &crs), "does not state the unit");
  good(read_kind(path, SM_RASTER_CANOPY_BULK_DENSITY, 0, &crs)); /* optional */
  ck_assert(report.absent && isnan(values[0]));
  says(read_kind(put_named(2, unnamed), SM_RASTER_CANOPY_HEIGHT, 0, &crs), "vegetation.band = ");
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(the_header_of_a_landscape_file_tells_the_units, unit_codes_that_mean_nothing_are_errors,
          pixels_of_minus_9999_of_a_landscape_file_have_no_value,
          bands_are_found_by_name_in_any_order_with_the_units_of_landfire,
          missing_and_unknown_units_and_bands_are_reported)
