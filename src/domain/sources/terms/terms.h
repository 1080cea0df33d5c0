/* terms.h - source terms: substances, and emission rates of leaks, pools and fires
 * (docs/theory/source-terms.md). SI units. */
#ifndef SM_DOMAIN_SOURCES_TERMS_TERMS_H
#define SM_DOMAIN_SOURCES_TERMS_TERMS_H

#include "base/context.h"
#include "case/source.h"
#include "cell/particles/gas_mixture.h"
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

/* Density of the pure gas at 20 C and 1013.25 hPa, kg/m3, by a name or CAS number of the table or a
 * chemical formula; 0: not known. Errors: those of sm_substance_table_read. */
SM_CHECKED enum sm_status sm_substance_gas_density(struct sm_context *ctx, const char *name,
                                                   double *out);

/* Ratio of the heat capacities of the vapour, ideal gas; NAN: no heat capacity. */
double sm_substance_heat_capacity_ratio(const struct sm_substance *s);

/* rates.c: Emission rates of a source term, and what else it tells. */

/* A source term with its substance and surroundings; defaults are filled in by sm_term_complete. */
struct sm_term {
  struct sm_case_source_term given; /* completed: no NAN that its model needs */
  struct sm_substance substance;    /* of fires: unused */
  double air_temperature;           /* K */
  double until;                     /* s after the first wind: rates are not needed later */
};

/* Rates and results; NAN: not of this model. */
struct sm_term_result {
  double (*rate)[2]; /* s after the first wind, kg/s: linear in between, 0 outside */
  size_t count, capacity;
  double mass, maximum;        /* emitted until the end, kg; largest rate, kg/s */
  double contents;             /* in the tank or spilled, kg */
  double leak_rate;            /* through the hole at first, kg/s */
  double choked_until;         /* s; gas leak */
  double flash_fraction;       /* vapour of a two-phase leak after it has expanded */
  double pool_radius;          /* largest, m */
  double temperature, density; /* of the vapour at the source, with its aerosol: K, kg/m3 */
  bool boils;
};

/* Rates of a complete term. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_term_make(struct sm_context *ctx, const struct sm_term *term,
                                       struct sm_term_result *out);
void sm_term_result_free(struct sm_term_result *result);

/* Adds a row; times increase. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_term_result_add(struct sm_context *ctx, struct sm_term_result *result,
                                             double time, double rate);

/* Scales the rates so that their integral is a mass, kg: rates between two rows are linear. */
void sm_term_result_scale(struct sm_term_result *result, double mass);

/* leak.c: Leaks through a hole, of the area C A (discharge coefficient times area, m2). */

/* Mass flow of an ideal gas, kg/s; choked, or not where the ratio of pressures is too low. */
double sm_gas_leak_rate(const struct sm_substance *s, double area, double pressure,
                        double temperature, double air_pressure, bool *choked);

/* Mass flow of a liquid under a head, kg/s (Bernoulli). */
double sm_liquid_leak_rate(double density, double area, double pressure, double air_pressure,
                           double level);

/* Mass flow of a liquefied gas that flashes in the hole, kg/s: equilibrium rate model, and flow of
 * liquid by the pressure above the vapour pressure (Fauske and Epstein 1988). */
double sm_two_phase_leak_rate(const struct sm_substance *s, double area, double pressure,
                              double temperature);

/* Vapour fraction of a liquid that expands adiabatically to its boiling point. */
double sm_flash_fraction(const struct sm_substance *s, double temperature);

SM_CHECKED enum sm_status sm_gas_leak_make(struct sm_context *ctx, const struct sm_term *term,
                                           struct sm_term_result *out);
SM_CHECKED enum sm_status sm_two_phase_leak_make(struct sm_context *ctx, const struct sm_term *term,
                                                 struct sm_term_result *out);

/* pool.c: Pools that spread, evaporate and boil. */

/* Evaporation of a pool without boiling, kg/(m2 s) (Mackay and Matsugu 1973). */
double sm_pool_evaporation(const struct sm_substance *s, double temperature, double air_temperature,
                           double air_pressure, double wind_speed, double diameter);

/* A pool at a spill, or below a leak of liquid. */
SM_CHECKED enum sm_status sm_pool_make(struct sm_context *ctx, const struct sm_term *term,
                                       struct sm_term_result *out);

/* dense.c: When a gas is passive, by Britter and McQuaid 1988; densities in kg/m3. */

/* Criterion of a continuous release at kg/s, (g' q / (U^3 D))^(1/3) with D = (q / U)^(1/2), in a
 * wind of U m/s at 10 m; 0: not denser than air. Passive up to SM_PASSIVE_CONTINUOUS. */
double sm_dense_continuous(double rate, double density, double air_density, double wind_speed);
#define SM_PASSIVE_CONTINUOUS 0.15

/* Criterion of an instantaneous release of kg, (g' V^(1/3))^(1/2) / U. */
double sm_dense_instantaneous(double mass, double density, double air_density, double wind_speed);
#define SM_PASSIVE_INSTANTANEOUS 0.2

/* Density of dry air. */
double sm_air_density(double temperature, double pressure);

/* Gas of a substance, with aerosol if its liquid part is above 0, in air of K and Pa. */
struct sm_gas_mixture sm_dense_mixture(const struct sm_substance *s, double liquid,
                                       double air_temperature, double pressure);

/* Heat of a released mass above that of vapour at the temperature of the air, J/kg. */
double sm_dense_heat(const struct sm_substance *s, double temperature, double liquid,
                     double air_temperature);

#endif
