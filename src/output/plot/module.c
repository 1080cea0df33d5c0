/* Plot module: sets up a page, draws, and turns errors of PLplot into a message. PLplot has one
 * global stream; it is opened and closed within every call. */
#include "output/plot/page.h"
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

/* PLplot reports fatal errors to a function without user data. */
static jmp_buf failed;
static char reason[256];
static bool broken; /* PLplot cannot be entered again after a fatal error */

static void on_abort(const char *message) {
  snprintf(reason, sizeof reason, "PLplot: %s", message);
}

static int on_exit_request(const char *message) {
  on_abort(message);
  broken = true;
  longjmp(failed, 1);
}

void page_out_of_memory(void) {
  if (reason[0] == '\0') snprintf(reason, sizeof reason, "out of memory");
}

void page_text_size(const struct page *page, double pixels) {
  plschr(pixels * page->scale * 25.4 / 96, 1);
}

void page_line(const struct page *page, int ink, double pixels) {
  plcol0(ink);
  plwidth(pixels * page->scale);
}

void page_use_plane(const struct page *page) {
  plvpor(page->left, page->right, page->bottom, page->top);
  plwind(page->x0, page->x1, page->y0, page->y1);
}

void page_use_pixels(const struct page *page) {
  plvpor(0, 1, 0, 1);
  plwind(0, page->picture->width, 0, page->picture->height);
}

void page_ink(const int rgb[3]) {
  plscol0(INK_OWN, rgb[0], rgb[1], rgb[2]);
  plcol0(INK_OWN);
}

double nice_below(double x) {
  const double ten = pow(10, floor(log10(x)));
  return x >= 5 * ten ? 5 * ten : x >= 2 * ten ? 2 * ten : ten;
}

double page_part(const struct sm_plot_picture *picture, double value) {
  const double low = picture->low, high = picture->high;
  if (picture->logarithmic) return log(fmax(value, 1e-300) / low) / log(high / low);
  return (value - low) / (high - low);
}

/* Chooses the scale of texts and lines. */
static void choose_scale(struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double small = fmin(0.8, fmin(p->width / 600.0, p->height / 450.0)); /* for legibility */
  page->scale = fmax(fmin(p->width / 1200.0, p->height / 900.0), small);
}

/* Places the largest rectangle with the right aspect ratio between the margins. Returns the unused
 * height in pixels. */
static double lay_out(struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  const double s = page->scale;
  double margin[4] = {112, 150, 104, 96}; /* left, right, bottom, top; pixels */
  if (p->chart != NULL) {
    margin[1] = 60; /* no colour bar */
    margin[2] += 24 * fmax(chart_key_rows(page, p->width - 172 * s) - 1, 0);
  }
  double wide = p->width - (margin[0] + margin[1]) * s;
  double high = p->height - (margin[2] + margin[3]) * s;
  page->x0 = (p->view != NULL ? p->view[0] : p->x_edge[0]) / p->axis_unit;
  page->x1 = (p->view != NULL ? p->view[1] : p->x_edge[p->nx]) / p->axis_unit;
  page->y0 = (p->view != NULL ? p->view[2] : p->y_edge[0]) / p->axis_unit;
  page->y1 = (p->view != NULL ? p->view[3] : p->y_edge[p->ny]) / p->axis_unit;
  const double true_ratio = (page->y1 - page->y0) / (page->x1 - page->x0);
  if (p->stretch <= 0 && p->chart == NULL && high < wide * true_ratio) {
    wide = fmax(high / true_ratio, 0.4 * high); /* true aspect ratio, with a minimum width */
  } else if (p->stretch > 0) {
    const double strip = p->chart != NULL ? 0 : 0.12; /* minimum aspect ratio */
    const double ratio = fmin(fmax(true_ratio * fmax(p->stretch, 1), strip), 1 / fmax(strip, 1e-9));
    if (high > wide * ratio) {
      high = wide * ratio;
    } else {
      wide = high / ratio;
    }
  }
  const double free_x = p->width - (margin[0] + margin[1]) * s - wide;
  const double free_y = p->height - (margin[2] + margin[3]) * s - high;
  page->left = (margin[0] * s + free_x / 2) / p->width;
  page->right = page->left + wide / p->width;
  page->bottom = (margin[2] * s + free_y / 2) / p->height;
  page->top = page->bottom + high / p->height;
  page->x_pixel = (page->x1 - page->x0) / wide;
  page->y_pixel = (page->y1 - page->y0) / high;
  return free_y;
}

/* Page of a picture with automatic height, into `own`: three quarters of the width, or less for a
 * low plane, but at least the height of the colour bar and its label. */
static void choose_page(struct page *page, struct sm_plot_picture *own) {
  const bool choose = own->height == 0;
  if (choose) own->height = own->width * 3 / 4;
  page->picture = own;
  choose_scale(page);
  if (own->rose != NULL) return;
  const double free_y = lay_out(page), least = 460 * page->scale;
  if (!choose || !(free_y >= 1) || own->height <= least) return;
  own->height = (int)ceil(fmax(own->height - free_y, least));
  lay_out(page);
}

static void set_inks(void) {
  static const PLINT r[INKS] = {255, 34,  150, 130, 164, 60, 20, 20,  255, 31,
                                204, 200, 0,   0,   130, 50, 20, 210, 105, 120};
  static const PLINT g[INKS] = {255, 34, 150, 130, 146, 60,  20, 20, 255, 92,
                                85,  20, 0,   140, 60,  150, 20, 90, 105, 84};
  static const PLINT b[INKS] = {255, 38, 150, 136, 122, 66,  20, 30,  255, 153,
                                0,   30, 0,   105, 160, 215, 30, 150, 105, 40};
  static const PLFLT alpha[INKS] = {1, 1, 1, 1, 1, 1, 0.45, 0.75, 1, 1,
                                    1, 1, 1, 1, 1, 1, 1,    1,    1, 1};
  plscmap0a(r, g, b, alpha, INKS);
}

static void draw_plane(const struct page *page) {
  const struct sm_plot_picture *p = page->picture;
  page_use_plane(page);
  if (p->chart != NULL) {
    draw_chart(page);
    draw_frame(page);
    return;
  }
  if (p->value != NULL) draw_cells(page, false);
  if (p->shapes != NULL) draw_shapes(page);
  if (p->contour != NULL) draw_contours(page);
  if (p->value != NULL) draw_levels(page);
  if (p->value != NULL) draw_cells(page, true);
  draw_outlines(page);
  if (p->ground != NULL) draw_ground(page);
  if (p->trajectories != NULL) draw_trajectories(page);
  draw_level_names(page);
  draw_marks(page);
  if (p->arrow_x != NULL) (p->streamlines ? draw_streamlines : draw_arrows)(page);
  draw_frame(page);
  draw_bar(page);
  if (p->is_map) draw_map_marks(page);
  draw_stretch(page);
}

static void draw_page(const struct page *page, FILE *stream) {
  const struct sm_plot_picture *p = page->picture;
  static const char *const devices[] = {"pngcairo", "svgcairo", "pdfcairo"};
  plsdev(devices[p->format]);
  plsfile(stream);
  plspage(96, 96, p->width, p->height, 0, 0);
  set_inks();
  colours_set(p);
  plinit();
  pladv(0);
  (p->rose != NULL ? draw_rose : draw_plane)(page);
}

static void draw_into(const struct page *page, FILE *stream) {
  if (setjmp(failed) != 0) return;
  draw_page(page, stream);
  plend();
}

static bool draw_once(const struct page *page) {
  struct sink sink;
  sink_open(page->picture->path, &sink);
  if (sink.reason == 0) draw_into(page, sink.stream);
  sink_close(&sink);
  if (sink.reason != 0 && reason[0] == '\0')
    snprintf(reason, sizeof reason, "cannot be written: %s", strerror(sink.reason));
  return reason[0] == '\0';
}

static int draw(const struct sm_plot_picture *picture, char *message, size_t message_size) {
  struct images images = {.count = 0};
  struct sm_plot_picture own = *picture;
  struct page page = {.images = picture->format == SM_PICTURE_SVG ? &images : NULL};
  if (!broken) reason[0] = '\0';
  choose_page(&page, &own);
  plsexit(on_exit_request);
  plsabort(on_abort);
  if (!broken && draw_once(&page) && page.images != NULL && !images_put(picture->path, &images) &&
      images.wrong == NULL) {
    page.images = NULL; /* other cairo versions: shapes are correct, but many */
    draw_once(&page);
  }
  if (images.wrong != NULL && reason[0] == '\0')
    snprintf(reason, sizeof reason, "%s", images.wrong);
  images_free(&images);
  if (reason[0] == '\0') return 0;
  snprintf(message, message_size, "%s", reason);
  return 1;
}

/* The only symbol used by the library. */
extern __attribute__((visibility("default"))) const struct sm_plot_module simoom_plot_module;
const struct sm_plot_module simoom_plot_module = {draw};
