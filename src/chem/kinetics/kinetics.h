/* kinetics.h - kinetics tables: a mechanism as flat arrays for rate evaluation.
 *
 * The tables are arrays of numbers without pointers into each other, so that they can be copied to
 * a GPU. Rows: species k is row k of the concentrations; row species_count contains ones. */
#ifndef SM_CHEM_KINETICS_KINETICS_H
#define SM_CHEM_KINETICS_KINETICS_H

#include "simoom/mechanism.h"

enum {
  SM_CHEM_SIDES = 3,  /* maximum number of reactants, and of products, of the fast form */
  SM_CHEM_STACK = 32, /* maximum stack size of a formula */
};

/* Rate factor T^b exp(-E/T), shared by all reactions with the same b and E. */
enum sm_kinetics_factor_form { SM_FACTOR_ONE, SM_FACTOR_POWER, SM_FACTOR_EXP };
struct sm_kinetics_factor {
  int32_t form, power; /* form: enum sm_kinetics_factor_form; power: b for SM_FACTOR_POWER */
  double b, e;         /* -, K */
  double e2;           /* e / ln 2: 2^(b log2 T - e2/T) */
};

/* Rate constant other than a T^b exp(-E/T). */
struct sm_kinetics_special {
  int32_t kind;         /* enum sm_rate_form: FALLOFF, ACTIVATED, PLOG, CHEBYSHEV, EXPRESSION */
  int32_t form;         /* enum sm_broadening */
  int32_t first, count; /* range in `numbers` (PLOG: four each, ln p, a, b, e), or in `terms` for an
                         * expression */
  int32_t rows, columns;
  double high[3], low[3]; /* a, b, e */
  double parameter[5];    /* in the order of sm_chem_troe and sm_chem_sri */
  double temperature[2];  /* Chebyshev: slope and offset that map 1/T and log10 p to -1..1 */
  double pressure[2];
};

enum sm_kinetics_step_kind {
  SM_STEP_IRREVERSIBLE, /* q = k [M] product of c */
  SM_STEP_REVERSIBLE,   /* q = k [M] (product of c of reactants - of products / Kc) */
  SM_STEP_ORDERS,       /* q = k [M] product of c^order */
  SM_STEP_REVERSE       /* q = k/Kc [M] product of c^order */
};

/* Step: one direction of a reaction, or both. */
struct sm_kinetics_step {
  int32_t reaction;                   /* index in the mechanism */
  int32_t backward;                   /* 1: only the reverse reaction */
  int32_t kind;                       /* enum sm_kinetics_step_kind */
  int32_t factor;                     /* index in `factors`, or in `specials` */
  int32_t special;                    /* 1: it is */
  int32_t collider;                   /* index in `colliders`, -1: no [M] in the rate of progress */
  int32_t plain;                      /* 1: A + B = C + D of four different species */
  int32_t ins, outs;                  /* number of reactants and products without padding */
  int32_t in[SM_CHEM_SIDES];          /* rows; padded with the row of ones */
  int32_t out[SM_CHEM_SIDES];         /* for SM_STEP_REVERSIBLE */
  int32_t change_first, change_count; /* range in `changes`: species whose amount changes */
  int32_t order_first, order_count;   /* range in `orders` (SM_STEP_ORDERS, _REVERSE) */
  int32_t balance_first, balance_count; /* range in `changes`, including fixed species, for Kc */
  double a;
};

/* Collider concentration: base times the total, plus corrections for some species. */
struct sm_kinetics_collider {
  double base;
  int32_t first, count; /* range in `extras` */
};

struct sm_kinetics_order {
  int32_t index, taken; /* species; 1: consumed by the reaction */
  double amount;
};

struct sm_kinetics_thermo { /* thermodynamics of a species */
  int32_t given;            /* 0: none */
  int32_t quick;            /* 1: NASA-7 with one or two ranges, in `two` */
  int32_t first, count;     /* range in `ranges` */
  double middle;            /* K; of `two` */
  double two[2][7];         /* a1..a7 below and above `middle` */
  double shift[2];          /* element contributions, see sm_batch_gibbs: K, - */
  double log_pressure;      /* ln(p0/R) of the standard state pressure p0 */
};

struct sm_kinetics {
  int32_t species_count, step_count, factor_count, special_count, collider_count, reaction_count;
  int32_t element_count;
  int32_t equilibrium;              /* 1: a step needs Kc */
  int32_t energy;                   /* 1: all species have thermodynamics */
  struct sm_kinetics_thermo *gases; /* per species */
  double *weights;                  /* kg/kmol */
  double *atoms;                    /* species_count x element_count */
  int32_t *nonnegative;             /* per species, 1: nonnegative (sm_mechanism_nonnegative) */
  struct sm_kinetics_step *steps;
  struct sm_kinetics_factor *factors;
  struct sm_kinetics_special *specials;
  struct sm_kinetics_collider *colliders;
  struct sm_amount *changes, *extras;
  struct sm_kinetics_order *orders;
  struct sm_thermo_range *ranges;
  double *numbers;
  struct sm_rate_term *terms;
  int32_t change_count, order_count, extra_count, range_count, number_count, term_count;
  struct sm_arena *arena; /* memory of all arrays */
};

/* Creates the tables of a mechanism, which may be destroyed afterwards. Errors: ERR_DATA (a rate
 * needs thermodynamics that a species lacks), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_kinetics_create(struct sm_context *ctx, const struct sm_mechanism *m,
                                             struct sm_kinetics **out);
void sm_kinetics_destroy(struct sm_kinetics **kinetics);

/* steps.c */

/* Adds the steps of all reactions, sorted so that equal factors are consecutive; the tables must
 * have space. Errors: ERR_DATA (missing thermodynamics). */
SM_CHECKED enum sm_status
sm_kinetics_add_steps(struct sm_context *ctx, const struct sm_mechanism *m, struct sm_kinetics *k);

/* positivity.c */

/* Marks with 1 the species whose loss rates are all at least proportional to their amounts: the
 * exact solution stays nonnegative. Explicit reaction orders may violate this. */
void sm_mechanism_nonnegative(const struct sm_mechanism *m, int32_t *out);

#endif
