/* status.h - status codes (errors) returned by functions. */
#ifndef SIMOOM_STATUS_H
#define SIMOOM_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SM_PUBLIC __attribute__((visibility("default")))
#define SM_CHECKED __attribute__((warn_unused_result))
#define SM_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define SM_PUBLIC
#define SM_CHECKED
#define SM_FORMAT(string, first)
#endif

/* X(name, exit code of the program, text) */
#define SM_STATUS_LIST(X)                                                                          \
  X(OK, 0, "ok")                                                                                   \
  X(ERR_FAILED, 1, "run-time failure")                                                             \
  X(ERR_IO, 1, "cannot read or write")                                                             \
  X(ERR_MEMORY, 1, "out of memory")                                                                \
  X(ERR_USAGE, 2, "wrong usage")                                                                   \
  X(ERR_CASE, 3, "invalid case")                                                                   \
  X(ERR_DATA, 4, "input data missing, unreadable or not covering the domain")                      \
  X(ERR_DEVICE, 5, "device not usable, or its memory too small")                                   \
  X(ERR_DIVERGED, 6, "diverged or not converged")                                                  \
  X(ERR_STOPPED, 75, "stopped early on request")

enum sm_status {
#define X(NAME, CODE, TEXT) SM_##NAME,
  SM_STATUS_LIST(X)
#undef X
};

/* Short text of a status code; never NULL. */
SM_PUBLIC const char *sm_status_text(enum sm_status status);

/* Exit code of the program simoom for a status code. */
SM_PUBLIC int sm_status_exit_code(enum sm_status status);

#ifdef __cplusplus
}
#endif
#endif
