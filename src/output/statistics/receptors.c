#include "output/statistics/statistics.h"

#include "base/list.h"
#include "domain/weather/climate.h"
#include "output/analyse/slice_interpolation.h"
#include "output/netcdf/named_places.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <netcdf.h>
#include <string.h>

enum { SECTORS = 16, CLASSES = 11 };

/* Lower limits of the speed classes of a wind rose (m/s); the last class is open. */
static const double class_ends[CLASSES] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20};

static const char *const coordinates = "receptor_x receptor_y receptor_height receptor_name";

/* Defines a receptor variable with the given dimensions. */
static void define_values(struct sm_ncfile *file, const char *name, int rank, const int *dims,
                          struct sm_cf_attributes words) {
  const int id = sm_netcdf_variable(file, name, NC_FLOAT, rank, dims, words);
  sm_netcdf_fill(file, id);
  sm_ncfile_text(file, id, "coordinates", coordinates);
}

static struct sm_cf_attributes words_of(enum sm_field field) {
  const struct sm_field_info *info = sm_field_get(field);
  return (struct sm_cf_attributes){info->standard_name, info->long_name, info->unit};
}

static void define_rose(struct sm_ncfile *file, int receptor) {
  const int sector = sm_ncfile_dimension(file, "sector", SECTORS);
  const int class = sm_ncfile_dimension(file, "speed_class", CLASSES);
  sm_netcdf_variable(
      file, "sector", NC_DOUBLE, 1, &sector,
      (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_FROM_DIRECTION)->standard_name,
                                "middle of the sector", "degree"});
  sm_netcdf_variable(file, "speed_class", NC_DOUBLE, 1, &class,
                     (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_SPEED)->standard_name,
                                               "lower end of the class; the last has no upper end",
                                               "m s-1"});
  define_values(
      file, "receptor_rose", 3, (const int[]){receptor, sector, class},
      (struct sm_cf_attributes){"", "share of the time with wind of the sector and class", "%"});
}

void sm_statistics_define_receptors(struct sm_ncfile *file, const struct sm_statistics *statistics,
                                    const struct sm_receptor_dimensions *dimensions) {
  if (statistics->receptors == 0) return;
  sm_places_define(file, "receptor", (size_t)statistics->receptors);
  int receptor = -1;
  if (file->status == SM_OK) sm_ncfile_check(file, nc_inq_dimid(file->id, "receptor", &receptor));
  const int members[2] = {receptor, dimensions->member};
  define_values(file, "receptor_speed", 2, members,
                (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_SPEED)->standard_name,
                                          "wind speed of the member, as computed", "m s-1"});
  define_values(
      file, "receptor_from", 2, members,
      (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_FROM_DIRECTION)->standard_name,
                                "where the wind of the member comes from, clockwise from true "
                                "north",
                                "degree"});
  define_values(file, "receptor_mean", 1, &receptor, words_of(SM_FIELD_WIND_SPEED_MEAN));
  if (dimensions->percentile >= 0)
    define_values(file, "receptor_percentile", 2, (const int[]){receptor, dimensions->percentile},
                  words_of(SM_FIELD_WIND_SPEED_PERCENTILE));
  if (dimensions->limit >= 0)
    define_values(file, "receptor_exceedance", 2, (const int[]){receptor, dimensions->limit},
                  words_of(SM_FIELD_WIND_SPEED_EXCEEDANCE));
  define_rose(file, receptor);
}

enum { ROSE = SECTORS * CLASSES };

/* Results at one receptor; NAN where there is no fluid. */
struct point {
  const struct sm_statistics *s;
  struct sm_exceedance *classes; /* lower limits of the rose classes */
  int members;
  float *speed, *from, *percentile; /* [member], [member], [percentile] */
  double mean, *above, rose[ROSE];  /* sums over members */
  float *values;                    /* work array for output, sized for the largest variable */
};

/* Index of the sector whose range contains a direction (deg). */
static int sector_of(double from) { return (int)(from / 360 * SECTORS + 0.5) % SECTORS; }

static void add_member(struct point *p, int member, const float wind[2]) {
  const double u = (double)wind[0], v = (double)wind[1], speed = hypot(u, v);
  const double from = sm_wind_direction(u, v, p->s->domain->convergence);
  double above[SM_STATISTICS_LIMITS], faster[CLASSES + 1] = {0};
  p->speed[member] = (float)speed;
  p->from[member] = (float)from;
  p->mean += sm_climate_mean(p->s->climate, member) * speed;
  sm_exceedance_of(p->s->limits, member, speed, above);
  for (int l = 0; l < p->s->limits->count; l++) p->above[l] += above[l];
  for (int n = 0; n < ROSE && isnan(speed); n++) p->rose[n] = (double)NAN;
  if (isnan(from)) return; /* no fluid, or calm */
  sm_exceedance_of(p->classes, member, speed, faster);
  double *to = p->rose + CLASSES * sector_of(from);
  for (int c = 0; c < CLASSES; c++) to[c] += faster[c] - faster[c + 1];
}

/* Writes values of a receptor, from floats or from sums times a factor; NAN: fill value. */
static void put_values(struct sm_ncfile *file, struct point *p, const char *name,
                       const size_t *start, const size_t *count, size_t values, const float *single,
                       const double *sum, double factor) {
  for (size_t n = 0; n < values; n++) {
    // cppcheck-suppress nullPointer ; single or sum is there
    p->values[n] = single != NULL ? single[n] : (float)(factor * sum[n]);
    if (isnan(p->values[n])) p->values[n] = NC_FILL_FLOAT;
  }
  if (values > 0) sm_ncfile_put_part(file, name, start, count, p->values);
}

static void put_point(struct sm_ncfile *file, struct point *p, size_t receptor) {
  const size_t start[3] = {receptor, 0, 0};
  const size_t members[2] = {1, (size_t)p->members}, limits[2] = {1, (size_t)p->s->limits->count};
  const size_t percentiles[2] = {1, p->s->c->statistics.percentile_count};
  const size_t rose[3] = {1, SECTORS, CLASSES};
  put_values(file, p, "receptor_speed", start, members, members[1], p->speed, NULL, 1);
  put_values(file, p, "receptor_from", start, members, members[1], p->from, NULL, 1);
  put_values(file, p, "receptor_mean", start, members, 1, NULL, &p->mean, 1);
  put_values(file, p, "receptor_exceedance", start, limits, limits[1], NULL, p->above, 100);
  put_values(file, p, "receptor_percentile", start, percentiles, percentiles[1], p->percentile,
             NULL, 1);
  put_values(file, p, "receptor_rose", start, rose, ROSE, NULL, p->rose, 100);
}

static void put_places(struct sm_ncfile *file, const struct sm_statistics *s) {
  const double *origin = s->domain->grid.origin;
  for (int r = 0; r < s->receptors; r++) {
    const struct sm_statistics_receptor *at = &s->receptor[r];
    sm_places_put(file, "receptor", (size_t)r, at->name, origin,
                  (const double[3]){at->x, at->y, at->height});
  }
  double sector[SECTORS];
  for (int n = 0; n < SECTORS; n++) sector[n] = 360.0 * n / SECTORS;
  sm_ncfile_put(file, "sector", sector);
  sm_ncfile_put(file, "speed_class", class_ends);
}

/* Writes the results of every receptor; `p` is the work memory for one. */
static enum sm_status put_points(struct sm_ncfile *file, struct point *p) {
  const struct sm_statistics *s = p->s;
  const size_t count = s->c->statistics.percentile_count, members = (size_t)p->members;
  SM_SCOPED_BY(sm_percentile_work_destroy) struct sm_percentile_work *room = NULL;
  SM_SCOPED double *share = NULL;
  SM_TRY(sm_percentile_work_create(file->ctx, s->climate, &room));
  SM_TRY(sm_alloc(file->ctx, count, sizeof *share, "percentiles", &share));
  for (size_t n = 0; n < count; n++) share[n] = s->c->statistics.percentiles[n] / 100;
  for (int r = 0; r < s->receptors; r++) {
    const float *wind = s->point + 2 * members * (size_t)r;
    p->mean = 0;
    memset(p->above, 0, (size_t)s->limits->count * sizeof *p->above);
    memset(p->rose, 0, sizeof p->rose);
    for (int m = 0; m < p->members; m++) add_member(p, m, wind + 2 * m);
    sm_percentiles(s->climate, room, p->speed, 1, share, (int)count, p->percentile);
    put_point(file, p, (size_t)r);
  }
  return SM_OK;
}

enum sm_status sm_statistics_put_receptors(struct sm_ncfile *file,
                                           const struct sm_statistics *statistics) {
  const struct sm_statistics *s = statistics;
  struct point p = {.s = s, .members = s->climate->member_count};
  const size_t members = (size_t)p.members, limits = (size_t)s->limits->count;
  const size_t percentiles = s->c->statistics.percentile_count;
  enum sm_status status = SM_OK;
  if (s->receptors == 0) return file->status;
  put_places(file, s);
  SM_TRY_DONE(sm_exceedance_create(file->ctx, s->climate, class_ends, CLASSES, &p.classes));
  SM_TRY_DONE(sm_alloc(file->ctx, members, sizeof(float), "receptors", &p.speed));
  SM_TRY_DONE(sm_alloc(file->ctx, members, sizeof(float), "receptors", &p.from));
  SM_TRY_DONE(sm_alloc(file->ctx, limits, sizeof(double), "receptors", &p.above));
  SM_TRY_DONE(sm_alloc(file->ctx, percentiles, sizeof(float), "receptors", &p.percentile));
  SM_TRY_DONE(sm_alloc(file->ctx, ROSE + members + limits + percentiles, sizeof(float), "receptors",
                       &p.values));
  status = put_points(file, &p);
  if (status == SM_OK) status = file->status;
done:
  sm_exceedance_destroy(&p.classes);
  SM_FREE_ALL(p.speed, p.from, p.above, p.percentile, p.values);
  return status;
}
