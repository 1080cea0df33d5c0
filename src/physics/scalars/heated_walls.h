/* heated_walls.h - sides, and the ground below all columns, that exchange heat with the air, and
 * what the ground's warmth makes of its drag (cell/scalars/transport.h,
 * cell/momentum/wall_functions.h). */
#ifndef SM_PHYSICS_SCALARS_HEATED_WALLS_H
#define SM_PHYSICS_SCALARS_HEATED_WALLS_H

#include "physics/compressible/fields.h"
#include "physics/scalars/merged_cells.h"

/* The air that they heat. */
struct sm_heated_air {
  double diffusivity, per_schmidt;          /* m2/s, of molecules; of eddies over their viscosity */
  double per_kelvin;                        /* m/s2 K: how much a degree lifts */
  double reference;                         /* K, from which its temperature counts */
  const struct sm_merged_cells *groups;     /* of cells that walls cut; NULL: there are none */
  const struct sm_compressible_fields *gas; /* heat goes into its energy, J/m3; NULL: K are added */
};

struct sm_heated_wall {
  bool heats;
  struct sm_wall_exchange exchange;
  struct sm_box box;
  int *cell; /* what exchange.at points to, on the device */
  float *roughness, *distance;
  size_t count; /* of each */
};

struct sm_heated_walls {
  const struct sm_flow *flow; /* borrowed; NULL: none has been made */
  bool any;                   /* heats */
  struct sm_heated_wall wall[SM_SIDES];
};

/* Those of the case. Errors: ERR_CASE (no finite temperature somewhere), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_heated_walls_make(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_flow *flow,
                                               const struct sm_heated_air *air,
                                               struct sm_heated_walls *out);

/* The ground, whose drag the eddies beside it depend on, and the others, which depend on eddies. */
enum sm_heated_walls_part { SM_WALLS_GROUND = 1, SM_WALLS_OTHERS = 2, SM_WALLS_ALL = 3 };

/* How much they exchange with air of temperature `now` (K above the reference) in a wind; the drag
 * of the ground with it. */
void sm_heated_walls_find(const struct sm_heated_walls *walls, enum sm_heated_walls_part part,
                          int wind, union sm_reals now);

/* Their heat, `weight` of what they give in a step to air of temperature `now`, into `to`. */
void sm_heated_walls_add(const struct sm_heated_walls *walls, union sm_reals now, union sm_reals to,
                         double weight);

#endif
