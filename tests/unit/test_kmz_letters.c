/* Letters of the legends of KMZ files: drawn, or replaced by plain ones. */
#include "harness.h"
#include "output/gis/export.h"
#include <check.h>
#include <string.h>

enum { MOST = 64 };

/* Letters and marks of a text, a mark behind its letter; signs of units as "#". */
static const char *plain(const char *text) {
  static char out[2 * MOST + 1];
  struct sm_kmz_letter letter[MOST];
  char *to = out;
  const int count = sm_kmz_letters(text, letter, MOST);
  for (int n = 0; n < count; n++) {
    *to++ = (char)(letter[n].base < ' ' ? '#' : letter[n].base);
    if (letter[n].mark != 0 && letter[n].mark != ' ') *to++ = letter[n].mark;
  }
  *to = '\0';
  return out;
}

START_TEST(letters_are_drawn_or_replaced) {
  static const char *const pairs[][2] = {
      {"gas (kg/m3)", "gas (kg/m3)"},
      {"\u00e4\u00d6\u00e9\u00f1\u00e7\u00e5", "a:O:e'n~c,ao"},
      {"a\u0308e\u0301\u20d7", "a:e'?"},
      {"\u00b5g m\u207b\u00b3, m\u00b2, 20 \u00b0C", "#g m-#, m#, 20 #C"},
      {"Stra\u00dfe, \u0153uf, \u0141\u00f3d\u017a, \u0130\u0131", "Strasse, oeuf, Lo'dz', I.i"},
      {"\u03b1-pinene, CO\u2082, 10\u2074", "alpha-pinene, CO2, 104"},
      {"a\u00a0b\u2013c \u2264 \u201cd\u201d", "a b-c <= \"d\""},
      {"\u6c28 \xff\xc3", "? ??"},
      {"", ""}};
  for (size_t n = 0; n < sizeof pairs / sizeof *pairs; n++) {
    ck_assert_str_eq(plain(pairs[n][0]), pairs[n][1]);
  }
}
END_TEST

START_TEST(a_long_text_is_cut) {
  struct sm_kmz_letter letter[3];
  ck_assert_int_eq(sm_kmz_letters("ab\u03b1", letter, 3), 3);
  ck_assert_int_eq(letter[2].base, 'a');
  ck_assert_int_eq(sm_kmz_letters("abcd\u0308", letter, 3), 3);
}
END_TEST

START_TEST(every_letter_has_a_picture_of_its_own) {
  static uint16_t seen[0x180][5];
  for (unsigned code = '!'; code < 0x180; code++) {
    char text[3] = {(char)code};
    struct sm_kmz_letter letter[4];
    if (code >= 0x80)
      memcpy(text, (char[2]){(char)(0xC0 | code >> 6), (char)(0x80 | (code & 63))}, 2);
    if ((code > '~' && code < 0xC0) || sm_kmz_letters(text, letter, 4) != 1) continue;
    ck_assert_msg(code == '?' || letter[0].base != '?', "no letter for U+%04X", code);
    if (letter[0].mark == ' ') continue; /* as a plain one */
    sm_kmz_glyph(letter[0], seen[code]);
    for (unsigned other = '!'; other < code; other++)
      ck_assert_msg(memcmp(seen[other], seen[code], sizeof *seen) != 0 ||
                        (code > 0x100 && strchr("cgkltnrs", letter[0].base) != NULL),
                    "U+%04X is drawn as U+%04X", code, other);
  }
}
END_TEST

START_TEST(letters_reach_below_the_line_as_in_print) {
  for (char c = 'a'; c <= 'z'; c++) {
    uint16_t column[5], all = 0;
    sm_kmz_glyph((struct sm_kmz_letter){c, 0}, column);
    for (int i = 0; i < 5; i++) all |= column[i];
    ck_assert_msg((all >> (SM_KMZ_ABOVE + 7) != 0) == (strchr("gjpqy", c) != NULL), "%c", c);
    ck_assert_msg((all >> SM_KMZ_ABOVE & 2) == 0 || strchr("acegmnopqrsuvwxyz", c) == NULL, "%c",
                  c);
  }
}
END_TEST

TEST_MAIN(letters_are_drawn_or_replaced, a_long_text_is_cut, every_letter_has_a_picture_of_its_own,
          letters_reach_below_the_line_as_in_print)
