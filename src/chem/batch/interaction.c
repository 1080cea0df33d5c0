/* interaction.c - edge strengths of the relation graph (DRGEP) for a SIMD batch. */
#include "chem/batch/internal.h"
#include <string.h>

/* Production and loss of species a, and their part that involves the other species of each edge. */
static void balance(const struct sm_interaction_graph *g, int32_t a, const double *q, double *gain,
                    double *loss, double *part) {
  const int32_t edges = g->edge_first[a + 1] - g->edge_first[a];
  memset(part, 0, (size_t)edges * LANES * sizeof *part);
  EACH_LANE gain[l] = loss[l] = 0.0;
  for (int32_t i = g->term_first[a]; i < g->term_first[a + 1]; i++) {
    const struct sm_interaction_term *t = &g->terms[i];
    const double *w = row_at(q, t->reaction), n = t->amount;
    double d[LANES];
    EACH_LANE {
      d[l] = n * w[l];
      gain[l] += d[l] > 0.0 ? d[l] : 0.0;
      loss[l] -= d[l] < 0.0 ? d[l] : 0.0;
    }
    for (int32_t j = t->first; j < t->first + t->count; j++) {
      double *to = row_of(part, g->links[j]);
      EACH_LANE to[l] += d[l];
    }
  }
}

/* Maximum over the active cells of r = |part| / max(gain, loss), limited to 1 against rounding. */
static double strength_of(const double *part, const double *per) {
  double most = 0;
  for (int l = 0; l < LANES; l++) {
    const double r = (part[l] < 0 ? -part[l] : part[l]) * per[l];
    if (r > most) most = r;
  }
  return most < 1 ? most : 1;
}

static void raise_traces(struct sm_batch_reactor *r, double trace) {
  const double *total = r->space.total, *volume = r->volume;
  for (int32_t i = 0; i < r->k->species_count; i++) {
    double *c = row_of(r->space.c, i);
    EACH_LANE {
      const double least = trace * total[l] / volume[l];
      c[l] = c[l] > least ? c[l] : least;
    }
  }
}

void OF_LEVEL(sm_batch_interaction)(struct sm_batch_reactor *r,
                                    const struct sm_interaction_graph *g, const double *y,
                                    double trace, const int32_t *state, double *memory,
                                    double *strength) {
  double *q = memory, *part = row_of(memory, g->reaction_count);
  double gain[LANES], loss[LANES], per[LANES];
  OF_LEVEL(sm_batch_set_space)(r, y);
  raise_traces(r, trace);
  OF_LEVEL(sm_batch_net_progress)(r->k, &r->space, q);
  for (int32_t a = 0; a < g->species_count; a++) {
    balance(g, a, q, gain, loss, part);
    for (int l = 0; l < LANES; l++) {
      const double most = gain[l] > loss[l] ? gain[l] : loss[l];
      per[l] = state[l] == SM_BATCH_ACTIVE && most > 0 ? 1 / most : 0;
    }
    for (int32_t e = g->edge_first[a]; e < g->edge_first[a + 1]; e++)
      strength[e] = strength_of(row_of(part, e - g->edge_first[a]), per);
  }
}
