#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cli_read_numbers(const char *text, char separator, int count, double *out) {
  for (int i = 0; i < count; i++) {
    char *end;
    out[i] = strtod(text, &end);
    if (end == text || !isfinite(out[i])) return false;
    if (*end != (i + 1 < count ? separator : '\0')) return false;
    text = end + 1;
  }
  return true;
}

bool cli_read_height(const char *text, double *out) {
  static const struct {
    const char *name;
    double metres;
  } units[] = {{"", 1.0}, {"m", 1.0}, {"km", 1000.0}, {"ft", 0.3048}};
  char *end;
  const double number = strtod(text, &end);
  if (end == text || !(number >= 0.0) || !isfinite(number)) return false;
  while (*end == ' ') end++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (strcmp(end, units[i].name) != 0) continue;
    *out = number * units[i].metres;
    return true;
  }
  return false;
}
