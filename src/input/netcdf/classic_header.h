/* input/netcdf/classic_header.h - header checks of classic NetCDF files (CDF-1, CDF-2, CDF-5)
 * before the NetCDF library reads them: it allocates whatever a damaged header asks for, even
 * gigabytes. */
#ifndef SM_INPUT_NETCDF_CLASSIC_HEADER_H
#define SM_INPUT_NETCDF_CLASSIC_HEADER_H

#include <stdbool.h>
#include <stddef.h>

/* probe.c */

/* Opens a file and reads its metadata in a child process limited to 1 GiB of memory and 5 s of CPU
 * time. Returns the result of nc_open in the child: NC_NOERR or a NetCDF error code; NC_EHDFERR
 * when the child crashed or exceeded its limits. Also NC_NOERR when the file is not HDF5 or no
 * child can be started. */
int sm_ncprobe(const char *path);

/* classic_header.c */

enum { SM_NC_ROOM_MB = 24 }; /* with less memory HDF5 crashes, or calls a file damaged */

/* Reads the header of a file. NULL when its lists and texts are inside the file, or it is not a
 * classic file or cannot be opened; else a description of the fault. */
const char *sm_ncclassic_fault(const char *path);

/* nc_open for files that may be damaged. Returns a NetCDF error code; NC_ETRUNC for a faulty header
 * or a classic file shorter than its values, which the library would read as zeros, or than a
 * dimension, of which every value takes a byte somewhere; NC_ENOMEM with less than SM_NC_ROOM_MB of
 * memory; NC_EHDFERR where the HDF5 library fails or crashes (input/netcdf/probe.c). */
int sm_nc_open(const char *path, int mode, int *id);

/* sm_nc_open that accepts a truncated file; sm_ncclassic_bytes: size of the values of a classic
 * file, bytes, 0 for others. */
int sm_nc_open_cut(const char *path, int mode, int *id);
double sm_ncclassic_bytes(int id);

/* nc_close for a file opened by its path: NetCDF crashes
 * when HDF5 cannot close the file. */
int sm_nc_close(const char *path, bool writing, int id);

/* Disables the clean-up of HDF5 at exit, which crashes over a file that could not be closed; all
 * files are closed explicitly. Must precede the first call of HDF5, also by NetCDF. */
void sm_nc_disable_atexit(void);

#endif
