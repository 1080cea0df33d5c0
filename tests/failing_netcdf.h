/* failing_netcdf.h - makes reads of one NetCDF attribute fail, as in a damaged file or when memory
 * runs out: wraps functions of the NetCDF library. Needs _GNU_SOURCE. */
#ifndef SM_TESTS_FAILING_NETCDF_H
#define SM_TESTS_FAILING_NETCDF_H

#include <dlfcn.h>
#include <netcdf.h>
#include <string.h>

static struct {
  const char *attribute; /* NULL: no failure */
  int code;
  int in_inquiry; /* fail in the inquiry, else when the text is read */
} netcdf_fails;

static int fails_for(const char *name, int in_inquiry) {
  return netcdf_fails.attribute != NULL && netcdf_fails.in_inquiry == in_inquiry &&
         strcmp(netcdf_fails.attribute, name) == 0;
}

int nc_inq_att(int file, int variable, const char *name, nc_type *type, size_t *length) {
  int (*real)(int, int, const char *, nc_type *, size_t *);
  *(void **)&real = dlsym(RTLD_NEXT, "nc_inq_att");
  return fails_for(name, 1) ? netcdf_fails.code : real(file, variable, name, type, length);
}

int nc_get_att_text(int file, int variable, const char *name, char *out) {
  int (*real)(int, int, const char *, char *);
  *(void **)&real = dlsym(RTLD_NEXT, "nc_get_att_text");
  return fails_for(name, 0) ? netcdf_fails.code : real(file, variable, name, out);
}

#endif
