/* Errors of mechanisms: every message, with file, line and the text of the line. */
#include "chem_files.h"

/* Reactions behind CHEM_HEAD, which has 7 lines, and the message. */
static void reactions_fail(const char *reactions, const char *message) {
  char text[2048];
  snprintf(text, sizeof text, CHEM_HEAD "REACTIONS\n%sEND\n", reactions);
  chem_write("m.inp", text);
  chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp", .thermo = "t.dat"}, message);
}

static const char *const wrong_reactions[][2] = {
    {"H+O3=O+OH 1 0 0\n", "m.inp:8: error: unknown species 'O3'; did you mean 'O2'?\n"
                          "    8 | H+O3=O+OH 1 0 0"},
    {"H+O2=O+XYZ2 1 0 0\n", "m.inp:8: error: unknown species 'XYZ2'\n"
                            "    8 | H+O2=O+XYZ2 1 0 0"},
    {"H+O2=2O+OH 1 0 0\n",
     "m.inp:8: error: H+O2=2O+OH is not balanced: 2 O on the left, 3 on the right\n"
     "    8 | H+O2=2O+OH 1 0 0"},
    {"H+O2=O+OH 1 0 0\n"
     "O+OH=H+O2 1 0 0\n",
     "m.inp:9: error: O+OH=H+O2 is there already, in line 8, and neither is declared a duplicate\n"
     "    9 | O+OH=H+O2 1 0 0"},
    {"H+O2=O+OH 1 0 0\n"
     "DUP\n"
     "H+O2=O+OH 1 0 0\n",
     "m.inp:10: error: H+O2=O+OH is there already, in line 8, and only one of the two is declared "
     "a duplicate\n"
     "   10 | H+O2=O+OH 1 0 0"},
    {"H+O2=O+OH 1 0\n",
     "m.inp:8: error: three numbers A, b and E are expected behind the equation\n"
     "    8 | H+O2=O+OH 1 0"},
    {"H+O2=O+OH 1 0 x\n",
     "m.inp:8: error: three numbers A, b and E are expected behind the equation\n"
     "    8 | H+O2=O+OH 1 0 x"},
    {"H+O2<=O+OH 1 0 0\n", "m.inp:8: error: no '=', '<=>' or '=>' in the equation\n"
                           "    8 | H+O2<=O+OH 1 0 0"},
    {"H+O2->O+OH 1 0 0\n", "m.inp:8: error: no '=', '<=>' or '=>' in the equation\n"
                           "    8 | H+O2->O+OH 1 0 0"},
    {"H++O2=O+OH 1 0 0\n", "m.inp:8: error: a plus sign without a species in 'H++O2'\n"
                           "    8 | H++O2=O+OH 1 0 0"},
    {"=O+OH 1 0 0\n", "m.inp:8: error: a side of the equation is empty\n"
                      "    8 | =O+OH 1 0 0"},
    {"2H+M=H2 1 0 0\n",
     "m.inp:8: error: the two sides of the equation have not the same collider M\n"
     "    8 | 2H+M=H2 1 0 0"},
    {"2H(+M)=H2(+M) 1 0 0\n", "m.inp:8: error: (+M) without LOW, HIGH, PLOG or CHEB\n"
                              "    8 | 2H(+M)=H2(+M) 1 0 0"},
    {"H+OH(+N2)=H2O(+N2) 1 0 0\n"
     "LOW/1 0 0/\n",
     "m.inp:8: error: unknown species 'N2' as collider; did you mean 'H2'?\n"
     "    8 | H+OH(+N2)=H2O(+N2) 1 0 0"},
    {"H+OH(+M)=H2O(+H2) 1 0 0\n"
     "LOW/1 0 0/\n",
     "m.inp:8: error: the two sides of the equation have not the same collider M\n"
     "    8 | H+OH(+M)=H2O(+H2) 1 0 0"},
    {"2H+M=H2+M 1 0 0\n"
     "N2/2.0/\n",
     "m.inp:9: error: unknown species or keyword 'N2'; did you mean 'H2'?\n"
     "    9 | N2/2.0/"},
    {"2H+M=H2+M 1 0 0\n"
     "H2O/2.0\n",
     "m.inp:9: error: the slash behind 'H2O' has no second one\n"
     "    9 | H2O/2.0"},
    {"2H+M=H2+M 1 0 0\n"
     "H2O/x/\n",
     "m.inp:9: error: 'x' is not an efficiency of H2O\n"
     "    9 | H2O/x/"},
    {"2H=H2 1 0 0\n"
     "H2O/2/\n",
     "m.inp:8: error: efficiencies of colliders, but no M in the equation\n"
     "    8 | 2H=H2 1 0 0"},
    {"2H+M+M=H2+M 1 0 0\n", "m.inp:8: error: two colliders M on one side of the equation\n"
                            "    8 | 2H+M+M=H2+M 1 0 0"},
    {"2H=H2 1 0 0\n"
     "LOW/1 0 0/\n",
     "m.inp:8: error: LOW and HIGH need (+M) on both sides of the equation\n"
     "    8 | 2H=H2 1 0 0"},
    {"H+OH(+M)=H2O(+M) 1 0 0\n"
     "LOW/1 0/\n",
     "m.inp:9: error: LOW has 2 numbers: 3 are expected\n"
     "    9 | LOW/1 0/"},
    {"H+OH(+M)=H2O(+M) 1 0 0\n"
     "LOW/1 0 0/\n"
     "TROE/1 2/\n",
     "m.inp:10: error: TROE has 2 numbers: 3 or 4 are expected\n"
     "   10 | TROE/1 2/"},
    {"H+OH(+M)=H2O(+M) 1 0 0\n"
     "LOW/1 0 0/\n"
     "SRI/1 2 3 4/\n",
     "m.inp:10: error: SRI has 4 numbers: 3 or 5 are expected\n"
     "   10 | SRI/1 2 3 4/"},
    {"H+OH(+M)=H2O(+M) 1 0 0\n"
     "LOW/1 0 0/\n"
     "LOW/1 0 0/\n",
     "m.inp:10: error: a second LOW of one reaction\n"
     "   10 | LOW/1 0 0/"},
    {"H+OH(+M)=H2O(+M) 1 0 0\n"
     "TROE/1 2 3/\n",
     "m.inp:8: error: TROE and SRI need LOW or HIGH\n"
     "    8 | H+OH(+M)=H2O(+M) 1 0 0\n"
     "m.inp:8: error: (+M) without LOW, HIGH, PLOG or CHEB\n"
     "    8 | H+OH(+M)=H2O(+M) 1 0 0"},
    {"H+O2=O+OH -1 0 0\n",
     "m.inp:8: error: A of H+O2=O+OH is negative: only that of a declared duplicate may be\n"
     "    8 | H+O2=O+OH -1 0 0"},
    {"H+O2=O+OH 1 0 0\n"
     "PLOG/0 1 0 0/\n",
     "m.inp:9: error: the pressure of PLOG must be positive, not 0\n"
     "    9 | PLOG/0 1 0 0/"},
    {"H+O2=O+OH 1 0 0\n"
     "PLOG/1 1 0 0/ PLOG/2 1 0 0/ PLOG/2 -2 0 10/\n",
     "m.inp:8: error: the rate of H+O2=O+OH is negative at 202650 Pa and 200 K\n"
     "    8 | H+O2=O+OH 1 0 0"},
    {"H+OH(+M)=H2O(+M) 0 0 0\n"
     "LOW/1 0 0/\n"
     "REV/1 0 0/\n",
     "m.inp:8: error: REV needs an A in the line of the equation that is not 0\n"
     "    8 | H+OH(+M)=H2O(+M) 0 0 0"},
    {"H+O2=O+OH 1 0 0\n"
     "CHEB/2 2 1 2 3/\n",
     "m.inp:8: error: CHEB has 5 numbers: it needs the sizes n and m, and then n m coefficients\n"
     "    8 | H+O2=O+OH 1 0 0"},
    {"H+O2=>O+OH 1 0 0\n"
     "REV/1 0 0/\n",
     "m.inp:8: error: REV, but the reaction is irreversible (=>)\n"
     "    8 | H+O2=>O+OH 1 0 0"},
    {"H+O2=O+OH 1 0 0\n"
     "FORD/X 1/\n",
     "m.inp:9: error: unknown species 'X' of FORD\n"
     "    9 | FORD/X 1/"},
    {"H+O2=O+OH 1 0 0\n"
     "UNITS/FURLONGS/\n",
     "m.inp:9: error: unknown unit 'FURLONGS' of UNITS\n"
     "    9 | UNITS/FURLONGS/"},
    {"H+O2=O+OH 1 0 0\n"
     "LT/1 2/\n",
     "m.inp:9: error: not supported: Landau-Teller rates (LT)\n"
     "    9 | LT/1 2/"},
    {"H+O2=O+OH 1 0 0\n"
     "JAN/1 2 3 4 5 6 7 8 9/\n",
     "m.inp:9: error: not supported: Janev's fit (JAN)\n"
     "    9 | JAN/1 2 3 4 5 6 7 8 9/"},
    {"H+O2=O+OH 1 0 0\n"
     "FIT1/1 2 3 4/\n",
     "m.inp:9: error: not supported: the fit FIT1\n"
     "    9 | FIT1/1 2 3 4/"},
    {"H+O2=O+OH 1 0 0\n"
     "XSMI\n",
     "m.inp:9: error: not supported: collisions of ions (XSMI)\n"
     "    9 | XSMI"},
    {"H+O2=O+OH 1 0 0\n"
     "EXCI/1/\n",
     "m.inp:9: error: not supported: losses by excitation (EXCI)\n"
     "    9 | EXCI/1/"},
    {"H+O2=O+OH 1 0 0\n"
     "what\n",
     "m.inp:9: error: 'what' is not understood: neither a reaction nor an auxiliary line\n"
     "    9 | what"},
    {"DUP\n"
     "H+O2=O+OH 1 0 0\n",
     "m.inp:8: error: an auxiliary line before the first reaction\n"
     "    8 | DUP"},
};

START_TEST(every_wrong_reaction) {
  for (size_t w = 0; w < sizeof wrong_reactions / sizeof *wrong_reactions; w++)
    reactions_fail(wrong_reactions[w][0], wrong_reactions[w][1]);
}
END_TEST

static const char *const wrong_files[][2] = {
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H2 H\n"
     "END\n"
     "THERMO\n"
     "H                       H   1               G   200.000  6000.000 1000.00      1\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    3\n"
     " 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4\n"
     "END\n"
     "REACTIONS\n"
     "END\n",
     "m.inp:5: error: no thermodynamic data of species H2\n"
     "    5 | H2 H"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H2 H\n"
     "END\n"
     "REACTIONS\n"
     "H2=2H 1 0 0\n"
     "END\n",
     "m.inp: error: there are no thermodynamic data, but H2=2H is reversible"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n"
     "THERMO\n"
     "H                       H   1               G   200.000  6000.000 1000.00      1\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    3\n",
     "m.inp:8: error: thermodynamic data of H: the entry breaks off: 3 of its 4 lines are there\n"
     "    8 | H                       H   1               G   200.000  6000.000 1000.00      1"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n"
     "THERMO\n"
     "H                       H   1               G   200.000  6000.000 1000.00      1\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
     " 1.00000000E+00 0.0000x000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    3\n"
     " 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4\n"
     "END\n",
     "m.inp:10: error: thermodynamic data of H: '0.0000x000E+00' in columns 16 to 30 is not a "
     "number\n"
     "   10 |  1.00000000E+00 0.0000x000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    3"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n"
     "THERMO\n"
     "H                       HE  1               G   200.000  6000.000 1000.00      1\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    3\n"
     " 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4\n"
     "END\n",
     "m.inp:8: error: thermodynamic data of H: element HE is not among the ELEMENTS\n"
     "    8 | H                       HE  1               G   200.000  6000.000 1000.00      1"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n"
     "THERMO\n"
     "H                       H   1               G   200.000  6000.000 1000.00      1\n"
     " 1.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00    2\n"
     " 0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4\n"
     "END\n",
     "m.inp:10: error: thermodynamic data of H: line 3 of the entry, with a 3 in column 80, is "
     "expected\n"
     "   10 |  0.00000000E+00 0.00000000E+00 0.00000000E+00 0.00000000E+00                   4"},
    {"ELEMENTS\n"
     "H QQ\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n",
     "m.inp:2: error: unknown element 'QQ', and no weight of it\n"
     "    2 | H QQ"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SPECIES\n"
     "H\n"
     "END\n"
     "REACTIONS MILES\n"
     "END\n",
     "m.inp:7: error: unknown unit 'MILES': CAL/MOLE, KCAL/MOLE, JOULES/MOLE, KJOULES/MOLE, "
     "KELVINS, EVOLTS, MOLES and MOLECULES are known\n"
     "    7 | REACTIONS MILES"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "what is this\n"
     "SPECIES\n"
     "H\n"
     "END\n",
     "m.inp:4: error: the line belongs to no section: ELEMENTS, SPECIES, THERMO, TRANSPORT or "
     "REACTIONS is expected\n"
     "    4 | what is this"},
    {"ELEMENTS\n"
     "H\n"
     "END\n"
     "SITE\n"
     "X\n"
     "SPECIES\n"
     "H\n"
     "END\n",
     "m.inp:4: error: surfaces and bulk phases are not supported\n"
     "    4 | SITE"},
    {"nothing of a mechanism\n",
     "m.inp: error: no mechanism of CHEMKIN, Cantera or KPP: none of their first words is in it"},
    {"",
     "m.inp: error: no mechanism of CHEMKIN, Cantera or KPP: none of their first words is in it"},
};

START_TEST(every_wrong_file) {
  for (size_t w = 0; w < sizeof wrong_files / sizeof *wrong_files; w++) {
    chem_write("m.inp", wrong_files[w][0]);
    chem_fails(&(struct sm_mechanism_files){.mechanism = "m.inp"}, wrong_files[w][1]);
  }
}
END_TEST

START_TEST(files_that_cannot_be_read) {
  const struct sm_mechanism_files files = {.mechanism = "absent.inp"};
  chem_begin();
  ck_assert_int_eq(sm_mechanism_read(ctx, &files, &m), SM_ERR_IO);
  ck_assert_str_eq(sm_context_message(ctx), "absent.inp: error: No such file or directory");
  chem_end();
}
END_TEST

/* A file cut anywhere is refused, or read with a warning where a line ends. */
START_TEST(truncated_anywhere) {
  const char whole[] = CHEM_HEAD "REACTIONS\nH+O2=O+OH 1.5E14 0 16440\n2H+M=H2+M 1E18 -1 0\n"
                                 "H2O/6.3/ H2/2/\nH+OH(+M)=H2O(+M) 1E13 0 0\nLOW/1E20 -2 0/\nEND";
  const struct sm_mechanism_files files = {.mechanism = "cut.inp", .thermo = "t.dat"};
  for (size_t size = strlen(CHEM_HEAD) + 10; size < sizeof whole - 1; size++) {
    char text[sizeof whole] = "";
    memcpy(text, whole, size);
    chem_write("cut.inp", text);
    chem_begin();
    const enum sm_status status = sm_mechanism_read(ctx, &files, &m);
    ck_assert(status == SM_ERR_DATA || text[size - 1] == '\n');
    ck_assert(status == SM_ERR_DATA || sm_context_warning_count(ctx) == 1);
    ck_assert(status == SM_OK || strstr(sm_context_message(ctx), "cut.inp:") != NULL);
    chem_end();
  }
}
END_TEST

START_TEST(only_the_first_twenty_errors_are_reported) {
  char text[2048] = CHEM_HEAD "REACTIONS\n";
  for (int i = 0; i < 25; i++) strcat(text, "H+X=H2 1 0 0\n");
  chem_write("m.inp", text);
  const struct sm_mechanism_files files = {.mechanism = "m.inp", .thermo = "t.dat"};
  chem_begin();
  ck_assert_int_eq(sm_mechanism_read(ctx, &files, &m), SM_ERR_DATA);
  int lines = 0;
  for (const char *at = sm_context_message(ctx); (at = strstr(at, "error:")) != NULL; at++) lines++;
  ck_assert_int_eq(lines, 20);
  chem_end();
}
END_TEST

START_TEST(permissive_reading_warns) {
  chem_write("m.inp", CHEM_HEAD "REACTIONS\n2H+M=H2+M 1 0 0\nN2/2.0/\nH+O2=O+OH 1 0 0\n"
                                "O+OH=H+O2 1 0 0\nEND\n");
  const struct sm_mechanism_files files = {
      .mechanism = "m.inp", .thermo = "t.dat", .permissive = true};
  chem_begin();
  ck_assert_msg(sm_mechanism_read(ctx, &files, &m) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_context_warning_count(ctx), 2);
  chem_end();
}
END_TEST

/* Reads with every allocation failing in turn. */
static void run_out(const struct sm_mechanism_files *files) {
  for (long n = 1; n < 200; n++) {
    chem_begin();
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = sm_mechanism_read(ctx, files, &m);
    ck_assert_msg(status == SM_OK || (status == SM_ERR_MEMORY && m == NULL), "%s",
                  sm_context_message(ctx));
    chem_end();
    if (status == SM_OK) return;
  }
  ck_abort_msg("200 allocations are too many");
}

START_TEST(memory_may_run_out_anywhere) {
  run_out(&(struct sm_mechanism_files){.mechanism = CHEM "allforms.inp",
                                       .thermo = CHEM "allforms.therm"});
  run_out(&(struct sm_mechanism_files){.mechanism = CHEM "pollu.def"});
}
END_TEST

TEST_MAIN(memory_may_run_out_anywhere, enter_folder, every_wrong_reaction, every_wrong_file,
          files_that_cannot_be_read, only_the_first_twenty_errors_are_reported,
          permissive_reading_warns, truncated_anywhere)
