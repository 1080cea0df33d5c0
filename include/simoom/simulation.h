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
 * sm_run (run.h) is such a loop, and the same steps give bitwise identical results. Times are
 * seconds after the first wind that is written; a spin-up begins before 0. Positions are x and y
 * (m) in the coordinates of the arrays "x" and "y", and z (m) above the ground. All calls of a
 * simulation must use the context of its creation; until it is finished or destroyed, another
 * simulation in this context is ERR_USAGE. After an error other than ERR_USAGE or ERR_CASE in a
 * step, a field or a source, a simulation can only be finished or destroyed. docs/library.md has
 * examples. */
#ifndef SIMOOM_SIMULATION_H
#define SIMOOM_SIMULATION_H

#include "simoom/result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_simulation;

/* --- life --- */

/* Reads the maps and the weather of a case, sets up its model, and opens its outputs. The case must
 * outlive the simulation; the texts of the options need not. Errors: as sm_run; ERR_USAGE: a case
 * of prisms, which has no time. *out is NULL after a failure. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_create(struct sm_context *ctx,
                                                         const struct sm_case *c,
                                                         const struct sm_run_options *options,
                                                         struct sm_simulation **out);

/* Closes the files and fills *summary, which may be NULL and is freed with sm_run_summary_free. If
 * called early or after a failed step, the files contain what was computed, and a checkpoint where
 * sm_run writes one. Errors: ERR_IO, ERR_DIVERGED (a wind did not converge, outputs are marked),
 * that of the failed step, ERR_USAGE (already finished). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_finish(struct sm_context *ctx,
                                                         struct sm_simulation *s,
                                                         struct sm_run_summary *summary);

/* Frees a simulation; its context must still exist. Unfinished files are removed, except those of a
 * checkpoint. Accepts NULL in *s. */
SM_PUBLIC void sm_simulation_destroy(struct sm_simulation **s);

/* --- time --- */

/* Advances a flow by one time step, or other models to the wind of the next weather time; writes
 * outputs that are due, and advances particles to each weather time. Errors: as sm_run; ERR_USAGE
 * (it has ended). A wind that does not converge is not an error here: sm_simulation_finish reports
 * it. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_step(struct sm_context *ctx,
                                                       struct sm_simulation *s);

/* Advances to a time, s: a flow exactly, by a shorter last step; other models to the last weather
 * time not after it; never beyond the end. Errors: as sm_simulation_step; ERR_USAGE (a time in the
 * past, or NAN). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_advance_to(struct sm_context *ctx,
                                                             struct sm_simulation *s, double time);

/* Times, s: current, start, end; and the last time step (of a flow; else the interval of weather
 * times; 0: no step yet). */
SM_PUBLIC double sm_simulation_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_start_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_end_time(const struct sm_simulation *s);
SM_PUBLIC double sm_simulation_time_step(const struct sm_simulation *s);

/* Whether no step is left: the last wind is computed, or the flow is steady. */
SM_PUBLIC bool sm_simulation_has_ended(const struct sm_simulation *s);

/* --- fields --- */

/* Current wind and all related fields, as listed in result.h. The arrays are the memory of the
 * model; for a GPU, one copy on the host, made on request. The memory stays valid until destroy;
 * its content is current until the next step, set_field, save or finish. A reacting compressible
 * flow first ends the chemistry of its last step, which changes later steps within the splitting
 * error. Errors: ERR_MEMORY, ERR_DEVICE; ERR_USAGE (no wind yet: before the first step of models
 * other than flows). */
SM_PUBLIC SM_CHECKED enum sm_status
sm_simulation_result(struct sm_context *ctx, struct sm_simulation *s, const struct sm_result **out);

/* One array of the result by its name; *out must start from {.size = sizeof *out}. Errors: as
 * above; ERR_USAGE (no such name, no size). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_field(struct sm_context *ctx,
                                                        struct sm_simulation *s, const char *name,
                                                        struct sm_array *out);

/* Value of a cell field, or of "u", "v" or "w", at a position {x, y, height above the ground}, m:
 * linear interpolation between cell centres in air. NAN outside the air. Errors: as above. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_value(struct sm_context *ctx,
                                                        struct sm_simulation *s, const char *name,
                                                        const double place[3], double *out);

/* Names of the fields that can be set, n = 0, 1 ...; NULL after the last. Incompressible solver:
 * u_face, v_face, w_face, potential_temperature, scalars; compressible solver in dry air, at
 * constant density: u_face, v_face, w_face (a cell takes the mean of both faces), temperature,
 * air_pressure_perturbation. */
SM_PUBLIC const char *sm_simulation_settable(const struct sm_simulation *s, int n);

/* Sets a field of a flow between two steps: values in the order of the shape of the array, without
 * gaps, in its unit. Values in solids or on closed faces are ignored; the next step removes the
 * divergence of a wind. Mass added to a scalar counts as emitted. Errors: ERR_USAGE (the model has
 * no such field to set), ERR_MEMORY, ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_set_field(struct sm_context *ctx,
                                                            struct sm_simulation *s,
                                                            const char *name, const double *values);

/* --- sources, receptors, budgets --- */

/* Source added at run time. size: sizeof this struct, for compatibility with later versions. */
struct sm_simulation_source {
  size_t size;
  const char *species;   /* scalar of a flow, or species of particles */
  double from[3], to[3]; /* m: opposite corners of a box; degenerates to a line or a point where
                            they are equal */
  double rate;           /* emission rate from now on, kg/s */
  double duration;       /* s; 0: to the end */
  double particles;      /* total number of particles; 0: 10 000 */
};

/* Adds a source that starts now. Checkpoints do not contain it and warn: add it again after a
 * resume. Errors: ERR_USAGE (no such species; nothing is released; the run has ended; particles
 * with trajectories, restart or plume rise), ERR_CASE (no air there), ERR_MEMORY, ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_simulation_add_source(struct sm_context *ctx, struct sm_simulation *s,
                         const struct sm_simulation_source *source);

/* Mean concentration of particles, kg/m3, at a [[particles.receptor]] over the last complete
 * interval; NAN before the first. Errors: ERR_USAGE (no such receptor or species). */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_receptor(struct sm_context *ctx,
                                                           const struct sm_simulation *s,
                                                           const char *receptor,
                                                           const char *species, double *out);

/* Current mass budgets: of the scalars of a flow, then of the species of particles; *out must start
 * from {.size = sizeof *out}. Errors: ERR_USAGE (no such index, no size), ERR_DEVICE,
 * ERR_MEMORY. */
SM_PUBLIC int sm_simulation_budget_count(const struct sm_simulation *s);
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_budget(struct sm_context *ctx,
                                                         struct sm_simulation *s, int n,
                                                         struct sm_mass_budget *out);

/* Writes a checkpoint from which sm_run or a simulation with options.resume continues. Errors:
 * ERR_USAGE (neither a flow nor particles that have a wind), ERR_IO, ERR_DIVERGED, ERR_MEMORY,
 * ERR_DEVICE. */
SM_PUBLIC SM_CHECKED enum sm_status sm_simulation_save(struct sm_context *ctx,
                                                       struct sm_simulation *s);

#ifdef __cplusplus
}
#endif
#endif
