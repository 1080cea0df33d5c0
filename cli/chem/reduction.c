#define _POSIX_C_SOURCE 200809L /* for strtok_r */
#include "reduction.h"
#include <stdlib.h>
#include <string.h>

#define MOST_THRESHOLD 0.99
#define MOST_CHANGE 0.99

static int read_targets(struct cli_session *session, const struct sm_mechanism *m,
                        struct cli_chem_reduction *r) {
  char copy[4096], *rest = NULL;
  const size_t size = strlen(cli_chem.targets) + 1;
  if (size > sizeof copy)
    return cli_session_error(session, SM_ERR_USAGE, "--targets: the list is too long");
  memcpy(copy, cli_chem.targets, size);
  for (char *word = strtok_r(copy, ", ", &rest); word != NULL; word = strtok_r(NULL, ", ", &rest)) {
    const int32_t k = sm_mechanism_find_species(m, word);
    if (k < 0) return cli_chem_unknown(session, m, "--targets", word);
    if (r->reduction.target_count < m->species_count) r->targets[r->reduction.target_count++] = k;
  }
  return r->reduction.target_count > 0
             ? 0
             : cli_session_error(session, SM_ERR_USAGE, "--targets: no species is given");
}

static int read_numbers(struct cli_session *session, struct sm_chem_reduction *r) {
  r->threshold = 1e-3;
  r->tolerance = 0.5;
  int code =
      cli_chem_share(session, "threshold", cli_chem.threshold, MOST_THRESHOLD, &r->threshold);
  if (code == 0)
    code = cli_chem_share(session, "reselect", cli_chem.reselect, MOST_CHANGE, &r->tolerance);
  return code;
}

int cli_chem_reduction_read(struct cli_session *session, const struct sm_mechanism *m,
                            const double *fractions, int64_t stride,
                            struct cli_chem_reduction *out) {
  *out = (struct cli_chem_reduction){.on = cli_chem.reduction == 1};
  if (!out->on) {
    if (cli_chem.threshold == NULL && cli_chem.targets == NULL && cli_chem.reselect == NULL)
      return 0;
    return cli_session_error(session, SM_ERR_USAGE,
                             "--threshold, --targets and --reselect are of --reduction drgep");
  }
  out->targets = calloc((size_t)m->species_count + 1, sizeof *out->targets);
  if (out->targets == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  out->reduction.targets = out->targets;
  const int code = read_numbers(session, &out->reduction);
  if (code != 0) return code;
  if (cli_chem.targets != NULL) return read_targets(session, m, out);
  for (int32_t k = 0; k < m->species_count; k++)
    if (fractions[k * stride] > 0) out->targets[out->reduction.target_count++] = k;
  return 0;
}

void cli_chem_reduction_free(struct cli_chem_reduction *reduction) {
  free(reduction->targets);
  *reduction = (struct cli_chem_reduction){0};
}
