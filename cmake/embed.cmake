# sm_quote(VARIABLE FILE): the lines of a file as strings of C, ended by NULL; a change of the file
# configures anew.
function(sm_quote variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\",\n\"" text "${text}")
  set(${variable} "\"${text}\", NULL" PARENT_SCOPE)
endfunction()

# sm_embed(TARGET FILE...): the lines of each file as an array of strings, sm_embedded_<name>, ended by
# NULL, in a source of the target.
function(sm_embed target)
  set(code "#include <stddef.h>\n")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME_WE)
    sm_quote(lines ${PROJECT_SOURCE_DIR}/${file})
    string(APPEND code "extern const char *const sm_embedded_${name}[];\n"
      "const char *const sm_embedded_${name}[] = {\n${lines}};\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded_${target}.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "@code@" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()

# sm_embed_table(TARGET SYMBOL FORM NAME...): the texts of files, whose paths are FORM with @NAME@ replaced, as a
# table struct cli_embedded SYMBOL[] (cli/text/embedded.h), in a source of the target.
function(sm_embed_table target symbol form)
  set(texts "")
  set(list "")
  foreach(name IN LISTS ARGN)
    string(REPLACE @NAME@ ${name} file ${form})
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${file})
    sm_quote(lines ${file})
    string(MAKE_C_IDENTIFIER ${name} identifier)
    string(APPEND texts "static const char *const ${identifier}[] = {\n${lines}};\n")
    string(APPEND list "{\"${name}\", \"${path}\", ${identifier}},\n")
  endforeach()
  set(code "#include \"cli/text/embedded.h\"\n#include <stddef.h>\n${texts}")
  string(APPEND code "extern const struct cli_embedded ${symbol}[];\n"
    "const struct cli_embedded ${symbol}[] = {\n${list}{NULL, NULL, NULL}};\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "@code@" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
