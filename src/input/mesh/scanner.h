/* input/mesh/scanner.h - numbers and words of a mesh file, which is text, or text with binary
 * parts. */
#ifndef SM_INPUT_MESH_SCANNER_H
#define SM_INPUT_MESH_SCANNER_H

#include "base/context.h"

enum { SM_MESH_SCAN_WORD = 64 };

struct sm_mesh_scan {
  struct sm_context *ctx;
  const char *path;
  const char *text; /* [size] */
  size_t size, at;
  int line;     /* of the place, from 1; of binary files nobody counts lines */
  bool binary;  /* numbers are binary */
  bool swapped; /* they are in the other byte order */
};

/* ERR_DATA, with the line, or the byte in a binary file. Control characters are shown as '?'. */
enum sm_status sm_mesh_scan_fail(const struct sm_mesh_scan *s, const char *format, ...)
    SM_FORMAT(2, 3);

/* Skips blanks; false at the end of the file. */
bool sm_mesh_scan_blanks(struct sm_mesh_scan *s);

/* Goes on to the next line. */
void sm_mesh_scan_end_line(struct sm_mesh_scan *s);

/* The next word, cut to its size; "" at the end. */
void sm_mesh_scan_word(struct sm_mesh_scan *s, char out[SM_MESH_SCAN_WORD]);

/* The next word as a whole number, also in a binary file. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_text_integer(struct sm_mesh_scan *s, long long *out);

/* A whole number of 4 or 8 bytes, or a word; a number that is finite. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_integer(struct sm_mesh_scan *s, int bytes, long long *out);
SM_CHECKED enum sm_status sm_mesh_scan_real(struct sm_mesh_scan *s, double *out);

/* Refuses a count of `what` that is negative, or that the rest of the file cannot hold when each
 * takes at least `least` bytes. Errors: ERR_DATA. */
SM_CHECKED enum sm_status sm_mesh_scan_check_count(struct sm_mesh_scan *s, long long count,
                                                   const char *what, size_t least);

/* Goes behind the next place of a word; false where there is none. */
bool sm_mesh_scan_find(struct sm_mesh_scan *s, const char *word);

#endif
