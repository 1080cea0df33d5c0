/* describe.h - a domain in words. */
#ifndef SM_DOMAIN_DESCRIBE_H
#define SM_DOMAIN_DESCRIBE_H

#include "base/text.h"
#include "domain/domain.h"

/* Adds some lines, each ended with a newline: place, cells, lid and why, ground, buildings, solids,
 * roughness, stations and times. */
void sm_domain_describe(const struct sm_domain *domain, struct sm_text *text);

#endif
