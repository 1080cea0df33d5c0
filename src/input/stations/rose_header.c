/* Header line of a wind rose table. */
#include "base/text.h"
#include "input/stations/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies a column name without its unit in parentheses, and checks the unit. */
static void take_name(const char *field, int line, char out[48], struct sm_problems *problems) {
  static const char *const units[] = {"m/s", "m s-1", "ms-1", "deg", "degrees", "%", "-", "1"};
  char unit[16] = "";
  const size_t length = strcspn(field, "(");
  snprintf(out, 48, "%.*s", (int)length, field);
  for (size_t i = strlen(out); i > 0 && out[i - 1] == ' '; i--) out[i - 1] = '\0';
  if (field[length] == '\0') return;
  snprintf(unit, sizeof unit, "%.*s", (int)strcspn(field + length + 1, ")"), field + length + 1);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (sm_text_same_word(unit, units[i])) return;
  sm_problems_add(problems, line, "column '%.60s': speeds are in m/s and directions in deg", field);
}

/* Converts decimal commas ("2,5-5") in a file whose columns are not separated by commas. */
static void take_decimal_commas(char *label) {
  for (char *c = label; *c != '\0'; c++)
    if (*c == ',' && isdigit((unsigned char)c[1])) *c = '.';
}

/* Index of a Weibull column: frequency, A or k; -1: none. */
static int find_weibull(const char *name) {
  static const char *const names[][2] = {[SM_ROSE_FREQUENCY] = {"frequency", "f"},
                                         [SM_ROSE_SCALE] = {"A", "scale"},
                                         [SM_ROSE_SHAPE] = {"k", "shape"}};
  for (int w = 0; w < SM_ROSE_WEIBULL; w++)
    if (sm_text_same_word(name, names[w][0]) || sm_text_same_word(name, names[w][1])) return w;
  return -1;
}

/* Parses a number at the start of a text; NULL without a number. */
static const char *take_number(const char *text, double *out) {
  char *end;
  while (*text == ' ') text++;
  if (!isdigit((unsigned char)*text) && *text != '.') return NULL;
  *out = strtod(text, &end);
  while (*end == ' ') end++;
  return end;
}

/* Limits of a speed class: "2-4", "2 to 4", "<2", ">10", "10+". *low is NAN in "<2", *high in
 * ">10". */
static bool read_class(const char *label, double *low, double *high) {
  static const char dash[] = "\xe2\x80\x93"; /* en dash */
  const char *at = label + strspn(label, " ");
  *low = *high = (double)NAN;
  if (*at == '<' || *at == '>') {
    double *const end = *at == '<' ? high : low;
    at = take_number(at + 1 + (at[1] == '='), end);
  } else {
    at = take_number(at, low);
    if (at == NULL) return false;
    if (*at == '+') {
      at++;
    } else {
      const size_t skip = *at == '-'                   ? 1
                          : strncmp(at, dash, 3) == 0  ? 3
                          : strncmp(at, "to ", 3) == 0 ? 3
                                                       : 0;
      if (skip == 0) return false;
      at = take_number(at + skip, high);
    }
  }
  return at != NULL && *at == '\0';
}

static void read_classes(struct sm_rose_header *out, int line, struct sm_problems *problems) {
  double *edge = out->edge;
  out->classes = out->columns - 1;
  for (int c = 0; c < out->classes; c++) {
    const char *label = out->name[c + 1];
    double low, high;
    if (!read_class(label, &low, &high)) {
      sm_problems_add(problems, line,
                      "column '%s' is not a class of speed such as 2-4 or >10, nor are the columns "
                      "frequency, A and k",
                      label);
      return;
    }
    if (isnan(low)) low = c == 0 ? 0 : edge[c];
    if (isnan(high)) high = c == 0 || c < out->classes - 1 ? low : 2 * low - edge[c - 1];
    if (c == 0) edge[0] = low;
    if (fabs(low - edge[c]) > 1e-9 * (1 + low))
      sm_problems_add(problems, line,
                      "class '%s' begins at %g m/s, but the one before ends at %g m/s", label, low,
                      edge[c]);
    if (!(high > low) || !(high <= 200))
      sm_problems_add(problems, line, "class '%s' has no speeds in it, or too high ones", label);
    edge[c + 1] = high;
  }
}

void sm_rose_header_read(const struct sm_csv *csv, struct sm_rose_header *out,
                         struct sm_problems *problems) {
  static const char *const sector_names[] = {"from", "sector", "direction"};
  static const char *const weibull_names[] = {"frequency", "A", "k"};
  const int line = csv->line;
  bool named = false;
  int found = 0;
  *out = (struct sm_rose_header){.columns = csv->count, .weibull = {-1, -1, -1}};
  for (int c = 0; c < out->columns; c++) {
    take_name(csv->field[c], line, out->name[c], problems);
    if (csv->separator != ',') take_decimal_commas(out->name[c]);
  }
  for (int n = 0; n < 3; n++) named = named || sm_text_same_word(out->name[0], sector_names[n]);
  if (!named)
    sm_problems_add(problems, line,
                    "the first column is '%s', but must be 'from': where the wind "
                    "comes from%s",
                    out->name[0], sm_csv_hint(csv));
  if (!named) return;
  for (int c = 1; c < out->columns; c++) {
    const int w = find_weibull(out->name[c]);
    if (w < 0) continue;
    if (out->weibull[w] >= 0) sm_problems_add(problems, line, "two columns '%s'", out->name[c]);
    out->weibull[w] = c;
    found++;
  }
  if (found == 0 && out->columns > 1) {
    read_classes(out, line, problems);
    return;
  }
  for (int w = 0; w < SM_ROSE_WEIBULL; w++)
    if (out->weibull[w] < 0) sm_problems_add(problems, line, "no column '%s'", weibull_names[w]);
}
