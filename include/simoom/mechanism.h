/* mechanism.h - a reaction mechanism: elements, species, reactions.
 *
 * Every reader (CHEMKIN-II, Cantera YAML, KPP) makes this one form, and all that computes starts
 * from it. Units are kg, m, s, K, Pa, J and kmol throughout; activation energies are temperatures
 * E/R in K. Nothing in it changes after it was read. */
#ifndef SIMOOM_MECHANISM_H
#define SIMOOM_MECHANISM_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SM_GAS_CONSTANT 8314.46261815324 /* J/(kmol K), exact since 2019 */

/* Where in the files a thing stands, for messages. */
struct sm_file_line {
  const char *file; /* path as it was given */
  int32_t line;     /* 1 is the first; 0: it stands in no file */
};

struct sm_element {
  const char *name;
  double weight; /* kg/kmol */
};

/* So much of something: atoms of an element in a species, moles of a species in an equation, the
 * order of a reaction in a species, the efficiency of a collider. */
struct sm_amount {
  int32_t index;
  double amount;
};

struct sm_amounts {
  const struct sm_amount *list;
  int32_t count;
};

/* Polynomials of NASA-9 in one range of temperature:
 *   cp/R  = a0/T^2 + a1/T + a2 + a3 T + a4 T^2 + a5 T^3 + a6 T^4
 *   h/RT  = -a0/T^2 + a1 ln(T)/T + a2 + a3 T/2 + a4 T^2/3 + a5 T^3/4 + a6 T^4/5 + a7/T
 *   s/R   = -a0/(2 T^2) - a1/T + a2 ln(T) + a3 T + a4 T^2/2 + a5 T^3/3 + a6 T^4/4 + a8
 * NASA-7 is the case a0 = a1 = 0; Shomate and constant heat capacities are cases of it too. */
struct sm_thermo_range {
  double low, high; /* K */
  double a[9];
};

enum sm_thermo_form { /* as the file wrote it; the numbers are always those of NASA-9 */
                      SM_THERMO_NONE, /* not given: fine where nothing asks for energy or
                                         equilibrium */
                      SM_THERMO_NASA7,
                      SM_THERMO_NASA9,
                      SM_THERMO_SHOMATE,
                      SM_THERMO_CONSTANT
};

struct sm_thermo {
  enum sm_thermo_form form;
  const struct sm_thermo_range *ranges; /* rising in temperature, each begins where one ends */
  int32_t range_count;
  double pressure; /* of the standard state, Pa */
};

enum sm_molecule_geometry { SM_GEOMETRY_ATOM, SM_GEOMETRY_LINEAR, SM_GEOMETRY_NONLINEAR };

struct sm_transport_data { /* of the kinetic theory of gases */
  enum sm_molecule_geometry geometry;
  double well_depth;            /* of the Lennard-Jones potential over Boltzmann's constant, K */
  double diameter;              /* m */
  double dipole;                /* C m */
  double polarizability;        /* m3 */
  double rotational_relaxation; /* collisions at 298 K */
};

struct sm_species {
  const char *name;
  struct sm_amounts elements;
  double charge; /* in units of the elementary charge */
  double weight; /* kg/kmol; 0: unknown (species of air chemistry without atoms) */
  struct sm_thermo thermo;
  const struct sm_transport_data *transport; /* NULL: not given */
  bool fixed;                                /* concentration never changes (#DEFFIX of KPP) */
  struct sm_file_line place;
};

/* k = a T^b exp(-e/T), a in kmol, m, s */
struct sm_arrhenius {
  double a, b, e;
};

enum sm_rate_form {
  SM_RATE_ELEMENTARY, /* k of `rate` */
  SM_RATE_THREE_BODY, /* k of `rate` times the concentration of colliders */
  SM_RATE_FALLOFF,    /* `rate` at high pressure, `low` at low: k = kinf Pr/(1 + Pr) F */
  SM_RATE_ACTIVATED,  /* chemically activated: k = k0 1/(1 + Pr) F, `low` is k0, `rate` kinf */
  SM_RATE_PLOG,       /* logarithm interpolated in ln p between `plog` */
  SM_RATE_CHEBYSHEV,  /* polynomials in 1/T and log10 p */
  SM_RATE_EXPRESSION  /* a formula of temperature, sun and constants (KPP) */
};

enum sm_broadening { SM_LINDEMANN, SM_TROE, SM_SRI };

struct sm_falloff {
  enum sm_broadening form;
  struct sm_arrhenius low;
  /* Troe: alpha, T3, T1, T2, with T2 only where count is 4, K; SRI: a, b (K), c (K), d, e */
  double parameters[5];
  int32_t count;
};

struct sm_plog {
  double pressure; /* Pa; rising; rates of equal pressures add */
  struct sm_arrhenius rate;
};

/* log10 k = sum of c[i][j] T_i(reduced 1/T) T_j(reduced log10 p), k in kmol, m, s */
struct sm_chebyshev {
  double temperature[2], pressure[2];
  int32_t rows, columns;     /* in temperature, in pressure */
  const double *coefficient; /* rows x columns */
};

/* A formula as a program for a stack of numbers; result k in kmol, m, s. */
enum sm_rate_term_kind {
  SM_TERM_NUMBER,      /* push value */
  SM_TERM_TEMPERATURE, /* push T, K */
  SM_TERM_PRESSURE,    /* push p, Pa */
  SM_TERM_AIR,         /* push the number of all molecules, molec/cm3 */
  SM_TERM_SUN,         /* push the sun's factor, 0 (night) to 1 */
  SM_TERM_ZENITH,      /* push the sun's zenith angle, rad */
  SM_TERM_WATER,       /* push the number of molecules of water, molec/cm3 */
  SM_TERM_ADD,
  SM_TERM_SUBTRACT,
  SM_TERM_MULTIPLY,
  SM_TERM_DIVIDE,
  SM_TERM_POWER,
  SM_TERM_NEGATE,
  SM_TERM_EXP,
  SM_TERM_LOG,
  SM_TERM_LOG10,
  SM_TERM_SQRT,
  SM_TERM_COS,
  SM_TERM_MIN,
  SM_TERM_MAX,
  SM_TERM_SELECT /* of three: the second where the first is above 0, else the third */
};

struct sm_rate_term {
  enum sm_rate_term_kind kind;
  double value;
};

enum sm_reverse_form {
  SM_REVERSE_NONE,
  SM_REVERSE_EQUILIBRIUM, /* by the constant of equilibrium */
  SM_REVERSE_GIVEN        /* by `reverse_rate` (REV) */
};

struct sm_reaction {
  const char *equation; /* as it stands in the file, blanks evened out */
  const char *label;    /* NULL: none */
  struct sm_amounts reactants, products;
  struct sm_amounts orders;         /* forward; empty: those of the reactants */
  struct sm_amounts reverse_orders; /* empty: those of the products */
  enum sm_rate_form kind;
  enum sm_reverse_form reverse;
  bool duplicate, photolysis, negative_a;
  struct sm_arrhenius rate, reverse_rate;
  struct sm_falloff falloff;
  const struct sm_plog *plog;
  int32_t plog_count;
  struct sm_chebyshev chebyshev;
  const struct sm_rate_term *terms; /* of an expression */
  int32_t term_count;
  /* The concentration of colliders: sum of efficiencies times concentrations, default_efficiency
   * for those not listed. Of a collider that is named, (+H2O): default 0, one of 1. */
  struct sm_amounts efficiencies;
  double default_efficiency;
  struct sm_file_line place;
};

struct sm_mechanism {
  const char *name;   /* of the file, without folder and ending */
  const char *format; /* "CHEMKIN", "Cantera YAML", "KPP" */
  const struct sm_element *elements;
  const struct sm_species *species;
  const struct sm_reaction *reactions;
  int32_t element_count, species_count, reaction_count;
};

struct sm_mechanism_files {
  const char *mechanism;  /* .inp, .yaml, .yml, .eqn, .def, by their content */
  const char *thermo;     /* NULL: in the mechanism's file */
  const char *transport;  /* NULL: none, or in the mechanism's file */
  const char *phase;      /* of a YAML file with several; NULL: the first */
  const char *photolysis; /* of KPP: lines "name j", 1/s under a full sun, or "name l m n" of
                             j = l cos(z)^m exp(-n / cos(z)), z the zenith angle; NULL: none */
  bool permissive;        /* warnings in place of errors where a meaning is clear all the same */
};

/* Reads and checks a mechanism. All problems (at most 20) are in the message, each with file, line
 * and the text of the line. Errors: ERR_DATA (what the files say is wrong or not supported),
 * ERR_IO (cannot read), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_mechanism_read(struct sm_context *ctx,
                                                      const struct sm_mechanism_files *files,
                                                      struct sm_mechanism **out);
SM_PUBLIC void sm_mechanism_destroy(struct sm_mechanism **mechanism);

/* Index of a species or an element by name, case-insensitive unless two names differ only in case;
 * -1: absent. */
SM_PUBLIC int32_t sm_mechanism_find_species(const struct sm_mechanism *m, const char *name);
SM_PUBLIC int32_t sm_mechanism_find_element(const struct sm_mechanism *m, const char *name);

/* Writes a mechanism in Cantera's YAML form, in SI units, so that reading it gives the same
 * numbers; a reverse rate that is given becomes a reaction of its own. Errors: ERR_DATA (rates that
 * are formulas, photolysis, fixed species and negative amounts have no words there), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_mechanism_write_yaml(struct sm_context *ctx, const struct sm_mechanism *m, const char *path);

/* Writes a mechanism in the text form of CHEMKIN: reactions in cal, mol, cm3 and s to
 * to->mechanism, thermodynamic data to to->thermo, transport data to to->transport, each where
 * there are such data. Reading them gives the same rates; a warning says where the columns of
 * thermodynamic data are too narrow for their digits. Errors: ERR_DATA (what CHEMKIN has no words
 * for), ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_mechanism_write_chemkin(struct sm_context *ctx,
                                                               const struct sm_mechanism *m,
                                                               const struct sm_mechanism_files *to);

#ifdef __cplusplus
}
#endif
#endif
