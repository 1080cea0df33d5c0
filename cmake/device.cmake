# The back ends: cpu.c once per level of x86-64, chosen at start; cuda.cu where nvcc is.
target_sources(simoom PRIVATE src/device/device.c src/device/profile.c src/device/cpu.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_definitions(simoom PRIVATE SM_HAVE_X86_LEVELS)
  foreach(level v3 v4)
    add_library(simoom_cpu_${level} OBJECT src/device/cpu.c)
    target_compile_definitions(simoom_cpu_${level} PRIVATE SM_LEVEL=${level} SM_HAVE_X86_LEVELS)
    target_compile_options(simoom_cpu_${level} PRIVATE -march=x86-64-${level}
      $<$<STREQUAL:${level},v4>:-mprefer-vector-width=512>)
    target_link_libraries(simoom_cpu_${level} PRIVATE sm_flags OpenMP::OpenMP_C)
    target_sources(simoom PRIVATE $<TARGET_OBJECTS:simoom_cpu_${level}>)
  endforeach()
endif()
# The compiler's own account of loops and vectors, which scripts/check_vectorised.sh reads. Caches of
# compilers know no such files.
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release AND
   NOT CMAKE_C_COMPILER_LAUNCHER)
  set_property(SOURCE src/device/cpu.c APPEND PROPERTY COMPILE_OPTIONS
    -fdump-tree-vect-optimized=${CMAKE_BINARY_DIR}/loops-$<TARGET_PROPERTY:NAME>.txt)
endif()
if(SM_HAVE_CUDA)
  target_sources(simoom PRIVATE src/device/cuda.cu)
  # Kernels that launch kernels: relocatable code, linked into the library, so that plain C programs
  # can link that.
  add_library(simoom_cuda_bozorgmehr OBJECT src/device/cuda_bozorgmehr.cu)
  set_target_properties(simoom_cuda_bozorgmehr PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
  target_link_libraries(simoom_cuda_bozorgmehr PRIVATE sm_flags)
  set_target_properties(simoom PROPERTIES CUDA_RESOLVE_DEVICE_SYMBOLS ON)
  target_sources(simoom PRIVATE $<TARGET_OBJECTS:simoom_cuda_bozorgmehr>)
  find_library(SM_CUDADEVRT cudadevrt HINTS ${CUDAToolkit_LIBRARY_DIR} REQUIRED)
  target_link_libraries(simoom PRIVATE ${SM_CUDADEVRT})
  target_compile_definitions(simoom PRIVATE SM_HAVE_CUDA)
  target_link_libraries(simoom PRIVATE CUDA::cudart_static)
  set_property(SOURCE src/device/cuda.cu APPEND PROPERTY COMPILE_OPTIONS -Xptxas=-v)
endif()
