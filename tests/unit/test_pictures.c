/* Pictures are as those in tests/data/pictures, up to what another version of a font or of a
 * library does to edges: both are made eight times smaller before they are compared. To make them
 * anew, after looking at what has changed:
 *
 *   SIMOOM_WRITE_PICTURES=1 CK_FORK=no SIMOOM_MODULES=build/debug build/debug/test_pictures */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/netcdf/wind_file.h"
#include "output/vtk/particles.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <gdal.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 480, HEIGHT = 360, KEPT = 4, SMALLER = 8, PARTICLES = 300 };
enum { ACROSS = WIDTH / SMALLER, UP = HEIGHT / SMALLER, BANDS = 3 };

/* The mean difference of colours 0 to 255. Another way to draw the same font made up to 0.6,
 * another font up to 1.1; what the second test leaves out makes at least 1.8. */
static const double most_off = 1.3;

static const struct made_options town = {.n = {60, 45, 20},
                                         .width = {5, 5, 3},
                                         .ratio = 1.05,
                                         .building = {20, 28, 10, 20, 0, 6},
                                         .utm = true};

static struct sm_context *ctx;
static const char *wind, *cloud, *probes, *mast, *picture;

/* A hill in the north-east, and a wind that turns. */
static void write_wind(void) {
  struct made m;
  const struct sm_axis *axis = m.domain.grid.axis;
  make_domain(&m, &town);
  for (int j = 0; j < town.n[1]; j++)
    for (int i = 0; i < town.n[0]; i++) {
      const double x = axis[0].centre[i] - 220, y = axis[1].centre[j] - 150;
      m.domain.terrain[i + town.n[0] * j] = (float)(15 * exp(-(x * x + y * y) / 3000));
    }
  make_cells(&m, &town);
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < town.n[2] + (c == 2); k++)
      for (int j = 0; j < town.n[1] + (c == 1); j++)
        for (int i = 0; i < town.n[0] + (c == 0); i++) {
          const double x = axis[0].face[i], y = axis[1].face[j], z = axis[2].face[k];
          const double velocity[3] = {4 + 2 * sin(y / 40) + 0.05 * z, 3 * cos(x / 50),
                                      0.8 * sin(x / 30)};
          set_face(&m, c, i, j, k, made_closed(&m, c, i, j, k) ? 0 : velocity[c]);
        }
  struct sm_case c = {.path = "case.toml", .text = "", .name = "town", .title = "A town"};
  struct sm_netcdf_writer *writer = NULL;
  const struct sm_wind_record record = {(double)NAN, true, 9, 1e-7, 2e-8, false};
  ck_assert_int_eq(sm_netcdf_create(ctx, wind, &c, &m.domain, "cpu", &writer), SM_OK);
  ck_assert_int_eq(sm_netcdf_write(ctx, writer, &m.wind, &record), SM_OK);
  ck_assert_int_eq(sm_netcdf_close(ctx, &writer), SM_OK);

  static double place[PARTICLES][3];
  for (int n = 0; n < PARTICLES; n++) {
    place[n][0] = 30 + 0.7 * n;
    place[n][1] = 110 + 40 * sin(0.05 * n) + n % 7;
    place[n][2] = 20 + 0.1 * n;
  }
  const struct sm_particle_cloud all = {.count = PARTICLES, .place = (const double(*)[3])place};
  ck_assert_int_eq(sm_particle_vtk_write(ctx, cloud, &m.domain, &all), SM_OK);
  free_domain(&m);
}

static void write_table(const char *path, const char *text) {
  ck_assert_int_eq(sm_file_write(ctx, path, text, strlen(text)), SM_OK);
}

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  wind = scratch_path("town.nc");
  cloud = scratch_path("town_particles_1.vtp");
  probes = scratch_path("town_probes.csv");
  mast = scratch_path("mast.csv");
  picture = scratch_path("new.png");
  write_wind();
  write_table(probes, "time,u_1,v_1,w_1\n0,1,0.5,0\n10,3,0.7,0.1\n20,2.5,0.2,-0.4\n30,2,0.3,0\n");
  write_table(mast, "z,wind_speed\n5,4.5\n15,5.2\n30,6\n");
}

static void teardown(void) {
  const char *const files[] = {wind, cloud, probes, mast, picture};
  for (size_t n = 0; n < sizeof files / sizeof *files; n++) unlink(files[n]);
  scratch_close();
  sm_context_destroy(&ctx);
}

/* The mean colours of squares of pixels, [band][height][width]. */
static void read_smaller(const char *path, int width, int height, unsigned char *out) {
  GDALDatasetH set = GDALOpen(path, GA_ReadOnly);
  ck_assert_msg(set != NULL, "%s cannot be read", path);
  GDALRasterIOExtraArg how;
  INIT_RASTERIO_EXTRA_ARG(how);
  how.eResampleAlg = GRIORA_Average;
  for (int b = 0; b < BANDS; b++)
    ck_assert_int_eq(GDALRasterIOEx(GDALGetRasterBand(set, b + 1), GF_Read, 0, 0,
                                    GDALGetRasterXSize(set), GDALGetRasterYSize(set),
                                    out + b * width * height, width, height, GDT_Byte, 0, 0, &how),
                     CE_None);
  GDALClose(set);
}

/* Keeps a picture as the reference. */
static void keep(const char *path, const char *known) {
  enum { W = WIDTH / KEPT, H = HEIGHT / KEPT };
  static unsigned char pixels[BANDS * W * H];
  read_smaller(path, W, H, pixels);
  GDALDatasetH memory = GDALCreate(GDALGetDriverByName("MEM"), "", W, H, BANDS, GDT_Byte, NULL);
  ck_assert_ptr_nonnull(memory);
  for (int b = 0; b < BANDS; b++)
    ck_assert_int_eq(GDALRasterIO(GDALGetRasterBand(memory, b + 1), GF_Write, 0, 0, W, H,
                                  pixels + b * W * H, W, H, GDT_Byte, 0, 0),
                     CE_None);
  GDALDatasetH png = GDALCreateCopy(GDALGetDriverByName("PNG"), known, memory, 0, NULL, NULL, NULL);
  ck_assert_ptr_nonnull(png);
  GDALClose(png);
  GDALClose(memory);
}

/* Mean difference of two pictures. */
static double difference(const char *one, const char *other) {
  static unsigned char a[BANDS * ACROSS * UP], b[BANDS * ACROSS * UP];
  double sum = 0;
  read_smaller(one, ACROSS, UP, a);
  read_smaller(other, ACROSS, UP, b);
  for (int n = 0; n < BANDS * ACROSS * UP; n++) sum += abs(a[n] - b[n]);
  return sum / (BANDS * ACROSS * UP);
}

static const char *reference(const char *name, char *out, size_t size) {
  snprintf(out, size, "tests/data/pictures/%s.png", name);
  return out;
}

static struct sm_plot_options small(void) {
  struct sm_plot_options o = sm_plot_options_default();
  o.width = WIDTH;
  o.image_height = HEIGHT;
  return o;
}

static void compare(const char *name, const char *path, const struct sm_plot_options *o) {
  char known[64];
  ck_assert_msg(sm_plot_file(ctx, path, o, picture) == SM_OK, "%s", sm_context_message(ctx));
  reference(name, known, sizeof known);
  if (getenv("SIMOOM_WRITE_PICTURES") != NULL) keep(picture, known);
  const double mean = difference(picture, known);
  if (mean > most_off) {
    char kept[64];
    snprintf(kept, sizeof kept, "/tmp/simoom-picture-%s.png", name);
    ck_assert_int_eq(sm_plot_file(ctx, path, o, kept), SM_OK);
    ck_abort_msg("%s differs from %s: by %.2f", kept, known, mean);
  }
}

START_TEST(pictures_are_as_they_were) {
  setup();
  GDALAllRegister();
  struct sm_plot_options o = small();
  if (sm_plot_file(ctx, wind, &o, picture) == SM_ERR_DATA) {
    printf("skipped: %s\n", sm_context_message(ctx));
    teardown();
    return;
  }
  compare("map", wind, &o);
  o.field = "wind_from_direction";
  o.streamlines = true;
  o.vectors = 22;
  compare("streamlines", wind, &o);
  o.field = "w";
  o.kind = SM_PLOT_SECTION;
  compare("section", wind, &o);
  o = small();
  o.field = "wind_speed";
  o.kind = SM_PLOT_PROFILE;
  o.place[0] = 634050;
  o.place[1] = 3925100;
  o.measured = mast;
  compare("profile", wind, &o);
  o = small();
  compare("series", probes, &o);
  compare("cloud", cloud, &o);
  teardown();
}
END_TEST

/* Small things would be seen: no arrow to the north, other contours, a scale of its own. */
START_TEST(what_is_missing_would_be_seen) {
  setup();
  GDALAllRegister();
  struct sm_plot_options o = small();
  char known[64];
  for (int change = 0; change < 4 && sm_plot_file(ctx, wind, &o, picture) == SM_OK; change++) {
    o = small();
    o.no_relief = change == 0;
    o.vectors = change == 1 ? 0 : o.vectors;
    o.height = change == 2 ? 14 : (double)NAN;
    o.high = change == 3 ? 9 : (double)NAN;
    ck_assert_int_eq(sm_plot_file(ctx, wind, &o, picture), SM_OK);
    const double mean = difference(picture, reference("map", known, sizeof known));
    ck_assert_msg(mean > most_off, "change %d is not seen: %.2f", change, mean);
  }
  teardown();
}
END_TEST

TEST_MAIN(pictures_are_as_they_were, what_is_missing_would_be_seen)
