#include "measures.h"

#include <stddef.h>

const struct cli_measure cli_measures[] = {
    {"cube", cli_measure_cube},
    {"cube-zones", cli_measure_cube_zones},
    {"hill", cli_prepare_hill},
    {"epa-7x11", cli_measure_epa},
    {"plume", cli_measure_plume},
    {"mixed", cli_measure_mixed},
    {"epa-plume", cli_measure_epa_plume},
    {"prairie-grass", cli_measure_prairie_grass},
    {"lng-dispersion", cli_measure_lng_dispersion},
    {"lng-layer", cli_measure_lng_layer},
    {"taylor-green", cli_measure_taylor_green},
    {"gas-taylor-green", cli_measure_gas_taylor_green},
    {"chem-rates", cli_measure_chem_rates},
    {"chem-gpu", cli_measure_chem_gpu},
    {"chem-ignition", cli_measure_chem_ignition},
    {"chem-equilibrium", cli_measure_chem_equilibrium},
    {"chem-problems", cli_measure_chem_problems},
    {"chem-orders", cli_measure_chem_orders},
    {"chem-elements", cli_measure_chem_elements},
    {"chem-nox", cli_measure_chem_nox},
    {NULL, NULL},
};
