/* fields.h - fields of result files: names, CF standard names, units and dimensions. The list is
 * simoom/fields.def; docs/files.md has it as tables. */
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
  const char *name, *standard_name, *long_name, *unit; /* standard_name: CF standard name, "" if
                                                          none */
  const char *dimensions;                              /* "time z y x"; "": depends on the file */
  enum sm_field_scale scale;
  const char *where; /* files or models that contain the field */
};

SM_PUBLIC const struct sm_field_info *sm_field_get(enum sm_field field);
SM_PUBLIC const char *sm_field_name(enum sm_field field);
/* Field by its name; SM_FIELD_COUNT if there is no such field. */
SM_PUBLIC enum sm_field sm_field_find(const char *name);
/* CF standard name of the mass concentration of a species in air, by its name or formula; "" if CF
 * has none. */
SM_PUBLIC const char *sm_field_concentration_name(const char *species);

#ifdef __cplusplus
}
#endif

#endif
