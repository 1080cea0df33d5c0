/* cell/chemistry/group_tables.h - mechanism tables for thread groups (cell/chemistry/group.h). */
#ifndef SM_CELL_CHEMISTRY_GROUP_TABLES_H
#define SM_CELL_CHEMISTRY_GROUP_TABLES_H

#include <stdint.h>

enum { SM_GROUP_SLOTS = 3, SM_GROUP_STACK = 32, SM_GROUP_LANES_PER_SUM = 4 };

enum sm_group_rate {
  SM_GROUP_ARRHENIUS,
  SM_GROUP_THREE_BODY, /* the same; the concentration of colliders is a factor */
  SM_GROUP_FALLOFF,    /* k = high Pr/(1 + Pr) F */
  SM_GROUP_ACTIVATED,  /* k = low 1/(1 + Pr) F */
  SM_GROUP_PLOG,
  SM_GROUP_CHEBYSHEV,
  SM_GROUP_EXPRESSION
};

enum sm_group_form { SM_GROUP_LINDEMANN, SM_GROUP_TROE, SM_GROUP_SRI };

enum sm_group_direction {
  SM_GROUP_IRREVERSIBLE,
  SM_GROUP_REVERSIBLE, /* minus the reverse by equilibrium */
  SM_GROUP_REVERSE     /* only that: k times prod g^-change of the balance */
};

/* A reaction, or one direction of it: what most of them are made of, as narrow as it gets, since
 * all rows are read again and again. */
struct sm_group_row {
  double a, b, e;
  int16_t in[SM_GROUP_SLOTS], out[SM_GROUP_SLOTS]; /* species; `species`: none */
  int16_t collider;                                /* -1: none */
  int8_t rate, direction;
};

/* What few rows have. */
struct sm_group_row_extra {
  int32_t form;
  int32_t change_first, change_count;   /* of `changes`: what becomes more or less */
  int32_t order_first, order_count;     /* of `changes`: in place of in and out */
  int32_t balance_first, balance_count; /* of `changes` */
  int32_t number_first, number_count;   /* of `numbers`, of `terms` */
  int32_t rows, columns;
  double low[3];       /* a, b, e */
  double parameter[5]; /* as sm_chem_troe and sm_chem_sri take them */
};

struct sm_group_change {
  int32_t species, taken; /* of an order, 1: the reaction takes of it */
  double amount;
};

struct sm_group_collider {
  double base;          /* efficiency of all */
  int32_t first, count; /* range in `changes`: efficiencies other than the default */
};

/* NASA-9 up to `high`. */
struct sm_group_range {
  double high, a[9];
};

struct sm_group_term {
  int32_t kind, pad;
  double value;
};

/* An entry of dw/dC, to which numbers entry .. entry of the next add: each so many times one of the
 * slopes of rows, row * SM_GROUP_DERIVATIVES + slot, of the rows that the lanes have worked out
 * together.
 */
struct sm_group_target {
  int32_t at, first;
};
struct sm_group_part {
  double amount;
  int32_t slope;
};

struct sm_group_tables {
  int32_t species, rows, colliders, plain_rows; /* plain_rows: the first so many have no order */
  const struct sm_group_range *ranges;
  const int32_t *range_first; /* species + 1 */
  const double *log_pressure; /* ln(p0/R) */
  int32_t energy;             /* 1: all species have thermodynamics */
  const int32_t *nonnegative; /* of a species, 1: no reaction takes it below nothing */
  const struct sm_group_row *row;
  const struct sm_group_row_extra *rare; /* of the same rows */
  const struct sm_group_change *changes;
  const struct sm_group_collider *collider;
  /* The rate of species gathered[i]: entries gather[i] .. gather[i + 1] of `of`, the more the
   * earlier. */
  const int32_t *gathered;          /* species */
  const int32_t *gather;            /* species + 1 */
  const struct sm_group_change *of; /* species: here the number of the row */
  const double *numbers;
  const struct sm_group_term *terms;
  /* Of the rows without orders of their own, `chunk` at a time, of chunk i: targets target_first[i]
   * .. target_first[i + 1]; one more target ends the last. */
  int32_t chunk;
  const int32_t *target_first;
  const struct sm_group_target *target;
  const struct sm_group_part *part;
};

/* Slopes of a row's rate of progress: by the concentrations of its slots, then by that of the
 * colliders, or by all concentrations where it follows the pressure, and by the temperature. */
enum { SM_GROUP_BY_COLLIDERS = 2 * SM_GROUP_SLOTS, SM_GROUP_BY_TEMPERATURE, SM_GROUP_DERIVATIVES };

#endif
