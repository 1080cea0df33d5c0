# sm_embed(TARGET FILE...): the lines of each file as an array of strings, sm_embedded_<name>, ended by
# NULL, in a source of the target.
function(sm_embed target)
  set(code "#include <stddef.h>\n")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\",\n\"" text "${text}")
    string(APPEND code "extern const char *const sm_embedded_${name}[];\n"
      "const char *const sm_embedded_${name}[] = {\n\"${text}\", NULL};\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded_${target}.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "@code@" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
