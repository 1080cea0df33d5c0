/* describe.h - a domain in words. */
#ifndef SM_DOMAIN_DESCRIBE_H
#define SM_DOMAIN_DESCRIBE_H

#include "base/text.h"
#include "domain/domain.h"

/* Adds some lines, each ended with a newline: place, cells, lid and why, ground, buildings, solids,
 * roughness, weather and times. */
void sm_domain_describe(const struct sm_domain *domain, struct sm_text *text);

/* Where the wind comes from, without a newline: "2 stations (A, B); 5 x 4 columns of a weather
 * model, 3 km apart, levels from 10 to 700 m". */
void sm_weather_describe(const struct sm_weather *weather, struct sm_text *text);

#endif
