/* fields.h - the fields of result files: names, CF standard names, units and dimensions. The list
 * is simoom/fields.def; docs/files.md has it as tables. */
#ifndef SIMOOM_FIELDS_H
#define SIMOOM_FIELDS_H

#include "simoom/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm_field {
#define FIELD(ID, NAME, STANDARD, LONG, UNIT, DIMENSIONS, SCALE, WHERE) SM_FIELD_##ID,
#include "simoom/fields.def"
#undef FIELD
  SM_FIELD_COUNT
};

enum sm_field_scale {
  SM_SCALE_RISING,
  SM_SCALE_FROM_ZERO,
  SM_SCALE_SIGNED,
  SM_SCALE_ANGLE,
  SM_SCALE_CLASSES
};

struct sm_field_info {
  const char *name, *standard_name, *long_name, *unit; /* of CF; "": none */
  const char *dimensions;                              /* "time z y x"; "": the file decides */
  enum sm_field_scale scale;
  const char *where; /* the files or models that have it */
};

SM_PUBLIC const struct sm_field_info *sm_field_get(enum sm_field field);
SM_PUBLIC const char *sm_field_name(enum sm_field field);
/* The field of a name; SM_FIELD_COUNT: none. */
SM_PUBLIC enum sm_field sm_field_find(const char *name);
/* CF standard name of the mass concentration of a species in air, by its name or formula; "" where
 * CF has none. */
SM_PUBLIC const char *sm_field_concentration_name(const char *species);

#ifdef __cplusplus
}
#endif

#endif
