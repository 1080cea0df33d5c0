#include "judge.h"
#include <math.h>
#include <stdio.h>

static int failures;

void judge(bool good, const char *kernel, const char *what, int bits, double number) {
  if (good) return;
  failures++;
  printf("%-24s %-28s f%d: %g\n", kernel, what, bits, number);
}

int judge_failures(void) { return failures; }

void widen(double *worst, double a, double b) {
  const double d = a == b ? 0 : fabs(a - b) / (1 + fabs(b)); /* infinities may be equal */
  if (!(d <= *worst)) *worst = d;                            /* a NaN stays */
}
