/* run/prism/run.h - a case of prisms, from its mesh to its files. */
#ifndef SM_RUN_PRISM_RUN_H
#define SM_RUN_PRISM_RUN_H

#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "lab/facts.h"
#include "output/prisms/prisms.h"
#include "simoom/run.h"
#include "solve/prism/poisson.h"

/* As sm_run and sm_run_check, of a case with [mesh]. */
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

/* files.c: What runs on prisms share. */

/* Refuses what a run on prisms does not have. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_prism_options_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_run_options *options);

/* Makes the folder, and refuses files that are there, before anything is computed. Errors: ERR_IO,
 * ERR_USAGE. */
SM_CHECKED enum sm_status sm_prism_files_check(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_run_options *options);

/* Writes a file of each format that the case asks for, and notes its name in the summary. */
SM_CHECKED enum sm_status sm_prism_files_write(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_run_options *options,
                                               const struct sm_prism_file *contents,
                                               struct sm_run_summary *summary);

/* problem.c: From the [poisson] of a case to a solver on prisms, and the error of what it finds. */

struct sm_prism_problem {
  const struct sm_case *c;
  const struct sm_prisms *prisms;
  struct sm_prism *solver;
  struct sm_expression_compiled **ready; /* expressions that the solver evaluates */
  int ready_count;
  bool held; /* the solution is given somewhere: else it is that of mean 0 */
};

/* How the case wants it to be solved. */
struct sm_prism_options sm_prism_case_options(const struct sm_case *c);

/* Checks the boundaries and the coefficient of a case on its prisms. Errors: ERR_CASE (no such
 * side; a coefficient that is not above 0, with a triangle's number), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_problem_check(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_prisms *prisms);

/* Makes the solver and gives it all that the case says; *out may be half made after a failure, and
 * is to be freed. Errors: as of the check; ERR_DEVICE. */
SM_CHECKED enum sm_status sm_prism_problem_open(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_prisms *prisms,
                                                struct sm_device *device,
                                                struct sm_prism_problem *out);
void sm_prism_problem_free(struct sm_prism_problem *problem);

/* Solves. Errors: as sm_prism_solve; ERR_CASE (an expression without a value on the boundary). */
SM_CHECKED enum sm_status sm_prism_problem_solve(struct sm_context *ctx,
                                                 struct sm_prism_problem *problem,
                                                 struct sm_prism_result *result);

/* The known solution of every prism into exact[prisms], and `phi` less it into error[prisms]; the
 * largest error and the root of the mean of its square by volume. Where nothing holds phi, the
 * solution is that of mean 0. Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prism_problem_error(struct sm_context *ctx,
                                                 const struct sm_prism_problem *problem,
                                                 const double *phi, double *exact, double *error,
                                                 double *largest, double *mean);

#endif
