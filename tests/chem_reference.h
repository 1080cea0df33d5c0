/* chem_reference.h - reads the mechanisms of the reference data. */
#ifndef SM_TESTS_CHEM_REFERENCE_H
#define SM_TESTS_CHEM_REFERENCE_H

#include "chem_states.h"
#include "data_folder.h"

/* Path of a reference mechanism in the folder SIMOOM_DATA. */
struct chem_file {
  const char *tag, *mechanism, *thermo;
  int reactions; /* number of reactions in the reference */
};

static const struct chem_file chem_files[] = {
    {"yetter1991", "mechanisms/yetter1991/chem.inp", "mechanisms/yetter1991/therm.dat", 19},
    {"yetter1991_irrev38", "chemistry-reference/yetter1991_irrev38.inp",
     "mechanisms/yetter1991/therm.dat", 38},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.inp", "mechanisms/BurkeDryer/therm.dat", 27},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.yaml", NULL, 27},
    {"gri30", "mechanisms/gri30.yaml", NULL, 325},
    {"allforms", "chemistry-reference/allforms.inp", "chemistry-reference/allforms.therm", 20},
    {"allforms", "chemistry-reference/allforms.yaml", NULL, 20}};

enum { CHEM_FILES = sizeof chem_files / sizeof *chem_files };

/* Reads a mechanism; NULL without the data or libyaml. The test fails if it cannot be
 * read. */
static inline struct sm_mechanism *chem_file_read(struct sm_context *ctx,
                                                  const struct chem_file *file) {
  const char *folder = data_folder();
  char path[2][4096];
  struct sm_mechanism *m = NULL;
  if (folder == NULL) {
    printf("%s: skipped: SIMOOM_DATA is not set\n", file->mechanism);
    return NULL;
  }
  snprintf(path[0], sizeof path[0], "%s/%s", folder, file->mechanism);
  snprintf(path[1], sizeof path[1], "%s/%s", folder, file->thermo != NULL ? file->thermo : "");
  FILE *there = fopen(path[0], "r");
  if (there == NULL) {
    printf("%s: skipped: no such data\n", file->mechanism);
    return NULL;
  }
  fclose(there);
  const struct sm_mechanism_files files = {.mechanism = path[0],
                                           .thermo = file->thermo != NULL ? path[1] : NULL};
  const enum sm_status status = sm_mechanism_read(ctx, &files, &m);
  if (status != SM_OK && strstr(sm_context_message(ctx), "libyaml") != NULL) {
    printf("%s: skipped: built without libyaml\n", file->mechanism);
    return NULL;
  }
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
  return m;
}

/* First mechanism with this tag. */
static inline struct sm_mechanism *chem_reference_read(struct sm_context *ctx, const char *tag) {
  const struct chem_file *file = chem_files;
  while (strcmp(file->tag, tag) != 0) file++;
  return chem_file_read(ctx, file);
}

static inline int32_t chem_file_species(const struct sm_mechanism *m, const char *name) {
  const int32_t k = sm_mechanism_find_species(m, name);
  ck_assert_msg(k >= 0, "no species %s", name);
  return k;
}

#endif
