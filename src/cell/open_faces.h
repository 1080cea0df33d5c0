/* cell/open_faces.h - open-face mask: one byte per cell for the faces through which air can
 * pass. */
#ifndef SM_CELL_OPEN_FACES_H
#define SM_CELL_OPEN_FACES_H

enum {
  SM_OPEN_WEST = 1,
  SM_OPEN_EAST = 2,
  SM_OPEN_SOUTH = 4,
  SM_OPEN_NORTH = 8,
  SM_OPEN_DOWN = 16,
  SM_OPEN_UP = 32,
  SM_OPEN_ALL = 63,
  /* Solver arrays (cell/poisson/red_black.h): in the padding after the last cell of x, or of y and
   * z: the adjacent boundary face is open. */
  SM_GHOST_X = 64,
  SM_GHOST = 128,
  /* Solver arrays: a face is partially open, and the fractions must be read. */
  SM_OPEN_PART = 128
};

#endif
