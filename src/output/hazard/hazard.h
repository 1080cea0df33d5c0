/* output/hazard/hazard.h - hazard areas: exposure of a series, table of levels, maps. */
#ifndef SM_OUTPUT_HAZARD_HAZARD_H
#define SM_OUTPUT_HAZARD_HAZARD_H

#include "input/gis.h"
#include "lab/facts.h"
#include "lab/hazard.h"
#include "output/netcdf/plume_file.h"
#include <stdbool.h>

/* exposure.c: Exposure at a place: running means, toxic load, probit, indoor concentration. */

/* Concentrations that are constant in consecutive intervals, and 0 before the first. */
struct sm_exposure {
  size_t count;
  const double *time; /* [count + 1] ends of the intervals, increasing, s */
  const float *value; /* [count] */
};

/* Exceedance of a level by the running mean over the preceding `average` s; 0: by the value. */
struct sm_hazard_exceedance {
  double maximum;     /* of the running mean */
  double from, until; /* s, first and last time above the level; NAN: never; until is the end of
                         the last interval if it is above there */
};
struct sm_hazard_exceedance sm_exposure_exceedance(const struct sm_exposure *e, double average,
                                                   double level);

/* Toxic load, the integral of (scale value)^n dt; scale and unit of time are the caller's. */
double sm_exposure_toxic_load(const struct sm_exposure *e, double scale, double n);

/* Fraction of people affected at a probit, Phi(probit - 5). */
double sm_probit_fraction(double probit);

/* Indoor concentration, means over the intervals, of a well-mixed room with so many air changes per
 * second and clean air at the start: dc/dt = changes (c_outdoors - c). `indoor` may be `e->value`.
 */
void sm_exposure_indoor(const struct sm_exposure *e, double changes, float *indoor);

/* Concentration in kg/m3 of a mole fraction of 1 ppm, ideal gas; molar mass in g/mol. */
double sm_ppm_in_kg_m3(double molar_mass, double temperature, double pressure);

/* table.c: Table of hazard levels: that of the program, and a file of the user. */

struct sm_hazard_level {
  char substance[64], cas[16], name[32], unit[24], source[160];
  double molar_mass; /* g/mol */
  double average;    /* averaging time, s; 0: none */
  double value;      /* in the unit */
  double exponent;   /* n of a toxic load, unit "ppm^n min"; 0: a concentration */
};
struct sm_hazard_table {
  struct sm_hazard_level *level;
  size_t count, capacity;
};

/* Reads the table of the program and, unless NULL, that of a file. Errors: ERR_DATA (with the
 * line), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_table_read(struct sm_context *ctx, const char *file,
                                               struct sm_hazard_table *out);
/* Adds the levels of a table in memory, which is changed; `path` is its name in messages. */
SM_CHECKED enum sm_status sm_hazard_table_parse(struct sm_context *ctx, const char *path,
                                                char *text, size_t size,
                                                struct sm_hazard_table *table);
void sm_hazard_table_free(struct sm_hazard_table *table);

/* True if a level is of a substance, by name or CAS number, and among the names of the options. */
bool sm_hazard_is_of(const struct sm_hazard_level *level, const char *substance);
bool sm_hazard_is_wanted(const struct sm_hazard_level *level,
                         const struct sm_hazard_options *options);

/* "AEGL-2, 30 min"; "LEL". */
const char *sm_hazard_label(const struct sm_hazard_level *level, char out[64]);

/* maps.c: Series of concentrations in the lowest boxes of all columns, and maps of the levels. */

struct sm_hazard_maps {
  struct sm_context *ctx;
  const struct sm_hazard_options *options;
  struct sm_wind_file *file;
  struct sm_plume_content content;
  int species;
  size_t columns, times;
  double *time;   /* [times + 1] s, as in the file */
  float *value;   /* [columns][times] kg/m3; NAN: no box with air */
  double *people; /* [columns]; NULL: no raster */
  double covered; /* fraction of the map that the raster covers */
  struct sm_crs crs;
  struct sm_contour_grid grid;
  double source[2]; /* m, first source of the species; NAN: none */
};

/* Reads a plume file. Errors: ERR_USAGE, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_maps_read(struct sm_hazard_maps *m, const char *path);
void sm_hazard_maps_free(struct sm_hazard_maps *m);

/* Reads columns, grid and people of an open file. Errors: as sm_hazard_maps_read. */
SM_CHECKED enum sm_status sm_hazard_plan_read(struct sm_hazard_maps *m);

/* m2 */
double sm_hazard_column_area(const struct sm_hazard_maps *m, size_t column);

/* A level on the map. */
struct sm_hazard_area {
  struct sm_hazard_level level;
  char label[64], from_text[48], until_text[48];
  float *map;         /* [columns] in the unit of the level */
  double maximum;     /* in the unit of the level */
  double area;        /* m2 of the columns above the level */
  double people;      /* in them; NAN: no raster */
  double distance;    /* of the farthest one from the source, m; NAN: no source */
  double from, until; /* s, first and last time above it; NAN: never */
  bool at_end;        /* still above it at the end of the run */
  bool at_side;       /* reaches a side of the boxes: goes on beyond */
};

/* Fills the map and the numbers of `out->level`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_area_make(const struct sm_hazard_maps *m,
                                              struct sm_hazard_area *out);

/* Adds a column with the times of its exceedance to the area. */
void sm_hazard_area_add(const struct sm_hazard_maps *m, size_t column, const double times[2],
                        struct sm_hazard_area *out);

/* Concentration of the unit of a level, kg/m3, in air of a temperature (K) and pressure (Pa). */
double sm_hazard_unit(const struct sm_hazard_level *level, double temperature, double pressure);

/* Largest running mean, or the toxic load, at a place in the unit of a level, and first and last
 * time above the level; NAN: never, or a load. unit: sm_hazard_unit. */
double sm_hazard_value(const struct sm_exposure *e, const struct sm_hazard_level *level,
                       double unit, double times[2]);

/* "35 s", or a date where the file has dates; "" of NAN. */
void sm_hazard_write_time(const struct sm_hazard_maps *m, double time, char out[48]);

/* Replaces the series by those of rooms with the air changes of the options. */
void sm_hazard_go_indoors(struct sm_hazard_maps *m);

/* Writes the polygons of areas. Errors: ERR_IO, ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_areas_write(const struct sm_hazard_maps *m,
                                                const struct sm_hazard_area *area, size_t count);

/* hazard.c */

/* Text of facts, which are freed. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_print(struct sm_context *ctx, struct sm_facts *facts, int json,
                                          char **out);

/* shelter.c: Shelter in place or evacuation. */

struct sm_hazard_shelter {
  struct sm_hazard_area indoors; /* above the level in closed rooms: evacuate */
  double area;                   /* above it outdoors only: shelter, m2 */
  double people;                 /* there; NAN: no raster */
  double leave[2]; /* s, when the air outdoors first has the level's value where rooms exceed it, of
                      a toxic load when gas arrives: first and last column; NAN: nowhere */
  double air_from; /* s, when the air outdoors has less gas than every room of `area`; NAN:
                      nowhere */
  char leave_text[2][48], air_text[48];
};

/* Compares areas outdoors with rooms, to which the series are changed. The caller frees the maps of
 * `indoors`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_hazard_shelter_make(struct sm_hazard_maps *m,
                                                 const struct sm_hazard_area *outdoors,
                                                 size_t count, struct sm_hazard_shelter *out);
void sm_hazard_shelter_describe(const struct sm_hazard_area *outdoors,
                                const struct sm_hazard_shelter *shelter, size_t count,
                                struct sm_facts *out);

/* odour.c: Odour hours. */

/* Ratio of a peak over peak_time s to the mean over mean_time s: (mean_time / peak_time)^exponent,
 * at least 1. */
double sm_peak_to_mean(double mean_time, double peak_time, double exponent);

/* Fraction of the time in intervals whose peak exceeds the odour threshold of the options; and the
 * largest peak, in thresholds. */
double sm_exposure_odour_hours(const struct sm_exposure *e, const struct sm_hazard_options *options,
                               double *peak);

/* As sm_hazard_file. */
SM_CHECKED enum sm_status sm_hazard_odour(struct sm_context *ctx, const char *path,
                                          const struct sm_hazard_options *options, int json,
                                          char **out);

/* ensemble.c: Probability that hazard levels are exceeded, over the members of a release ensemble
 * whose rate is lognormal. */

enum { SM_ENSEMBLE_PEAK, SM_ENSEMBLE_DOSE, SM_ENSEMBLE_QUANTITIES };

struct sm_plume_ensemble {
  struct sm_hazard_level *level;
  size_t levels;
  double rate; /* standard deviation of the logarithm of the rate; 0: certain */
  size_t columns;
  int members;         /* added */
  double *probability; /* [levels][columns] sum over the members; NAN: no box with air */
  double *sum[SM_ENSEMBLE_QUANTITIES]; /* [columns] of the largest mean of an interval, kg/m3, and
                                          of the dose, kg s/m3 */
  float *maximum[SM_ENSEMBLE_QUANTITIES]; /* [columns] over the members */
};

/* Levels of the first species of a case, and the thresholds of its concentrations. Errors: ERR_CASE
 * (none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_ensemble_create(struct sm_context *ctx, const struct sm_case *c,
                                                   struct sm_plume_ensemble *out);

/* Adds a member: means of its intervals, [times][columns] kg/m3, NAN without a box with air, and
 * the ends of these, [times + 1] s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plume_ensemble_add(struct sm_context *ctx, struct sm_plume_ensemble *e,
                                                size_t columns, size_t times, const double *time,
                                                float *const *mean);
/* Memory of the maps for each column. */
size_t sm_plume_ensemble_bytes(const struct sm_plume_ensemble *e);
void sm_plume_ensemble_free(struct sm_plume_ensemble *e);

/* ensemble_file.c: NetCDF file of a release ensemble (docs/files.md). */

/* Winds of the members, of the first reading. */
struct sm_ensemble_members {
  int count;
  const double *from, *speed, *inverse_obukhov; /* [count] deg, m/s, 1/m */
};

/* plane: the domain with the columns of the boxes; releases: sources. Errors: ERR_IO, ERR_MEMORY.
 */
SM_CHECKED enum sm_status
sm_plume_ensemble_write(struct sm_context *ctx, const char *path, const struct sm_case *c,
                        const struct sm_domain *plane, const struct sm_releases *releases,
                        const char *device, const struct sm_ensemble_members *members,
                        const struct sm_plume_ensemble *e);

/* ensemble_areas.c: Areas of a file of a release ensemble. */

/* As sm_hazard_file. */
SM_CHECKED enum sm_status sm_ensemble_hazard(struct sm_context *ctx, const char *path,
                                             const struct sm_hazard_options *options, int json,
                                             char **out);

#endif
