/* kinetics.h - kinetics tables: a mechanism as flat arrays for rate evaluation.
 *
 * Tables are arrays of numbers alone, without pointers into each other, so that a GPU can have a
 * copy as it is. Rows: species k has row k of concentrations, row species_count is of ones. */
#ifndef SM_CHEM_KINETICS_KINETICS_H
#define SM_CHEM_KINETICS_KINETICS_H

#include "simoom/mechanism.h"

enum {
  SM_CHEM_SIDES = 3,  /* at most so many reactants, as many products, of the quick form */
  SM_CHEM_STACK = 32, /* numbers that a formula may have open at once */
};

/* T^b exp(-E/T), of all reactions that have the same b and E. */
enum sm_kinetics_factor_form { SM_FACTOR_ONE, SM_FACTOR_POWER, SM_FACTOR_EXP };
struct sm_kinetics_factor {
  int32_t form, power; /* enum sm_kinetics_factor_form; b of SM_FACTOR_POWER */
  double b, e;         /* -, K */
  double e2;           /* e / ln 2: 2^(b log2 T - e2/T) */
};

/* A rate constant that is more than a T^b exp(-E/T). */
struct sm_kinetics_special {
  int32_t kind;         /* enum sm_rate_form: FALLOFF, ACTIVATED, PLOG, CHEBYSHEV, EXPRESSION */
  int32_t form;         /* enum sm_broadening */
  int32_t first, count; /* its numbers in `numbers`, of PLOG four each: ln p, a, b, e; of an
                         * expression, of `terms` */
  int32_t rows, columns;
  double high[3], low[3]; /* a, b, e */
  double parameter[5];    /* as sm_chem_troe and sm_chem_sri want them */
  double temperature[2];  /* Chebyshev: 1/T and log10 p become -1..1 as slope x + offset */
  double pressure[2];
};

enum sm_kinetics_step_kind {
  SM_STEP_IRREVERSIBLE, /* q = k [M] product of c */
  SM_STEP_REVERSIBLE,   /* q = k [M] (product of c of reactants - of products / Kc) */
  SM_STEP_ORDERS,       /* q = k [M] product of c^order */
  SM_STEP_REVERSE       /* q = k/Kc [M] product of c^order */
};

/* One direction of a reaction, or both. */
struct sm_kinetics_step {
  int32_t reaction;                   /* in the mechanism */
  int32_t backward;                   /* 1: its reverse reaction alone */
  int32_t kind;                       /* enum sm_kinetics_step_kind */
  int32_t factor;                     /* of `factors`; of a special one, its place in `specials` */
  int32_t special;                    /* 1: it is */
  int32_t collider;                   /* of `colliders`, -1: no [M] in the rate of progress */
  int32_t plain;                      /* 1: two in, two out, four species that each change by 1 */
  int32_t ins, outs;                  /* reactants and products that are no padding */
  int32_t in[SM_CHEM_SIDES];          /* rows; padded with the row of ones */
  int32_t out[SM_CHEM_SIDES];         /* of SM_STEP_REVERSIBLE */
  int32_t change_first, change_count; /* of `changes`: species whose amount changes */
  int32_t order_first, order_count;   /* of `orders`: of SM_STEP_ORDERS, SM_STEP_REVERSE */
  int32_t balance_first, balance_count; /* of `changes`, with fixed species: for Kc */
  double a;
};

/* Concentration of colliders: base times the sum of all, and more or less of some. */
struct sm_kinetics_collider {
  double base;
  int32_t first, count; /* of `extras` */
};

struct sm_kinetics_order {
  int32_t index, taken; /* species; 1: the reaction takes of it */
  double amount;
};

struct sm_kinetics_thermo { /* thermodynamics of a species */
  int32_t given;            /* 0: none */
  int32_t quick;            /* 1: NASA-7 with at most two ranges, in `two` */
  int32_t first, count;     /* of `ranges` */
  double middle;            /* K; of `two` */
  double two[2][7];         /* a1..a7 below and above */
  double shift[2];          /* of the elements, see sm_batch_gibbs: K, - */
  double log_pressure;      /* of ln(p0/R), p0 of the standard state */
};

struct sm_kinetics {
  int32_t species_count, step_count, factor_count, special_count, collider_count, reaction_count;
  int32_t element_count;
  int32_t equilibrium;              /* 1: some step needs Kc */
  int32_t energy;                   /* 1: all species have thermodynamics */
  struct sm_kinetics_thermo *gases; /* per species */
  double *weights;                  /* kg/kmol */
  double *atoms;                    /* species_count x element_count */
  int32_t *nonnegative;             /* per species, 1: sm_mechanism_nonnegative */
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
  struct sm_arena *arena; /* of all arrays */
};

/* Tables of a mechanism, which may be destroyed afterwards. Errors: ERR_DATA (a rate asks for
 * thermodynamics that a species has not), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_kinetics_create(struct sm_context *ctx, const struct sm_mechanism *m,
                                             struct sm_kinetics **out);
void sm_kinetics_destroy(struct sm_kinetics **kinetics);

/* steps.c */

/* Adds the steps of all reactions to tables with room for them, sorted so that equal factors
 * follow each other. Errors: ERR_DATA (thermodynamics that a species has not). */
SM_CHECKED enum sm_status
sm_kinetics_add_steps(struct sm_context *ctx, const struct sm_mechanism *m, struct sm_kinetics *k);

/* positivity.c */

/* Marks 1 the species whose every loss is at least proportional to what there is of them: the exact
 * solution never falls below 0. Orders of reaction that are given may do otherwise. */
void sm_mechanism_nonnegative(const struct sm_mechanism *m, int32_t *out);

#endif
