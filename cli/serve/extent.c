/* extent.c - place and times of the wind of a job, kept with its state: a list of many jobs opens
 * none of their results. */
#include "internal.h"

#include <stdlib.h>

void cli_extent_add(struct sm_facts *facts, const struct sm_result_extent *e) {
  if (e == NULL) return;
  sm_facts_group(facts, "extent");
  sm_facts_flag(facts, "located", e->located);
  sm_facts_numbers(facts, "bounds", e->bounds, 4);
  sm_facts_numbers(facts, "x", e->x, 2);
  sm_facts_numbers(facts, "y", e->y, 2);
  sm_facts_number(facts, "convergence", e->convergence);
  sm_facts_flag(facts, "has_calendar", e->has_calendar);
  sm_facts_integer(facts, "times", e->times);
  sm_facts_number(facts, "first", e->first);
  sm_facts_number(facts, "last", e->last);
  sm_facts_close(facts);
}

/* Reads a list of `count` numbers; false: the text is something else. */
static bool read_numbers(const struct sm_fact *list, int count, double *out) {
  if (list == NULL || sm_fact_count(list) != (size_t)count) return false;
  const struct sm_fact *item = list->first;
  for (int n = 0; n < count; n++, item = item->next) {
    if (item->kind != SM_FACT_NUMBER && item->kind != SM_FACT_INTEGER) return false;
    out[n] = item->kind == SM_FACT_INTEGER ? (double)item->integer : item->number;
  }
  return true;
}

struct sm_result_extent *cli_extent_read(const struct sm_fact *fact) {
  struct sm_result_extent *e = fact != NULL ? calloc(1, sizeof *e) : NULL;
  if (e == NULL) return NULL;
  const double times = sm_fact_number(fact, "times");
  e->located = sm_fact_number(fact, "located") > 0;
  e->has_calendar = sm_fact_number(fact, "has_calendar") > 0;
  e->convergence = sm_fact_number(fact, "convergence");
  e->first = sm_fact_number(fact, "first");
  e->last = sm_fact_number(fact, "last");
  e->times = times >= 0 && times < 1e9 ? (int)times : 0;
  const bool good = read_numbers(sm_fact_at(fact, "bounds"), 4, e->bounds) &&
                    read_numbers(sm_fact_at(fact, "x"), 2, e->x) &&
                    read_numbers(sm_fact_at(fact, "y"), 2, e->y);
  if (good) return e;
  free(e); /* it is read from the result when it is asked for */
  return NULL;
}
