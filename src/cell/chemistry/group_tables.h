/* cell/chemistry/group_tables.h - mechanism tables for thread groups (cell/chemistry/group.h). */
#ifndef SM_CELL_CHEMISTRY_GROUP_TABLES_H
#define SM_CELL_CHEMISTRY_GROUP_TABLES_H

#include <stdint.h>

enum { SM_GROUP_SLOTS = 3, SM_GROUP_STACK = 32, SM_GROUP_LANES_PER_SUM = 4 };

/* Mechanisms of more species have a sparse matrix, and groups of so many lanes, a block of a GPU.
 */
enum { SM_GROUP_DENSE_SPECIES = 96, SM_GROUP_BLOCK = 256 };

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

/* The sparse matrix of a step of large mechanisms. Unknowns: the species, the temperature, the sum
 * of the species; values of the matrix row by row, those of the species first, of each the columns
 * in ascending order but the sum's before the temperature's. A species that no reaction changes
 * has its diagonal alone. */
struct sm_group_entry {
  int32_t value, row;
};
struct sm_group_product {
  int32_t left, right;
};
/* What each stage takes from targets: of target i of stage s, stage_first[s] <= i <
 * stage_first[s + 1], `at` loses left times right of the products first .. of the next. */
struct sm_group_update_list {
  const int32_t *stage_first;
  const struct sm_group_target *target;
  const struct sm_group_product *product;
};
struct sm_group_sparse {
  int32_t unknowns, stages;
  int32_t moles_row,
      heat_row;             /* first values of the rows of the sum and of the temperature: full */
  const int32_t *row_first; /* species + 1: values of a species' row */
  const int32_t *column;    /* unknown of each of those */
  const int32_t *column_first; /* species + 1, of `entry`: the column of a species in their rows */
  const struct sm_group_entry *entry;
  const int32_t *diagonal; /* of each unknown */
  /* Of row r with orders of its own, general_first[r - plain_rows] on, change by change: values
   * that its orders, the sum, the temperature, and the efficiencies of its colliders change. */
  const int32_t *general_first, *general;
  /* LU factors without exchange of rows. Pivots of one stage have no entry in each other's rows:
   * they are eliminated side by side. */
  const int32_t *pivot_first;           /* stages + 1, of `pivot` */
  const struct sm_group_entry *pivot;   /* value on the diagonal; unknown */
  const int32_t *lower_first;           /* stages + 1, of `lower` */
  const struct sm_group_product *lower; /* value below a pivot, and that of the pivot */
  struct sm_group_update_list factor, forward, backward; /* targets: values, unknowns, unknowns */
};

struct sm_group_tables {
  int32_t species, rows, colliders, plain_rows; /* plain_rows: the first so many have no order */
  const struct sm_group_range *ranges;
  const int32_t *range_first; /* species + 1 */
  const double *log_pressure; /* ln(p0/R), and the constant part of what follows */
  const double *shift;        /* K, of the elements: keeps potentials of large molecules in range */
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
  int32_t values;                       /* of the sparse matrix; 0: it is dense */
  const struct sm_group_sparse *sparse; /* one of it */
};

/* Slopes of a row's rate of progress: by the concentrations of its slots, then by that of the
 * colliders, or by all concentrations where it follows the pressure, and by the temperature. */
enum { SM_GROUP_BY_COLLIDERS = 2 * SM_GROUP_SLOTS, SM_GROUP_BY_TEMPERATURE, SM_GROUP_DERIVATIVES };

#endif
