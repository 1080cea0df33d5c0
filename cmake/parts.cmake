# Libraries. Optional parts are used where they are found and work. A part that is there by
# half (a run-time library without its headers, a header that needs another package) is left out with
# a line that says so; it never breaks the build.
include(CheckCSourceCompiles)

# sm_check_part(NAME HEADER SYMBOL WHERE): takes NAME_FOUND back where SYMBOL of HEADER does not compile
# and link with NAME_LIBRARIES_CHECKED and NAME_INCLUDES_CHECKED; the answer is kept for WHERE it lies.
macro(sm_check_part name header symbol where)
  string(MAKE_C_IDENTIFIER "SM_WORKS_${name}_${where}" works)
  set(CMAKE_REQUIRED_LIBRARIES ${${name}_LIBRARIES_CHECKED})
  set(CMAKE_REQUIRED_INCLUDES ${${name}_INCLUDES_CHECKED})
  set(CMAKE_REQUIRED_QUIET TRUE)
  check_c_source_compiles("#include <${header}>
    int main(void) { return (void *)(${symbol}) == (void *)0; }" ${works})
  unset(CMAKE_REQUIRED_LIBRARIES)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_QUIET)
  if(NOT ${works})
    unset(${works} CACHE) # what is mended is found the next time
    set(${name}_FOUND FALSE)
    message(STATUS "${name} is there, but a program with its <${header}> does not build")
  endif()
endmacro()

# sm_look_for(NAME HEADER SYMBOL MODULE...): NAME_FOUND and PkgConfig::NAME, of the first of pkg-config's
# modules that is there and works, unless the option SM_NAME is off.
macro(sm_look_for name header symbol)
  if(DEFINED SM_${name} AND NOT SM_${name})
    unset(${name}_FOUND CACHE)
  else()
    pkg_search_module(${name} IMPORTED_TARGET QUIET ${ARGN})
  endif()
  if(${name}_FOUND)
    set(includes "") # a folder that is not there (that of ecCodes in Debian 12) is an error for CMake
    foreach(folder IN LISTS ${name}_INCLUDE_DIRS)
      if(EXISTS ${folder})
        list(APPEND includes ${folder})
      endif()
    endforeach()
    set_target_properties(PkgConfig::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${includes}")
    set(${name}_LIBRARIES_CHECKED ${${name}_LDFLAGS})
    set(${name}_INCLUDES_CHECKED ${${name}_INCLUDE_DIRS})
    sm_check_part(${name} ${header} ${symbol} "${${name}_VERSION}_${${name}_PREFIX}")
  endif()
endmacro()

macro(sm_find_part name) # optional
  sm_look_for(${name} ${ARGN})
  if(NOT ${name}_FOUND)
    message(STATUS "Building without ${name}: what needs it will say so when it runs")
  endif()
endmacro()

macro(sm_need_part name package) # required, from that package
  sm_look_for(${name} ${ARGN})
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "simoom needs ${name} (Debian: ${package})")
  endif()
endmacro()

sm_need_part(NETCDF libnetcdf-dev netcdf.h nc_open netcdf)
sm_need_part(HDF5 libhdf5-dev hdf5.h H5Dwrite_chunk hdf5-serial hdf5)
sm_find_part(DEFLATE libdeflate.h libdeflate_zlib_compress libdeflate)
if(NOT DEFLATE_FOUND)
  sm_need_part(ZLIB zlib1g-dev zlib.h compress2 zlib)
endif()
sm_find_part(GDAL gdal.h GDALOpenEx gdal)
sm_find_part(ECCODES eccodes.h codes_handle_new_from_message eccodes)
sm_find_part(PLPLOT plplot.h c_plinit plplot)
sm_find_part(PNG png.h png_create_write_struct libpng)
sm_find_part(MUPARSER muParserDLL.h mupCreate muparser)
sm_find_part(YAML yaml.h yaml_parser_initialize yaml-0.1)
sm_find_part(EXPAT expat.h XML_ParserCreate expat)
sm_find_part(MPI mpi.h MPI_Init ompi-c mpich)
sm_find_part(MICROHTTPD microhttpd.h MHD_start_daemon libmicrohttpd)

unset(CVODE_FOUND)
if(SM_CVODE)
  find_path(CVODE_INCLUDE cvode/cvode.h)
  find_library(CVODE_LIBRARY sundials_cvode)
  find_library(CVODE_VECTORS sundials_nvecserial)
  find_library(CVODE_MATRICES sundials_sunmatrixdense)
  find_library(CVODE_SOLVERS sundials_sunlinsoldense)
  if(CVODE_INCLUDE AND CVODE_LIBRARY AND CVODE_VECTORS AND CVODE_MATRICES AND CVODE_SOLVERS)
    set(CVODE_FOUND TRUE)
    set(CVODE_LIBRARIES_CHECKED ${CVODE_LIBRARY} ${CVODE_VECTORS} ${CVODE_MATRICES} ${CVODE_SOLVERS})
    set(CVODE_INCLUDES_CHECKED ${CVODE_INCLUDE})
    sm_check_part(CVODE cvode/cvode.h CVodeCreate "${CVODE_LIBRARY}")
  endif()
endif()
if(NOT CVODE_FOUND)
  message(STATUS "Building without CVODE: what needs it will say so when it runs")
endif()
