/* Fuzz target of the reader of weather models' files, of GRIB: without the mutator of NetCDF.
 * replay.c runs it without libFuzzer. */
#include "fuzz_weather.c"
#include "library_caches.h"
