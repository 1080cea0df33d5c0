/* cell/chemistry/rkc.h - RKC2, the stabilised explicit Runge-Kutta-Chebyshev method of order 2
 * (Sommeijer, Shampine & Verwer 1997): no matrix, and a step length proportional to the square of
 * the number of stages.
 *
 * Included as a template, also as text by the compiler of generated kinetics. Defined before:
 *   SM_RKC_FN, SM_RKC_PARAMETERS, SM_RKC_ARGUMENTS: specifier, parameters, arguments of functions
 *   SM_RKC_EACH(i): loop over the part of the state that belongs to this lane
 *   SM_RKC_SYNC: barrier before values of other lanes are read; SM_RKC_RHS(y, f): f = dy/dt
 *   SM_RKC_NORM(x): root mean square over the state, in species fractions and T/1000
 *   SM_RKC_ERROR_NORM(x, y): the same relative to the tolerance at y
 *   SM_RKC_NEGATIVITY(y, at, h): negative amounts after a step (cell/chemistry/step_control.h)
 * For s stages: w0 = 1 + 2/(13 s^2), b_j = T_j''(w0)/T_j'(w0)^2, w1 = T_s'(w0)/T_s''(w0),
 *   Y1 = Y0 + b1 w1 h f0
 *   Yj = (1 - mu - nu) Y0 + mu Y(j-1) + nu Y(j-2) + mu' h f(Y(j-1)) + gamma h f0
 * with mu = 2 b_j w0/b_(j-1), nu = -b_j/b_(j-2), mu' = 2 b_j w1/b_(j-1) and
 * gamma = -(1 - b_(j-1) T_(j-1)(w0)) mu'. */

struct sm_rkc_control {
  double dt, first;   /* s; first: first step, 0: estimated */
  int limit;          /* steps */
  double defer_above; /* spectral radius times dt above which another method takes over; 0: never */
};

struct sm_rkc_result {
  int steps, rejected, slopes, failed, deferred;
  double next; /* s */
};

enum { SM_RKC_STAGES = 400, SM_RKC_ITERATIONS = 50, SM_RKC_RADIUS_STEPS = 25 };

/* Spectral radius of df/dy at y by power iteration, with a margin of a fifth; v: start vector,
 * updated for the next call. -1 if it does not converge. */
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

/* One step of s stages from y, with slope f0, to a, with slope f; b is scratch. */
SM_RKC_FN void sm_rkc_step(SM_RKC_PARAMETERS, const double *y, const double *f0, double h,
                           int stages, double *a, double *b, double *f, int *slopes) {
  const double s = (double)stages, w0 = 1.0 + 2.0 / (13.0 * s * s), square = w0 * w0 - 1.0;
  const double root = sqrt(square), arc = s * sm_chem_log(w0 + root);
  const double up = sm_chem_exp(arc), down = 1.0 / up;
  const double sine = 0.5 * (up - down), cosine = 0.5 * (up + down);
  const double w1 = sine * square / (cosine * s * root - w0 * sine);
  double b1 = 1.0 / (4.0 * w0 * w0), b2 = b1; /* b of the last stage and of the one before */
  double t1 = w0, t2 = 1.0, d1 = 1.0, d2 = 0.0, e1 = 0.0, e2 = 0.0; /* T, T', T'' of these */
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

/* Advances y by the control's dt. The other arrays are scratch. */
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
