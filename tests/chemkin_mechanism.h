/* chemkin_mechanism.h - mechanisms in the text form of CHEMKIN, and their reactions. */
#ifndef SM_TESTS_CHEMKIN_MECHANISM_H
#define SM_TESTS_CHEMKIN_MECHANISM_H

#include "chem_files.h"
#include <math.h>

static void near(double a, double b) { ck_assert(fabs(a - b) <= 1e-13 * fabs(b)); }

static double amount(const struct sm_amounts *list, const char *species) {
  for (int32_t i = 0; i < list->count; i++)
    if (strcmp(m->species[list->list[i].index].name, species) == 0) return list->list[i].amount;
  return 0;
}

static const struct sm_reaction *reaction(int number) {
  ck_assert_int_le(number, m->reaction_count);
  return &m->reactions[number - 1];
}

static void all_forms(void) {
  chem_begin();
  chem_read(CHEM "allforms.inp", CHEM "allforms.therm", NULL);
}

/* Reads a mechanism of one section of reactions. */
static void read_reactions(const char *reactions) {
  char text[4096];
  snprintf(text, sizeof text, CHEM_HEAD "%s", reactions);
  chem_write("m.inp", text);
  chem_begin();
  chem_read("m.inp", "t.dat", NULL);
}

#endif
