/* cell/particles/source_shape.h - shapes of sources, and placement of particles within them. */
#ifndef SM_CELL_PARTICLES_SOURCE_SHAPE_H
#define SM_CELL_PARTICLES_SOURCE_SHAPE_H

/* A point; a line from place to end; a box, with the place at the centre of its floor; a horizontal
 * disc or ring; a sphere, with place and height of its centre; all of the air; a point moving along
 * a path; the ground, with dust emission by the wind. */
enum sm_source_shape {
  SM_SOURCE_UNSET = -1, /* until it is derived from the keys */
#define SHAPE(name, ...) SM_SOURCE_##name,
#include "cell/particles/source_shapes.def"
  SM_SOURCE_SHAPES
};

enum sm_placement {
  SM_PLACEMENT_RANDOM,           /* uniformly random */
  SM_PLACEMENT_UNIFORM,          /* a regular lattice */
  SM_PLACEMENT_PUBLISHED_RANDOM, /* as printed by Miglio et al. (2016): denser at the low corner */
  SM_PLACEMENT_PUBLISHED_UNIFORM /* as printed: one step beyond the high corner */
};

#endif
