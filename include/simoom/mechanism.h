/* mechanism.h - reaction mechanism: elements, species, reactions.
 *
 * The readers (CHEMKIN-II, Cantera YAML, KPP) return this form, and all computations use it. Units
 * are kg, m, s, K, Pa, J and kmol throughout; activation energies are temperatures E/R in K. A
 * mechanism is constant after it is read. */
#ifndef SIMOOM_MECHANISM_H
#define SIMOOM_MECHANISM_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SM_GAS_CONSTANT 8314.46261815324 /* J/(kmol K), exact since 2019 */

/* Position in the input files, for messages. */
struct sm_file_line {
  const char *file; /* path as given */
  int32_t line;     /* line, from 1; 0: not from a file */
};

struct sm_element {
  const char *name;
  double weight; /* kg/kmol */
};

/* An index with an amount: atoms of an element in a species, moles of a species in an equation, the
 * reaction order of a species, the efficiency of a collider. */
struct sm_amount {
  int32_t index;
  double amount;
};

struct sm_amounts {
  const struct sm_amount *list;
  int32_t count;
};

/* NASA-9 polynomials in one temperature range:
 *   cp/R  = a0/T^2 + a1/T + a2 + a3 T + a4 T^2 + a5 T^3 + a6 T^4
 *   h/RT  = -a0/T^2 + a1 ln(T)/T + a2 + a3 T/2 + a4 T^2/3 + a5 T^3/4 + a6 T^4/5 + a7/T
 *   s/R   = -a0/(2 T^2) - a1/T + a2 ln(T) + a3 T + a4 T^2/2 + a5 T^3/3 + a6 T^4/4 + a8
 * NASA-7 (a0 = a1 = 0), Shomate and constant heat capacities are stored in this form. */
struct sm_thermo_range {
  double low, high; /* K */
  double a[9];
};

enum sm_thermo_form {                 /* form in the file; the stored numbers are always NASA-9 */
                      SM_THERMO_NONE, /* no data: accepted unless energy or equilibrium is
                                         needed */
                      SM_THERMO_NASA7,
                      SM_THERMO_NASA9,
                      SM_THERMO_SHOMATE,
                      SM_THERMO_CONSTANT
};

struct sm_thermo {
  enum sm_thermo_form form;
  const struct sm_thermo_range *ranges; /* contiguous, in order of rising temperature */
  int32_t range_count;
  double pressure; /* standard-state pressure, Pa */
};

enum sm_molecule_geometry { SM_GEOMETRY_ATOM, SM_GEOMETRY_LINEAR, SM_GEOMETRY_NONLINEAR };

struct sm_transport_data { /* transport data for the kinetic theory of gases */
  enum sm_molecule_geometry geometry;
  double well_depth;            /* Lennard-Jones well depth over the Boltzmann constant, K */
  double diameter;              /* m */
  double dipole;                /* C m */
  double polarizability;        /* m3 */
  double rotational_relaxation; /* rotational relaxation collision number at 298 K */
};

struct sm_species {
  const char *name;
  struct sm_amounts elements;
  double charge; /* in elementary charges */
  double weight; /* kg/kmol; 0: unknown (species of air chemistry without atoms) */
  struct sm_thermo thermo;
  const struct sm_transport_data *transport; /* may be NULL */
  bool fixed;                                /* concentration is constant (#DEFFIX of KPP) */
  struct sm_file_line place;
};

/* Arrhenius rate k = a T^b exp(-e/T), a in kmol, m, s */
struct sm_arrhenius {
  double a, b, e;
};

enum sm_rate_form {
  SM_RATE_ELEMENTARY, /* k of `rate` */
  SM_RATE_THREE_BODY, /* k of `rate`, times the concentration of colliders */
  SM_RATE_FALLOFF,    /* `rate` is the high-pressure limit, `low` the low one: k = kinf Pr/(1 + Pr)
                         F */
  SM_RATE_ACTIVATED,  /* chemically activated: k = k0 1/(1 + Pr) F, k0 from `low`, kinf from
                         `rate` */
  SM_RATE_PLOG,       /* log k interpolated in ln p between the rates of `plog` */
  SM_RATE_CHEBYSHEV,  /* Chebyshev polynomials in 1/T and log10 p */
  SM_RATE_EXPRESSION  /* expression of temperature, sunlight and constants (KPP) */
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
  double pressure; /* Pa; rising; rates at equal pressures are summed */
  struct sm_arrhenius rate;
};

/* log10 k = sum of c[i][j] T_i(reduced 1/T) T_j(reduced log10 p); k in kmol, m, s */
struct sm_chebyshev {
  double temperature[2], pressure[2];
  int32_t rows, columns;     /* polynomials in temperature and in pressure */
  const double *coefficient; /* c[rows][columns] */
};

/* Rate expression as a stack program; the result is k in kmol, m, s. */
enum sm_rate_term_kind {
  SM_TERM_NUMBER,      /* push value */
  SM_TERM_TEMPERATURE, /* push T, K */
  SM_TERM_PRESSURE,    /* push p, Pa */
  SM_TERM_AIR,         /* push the concentration of all molecules, molec/cm3 */
  SM_TERM_SUN,         /* push the sunlight factor, 0 (night) to 1 */
  SM_TERM_ZENITH,      /* push the solar zenith angle, rad */
  SM_TERM_WATER,       /* push the concentration of water, molec/cm3 */
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
  SM_TERM_SELECT /* replace three numbers: the second if the first is above 0, else the third */
};

struct sm_rate_term {
  enum sm_rate_term_kind kind;
  double value;
};

enum sm_reverse_form {
  SM_REVERSE_NONE,
  SM_REVERSE_EQUILIBRIUM, /* reverse rate from the equilibrium constant */
  SM_REVERSE_GIVEN        /* reverse rate given as `reverse_rate` (REV) */
};

struct sm_reaction {
  const char *equation; /* as in the file, with normalised blanks */
  const char *label;    /* may be NULL */
  struct sm_amounts reactants, products;
  struct sm_amounts orders;         /* forward reaction orders; empty: those of the reactants */
  struct sm_amounts reverse_orders; /* empty: those of the products */
  enum sm_rate_form kind;
  enum sm_reverse_form reverse;
  bool duplicate, photolysis, negative_a;
  struct sm_arrhenius rate, reverse_rate;
  struct sm_falloff falloff;
  const struct sm_plog *plog;
  int32_t plog_count;
  struct sm_chebyshev chebyshev;
  const struct sm_rate_term *terms; /* stack program of a rate expression */
  int32_t term_count;
  /* Collider concentration: sum of efficiencies times concentrations, with default_efficiency for
   * species that are not listed. For a named collider, (+H2O), the default is 0 and its efficiency
   * 1. */
  struct sm_amounts efficiencies;
  double default_efficiency;
  struct sm_file_line place;
};

struct sm_mechanism {
  const char *name;   /* file name without folder and extension */
  const char *format; /* "CHEMKIN", "Cantera YAML", "KPP" */
  const struct sm_element *elements;
  const struct sm_species *species;
  const struct sm_reaction *reactions;
  int32_t element_count, species_count, reaction_count;
};

struct sm_mechanism_files {
  const char *mechanism;  /* .inp, .yaml, .yml, .eqn, .def; the format is detected from the
                             content */
  const char *thermo;     /* NULL: data are in the mechanism file */
  const char *transport;  /* NULL: no data, or in the mechanism file */
  const char *phase;      /* name of a phase in a YAML file; NULL: the first */
  const char *photolysis; /* KPP: lines "name j", 1/s under full sun, or "name l m n" for j = l
                             cos(z)^m exp(-n / cos(z)), z the solar zenith angle; may be NULL */
  bool permissive;        /* warn instead of failing where the meaning is unambiguous */
};

/* Reads and checks a mechanism. The message lists all problems (at most 20), each with file, line
 * number and text of the line. Errors: ERR_DATA (invalid or unsupported content), ERR_IO (cannot
 * read), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_mechanism_read(struct sm_context *ctx,
                                                      const struct sm_mechanism_files *files,
                                                      struct sm_mechanism **out);
SM_PUBLIC void sm_mechanism_destroy(struct sm_mechanism **mechanism);

/* Index of a species or an element by name; case-insensitive unless two names differ only in case;
 * -1 if absent. */
SM_PUBLIC int32_t sm_mechanism_find_species(const struct sm_mechanism *m, const char *name);
SM_PUBLIC int32_t sm_mechanism_find_element(const struct sm_mechanism *m, const char *name);

/* Writes a mechanism as Cantera YAML in SI units; reading it gives the same numbers. A
 * given reverse rate becomes a separate reaction. Errors: ERR_DATA (the form cannot
 * express rate expressions, photolysis, fixed species and negative amounts), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_mechanism_write_yaml(struct sm_context *ctx, const struct sm_mechanism *m, const char *path);

/* Writes a mechanism as CHEMKIN text: reactions in cal, mol, cm3 and s to to->mechanism,
 * thermodynamic data to to->thermo, transport data to to->transport, each if present.
 * Reading them gives the same rates; a warning reports thermodynamic data whose digits do
 * not fit the columns. Errors: ERR_DATA (content that CHEMKIN cannot express), ERR_IO,
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_mechanism_write_chemkin(struct sm_context *ctx,
                                                               const struct sm_mechanism *m,
                                                               const struct sm_mechanism_files *to);

#ifdef __cplusplus
}
#endif
#endif
