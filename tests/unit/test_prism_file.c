/* Files of prisms: read back by the NetCDF library, by our reader of meshes, and by Python. */
#define _DEFAULT_SOURCE
#include "cf_rules.h"
#include "domain/mesh/triangles.h"
#include "output/netcdf/wind_file.h"
#include "output/prisms/prisms.h"
#include "output/vtk/vtk.h"
#include "python.h"
#include "scratch_folder.h"
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LAYERS = 5 };

static const double pi = 3.14159265358979323846;
static struct sm_context *ctx;
static const char *nc, *hdf;
static struct sm_prisms *prisms;
static struct sm_prism_values field;
static double *phi;

static void ok(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void setup(void) {
  ok(sm_context_create(NULL, &ctx));
  scratch_open();
  nc = scratch_path("prisms.nc");
  hdf = scratch_path("prisms.hdf");
}

static void teardown(void) {
  sm_prisms_destroy(&prisms);
  sm_free(phi);
  phi = NULL;
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Prisms on triangles, with the paper's bottom and surface and a field that is off by 0.01. */
static void make(struct sm_triangles *plane, const char *const *names, int sides) {
  ok(sm_prisms_create(ctx, plane, LAYERS, &prisms));
  ok(sm_prisms_name_sides(ctx, prisms, names, sides));
  for (int v = 0; v < plane->vertices; v++) {
    const double x = plane->x[v], y = plane->y[v];
    prisms->bottom[v] = 0.1 * (sin(pi * (x + y)) + (x + y) - 3.5) - 5 * (x + y > 2);
    prisms->surface[v] = 0.05 * (sin(2 * pi * x) * sin(4 * pi * y) + 5);
  }
  for (int k = 0; k <= LAYERS; k++) prisms->sigma[k] = pow((double)k / LAYERS, 1.5);
  ok(sm_prisms_check(ctx, prisms));
  ok(sm_alloc(ctx, sm_prisms_count(prisms), sizeof *phi, "field", &phi));
  for (int t = 0; t < plane->triangles; t++)
    for (int k = 0; k < LAYERS; k++) {
      double centre[2];
      sm_triangles_centre(plane, t, centre);
      const double z = sm_prisms_height(prisms, t, 0.5 * (prisms->sigma[k] + prisms->sigma[k + 1]));
      phi[t * LAYERS + k] = sin(pi * centre[0]) * sin(pi * centre[1]) * sin(pi * z) + 0.01;
    }
  field = (struct sm_prism_values){"phi", "", "solution", "1", phi};
}

static struct sm_prism_file contents(int compression) {
  return (struct sm_prism_file){.prisms = prisms,
                                .field = &field,
                                .field_count = 1,
                                .title = "a test",
                                .compression = compression};
}

static void make_from_file(void) {
  struct sm_mesh mesh;
  struct sm_triangles *plane = NULL;
  ok(sm_mesh_read(ctx, "tests/fuzz/corpus/msh/plane41.msh", &mesh));
  ok(sm_triangles_from_mesh(ctx, "plane41.msh", &mesh, true, &plane, NULL));
  make(plane, (const char *const *)mesh.name, mesh.groups);
  sm_mesh_free(&mesh);
}

START_TEST(others_read_what_was_written) {
  setup();
  for (int from_file = 0; from_file < 2; from_file++) {
    char both[160];
    if (from_file) {
      make_from_file();
    } else {
      struct sm_triangles *plane = NULL;
      ok(sm_triangles_section(ctx, 1, &plane));
      make(plane, sm_mesh_block_side_names(), SM_MESH_BLOCK_SIDES);
    }
    const struct sm_prism_file c = contents(from_file);
    ok(sm_ugrid_write(ctx, nc, &c));
    ok(sm_vtkhdf_write(ctx, hdf, &c));
    snprintf(both, sizeof both, "%s %s", nc, hdf);
    check_with_python("check_prisms.py", both);
    sm_prisms_destroy(&prisms);
    sm_free(phi);
    phi = NULL;
  }
  teardown();
}
END_TEST

START_TEST(a_ugrid_file_follows_the_conventions) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(1);
  int id, v;
  ok(sm_ugrid_write(ctx, nc, &c));
  ck_assert_int_eq(nc_open(nc, NC_NOWRITE, &id), NC_NOERR);
  check_conventions(id);
  ck_assert_str_eq(attribute(id, NC_GLOBAL, "Conventions"), "CF-1.11 UGRID-1.0");
  ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_kind"), "prisms");
  v = variable(id, "side");
  ck_assert_str_eq(attribute(id, v, "flag_meanings"), "inside outline west_bank outflow 13");
  v = variable(id, "phi");
  ck_assert_str_eq(attribute(id, v, "location"), "face");
  /* in the order of the mesh's file */
  long long number[98];
  ck_assert_int_eq(nc_get_var_longlong(id, variable(id, "triangle"), number), NC_NOERR);
  for (int t = 1; t < 98; t++) ck_assert_int_eq(number[t], number[t - 1] + 1);
  for (int t = 0; t < 98; t++) {
    const int at = prisms->plane->order[t];
    const size_t start[2] = {2, (size_t)at};
    double value;
    ck_assert_int_eq(nc_get_var1_double(id, v, start, &value), NC_NOERR);
    ck_assert(value == phi[t * LAYERS + 2]);
    ck_assert_int_eq(number[at], sm_triangles_number(prisms->plane, t));
  }
  nc_close(id);
  teardown();
}
END_TEST

/* The sum of a side's edges, m. */
static double side_length(const struct sm_triangles *m, int side) {
  double sum = 0;
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
    if (m->side[e] == side) sum += hypot(m->x[b] - m->x[a], m->y[b] - m->y[a]);
  }
  return sum;
}

START_TEST(a_mesh_comes_back_from_its_file) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(0);
  struct sm_mesh mesh;
  struct sm_triangles *back = NULL;
  double *height = NULL;
  ok(sm_ugrid_write(ctx, nc, &c));
  ok(sm_mesh_read(ctx, nc, &mesh));
  ok(sm_triangles_from_mesh(ctx, nc, &mesh, true, &back, &height));
  ck_assert_int_eq(back->triangles, 98);
  ck_assert_int_eq(mesh.groups, 4);
  ck_assert_str_eq(mesh.name[1], "west_bank");
  for (int s = -1; s < 4; s++)
    ck_assert_double_eq(side_length(back, s), side_length(prisms->plane, s));
  ck_assert_ptr_nonnull(height);
  for (int v = 0; v < back->vertices; v++) {
    ck_assert(back->x[v] == prisms->plane->x[v] && back->y[v] == prisms->plane->y[v]);
    ck_assert(height[v] == prisms->bottom[v]);
  }
  for (int e = 0; e < 3 * back->triangles; e++)
    ck_assert_int_eq(back->neighbour[e], prisms->plane->neighbour[e]);
  sm_free(height);
  sm_triangles_destroy(&back);
  sm_mesh_free(&mesh);
  teardown();
}
END_TEST

START_TEST(commands_for_winds_know_that_there_are_none) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(0);
  struct sm_wind_file *file = NULL;
  ok(sm_ugrid_write(ctx, nc, &c));
  ck_assert_int_eq(sm_wind_file_open_any(ctx, nc, &file), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "holds prisms on triangles, and no maps"));
  teardown();
}
END_TEST

/* --- UGRID files of others --- */

struct other {
  int corners; /* columns of the table */
  int fill;    /* in the last column */
  int first;   /* start_index; -1: no attribute */
  bool turned; /* the table has a row for each corner */
  bool no_table, no_topology;
  const char *unit;
  int wrong; /* added to a node of face 2 */
};

/* Two triangles of a square. */
static void write_other(const struct other *o) {
  static const double x[4] = {0, 1, 1, 0}, y[4] = {0, 0, 1, 1};
  static const int face[2][3] = {{0, 1, 2}, {0, 2, 3}};
  const int first = o->first < 0 ? 0 : o->first, none = -999;
  int id, node, faces, corners, mesh, vx, vy, table, two = 2, value[8];
  ck_assert_int_eq(nc_create(nc, NC_NETCDF4 | NC_CLOBBER, &id), NC_NOERR);
  nc_def_dim(id, "nodes", 4, &node);
  nc_def_dim(id, "faces", 2, &faces);
  nc_def_dim(id, "corners", (size_t)o->corners, &corners);
  nc_def_var(id, "Mesh2", NC_INT, 0, NULL, &mesh);
  if (!o->no_topology) nc_put_att_text(id, mesh, "cf_role", 13, "mesh_topology");
  nc_put_att_int(id, mesh, "topology_dimension", NC_INT, 1, &two);
  nc_put_att_text(id, mesh, "node_coordinates", 10, "lon_x la_y");
  nc_put_att_text(id, mesh, "face_node_connectivity", 5, "Faces");
  nc_put_att_text(id, mesh, "face_dimension", 5, "faces");
  nc_def_var(id, "lon_x", NC_DOUBLE, 1, &node, &vx);
  nc_def_var(id, "la_y", NC_DOUBLE, 1, &node, &vy);
  if (o->unit != NULL) nc_put_att_text(id, vx, "units", strlen(o->unit), o->unit);
  const int dims[2] = {o->turned ? corners : faces, o->turned ? faces : corners};
  if (!o->no_table) {
    nc_def_var(id, "Faces", NC_INT, 2, dims, &table);
    nc_put_att_int(id, table, "_FillValue", NC_INT, 1, &none);
    if (o->first >= 0) nc_put_att_int(id, table, "start_index", NC_INT, 1, &o->first);
    for (int f = 0; f < 2; f++)
      for (int c = 0; c < o->corners; c++) {
        const int number = c < 3 ? face[f][c] + first + (f == 1 && c == 2) * o->wrong : o->fill;
        value[o->turned ? 2 * c + f : o->corners * f + c] = number;
      }
    ck_assert_int_eq(nc_put_var_int(id, table, value), NC_NOERR);
  }
  nc_put_var_double(id, vx, x);
  nc_put_var_double(id, vy, y);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
}

static void must_read(struct other o, double width) {
  struct sm_mesh mesh;
  struct sm_triangles *m = NULL;
  write_other(&o);
  ok(sm_mesh_read(ctx, nc, &mesh));
  ok(sm_triangles_from_mesh(ctx, nc, &mesh, false, &m, NULL));
  ck_assert_int_eq(m->triangles, 2);
  ck_assert_double_eq_tol(sm_triangles_area(m, 0) + sm_triangles_area(m, 1), width, 1e-12 * width);
  sm_triangles_destroy(&m);
  sm_mesh_free(&mesh);
}

static void must_say(struct other o, const char *message) {
  struct sm_mesh mesh;
  write_other(&o);
  ck_assert_int_eq(sm_mesh_read(ctx, nc, &mesh), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "'%s' is not in\n%s", message,
                sm_context_message(ctx));
  ck_assert_ptr_null(mesh.x);
}

START_TEST(ugrid_files_of_others_are_read) {
  setup();
  must_read((struct other){.corners = 3, .first = -1}, 1);
  must_read((struct other){.corners = 3, .first = 1}, 1);
  must_read((struct other){.corners = 4, .first = 1, .fill = -999}, 1);
  must_read((struct other){.corners = 4, .first = 0, .fill = -999, .turned = true}, 1);
  must_read((struct other){.corners = 3, .first = 0, .turned = true, .unit = "km"}, 1000);
  teardown();
}
END_TEST

START_TEST(wrong_ugrid_files_are_refused) {
  setup();
  must_say((struct other){.corners = 4, .first = 0, .fill = 3},
           "face 1 is a quadrangle of 4 nodes; the mesh may have triangles only");
  must_say((struct other){.corners = 3, .first = 0, .wrong = 1}, "face 2: there is no node 4");
  must_say((struct other){.corners = 3, .first = 1, .wrong = -999 - 4},
           "face 2 has 2 nodes, not 3");
  must_say((struct other){.corners = 2, .first = 0}, "has no triangles");
  must_say((struct other){.corners = 3, .no_table = true}, "there is no variable 'Faces'");
  must_say((struct other){.corners = 3, .no_topology = true}, "no plane mesh; looked for");
  must_say((struct other){.corners = 3, .unit = "degrees_east"}, "cannot turn 'degree");
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported_and_nothing_is_left) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(0);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  const struct rlimit tight = {20000, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &tight);
  ck_assert_int_eq(sm_ugrid_write(ctx, nc, &c), SM_ERR_IO);
  ck_assert_int_eq(sm_vtkhdf_write(ctx, hdf, &c), SM_ERR_IO);
  setrlimit(RLIMIT_FSIZE, &old);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "File too large"));
  ck_assert_int_eq(sm_ugrid_write(ctx, "/no/such/folder/a.nc", &c), SM_ERR_IO);
  ck_assert_int_ne(sm_vtkhdf_write(ctx, "/no/such/folder/a.hdf", &c), SM_OK);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_and_nothing_is_left) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(0);
  enum sm_status status = SM_ERR_MEMORY;
  for (long n = 1; status != SM_OK; n++) {
    ck_assert(n < 100);
    sm_context_fail_allocation(ctx, n);
    status = sm_ugrid_write(ctx, nc, &c);
    if (status == SM_OK) status = sm_vtkhdf_write(ctx, hdf, &c);
    ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
    sm_context_fail_allocation(ctx, 0);
  }
  teardown();
}
END_TEST

START_TEST(a_stop_leaves_no_file) {
  setup();
  make_from_file();
  const struct sm_prism_file c = contents(1);
  sm_context_request_stop(ctx);
  ck_assert_int_eq(sm_ugrid_write(ctx, nc, &c), SM_ERR_STOPPED);
  ck_assert_int_ne(access(nc, F_OK), 0);
  teardown();
}
END_TEST

TEST_MAIN(others_read_what_was_written, a_ugrid_file_follows_the_conventions,
          a_mesh_comes_back_from_its_file, commands_for_winds_know_that_there_are_none,
          ugrid_files_of_others_are_read, wrong_ugrid_files_are_refused,
          a_full_disk_is_reported_and_nothing_is_left,
          out_of_memory_is_reported_and_nothing_is_left, a_stop_leaves_no_file)
