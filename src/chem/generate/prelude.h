/* chem/generate/prelude.h - prelude of generated kinetics: types and functions used by them.
 * Included as text: compiled by NVRTC for a GPU and by a C compiler for the host; it includes
 * nothing of simoom.
 *
 * exp, log and 1 / x are free of branches, so that several evaluations overlap; host and GPU use
 * the same operations except for contraction. Arguments must be finite. */
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

/* 1 / x for a number with a normal inverse, accurate to the last bit or two. */
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

/* e^x; 0 below e^-708, undefined above e^709. x = n ln 2 + r; polynomial of r through e^r at the
 * Chebyshev points of |r| <= ln 2 / 2 (cell/chemistry/rates.h), accurate to 2e-16. */
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

/* ln x of a positive normal number: x = 2^n m, m near 1, and ln m = 2 artanh((m - 1) / (m + 1)). */
SM_CHEM_FN double sm_chem_log(double x) {
  const int64_t bits = SM_CHEM_BITS(x) - 0x3fe6a09e667f3bcdLL; /* bits of sqrt(1/2) */
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
  /* ln m = f - s (f - y): f is exact, so only a small correction is subtracted. */
  const double power = (double)n;
  const double low = SM_CHEM_FMA(power, 1.90821492927058770002e-10, -s * (f - y));
  return SM_CHEM_FMA(power, 6.93147180369123816490e-01, f + low);
}

#define SM_CHEM_LOG10(x) (0.43429448190325182765 * sm_chem_log(x))
#define SM_CHEM_POW10(x) sm_chem_exp(2.30258509299404568402 * (x))

SM_CHEM_FN double sm_chem_max(double a, double b) { return a > b ? a : b; }
SM_CHEM_FN double sm_chem_min(double a, double b) { return a < b ? a : b; }

/* x^e of a concentration; 0 without any. */
SM_CHEM_FN double sm_chem_power(double x, double e) {
  return x > 1e-300 ? sm_chem_exp(e * sm_chem_log(x)) : 0.0;
}

/* x^e for negative e (cell/chemistry/rates.h): constant below a trace, times x over the trace where
 * the reaction consumes the species. */
SM_CHEM_FN double sm_chem_inverse_power(double x, double e, int taken) {
  const double trace = 1e-16, some = sm_chem_max(x, trace);
  return sm_chem_exp(e * sm_chem_log(some)) * (taken ? sm_chem_max(x, 0.0) / some : 1.0);
}

/* log10 of the Troe broadening factor, from log10 of reduced pressure and of F_cent (Gilbert,
 * Luther and Troe 1983). */
SM_CHEM_FN double sm_chem_troe(double log_pressure, double log_centre) {
  const double c = SM_CHEM_FMA(-0.67, log_centre, log_pressure - 0.4);
  const double n = SM_CHEM_FMA(-1.27, log_centre, 0.75);
  const double f = c * sm_chem_inverse(SM_CHEM_FMA(-0.14, c, n));
  return log_centre * sm_chem_inverse(SM_CHEM_FMA(f, f, 1.0));
}

/* d log10 F by log10 of reduced pressure, and by log10 of F_cent. */
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

/* Ambient conditions of a cell for rate formulas of atmospheric chemistry. */
struct sm_chem_air {
  double pressure; /* Pa */
  double sun;      /* sun factor, 0 (night) to 1 */
  double zenith;   /* rad */
  double water;    /* molec/cm3 */
};
