/* cell/chemistry/group_tables.h - mechanism tables for thread groups (cell/chemistry/group.h). */
#ifndef SM_CELL_CHEMISTRY_GROUP_TABLES_H
#define SM_CELL_CHEMISTRY_GROUP_TABLES_H

#include <stdint.h>

enum { SM_GROUP_SLOTS = 3, SM_GROUP_STACK = 32, SM_GROUP_LANES_PER_SUM = 4 };

/* Mechanisms with more species use a sparse matrix and groups of SM_GROUP_BLOCK lanes, a block on a
 * GPU. */
enum { SM_GROUP_DENSE_SPECIES = 96, SM_GROUP_BLOCK = 256 };

enum sm_group_rate {
  SM_GROUP_ARRHENIUS,
  SM_GROUP_THREE_BODY, /* Arrhenius times the concentration of colliders */
  SM_GROUP_FALLOFF,    /* k = high Pr/(1 + Pr) F */
  SM_GROUP_ACTIVATED,  /* k = low 1/(1 + Pr) F */
  SM_GROUP_PLOG,
  SM_GROUP_CHEBYSHEV,
  SM_GROUP_EXPRESSION
};

enum sm_group_form { SM_GROUP_LINDEMANN, SM_GROUP_TROE, SM_GROUP_SRI };

enum sm_group_direction {
  SM_GROUP_IRREVERSIBLE,
  SM_GROUP_REVERSIBLE, /* forward minus reverse, by equilibrium */
  SM_GROUP_REVERSE     /* reverse only: k times prod g^-change of the balance */
};

/* A reaction, or one direction of it: compact common data, since all rows are read
 * repeatedly. */
struct sm_group_row {
  double a, b, e;
  int16_t in[SM_GROUP_SLOTS], out[SM_GROUP_SLOTS]; /* species indices; the number of species:
                                                      none */
  int16_t collider;                                /* -1: none */
  int8_t rate, direction;
};

/* Additional data that few rows have. */
struct sm_group_row_extra {
  int32_t form;
  int32_t change_first, change_count;   /* range in `changes`: net changes of species */
  int32_t order_first, order_count;     /* range in `changes`: explicit orders, instead of in and
                                           out */
  int32_t balance_first, balance_count; /* range in `changes` */
  int32_t number_first, number_count;   /* ranges in `numbers` and `terms` */
  int32_t rows, columns;
  double low[3];       /* a, b, e */
  double parameter[5]; /* as for sm_chem_troe and sm_chem_sri */
};

struct sm_group_change {
  int32_t species, taken; /* for an order, 1: the reaction consumes the species */
  double amount;
};

struct sm_group_collider {
  double base;          /* default efficiency */
  int32_t first, count; /* range in `changes`: efficiencies that differ from the default */
};

/* NASA-9 polynomial up to temperature `high`. */
struct sm_group_range {
  double high, a[9];
};

struct sm_group_term {
  int32_t kind, pad;
  double value;
};

/* Entry of dw/dC, the sum of the parts `first` .. `first` of the
 * next: each an amount times a derivative, at row times
 * SM_GROUP_DERIVATIVES + slot, of the rows that the lanes have
 * evaluated together. */
struct sm_group_target {
  int32_t at, first;
};
struct sm_group_part {
  double amount;
  int32_t slope;
};

/* Sparse matrix of an implicit step for large mechanisms. Unknowns: species, temperature, sum
 * of the species. Values are stored by rows, species first, with ascending columns, except that
 * the sum comes before the temperature. A species that no reaction changes has only its
 * diagonal. */
struct sm_group_entry {
  int32_t value, row;
};
struct sm_group_product {
  int32_t left, right;
};
/* Update list: target i of stage s, stage_first[s] <= i < stage_first[s + 1], loses at `at` the
 * products left times right from first to that of the next target. */
struct sm_group_update_list {
  const int32_t *stage_first;
  const struct sm_group_target *target;
  const struct sm_group_product *product;
};
struct sm_group_sparse {
  int32_t unknowns, stages;
  int32_t moles_row, heat_row; /* first values of the rows of the sum and of the temperature, which
                                  are full */
  const int32_t *row_first;    /* species + 1: start of each species row in the values */
  const int32_t *column;       /* unknown of each value */
  const int32_t *column_first; /* species + 1, into `entry`: column of each species */
  const struct sm_group_entry *entry;
  const int32_t *diagonal; /* diagonal value of each unknown */
  /* For row r with explicit orders, from general_first[r - plain_rows] on, per change: values
   * affected by its orders, the sum, the temperature, and the efficiencies of its colliders. */
  const int32_t *general_first, *general;
  /* LU factors without pivoting. Pivots of one stage have no entry in each other's rows and are
   * eliminated in parallel. */
  const int32_t *pivot_first;           /* stages + 1, into `pivot` */
  const struct sm_group_entry *pivot;   /* diagonal value; unknown */
  const int32_t *lower_first;           /* stages + 1, into `lower` */
  const struct sm_group_product *lower; /* value below a pivot; value of the pivot */
  struct sm_group_update_list factor, forward, backward; /* targets are values, unknowns,
                                                            unknowns */
};

struct sm_group_tables {
  int32_t species, rows, colliders, plain_rows; /* plain_rows: rows without explicit orders, which
                                                   come first */
  const struct sm_group_range *ranges;
  const int32_t *range_first; /* species + 1 */
  const double *log_pressure; /* ln(p0/R), and the constant part of the following */
  const double *shift;        /* K, per element: keeps chemical potentials of large molecules in
                                 range */
  int32_t energy;             /* 1: all species have thermodynamics */
  const int32_t *nonnegative; /* per species, 1: reactions cannot make it negative */
  const struct sm_group_row *row;
  const struct sm_group_row_extra *rare; /* additional data of the same rows */
  const struct sm_group_change *changes;
  const struct sm_group_collider *collider;
  /* Rate of species gathered[i]: entries gather[i] .. gather[i + 1] of `of`; species with more
   * entries come first. */
  const int32_t *gathered;          /* species */
  const int32_t *gather;            /* species + 1 */
  const struct sm_group_change *of; /* species: here the row index */
  const double *numbers;
  const struct sm_group_term *terms;
  /* Rows without explicit orders are processed in chunks of `chunk`; chunk i has the targets
   * target_first[i] .. target_first[i + 1]; a final target ends the last one. */
  int32_t chunk;
  const int32_t *target_first;
  const struct sm_group_target *target;
  const struct sm_group_part *part;
  int32_t values;                       /* size of the sparse matrix; 0: dense */
  const struct sm_group_sparse *sparse; /* sparse matrix data */
};

/* Derivatives of a row's rate of progress: with respect to the concentrations of its slots, to that
 * of the colliders (or to all concentrations if it depends on pressure), and to temperature. */
enum { SM_GROUP_BY_COLLIDERS = 2 * SM_GROUP_SLOTS, SM_GROUP_BY_TEMPERATURE, SM_GROUP_DERIVATIVES };

#endif
