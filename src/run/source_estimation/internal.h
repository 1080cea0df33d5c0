/* run/source_estimation/internal.h - source estimation: source-receptor relationships, likelihood,
 * sampler, posterior (docs/source-estimation.md). */
#ifndef SM_RUN_SOURCE_ESTIMATION_INTERNAL_H
#define SM_RUN_SOURCE_ESTIMATION_INTERNAL_H

#include "base/file.h"
#include "base/text.h"
#include "domain/domain.h"
#include "input/sensors/sensors.h"
#include "lab/facts.h"
#include "lab/source_estimation.h"
#include "run/simulation.h"

/* backward_case.c: The case of the backward run: the readings as its sources. */

/* The particles of an adjoint are two species, whose difference tells the error of sampling. */
enum { SM_REPLICATES = 2 };

/* Readings with one place and averaging time in a steady wind share the particles of an adjoint. */
struct sm_adjoint {
  size_t reading;     /* the first one */
  double start, stop; /* s of the backward run */
};

struct sm_backward_plan {
  struct sm_case *c;
  struct sm_case *site;     /* without the readings; the domain has texts of it */
  struct sm_domain *domain; /* until the run takes it over */
  struct sm_adjoint *adjoint;
  size_t adjoints;
  size_t *of;     /* [readings] adjoint */
  double *offset; /* [readings] s, time of the start of the backward run */
  double start;   /* s, earliest release */
};

/* Loads the case with texts of keys that depend on the readings. */
enum { SM_SOURCE_TEXTS = 4 };
enum sm_source_direction { SM_SOURCE_BACKWARD, SM_SOURCE_FORWARD };
SM_CHECKED enum sm_status sm_source_case_load(struct sm_context *ctx,
                                              const struct sm_source_options *options,
                                              enum sm_source_direction direction,
                                              struct sm_text *const *text, size_t count,
                                              struct sm_case **out);
/* Adds species "r0", "r1" ... with the decay and deposition of one; NULL: without. */
void sm_source_species_add(struct sm_text *text, const struct sm_case_species *like, size_t count);

/* Errors: ERR_CASE, ERR_DATA, ERR_USAGE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_backward_plan_create(struct sm_context *ctx,
                                                  const struct sm_source_options *options,
                                                  const struct sm_sensor_readings *readings,
                                                  struct sm_backward_plan *out);
void sm_backward_plan_free(struct sm_backward_plan *plan);

/* sensitivity.c: Source-receptor relationships by backward dispersion: the sensitivity of each
 * reading to a release of 1 kg, by place and time. */

struct sm_source_receptor {
  struct sm_backward_plan plan;
  struct sm_simulation *run; /* owns the domain */
  struct sm_domain plane;    /* the domain with the columns of the boxes */
  bool planned;              /* `plane` is there */
  int n[2];
  double *centre[2];      /* m from the south-west corner of the grid */
  double low[2], high[2]; /* m, sides of the boxes */
  bool *air;              /* [columns] the column has a box with air */
  double *height;         /* [columns] m, of a source above the ground */
  size_t columns, ages;
  double *age;      /* [ages + 1] s back from the start of the backward run, rising from 0 */
  float *sum;       /* [columns][adjoints][ages + 1] s/m3, integral of the sensitivity to an age */
  double *particle; /* [adjoints] s/m3: variance of the sensitivity over the sensitivity */
  double end;       /* s, latest release */
  double airborne;  /* fraction of the particles that were in the air at the end */
};

/* Runs the particles of all readings backward. Errors: those of a run, ERR_USAGE. */
SM_CHECKED enum sm_status sm_source_receptor_create(struct sm_context *ctx,
                                                    const struct sm_source_options *options,
                                                    const struct sm_sensor_readings *readings,
                                                    struct sm_source_receptor *out);
void sm_source_receptor_free(struct sm_source_receptor *sr);

/* Column of a place, the nearest one outside of the boxes. */
size_t sm_source_column(const struct sm_source_receptor *sr, const double place[2]);

/* Weights of the four columns around a place; false outside of the boxes, and where its column has
 * no air. */
struct sm_source_corners {
  size_t column[4];
  double weight[4];
};
bool sm_source_corners_of(const struct sm_source_receptor *sr, const double place[2],
                          struct sm_source_corners *out);

/* Mean concentration of a reading over the rate of a source between two times, s/m3 (NAN: of all
 * times), of which half a particle: no particles are not no concentration. Between columns its
 * logarithm is linear, as that of a plume's flank. */
struct sm_source_sensitivity {
  double mean;
  double variance; /* by the number of particles and the width of columns */
  double sampling; /* the part by the number of particles */
};
struct sm_source_sensitivity sm_source_sensitivity(const struct sm_source_receptor *sr,
                                                   size_t reading,
                                                   const struct sm_source_corners *at,
                                                   const double time[2]);

/* likelihood.c: Likelihood of the readings, and the prior of the source. */

enum { SM_SOURCES_MAX = 3, SM_SOURCE_PARAMETERS = 5 };

struct sm_source {
  double place[2]; /* m from the south-west corner of the grid */
  double rate;     /* kg/s */
  double time[2];  /* s, start and stop; NAN: steady */
};

struct sm_source_problem {
  const struct sm_source_receptor *sr;
  const struct sm_sensor_readings *readings;
  const struct sm_source_options *options;
  int sources, parameters; /* of a source: 3, with times 5 */
};

/* Source n of a point of the unit cube, in which the prior is uniform. */
struct sm_source sm_source_of(const struct sm_source_problem *p, const double *u, int n);

/* Sources of a point of the unit cube; false where one is in no air, or stronger than the one
 * before it: sources are numbered by their rates. */
struct sm_source_state {
  struct sm_source source[SM_SOURCES_MAX];
  struct sm_source_corners at[SM_SOURCES_MAX];
};
bool sm_source_state_of(const struct sm_source_problem *p, const double *u,
                        struct sm_source_state *out);

/* Mean concentration of a reading, kg/m3, and its variances, of all sources. */
struct sm_source_sensitivity sm_source_predict(const struct sm_source_problem *p,
                                               const struct sm_source_state *state, size_t reading);

/* Logarithm of the likelihood of a reading whose mean is predicted. */
double sm_source_log_likelihood_of(const struct sm_source_options *options,
                                   const struct sm_sensor_reading *reading, double mean,
                                   double variance);

/* Logarithm of the likelihood at a point of the unit cube; -INFINITY: impossible. */
double sm_source_log_likelihood(const void *problem, const double *u);

/* Standard deviation of a reading about its prediction, kg/m3; of a log-normal one its logarithm's
 * times the prediction. */
double sm_source_deviation(const struct sm_source_options *options,
                           const struct sm_sensor_reading *reading, double mean, double variance);

/* Distance of a reading from its prediction in standard deviations. */
double sm_source_misfit(const struct sm_source_options *options,
                        const struct sm_sensor_reading *reading, double mean, double variance);

/* sampler.c: Parallel tempering with differential evolution, in the unit cube. */

struct sm_sampler_problem {
  int dimensions;
  double (*log_likelihood)(const void *user, const double *u);
  const void *user;
  uint64_t seed;
  int least, iterations; /* minimum and maximum */
};

struct sm_samples {
  int dimensions, chains, iterations, levels;
  size_t count;
  double *u;                /* [count][dimensions] */
  double *log_likelihood;   /* [count] */
  double r_hat;             /* Gelman-Rubin, the largest of all parameters */
  double acceptance, swaps; /* fractions of proposals at temperature 1, and of exchanges */
};

/* Samples until the chains agree (r_hat below SM_SAMPLER_AGREED), or for the maximum of iterations.
 * Errors: ERR_DATA (nothing is possible), ERR_STOPPED, ERR_MEMORY. */
#define SM_SAMPLER_AGREED 1.05
SM_CHECKED enum sm_status sm_sampler_run(struct sm_context *ctx, const struct sm_sampler_problem *p,
                                         struct sm_samples *out);
void sm_samples_free(struct sm_samples *samples);

/* Part of the number of particles in the variance of the detected readings (likelihood.c), mean
 * over these and over sources of the posterior. */
double sm_source_sampling_part(const struct sm_source_problem *p, const struct sm_samples *samples);

/* regions.c: Credible regions of the place: a kernel density of the samples on a map around them.
 */

enum { SM_REGION_LEVELS = 3 };
extern const double sm_region_level[SM_REGION_LEVELS]; /* 0.5, 0.9, 0.95 */

struct sm_regions {
  int n[2];
  double low[2], cell[2];         /* m */
  float *density;                 /* [ny][nx] 1/m2 */
  double least[SM_REGION_LEVELS]; /* density at the edge of a region */
  double area[SM_REGION_LEVELS];  /* m2 */
  double place[2];                /* m, with the most probability within about a column */
};

void sm_sort_rising(double *value, size_t count);

/* place: [count][2] m; column: its width, m. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_regions_create(struct sm_context *ctx, const double (*place)[2],
                                            size_t count, double column, struct sm_regions *out);
double sm_regions_density(const struct sm_regions *regions, const double place[2]);
void sm_regions_free(struct sm_regions *regions);

/* forward_plumes.c: Plumes of sources of the posterior, forward in the same wind, as a further
 * sensor would read them. */

struct sm_source_plumes {
  size_t plumes, columns;
  float *mean; /* [columns][plumes] kg/m3, mean over the averaging time at the sensor's height */
  double *particle; /* [plumes] kg/m3: variance of a mean over the mean */
  bool *place;      /* [columns] a sensor can stand in the centre of the column */
  int particles;    /* of each plume */
};

/* A sensor at a height, that is otherwise like that of a reading. Errors: those of a run, ERR_DATA,
 * ERR_USAGE (no column has air at the height). */
SM_CHECKED enum sm_status sm_source_plumes_create(struct sm_context *ctx,
                                                  const struct sm_source_problem *p,
                                                  const struct sm_samples *samples,
                                                  const struct sm_sensor_reading *like,
                                                  double height, struct sm_source_plumes *out);
void sm_source_plumes_free(struct sm_source_plumes *plumes);

/* next_sensors.c: Places of further sensors by the expected information gain (Lindley 1956) of a
 * reading about which of the plumes, equally likely, is the true one. */

struct sm_next_sensor {
  size_t column;
  double gain; /* bits, given the sensors before it */
};

struct sm_next_sensors {
  float *gain; /* [columns] bits, of one further sensor; NAN: no place */
  struct sm_next_sensor *item;
  size_t count;  /* fewer than wanted where no place tells anything more */
  size_t coarse; /* plumes of which half a particle is above the detection limit */
};

/* Detection limit of a reading, kg/m3; without one three standard deviations of the instrument. */
double sm_sensor_limit(const struct sm_sensor_reading *reading);

/* One place after another. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_next_sensors_find(struct sm_context *ctx,
                                               const struct sm_source_options *options,
                                               const struct sm_sensor_reading *like,
                                               const struct sm_source_plumes *plumes, int count,
                                               struct sm_next_sensors *out);
void sm_next_sensors_free(struct sm_next_sensors *next);

/* maps.c: Maps of the posterior. */

/* Reserves the names of both files, which another estimate at the same time may not write. Errors:
 * ERR_USAGE, ERR_IO. */
struct sm_source_locks {
  struct sm_file_lock map, areas;
};
SM_CHECKED enum sm_status sm_source_files_reserve(struct sm_context *ctx,
                                                  const struct sm_source_options *options,
                                                  struct sm_source_locks *out);
void sm_source_files_release(const struct sm_source_options *options,
                             struct sm_source_locks *locks);

enum { SM_GAIN_LEVELS = 2 };

/* Writes the probability of each column, [ny][nx], that of the smallest credible region that holds
 * it, and the information gain (NULL: none). Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_maps_write(struct sm_context *ctx, const char *path,
                                               const struct sm_source_problem *p,
                                               const double (*place)[2], size_t count, float *gain);
/* Writes the credible regions, and areas and places of the information gain where there are some,
 * as polygons. */
SM_CHECKED enum sm_status sm_source_areas_write(struct sm_context *ctx, const char *path,
                                                const struct sm_source_receptor *sr,
                                                const struct sm_regions *regions,
                                                const struct sm_next_sensors *next);

#endif
