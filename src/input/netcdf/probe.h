/* input/netcdf/probe.h - damaged NetCDF-4 files (HDF5): a child process opens them first. The HDF5
 * library frees memory that it has not set, or asks for gigabytes, on some of them: better there
 * than here.
 */
#ifndef SM_INPUT_NETCDF_PROBE_H
#define SM_INPUT_NETCDF_PROBE_H

/* Opens a file and reads all that is not values, in a child process that may use 1 GiB and 5 s of
 * a processor. Returns what nc_open did there: NC_NOERR; a code of the NetCDF library; NC_EHDFERR
 * where the child crashed or wanted more. NC_NOERR too where the file is not HDF5 or there is no
 * child to be had. */
int sm_ncprobe(const char *path);

#endif
