/* cell/urban/zone_list.h - zones of the wind in a cell, from the list zones.def. */
#ifndef SM_CELL_URBAN_ZONE_LIST_H
#define SM_CELL_URBAN_ZONE_LIST_H

enum sm_zone {
#define ZONE(NAME, WORD, TEXT) SM_ZONE_##NAME,
#include "cell/urban/zones.def"
  SM_ZONE_COUNT
};

/* Building parameterisations in the order in which they are applied. */
enum sm_zone_stage {
#define RULE(STAGE, FUNCTION, GUARD, ...) SM_STAGE_##STAGE,
#include "cell/urban/zones.def"
  SM_STAGES
};

/* Kinds of each zone that has several; 0: none. */
#define KIND(CONSTANT, WORD) CONSTANT,
#define KEY_WORD(NAME, FALLBACK, MEANING, ...) enum sm_zone_kind_##NAME{__VA_ARGS__};
#include "cell/urban/zones.def"

#endif
