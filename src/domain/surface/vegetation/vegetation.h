/* domain/surface/vegetation/vegetation.h - vegetation and wind turbines of a case, placed in the
 * domain. */
#ifndef SM_DOMAIN_SURFACE_VEGETATION_VEGETATION_H
#define SM_DOMAIN_SURFACE_VEGETATION_VEGETATION_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* turbines.c */

/* Fills domain->turbines from the case and its files, in their order. Turbines outside the domain
 * are skipped with a warning; coarse cells cause a warning too. Errors: ERR_CASE (a rotor reaches
 * into the ground or above the domain top), ERR_DATA (a file, or a point in it without height or
 * diameter), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_turbines_read(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_horizontal_grid *plan,
                                           struct sm_domain *domain);

/* vegetation.c */

/* Fills domain->plants from the rasters, the file and the inline plants of the case. Where canopies
 * overlap the later one wins, in this order; buildings have no canopy. Warns of plants outside the
 * domain and of skipped ones. Errors: ERR_CASE (a missing or invalid property), ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vegetation_read(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_horizontal_grid *plan,
                                             struct sm_domain *domain);

/* canopies.c */

/* Plant height above which units are probably wrong, m. */
#define SM_PLANT_UNLIKELY_HEIGHT 150.0

/* Attenuation coefficient of a canopy whose leaf area (m2/m2) lies between its base and top (m),
 * at most 10. */
double sm_canopy_attenuation(double lai, double height, double base);

/* Fills height, base and attenuation of the canopies of all columns from the rasters of the case,
 * then from polygons with their attenuation (NAN: that of the raster or the case), later ones last;
 * none where there are buildings or no canopies. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_canopies_fill(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_horizontal_grid *plan,
                                           struct sm_domain *domain,
                                           const struct sm_footprints *canopies,
                                           const double *attenuation);

/* landscape.c */

/* Canopies of a landscape file by column, in the arrays of the caller. */
struct sm_landscape {
  float *height, *base; /* m; height 0: no canopy */
  float *lai;           /* m2/m2; filled if has_leaves */
  bool has_leaves;      /* the file has canopy cover or bulk density */
};

/* Reads the canopy bands of vegetation.landscape. The leaf area index is the larger one of those
 * that bulk density and cover imply. Warns of impossible values. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_landscape_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_landscape *out);

/* Leaf area index by the gap fraction of a canopy of random leaves (Nilson 1971), of a cover in
 * 0..1. */
double sm_canopy_lai_of_cover(double cover);

/* Roughness length (m) of a canopy of this height (m) and leaf area index (Raupach 1994). */
double sm_canopy_roughness(double height, double lai);

#endif
