/* Parser of length units in files: "ft", "US_survey_foot", "Meters". */
#include "input/gis/internal.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double foot = 0.3048, survey_foot = 1200.0 / 3937.0;

/* Word of a unit name in lower case. */
struct word {
  const char *text;
  double metres;
};

static double length_of(const char *word) {
  static const struct word words[] = {
      {"m", 1},
      {"metre", 1},
      {"metres", 1},
      {"meter", 1},
      {"meters", 1},
      {"mtr", 1},
      {"mtrs", 1},
      {"gpm", 1},
      {"masl", 1},
      {"mamsl", 1},
      {"ft", 0.3048},
      {"fts", 0.3048},
      {"foot", 0.3048},
      {"feet", 0.3048},
      {"cm", 0.01},
      {"centimetre", 0.01},
      {"cms", 0.01},
      {"centimetres", 0.01},
      {"centimeter", 0.01},
      {"centimeters", 0.01},
      {"dm", 0.1},
      {"decimetre", 0.1},
      {"decimetres", 0.1},
      {"decimeter", 0.1},
      {"decimeters", 0.1},
      {"mm", 0.001},
      {"millimetre", 0.001},
      {"millimetres", 0.001},
      {"millimeter", 0.001},
      {"millimeters", 0.001},
      {"km", 1000},
      {"kilometre", 1000},
      {"kilometres", 1000},
      {"kilometer", 1000},
      {"kilometers", 1000},
      {"inch", 0.0254},
      {"inches", 0.0254},
      {"yd", 0.9144},
      {"yard", 0.9144},
      {"yards", 0.9144},
      {"fathom", 1.8288},
      {"fathoms", 1.8288},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(word, words[i].text) == 0) return words[i].metres;
  return 0;
}

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words != NULL; words++)
    if (strcmp(word, *words) == 0) return true;
  return false;
}

/* Compound words for the survey foot. */
static bool is_survey_foot(const char *word) {
  static const char *const words[] = {
      "ftus",       "usft",         "footus",     "usfoot",       "feetus",       "usfeet",
      "usftsurvey", "surveyfoot",   "surveyfeet", "ussurveyfoot", "ussurveyfeet", "footsurveyus",
      "ussft",      "footussurvey", "sft",        "foottus",      "ftussurvey",   "usfootsurvey",
      NULL};
  return is_one_of(word, words);
}

static bool is_international_foot(const char *word) {
  static const char *const words[] = {"internationalfoot",
                                      "internationalfeet",
                                      "footinternational",
                                      "intlfoot",
                                      "ftint",
                                      "footintl",
                                      "ift",
                                      NULL};
  return is_one_of(word, words);
}

/* Words that name the reference surface and not the unit. */
static bool is_filler(const char *word) {
  static const char *const words[] = {
      "height", "heights",   "elevation", "elevations", "altitude", "above",  "over",   "mean",
      "sea",    "level",     "msl",       "asl",        "amsl",     "agl",    "of",     "the",
      "in",     "unit",      "units",     "geoid",      "datum",    "navd",   "navd88", "ngvd",
      "ngvd29", "ellipsoid", "egm96",     "egm2008",    "wgs84",    "ground", "egm08",  NULL};
  return is_one_of(word, words);
}

/* Result of parsing the words. */
struct reading {
  double metres; /* 0: no length yet */
  bool survey, international;
  bool unknown, twice;    /* unknown words; several units */
  double number, tenfold; /* number before the unit; factor after "x" */
  bool times;
};

static void take_length(struct reading *r, double metres) {
  r->twice = r->twice || (r->metres > 0 && !sm_length_unit_same(r->metres, metres));
  r->metres = metres;
}

static void take_word(struct reading *r, const char *word) {
  static const char *const survey[] = {"us", "usa", "survey", NULL};
  static const char *const international[] = {"international", "intl", "int", NULL};
  if (isdigit((unsigned char)word[0])) {
    const double number = strtod(word, NULL);
    if (r->times) r->tenfold = number;
    if (!r->times && r->metres <= 0) r->number = number;
    r->unknown = r->unknown || (!r->times && r->metres > 0);
  } else if (length_of(word) > 0) {
    take_length(r, length_of(word));
  } else if (is_survey_foot(word)) {
    take_length(r, foot);
    r->survey = true;
  } else if (is_international_foot(word)) {
    take_length(r, foot);
    r->international = true;
  } else if (is_one_of(word, survey)) {
    r->survey = true;
  } else if (is_one_of(word, international)) {
    r->international = true;
  } else if (strcmp(word, "x") == 0) {
    r->times = true;
  } else if (!is_filler(word)) {
    r->unknown = true;
  }
}

/* Splits a text into words, which are runs of letters and digits; points in abbreviations ("U.S.")
 * are skipped. */
static struct reading read_words(const char *text) {
  struct reading r = {.number = 1, .tenfold = 1};
  char word[32];
  size_t n = 0;
  for (;; text++) {
    const unsigned char c = (unsigned char)*text;
    const bool decimal = c == '.' && n > 0 && isdigit((unsigned char)word[0]);
    if (isalnum(c) || decimal) {
      if (n + 1 < sizeof word) word[n++] = (char)tolower(c);
      continue;
    }
    if (c == '.') continue;
    word[n] = '\0';
    if (n > 0) take_word(&r, word);
    n = 0;
    if (c == '\0') return r;
    if (c == '*') r.times = true;
    if (c == '/' || c == '^' || c == '%' || c >= 128) r.unknown = true;
    if (c == '\'') take_length(&r, foot);
  }
}

static double metres_of(const struct reading *r) {
  const bool survey = r->survey && !r->international && sm_length_unit_same(r->metres, foot);
  return (survey ? survey_foot : r->metres) * r->number / r->tenfold;
}

enum sm_length_unit sm_length_unit_read(const char *text, double *metres) {
  static const char *const none[] = {"unknown",     "none",      "n/a",  "na", "undefined",
                                     "unspecified", "not known", "null", NULL};
  char lower[16];
  size_t n = 0;
  *metres = 1;
  if (text == NULL) return SM_LENGTH_NONE;
  while (isspace((unsigned char)*text)) text++;
  for (; text[n] != '\0' && n + 1 < sizeof lower; n++)
    lower[n] = (char)tolower((unsigned char)text[n]);
  lower[n] = '\0';
  if (n == 0 || is_one_of(lower, none)) return SM_LENGTH_NONE;
  const struct reading r = read_words(text);
  const double length = metres_of(&r);
  if (r.unknown || r.twice || !(r.metres > 0) || (r.times && r.tenfold <= 1) || !(length > 0) ||
      !isfinite(length))
    return SM_LENGTH_OTHER;
  *metres = length;
  return SM_LENGTH_METRES;
}

bool sm_length_unit_find(const char *name, double *metres) {
  const struct reading r = read_words(name);
  *metres = 1;
  if (!(r.metres > 0) || r.twice || r.times) return false;
  *metres = metres_of(&(struct reading){.metres = r.metres,
                                        .survey = r.survey,
                                        .international = r.international,
                                        .number = 1,
                                        .tenfold = 1});
  return true;
}

bool sm_length_unit_same(double a, double b) { return fabs(a - b) <= 1e-4 * fabs(a); }
