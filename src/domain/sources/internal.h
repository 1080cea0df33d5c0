/* internal.h - shared by the files of this folder: positions of a case and errors in them. */
#ifndef SM_DOMAIN_SOURCES_INTERNAL_H
#define SM_DOMAIN_SOURCES_INTERNAL_H

#include "domain/sources/releases.h"
#include "lab/dense_gas.h"

/* places.c */

/* Context of the checks. */
struct sm_place_check {
  struct sm_context *ctx;
  const struct sm_case *c;
  const struct sm_domain *domain;
  double duration; /* s, of the run */
  int problems;    /* number of errors; the message of the context lists the first ones */
};

/* Named object of a case in messages: source "stack". */
struct sm_placed {
  const char *kind, *name; /* name NULL: the only object of its kind */
  int line;
};

/* Adds an error of the case to the message. */
void sm_place_report(struct sm_place_check *job, const struct sm_placed *thing, const char *format,
                     ...) SM_FORMAT(3, 4);

/* Place of a case in m from the south-west corner of the grid. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_place_convert(struct sm_place_check *job,
                                           const struct sm_placed *thing, int position,
                                           const double from[2], double xy[2]);

/* Reports a position outside the fluid; `what` names the end of a line: "begins ", "ends ". */
void sm_place_check_air(struct sm_place_check *job, const struct sm_placed *thing, const char *what,
                        const double xy[2], double height);

/* Reports a row of the file of a path that is not in the domain; places of the case itself are
 * checked with it (domain/positions.h). Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_place_check_row(struct sm_place_check *job,
                                             const struct sm_placed *thing, size_t number,
                                             int position, const double from[2]);

/* source_term.c */

/* Wind speed 10 m above the ground at the first time, by a neutral logarithmic profile, m/s; NAN:
 * not known. Temperature of the air then, K. */
double sm_source_wind(const struct sm_domain *domain);
double sm_source_temperature(const struct sm_case *c, const struct sm_domain *domain);

/* The same with roughness and stability, at the height of the station. */
void sm_source_weather(const struct sm_case *c, const struct sm_domain *domain,
                       struct sm_dense_weather *out);

/* Warns of vapour pressures that are extrapolated. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_terms_check(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_domain *domain);

/* Takes rates and density of a source term; reports what is wrong with it. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_release_take_term(struct sm_place_check *job,
                                               const struct sm_placed *thing,
                                               const struct sm_case_source_term *given,
                                               struct sm_release *release);

/* release.c */

/* Makes the release of a source, and reports what is wrong with it. Errors: ERR_DATA, ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_release_take(struct sm_place_check *job,
                                          const struct sm_case_source *source,
                                          struct sm_release *release);

#endif
