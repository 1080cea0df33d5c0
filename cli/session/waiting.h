/* waiting.h - OpenMP wait policy: time that threads spin at a barrier before they sleep. */
#ifndef CLI_SESSION_WAITING_H
#define CLI_SESSION_WAITING_H

/* Sets GOMP_SPINCOUNT, unless the user has set it or OMP_WAIT_POLICY, and restarts the program,
 * since libgomp reads the environment when it is loaded. Returns without a restart for a single
 * thread, if the user decided, or if restarting fails. */
void cli_waiting_choose(int argc, char **argv);

#endif
