/* Structure of the relation graph: reactions, their changed and involved species, edges. */
#include "base/arena.h"
#include "base/context.h"
#include "chem/reduce/reduce.h"

static void involve(struct sm_interaction_graph *g, int32_t reaction, int32_t species) {
  int32_t *end = &g->involved_first[reaction + 1];
  for (int32_t i = g->involved_first[reaction]; i < *end; i++)
    if (g->involved[i] == species) return;
  g->involved[(*end)++] = species;
}

/* Steps of one reaction: forward, and backward when it has a separate rate. */
static void involve_step(struct sm_interaction_graph *g, const struct sm_kinetics *k,
                         const struct sm_kinetics_step *s) {
  for (int32_t i = 0; i < s->balance_count; i++)
    involve(g, s->reaction, k->changes[s->balance_first + i].index);
  for (int32_t i = 0; i < s->order_count; i++)
    involve(g, s->reaction, k->orders[s->order_first + i].index);
}

/* steps: forward and backward step of each reaction, -1 if absent. */
static void list_involved(struct sm_interaction_graph *g, const struct sm_kinetics *k,
                          const int32_t *steps) {
  for (int32_t r = 0; r < g->reaction_count; r++) {
    g->involved_first[r + 1] = g->involved_first[r];
    for (int side = 0; side < 2; side++)
      if (steps[2 * r + side] >= 0) involve_step(g, k, &k->steps[steps[2 * r + side]]);
  }
}

/* Counts the terms of each species: reactions that change it, marked by step. */
static void count_terms(struct sm_interaction_graph *g, const struct sm_kinetics *k) {
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    for (int32_t j = 0; j < s->change_count && !s->backward; j++)
      g->term_first[k->changes[s->change_first + j].index + 1]++;
  }
  for (int32_t a = 0; a < g->species_count; a++) g->term_first[a + 1] += g->term_first[a];
}

/* next: [species], index of its next term. */
static void list_terms(struct sm_interaction_graph *g, const struct sm_kinetics *k, int32_t *next) {
  for (int32_t a = 0; a < g->species_count; a++) next[a] = g->term_first[a];
  for (int32_t i = 0; i < k->step_count; i++) {
    const struct sm_kinetics_step *s = &k->steps[i];
    for (int32_t j = 0; j < s->change_count && !s->backward; j++) {
      const struct sm_amount *c = &k->changes[s->change_first + j];
      g->terms[next[c->index]++] =
          (struct sm_interaction_term){.reaction = s->reaction, .amount = c->amount};
    }
  }
}

/* edge: [species], its edge from species a, -1 if absent. */
static void list_edges(struct sm_interaction_graph *g, int32_t a, int32_t *edge,
                       int32_t *link_count) {
  int32_t count = 0;
  for (int32_t b = 0; b < g->species_count; b++) edge[b] = -1;
  for (int32_t t = g->term_first[a]; t < g->term_first[a + 1]; t++) {
    struct sm_interaction_term *term = &g->terms[t];
    term->first = *link_count;
    for (int32_t i = g->involved_first[term->reaction]; i < g->involved_first[term->reaction + 1];
         i++) {
      const int32_t b = g->involved[i];
      if (b == a) continue;
      if (edge[b] < 0) {
        edge[b] = count++;
        g->edge_to[g->edge_count++] = b;
      }
      g->links[(*link_count)++] = edge[b];
    }
    term->count = *link_count - term->first;
  }
  g->edge_first[a + 1] = g->edge_count;
  if (count > g->most_edges) g->most_edges = count;
}

static void mark_fixed(struct sm_interaction_graph *g) {
  for (int32_t i = 0; i < g->involved_first[g->reaction_count]; i++) {
    const int32_t b = g->involved[i];
    g->fixed[b] = g->term_first[b] == g->term_first[b + 1];
  }
}

#define TAKE(ARRAY, COUNT)                                                                         \
  SM_TRY(sm_arena_alloc(ctx, g->arena, (size_t)(COUNT) + 1, sizeof *(ARRAY), &(ARRAY)))

static enum sm_status fill(struct sm_context *ctx, const struct sm_kinetics *k,
                           struct sm_interaction_graph *g) {
  int32_t *steps, *scratch, most = 0, links = 0;
  g->species_count = k->species_count;
  g->reaction_count = k->reaction_count;
  TAKE(steps, 2 * k->reaction_count);
  TAKE(scratch, k->species_count);
  TAKE(g->edge_first, k->species_count);
  TAKE(g->term_first, k->species_count);
  TAKE(g->involved_first, k->reaction_count);
  TAKE(g->involved, k->change_count + k->order_count);
  TAKE(g->terms, k->change_count);
  TAKE(g->fixed, k->species_count);
  for (int32_t i = 0; i < 2 * k->reaction_count; i++) steps[i] = -1;
  for (int32_t i = 0; i < k->step_count; i++)
    steps[2 * k->steps[i].reaction + k->steps[i].backward] = i;
  list_involved(g, k, steps);
  count_terms(g, k);
  list_terms(g, k, scratch);
  for (int32_t i = 0; i < g->term_first[k->species_count]; i++) {
    const int32_t r = g->terms[i].reaction;
    most += g->involved_first[r + 1] - g->involved_first[r];
  }
  TAKE(g->links, most);
  TAKE(g->edge_to, most);
  for (int32_t a = 0; a < k->species_count; a++) list_edges(g, a, scratch, &links);
  mark_fixed(g);
  return SM_OK;
}

enum sm_status sm_interaction_graph_create(struct sm_context *ctx, const struct sm_kinetics *k,
                                           struct sm_interaction_graph **out) {
  SM_SCOPED_BY(sm_arena_destroy) struct sm_arena *arena = NULL;
  struct sm_interaction_graph *g = NULL;
  SM_TRY(sm_arena_create(ctx, &arena));
  SM_TRY(sm_arena_alloc(ctx, arena, 1, sizeof *g, &g));
  g->arena = arena;
  SM_TRY(fill(ctx, k, g));
  arena = NULL;
  *out = g;
  return SM_OK;
}

void sm_interaction_graph_destroy(struct sm_interaction_graph **graph) {
  if (*graph == NULL) return;
  struct sm_arena *arena = (*graph)->arena;
  *graph = NULL;
  sm_arena_destroy(&arena);
}
