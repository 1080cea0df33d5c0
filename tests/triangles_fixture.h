/* triangles_fixture.h - a mesh of triangles, made from lists or of a block. */
#ifndef SM_TESTS_TRIANGLES_FIXTURE_H
#define SM_TESTS_TRIANGLES_FIXTURE_H

#include "domain/mesh/prisms.h"
#include "domain/mesh/triangles.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sm_context *ctx;
static struct sm_triangles *m;
static struct sm_triangles_quality quality;

static void begin(void) { ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK); }
static void end(void) {
  sm_triangles_destroy(&m);
  sm_context_destroy(&ctx);
}

static void ok(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static void must_say(enum sm_status status, const char *message) {
  ck_assert_int_eq(status, SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "'%s' is not in\n%s", message,
                sm_context_message(ctx));
}

/* A mesh from lists; not joined. */
static void make(int vertices, const double (*place)[2], int count, const int (*vertex)[3]) {
  sm_triangles_destroy(&m);
  ok(sm_triangles_create(ctx, vertices, count, &m));
  for (int v = 0; v < vertices; v++) {
    m->x[v] = place[v][0];
    m->y[v] = place[v][1];
  }
  memcpy(m->vertex, vertex, (size_t)count * sizeof *vertex);
}

#endif
