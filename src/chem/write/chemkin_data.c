/* chem/write/chemkin_data.c - thermodynamic and transport data in CHEMKIN's fixed columns. */
#include "base/context.h"
#include "chem/read/equation.h"
#include "chem/read/tokens.h"
#include "chem/write/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 16, ATOMS = 3, TEMPERATURE = 10, MIDDLE = 8, COEFFICIENT = 15 };

bool sm_chemkin_has_thermo(const struct sm_mechanism *m) {
  for (int32_t i = 0; i < m->species_count; i++)
    if (m->species[i].thermo.form != SM_THERMO_NONE) return true;
  return false;
}

bool sm_chemkin_has_transport(const struct sm_mechanism *m) {
  for (int32_t i = 0; i < m->species_count; i++)
    if (m->species[i].transport != NULL) return true;
  return false;
}

/* Formats a number in a fixed width, always with a point, as Fortran scales numbers without one.
 * Excess digits are rounded; returns true when exact. */
static bool fit(double value, int width, char out[32]) {
  char best[32] = "";
  for (int digits = 0; digits <= 16; digits++) {
    char number[32], text[32];
    int exponent = 0;
    snprintf(number, sizeof number, "%.*e", digits, value);
    char *e = strchr(number, 'e');
    exponent = atoi(e + 1);
    *e = '\0';
    const char *point = strchr(number, '.') == NULL ? "." : "";
    if (exponent == 0)
      snprintf(text, sizeof text, "%.24s%s", number, point);
    else
      snprintf(text, sizeof text, "%.22s%sE%d", number, point, exponent);
    if ((int)strlen(text) > width) break;
    memcpy(best, text, sizeof best);
    if (strtod(text, NULL) == value) break;
  }
  memcpy(out, best, sizeof best);
  return strtod(best, NULL) == value;
}

/* Formats a temperature in plain decimal notation where that is exact. */
static bool fit_temperature(double kelvin, int width, char out[32]) {
  snprintf(out, 32, "%.3f", kelvin);
  if ((int)strlen(out) <= width && strtod(out, NULL) == kelvin) return true;
  return fit(kelvin, width, out);
}

/* --- what has no room --- */

static enum sm_status refuse(struct sm_context *ctx, const struct sm_species *s, const char *what) {
  return sm_fail(ctx, SM_ERR_DATA, "%s:%d: error: CHEMKIN has no words for %s: %s", s->place.file,
                 (int)s->place.line, what, s->name);
}

static const char *wrong_name(const struct sm_mechanism *m, int32_t species) {
  static const char *const words[] = {"M", "HV", "END"};
  const char *name = m->species[species].name;
  if (strlen(name) > NAME) return "a name of more than 16 letters";
  if (strpbrk(name, " \t/=!&<>") != NULL) return "a name with a blank or one of / = ! & < >";
  if (name[0] == '+' || name[0] == '(') return "a name that begins with '+' or '('";
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (sm_token_is(sm_token_of(name), words[w])) return "a name that means something else";
  for (int32_t i = 0; i < species; i++)
    if (sm_token_is(sm_token_of(name), m->species[i].name))
      return "names that differ in small and capital letters alone";
  return NULL;
}

static const char *wrong_thermo(const struct sm_species *s) {
  const struct sm_thermo *t = &s->thermo;
  if (s->elements.count == 0) return "a species without atoms";
  if (s->elements.count > SM_CHEMKIN_ATOMS) return "a species of more than five elements";
  for (int32_t e = 0; e < s->elements.count; e++) {
    const double n = s->elements.list[e].amount;
    if (n != floor(n) || n > 999 || n < -99) return "parts of atoms, or more than 999";
  }
  if (t->range_count > 2) return "thermodynamic data of more than two ranges";
  for (int32_t r = 0; r < t->range_count; r++)
    if (t->ranges[r].a[0] != 0 || t->ranges[r].a[1] != 0) return "thermodynamic data of NASA-9";
  return NULL;
}

enum sm_status sm_chemkin_write_check(struct sm_context *ctx, const struct sm_mechanism *m) {
  const bool thermo = sm_chemkin_has_thermo(m);
  for (int32_t e = 0; e < m->element_count; e++)
    if (strlen(m->elements[e].name) > 2)
      return sm_fail(ctx, SM_ERR_DATA,
                     "error: CHEMKIN has no words for an element of more than two letters: %s",
                     m->elements[e].name);
  for (int32_t i = 0; i < m->species_count; i++) {
    const struct sm_species *s = &m->species[i];
    const char *what = wrong_name(m, i);
    if (what == NULL && thermo) what = wrong_thermo(s);
    if (what != NULL) return refuse(ctx, s, what);
  }
  return SM_OK;
}

/* --- thermodynamic data --- */

/* NASA coefficients of a range for 1 atm: a7 depends on ln p of the standard state. */
static void coefficients(const struct sm_thermo *t, int32_t range, double a[7]) {
  memcpy(a, t->ranges[range].a + 2, 7 * sizeof *a);
  if (t->pressure != SM_ATMOSPHERE) a[6] -= log(SM_ATMOSPHERE / t->pressure);
}

static bool add_coefficients(struct sm_text *text, const double *a, int count) {
  bool exact = true;
  for (int i = 0; i < 5; i++) {
    char number[32] = "";
    if (i < count) exact = fit(a[i], COEFFICIENT, number) && exact;
    sm_text_add(text, "%*s", COEFFICIENT, number);
  }
  return exact;
}

static void add_atoms(struct sm_mechanism_writer *w, const struct sm_species *s, int32_t e) {
  if (e < s->elements.count)
    sm_text_add(&w->text, "%-2s%*d", w->m->elements[s->elements.list[e].index].name, ATOMS,
                (int)s->elements.list[e].amount);
  else
    sm_text_add(&w->text, "%5s", "");
}

/* Writes the four cards of a species. A single range is used for both, split at its end. */
static bool add_cards(struct sm_mechanism_writer *w, const struct sm_species *s) {
  const struct sm_thermo *t = &s->thermo;
  const int32_t last = t->range_count - 1;
  double a[14];
  char low[32], high[32], middle[32];
  coefficients(t, last, a);
  coefficients(t, 0, a + 7);
  bool exact = fit_temperature(t->ranges[0].low, TEMPERATURE, low);
  exact = fit_temperature(t->ranges[last].high, TEMPERATURE, high) && exact;
  exact = fit_temperature(t->ranges[0].high, MIDDLE, middle) && exact;
  sm_text_add(&w->text, "%-24s", s->name);
  for (int32_t e = 0; e < 4; e++) add_atoms(w, s, e);
  sm_text_add(&w->text, "G%*s%*s%*s", TEMPERATURE, low, TEMPERATURE, high, MIDDLE, middle);
  add_atoms(w, s, 4);
  sm_text_add(&w->text, " 1\n");
  for (int card = 0; card < 3; card++) {
    const int count = card < 2 ? 5 : 4;
    exact = add_coefficients(&w->text, a + 5 * card, count) && exact;
    sm_text_add(&w->text, "    %d\n", card + 2);
  }
  return exact;
}

void sm_chemkin_write_thermo(struct sm_mechanism_writer *w, int32_t *rounded) {
  *rounded = 0;
  sm_text_add(&w->text, "THERMO ALL\n   300.000  1000.000  5000.000\n");
  for (int32_t i = 0; i < w->m->species_count; i++)
    if (!add_cards(w, &w->m->species[i])) (*rounded)++;
  sm_text_add(&w->text, "END\n");
}

/* --- transport data --- */

void sm_chemkin_write_transport(struct sm_mechanism_writer *w) {
  for (int32_t i = 0; i < w->m->species_count; i++) {
    const struct sm_transport_data *d = w->m->species[i].transport;
    if (d == NULL) continue;
    const double cube = SM_ANGSTROM * SM_ANGSTROM * SM_ANGSTROM;
    const struct {
      double value, unit;
    } numbers[] = {{d->well_depth, 1},
                   {d->diameter, SM_ANGSTROM},
                   {d->dipole, SM_DEBYE},
                   {d->polarizability, cube},
                   {d->rotational_relaxation, 1}};
    sm_text_add(&w->text, "%-18s %d", w->m->species[i].name, (int)d->geometry);
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
      sm_text_add(&w->text, " ");
      sm_writer_number_in_unit(&w->text, numbers[n].value, numbers[n].unit);
    }
    sm_text_add(&w->text, "\n");
  }
}
