/* case/check/rain.c - consistency of the keys of rain. */
#include "case/check/internal.h"

/* Whether rain washes any species of particles or scalar out of the air. */
static bool washes(const struct sm_case_draft *draft) {
  for (size_t i = 0; i < draft->species_count; i++)
    if (draft->species[i].species.scavenging > 0) return true;
  for (size_t i = 0; i < draft->c.flow.scalar_count; i++)
    if (draft->c.flow.scalar[i].scavenging > 0) return true;
  return false;
}

static void check_rates(const struct sm_check *c, const struct sm_toml_node *rain) {
  const struct sm_case_rain *own = &c->draft->c.rain;
  const struct sm_toml_node *list = sm_check_whole_list(rain, "rates", own->rate_count);
  if (list == NULL) return;
  const struct sm_toml_node *item = list->first;
  for (size_t i = 0; i < own->rate_count; i++, item = item->next) {
    const bool late = i == 0 || own->rates[i][0] > own->rates[i - 1][0];
    if (late && own->rates[i][1] >= 0 && own->rates[i][1] <= 500) continue;
    sm_report_add(c->r->report, &item->span, "rows are [time, rain rate]", "'rain.rates': %s",
                  late ? "a rain rate must be within 0 and 500 mm/h" : "times must increase");
    return;
  }
  if (own->rate_count < 2)
    sm_check_report(c->r, rain, "rates", "rate, where it is always the same",
                    "'rain.rates' needs two points or more");
}

void sm_check_rain(const struct sm_check *c) {
  const struct sm_toml_node *rain = sm_toml_get(c->root, "rain");
  if (rain == NULL || rain->type != SM_TOML_TABLE) return;
  if (!sm_toml_has(rain, "rate") && !sm_toml_has(rain, "rates") && !c->draft->c.rain.from_weather)
    sm_check_report(c->r, rain, "rate", "rate = \"2 mm/h\"", "[rain] has no rate");
  check_rates(c, rain);
  if (!washes(c->draft))
    sm_check_report(c->r, rain, "", "scavenging_coefficient = 8.4e-5 of a species or scalar",
                    "[rain] has no effect: no [[particles.species]] and no [[flow.scalar]] has a "
                    "'scavenging_coefficient'");
}
