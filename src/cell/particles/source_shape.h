/* cell/particles/source_shape.h - shapes of sources, and placement of particles within them. */
#ifndef SM_CELL_PARTICLES_SOURCE_SHAPE_H
#define SM_CELL_PARTICLES_SOURCE_SHAPE_H

/* A point; a line from place to end; a box, of which the place is the middle of the floor; a
 * horizontal disk or ring; a sphere, of which place and height are the middle; all of the air; a
 * point that moves along a path; the ground, of which the wind lifts dust. */
enum sm_source_shape {
  SM_SOURCE_UNSET = -1, /* until it follows from the keys */
#define SHAPE(name, ...) SM_SOURCE_##name,
#include "cell/particles/source_shapes.def"
  SM_SOURCE_SHAPES
};

enum sm_placement {
  SM_PLACEMENT_RANDOM,           /* evenly, by chance */
  SM_PLACEMENT_UNIFORM,          /* a regular lattice */
  SM_PLACEMENT_PUBLISHED_RANDOM, /* as printed by Miglio et al. (2016): thick at the low corner */
  SM_PLACEMENT_PUBLISHED_UNIFORM /* as printed: a step beyond the high corner */
};

#endif
