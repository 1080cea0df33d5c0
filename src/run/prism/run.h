/* run/prism/run.h - run of a prism case, from its mesh to its output files. */
#ifndef SM_RUN_PRISM_RUN_H
#define SM_RUN_PRISM_RUN_H

#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "lab/facts.h"
#include "output/prisms/prisms.h"
#include "simoom/run.h"
#include "solve/prism/poisson.h"

/* Like sm_run and sm_run_check, for a case with [mesh]. */
SM_CHECKED enum sm_status sm_prism_run(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_run_options *options,
                                       struct sm_run_summary *summary);
SM_CHECKED enum sm_status sm_prism_describe(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_run_options *options,
                                            struct sm_facts *out);

/* wind.c: The same of a case with wind.mesh = "prisms". */

SM_CHECKED enum sm_status sm_prism_wind_run(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_run_options *options,
                                            struct sm_run_summary *summary);
SM_CHECKED enum sm_status sm_prism_wind_describe(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_run_options *options,
                                                 struct sm_facts *out);

/* files.c: Common parts of prism runs. */

/* Rejects options that prism runs do not support. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_prism_options_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_run_options *options);

/* Opens the device `name`, for iterations of 64 bits unless 32 are chosen, and adds it and the size
 * of the mesh to the summary. Errors: those of sm_device_open. */
SM_CHECKED enum sm_status sm_prism_device_open(struct sm_context *ctx,
                                               const struct sm_run_options *options,
                                               const char *name, const struct sm_prisms *prisms,
                                               size_t bytes, struct sm_run_summary *summary,
                                               struct sm_device **out);

/* Adds the result of the solver to the summary, except its history. */
void sm_prism_summary_add(const struct sm_prism_result *r, const struct sm_device *device,
                          struct sm_run_summary *summary);

/* Adds the fact "memory", of `device` and `host` bytes and of the program; warns of too little. */
void sm_prism_memory_describe(struct sm_context *ctx, const struct sm_case *c, double device,
                              double host, struct sm_facts *out);

/* Creates the folder, and refuses existing files, before the computation. Errors: ERR_IO,
 * ERR_USAGE. */
SM_CHECKED enum sm_status sm_prism_files_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_run_options *options);

/* Writes a file in each requested format, and adds its name to the summary. */
SM_CHECKED enum sm_status sm_prism_files_write(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_run_options *options,
                                               const struct sm_prism_file *contents,
                                               struct sm_run_summary *summary);

/* problem.c: Set-up of a Poisson solver on prisms from [poisson], and error of its solution. */

struct sm_prism_problem {
  const struct sm_case *c;
  const struct sm_prisms *prisms;
  struct sm_prism *solver;
  struct sm_expression_compiled **ready; /* compiled expressions evaluated by the solver */
  int ready_count;
  bool held; /* a Dirichlet value is given somewhere; else the solution has mean 0 */
};

/* Solver options of the case. */
struct sm_prism_options sm_prism_case_options(const struct sm_case *c);

/* Checks the boundaries and the coefficient of a case on its prisms. Errors: ERR_CASE (no such
 * side; a coefficient that is not above 0, with the number of a triangle), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_problem_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_prisms *prisms);

/* Creates the solver and sets the problem; after a failure *out may be incomplete and must be
 * freed. Errors: as of the check; ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_problem_open(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_prisms *prisms,
                                                struct sm_device *device,
                                                struct sm_prism_problem *out);
void sm_prism_problem_free(struct sm_prism_problem *problem);

/* Solves the problem. Errors: as sm_prism_solve; ERR_CASE (an expression without a value on the
   boundary). */
SM_CHECKED enum sm_status sm_prism_problem_solve(struct sm_context *ctx,
                                                 struct sm_prism_problem *problem,
                                                 struct sm_prism_result *result);

/* Stores the exact solution in exact[prisms] and the error of `phi` in error[prisms]; returns the
 * maximum and root-mean-square (by volume) error. Without Dirichlet values, the solution with mean
 * 0 is used. Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_problem_error(struct sm_context *ctx,
                                                 const struct sm_prism_problem *problem,
                                                 const double *phi, double *exact, double *error,
                                                 double *largest, double *mean);

#endif
