/* input/gis/vector/height_text.h - heights as people write them, and the tags that OpenStreetMap
 * files carry along. */
#ifndef SM_INPUT_GIS_VECTOR_HEIGHT_TEXT_H
#define SM_INPUT_GIS_VECTOR_HEIGHT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Reads "12.5", "12,5", "12.5 m", "41 ft", "41 US ft", "41'", "6'7\"" and other units of length
 * (length_unit.h). A number without unit is multiplied by `factor` (m). False when it is anything
 * else. */
bool sm_height_parse(const char *text, double factor, double *metres);

/* Finds a key in the text of OGR's field other_tags, "key"=>"value","key"=>"value"; false when it
 * is not there or longer than `size`. */
bool sm_tag_find(const char *tags, const char *key, char *value, size_t size);

#endif
