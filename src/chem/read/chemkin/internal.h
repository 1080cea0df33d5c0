/* chem/read/chemkin/internal.h - reader of CHEMKIN mechanisms: declarations shared by its files. */
#ifndef SM_CHEM_READ_CHEMKIN_INTERNAL_H
#define SM_CHEM_READ_CHEMKIN_INTERNAL_H

#include "chem/read/equation.h"
#include "chem/read/internal.h"

/* A word with an optional value between slashes: H2/2.5/. */
struct sm_chemkin_slash_item {
  struct sm_token name, values;
  bool slashed; /* has slashes */
  bool open;    /* closing slash missing */
};

enum { SM_CHEMKIN_NUMBERS = 16, SM_CHEMKIN_RANGES = 16, SM_CHEMKIN_CARD = 128 };

/* Ignored items of one kind: number and first location. */
struct sm_chemkin_ignored {
  int32_t count;
  struct sm_file_line first;
};

void sm_chemkin_ignore(struct sm_chemkin_ignored *passed, struct sm_file_line place);

/* Reader of thermodynamic data, line by line. Initialise with {.b}. */
struct sm_chemkin_thermo {
  struct sm_mechanism_builder *b;
  bool nasa9;                        /* NASA-9 format */
  struct sm_name_table seen;         /* species with an entry in this file */
  struct sm_chemkin_ignored remarks; /* lines between entries */
  bool ranges_due;                   /* the next line may contain the default temperatures */
  double middle;                     /* default temperature between the two ranges, K */
  int32_t species;            /* species of the current entry; -1 when not in the mechanism */
  int32_t lines, wanted;      /* lines of the entry: read (0: between entries), total */
  bool spoiled;               /* the entry has a reported problem */
  bool more_elements;         /* the first line continues on the next one */
  struct sm_file_line place;  /* location of its first line */
  char card[SM_CHEMKIN_CARD]; /* line with tabs replaced by blanks */
  size_t size;
  struct sm_amounts elements;
  double low, high; /* K */
  double number[SM_CHEMKIN_NUMBERS];
  uint32_t given; /* bit n: number n is present */
  struct sm_thermo_range range[SM_CHEMKIN_RANGES];
};

/* Starts a section with the rest of the THERMO line. */
void sm_chemkin_thermo_begin(struct sm_chemkin_thermo *t, struct sm_file_line place,
                             struct sm_token words);
/* Processes a line without its comment, otherwise unchanged. */
SM_CHECKED enum sm_status sm_chemkin_thermo_line(struct sm_chemkin_thermo *t,
                                                 struct sm_file_line place, struct sm_token line);
/* True between two entries, where a line can start or end a section. */
bool sm_chemkin_thermo_between(const struct sm_chemkin_thermo *t);
/* True for the first line of an entry; `line` as above. */
bool sm_chemkin_thermo_entry(struct sm_chemkin_thermo *t, struct sm_token line);
void sm_chemkin_thermo_end(struct sm_chemkin_thermo *t);

/* Processes a line of a NASA-9 section; for chem/read/chemkin/thermo.c. */
SM_CHECKED enum sm_status sm_chemkin_nasa9_line(struct sm_chemkin_thermo *t,
                                                struct sm_file_line place);

/* Columns first to last of the card, counted from 1, without outer blanks. */
struct sm_token sm_chemkin_columns(const struct sm_chemkin_thermo *t, size_t first, size_t last);
/* Reads numbers `from` to `to`, `width` columns each from `column`, into t->number. */
void sm_chemkin_numbers(struct sm_chemkin_thermo *t, struct sm_file_line place, int from, int to,
                        size_t column, size_t width);
/* Starts an entry: sets t->species, -1 for a species that is not in the mechanism. */
SM_CHECKED enum sm_status sm_chemkin_entry_begin(struct sm_chemkin_thermo *t,
                                                 struct sm_file_line place, struct sm_token name,
                                                 int32_t wanted);
/* Adds atoms to the entry: element symbol and number, which may be blank. */
SM_CHECKED enum sm_status sm_chemkin_atoms(struct sm_chemkin_thermo *t, struct sm_file_line place,
                                           struct sm_token element, struct sm_token number);
/* Completes an entry: its ranges are assigned to the species. */
SM_CHECKED enum sm_status sm_chemkin_entry_end(struct sm_chemkin_thermo *t,
                                               enum sm_thermo_form form, int32_t ranges,
                                               double pressure);
/* Adds a problem of the entry and ignores its remaining lines. */
void sm_chemkin_entry_problem(struct sm_chemkin_thermo *t, struct sm_file_line place,
                              const char *format, ...) SM_FORMAT(3, 4);

/* Reads a line of transport data; *seen: species with data in this file. */
SM_CHECKED enum sm_status sm_chemkin_transport_line(struct sm_mechanism_builder *b,
                                                    struct sm_file_line place, struct sm_token line,
                                                    struct sm_name_table *seen);

/* Reader of reactions and auxiliary lines; numbers stay in file units until the reaction ends. */
struct sm_chemkin_reactions {
  struct sm_mechanism_builder *b;
  struct sm_rate_units section_units, units; /* units of the section and of the reaction */
  struct sm_reaction *r;                     /* current reaction; may be NULL */
  bool spoiled;                              /* its equation is invalid */
  struct sm_equation equation;
  bool low, high, reverse, chebyshev, troe, sri;
  int32_t chebyshev_count;
  double *chebyshev_number;
  /* PLOG and CHEB rates with an ignored M, or ignored efficiencies. */
  struct sm_chemkin_ignored colliders, efficiencies;
};

void sm_chemkin_reactions_begin(struct sm_chemkin_reactions *c, struct sm_file_line place,
                                struct sm_token words);
SM_CHECKED enum sm_status sm_chemkin_reactions_line(struct sm_chemkin_reactions *c,
                                                    struct sm_file_line place,
                                                    struct sm_token line);
SM_CHECKED enum sm_status sm_chemkin_reactions_end(struct sm_chemkin_reactions *c);
/* Reports ignored items as warnings. */
void sm_chemkin_reactions_warn(struct sm_chemkin_reactions *c);

/* True for an equation and three numbers ("H+O2=O+OH 1E14 0 16000") in another section. */
bool sm_chemkin_is_reaction(struct sm_token line);

/* Sets a unit of the REACTIONS line or of UNITS; false for an unknown word. */
bool sm_chemkin_unit(struct sm_rate_units *units, struct sm_token token);

/* Processes one item of an auxiliary line. */
SM_CHECKED enum sm_status sm_chemkin_auxiliary(struct sm_chemkin_reactions *c,
                                               struct sm_file_line place,
                                               const struct sm_chemkin_slash_item *item);

/* items.c */

/* Removes the comma at the end of a word. */
struct sm_token sm_chemkin_without_comma(struct sm_token token);

/* Next word without a trailing comma ("0.9, 696., 358." has three); false at the end. */
bool sm_chemkin_next_token(struct sm_token *rest, struct sm_token *out);

/* Next item of a line; false at the end. */
bool sm_chemkin_next_item(struct sm_token *rest, struct sm_chemkin_slash_item *out);

#endif
