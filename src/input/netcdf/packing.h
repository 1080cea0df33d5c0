/* input/netcdf/packing.h - packed NetCDF variables: scale_factor, add_offset, _Unsigned,
 * _FillValue, missing_value, valid_min, valid_max and valid_range (CF-1.11 sections 2.5.1 and 8.1;
 * NetCDF Users' Guide, appendix A). The only place where numbers are unpacked. */
#ifndef SM_INPUT_NETCDF_PACKING_H
#define SM_INPUT_NETCDF_PACKING_H

#include <stdbool.h>
#include <stddef.h>

enum { SM_NCPACKING_MISSING = 16 };

struct sm_ncpacking {
  double factor, offset; /* value = factor * (number in the file) + offset */
  int bits;        /* of integers whose sign is meant otherwise than the type says; 0: none are */
  bool is_signed;  /* with bits: the type is unsigned, the numbers are not */
  bool is_integer; /* the type in the file */
  bool is_single;  /* the type in the file is float */
  int missing_count, unpacked_count;
  double missing[SM_NCPACKING_MISSING];  /* numbers in the file that stand for nothing */
  double unpacked[SM_NCPACKING_MISSING]; /* values that do, where the type cannot hold them */
  double least, most;                    /* valid numbers in the file; else infinite */
  double least_value, most_value;        /* valid values; else infinite */
  char fault[192];                       /* why the variable cannot be read; "": it can */
};

/* What the attributes of a variable say, by ids of the NetCDF library. A variable that cannot be
 * understood has a fault. */
void sm_ncpacking_find(int file, int variable, struct sm_ncpacking *out);

/* Turns numbers of the file into values; NAN where there is none. */
void sm_ncpacking_undo(const struct sm_ncpacking *packing, size_t count, double *value);

#endif
