/* simulation.h - simulation stepped by the caller: step, read and set fields, add sources.
 *
 *   struct sm_run_options options = sm_run_options_default();
 *   struct sm_simulation *s = NULL;
 *   struct sm_array wind = {.size = sizeof wind};
 *   enum sm_status status = sm_simulation_create(ctx, c, &options, &s);
 *   while (status == SM_OK && !sm_simulation_has_ended(s)) {
 *     status = sm_simulation_step(ctx, s);
 *     if (status == SM_OK) status = sm_simulation_field(ctx, s, "u_face", &wind);
 *   }
 *   if (status == SM_OK) status = sm_simulation_finish(ctx, s, &summary);
 *   sm_simulation_destroy(&s);
 *
 * sm_run (run.h) is such a loop, and the same steps give the same bits. Times are seconds after the
 * first wind that is written; a spin-up begins before 0. Places are x and y (m) in the coordinates
 * of the arrays "x" and "y", and z (m) above the ground. A simulation keeps the context it was
 * created with, for all its calls; another one in it is ERR_USAGE until this one is finished or
 * destroyed. A step, a field or a source that fails by something else than ERR_USAGE or ERR_CASE
 * ends it: it can only be finished or destroyed. docs/library.md has examples. */
#ifndef SIMOOM_SIMULATION_H
#define SIMOOM_SIMULATION_H

#include "simoom/result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_simulation;

/* --- life --- */

/* Reads the maps and the weather of a case, sets up its model, opens its outputs. The case must
 * live as long as the simulation; the texts of the options need not. Errors: as sm_run; ERR_USAGE:
 * a case of prisms, which has no time. *out is NULL after a failure. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_create(struct sm_context *ctx,
                                                         const struct sm_case *c,
                                                         const struct sm_run_options *options,
                                                         struct sm_simulation **out);

/* Ends the files and fills *summary, which may be NULL and is freed with sm_run_summary_free.
 * Before the end, or after a failure of a step, they hold what was computed, and a checkpoint where
 * sm_run writes one. Errors: ERR_IO, ERR_DIVERGED (a wind did not converge, outputs are marked),
 * that of the step that failed, ERR_USAGE (it is finished). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_finish(struct sm_context *ctx,
                                                         struct sm_simulation *s,
                                                         struct sm_run_summary *summary);

/* Frees all, while the context is there; files that were not finished are removed, but for those of
 * a checkpoint. Accepts NULL in *s. */
SM_PUBLIC void sm_simulation_destroy(struct sm_simulation **s);

/* --- time --- */

/* One time step of a flow, or the wind of the next weather time of the other models; outputs that
 * are due are written, and particles follow up to each weather time. Errors: as sm_run; ERR_USAGE
 * (it has ended). A wind that does not converge is no error here: sm_simulation_finish reports it.
 */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_step(struct sm_context *ctx,
                                                       struct sm_simulation *s);

/* Steps up to a time, s: of a flow to this very time, by a shorter last step; of other models to
 * the last weather time that is not later; at the most to the end. Errors: as of a step; ERR_USAGE
 * (it is in the past, or NAN). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_advance_to(struct sm_context *ctx,
                                                             struct sm_simulation *s, double time);

/* s: now; where it began; where it ends; the last time step (of a flow; else between weather times;
 * 0: none yet). */
SM_PUBLIC double sm_simulation_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_start_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_end_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_time_step(const struct sm_simulation *s);

/* Whether there is no step left: the last wind is there, or a flow is steady. */
SM_PUBLIC bool sm_simulation_has_ended(const struct sm_simulation *s);

/* --- fields --- */

/* The present wind and all that belongs to it, as result.h lists it: the memory of the model
 * itself; of a GPU one copy on the host, made when it is asked for. The memory stays until destroy;
 * what it holds is of the present wind until the next step, set_field, save or finish. A reacting
 * compressible flow ends the chemistry of its last step first, which changes later steps within the
 * error of the splitting. Errors: ERR_MEMORY, ERR_DEVICE; ERR_USAGE (no wind yet: before the first
 * step of other models than flows). */
SM_PUBLIC SM_CHECKED enum sm_status
sm_simulation_result(struct sm_context *ctx, struct sm_simulation *s, const struct sm_result **out);

/* One array of it by its name; *out starts from {.size = sizeof *out}. Errors: as above; ERR_USAGE
 * (no such name, no size). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_field(struct sm_context *ctx,
                                                        struct sm_simulation *s, const char *name,
                                                        struct sm_array *out);

/* Value of a field on cells, or of "u", "v" or "w", at a place {x, y, height above the ground}, m:
 * linear between the centres of the cells of air. NAN outside of the air. Errors: as above. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_value(struct sm_context *ctx,
                                                        struct sm_simulation *s, const char *name,
                                                        const double place[3], double *out);

/* Names of the fields that can be set, n = 0, 1 ...; NULL: there is no more. Of the incompressible
 * solver u_face, v_face, w_face, potential_temperature, scalars; of the compressible one in dry
 * air, at constant density, u_face, v_face, w_face (of a cell the mean of both), temperature,
 * air_pressure_perturbation. */
SM_PUBLIC const char *sm_simulation_settable(const struct sm_simulation *s, int n);

/* Sets a field of a flow, between two steps: values in the order of the array's shape, without
 * gaps, in its unit. What is in solids or on closed faces is ignored; the next step takes the
 * divergence out of a wind. Mass that a scalar gains counts as emitted. Errors: ERR_USAGE (the
 * model has no such field to set), ERR_MEMORY, ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_set_field(struct sm_context *ctx,
                                                            struct sm_simulation *s,
                                                            const char *name, const double *values);

/* --- sources, receptors, budgets --- */

/* A source that is not in the case. size: of this struct, so that later versions can add to it. */
struct sm_simulation_source {
  size_t size;
  const char *species;   /* a scalar of the flow, or a species of particles */
  double from[3], to[3]; /* m: a box; or a line or a point where they are equal */
  double rate;           /* kg/s, from now on */
  double duration;       /* s; 0: to the end */
  double particles;      /* how many, all in all; 0: 10 000. Of particles only */
};

/* Adds a source from now on. A checkpoint does not have it, and warns: add it again to go on from
 * one. Errors: ERR_USAGE (no such species; nothing is released; the run has ended; particles that
 * follow trajectories, restart or rise), ERR_CASE (there is no air), ERR_MEMORY, ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_simulation_add_source(struct sm_context *ctx, struct sm_simulation *s,
                         const struct sm_simulation_source *source);

/* Mean concentration of particles, kg/m3, of a [[particles.receptor]] over the interval that has
 * ended last; NAN: none has. Errors: ERR_USAGE (no such receptor or species). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_receptor(struct sm_context *ctx,
                                                           const struct sm_simulation *s,
                                                           const char *receptor,
                                                           const char *species, double *out);

/* Mass budgets now: of the scalars of a flow, then of the species of particles; *out starts from
 * {.size = sizeof *out}. Errors: ERR_USAGE (no such number, no size), ERR_DEVICE, ERR_MEMORY. */
SM_PUBLIC int sm_simulation_budget_count(const struct sm_simulation *s);
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_budget(struct sm_context *ctx,
                                                         struct sm_simulation *s, int n,
                                                         struct sm_mass_budget *out);

/* Writes a checkpoint now, from which sm_run or a simulation with options.resume goes on. Errors:
 * ERR_USAGE (neither a flow nor particles that have a wind), ERR_IO, ERR_DIVERGED, ERR_MEMORY,
 * ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_save(struct sm_context *ctx,
                                                       struct sm_simulation *s);

#ifdef __cplusplus
}
#endif
#endif
