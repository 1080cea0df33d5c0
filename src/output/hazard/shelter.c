/* shelter.c - shelter in place or evacuate: where closed rooms stay below a hazard level, and until
 * when those in the others can leave (docs/hazard.md). */
#include "output/hazard/hazard.h"

#include "base/context.h"
#include <math.h>
#include <string.h>

/* End of the last interval in which the air outdoors has more gas than the room; NAN: none. */
static double clears(const struct sm_exposure *outdoors, const float *room) {
  for (size_t t = outdoors->count; t-- > 0;)
    if (outdoors->value[t] > room[t]) return outdoors->time[t + 1];
  return NAN;
}

/* Adds a column above the level outdoors. limit: kg/m3, of the air outdoors. */
static void add_column(const struct sm_hazard_maps *m, const struct sm_exposure *outdoors,
                       double limit, size_t c, struct sm_hazard_shelter *out) {
  const struct sm_hazard_exceedance own = sm_exposure_exceedance(outdoors, 0, limit);
  if ((double)out->indoors.map[c] > out->indoors.level.value) {
    out->leave[0] = fmin(out->leave[0], own.from); /* NAN: the other one */
    out->leave[1] = fmax(out->leave[1], own.from);
    return;
  }
  out->area += sm_hazard_column_area(m, c);
  if (m->people != NULL) out->people += m->people[c];
  out->air_from = fmax(out->air_from, clears(outdoors, m->value + c * m->times));
}

static enum sm_status compare(const struct sm_hazard_maps *m, const float *outside,
                              const struct sm_hazard_area *outdoors,
                              struct sm_hazard_shelter *out) {
  const struct sm_hazard_level *level = &outdoors->level;
  const double unit = sm_hazard_unit(level, m->options->temperature, m->options->pressure);
  out->indoors.level = *level;
  SM_TRY(sm_hazard_area_make(m, &out->indoors));
  out->people = m->people != NULL ? 0 : (double)NAN;
  out->leave[0] = out->leave[1] = out->air_from = NAN;
  for (size_t c = 0; c < m->columns; c++) {
    const struct sm_exposure e = {m->times, m->time, outside + c * m->times};
    if ((double)outdoors->map[c] > level->value)
      add_column(m, &e, level->exponent > 0 ? 0 : level->value * unit, c, out);
  }
  for (int n = 0; n < 2; n++) sm_hazard_write_time(m, out->leave[n], out->leave_text[n]);
  sm_hazard_write_time(m, out->air_from, out->air_text);
  return SM_OK;
}

enum sm_status sm_hazard_shelter_make(struct sm_hazard_maps *m,
                                      const struct sm_hazard_area *outdoors, size_t count,
                                      struct sm_hazard_shelter *out) {
  SM_SCOPED float *outside = NULL;
  SM_TRY(
      sm_alloc(m->ctx, m->columns * m->times, sizeof *outside, "series of all columns", &outside));
  memcpy(outside, m->value, m->columns * m->times * sizeof *outside);
  sm_hazard_go_indoors(m);
  for (size_t n = 0; n < count; n++) SM_TRY(compare(m, outside, &outdoors[n], &out[n]));
  return SM_OK;
}

static void describe_level(const struct sm_hazard_area *outdoors, const struct sm_hazard_shelter *s,
                           struct sm_facts *out) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "level", outdoors->label);
  sm_facts_number(out, "averaging_time", outdoors->level.average);
  sm_facts_number(out, "value", outdoors->level.value);
  sm_facts_text(out, "unit", outdoors->level.unit);
  sm_facts_number(out, "maximum_outdoors", outdoors->maximum);
  sm_facts_number(out, "maximum_indoors", s->indoors.maximum);
  sm_facts_number(out, "shelter_area", s->area);
  if (!isnan(s->people)) sm_facts_number(out, "shelter_people", s->people);
  sm_facts_text(out, "air_from", s->air_text);
  sm_facts_number(out, "evacuate_area", s->indoors.area);
  if (!isnan(s->people)) sm_facts_number(out, "evacuate_people", s->indoors.people);
  sm_facts_text(out, "leave_before", s->leave_text[0]);
  sm_facts_text(out, "leave_before_last", s->leave_text[1]);
  sm_facts_flag(out, "above_at_end", s->indoors.at_end);
  sm_facts_flag(out, "reaches_side", outdoors->at_side);
  sm_facts_text(out, "source", outdoors->level.source);
  sm_facts_close(out);
}

void sm_hazard_shelter_describe(const struct sm_hazard_area *outdoors,
                                const struct sm_hazard_shelter *shelter, size_t count,
                                struct sm_facts *out) {
  static const struct sm_fact_column columns[] = {{"level", "level", NULL, -16},
                                                  {"value", "value", "%.4g", 9},
                                                  {"unit", "unit", NULL, -9},
                                                  {"shelter_area", "shelter, m2", "%.0f", 12},
                                                  {"shelter_people", "people", "%.0f", 8},
                                                  {"air_from", "  air from", NULL, -23},
                                                  {"evacuate_area", "evacuate, m2", "%.0f", 13},
                                                  {"evacuate_people", "people", "%.0f", 8},
                                                  {"leave_before", "  leave before", NULL, -23},
                                                  {"leave_before_last", "there last", NULL, -1},
                                                  {0}};
  const struct sm_fact *list = sm_facts_list(out, "levels");
  bool at_end = false;
  for (size_t n = 0; n < count; n++) {
    describe_level(&outdoors[n], &shelter[n], out);
    at_end = at_end || shelter[n].indoors.at_end;
  }
  sm_facts_close(out);
  sm_facts_table(out, list, NULL, columns);
  sm_facts_note(out, "  shelter: above the level outdoors, not in closed rooms; air from: the air "
                     "outdoors has less gas than the rooms\n  evacuate: above the level in closed "
                     "rooms too; leave before: the air outdoors is above the level's value, where "
                     "it is first and last");
  if (at_end)
    sm_facts_note(out, "  rooms are above a level at the end of the run: a longer "
                       "particles.duration tells what follows");
}
