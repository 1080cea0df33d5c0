/* waiting.h - wait policy of OpenMP: how long threads spin at a barrier before they sleep. */
#ifndef CLI_SESSION_WAITING_H
#define CLI_SESSION_WAITING_H

/* Sets GOMP_SPINCOUNT, unless the user has set it or OMP_WAIT_POLICY, and starts the program once
 * more: libgomp reads the environment when it is loaded. Returns where one thread alone computes,
 * where the user decides, and where the program cannot be started again. */
void cli_waiting_choose(int argc, char **argv);

#endif
