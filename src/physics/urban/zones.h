/* zones.h - how long the zones round a block are; formulas and sources: docs/theory/urban.md. */
#ifndef SM_PHYSICS_URBAN_ZONES_H
#define SM_PHYSICS_URBAN_ZONES_H

#include "case/case.h"
#include "cell/urban/urban.h"

/* Sets the lengths of all zones of a block that has its outline and speed. */
void sm_zones_set_lengths(const struct sm_case_zones *options, struct sm_urban_block *block);

/* Sets the top of the wake, which a vortex over the roof raises where no other block shelters it,
 * and tells where all zones are. */
struct sm_block_extent sm_zones_finish(const struct sm_case_zones *options,
                                       struct sm_urban_block *block);

/* Length of the cavity behind a block, m (Fackrell 1984; Singh 2005), and behind one that is at
 * least twice as high as long. All in m. */
double sm_cavity_length(double height, double width, double length);
double sm_cavity_length_tall(double height, double width, double length);

#endif
