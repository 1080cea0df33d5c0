/* chem_states.c - states of many gases from a CSV file. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "chem_gas.h"
#include "csv.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { PASSED_OVER = -1, TEMPERATURE = -2, PRESSURE = -3 }; /* others: a species */

/* What each column holds. */
struct columns {
  const char *path;
  int32_t *what;
  int count;
  bool mass;
};

/* A line of the file with its number; blank ones are passed over. */
struct lines {
  FILE *file;
  char *text;
  size_t room;
  long long number;
};

static bool next_line(struct lines *l) {
  while (getline(&l->text, &l->room, l->file) >= 0) {
    l->number++;
    if (l->text[strspn(l->text, " \t\r\n")] != '\0') return true;
  }
  return false;
}

/* What the column of a name holds; c->mass is that of the first species' column. */
static int32_t what_of(const struct sm_mechanism *m, const char *name, bool *species, bool *mass) {
  *species = strncmp(name, "Y_", 2) == 0 || strncmp(name, "X_", 2) == 0;
  *mass = name[0] == 'Y';
  if (strcmp(name, "T_K") == 0) return TEMPERATURE;
  if (strcmp(name, "p_Pa") == 0) return PRESSURE;
  return *species ? sm_mechanism_species(m, name + 2) : PASSED_OVER;
}

static int read_columns(struct cli_session *session, const struct sm_mechanism *m, char *line,
                        struct columns *c) {
  int found = 0, temperatures = 0, pressures = 0;
  for (char *rest = line, *name; (name = cli_csv_field(&rest)) != NULL; c->count++) {
    bool species, mass;
    const int32_t what = what_of(m, name, &species, &mass);
    if (species && what < 0) return cli_chem_unknown(session, m, c->path, name + 2);
    for (int i = 0; what != PASSED_OVER && i < c->count; i++)
      if (c->what[i] == what)
        return cli_session_error(session, SM_ERR_DATA, "%s:1: a second column of %s", c->path,
                                 species ? name + 2 : name);
    if (species && found > 0 && mass != c->mass)
      return cli_session_error(session, SM_ERR_DATA,
                               "%s:1: fractions are all by mass (Y_) or all by mole (X_), not both",
                               c->path);
    if (species) c->mass = mass;
    found += species;
    temperatures += what == TEMPERATURE;
    pressures += what == PRESSURE;
    c->what[c->count] = what;
  }
  if (temperatures == 0 || pressures == 0 || found == 0)
    return cli_session_error(session, SM_ERR_DATA,
                             "%s:1: the columns T_K, p_Pa and Y_... or X_... of species are asked "
                             "for",
                             c->path);
  return 0;
}

static int read_state(struct cli_session *session, const struct sm_mechanism *m, struct lines *l,
                      const struct columns *c, struct cli_chem_states *s, int64_t i) {
  int at = 0;
  double sum = 0;
  for (char *rest = l->text, *word; (word = cli_csv_field(&rest)) != NULL; at++) {
    char *end = word;
    const int32_t what = at < c->count ? c->what[at] : PASSED_OVER;
    if (what == PASSED_OVER) continue;
    const double value = strtod(word, &end);
    if (end == word || *end != '\0' || !isfinite(value) || (what < 0 ? value <= 0 : value < 0))
      return cli_session_error(session, SM_ERR_DATA, "%s:%lld: '%s' in column %d is no %s", c->path,
                               l->number, word, at + 1,
                               what == TEMPERATURE ? "temperature in K"
                               : what == PRESSURE  ? "pressure in Pa"
                                                   : "fraction");
    if (what == TEMPERATURE) s->temperature[i] = value;
    if (what == PRESSURE) s->pressure[i] = value;
    if (what >= 0) sum += s->concentrations[what * s->count + i] = value;
  }
  if (at != c->count)
    return cli_session_error(session, SM_ERR_DATA, "%s:%lld: %d fields, but the first line has %d",
                             c->path, l->number, at, c->count);
  if (!(sum > 0))
    return cli_session_error(session, SM_ERR_DATA, "%s:%lld: there is no gas in this state",
                             c->path, l->number);
  cli_chem_concentrate(m, s, i, c->mass);
  return 0;
}

static int64_t count_lines(struct lines *l, size_t *columns) {
  int64_t count = -1;
  *columns = 1;
  while (next_line(l)) {
    for (const char *at = l->text; count < 0 && *at != '\0'; at++) *columns += *at == ',';
    count++;
  }
  rewind(l->file);
  l->number = 0;
  return count;
}

static int read_file(struct cli_session *session, const struct sm_mechanism *m, struct lines *l,
                     struct columns *c, struct cli_chem_states *out) {
  size_t columns;
  const int64_t count = count_lines(l, &columns);
  if (count < 1)
    return cli_session_error(session, SM_ERR_DATA, "%s: there are no states in it", c->path);
  c->what = calloc(columns, sizeof *c->what);
  if (c->what == NULL || !cli_chem_states_take(m, count, out))
    return cli_session_error(session, SM_ERR_MEMORY, "out of memory");
  int code = next_line(l) ? read_columns(session, m, l->text, c) : 0;
  for (int64_t i = 0; code == 0 && i < count && next_line(l); i++)
    code = read_state(session, m, l, c, out, i);
  return code;
}

int cli_chem_states(struct cli_session *session, const struct sm_mechanism *m, const char *path,
                    struct cli_chem_states *out) {
  struct columns c = {.path = path};
  struct lines l = {.file = fopen(path, "r")};
  if (l.file == NULL) return cli_session_error(session, SM_ERR_IO, "%s: %s", path, strerror(errno));
  const int code = read_file(session, m, &l, &c, out);
  fclose(l.file);
  free(l.text);
  free(c.what);
  return code;
}
