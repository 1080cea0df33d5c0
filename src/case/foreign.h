/* case/foreign.h - recognises the inputs of other programs by their content. */
#ifndef SM_CASE_FOREIGN_H
#define SM_CASE_FOREIGN_H

#include <stddef.h>

enum sm_foreign {
  SM_FOREIGN_NONE,
  SM_FOREIGN_WINDNINJA,  /* configuration, lines of key = value */
  SM_FOREIGN_STATIONS,   /* station list in the layout of WindNinja, CSV */
  SM_FOREIGN_QES_WINDS,  /* XML */
  SM_FOREIGN_QES_PLUME,  /* XML */
  SM_FOREIGN_QES_SENSOR, /* XML, part of a case of QES-Winds */
  SM_FOREIGN_QUIC,       /* a file of a QUIC project */
};

enum sm_foreign sm_foreign_find(const char *text, size_t size);

/* "a configuration of WindNinja"; "" of SM_FOREIGN_NONE. */
const char *sm_foreign_name(enum sm_foreign foreign);

#endif
