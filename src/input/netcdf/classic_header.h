/* input/netcdf/classic_header.h - headers of classic NetCDF files (CDF-1, CDF-2, CDF-5), before a
 * library reads them: the NetCDF library takes the memory, gigabytes of it, that a damaged header
 * asks for. */
#ifndef SM_INPUT_NETCDF_CLASSIC_HEADER_H
#define SM_INPUT_NETCDF_CLASSIC_HEADER_H

#include <stdbool.h>
#include <stddef.h>

/* probe.c */

/* Opens a file and reads all that is not values, in a child process that may use 1 GiB and 5 s of
 * a processor. Returns what nc_open did there: NC_NOERR; a code of the NetCDF library; NC_EHDFERR
 * where the child crashed or wanted more. NC_NOERR too where the file is not HDF5 or there is no
 * child to be had. */
int sm_ncprobe(const char *path);

/* classic_header.c */

/* Reads the header of a file. NULL when its lists and texts lie in the file, or it is no classic
 * file or cannot be opened; else what is wrong, in words. */
const char *sm_ncclassic_fault(const char *path);

/* nc_open for files that may be damaged. Returns a code of the NetCDF library, NC_ETRUNC where the
 * header has a fault or a classic file is shorter than its values, of which the library would read
 * zeros; NC_EHDFERR where the HDF5 library cannot open it or crashes (input/netcdf/probe.c). */
int sm_nc_open(const char *path, int mode, int *id);

/* The same, but that the file may be cut off; the bytes that the values of a classic file take, 0
 * of others. */
int sm_nc_open_cut(const char *path, int mode, int *id);
double sm_ncclassic_bytes(int id);

/* nc_close of a file that was opened by its path: NetCDF crashes over one that HDF5 cannot close.
 */
int sm_nc_close(const char *path, bool writing, int id);

/* HDF5's own clean-up at exit crashes over a file that it could not close; we close all of ours.
 * Before the first call of HDF5, also by NetCDF. */
void sm_nc_disable_atexit(void);

#endif
