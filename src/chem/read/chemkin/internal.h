/* chem/read/chemkin/internal.h - reader of CHEMKIN mechanisms: declarations shared by its files. */
#ifndef SM_CHEM_READ_CHEMKIN_INTERNAL_H
#define SM_CHEM_READ_CHEMKIN_INTERNAL_H

#include "chem/read/equation.h"
#include "chem/read/internal.h"

/* A word, and the text between slashes behind it: H2/2.5/. */
struct sm_chemkin_slash_item {
  struct sm_token name, values;
  bool slashed; /* there are slashes */
  bool open;    /* the second one is missing */
};

enum { SM_CHEMKIN_NUMBERS = 16, SM_CHEMKIN_RANGES = 16, SM_CHEMKIN_CARD = 128 };

/* Something that is passed over in several places: how often, and where first. */
struct sm_chemkin_ignored {
  int32_t count;
  struct sm_file_line first;
};

void sm_chemkin_ignore(struct sm_chemkin_ignored *passed, struct sm_file_line place);

/* Thermodynamic data, line by line. Start from {.b}. */
struct sm_chemkin_thermo {
  struct sm_mechanism_builder *b;
  bool nasa9;                        /* the section is of that form */
  struct sm_name_table seen;         /* species with an entry in this file */
  struct sm_chemkin_ignored remarks; /* lines between entries */
  bool ranges_due;            /* the next line may hold temperatures for species that have none */
  double middle;              /* K, where two ranges meet, unless a species has its own */
  int32_t species;            /* whose entry is being read; -1: one that nobody needs */
  int32_t lines, wanted;      /* of the entry: so far (0: between entries), and in all */
  bool spoiled;               /* a problem of it was told */
  bool more_elements;         /* the first line goes on in the next one */
  struct sm_file_line place;  /* of its first line */
  char card[SM_CHEMKIN_CARD]; /* the line, tabs made blanks */
  size_t size;
  struct sm_amounts elements;
  double low, high; /* K */
  double number[SM_CHEMKIN_NUMBERS];
  uint32_t given; /* bit n: number n is given */
  struct sm_thermo_range range[SM_CHEMKIN_RANGES];
};

/* A section begins: the words behind THERMO. */
void sm_chemkin_thermo_begin(struct sm_chemkin_thermo *t, struct sm_file_line place,
                             struct sm_token words);
/* `line` is without comment, but otherwise as in the file. */
SM_CHECKED enum sm_status sm_chemkin_thermo_line(struct sm_chemkin_thermo *t,
                                                 struct sm_file_line place, struct sm_token line);
/* True where a line can begin or end a section: between two entries. */
bool sm_chemkin_thermo_between(const struct sm_chemkin_thermo *t);
/* True for a line that begins an entry; `line` as above. */
bool sm_chemkin_thermo_entry(struct sm_chemkin_thermo *t, struct sm_token line);
void sm_chemkin_thermo_end(struct sm_chemkin_thermo *t);

/* The same of sections in the form of NASA-9, for chem/read/chemkin/thermo.c alone. */
SM_CHECKED enum sm_status sm_chemkin_nasa9_line(struct sm_chemkin_thermo *t,
                                                struct sm_file_line place);

/* Columns [first, last] of the card, from 1, without blanks at the ends. */
struct sm_token sm_chemkin_columns(const struct sm_chemkin_thermo *t, size_t first, size_t last);
/* Numbers `from` to `to` of `width` columns each from `column` on into t->number. */
void sm_chemkin_numbers(struct sm_chemkin_thermo *t, struct sm_file_line place, int from, int to,
                        size_t column, size_t width);
/* An entry begins, by its name: sets t->species, -1 for one that is not needed. */
SM_CHECKED enum sm_status sm_chemkin_entry_begin(struct sm_chemkin_thermo *t,
                                                 struct sm_file_line place, struct sm_token name,
                                                 int32_t wanted);
/* Adds atoms to the entry: an element and a number, both may be blank. */
SM_CHECKED enum sm_status sm_chemkin_atoms(struct sm_chemkin_thermo *t, struct sm_file_line place,
                                           struct sm_token element, struct sm_token number);
/* A whole entry was read: its ranges become those of the species. */
SM_CHECKED enum sm_status sm_chemkin_entry_end(struct sm_chemkin_thermo *t,
                                               enum sm_thermo_form form, int32_t ranges,
                                               double pressure);
/* A problem of the entry; the rest of it is passed over. */
void sm_chemkin_entry_problem(struct sm_chemkin_thermo *t, struct sm_file_line place,
                              const char *format, ...) SM_FORMAT(3, 4);

/* A line of transport data; *seen: the species that this file has some of. */
SM_CHECKED enum sm_status sm_chemkin_transport_line(struct sm_mechanism_builder *b,
                                                    struct sm_file_line place, struct sm_token line,
                                                    struct sm_name_table *seen);

/* A reaction and its auxiliary lines: numbers are in the units of the file until it ends. */
struct sm_chemkin_reactions {
  struct sm_mechanism_builder *b;
  struct sm_rate_units section_units, units; /* of the section, of the reaction */
  struct sm_reaction *r;                     /* NULL: none has begun */
  bool spoiled;                              /* its equation was not understood */
  struct sm_equation equation;
  bool low, high, reverse, chebyshev, troe, sri;
  int32_t chebyshev_count;
  double *chebyshev_number;
  /* Of rates of PLOG and CHEB: M in the equation, efficiencies of colliders. */
  struct sm_chemkin_ignored colliders, efficiencies;
};

void sm_chemkin_reactions_begin(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                struct sm_token words);
SM_CHECKED enum sm_status sm_chemkin_reactions_line(struct sm_chemkin_reactions *c,
                                                    struct sm_file_line place,
                                                    struct sm_token line);
SM_CHECKED enum sm_status sm_chemkin_reactions_end(struct sm_chemkin_reactions *c);
/* Tells what was passed over. */
void sm_chemkin_reactions_warn(struct sm_chemkin_reactions *c);

/* "H+O2=O+OH 1E14 0 16000": an equation and three numbers, in a section of something else. */
bool sm_chemkin_is_reaction(struct sm_token line);

/* Unit in the line REACTIONS or in UNITS; false: the word is not a unit. */
bool sm_chemkin_unit(struct sm_rate_units *units, struct sm_token token);

/* One item of an auxiliary line. */
SM_CHECKED enum sm_status sm_chemkin_auxiliary(struct sm_chemkin_reactions *c,
                                               struct sm_file_line place,
                                               const struct sm_chemkin_slash_item *item);

/* items.c */

/* A word without the comma at its end. */
struct sm_token sm_chemkin_without_comma(struct sm_token token);

/* The next word, without a comma behind it: "0.9, 696., 358." has three; false at the end. */
bool sm_chemkin_next_token(struct sm_token *rest, struct sm_token *out);

/* The next item of a line; false at its end. */
bool sm_chemkin_next_item(struct sm_token *rest, struct sm_chemkin_slash_item *out);

#endif
