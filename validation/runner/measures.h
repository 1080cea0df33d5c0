/* measures.h - functions of entries, in their folders, for what expressions cannot
 * compute. */
#ifndef VALIDATION_RUNNER_MEASURES_H
#define VALIDATION_RUNNER_MEASURES_H

#include "entry.h"

enum cli_outcome cli_measure_cube(struct cli_trial *trial);
enum cli_outcome cli_measure_cube_zones(struct cli_trial *trial);
enum cli_outcome cli_prepare_hill(struct cli_trial *trial);
enum cli_outcome cli_measure_epa(struct cli_trial *trial);
enum cli_outcome cli_measure_plume(struct cli_trial *trial);
enum cli_outcome cli_measure_mixed(struct cli_trial *trial);
enum cli_outcome cli_measure_epa_plume(struct cli_trial *trial);
enum cli_outcome cli_measure_prairie_grass(struct cli_trial *trial);
enum cli_outcome cli_measure_lng_dispersion(struct cli_trial *trial);
enum cli_outcome cli_measure_lng_layer(struct cli_trial *trial);
enum cli_outcome cli_measure_taylor_green(struct cli_trial *trial);
enum cli_outcome cli_measure_gas_taylor_green(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_rates(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_gpu(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_ignition(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_equilibrium(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_problems(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_orders(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_elements(struct cli_trial *trial);
enum cli_outcome cli_measure_chem_nox(struct cli_trial *trial);

#endif
