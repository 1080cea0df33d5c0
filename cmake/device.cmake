# The back ends: that of the CPU once per level of x86-64, chosen at start; device/cuda/backend.cu where nvcc is. A
# build for debuggers and sanitizers has the first level alone; else that is for old processors, and
# made quickly.
set(SM_CPU_SOURCES src/device/cpu/backend.c src/device/cpu/flow.c src/device/cpu/compressible.c src/device/cpu/particles.c
  src/device/cpu/poisson.c src/device/cpu/prism.c src/device/cpu/rans.c src/device/cpu/wind.c)
add_library(simoom_cpu OBJECT ${SM_CPU_SOURCES})
set(SM_CPU_TARGETS simoom_cpu)
target_sources(simoom PRIVATE src/device/nvrtc.c src/device/device.c src/device/counting.c src/device/device_profile.c src/device/row_exchange.c src/device/nccl.c src/device/peers.c
  src/device/gpu_program.c src/device/reacting_cells.c src/device/reacting_blocks.c src/device/array_store.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  target_compile_definitions(simoom PRIVATE SM_HAVE_X86_LEVELS)
  target_compile_options(simoom_cpu PRIVATE -O2 -fno-tree-vectorize)
  foreach(level v3 v4)
    add_library(simoom_cpu_${level} OBJECT ${SM_CPU_SOURCES})
    target_compile_definitions(simoom_cpu_${level} PRIVATE SM_LEVEL=${level} SM_HAVE_X86_LEVELS)
    target_compile_options(simoom_cpu_${level} PRIVATE -march=x86-64-${level}
      $<$<STREQUAL:${level},v4>:-mprefer-vector-width=512>)
    list(APPEND SM_CPU_TARGETS simoom_cpu_${level})
  endforeach()
endif()
foreach(target IN LISTS SM_CPU_TARGETS)
  target_link_libraries(${target} PRIVATE sm_flags OpenMP::OpenMP_C)
  target_sources(simoom PRIVATE $<TARGET_OBJECTS:${target}>)
endforeach()
# The compiler's own account of loops and vectors, which scripts/check_vectorised.sh reads. Caches of
# compilers know no such files.
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release AND
   NOT CMAKE_C_COMPILER_LAUNCHER)
  foreach(source IN LISTS SM_CPU_SOURCES)
    get_filename_component(name ${source} NAME_WE)
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
      -fdump-tree-vect-optimized=${CMAKE_BINARY_DIR}/loops-$<TARGET_PROPERTY:NAME>-${name}.txt)
  endforeach()
endif()
if(SM_HAVE_CUDA)
  target_sources(simoom PRIVATE src/device/cuda/backend.cu src/device/cuda/gpu_program.cu src/device/cuda/reacting_cells.cu
    src/device/cuda/reacting_blocks.cu)
  # Kernels that launch kernels: relocatable code, linked into the library, so that plain C programs
  # can link that.
  add_library(simoom_cuda_sor OBJECT src/device/cuda/sor.cu)
  set_target_properties(simoom_cuda_sor PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
  target_link_libraries(simoom_cuda_sor PRIVATE sm_flags)
  set_target_properties(simoom PROPERTIES CUDA_RESOLVE_DEVICE_SYMBOLS ON)
  target_sources(simoom PRIVATE $<TARGET_OBJECTS:simoom_cuda_sor>)
  find_library(SM_CUDADEVRT cudadevrt HINTS ${CUDAToolkit_LIBRARY_DIR} REQUIRED)
  target_link_libraries(simoom PRIVATE ${SM_CUDADEVRT})
  target_compile_definitions(simoom PRIVATE SM_HAVE_CUDA)
  target_link_libraries(simoom PRIVATE CUDA::cudart_static)
  foreach(target simoom simoom_cuda_sor)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-v>)
    set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER
      ${PROJECT_SOURCE_DIR}/cmake/keep_messages.sh ${CMAKE_CUDA_COMPILER_LAUNCHER})
  endforeach()
endif()
