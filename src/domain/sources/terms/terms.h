/* terms.h - source terms: substances, and emission rates of leaks, pools and fires
 * (docs/theory/source-terms.md). SI units. */
#ifndef SM_DOMAIN_SOURCES_TERMS_TERMS_H
#define SM_DOMAIN_SOURCES_TERMS_TERMS_H

#include "base/context.h"
#include <stdbool.h>

/* substance.c: Substances of the program: properties for source terms and dense gas. */

/* Physical properties; NAN: not in the table. */
struct sm_substance {
  char name[64], other_names[64], cas[16], source[320];
  double molar_mass;           /* kg/mol */
  double boiling_point;        /* K, at 101325 Pa */
  double critical_temperature; /* K */
  double critical_pressure;    /* Pa */
  double antoine[3];           /* A, B, C of log10(p / bar) = A - B / (T + C), T in K */
  double antoine_range[2];     /* K */
  double vaporisation_heat;    /* J/kg, at the boiling point unless its source says otherwise */
  double liquid_heat_capacity; /* J/(kg K), at the boiling point or 20 C, the lower of both */
  double vapour_heat_capacity; /* J/(kg K), of the ideal gas at 25 C */
  double liquid_density;       /* kg/m3, at the same temperature as the liquid heat capacity */
};

struct sm_substance_table {
  struct sm_substance *item;
  size_t count, capacity;
};

/* Reads the table of the program. Errors: ERR_DATA (with the line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_substance_table_read(struct sm_context *ctx,
                                                  struct sm_substance_table *out);
void sm_substance_table_free(struct sm_substance_table *table);

/* Substance by one of its names or its CAS number; NULL: not in the table. */
const struct sm_substance *sm_substance_find(const struct sm_substance_table *table,
                                             const char *name);

/* Vapour pressure by the Antoine equation, Pa; NAN without coefficients. */
double sm_substance_vapour_pressure(const struct sm_substance *s, double temperature);

/* Density of the vapour, ideal gas, kg/m3. */
double sm_substance_vapour_density(const struct sm_substance *s, double temperature,
                                   double pressure);

/* Ratio of the heat capacities of the vapour, ideal gas; NAN: no heat capacity. */
double sm_substance_heat_capacity_ratio(const struct sm_substance *s);

#endif
