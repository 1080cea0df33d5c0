#include "chem/read/chemkin/internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NASA7_LINES = 4, TAB = 8, LAST_COLUMN = 80 };

void sm_chemkin_thermo_begin(struct sm_chemkin_thermo *t, struct sm_file_line place,
                             struct sm_token words) {
  struct sm_token token;
  t->b->thermo_given = true;
  t->ranges_due = true;
  t->nasa9 = false;
  t->middle = 1000;
  t->lines = 0;
  while (sm_token_next(&words, &token))
    if (sm_token_is(token, "NASA9") || sm_token_is(token, "NASA-9"))
      t->nasa9 = true;
    else if (!sm_token_is(token, "ALL"))
      sm_builder_warn(t->b, place, "'%.*s' behind THERMO is not known: ALL and NASA9 are",
                      SM_TOKEN(token));
}

bool sm_chemkin_thermo_between(const struct sm_chemkin_thermo *t) {
  return t->lines == 0 || t->species < 0;
}

void sm_chemkin_entry_problem(struct sm_chemkin_thermo *t, struct sm_file_line place,
                              const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (!t->spoiled)
    sm_builder_problem(t->b, place, "thermodynamic data of %s: %s", t->b->species[t->species].name,
                       text);
  t->spoiled = true;
  t->b->species[t->species].thermo.form = SM_THERMO_NASA7; /* missing data was already reported */
}

/* --- a card of fixed columns --- */

static void make_card(struct sm_chemkin_thermo *t, struct sm_token line) {
  t->size = 0;
  for (size_t i = 0; i < line.size && t->size < sizeof t->card - TAB; i++) {
    if (line.text[i] != '\t') {
      t->card[t->size++] = line.text[i];
      continue;
    }
    do {
      t->card[t->size++] = ' ';
    } while (t->size % TAB != 0);
  }
  while (t->size > 0 && sm_is_blank(t->card[t->size - 1])) t->size--;
}

struct sm_token sm_chemkin_columns(const struct sm_chemkin_thermo *t, size_t first, size_t last) {
  if (last > t->size) last = t->size;
  const struct sm_token field = {t->card + first - 1, last >= first ? last - first + 1 : 0};
  return sm_token_trim(field);
}

/* Reads a number in fixed columns, with an optional blank in its exponent: 1.5E 02. */
static bool read_field(struct sm_token field, double *out) {
  char text[32];
  size_t size = 0;
  for (size_t i = 0; i < field.size && size < sizeof text; i++)
    if (!sm_is_blank(field.text[i])) text[size++] = field.text[i];
  return sm_token_number((struct sm_token){text, size}, out);
}

void sm_chemkin_numbers(struct sm_chemkin_thermo *t, struct sm_file_line place, int from, int to,
                        size_t column, size_t width) {
  for (int n = from; n <= to; n++, column += width) {
    const struct sm_token field = sm_chemkin_columns(t, column, column + width - 1);
    t->given &= ~(1u << n);
    if (field.size == 0) continue;
    if (read_field(field, &t->number[n])) {
      t->given |= 1u << n;
    } else {
      sm_chemkin_entry_problem(t, place, "'%.*s' in columns %zu to %zu is not a number",
                               SM_TOKEN(field), column, column + width - 1);
    }
  }
}

/* --- entries --- */

enum sm_status sm_chemkin_entry_begin(struct sm_chemkin_thermo *t, struct sm_file_line place,
                                      struct sm_token name, int32_t wanted) {
  t->species = sm_builder_find_species(t->b, name);
  t->lines = 1;
  t->wanted = wanted;
  t->spoiled = t->more_elements = false;
  t->place = place;
  t->elements = (struct sm_amounts){0};
  if (t->species < 0) return SM_OK;
  const struct sm_species *species = &t->b->species[t->species];
  if (sm_name_table_find_exactly(&t->seen, sm_token_of(species->name)) >= 0)
    sm_builder_warn(t->b, place, "a second entry of %s: the first one counts", species->name);
  if (species->thermo.form != SM_THERMO_NONE) t->species = -1;
  return sm_name_table_add(t->b->ctx, t->b->arena, &t->seen, species->name);
}

enum sm_status sm_chemkin_atoms(struct sm_chemkin_thermo *t, struct sm_file_line place,
                                struct sm_token element, struct sm_token number) {
  double count;
  if (element.size == 0 || number.size == 0 || isdigit((unsigned char)element.text[0]))
    return SM_OK;
  if (!read_field(number, &count)) {
    sm_chemkin_entry_problem(t, place, "'%.*s' is not a number of atoms %.*s", SM_TOKEN(number),
                             SM_TOKEN(element));
    return SM_OK;
  }
  if (count == 0) return SM_OK;
  const int32_t index = sm_name_table_find(&t->b->element_names, element);
  if (index >= 0) return sm_builder_add_amount(t->b, &t->elements, index, count);
  sm_chemkin_entry_problem(t, place, "element %.*s is not among the ELEMENTS", SM_TOKEN(element));
  return SM_OK;
}

enum sm_status sm_chemkin_entry_end(struct sm_chemkin_thermo *t, enum sm_thermo_form form,
                                    int32_t ranges, double pressure) {
  struct sm_thermo_range *list = NULL;
  if (t->spoiled) return SM_OK;
  for (int32_t i = 0; i < ranges; i++)
    if (t->range[i].high <= t->range[i].low) {
      sm_chemkin_entry_problem(t, t->place, "temperatures from %g to %g K do not increase",
                               t->range[i].low, t->range[i].high);
      return SM_OK;
    }
  SM_TRY(sm_arena_alloc(t->b->ctx, t->b->arena, (size_t)ranges, sizeof *list, &list));
  memcpy(list, t->range, (size_t)ranges * sizeof *list);
  struct sm_species *species = &t->b->species[t->species];
  species->elements = t->elements;
  species->thermo = (struct sm_thermo){form, list, ranges, pressure};
  return SM_OK;
}

/* --- NASA-7 --- */

/* Card number in column 80; some files are off by one or two columns. */
static char card_number(const struct sm_chemkin_thermo *t) {
  if (t->size >= LAST_COLUMN && !sm_is_blank(t->card[LAST_COLUMN - 1]))
    return t->card[LAST_COLUMN - 1];
  return t->size >= LAST_COLUMN - 4 && t->size <= LAST_COLUMN + 4 ? t->card[t->size - 1] : ' ';
}

/* Species name in the first 18 columns; it may extend into the 6 columns of the remark. */
static struct sm_token card_name(const struct sm_chemkin_thermo *t) {
  struct sm_token rest = sm_chemkin_columns(t, 1, 24), token = {0};
  sm_token_next(&rest, &token);
  if (sm_builder_find_species(t->b, token) >= 0) return token;
  rest = sm_chemkin_columns(t, 1, 18);
  sm_token_next(&rest, &token);
  return token;
}

static enum sm_status read_header(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  const struct sm_token phase = sm_chemkin_columns(t, 45, 45);
  SM_TRY(sm_chemkin_entry_begin(t, place, card_name(t), NASA7_LINES));
  if (t->species < 0) return SM_OK;
  for (size_t e = 0; e < 5; e++) { /* the fifth element follows the temperatures */
    const size_t column = e < 4 ? 25 + 5 * e : 74;
    SM_TRY(sm_chemkin_atoms(t, place, sm_chemkin_columns(t, column, column + 1),
                            sm_chemkin_columns(t, column + 2, column + 4)));
  }
  if (phase.size > 0 && toupper((unsigned char)phase.text[0]) != 'G')
    sm_builder_warn(t->b, place, "thermodynamic data of %s are of phase '%c', not of a gas",
                    t->b->species[t->species].name, phase.text[0]);
  t->number[2] = t->middle;
  sm_chemkin_numbers(t, place, 0, 1, 46, 10);
  sm_chemkin_numbers(t, place, 2, 2, 66, 8);
  if ((t->given & 3) != 3)
    sm_chemkin_entry_problem(t, place, "no temperatures in columns 46 to 65");
  t->low = t->number[0];
  t->high = t->number[1];
  t->number[15] = t->number[2];
  t->more_elements = t->card[t->size - 1] == '&';
  return SM_OK;
}

/* Reads elements on continuation lines: "C 12 H 24 &". */
static enum sm_status read_elements(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  struct sm_token rest = {t->card, t->size}, element, number;
  t->more_elements = rest.size > 0 && rest.text[rest.size - 1] == '&';
  if (t->more_elements) rest.size--;
  while (sm_token_next(&rest, &element)) {
    if (!sm_token_next(&rest, &number)) number.size = 0;
    if (t->species >= 0) SM_TRY(sm_chemkin_atoms(t, place, element, number));
  }
  return SM_OK;
}

static enum sm_status end_nasa7(struct sm_chemkin_thermo *t) {
  const double middle = t->number[15];
  const bool upper = (t->given & 0x7f) == 0x7f, lower = (t->given & 0x3f80) == 0x3f80;
  const bool one = (t->given & 0x3f80) == 0 || middle <= t->low || middle >= t->high;
  if (!upper || (!lower && !one))
    sm_chemkin_entry_problem(t, t->place, "coefficients are missing: %d are expected",
                             one ? 7 : 14);
  for (int r = 0; r < 2; r++) {
    struct sm_thermo_range *range = &t->range[r];
    const double *a =
        one && !(lower && middle >= t->high) ? t->number : t->number + (r == 0 ? 7 : 0);
    range->low = r == 0 ? t->low : middle;
    range->high = r == 0 && !one ? middle : t->high;
    memset(range->a, 0, sizeof range->a);
    memcpy(range->a + 2, a, 7 * sizeof *a);
  }
  return sm_chemkin_entry_end(t, SM_THERMO_NASA7, one ? 1 : 2, SM_ATMOSPHERE);
}

static bool is_first(const struct sm_chemkin_thermo *t) {
  return card_number(t) == '1' || (t->size > LAST_COLUMN && t->card[t->size - 1] == '&');
}

bool sm_chemkin_thermo_entry(struct sm_chemkin_thermo *t, struct sm_token line) {
  make_card(t, line);
  return !t->nasa9 && t->size > 0 && is_first(t); /* a NASA-9 name is never taken for a reaction */
}

static enum sm_status nasa7_line(struct sm_chemkin_thermo *t, struct sm_file_line place) {
  static const int first[] = {0, 5, 10, 14};
  const char number = card_number(t);
  if (t->lines > 0 && t->more_elements) return read_elements(t, place);
  if (is_first(t)) {
    if (t->lines > 0 && t->species >= 0)
      sm_chemkin_entry_problem(t, place, "the entry breaks off: its line %d is missing",
                               (int)t->lines + 1);
    return read_header(t, place);
  }
  if (t->lines == 0) { /* remarks between entries */
    sm_chemkin_ignore(&t->remarks, place);
    return SM_OK;
  }
  const int line = t->lines++;
  if (t->species >= 0) {
    if (number != '1' + line) {
      sm_chemkin_entry_problem(t, place,
                               "line %d of the entry, with a %d in column 80, is expected",
                               line + 1, line + 1);
      t->lines = 0;
      return SM_OK;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) lines 2 to 4 of four
    sm_chemkin_numbers(t, place, first[line - 1], first[line] - 1, 1, 15);
    if (t->lines == t->wanted) SM_TRY(end_nasa7(t));
  }
  if (t->lines == t->wanted) t->lines = 0;
  return SM_OK;
}

/* --- lines --- */

/* Reads the line after THERMO ALL: three default temperatures (or more in NASA-9). */
static bool read_ranges(struct sm_chemkin_thermo *t) {
  struct sm_token rest = {t->card, t->size}, token;
  double number[2];
  t->ranges_due = false;
  for (int i = 0; i < 2; i++)
    if (!sm_token_next(&rest, &token) || !sm_token_number(token, &number[i])) return false;
  t->middle = number[1];
  return true;
}

enum sm_status sm_chemkin_thermo_line(struct sm_chemkin_thermo *t, struct sm_file_line place,
                                      struct sm_token line) {
  make_card(t, line);
  if (t->size == 0 || (t->ranges_due && read_ranges(t))) return SM_OK;
  return t->nasa9 ? sm_chemkin_nasa9_line(t, place) : nasa7_line(t, place);
}

void sm_chemkin_thermo_end(struct sm_chemkin_thermo *t) {
  if (t->lines > 0 && t->species >= 0)
    sm_chemkin_entry_problem(t, t->place, "the entry breaks off: %d of its %d lines are there",
                             (int)t->lines, (int)t->wanted);
  t->lines = 0;
  if (t->remarks.count > 0)
    sm_builder_warn(t->b, t->remarks.first,
                    "lines between the entries of thermodynamic data are not read: %d in all, this "
                    "one the first",
                    (int)t->remarks.count);
  t->remarks = (struct sm_chemkin_ignored){0};
}
