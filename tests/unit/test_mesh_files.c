/* Meshes from files: gmsh's, in all its forms, and what is refused, with its place. */
#include "domain/mesh/triangles.h"
#include "harness.h"
#include "input/mesh/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CORPUS "tests/fuzz/corpus/msh/"

static const double pi = 3.14159265358979323846;
static struct sm_context *ctx;
static struct sm_mesh mesh;
static struct sm_triangles *triangles;
static double *height;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) {
  sm_free(height);
  height = NULL;
  sm_triangles_destroy(&triangles);
  sm_mesh_free(&mesh);
  sm_context_destroy(&ctx);
}

static void read_file(const char *path) {
  ck_assert_msg(sm_mesh_read(ctx, path, &mesh) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_msg(sm_triangles_from_mesh(ctx, path, &mesh, true, &triangles, &height) == SM_OK, "%s",
                sm_context_message(ctx));
}

/* Length of the edges of a side, m. */
static double side_length(int side) {
  double sum = 0;
  for (int e = 0; e < 3 * triangles->triangles; e++) {
    const int a = triangles->vertex[e], b = triangles->vertex[e - e % 3 + (e + 1) % 3];
    if (triangles->side[e] == side)
      sum += hypot(triangles->x[b] - triangles->x[a], triangles->y[b] - triangles->y[a]);
  }
  return sum;
}

START_TEST(every_form_of_a_file_gives_the_same_mesh) {
  static const char *const names[] = {"plane22", "plane22-binary", "plane41", "plane41-binary",
                                      "plane41-big-endian"};
  double corner[5];
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    char path[128];
    begin();
    snprintf(path, sizeof path, CORPUS "%s.msh", names[n]);
    read_file(path);
    ck_assert_int_eq(triangles->triangles, 98);
    ck_assert_int_eq(triangles->vertices, 62);
    ck_assert_int_eq(mesh.groups, 4);
    ck_assert_str_eq(mesh.name[0], "outline");
    ck_assert_str_eq(mesh.name[1], "west bank");
    ck_assert_str_eq(mesh.name[2], "outflow");
    ck_assert_str_eq(mesh.name[3], "13");
    ck_assert_double_eq_tol(side_length(0), 6, 1e-12);
    ck_assert_double_eq_tol(side_length(1), 2, 1e-12);
    ck_assert_double_eq_tol(side_length(2), 2, 1e-12);
    ck_assert_double_eq_tol(side_length(3), 1.837, 0.001); /* chords of a circle of 1.885 m */
    ck_assert_ptr_null(height);
    corner[n] = triangles->x[0] + 10 * triangles->y[0];
    ck_assert(n == 0 || corner[n] == corner[0]);
    end();
  }
}
END_TEST

START_TEST(surfaces_may_look_up_or_down) {
  begin();
  read_file(CORPUS "turned-surface.msh"); /* two squares; the second one is clockwise */
  double area = 0;
  for (int t = 0; t < triangles->triangles; t++) area += sm_triangles_area(triangles, t);
  ck_assert_double_eq_tol(area, 2, 1e-12);
  ck_assert_double_eq_tol(side_length(0), 6, 1e-12); /* lines between them are not the outline */
  end();
}
END_TEST

START_TEST(nodes_may_tell_their_place_on_the_model) {
  begin();
  read_file(CORPUS "parametric22.msh");
  ck_assert_double_eq_tol(side_length(0), 2 * pi * 0.5, 0.2);
  end();
  begin();
  read_file(CORPUS "parametric41.msh");
  ck_assert_double_eq_tol(side_length(0), 2 * pi * 0.5, 0.2);
  end();
}
END_TEST

START_TEST(a_mesh_without_groups_has_one_outline) {
  begin();
  read_file(CORPUS "bare.msh");
  ck_assert_int_eq(mesh.groups, 1);
  ck_assert_double_eq_tol(side_length(0), 10 + 1.837, 0.001);
  end();
}
END_TEST

START_TEST(heights_and_numbers_are_those_of_the_file) {
  begin();
  read_file(CORPUS "two.msh");
  ck_assert_int_eq(triangles->triangles, 2);
  ck_assert_ptr_nonnull(height);
  for (int v = 0; v < 4; v++) /* z of (0, 0), (1, 0), (1, 1), (0, 1) is 1, 2, 3, 2 */
    ck_assert_double_eq(height[v], 1 + triangles->x[v] + triangles->y[v]);
  for (int n = 0; n < mesh.nodes; n++) mesh.z[n] = -3; /* level ground is one too */
  sm_triangles_destroy(&triangles);
  sm_free(height);
  ck_assert_int_eq(sm_triangles_from_mesh(ctx, "two.msh", &mesh, true, &triangles, &height), SM_OK);
  for (int v = 0; v < 4; v++) ck_assert(height != NULL && height[v] == -3);
  for (int t = 0; t < 2; t++) {
    const long long number = sm_triangles_number(triangles, t);
    double centre[2];
    sm_triangles_centre(triangles, t, centre);
    ck_assert_int_eq(number, centre[0] > centre[1] ? 5 : 6);
    ck_assert_int_eq(triangles->order[t], number == 5 ? 0 : 1);
  }
  ck_assert_double_eq(side_length(1), 1); /* line 8, in the unnamed group 4 */
  ck_assert_str_eq(mesh.name[1], "4");
  ck_assert_double_eq(side_length(0), 3);
  end();
}
END_TEST

/* The message for a text that is not a mesh. */
static void must_say(const char *text, const char *message) {
  begin();
  struct sm_mesh none;
  enum sm_status status = sm_mesh_gmsh_parse(ctx, "a.msh", text, strlen(text), &none);
  if (status == SM_OK)
    status = sm_triangles_from_mesh(ctx, "a.msh", &none, true, &triangles, &height);
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "'%s' is not in\n%s", message,
                sm_context_message(ctx));
  ck_assert_ptr_null(triangles);
  sm_mesh_free(&none);
  end();
}

#define FORMAT "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0.5 0.5 0\n$EndNodes\n"
#define ELEMENTS(LIST) FORMAT NODES "$Elements\n" LIST "$EndElements\n"

START_TEST(wrong_elements_are_refused_with_number_and_line) {
  must_say(ELEMENTS("2\n7 2 2 0 1 1 2 5\n17 3 2 0 1 1 2 3 4\n"),
           "a.msh:15: error: element 17 is a quadrangle (type 3); the mesh may have");
  must_say(ELEMENTS("1\n4 9 2 0 1 1 2 3 4 5 1\n"), "element 4 is a triangle of second order");
  must_say(ELEMENTS("1\n4 9 2 0 1 1 2 3 4 5 1\n"), "help: gmsh -order 1");
  must_say(ELEMENTS("1\n4 8 2 0 1 1 2 5\n"), "element 4 is a line of second order");
  must_say(ELEMENTS("1\n4 4 2 0 1 1 2 3 4\n"), "element 4 is a tetrahedron (type 4)");
  must_say(ELEMENTS("1\n4 77 2 0 1 1 2 3 4\n"), "element 4 is of an unknown kind (type 77)");
  must_say(ELEMENTS("1\n4 2 2 0 1 1 2 6\n"), "a.msh:14: error: element 4: there is no node 6");
  must_say(ELEMENTS("1\n4 15 2 0 1 1\n"), "the file has no triangles");
}
END_TEST

START_TEST(wrong_versions_and_torn_files_are_refused) {
  must_say("", "a.msh:1: error: the file is empty");
  must_say("solid cube\n", "neither a mesh file of gmsh nor of NetCDF");
  must_say("$NOD\n1\n", "a.msh:1: error: version 1 of gmsh's mesh file is not read");
  must_say("$MeshFormat\n4 0 8\n", "a.msh:2: error: version '4' of gmsh's mesh file is not read");
  must_say("$MeshFormat\n4.0 0 8\n", "only 2.2 and 4.1\nhelp: gmsh a.msh -save -format msh41");
  must_say("$MeshFormat\n3 0 8\n", "version '3'");
  must_say("$MeshFormat\n2.2 0 4\n", "numbers of 4 bytes are not read");
  must_say("$Nodes\n", "$MeshFormat must come before $Nodes");
  must_say(FORMAT "$Nodes\n3\n1 0 0 0\n2 1 0", "a.msh:7: error: the file ends where a number");
  must_say(FORMAT "$Nodes\n3\n1 0 0 0\n2 1 0 0\n$EndNodes\n",
           "a whole number is expected, not '$EndNodes'");
  must_say(FORMAT "$Nodes\n1\n1 0 0 0\n2 1 0 0\n$EndNodes\n",
           "a.msh:7: error: $EndNodes is expected, not '2'");
  must_say(FORMAT "$Nodes\n900000\n1 0 0 0\n", "900000 nodes cannot be in the");
  must_say(FORMAT "$Nodes\n-3\n", "there cannot be -3 nodes");
  must_say(FORMAT "$Nodes\n1\n1 0 nan 0\n", "a number is expected, not 'nan'");
  must_say(FORMAT "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n", "there are two nodes 1");
  must_say(FORMAT "$Elements\n1\n", "the elements come before the nodes");
  must_say(FORMAT NODES "$NodeData\n1\n", "the file ends before $EndNodeData");
  must_say(FORMAT "$PhysicalNames\n1\n1 2 west\n", "a name in quotation marks");
  must_say("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PartitionedEntities\n", "cut into partitions");
}
END_TEST

START_TEST(a_binary_file_is_refused_with_the_byte) {
  static const char path[] = CORPUS "plane41-binary.msh";
  begin();
  FILE *file = fopen(path, "rb");
  char bytes[8000];
  ck_assert_ptr_nonnull(file);
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  ck_assert_uint_gt(size, 6000);
  for (size_t part = 0; part < size - 14; part += 13) { /* cut anywhere, it is refused */
    ck_assert_int_eq(sm_mesh_gmsh_parse(ctx, path, bytes, part, &mesh), SM_ERR_DATA);
    ck_assert_uint_gt(strlen(sm_context_message(ctx)), 0);
    ck_assert_ptr_null(mesh.x);
  }
  ck_assert_int_eq(sm_mesh_gmsh_parse(ctx, path, bytes, 3000, &mesh), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "error: at byte "));
  end();
}
END_TEST

START_TEST(what_is_no_mesh_is_refused_with_the_files_number) {
  must_say(ELEMENTS("2\n7 2 2 0 1 1 2 5\n9 2 2 0 1 5 4 3\n"),
           "a.msh: error: triangle 9: it is turned over");
  must_say(ELEMENTS("2\n7 2 2 0 1 1 2 5\n9 2 2 0 1 1 2 5\n"),
           "triangle 7: triangle 9 lies over it");
  must_say(ELEMENTS("2\n7 2 2 0 1 1 2 5\n9 2 2 0 1 3 4 5\n"), "no edge joins it");
  must_say(ELEMENTS("2\n7 2 2 0 1 1 2 4\n9 2 2 0 1 5 2 3\n"), "a vertex hangs on its edge");
  must_say(ELEMENTS("1\n7 2 2 0 1 1 5 3\n"), "triangle 7: it has no area");
  must_say(ELEMENTS("2\n7 2 2 0 1 1 1 3\n9 2 2 0 1 3 4 5\n"), "two of its corners are one vertex");
}
END_TEST

START_TEST(files_that_are_not_there_are_refused) {
  begin();
  ck_assert_int_eq(sm_mesh_read(ctx, "no/such.msh", &mesh), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "no/such.msh: error: No such file"));
  ck_assert_int_eq(sm_mesh_read(ctx, "tests", &mesh), SM_ERR_DATA);
  ck_assert_int_eq(sm_mesh_read(ctx, CORPUS "quads.msh", &mesh), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "is a quadrangle"));
  end();
}
END_TEST

START_TEST(out_of_memory_is_reported) {
  for (long n = 1;; n++) {
    begin();
    sm_context_fail_allocation(ctx, n);
    enum sm_status status = sm_mesh_read(ctx, CORPUS "two.msh", &mesh);
    if (status == SM_OK)
      status = sm_triangles_from_mesh(ctx, "two.msh", &mesh, true, &triangles, &height);
    ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
    ck_assert(n < 100);
    end();
    if (status == SM_OK) break;
  }
}
END_TEST

TEST_MAIN(every_form_of_a_file_gives_the_same_mesh, surfaces_may_look_up_or_down,
          nodes_may_tell_their_place_on_the_model, a_mesh_without_groups_has_one_outline,
          heights_and_numbers_are_those_of_the_file,
          wrong_elements_are_refused_with_number_and_line,
          wrong_versions_and_torn_files_are_refused, a_binary_file_is_refused_with_the_byte,
          what_is_no_mesh_is_refused_with_the_files_number, files_that_are_not_there_are_refused,
          out_of_memory_is_reported)
