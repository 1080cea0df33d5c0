/* small_domain.h - the domain of a small case, built for a test. */
#ifndef SM_TESTS_SMALL_DOMAIN_H
#define SM_TESTS_SMALL_DOMAIN_H

#include "domain/domain.h"
#include "domain_fixture.h"

static struct fixture f;

/* A round hill of 50 m on a plain. */
static double hill(double x, double y) {
  return 200 + 50 * fmax(0, 1 - (pow(x - 60, 2) + pow(y - 40, 2)) / 1600);
}

#endif
