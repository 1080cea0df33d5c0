/* cell/chemistry/tableau.h - coefficients of the time integration methods for reacting cells.
 *
 * Runge-Kutta: stage i is f(y + h sum a_ij f_j), the new state y + h sum b_j f_j, its error h sum
 * e_j f_j. Rosenbrock, stage i:
 *   (1/(h gamma) - J) K_i = f(y + sum a_ij K_j) + sum (c_ij/h) K_j
 * and, as all methods here are stiffly accurate, the new state is that of the last stage and its K,
 * and this K is the error. RODAS3: Sandu et al. (1997), Atmos. Environ. 31, 3459; RODAS4: Hairer &
 * Wanner (1996), Solving Ordinary Differential Equations II, section VI.4, in the form of their
 * program; RKCK45: Cash & Karp (1990). */
#ifndef SM_CELL_CHEMISTRY_TABLEAU_H
#define SM_CELL_CHEMISTRY_TABLEAU_H

#include <stdint.h>

enum { SM_CHEM_STAGES = 6 };

struct sm_chem_tableau {
  int32_t stages, order; /* order: power of h of the error; 0: no error estimate */
  double gamma;          /* 0: Runge-Kutta */
  double a[SM_CHEM_STAGES][SM_CHEM_STAGES];
  double c[SM_CHEM_STAGES][SM_CHEM_STAGES];
  double b[SM_CHEM_STAGES], e[SM_CHEM_STAGES];
  int32_t stale; /* stage that reuses f of the start, 0: none */
};

static const struct sm_chem_tableau sm_chem_rk4 = {
    4,   0, 0, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}, {{0}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
    {0}, 0};

static const struct sm_chem_tableau sm_chem_rkck45 = {
    6,
    5,
    0,
    {{0},
     {1.0 / 5},
     {3.0 / 40, 9.0 / 40},
     {3.0 / 10, -9.0 / 10, 6.0 / 5},
     {-11.0 / 54, 5.0 / 2, -70.0 / 27, 35.0 / 27},
     {1631.0 / 55296, 175.0 / 512, 575.0 / 13824, 44275.0 / 110592, 253.0 / 4096}},
    {{0}},
    {37.0 / 378, 0, 250.0 / 621, 125.0 / 594, 0, 512.0 / 1771},
    /* fifth order minus fourth order */
    {37.0 / 378 - 2825.0 / 27648, 0, 250.0 / 621 - 18575.0 / 48384, 125.0 / 594 - 13525.0 / 55296,
     -277.0 / 14336, 512.0 / 1771 - 1.0 / 4},
    0};

static const struct sm_chem_tableau sm_chem_rodas3 = {
    4, 3, 0.5, {{0}, {0}, {2}, {2, 0, 1}}, {{0}, {4}, {1, -1}, {1, -1, -8.0 / 3}}, {0}, {0}, 1};

static const struct sm_chem_tableau sm_chem_rodas4 = {
    6,
    4,
    0.25,
    {{0},
     {1.544},
     {0.9466785280815826, 0.2557011698983284},
     {3.314825187068521, 2.896124015972201, 0.9986419139977817},
     {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
     {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}},
    {{0},
     {-5.6688},
     {-2.430093356833875, -0.2063599157091915},
     {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
     {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
     {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
      -6.058818238834054}},
    {0},
    {0},
    0};

#endif
