/* rates.h - rate constants and elementary functions in double precision, for one cell.
 *
 * Only sums, products and selections: compilers can vectorise them, and every processor gets the
 * same bits (docs/theory/chemistry.md). */
#ifndef SM_CELL_CHEMISTRY_RATES_H
#define SM_CELL_CHEMISTRY_RATES_H

#include "cell/bits.h"

/* e^x with relative error 2e-16; x is clamped to -708 .. 709, so that nothing overflows. The
 * polynomial interpolates e^r at Chebyshev points of |r| <= ln 2 / 2. */
SM_FN double sm_chem_exp(double x) {
  const double low = x < -708.0 ? -708.0 : x, y = low > 709.0 ? 709.0 : low;
  const double shifted = y * 1.4426950408889634 + 6755399441055744.0; /* 1.5 * 2^52 */
  const double n = shifted - 6755399441055744.0;
  const double r = (y - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
  const double r2 = r * r, r4 = r2 * r2;
  const double a = 1.0 + r, b = 0.5000000000000019 + r * 0.1666666666666668;
  const double c = 0.04166666666648795 + r * 0.008333333333319589;
  const double d = 0.0013888888952352863 + r * 0.00019841269890076403;
  const double e = 2.4801485441561313e-05 + r * 2.755724088722987e-06;
  const double f = 2.763265472252779e-07 + r * 2.511004920481866e-08;
  const double p = (a + r2 * b) + r4 * ((c + r2 * d) + r4 * (e + r2 * f));
  return p * sm_double_from_bits((sm_double_bits(shifted) + 1023u) << 52); /* times 2^n */
}

/* 2^y with relative error 4e-16 and fewer operations than e^x; y is clamped to -1022 .. 1023, so
 * that nothing overflows. */
SM_FN double sm_chem_exp2(double y) {
  const double low = y < -1022.0 ? -1022.0 : y, x = low > 1023.0 ? 1023.0 : low;
  const double shifted = x + 6755399441055744.0; /* 1.5 x 2^52: rounds to an integer */
  const double f = x - (shifted - 6755399441055744.0), f2 = f * f, f4 = f2 * f2;
  const double a = 1.0 + f * 0.69314718055995, b = 0.24022650695910097 + f * 0.05550410866444742;
  const double c = 0.009618129107606871 + f * 0.0013333558230215262;
  const double d = 0.00015403530441765088 + f * 1.5252657229551429e-05;
  const double e = 1.321544257022465e-06 + f * 1.0208696429374313e-07 + f2 * 7.072589488396346e-09;
  const double p = (a + f2 * b) + f4 * ((c + f2 * d) + f4 * e);
  return p * sm_double_from_bits((sm_double_bits(shifted) + 1023u) << 52);
}

#define SM_LOG2_E 1.4426950408889634

/* ln x of positive, normal x, with relative or absolute error 2e-16. */
SM_FN double sm_chem_log(double x) {
  const uint64_t bits = sm_double_bits(x);
  const double half = sm_double_from_bits((bits & 0xfffffffffffffu) | 0x3fe0000000000000u);
  const double twice = half + half;
  const int low = half < 0.70710678118654752;
  const double m = low ? twice : half, less = low ? 1.0 : 0.0;
  /* the exponent as a number, without conversion of 64-bit integers, which not every processor can
   * vectorise */
  const double n =
      sm_double_from_bits(bits >> 52 | 0x4330000000000000u) - 4503599627371518.0 - less;
  const double t = (m - 1.0) / (m + 1.0), s = t * t, s2 = s * s; /* ln m = 2 artanh t */
  const double a = 1.0 / 3.0 + s * 0.2, b = 1.0 / 7.0 + s * (1.0 / 9.0);
  const double c = 1.0 / 11.0 + s * (1.0 / 13.0), d = 1.0 / 15.0 + s * (1.0 / 17.0);
  const double series = (a + s2 * b) + s2 * s2 * (c + s2 * (d + s2 * (1.0 / 19.0 + s / 21.0)));
  const double tail = n * 1.90821492927058770002e-10 + 2.0 * t * (s * series);
  return n * 6.93147180369123816490e-01 + (2.0 * t + tail);
}

#define SM_LN_10 2.302585092994045684
#define SM_LOG_ARGUMENT_MIN 1e-300 /* smallest argument of a logarithm */

/* x^n for integer |n| <= 8, from powers of x or of 1/x. */
SM_FN double sm_chem_power(double x, double per_x, int n) {
  const double base = n < 0 ? per_x : x, two = base * base, four = two * two;
  const int m = n < 0 ? -n : n;
  return ((m & 1) ? base : 1.0) * ((m & 2) ? two : 1.0) * ((m & 4) ? four : 1.0) *
         ((m & 8) ? four * four : 1.0);
}

/* C^n of a concentration in a rate. A negative order holds down to a trace, kmol/m3; below it the
 * value is constant, times c over the trace if the reaction consumes the species, since absent
 * species do not react. */
#define SM_CHEM_TRACE 1e-16
SM_FN double sm_chem_order(double c, double n, int taken) {
  if (n > 0.0)
    return n == 1.0 ? c : c > SM_LOG_ARGUMENT_MIN ? sm_chem_exp(n * sm_chem_log(c)) : 0.0;
  const double some = c > SM_CHEM_TRACE ? c : SM_CHEM_TRACE, there = c > 0.0 ? c : 0.0;
  return sm_chem_exp(n * sm_chem_log(some)) * (taken ? there / some : 1.0);
}

/* d ln (C^n) / dC, m3/kmol. */
SM_FN double sm_chem_order_derivative(double c, double n, int taken) {
  const double order = n > 0.0 || c > SM_CHEM_TRACE ? n : taken ? 1.0 : 0.0;
  return c > SM_LOG_ARGUMENT_MIN ? order / c : 0.0;
}

/* Broadening factor F of a falloff, with d ln F / d ln Pr and d ln F / dT (1/K). */
struct sm_broadening_factor {
  double f, by_pressure, by_temperature;
};

#define SM_CHEM_NO_T2 1e300 /* T2 of three-parameter Troe: exp(-T2/T) = 0 */

/* Troe form, Gilbert, Luther & Troe (1983): parameters alpha, 1/T3, 1/T1, T2, which may be
 * negative. */
SM_FN struct sm_broadening_factor sm_chem_troe(const double p[4], double t, double per_t,
                                               double pr) {
  const double a = (1.0 - p[0]) * sm_chem_exp(-t * p[1]), b = p[0] * sm_chem_exp(-t * p[2]);
  const double c = sm_chem_exp(-p[3] * per_t);
  const double sum = a + b + c, centre = sum > SM_LOG_ARGUMENT_MIN ? sum : SM_LOG_ARGUMENT_MIN;
  const double log_centre = sm_chem_log(centre) * (1.0 / SM_LN_10);
  const double log_pr =
      sm_chem_log(pr > SM_LOG_ARGUMENT_MIN ? pr : SM_LOG_ARGUMENT_MIN) * (1.0 / SM_LN_10);
  const double x = log_pr - 0.4 - 0.67 * log_centre, n = 0.75 - 1.27 * log_centre;
  const double below = n - 0.14 * x, square = below * below;
  const double share = square / (square + x * x); /* 1/(1 + g^2), g = x/below */
  /* derivatives of g by x and log Fc, then of log F = log Fc / (1 + g^2) */
  const double g_x = n / square, g_centre = (-0.67 * n + 1.27 * x) / square;
  const double by_g = -2.0 * log_centre * (x / below) * share * share;
  const double centre_t = (p[3] * per_t * per_t * c - a * p[1] - b * p[2]) / centre;
  const struct sm_broadening_factor r = {sm_chem_exp2(3.321928094887362 * log_centre * share),
                                         by_g * g_x, (share + by_g * g_centre) * centre_t};
  return r;
}

/* SRI form, Stewart, Larson & Golden (1989): parameters a, b, 1/c, d, e. */
SM_FN struct sm_broadening_factor sm_chem_sri(const double p[5], double t, double per_t,
                                              double log_t, double pr) {
  const double log_pr =
      sm_chem_log(pr > SM_LOG_ARGUMENT_MIN ? pr : SM_LOG_ARGUMENT_MIN) * (1.0 / SM_LN_10);
  const double x = 1.0 / (1.0 + log_pr * log_pr);
  const double a = p[0] * sm_chem_exp(-p[1] * per_t), c = sm_chem_exp(-t * p[2]);
  const double sum = a + c > SM_LOG_ARGUMENT_MIN ? a + c : SM_LOG_ARGUMENT_MIN,
               log_sum = sm_chem_log(sum);
  const double by_pr = -2.0 * log_pr * x * x * log_sum * (1.0 / SM_LN_10);
  const double by_t = x * (p[1] * per_t * per_t * a - p[2] * c) / sum + p[4] * per_t;
  const struct sm_broadening_factor r = {p[3] * sm_chem_exp(x * log_sum + p[4] * log_t), by_pr,
                                         by_t};
  return r;
}

/* Concentration of NO2 after `dt` seconds of NO2 + light -> NO + O3 at rate j >= 0 (1/s) and NO +
 * O3 -> NO2 at rate k > 0 (per concentration and s): exact. The invariants NO + NO2 and NO2 + O3
 * give the others. With the equilibria r1 <= r2 as solutions x of k (s - x)(b - x) = j x and
 * u = x - r1, d = r2 - r1:  u(t) = u0 E / (1 - u0 (1 - E)/d),  E = exp(-k d t). */
SM_FN double sm_chem_no2(double no, double no2, double o3, double j, double k, double dt) {
  const double s = no + no2, b = no2 + o3, half = 0.5 * (s + b + j / k);
  const double square = half * half - s * b, root = sqrt(square > 0.0 ? square : 0.0);
  const double r1 = half > 0.0 ? s * b / (half + root) : 0.0, u = no2 - r1;
  const double z = 2.0 * k * root * dt, decay = sm_chem_exp(-z);
  const double mean = z < 1e-4 ? 1.0 - z * (0.5 - z / 6.0) : (1.0 - decay) / z; /* mean of
                                                                                   exp(-z) */
  return r1 + u * decay / (1.0 - u * (k * dt * mean));
}

#endif
