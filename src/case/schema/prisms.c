/* case/schema/prisms.c - keys of the Poisson equation on prisms. */
#include "case/schema/keys.h"

#define BOUNDARY(field) .at = offsetof(struct sm_case_poisson_boundary, field)

static const struct sm_schema_key mesh_keys[] = {
    {"file", SM_KEY_PATH, AT(c.mesh.file), .otherwise = "see section and block",
     .excludes = "section block",
     .meaning =
         "mesh of triangles, as gmsh writes it (.msh, versions 2.2 and 4.1) or UGRID NetCDF"},
    {"section", SM_KEY_INTEGER, AT(c.mesh.section), WITHIN(1, 3), UNLESS(0, "see file"),
     .excludes = "file block",
     .meaning = "the curvilinear section of Uh Zapata and Hernandez-Lopez (2017), in one of the "
                "three sizes of their table 1"},
    {"block", SM_KEY_VECTOR, AT(c.mesh.block), .count = 2, WITHIN(1, 20000), OPTIONAL("see file"),
     .excludes = "file section",
     .meaning = "[n, m] quadrangles, each cut in two; its sides are called \"south\", \"east\", "
                "\"north\" and \"west\""},
    {"size", SM_KEY_EXTENT, AT(c.mesh.size), .count = 2, .unit = "m", ABOVE(0), DEFAULT(1),
     .needs = "block", .meaning = "of the rectangle that a block lies in"},
    {"origin", SM_KEY_VECTOR, AT(c.mesh.origin), .count = 2, .unit = "m", ANY, DEFAULT(0),
     .needs = "block", .meaning = "[x, y] of its south-west corner"},
    {"shape", SM_KEY_WORD, AT(c.mesh.shape), WORDS("rectangle", "waves", "ring"), .needs = "block",
     .meaning = "of a block: the whole rectangle; one whose sides are waves; three quarters of the "
                "ring that section is cut from"},
    {"reorder", SM_KEY_FLAG, AT(c.mesh.reorder), DEFAULT(1),
     .meaning = "compute on columns in an order in which neighbours are near in memory; files keep "
                "that of the mesh"},
};

const struct sm_schema_table sm_table_mesh = {
    "mesh",
    "the plane mesh of a case of prisms; with it the case solves the Poisson equation, and has no "
    "wind",
    KEYS(mesh_keys), LINE(c.mesh.line)};

static const struct sm_schema_key prism_keys[] = {
    {"layers", SM_KEY_INTEGER, AT(c.prisms.layers), WITHIN(2, 100000),
     UNLESS(0, "required with [mesh]"), .meaning = "of prisms between bottom and surface"},
    {"stretch", SM_KEY_NUMBER, AT(c.prisms.stretch), WITHIN(0.5, 2), DEFAULT(1),
     .meaning = "thickness of a layer over that of the layer below; 1: all layers alike"},
    {"bottom", SM_KEY_EXPRESSION, AT(c.prisms.bottom), .unit = "m", ANY,
     .otherwise = "the heights of the nodes in the file of the mesh", .excludes = "bottom_map",
     .meaning = "height, of x and y; linear in a triangle"},
    {"bottom_map", SM_KEY_PATH, AT(c.prisms.bottom_map), .otherwise = "see bottom",
     .meaning = "raster of the heights of the bottom, such as a terrain, in the coordinates of the "
                "mesh"},
    {"surface", SM_KEY_EXPRESSION, AT(c.prisms.surface), .unit = "m", ANY,
     .otherwise = "required with [mesh]", .meaning = "height, of x and y, above the bottom"},
};

const struct sm_schema_table sm_table_prisms = {"prisms", "layers over the triangles of [mesh]",
                                                KEYS(prism_keys), LINE(c.prisms.line)};

static const struct sm_schema_key poisson_keys[] = {
    {"coefficient", SM_KEY_EXPRESSION, AT(c.poisson.coefficient), ABOVE(0), .otherwise = "1",
     .meaning = "Gamma in div(Gamma grad phi) = f"},
    {"source", SM_KEY_EXPRESSION, AT(c.poisson.source), ANY, .otherwise = "0", .meaning = "f"},
    {"solution", SM_KEY_EXPRESSION, AT(c.poisson.solution), ANY, .otherwise = "not known",
     .meaning = "that phi is compared with; it is the value on boundaries of which nothing else is "
                "said"},
    {"solver", SM_KEY_WORD, AT(c.poisson.solver), WORDS("krylov", "jacobi", "sor", "colour-sor"),
     .meaning = "\"krylov\": stabilised biconjugate gradients with multigrid; \"jacobi\" and "
                "\"sor\": as published, the latter on a CPU alone; \"colour-sor\": over-relaxation "
                "by colours, in parallel"},
    {"weights", SM_KEY_WORD, AT(c.poisson.weights), WORDS("linear", "distance"),
     .meaning = "by which a vertex follows from the prisms round it: \"linear\" keeps fields that "
                "are linear in space; \"distance\": by 1 / distance alone, as published"},
    {"memory", SM_KEY_WORD, AT(c.poisson.memory), WORDS("resident", "read-only", "global"),
     .meaning = "how sweeps of Jacobi read on a GPU: the three versions of the publication; with "
                "\"resident\" alone the GPU decides itself whether to go on"},
    {"tolerance", SM_KEY_NUMBER, AT(c.poisson.tolerance), INSIDE(0, 1e6),
     OPTIONAL("1e-8, of sweeps 1e-6"),
     .meaning = "of \"krylov\": residual over the right-hand side, 2-norms; of sweeps: sum of the "
                "sizes of all changes of one, as published"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.poisson.max_iterations), WITHIN(1, 100000000),
     UNLESS(0, "200, of sweeps 1000000"), .meaning = "then it ends as not converged"},
    {"omega", SM_KEY_NUMBER, AT(c.poisson.omega), INSIDE(0, 2),
     OPTIONAL("1.1 of \"sor\", 1.8 of \"colour-sor\""), .meaning = "over-relaxation"},
};

const struct sm_schema_table sm_table_poisson = {
    "poisson", "the equation that is solved on prisms: div(coefficient grad phi) = source",
    KEYS(poisson_keys), LINE(c.poisson.line)};

static const struct sm_schema_key boundary_keys[] = {
    {"at", SM_KEY_TEXTS, BOUNDARY(at), .otherwise = "required with this table",
     .meaning =
         "\"bottom\", \"surface\", and names of sides of the mesh (simoom check lists them)"},
    {"value", SM_KEY_EXPRESSION, BOUNDARY(value), ANY, .excludes = "slope",
     .otherwise = "the solution", .meaning = "phi there"},
    {"slope", SM_KEY_EXPRESSION, BOUNDARY(slope), ANY, .excludes = "value",
     .otherwise = "see value", .meaning = "derivative of phi along the outward normal there"},
};

const struct sm_schema_table sm_table_poisson_boundary = {
    "poisson.boundary",
    "what is given on parts of the boundary; elsewhere phi is the solution, or 0",
    KEYS(boundary_keys), LIST_OF(sm_case_poisson_boundary, c.poisson.boundary, line)};
