#define SM_CHEM_RATES
/* chem/generate/prelude.h - prelude of generated kinetics: types and functions in front of them.
 * Read as text: compiled by NVRTC for a GPU, and by a compiler of C for the host; it includes
 * nothing of simoom.
 *
 * exp, log and 1 / x have no branches, so that several of them are under way at a time, and are the
 * same operations on both sides but for contraction. Arguments are finite. */
#ifdef __CUDACC_RTC__
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef int int32_t;
#elif defined __CUDACC__
#include <stdint.h>
#endif
#ifdef __CUDACC__
#define SM_CHEM_FN static __device__ __forceinline__
#define SM_CHEM_FMA(a, b, c) fma(a, b, c)
#define SM_CHEM_BITS(x) __double_as_longlong(x)
#define SM_CHEM_DOUBLE(x) __longlong_as_double(x)
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
#define SM_CHEM_FN static inline __attribute__((unused))
#define SM_CHEM_FMA(a, b, c) ((a) * (b) + (c))
static inline int64_t SM_CHEM_BITS(double x) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double SM_CHEM_DOUBLE(int64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
#endif

/* 1 / x of a number whose inverse is normal, to the last bit or two. */
SM_CHEM_FN double sm_chem_inverse(double x) {
#ifdef __CUDACC__
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  y = fma(y, fma(-x, y, 1.0), y);
  return fma(y, fma(-x, y, 1.0), y);
#else
  return 1.0 / x;
#endif
}

/* e^x, 0 below e^-708, undefined above e^709: x = n ln 2 + r, and the polynomial of r that goes
 * through e^r at Chebyshev's points of |r| <= ln 2 / 2 (cell/chemistry/rates.h), to 2e-16. */
SM_CHEM_FN double sm_chem_exp(double x) {
  const double shift = 6755399441055744.0; /* 1.5 2^52: the integer is in the low bits */
  const double shifted = SM_CHEM_FMA(x, 1.4426950408889634, shift);
  const int32_t n = (int32_t)SM_CHEM_BITS(shifted);
  const double whole = shifted - shift;
  double r = SM_CHEM_FMA(whole, -6.93147180369123816490e-01, x);
  r = SM_CHEM_FMA(whole, -1.90821492927058770002e-10, r);
  double y = 2.511004920481866e-08;
  y = SM_CHEM_FMA(y, r, 2.763265472252779e-07);
  y = SM_CHEM_FMA(y, r, 2.755724088722987e-06);
  y = SM_CHEM_FMA(y, r, 2.4801485441561313e-05);
  y = SM_CHEM_FMA(y, r, 0.00019841269890076403);
  y = SM_CHEM_FMA(y, r, 0.0013888888952352863);
  y = SM_CHEM_FMA(y, r, 0.008333333333319589);
  y = SM_CHEM_FMA(y, r, 0.04166666666648795);
  y = SM_CHEM_FMA(y, r, 0.1666666666666668);
  y = SM_CHEM_FMA(y, r, 0.5000000000000019);
  y = SM_CHEM_FMA(y, r, 1.0);
  y = SM_CHEM_FMA(y, r, 1.0);
  return n < -1021 ? 0.0 : SM_CHEM_DOUBLE(SM_CHEM_BITS(y) + (int64_t)((uint64_t)(int64_t)n << 52));
}

/* ln x of a normal number > 0: x = 2^n m, m about 1, and ln m = 2 artanh((m - 1) / (m + 1)). */
SM_CHEM_FN double sm_chem_log(double x) {
  const int64_t bits = SM_CHEM_BITS(x) - 0x3fe6a09e667f3bcdLL; /* of the root of 1/2 */
  const int64_t n = bits >> 52;
  const double m = SM_CHEM_DOUBLE((bits & 0x000fffffffffffffLL) + 0x3fe6a09e667f3bcdLL);
  const double f = m - 1.0, s = f * sm_chem_inverse(m + 1.0), z = s * s;
  double y = 2.0 / 21.0;
  y = SM_CHEM_FMA(y, z, 2.0 / 19.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 17.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 15.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 13.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 11.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 9.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 7.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 5.0);
  y = SM_CHEM_FMA(y, z, 2.0 / 3.0);
  y *= z;
  /* ln m = f - s (f - y): of f, which is exact, little is taken away. */
  const double power = (double)n;
  const double low = SM_CHEM_FMA(power, 1.90821492927058770002e-10, -s * (f - y));
  return SM_CHEM_FMA(power, 6.93147180369123816490e-01, f + low);
}

#define SM_CHEM_LOG10(x) (0.43429448190325182765 * sm_chem_log(x))
#define SM_CHEM_POW10(x) sm_chem_exp(2.30258509299404568402 * (x))

SM_CHEM_FN double sm_chem_max(double a, double b) { return a > b ? a : b; }
SM_CHEM_FN double sm_chem_min(double a, double b) { return a < b ? a : b; }

/* x^e of a concentration: nothing where there is nothing. */
SM_CHEM_FN double sm_chem_power(double x, double e) {
  return x > 1e-300 ? sm_chem_exp(e * sm_chem_log(x)) : 0.0;
}

/* The same of a negative e (cell/chemistry/rates.h): below a trace it stays as it is there, times x
 * over the trace where the reaction takes of the species. */
SM_CHEM_FN double sm_chem_inverse_power(double x, double e, int taken) {
  const double trace = 1e-16, some = sm_chem_max(x, trace);
  return sm_chem_exp(e * sm_chem_log(some)) * (taken ? sm_chem_max(x, 0.0) / some : 1.0);
}

/* log10 of Troe's factor, of log10 of the reduced pressure and of log10 of the centre (Gilbert,
 * Luther and Troe 1983). */
SM_CHEM_FN double sm_chem_troe(double log_pressure, double log_centre) {
  const double c = SM_CHEM_FMA(-0.67, log_centre, log_pressure - 0.4);
  const double n = SM_CHEM_FMA(-1.27, log_centre, 0.75);
  const double f = c * sm_chem_inverse(SM_CHEM_FMA(-0.14, c, n));
  return log_centre * sm_chem_inverse(SM_CHEM_FMA(f, f, 1.0));
}

/* d log10 F / d log10 of the reduced pressure, and of the centre. */
SM_CHEM_FN void sm_chem_troe_slopes(double log_pressure, double log_centre, double *by_pressure,
                                    double *by_centre) {
  const double c = SM_CHEM_FMA(-0.67, log_centre, log_pressure - 0.4);
  const double n = SM_CHEM_FMA(-1.27, log_centre, 0.75);
  const double per = sm_chem_inverse(SM_CHEM_FMA(-0.14, c, n)), f = c * per;
  const double share = sm_chem_inverse(SM_CHEM_FMA(f, f, 1.0));
  const double down = -2.0 * f * share * share * per * per * log_centre;
  *by_pressure = down * n;
  *by_centre = share + down * (1.27 * c - 0.67 * n);
}

/* Lanes of a cell's surroundings that formulas of air chemistry ask for. */
struct sm_chem_air {
  double pressure; /* Pa */
  double sun;      /* factor, 0 (night) to 1 */
  double zenith;   /* rad */
  double water;    /* molec/cm3 */
};

/* chem/generate/kernel_args.h - arguments of the kernels of generated kinetics: read by host code,
 * and as text. */
#ifndef SM_CHEM_GENERATE_KERNEL_ARGS_H
#define SM_CHEM_GENERATE_KERNEL_ARGS_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif

enum sm_chem_kernel_mode {
  SM_CHEM_KERNEL_VOLUME,
  SM_CHEM_KERNEL_PRESSURE,
  SM_CHEM_KERNEL_ISOTHERMAL
};

/* Cells side by side: species k of cell i is element k * stride + i. */
struct sm_chem_kernel_cells {
  int64_t count, stride;
  double *concentrations;             /* kmol/m3 */
  double *temperature;                /* K */
  const double *pressure;             /* Pa; NULL: of the ideal gas, as where temperature varies */
  const double *sun, *zenith, *water; /* of formulas: 0..1, rad, molec/cm3; NULL: 0 */
};

struct sm_chem_rates_args {
  struct sm_chem_kernel_cells cells;
  double *rates; /* kmol/(m3 s), same layout */
};

/* Steps of a fixed length by the classical method of Runge and Kutta. */
struct sm_chem_rk4_args {
  struct sm_chem_kernel_cells cells;
  double dt; /* s */
  int32_t steps, mode;
};

/* Counts of cells: left to others; failed; the first that failed, as the number of cells less its
 * index. */
enum sm_chem_rkc_count {
  SM_CHEM_RKC_DEFERRED,
  SM_CHEM_RKC_FAILED,
  SM_CHEM_RKC_FIRST,
  SM_CHEM_RKC_COUNTS
};

/* Steps that the error allows, by RKC2. */
struct sm_chem_rkc_args {
  struct sm_chem_kernel_cells cells;
  double dt, rtol, atol; /* s; tolerances of shares of molecules, and of K */
  int32_t limit, mode;   /* steps of a cell at most */
  double *first;         /* s, in: first step of each cell, 0: none known; out: the next */
  int32_t *steps;        /* out: of each cell; -1: it failed, or was left, and is as it was */
  int32_t *rejected;     /* out */
  const int32_t *order;  /* in which cells lie side by side in a warp; 0: as they lie */
  double defer_above;    /* stiffness times dt above which a cell is left to others; 0: never */
  int32_t *deferred;     /* out: those cells, in any order */
  unsigned long long *counts; /* added to: enum sm_chem_rkc_count; 0: not wanted, nor left */
};

/* A cell on its way by a method of Rosenbrock. */
struct sm_chem_slot {
  double t, next;           /* s: where it is; the step that its error would allow, 0: not known */
  double h;                 /* s: that is tried */
  double density, pressure; /* at the begin, kmol/m3 and Pa */
  double volume, moles, kelvin; /* of the state that rates are taken of, m3/kmol, -, K */
  double pivot_error;           /* sm_chem_pivot_error */
  int32_t cell, steps, rejected;
};

/* Counts of cells: on their way; failed; the first that failed, as the number of cells less its
 * index. */
enum sm_chem_rodas_count {
  SM_CHEM_RODAS_KEPT,
  SM_CHEM_RODAS_FAILED,
  SM_CHEM_RODAS_FIRST,
  SM_CHEM_RODAS_COUNTS
};

/* Steps that the error allows, by RODAS3 or RODAS4 (cell/chemistry/tableau.h), all cells that are
 * on their way together, stage by stage. Numbers of a slot lie SM_CHEM_TILE apart. */
enum { SM_CHEM_RODAS_STAGES = 6 };
struct sm_chem_rodas_args {
  struct sm_chem_kernel_cells
      slots; /* concentrations and temperatures of the stage, slot by slot */
  struct sm_chem_kernel_cells cells;
  int64_t count;              /* of cells that are taken */
  double dt, rtol, atol;      /* s, > 0; tolerances of shares of molecules, and of K */
  int32_t limit, mode;        /* steps of a cell at most */
  double *first;              /* s, in: first step of each cell, 0: none known; out: the next */
  int32_t *steps, *rejected;  /* out: of each cell; -1: it failed and is as it was */
  const int32_t *order;       /* the cells that are taken; 0: as they lie */
  unsigned long long *counts; /* enum sm_chem_rodas_count; what follows is of the kernels */
  int64_t kept, taken;        /* slots from `kept` on take the cells from `taken` on */
  struct sm_chem_slot *slot, *slot_after; /* those after have what goes on */
  double *y, *y_after;                    /* states: species, their sum, the temperature */
  double *rates, *potentials;     /* as the concentrations of the slots; g, of the temperatures */
  double *constants, *values, *k; /* of slopes; of the matrix; K of all stages */
  int32_t stage, stages, order_of_error, stale; /* stale: the stage whose f is that of the begin */
  int32_t goes_on; /* the stage after has the a of this one, and one more */
  double gamma;
  double a[SM_CHEM_RODAS_STAGES]; /* of the stage after */
  double c[SM_CHEM_RODAS_STAGES];
};

#endif

/* chem/generate/cell_state.h - storage of the concentrations and activities of a cell in generated
 * kinetics. Read as text, between chem/generate/prelude.h and the generated functions.
 *
 * SM_CHEM_SHARED: in the shared memory of a block of SM_CHEM_THREADS, one column per thread, g in
 * the second half; c and a are the same column then. Else in registers. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_AT(k) ((k)*SM_CHEM_THREADS)
#define SM_CHEM_A(k) a[SM_CHEM_AT(k)]
#define SM_CHEM_G(k) g[SM_CHEM_AT(k)]
#define SM_CHEM_C(k) (SM_CHEM_A(k) * SM_CHEM_G(k))
#define SM_CHEM_KEEP(k)
/* What is in shared memory is not to be kept in registers too. */
#define SM_CHEM_NEXT asm volatile("" ::: "memory");
#else
#define SM_CHEM_AT(k) (k)
#define SM_CHEM_A(k) a[k]
#define SM_CHEM_G(k) g[k]
#define SM_CHEM_C(k) c[k]
#define SM_CHEM_KEEP(k) a[k] = c[k];
#define SM_CHEM_NEXT
#endif
/* Sets g of species k and its activity. The inverse of g is e^-x. */
#define SM_CHEM_POTENTIAL(k, value)                                                                \
  {                                                                                                \
    const double potential = value;                                                                \
    SM_CHEM_G(k) = potential;                                                                      \
    SM_CHEM_A(k) = c[SM_CHEM_AT(k)] * sm_chem_inverse(potential);                                  \
  }                                                                                                \
  SM_CHEM_NEXT

/* Parts of the rates are functions of their own where one would be too long. */
#ifdef SM_CHEM_SHARED
#define SM_CHEM_PART static __device__ __noinline__
#else
#define SM_CHEM_PART SM_CHEM_FN
#endif

/* Adds to the rate of a species. In the memory of a GPU, where nobody else does, as an order that
 * is not waited for. */
#if defined SM_CHEM_APART && defined __CUDACC__
#define SM_CHEM_READ(x) __ldg(x)
#define SM_CHEM_ADD(to, x) atomicAdd(&(to), x)
#else
#define SM_CHEM_READ(x) *(x)
#define SM_CHEM_ADD(to, x) to += x
#endif

#ifndef __CUDACC__
#define SM_CHEM_UNROLL
#define SM_CHEM_UNROLL_ALL
#else
#ifdef SM_CHEM_SHARED /* a state that registers do not hold is indexed in memory */
#define SM_CHEM_UNROLL _Pragma("unroll 1")
#else
#define SM_CHEM_UNROLL _Pragma("unroll")
#endif
#define SM_CHEM_UNROLL_ALL _Pragma("unroll")
#endif

/* What all reactions of a cell ask for: temperature, K, its logarithm and inverse, ln p, the sum of
 * the concentrations. */
struct sm_chem_temperature_state {
  double t, log_t, per_t, log_p, all;
};

/* Sums over the species of a cell: of h/R times w, of cp/R times y, of y, of w. */
struct sm_chem_sums {
  double made, capacity, moles, more;
};

/* Of cp/R times y, of cp/R times w, of d(cp/R)/dT times y; of h/R - less T times w, of y, of w. */
struct sm_chem_capacities {
  double capacity, made, slope, heat, moles, more;
};

/* What the matrix 1/(h gamma) - df/dy of a cell is made of (cell/chemistry/group_rhs.h). */
struct sm_chem_matrix {
  double t, per_t;
  double volume;       /* m3/kmol: f = volume w */
  double by_n, by_t;   /* of what the volume does at constant pressure: volume/N and /T, or 0 */
  double excess;       /* K: of the energies, over R, over what d ln Kc/dT has: h/R - T */
  double heating;      /* K/s; 0 where the temperature stays */
  double less;         /* of cp/R */
  double per_capacity; /* 1 / (sum of cp/R times y); 0 where the temperature stays */
  double own;          /* what the temperature does to capacities and energies */
  double shift;        /* 1/(h gamma) */
};

/* Numbers of a cell lie apart by the cells of a warp, so that the place of each is known where it
 * is read. */
#define SM_CHEM_TILE 32
#define SM_CHEM_V(i) v[(i)*SM_CHEM_TILE]
#define SM_CHEM_S(i) s[(i)*SM_CHEM_TILE]

/* Functions that have the registers for themselves. What they are called with lies in the memory of
 * all, but for the columns of a block. */
#ifdef __CUDACC__
#define SM_CHEM_ALONE static __device__ __noinline__
#define SM_CHEM_LIES(pointer) __builtin_assume(__isGlobal(pointer));
#else
#define SM_CHEM_ALONE SM_CHEM_FN
#define SM_CHEM_LIES(pointer)
#endif
#ifdef SM_CHEM_SHARED
extern __shared__ double sm_chem_column[];
#define SM_CHEM_COLUMN(pointer) pointer = sm_chem_column + threadIdx.x;
#define SM_CHEM_COLUMN_AFTER(pointer)                                                              \
  pointer = sm_chem_column + threadIdx.x + SM_CHEM_AT(SM_CHEM_PLACES);
#else
#define SM_CHEM_COLUMN(pointer)
#define SM_CHEM_COLUMN_AFTER(pointer)
#endif

/* Optimisation barrier: x itself, but opaque to the compiler, so that expressions of it are
 * computed again. */
SM_CHEM_FN double sm_chem_opaque(double x) {
#ifdef __CUDACC__
  asm volatile("" : "+d"(x));
#endif
  return x;
}

#define SM_SPECIES 4
#define SM_REACTIONS 4

#define SM_CHEM_NONNEGATIVE {1, 1, 1, 1}

SM_CHEM_FN void sm_chem_heat(double t, const double *y, const double *w,
                             int64_t stride, struct sm_chem_sums *sum) {
  const double log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);
  double made = 0.0, capacity = 0.0, moles = 0.0, more = 0.0;
  (void)log_t;
  (void)per_t;
  moles += y[0 * stride];
  more += w[0 * stride];
  moles += y[1 * stride];
  more += w[1 * stride];
  moles += y[2 * stride];
  more += w[2 * stride];
  moles += y[3 * stride];
  sum->made = made;
  sum->capacity = capacity;
  sum->moles = moles;
  sum->more = more;
}

SM_CHEM_PART void sm_chem_begin(double t, double log_t, double per_t,
    const double *c, double *g, double *a) {
  (void)t;
  (void)log_t;
  (void)per_t;
  (void)g;
  SM_CHEM_KEEP(0)
  SM_CHEM_KEEP(1)
  SM_CHEM_KEEP(2)
  SM_CHEM_KEEP(3)
}

SM_CHEM_PART void sm_chem_part_0(double t, double log_t, double per_t, double log_p,
    double all, const struct sm_chem_air *air, const double *c, const double *g,
    const double *a, double *w, int64_t stride, double *s) {
  (void)t;
  (void)log_t;
  (void)per_t;
  (void)log_p;
  (void)all;
  (void)air;
  (void)c;
  (void)g;
  (void)a;
  (void)s;
  double w_0;
  double w_1;
  double w_2;
  { /* reaction 1 */
    double s_0;
    s_0 = t;
    double s_1;
    s_1 = 0x1.2cp+8;
    s_0 -= s_1;
    s_1 = 0x1.26e978d4fdf3bp-5;
    double s_2;
    s_2 = 0x1.26e978d4fdf3bp-6;
    s_0 = s_0 > 0.0 ? s_1 : s_2;
    const double k = s_0;
    const double q = k * (SM_CHEM_A(0));
    w_0 = -q;
    w_1 = q;
  }
  SM_CHEM_NEXT
  { /* reaction 2 */
    double s_0;
    s_0 = t;
    double s_1;
    s_1 = 0x1.22p+8;
    s_0 -= s_1;
    s_1 = 0x1.22p+8;
    double s_2;
    s_2 = t;
    s_1 -= s_2;
    s_0 = sm_chem_max(s_0, s_1);
    s_1 = t;
    s_2 = 0x1.22p+8;
    s_1 -= s_2;
    s_2 = 0x1.22p+8;
    double s_3;
    s_3 = t;
    s_2 -= s_3;
    s_1 = sm_chem_max(s_1, s_2);
    s_2 = -0x1p+0;
    s_3 = 0x1p+0;
    s_1 = s_1 > 0.0 ? s_2 : s_3;
    s_2 = 0x1.cp+2;
    s_3 = 0x1.f4p+7;
    double s_4;
    s_4 = t;
    s_3 -= s_4;
    s_4 = 0x1.4p+8;
    double s_5;
    s_5 = t;
    s_4 -= s_5;
    s_5 = -0x1p+0;
    double s_6;
    s_6 = 0x1p+0;
    s_4 = s_4 > 0.0 ? s_5 : s_6;
    s_5 = t;
    s_6 = 0x1.4ap+8;
    s_5 -= s_6;
    s_6 = -0x1p+0;
    double s_7;
    s_7 = 0x1p+0;
    s_5 = s_5 > 0.0 ? s_6 : s_7;
    s_4 = sm_chem_min(s_4, s_5);
    s_3 = sm_chem_max(s_3, s_4);
    s_4 = 0x1.8p+1;
    s_5 = 0x1p+0;
    s_3 = s_3 > 0.0 ? s_4 : s_5;
    s_1 = s_1 > 0.0 ? s_2 : s_3;
    s_2 = 0x1.4p+1;
    s_1 -= s_2;
    s_0 = sm_chem_min(s_0, s_1);
    s_1 = t;
    s_2 = 0x1.22p+8;
    s_1 -= s_2;
    s_2 = 0x1.22p+8;
    s_3 = t;
    s_2 -= s_3;
    s_1 = sm_chem_max(s_1, s_2);
    s_2 = -0x1p+0;
    s_3 = 0x1p+0;
    s_1 = s_1 > 0.0 ? s_2 : s_3;
    s_2 = 0x1.cp+2;
    s_3 = 0x1.f4p+7;
    s_4 = t;
    s_3 -= s_4;
    s_4 = 0x1.4p+8;
    s_5 = t;
    s_4 -= s_5;
    s_5 = -0x1p+0;
    s_6 = 0x1p+0;
    s_4 = s_4 > 0.0 ? s_5 : s_6;
    s_5 = t;
    s_6 = 0x1.4ap+8;
    s_5 -= s_6;
    s_6 = -0x1p+0;
    s_7 = 0x1p+0;
    s_5 = s_5 > 0.0 ? s_6 : s_7;
    s_4 = sm_chem_min(s_4, s_5);
    s_3 = sm_chem_max(s_3, s_4);
    s_4 = 0x1.8p+1;
    s_5 = 0x1p+0;
    s_3 = s_3 > 0.0 ? s_4 : s_5;
    s_1 = s_1 > 0.0 ? s_2 : s_3;
    s_2 = 0x1p+0;
    s_1 += s_2;
    s_2 = t;
    s_3 = 0x1.22p+8;
    s_2 -= s_3;
    s_3 = 0x1.22p+8;
    s_4 = t;
    s_3 -= s_4;
    s_2 = sm_chem_max(s_2, s_3);
    s_3 = -0x1p+0;
    s_4 = 0x1p+0;
    s_2 = s_2 > 0.0 ? s_3 : s_4;
    s_3 = 0x1.cp+2;
    s_4 = 0x1.f4p+7;
    s_5 = t;
    s_4 -= s_5;
    s_5 = 0x1.4p+8;
    s_6 = t;
    s_5 -= s_6;
    s_6 = -0x1p+0;
    s_7 = 0x1p+0;
    s_5 = s_5 > 0.0 ? s_6 : s_7;
    s_6 = t;
    s_7 = 0x1.4ap+8;
    s_6 -= s_7;
    s_7 = -0x1p+0;
    double s_8;
    s_8 = 0x1p+0;
    s_6 = s_6 > 0.0 ? s_7 : s_8;
    s_5 = sm_chem_min(s_5, s_6);
    s_4 = sm_chem_max(s_4, s_5);
    s_5 = 0x1.8p+1;
    s_6 = 0x1p+0;
    s_4 = s_4 > 0.0 ? s_5 : s_6;
    s_2 = s_2 > 0.0 ? s_3 : s_4;
    s_0 = s_0 > 0.0 ? s_1 : s_2;
    const double k = s_0;
    const double q = k * (SM_CHEM_A(1));
    w_1 -= q;
    w_2 = q;
  }
  SM_CHEM_NEXT
  { /* reaction 3 */
    double s_0;
    s_0 = 0x1.0ep+8;
    double s_1;
    s_1 = t;
    s_0 -= s_1;
    s_1 = 0x1p+1;
    double s_2;
    s_2 = 0x1p+0;
    s_0 = s_0 > 0.0 ? s_1 : s_2;
    s_1 = 0x1.0ep+8;
    s_2 = t;
    s_1 -= s_2;
    s_2 = 0x1.04p+8;
    double s_3;
    s_3 = t;
    s_2 -= s_3;
    s_3 = 0x1.4p+2;
    double s_4;
    s_4 = 0x1.09p+8;
    double s_5;
    s_5 = t;
    s_4 -= s_5;
    s_5 = 0x1.8p+2;
    double s_6;
    s_6 = 0x1p+0;
    s_4 = s_4 > 0.0 ? s_5 : s_6;
    s_2 = s_2 > 0.0 ? s_3 : s_4;
    s_3 = t;
    s_4 = 0x1.2cp+8;
    s_3 -= s_4;
    s_4 = -0x1p+0;
    s_5 = 0x1p+0;
    s_3 = s_3 > 0.0 ? s_4 : s_5;
    s_4 = 0x1.cp+2;
    s_5 = 0x1p+3;
    s_3 = s_3 > 0.0 ? s_4 : s_5;
    s_1 = s_1 > 0.0 ? s_2 : s_3;
    s_0 *= s_1;
    const double k = s_0;
    const double q = k * (SM_CHEM_A(2));
    w_2 -= q;
    w_0 += q;
  }
  SM_CHEM_NEXT
  { /* reaction 4 */
    double s_0;
    s_0 = t;
    double s_1;
    s_1 = 0x1.11p+8;
    s_0 -= s_1;
    s_1 = -0x1p+0;
    double s_2;
    s_2 = 0x1p+0;
    s_0 = s_0 > 0.0 ? s_1 : s_2;
    s_1 = 0x1p+0;
    s_2 = 0x1p+0;
    double s_3;
    s_3 = t;
    s_2 /= s_3;
    s_0 = s_0 > 0.0 ? s_1 : s_2;
    const double k = s_0;
    const double q = k * (SM_CHEM_A(0));
    w_0 -= q;
    w_2 += q;
  }
  SM_CHEM_NEXT
  w[0 * stride] = w_0;
  w[1 * stride] = w_1;
  w[2 * stride] = w_2;
  w[3 * stride] = 0.0;
}

#define SM_CHEM_PARTS 1
#define SM_CHEM_PLACES 4
SM_CHEM_FN void sm_chem_part(int part, const struct sm_chem_temperature_state *h,
    const struct sm_chem_air *air, const double *c, const double *g, const double *a,
    double *w, int64_t stride, double *s) {
  switch (part) {
  case 0: sm_chem_part_0(h->t, h->log_t, h->per_t, h->log_p, h->all, air, c, g, a,
    w, stride, s); break;
  }
}

/* chem/generate/kernels.h - kernels around generated kinetics, one thread per cell. Read as text,
 * after the generated functions. On the host each kernel is a loop. */
#define SM_CHEM_R 8314.46261815324 /* J/(kmol K) */

#ifdef SM_CHEM_SHARED
#define SM_CHEM_COLUMNS                                                                            \
  double *const c = sm_chem_column + threadIdx.x;                                                  \
  double *const a = c, *const g = c + SM_CHEM_AT(SM_CHEM_PLACES)
#else
#define SM_CHEM_COLUMNS double c[SM_SPECIES], g[SM_SPECIES], a[SM_SPECIES]
#endif

#ifdef __CUDACC__
#define SM_CHEM_KERNEL(NAME, ARGS)                                                                 \
  extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS) NAME(const struct ARGS s) {         \
    const int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x;                         \
    if (i < s.cells.count) NAME##_cell(&s, i);                                                     \
  }
#else
#define SM_CHEM_KERNEL(NAME, ARGS)                                                                 \
  void NAME(const struct ARGS *s) {                                                                \
    for (int64_t i = 0; i < s->cells.count; i++) NAME##_cell(s, i);                                \
  }
#endif

/* What surrounds cell i; its pressure, where none is given, of an ideal gas. */
SM_CHEM_FN struct sm_chem_air sm_chem_air_of(const struct sm_chem_kernel_cells *s, int64_t i,
                                             double pressure) {
  const struct sm_chem_air air = {s->pressure ? s->pressure[i] : pressure, s->sun ? s->sun[i] : 0.0,
                                  s->zenith ? s->zenith[i] : 0.0, s->water ? s->water[i] : 0.0};
  return air;
}

/* Rates of production of the concentrations c, whose sum is `all`. */
SM_CHEM_FN struct sm_chem_temperature_state sm_chem_temperature_state_of(double t, double pressure,
                                                                         double all) {
  const struct sm_chem_temperature_state h = {t, sm_chem_log(t), sm_chem_inverse(t),
                                              sm_chem_log(pressure), all};
  return h;
}
#if defined SM_CHEM_PARTS && !defined SM_CHEM_APART
SM_CHEM_FN void sm_chem_rates(double t, const struct sm_chem_air *air, double all, const double *c,
                              double *g, double *a, double *w, int64_t stride, double *s) {
  const struct sm_chem_temperature_state h = sm_chem_temperature_state_of(t, air->pressure, all);
  sm_chem_begin(h.t, h.log_t, h.per_t, c, g, a);
  for (int part = 0; part < SM_CHEM_PARTS; part++)
    sm_chem_part(part, &h, air, c, g, a, w, stride, s);
}
#endif

#ifdef SM_CHEM_RATES
#ifdef SM_CHEM_APART
/* All cells of the block part by part: its instructions are read once for them. */
extern "C" __global__ void __launch_bounds__(SM_CHEM_BOUNDS)
    chem_rates(const struct sm_chem_rates_args s) {
  SM_CHEM_COLUMNS;
  const struct sm_chem_kernel_cells *const cells = &s.cells;
  const int64_t step = (int64_t)gridDim.x * SM_CHEM_THREADS;
  for (int part = 0; part < SM_CHEM_PARTS; part++)
    for (int64_t i = (int64_t)blockIdx.x * SM_CHEM_THREADS + threadIdx.x; i < cells->count;
         i += step) {
      const double t = cells->temperature[i], log_t = sm_chem_log(t), per_t = sm_chem_inverse(t);
      const double all =
          sm_chem_begin(part, cells->concentrations + i, cells->stride, t, log_t, per_t, c, g, a);
      const struct sm_chem_air air = sm_chem_air_of(cells, i, SM_CHEM_R * t * all);
      const struct sm_chem_temperature_state h = {t, log_t, per_t, sm_chem_log(air.pressure), all};
      sm_chem_part(part, &h, &air, c, g, a, s.rates + i, cells->stride, 0);
    }
}
#else
SM_CHEM_FN void chem_rates_cell(const struct sm_chem_rates_args *s, int64_t i) {
  SM_CHEM_COLUMNS;
  const double *const from = s->cells.concentrations + i;
  const double t = s->cells.temperature[i];
  double all = 0.0;
  SM_CHEM_UNROLL_ALL for (int k = 0; k < SM_SPECIES; k++) {
    c[SM_CHEM_AT(k)] = from[k * s->cells.stride];
    all += c[SM_CHEM_AT(k)];
  }
  const struct sm_chem_air air = sm_chem_air_of(&s->cells, i, SM_CHEM_R * t * all);
  sm_chem_rates(t, &air, all, c, g, a, s->rates + i, s->cells.stride, 0);
}
SM_CHEM_KERNEL(chem_rates, sm_chem_rates_args)
#endif
#endif

#if defined SM_CHEM_STEPS || defined SM_CHEM_RKC
/* What a step of a cell asks for. */
struct sm_chem_cell {
  int32_t mode;
  double density; /* kmol/m3 at the begin: y are moles of what is a mole then */
  struct sm_chem_air air;
  double rtol, atol;
};

/* y of cell i: moles of each species in a mole of gas, and the temperature. */
SM_CHEM_FN struct sm_chem_cell sm_chem_load(const struct sm_chem_kernel_cells *s, int32_t mode,
                                            int64_t i, double *y) {
  struct sm_chem_cell cell;
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) {
    y[k] = s->concentrations[k * s->stride + i];
    moles += y[k];
  }
  const double per = sm_chem_inverse(moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) y[k] *= per;
  y[SM_SPECIES] = s->temperature[i];
  cell.mode = mode;
  cell.density = moles;
  cell.air = sm_chem_air_of(s, i, SM_CHEM_R * y[SM_SPECIES] * moles);
  cell.rtol = cell.atol = 0.0;
  return cell;
}

/* Density of what was a mole at the begin, kmol/m3. */
SM_CHEM_FN double sm_chem_density(const struct sm_chem_cell *cell, const double *y, double moles) {
  return cell->mode == SM_CHEM_KERNEL_PRESSURE
             ? cell->air.pressure * sm_chem_inverse(SM_CHEM_R * y[SM_SPECIES] * moles)
             : cell->density;
}

SM_CHEM_FN void sm_chem_store(const struct sm_chem_kernel_cells *s, const struct sm_chem_cell *cell,
                              int64_t i, const double *y) {
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) moles += y[k];
  const double density = sm_chem_density(cell, y, moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) s->concentrations[k * s->stride + i] =
      y[k] * density;
  s->temperature[i] = y[SM_SPECIES];
}

/* dy/dt. */
SM_CHEM_FN void sm_chem_rhs(const struct sm_chem_cell *cell, const double *y, double *slope) {
  SM_CHEM_COLUMNS;
  const double t = y[SM_SPECIES];
  double moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) moles += y[k];
  const double density = sm_chem_density(cell, y, moles);
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) c[SM_CHEM_AT(k)] = y[k] * density;
  struct sm_chem_air air = cell->air;
  if (cell->mode == SM_CHEM_KERNEL_VOLUME) air.pressure = density * SM_CHEM_R * t * moles;
  struct sm_chem_sums sum;
  sm_chem_rates(t, &air, moles * density, c, g, a, slope, 1, 0);
  const double volume = sm_chem_inverse(density);
  const int fixed = cell->mode == SM_CHEM_KERNEL_VOLUME;
  sm_chem_heat(t, y, slope, 1, &sum);
  const double made = fixed ? sum.made - t * sum.more : sum.made;
  const double capacity = fixed ? sum.capacity - sum.moles : sum.capacity;
  const double warming = -made * volume * sm_chem_inverse(capacity);
  slope[SM_SPECIES] = cell->mode == SM_CHEM_KERNEL_ISOTHERMAL ? 0.0 : warming;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) slope[k] *= volume;
}
#endif

#ifdef SM_CHEM_STEPS
SM_CHEM_FN void chem_steps_cell(const struct sm_chem_rk4_args *s, int64_t i) {
  double y[SM_SPECIES + 1], sum[SM_SPECIES + 1], at[SM_SPECIES + 1], slope[SM_SPECIES + 1];
  const struct sm_chem_cell cell = sm_chem_load(&s->cells, s->mode, i, y);
  for (int32_t step = 0; step < s->steps; step++) {
    SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) {
      sum[k] = y[k];
      at[k] = y[k];
    }
#ifdef __CUDACC__
#pragma unroll 1
#endif
    for (int stage = 0; stage < 4; stage++) {
      const double weight = s->dt * (stage == 0 || stage == 3 ? 1.0 / 6.0 : 1.0 / 3.0);
      const double ahead = s->dt * (stage < 2 ? 0.5 : 1.0);
      sm_chem_rhs(&cell, at, slope);
      SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) {
        sum[k] = SM_CHEM_FMA(weight, slope[k], sum[k]);
        at[k] = SM_CHEM_FMA(ahead, slope[k], y[k]);
      }
    }
    SM_CHEM_UNROLL for (int k = 0; k <= SM_SPECIES; k++) y[k] = sum[k];
  }
  sm_chem_store(&s->cells, &cell, i, y);
}
SM_CHEM_KERNEL(chem_steps, sm_chem_rk4_args)
#endif

#ifdef SM_CHEM_RKC
SM_CHEM_FN double sm_chem_state_norm(const double *x) {
  double sum = 1e-6 * x[SM_SPECIES] * x[SM_SPECIES];
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) sum = SM_CHEM_FMA(x[k], x[k], sum);
  return sqrt(sum * (1.0 / (SM_SPECIES + 1)));
}

/* Root of the mean square of x over what is allowed at y, of the species, of their sum, and of the
 * temperature. */
SM_CHEM_FN double sm_chem_error_norm(const struct sm_chem_cell *cell, const double *x,
                                     const double *y) {
  double sum = 0.0, off = 0.0, moles = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) {
    const double over = x[k] * sm_chem_inverse(SM_CHEM_FMA(cell->rtol, fabs(y[k]), cell->atol));
    sum = SM_CHEM_FMA(over, over, sum);
    off += x[k];
    moles += y[k];
  }
  const double all = off * sm_chem_inverse(SM_CHEM_FMA(cell->rtol, fabs(moles), cell->atol));
  const double warm = x[SM_SPECIES] * sm_chem_inverse(cell->rtol * fabs(y[SM_SPECIES]));
  return sqrt((sum + all * all + warm * warm) * (1.0 / (SM_SPECIES + 2)));
}

/* The largest of what species fall below 0 by, from y to at, over what is allowed. */
SM_CHEM_FN double sm_chem_negativity(const struct sm_chem_cell *cell, const double *y,
                                     const double *at) {
  double most = 0.0;
  SM_CHEM_UNROLL for (int k = 0; k < SM_SPECIES; k++) most =
      sm_chem_max(most, sm_chem_min(y[k], 0.0) - at[k]);
  return most * sm_chem_inverse(cell->atol);
}

#define SM_RKC_FN SM_CHEM_FN
#define SM_RKC_PARAMETERS const struct sm_chem_cell *cell
#define SM_RKC_ARGUMENTS cell
#define SM_RKC_EACH(i) SM_CHEM_UNROLL for (int i = 0; i <= SM_SPECIES; i++)
#define SM_RKC_SYNC
#define SM_RKC_RHS(y, f) sm_chem_rhs(cell, y, f)
#define SM_RKC_NORM(x) sm_chem_state_norm(x)
#define SM_RKC_ERROR_NORM(x, y) sm_chem_error_norm(cell, x, y)
#define SM_RKC_NEGATIVITY(y, at, h) sm_chem_negativity(cell, y, at)
/* cell/chemistry/rkc.h - RKC2, the stabilised explicit Runge-Kutta-Chebyshev method of order 2
 * (Sommeijer, Shampine & Verwer 1997): no matrix, and a step length proportional to the square of
 * the number of stages.
 *
 * Read as a template, also as text by the compiler of generated kinetics. Before it stand
 *   SM_RKC_FN, SM_RKC_PARAMETERS      how a function begins; its parameters and what they are
 * called with SM_RKC_ARGUMENTS SM_RKC_EACH(i)              a loop over the state, of which this
 * lane has a part SM_RKC_SYNC                 what was written by others may be read SM_RKC_RHS(y,
 * f)          f = dy/dt SM_RKC_NORM(x)             root of the mean square over the state, by mass
 * fractions and T/1000 SM_RKC_ERROR_NORM(x, y)          the same over what is allowed at y
 *   SM_RKC_NEGATIVITY(y, at, h)     how far a step falls below nothing
 * (cell/chemistry/step_control.h) For s stages: w0 = 1 + 2/(13 s^2), b_j = T_j''(w0)/T_j'(w0)^2, w1
 * = T_s'(w0)/T_s''(w0), Y1 = Y0 + b1 w1 h f0 Yj = (1 - mu - nu) Y0 + mu Y(j-1) + nu Y(j-2) + mu' h
 * f(Y(j-1)) + gamma h f0 with mu = 2 b_j w0/b_(j-1), nu = -b_j/b_(j-2), mu' = 2 b_j w1/b_(j-1),
 * gamma = -(1 - b_(j-1) T_(j-1)(w0)) mu'. */

struct sm_rkc_control {
  double dt, first;   /* s; first step, 0: from the slope */
  int limit;          /* steps */
  double defer_above; /* spectral radius times dt above which it is left to others; 0: never */
};

struct sm_rkc_result {
  int steps, rejected, slopes, failed, deferred;
  double next; /* s */
};

enum { SM_RKC_STAGES = 400, SM_RKC_ITERATIONS = 50, SM_RKC_RADIUS_STEPS = 25 };

/* Spectral radius of df/dy at y, with a margin of a fifth; v: a vector that it begins from and
 * leaves for the next time. -1 where it does not settle. */
SM_RKC_FN double sm_rkc_radius(SM_RKC_PARAMETERS, const double *y, const double *f0, double *v,
                               double *f, int *slopes) {
  double length = SM_RKC_NORM(v), sigma = 0.0;
  const double small = 1e-8 * SM_RKC_NORM(y) + 1e-300;
  const double by = length > 0.0 ? small / length : 0.0;
  SM_RKC_EACH(i) v[i] = y[i] + (by > 0.0 ? by * v[i] : 1e-8 * y[i]);
  SM_RKC_SYNC;
  for (int turn = 0; turn < SM_RKC_ITERATIONS; turn++) {
    SM_RKC_RHS(v, f);
    (*slopes)++;
    SM_RKC_EACH(i) f[i] -= f0[i];
    SM_RKC_SYNC;
    length = SM_RKC_NORM(f);
    const double before = sigma;
    sigma = length / small;
    if (!(length > 0.0)) break;
    if (turn > 0 && fabs(sigma - before) <= 0.01 * sigma) {
      SM_RKC_EACH(i) v[i] -= y[i];
      SM_RKC_SYNC;
      return 1.2 * sigma;
    }
    const double scale = small / length;
    SM_RKC_EACH(i) v[i] = y[i] + scale * f[i];
    SM_RKC_SYNC;
  }
  SM_RKC_EACH(i) v[i] -= y[i];
  SM_RKC_SYNC;
  return sigma > 0.0 ? 2.0 * sigma : 0.0;
}

/* One step of s stages from y, of slope f0, to a, of slope f; b is room. */
SM_RKC_FN void sm_rkc_step(SM_RKC_PARAMETERS, const double *y, const double *f0, double h,
                           int stages, double *a, double *b, double *f, int *slopes) {
  const double s = (double)stages, w0 = 1.0 + 2.0 / (13.0 * s * s), square = w0 * w0 - 1.0;
  const double root = sqrt(square), arc = s * sm_chem_log(w0 + root);
  const double up = sm_chem_exp(arc), down = 1.0 / up;
  const double sine = 0.5 * (up - down), cosine = 0.5 * (up + down);
  const double w1 = sine * square / (cosine * s * root - w0 * sine);
  double b1 = 1.0 / (4.0 * w0 * w0), b2 = b1; /* b of the last stage and of that before */
  double t1 = w0, t2 = 1.0, d1 = 1.0, d2 = 0.0, e1 = 0.0, e2 = 0.0; /* T, T', T'' of the same */
  SM_RKC_EACH(i) {
    b[i] = y[i];
    a[i] = y[i] + b1 * w1 * h * f0[i];
  }
  SM_RKC_SYNC;
  for (int j = 2;; j++) {
    SM_RKC_RHS(a, f);
    (*slopes)++;
    if (j > stages) return;
    const double t = 2.0 * w0 * t1 - t2, d = 2.0 * w0 * d1 - d2 + 2.0 * t1;
    const double e = 2.0 * w0 * e1 - e2 + 4.0 * d1, bj = e / (d * d);
    const double mu = 2.0 * w0 * bj / b1, nu = -bj / b2, along = h * 2.0 * w1 * bj / b1;
    const double back = -(1.0 - b1 * t1) * along, rest = 1.0 - mu - nu;
    SM_RKC_EACH(i) {
      const double next = rest * y[i] + mu * a[i] + nu * b[i] + along * f[i] + back * f0[i];
      b[i] = a[i];
      a[i] = next;
    }
    SM_RKC_SYNC;
    b2 = b1;
    b1 = bj;
    t2 = t1;
    t1 = t;
    d2 = d1;
    d1 = d;
    e2 = e1;
    e1 = e;
  }
}

/* Advances y by the control's dt. The other arrays are room. */
SM_RKC_FN struct sm_rkc_result sm_rkc_advance(SM_RKC_PARAMETERS, const struct sm_rkc_control *c,
                                              double *y, double *f0, double *a, double *b,
                                              double *f, double *v) {
  struct sm_rkc_result r = {0, 0, 0, 0, 0, c->first};
  double time = 0.0, radius = 0.0;
  int age = SM_RKC_RADIUS_STEPS;
  SM_RKC_RHS(y, f0);
  SM_RKC_EACH(i) v[i] = f0[i];
  SM_RKC_SYNC;
  if (!(r.next > 0.0)) {
    const double slope = SM_RKC_ERROR_NORM(f0, y);
    r.next = slope * c->dt > 1.0 ? 1.0 / slope : c->dt;
  }
  while (time < c->dt && r.steps + r.rejected < c->limit) {
    if (age >= SM_RKC_RADIUS_STEPS) {
      radius = sm_rkc_radius(SM_RKC_ARGUMENTS, y, f0, v, f, &r.slopes);
      age = 0;
      r.deferred = c->defer_above > 0.0 && time == 0.0 && radius * c->dt > c->defer_above;
      if (r.deferred) break;
    }
    const double most = SM_RKC_STAGES, longest = (most * most - 1.0) / (1.54 * radius + 1e-300);
    double h = c->dt - time;
    if (r.next < h) h = r.next;
    if (longest < h) h = longest;
    const int stages = 2 + (int)sqrt(1.54 * h * radius);
    sm_rkc_step(SM_RKC_ARGUMENTS, y, f0, h, stages < SM_RKC_STAGES ? stages : SM_RKC_STAGES, a, b,
                f, &r.slopes);
    SM_RKC_EACH(i) b[i] = 0.8 * (y[i] - a[i]) + 0.4 * h * (f0[i] + f[i]);
    SM_RKC_SYNC;
    const double below = SM_RKC_NEGATIVITY(y, a, h), off = SM_RKC_ERROR_NORM(b, y);
    const double error = below > off ? below : off;
    const int known = error >= 0.0 && error < 1e30;
    double factor =
        known ? 0.8 * (error > 1e-12 ? sm_chem_exp(-sm_chem_log(error) / 3.0) : 1e4) : 0.1;
    factor = factor > 5.0 ? 5.0 : factor > 0.1 ? factor : 0.1;
    if (error <= 1.0) {
      SM_RKC_EACH(i) {
        y[i] = a[i];
        f0[i] = f[i];
      }
      time = h < c->dt - time ? time + h : c->dt;
      r.steps++;
      age++;
    } else {
      r.rejected++;
      age = age > 0 ? SM_RKC_RADIUS_STEPS : age;
    }
    r.next = h * factor;
    SM_RKC_SYNC;
    if (!(h > 1e-16 * c->dt)) break;
  }
  r.failed = time < c->dt;
  return r;
}


/* Of all threads; the count before. */
#ifdef __CUDACC__
#define SM_CHEM_ATOMIC_COUNT(at) atomicAdd(at, 1ull)
#define SM_CHEM_ATOMIC_MAX(at, x) atomicMax(at, x)
#else
#define SM_CHEM_ATOMIC_COUNT(at) ((*(at))++)
#define SM_CHEM_ATOMIC_MAX(at, x) ((void)(*(at) = *(at) > (x) ? *(at) : (x)))
#endif

SM_CHEM_FN void chem_rkc_cell(const struct sm_chem_rkc_args *s, int64_t number) {
  const int64_t i = s->order ? s->order[number] : number;
  double y[SM_SPECIES + 1], f0[SM_SPECIES + 1], a[SM_SPECIES + 1], b[SM_SPECIES + 1];
  double f[SM_SPECIES + 1], v[SM_SPECIES + 1];
  struct sm_chem_cell cell = sm_chem_load(&s->cells, s->mode, i, y);
  cell.rtol = s->rtol;
  cell.atol = s->atol;
  const struct sm_rkc_control control = {s->dt, s->first ? s->first[i] : 0.0, s->limit,
                                         s->defer_above};
  const struct sm_rkc_result r = sm_rkc_advance(&cell, &control, y, f0, a, b, f, v);
  if (r.deferred) {
    s->deferred[SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RKC_DEFERRED])] = (int32_t)i;
  } else if (r.failed && s->counts) {
    SM_CHEM_ATOMIC_COUNT(&s->counts[SM_CHEM_RKC_FAILED]);
    SM_CHEM_ATOMIC_MAX(&s->counts[SM_CHEM_RKC_FIRST], (unsigned long long)(s->cells.count - i));
  }
  s->steps[i] = r.failed ? -1 : r.steps;
  s->rejected[i] = r.rejected;
  if (s->first && !r.deferred) s->first[i] = r.failed ? 0.0 : r.next;
  if (!r.failed) sm_chem_store(&s->cells, &cell, i, y);
}
SM_CHEM_KERNEL(chem_rkc, sm_chem_rkc_args)
#endif

