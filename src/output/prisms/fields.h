/* output/prisms/fields.h - what a file of prisms holds. */
#ifndef SM_OUTPUT_PRISMS_FIELDS_H
#define SM_OUTPUT_PRISMS_FIELDS_H

#include "domain/mesh/prisms.h"

/* A number of every prism, with the words of CF; "": not given. */
struct sm_prism_values {
  const char *name, *standard_name, *long_name, *unit;
  const double *value; /* [triangles][layers] */
};

/* How the fields were found. */
struct sm_prism_record {
  bool converged;
  int iterations;
  double residual; /* relative */
};

struct sm_prism_file {
  const struct sm_prisms *prisms;
  const struct sm_prism_values *field;
  int field_count;
  const char *title, *case_text, *device; /* NULL: not given */
  const struct sm_prism_record *record;   /* likewise */
  int compression;                        /* 0 to 9 */
};

#endif
