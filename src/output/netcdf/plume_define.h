/* plume_define.h - dimensions, variables and attributes of the file of plumes (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_PLUME_DEFINE_H
#define SM_OUTPUT_NETCDF_PLUME_DEFINE_H

#include "output/netcdf/ncfile.h"
#include "output/netcdf/plume_file.h"

enum {
  SM_PLUME_NAME = 64,       /* bytes of the name of a species */
  SM_PLUME_VALUES = 4,      /* volumes of a species */
  SM_PLUME_BUDGET_TERMS = 6 /* masses of a budget */
};

enum sm_plume_volume { SM_PLUME_MEAN, SM_PLUME_DOSE, SM_PLUME_MAXIMUM, SM_PLUME_ARRIVAL_TIME };

/* What a file holds. */
struct sm_plume_layout {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_domain *plane; /* the domain as seen in columns of boxes: its axes are theirs */
  bool boxes;                    /* there are some */
  bool other_columns;            /* than the domain's: the ground has axes of its own */
  bool air;                      /* parts of boxes that are air are known */
  const struct sm_releases *releases; /* NULL: places of sources are not told */
  int species_count, threshold_count;
  char species[SM_PLUME_SPECIES][SM_PLUME_NAME];
};

/* Name of a variable of a species: "dose", or "dose_smoke" where there are several. */
struct sm_plume_variable {
  char name[2 * SM_PLUME_NAME];
};
struct sm_plume_variable sm_plume_volume_name(const struct sm_plume_layout *layout,
                                              enum sm_plume_volume volume, int species);
struct sm_plume_variable sm_plume_deposition_name(const struct sm_plume_layout *layout,
                                                  int species);

/* Where a source is, m from the south-west corner of the domain's grid and above the ground: the
 * beginning of a path, the middle of a line. False: it has no place, being everywhere. */
bool sm_plume_source_place(const struct sm_release *source, double place[3]);

/* Names of the masses of a budget, as in struct sm_plume_budget. */
extern const char *const sm_plume_budget_names[SM_PLUME_BUDGET_TERMS];

void sm_plume_define(struct sm_ncfile *file, const struct sm_plume_layout *layout,
                     const char *device);

#endif
