/* alarm.c - a program that takes a simulation through time: smoke begins to leak after 20 s, the
 * field of smoke is read where it lies, and the run ends when a gate smells it.
 *
 *   alarm CASE [FOLDER]       CASE: examples/yard/case.toml
 */
#include <simoom/simoom.h>
#include <stdio.h>

static const double leak_begins = 20;      /* s */
static const double gate[3] = {64, 24, 2}; /* m: x, y, height above the ground */
static const double limit = 1e-5;          /* kg/m3, at the gate */

/* The largest value of a field, in the memory of the solver. */
static double largest(const struct sm_array *a) {
  double most = 0;
  for (int64_t k = 0; k < a->shape[0]; k++)
    for (int64_t j = 0; j < a->shape[1]; j++)
      for (int64_t i = 0; i < a->shape[2]; i++) {
        const char *at =
            (const char *)a->data + k * a->stride[0] + j * a->stride[1] + i * a->stride[2];
        const double value =
            a->type == SM_ARRAY_F32 ? (double)*(const float *)at : *(const double *)at;
        if (value > most) most = value;
      }
  return most;
}

static enum sm_status open_leak(struct sm_context *ctx, struct sm_simulation *s) {
  const struct sm_simulation_source leak = {.size = sizeof leak,
                                            .species = "smoke",
                                            .from = {28, 20, 0},
                                            .to = {36, 28, 4},
                                            .rate = 0.05}; /* kg/s */
  printf("%6.2f s: the leak begins\n", sm_simulation_time(s));
  return sm_simulation_add_source(ctx, s, &leak);
}

/* The loop over time: ours. */
static enum sm_status watch(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_array smoke = {.size = sizeof smoke};
  double smelled = 0;
  enum sm_status status = sm_simulation_advance_to(ctx, s, leak_begins);
  if (status == SM_OK) status = open_leak(ctx, s);
  while (status == SM_OK && smelled < limit && !sm_simulation_has_ended(s)) {
    status = sm_simulation_step(ctx, s);
    if (status == SM_OK) status = sm_simulation_value(ctx, s, "smoke", gate, &smelled);
  }
  if (status == SM_OK) status = sm_simulation_field(ctx, s, "smoke", &smoke);
  if (status != SM_OK) return status;
  printf("%6.2f s: %.2g kg/m3 at the gate, %.2g kg/m3 at most\n", sm_simulation_time(s), smelled,
         largest(&smoke));
  return SM_OK;
}

static enum sm_status print_budget(struct sm_context *ctx, struct sm_simulation *s) {
  struct sm_mass_budget b = {.size = sizeof b};
  const enum sm_status status = sm_simulation_budget(ctx, s, 0, &b);
  if (status == SM_OK)
    printf("%s: %.3g kg emitted, %.3g kg in the air, %.3g kg out of the domain\n", b.species,
           b.emitted, b.airborne, b.outflow);
  return status;
}

int main(int argc, char **argv) {
  const struct sm_context_options messages = {.size = sizeof messages, .log = sm_log_to_stderr};
  struct sm_run_options options = sm_run_options_default();
  struct sm_context *ctx = NULL;
  struct sm_case *c = NULL;
  struct sm_simulation *s = NULL;
  if (argc < 2 || sm_context_create(&messages, &ctx) != SM_OK) return 2;
  options.folder = argc > 2 ? argv[2] : ".";
  enum sm_status status = sm_case_load(ctx, argv[1], NULL, &c);
  if (status == SM_OK) status = sm_simulation_create(ctx, c, &options, &s);
  if (status == SM_OK) status = watch(ctx, s);
  if (status == SM_OK) status = print_budget(ctx, s);
  if (status == SM_OK) status = sm_simulation_finish(ctx, s, NULL);
  if (status != SM_OK) fprintf(stderr, "%s\n", sm_context_message(ctx));
  sm_simulation_destroy(&s);
  sm_case_destroy(&c);
  sm_context_destroy(&ctx);
  return sm_status_exit_code(status);
}
