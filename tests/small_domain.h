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
static double with_holes(double x, double y) {
  return x > 20 && x < 40 && y > 30 ? (double)NAN : 50 + x;
}
static double nowhere(double x, double y) {
  (void)x, (void)y;
  return NAN;
}
static double diamond(double x, double y) {
  return fabs(x - 50) + fabs(y - 50) < 50 ? 10 : (double)NAN;
}
static double classes(double x, double y) {
  (void)y;
  return x < 30 ? 1 : x < 60 ? 2 : x < 80 ? 9 : (double)NAN;
}

#endif
