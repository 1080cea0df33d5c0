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
