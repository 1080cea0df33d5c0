/* attributes.h - which attributes a layer has, for messages about rules that name none of them. */
#ifndef SM_INPUT_GIS_VECTOR_ATTRIBUTES_H
#define SM_INPUT_GIS_VECTOR_ATTRIBUTES_H

#include "input/gis.h"
#include "input/gis/module.h"
#include <ogr_api.h>

enum { SM_ATTRIBUTES_MAX = 64 };

struct sm_attributes {
  const char *name[SM_ATTRIBUTES_MAX]; /* they belong to the layer */
  size_t count;
  char text[1024]; /* "the attributes 'a', 'b'", or "no attributes" */
};
void sm_attributes_list(OGRLayerH layer, struct sm_attributes *out);

/* The attribute that the first of the rules names which names any; NULL: none does. */
const char *sm_attributes_find(const struct sm_attributes *there,
                               const struct sm_attribute_rules *rules);

/* The attribute whose name is nearest to that of a rule, or NULL. */
const char *sm_attributes_guess(const struct sm_attributes *there,
                                const struct sm_attribute_rules *rules, sm_gis_nearest *nearest);

/* Writes what rules name: "'height', 'building:levels'". */
void sm_attributes_of_rules(const struct sm_attribute_rules *rules, char *out, size_t size);

#endif
