/* kmz_places.c - arrows of the wind, sources and receptors of a KMZ, as KML. */
#include "output/gis/export.h"

#include "base/list.h"
#include "base/text.h"
#include "output/picture/module_interface.h"
#include <math.h>
#include <stdio.h>

enum { ARROWS = 40, CORNERS = 5 }; /* arrows along the longer side; points of the line of one */

static void add_span(struct sm_text *out, const struct sm_overlay *when) {
  if (when->begin != NULL)
    sm_text_add(out, "<TimeSpan><begin>%s</begin><end>%s</end></TimeSpan>", when->begin, when->end);
}

/* Arrows along n columns: one in each `step`, and one at the least. */
static int arrows_along(int n, int step) { return n < step ? 1 : n / step; }

/* Column in which the n-th arrow is, or -1: it has no air. */
static long arrow_column(const struct sm_plot_picture *p, int step, int n) {
  const int along = arrows_along(p->nx, step);
  const int i = p->nx < step ? p->nx / 2 : n % along * step + step / 2;
  const int j = p->ny < step ? p->ny / 2 : n / along * step + step / 2;
  const long c = i + (long)p->nx * j;
  return isfinite(p->arrow_x[c]) && isfinite(p->arrow_y[c]) ? c : -1;
}

/* Line of an arrow about the middle of a column: tail, tip, barb, tip, barb. */
static void make_arrow(const struct sm_export_job *e, const struct sm_plot_picture *p, long column,
                       double length, double *x, double *y) {
  static const double along[CORNERS] = {-0.5, 0.5, 0.2, 0.5, 0.2},
                      across[CORNERS] = {0, 0, 0.15, 0, -0.15};
  const long i = column % p->nx, j = column / p->nx;
  const double u = (double)p->arrow_x[column] * length, v = (double)p->arrow_y[column] * length;
  for (int c = 0; c < CORNERS; c++) {
    x[c] = 0.5 * (e->grid.x[i] + e->grid.x[i + 1]) + along[c] * u - across[c] * v;
    y[c] = 0.5 * (e->grid.y[j] + e->grid.y[j + 1]) + along[c] * v + across[c] * u;
  }
}

static void write_arrows(struct sm_text *out, const struct sm_overlay *when, double fastest,
                         size_t arrows, const double *longitude, const double *latitude) {
  sm_text_add(out, "<Placemark><name>Wind; the longest arrow is %.3g m/s</name>", fastest);
  add_span(out, when);
  sm_text_add(out, "<Style><LineStyle><color>ffffffff</color><width>1.5</width></LineStyle></Style>"
                   "<MultiGeometry>\n");
  for (size_t n = 0; n < arrows; n++) {
    sm_text_add(out, "<LineString><tessellate>1</tessellate><coordinates>");
    for (size_t c = CORNERS * n; c < CORNERS * (n + 1); c++)
      sm_text_add(out, "%s%.7f,%.7f", c > CORNERS * n ? " " : "", longitude[c], latitude[c]);
    sm_text_add(out, "</coordinates></LineString>\n");
  }
  sm_text_add(out, "</MultiGeometry></Placemark>\n");
}

enum sm_status sm_kmz_arrows(const struct sm_export_job *e, const struct sm_plot_picture *p,
                             const struct sm_overlay *when, struct sm_text *out) {
  if (p->arrow_x == NULL || p->arrow_y == NULL || e->crs.local) return SM_OK;
  const int longest = p->nx > p->ny ? p->nx : p->ny, step = (longest + ARROWS - 1) / ARROWS;
  const int most = arrows_along(p->nx, step) * arrows_along(p->ny, step);
  double *x = NULL, *y = NULL, fastest = 0;
  size_t count = 0;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(e->ctx, (size_t)most * CORNERS + 1, sizeof *x, "arrows", &x));
  SM_TRY_DONE(sm_alloc(e->ctx, (size_t)most * CORNERS + 1, sizeof *y, "arrows", &y));
  for (int n = 0; n < most; n++) {
    const long c = arrow_column(p, step, n);
    if (c >= 0) fastest = fmax(fastest, hypot((double)p->arrow_x[c], (double)p->arrow_y[c]));
  }
  for (int n = 0; n < most && fastest > 0; n++) {
    const long c = arrow_column(p, step, n);
    const double length = 0.95 * step * e->file->width[0][0] / fastest;
    if (c >= 0) make_arrow(e, p, c, length, x + CORNERS * count, y + CORNERS * count);
    count += c >= 0;
  }
  if (count > 0) {
    SM_TRY_DONE(sm_gis_unproject_all(e->ctx, &e->crs, count * CORNERS, x, y));
    write_arrows(out, when, fastest, count, x, y);
  }
done:
  SM_FREE_ALL(x, y);
  return status;
}

enum sm_status sm_kmz_marks(const struct sm_export_job *e, const struct sm_plot_job *job,
                            struct sm_text *out) {
  const struct sm_plot_picture *p = &job->picture;
  for (int m = 0; m < p->marks && !e->crs.local; m++) {
    const struct sm_plot_mark *mark = &p->mark[m];
    double x = mark->x + job->offset[0], y = mark->y + job->offset[1];
    SM_TRY(sm_gis_unproject_all(e->ctx, &e->crs, 1, &x, &y));
    sm_text_add(out, "<Placemark><name>");
    for (const char *c = mark->name; *c != '\0'; c++)
      if (*c == '&' || *c == '<')
        sm_text_add(out, *c == '&' ? "&amp;" : "&lt;");
      else
        sm_text_add(out, "%c", *c);
    sm_text_add(out,
                "</name><description>%s</description><Style><IconStyle><color>%s</color>"
                "</IconStyle></Style><Point><coordinates>%.7f,%.7f</coordinates></Point>"
                "</Placemark>\n",
                mark->ring ? "receptor" : "source", mark->ring ? "ffff8000" : "ff0000ff", x, y);
  }
  return SM_OK;
}
