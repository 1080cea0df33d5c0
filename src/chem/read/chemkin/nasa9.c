#include "chem/read/chemkin/internal.h"

#include <string.h>

/* NASA-9 records: name line; number of ranges and elements; per range a line of temperatures and
 * two lines of coefficients. B. J. McBride, M. J. Zehe, S. Gordon: NASA/TP-2002-211556. */

enum { HEAD_LINES = 2, RANGE_LINES = 3, COEFFICIENTS = 7 };

#define BAR 1e5 /* Standard-state pressure of NASA-9 data, Pa. */

static enum sm_status read_composition(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  double ranges = 0, phase = 0;
  const struct sm_token state = sm_chemkin_columns(t, 51, 52);
  if (!sm_token_number(sm_chemkin_columns(t, 1, 2), &ranges) || ranges < 0 ||
      ranges > SM_CHEMKIN_RANGES) {
    t->wanted = t->lines; /* end of the entry, as its length is unknown */
    if (t->species >= 0)
      sm_chemkin_entry_problem(t, place, "a number of ranges is expected in columns 1 and 2");
    return SM_OK;
  }
  /* An entry without ranges has one line, with a temperature. */
  t->wanted = HEAD_LINES + (ranges == 0 ? 1 : RANGE_LINES * (int32_t)ranges);
  if (t->species < 0) return SM_OK;
  if (ranges == 0)
    sm_chemkin_entry_problem(t, place, "there are no polynomials, only a heat of formation");
  for (size_t column = 11; column < 51; column += 8)
    SM_TRY(sm_chemkin_atoms(t, place, sm_chemkin_columns(t, column, column + 1),
                            sm_chemkin_columns(t, column + 2, column + 7)));
  if (state.size > 0 && sm_token_number(state, &phase) && phase != 0)
    sm_builder_warn(t->b, place, "thermodynamic data of %s are of a condensed phase, not of a gas",
                    t->b->species[t->species].name);
  return SM_OK;
}

static void read_range(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  const int32_t line = (t->lines - HEAD_LINES) % RANGE_LINES;
  struct sm_thermo_range *range = &t->range[(t->lines - HEAD_LINES) / RANGE_LINES];
  double count = COEFFICIENTS;
  if (line == 0) {
    sm_chemkin_numbers(t, place, 14, 15, 1, 11);
    const struct sm_token terms = sm_chemkin_columns(t, 23, 23);
    if ((t->given & 0xc000) != 0xc000)
      sm_chemkin_entry_problem(t, place, "two temperatures are expected in columns 1 to 22");
    if (terms.size > 0 && sm_token_number(terms, &count) && count != COEFFICIENTS)
      sm_chemkin_entry_problem(t, place, "%g coefficients instead of %d", count, COEFFICIENTS);
    range->low = t->number[14];
    range->high = t->number[15];
  } else if (line == 1) {
    sm_chemkin_numbers(t, place, 0, 4, 1, 16);
  } else { /* third number: unused */
    sm_chemkin_numbers(t, place, 5, 9, 1, 16);
    if ((t->given & 0x37f) != 0x37f) sm_chemkin_entry_problem(t, place, "coefficients are missing");
    memcpy(range->a, t->number, COEFFICIENTS * sizeof *range->a);
    memcpy(range->a + COEFFICIENTS, t->number + 8, 2 * sizeof *range->a);
  }
}

enum sm_status sm_chemkin_nasa9_line(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  if (t->lines == 0) {
    struct sm_token rest = sm_chemkin_columns(t, 1, SM_CHEMKIN_CARD), name = {0};
    sm_token_next(&rest, &name);
    return sm_chemkin_entry_begin(t, place, name, HEAD_LINES);
  }
  if (t->lines == 1) {
    SM_TRY(read_composition(t, place));
  } else if (t->species >= 0) {
    read_range(t, place);
  }
  if (++t->lines < t->wanted) return SM_OK;
  const int32_t ranges = (t->lines - HEAD_LINES) / RANGE_LINES;
  t->lines = 0;
  return t->species >= 0 && ranges > 0 ? sm_chemkin_entry_end(t, SM_THERMO_NASA9, ranges, BAR)
                                       : SM_OK;
}
