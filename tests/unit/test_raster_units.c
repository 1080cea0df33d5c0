/* Rasters of elevation: units of heights, and which band has them. */
#define _POSIX_C_SOURCE 200809L
#include "raster_files.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The metres per unit that a raster with this text in its band, and this coordinate system, is
 * read with. */
static double unit_of(const struct sm_crs *crs, const char *srs, const char *band) {
  char dataset[2048];
  snprintf(dataset, sizeof dataset, "<SRS>%s</SRS>%s", srs, its_place);
  good(read_one(put_vrt("u.vrt", dataset, band), "", crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  return (double)values[0] / plane(400005, 4500005);
}

START_TEST(units_of_heights_are_known_in_any_spelling) {
  begin();
  struct sm_crs crs = utm12();
  const double survey = 1200.0 / 3937.0;
  static const struct {
    const char *text;
    double metres;
  } units[] = {{"foot", 0.3048},   {"FEET", 0.3048},   {"international foot", 0.3048},
               {"ft MSL", 0.3048}, {"m", 1},           {"Metres", 1},
               {"m (NAVD88)", 1},  {"m a.s.l.", 1},    {"gpm", 1},
               {"unknown", 1},     {"decimeter", 0.1}, {"Meters x 10", 0.1},
               {"0.1 m", 0.1},     {"mm", 0.001}};
  static const char *const feet[] = {"Foot_US",        "ft (US)", "US_survey_foot",
                                     "foot_survey_us", "us-ft",   "U.S. survey feet",
                                     "USSurveyFoot",   "ftUS",    "US survey foot"};
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  char band[200];
  for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
    snprintf(band, sizeof band, "<UnitType>%s</UnitType>", units[u].text);
    near(unit_of(&crs, "EPSG:32612", band) / units[u].metres, 1, 3e-7);
  }
  for (size_t u = 0; u < sizeof feet / sizeof *feet; u++) {
    snprintf(band, sizeof band, "<UnitType>%s</UnitType>", feet[u]);
    near(unit_of(&crs, "EPSG:32612", band) / survey, 1, 3e-7);
  }
  near(unit_of(&crs, "EPSG:32612+6360", "") / survey, 1, 3e-7); /* NAVD88 height (ftUS) */
  near(unit_of(&crs, "EPSG:32612+8228", "") / 0.3048, 1, 3e-7); /* NAVD88 height (ft) */
  near(unit_of(&crs, "EPSG:32612+5703", ""), 1, 3e-7);
  near(unit_of(&crs, "EPSG:32612",
               "<Metadata><MDI key=\"ELEVATION_UNIT\">1</MDI>"
               "<MDI key=\"ELEVATION_UNIT_NAME\">Feet</MDI></Metadata>"),
       0.3048, 3e-7);
  sm_crs_free(&crs);
  end();
}
END_TEST

static void put_bytes(FILE *file, unsigned value, int bytes) {
  for (int b = 0; b < bytes; b++) fputc((int)(value >> (8 * b) & 255), file);
}

static void put_tag(FILE *file, unsigned tag, unsigned type, unsigned count, unsigned value) {
  put_bytes(file, tag, 2);
  put_bytes(file, type, 2);
  put_bytes(file, count, 4);
  put_bytes(file, value, 4);
}

/* Writes a GeoTIFF of 2 x 2 pixels of 1000 in UTM zone 12, whose key VerticalUnitsGeoKey has a
 * number of EPSG: 9001 metre, 9002 foot, 9003 US survey foot. */
static const char *put_tiff_with_vertical_unit(unsigned unit) {
  enum { TAGS = 13, DIRECTORY = 8, AFTER = DIRECTORY + 2 + 12 * TAGS + 4 };
  enum { PIXELS = AFTER, SCALE = PIXELS + 16, TIE = SCALE + 24, GEO = TIE + 48 };
  static const double scale[3] = {10, 10, 0}, tie[6] = {0, 0, 0, 400000, 4500020, 0};
  const unsigned keys[] = {1, 1, 0,    4, 1024, 0,     1,    1, 1025, 0,
                           1, 1, 3072, 0, 1,    32612, 4099, 0, 1,    unit};
  const char *path = scratch_path("keys.tif");
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fputs("II*", file);
  put_bytes(file, 0, 1);
  put_bytes(file, DIRECTORY, 4);
  put_bytes(file, TAGS, 2);
  put_tag(file, 256, 3, 1, 2);
  put_tag(file, 257, 3, 1, 2);
  put_tag(file, 258, 3, 1, 32);
  put_tag(file, 259, 3, 1, 1);
  put_tag(file, 262, 3, 1, 1);
  put_tag(file, 273, 4, 1, PIXELS);
  put_tag(file, 277, 3, 1, 1);
  put_tag(file, 278, 3, 1, 2);
  put_tag(file, 279, 4, 1, 16);
  put_tag(file, 339, 3, 1, 3);
  put_tag(file, 33550, 12, 3, SCALE);
  put_tag(file, 33922, 12, 6, TIE);
  put_tag(file, 34735, 3, sizeof keys / sizeof *keys, GEO);
  put_bytes(file, 0, 4);
  for (int p = 0; p < 4; p++) fwrite(&(float){1000}, sizeof(float), 1, file);
  fwrite(scale, sizeof scale, 1, file);
  fwrite(tie, sizeof tie, 1, file);
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) put_bytes(file, keys[k], 2);
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

START_TEST(vertical_units_in_the_keys_of_a_geotiff_count) {
  static const struct {
    unsigned unit;
    double height;
  } cases[] = {{9001, 1000}, {9002, 304.8}, {9003, 1200000.0 / 3937}};
  begin();
  struct sm_crs crs = utm12();
  const struct sm_map_window window = {400000, 4500000, 10, 10, 2, 2};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const char *path = put_tiff_with_vertical_unit(cases[c].unit);
    good(read_one(path, "", &crs, window, SM_RESAMPLE_BILINEAR, false));
    near((double)values[0], cases[c].height, 1e-4);
    near((double)values[3], cases[c].height, 1e-4);
  }
  sm_crs_free(&crs);
  end();
}
END_TEST

START_TEST(units_that_are_not_known_or_contradict_are_errors) {
  begin();
  struct sm_crs crs = utm12();
  static const struct {
    const char *srs, *band, *part;
  } wrong[] = {
      {"EPSG:32612", "<UnitType>cubits</UnitType>", "the unit \"cubits\""},
      {"EPSG:32612", "<UnitType>m/s</UnitType>", "terrain.unit"},
      {"EPSG:32612", "<UnitType>degree</UnitType>", "\"degree\" of its values is not known"},
      {"EPSG:32612+6360", "<UnitType>metre</UnitType>",
       "\"metre\" (its band), or \"US survey foot"},
      {"EPSG:32612+5715", "", "counts depths"}};
  char dataset[200];
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    snprintf(dataset, sizeof dataset, "<SRS>%s</SRS>%s", wrong[w].srs, its_place);
    const char *path = put_vrt("w.vrt", dataset, wrong[w].band);
    unit_of_case = 0;
    says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), wrong[w].part);
    unit_of_case = 0.3048; /* the case settles it */
    good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
    near((double)values[0], 0.3048 * plane(400005, 4500005), 1e-3);
  }
  unit_of_case = 0;
  sm_crs_free(&crs);
  end();
}
END_TEST

/* Several bands with these descriptions; each is a plane, times its number. */
static const char *put_bands(const char *name, int count, const char *const *descriptions) {
  const char *path = scratch_path(name);
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "<VRTDataset rasterXSize=\"20\" rasterYSize=\"20\"><SRS>EPSG:32612</SRS>%s",
          its_place);
  for (int b = 0; b < count; b++)
    fprintf(file,
            "<VRTRasterBand dataType=\"Float32\" band=\"%d\"><Description>%s</Description>"
            "<ComplexSource><SourceFilename relativeToVRT=\"1\">a.asc</SourceFilename>"
            "<SourceBand>1</SourceBand><ScaleRatio>%d</ScaleRatio></ComplexSource></VRTRasterBand>",
            b + 1, descriptions[b], b + 1);
  fprintf(file, "</VRTDataset>");
  ck_assert_int_eq(fclose(file), 0);
  return path;
}

START_TEST(the_band_of_heights_is_the_one_described_or_asked_for) {
  begin();
  struct sm_crs crs = utm12();
  const char *const landscape[] = {"US_240FBFM40", "US_SLPD2020", "US_ELEV2020", "US_240CH"};
  const char *const unclear[] = {"", "", "quality"};
  const char *const two[] = {"DTM", "DSM"};
  put_plane("a.asc", 400000, 4500000, 10, 20, 20);
  const char *path = put_bands("l.vrt", 4, landscape);
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], 3 * plane(400005, 4500005), 1e-3);
  const struct sm_raster_options canopy = {
      .kind = SM_RASTER_CANOPY_HEIGHT, .resample = SM_RESAMPLE_NEAREST, .crs = ""};
  good(sm_gis_read_raster(ctx, (const char *const[]){path}, 1, &canopy, &crs, &all_of_it, values,
                          &report));
  near((double)values[0], 0.4 * plane(400005, 4500005),
       1e-3); /* of LANDFIRE in tenths of a metre */
  band_of_case = "us_slpd2020";
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], 2 * plane(400005, 4500005), 1e-3);
  band_of_case = "1";
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  near((double)values[0], plane(400005, 4500005), 1e-3);
  band_of_case = "5";
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), "there is no band \"5\"");
  band_of_case = NULL;
  path = put_bands("u.vrt", 3, unclear);
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false),
       "not clear which of 3 bands is the elevation; the bands are 1, 2, 3 'quality'");
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false), "terrain.band = NUMBER");
  says(read_one(put_bands("t.vrt", 2, two), "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false),
       "1 'DTM', 2 'DSM'");
  const char *const slope[] = {"US_SLPD2020"}, *const ground[] = {"elevation (source: survey)"};
  path = put_bands("s.vrt", 1, slope);
  says(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false),
       "its only band is described as 'US_SLPD2020', not as elevation");
  band_of_case = "1";
  good(read_one(path, "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  band_of_case = NULL;
  good(read_one(put_bands("g.vrt", 1, ground), "", &crs, all_of_it, SM_RESAMPLE_NEAREST, false));
  sm_crs_free(&crs);
  end();
}
END_TEST

TEST_MAIN(vertical_units_in_the_keys_of_a_geotiff_count, units_of_heights_are_known_in_any_spelling,
          units_that_are_not_known_or_contradict_are_errors,
          the_band_of_heights_is_the_one_described_or_asked_for)
