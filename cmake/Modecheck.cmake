# Defines the build options, and functions that set how every library and program of the project is compiled.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

set(MODECHECK_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them: 'address,undefined' or 'thread'")
set(MODECHECK_SANITIZE_EXCEPT "" CACHE STRING "Checks of theirs that are left out, as -fno-sanitize= takes them: 'null'")
option(MODECHECK_WERROR "Warnings are errors" ON)

find_program(MODECHECK_CCACHE ccache)
if(MODECHECK_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${MODECHECK_CCACHE}")
endif()

if(MODECHECK_SANITIZE)
  add_compile_options(-fsanitize=${MODECHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MODECHECK_SANITIZE})
  if(MODECHECK_SANITIZE_EXCEPT)
    add_compile_options(-fno-sanitize=${MODECHECK_SANITIZE_EXCEPT})
  endif()
  # Each program holds the whole engine. The linker packs relocations and debug sections, because all programs together
  # would otherwise need 2 GB more of the disk.
  include(CheckLinkerFlag)
  foreach(flag -Wl,-z,pack-relative-relocs -Wl,--compress-debug-sections=zlib)
    string(MAKE_C_IDENTIFIER "MODECHECK_LINKER_HAS${flag}" known)
    check_linker_flag(CXX ${flag} ${known})
    if(${known})
      add_link_options(${flag})
    endif()
  endforeach()
endif()

# Other fuzzing systems bring a library that drives the targets, and pass the flags of a sanitizer with the compiler's
# (fuzz/oss_fuzz/build.sh).
set(MODECHECK_FUZZING_ENGINE "" CACHE STRING "What the fuzz targets link in place of -fsanitize=fuzzer; the caller's flags bring the sanitizer")

# The sanitizers of this build, whoever asked for them.
set(modecheck_sanitizers "${MODECHECK_SANITIZE}")
if(MODECHECK_FUZZING_ENGINE)
  string(REGEX MATCHALL "-fsanitize=[^ ]+" modecheck_sanitizers "${CMAKE_CXX_FLAGS}")
endif()
if(modecheck_sanitizers)
  # The allocator's free lists would hide a use after free from the sanitizer.
  add_compile_definitions(MODECHECK_NO_FREE_LISTS=1)
endif()
if(modecheck_sanitizers MATCHES thread)
  add_compile_definitions(MODECHECK_THREAD_SANITIZER=1)
endif()
if(modecheck_sanitizers MATCHES address)
  add_compile_definitions(MODECHECK_POISONED_LISTS=1 MODECHECK_ADDRESS_SANITIZER=1)
endif()

option(MODECHECK_FUZZ_TARGET "Build the libFuzzer target in a sanitizer's build too (clang only), as it is compiled there" OFF)
option(MODECHECK_FUZZ "Build the libFuzzer targets (clang only): model and engine are instrumented for coverage" OFF)
set(MODECHECK_FUZZ_COVERAGE "")
if(MODECHECK_FUZZ OR MODECHECK_FUZZ_TARGET)
  set(MODECHECK_FUZZ_COVERAGE -fsanitize-coverage=inline-8bit-counters,pc-table)
endif()
if(MODECHECK_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "MODECHECK_FUZZ needs clang: configure with --preset fuzz")
  endif()
  # A failed check ends the process without a message: libFuzzer's stack shows where, and the asan preset shows the
  # details. Two of UBSan's checks (function, vptr) need the runtime that prints messages, so only the asan preset has
  # them. The preset leaves out three more (null, alignment, object-size): AddressSanitizer sees most of what they see,
  # and without them compiling takes 40 % less time. The fuzz target does not look for uses of stack memory after a
  # return, so the code for that check is left out.
  add_compile_options(-fsanitize-trap=undefined -fno-sanitize=function,vptr
                      -fsanitize-address-use-after-return=never)
  # AddressSanitizer needs no red zones around stack variables that the compiler proves to be used within bounds. Its
  # reports unwind the stack from tables, so no register has to hold the frame pointer.
  add_compile_options("SHELL:-mllvm -asan-use-stack-safety=1" -fomit-frame-pointer)
endif()
# Options for code that judges the engine in a fuzz target: model and reference. A fuzz target searches the engine and
# the parsers, so these keep their sanitizers. The judging code runs without them, which makes a quarter more programs a
# second. The presets asan and asan-quick check that code.
set(MODECHECK_JUDGE_OPTIONS "")
if(MODECHECK_FUZZ)
  set(MODECHECK_JUDGE_OPTIONS -fno-sanitize=all -Wno-unused-command-line-argument)
endif()

# modecheck_find_cuda(): sets MODECHECK_CUDA in the caller: true if the GPU part of the CUDA backend is to be built. A
# sanitizer build leaves the GPU part out, because sanitizers see code on the host only.
set(MODECHECK_WITH_CUDA "AUTO" CACHE STRING "The GPU part of the CUDA backend: AUTO (where a toolkit is found), ON or OFF")
set(MODECHECK_CUDA_ARCHITECTURES "80-real;90" CACHE STRING "GPUs that kernels are compiled for, as CMake names them")
function(modecheck_find_cuda)
  set(found OFF)
  if(MODECHECK_WITH_CUDA AND NOT MODECHECK_SANITIZE AND NOT MODECHECK_FUZZ)
    find_package(CUDAToolkit 12 QUIET)
    if(CUDAToolkit_FOUND AND CUDAToolkit_NVCC_EXECUTABLE AND TARGET CUDA::cudart_static)
      set(CMAKE_CUDA_COMPILER "${CUDAToolkit_NVCC_EXECUTABLE}" CACHE FILEPATH "nvcc")
      set(found ON)
      message(STATUS "CUDA toolkit ${CUDAToolkit_VERSION}: the GPU part of the CUDA backend is built")
    elseif(NOT MODECHECK_WITH_CUDA STREQUAL "AUTO")
      message(FATAL_ERROR "MODECHECK_WITH_CUDA is ON and there is no CUDA toolkit with its static runtime library")
    else()
      message(STATUS "no CUDA toolkit: the GPU part of the CUDA backend is left out")
    endif()
  endif()
  set(MODECHECK_CUDA ${found} PARENT_SCOPE)
endfunction()

# modecheck_compile(TARGET): sets the target's warnings and include folder. Include paths start at the repository's
# root, for example "spec/program/program.h".
function(modecheck_compile target)
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                           $<$<BOOL:${MODECHECK_WERROR}>:-Werror>
                                           # g++ 12 reports an overlap in `"r" + std::to_string(i)` that is not there
                                           # (GCC bug 105651).
                                           "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow>"
                                           # g++ 13 warns of a dangling reference: it takes an operation of the static
                                           # table for a part of the object that `operations()` returns by value.
                                           "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-dangling-reference>")
  # libFuzzer counts new code in the model and in the engine, which these options instrument. Kernels are left out: they
  # are nine tenths of the code, and every run would go over their counters. The option fuzzer-no-link would also report
  # the operands of comparisons. Only libFuzzer's own mutators use those, and our target has its own mutator.
  if(MODECHECK_FUZZ_COVERAGE AND target MATCHES "^modecheck_(spec|engine|engine_(autograd|script|jit))$")
    target_compile_options(${target} PRIVATE ${MODECHECK_FUZZ_COVERAGE})
  endif()
  # With a fuzzing engine of the caller, the caller's flags instrument everything. Kernels are left out here too.
  if(MODECHECK_FUZZING_ENGINE AND target MATCHES "^modecheck_engine_(ops|nn)$")
    target_compile_options(${target} PRIVATE -fno-sanitize=fuzzer-no-link)
  endif()
endfunction()

# Optimisation for code of a release build that is not time-critical. Inlining is on, because templates without it cost
# several times as much; little else is. Compiling takes three quarters of the time of -O3. With these options g++
# reports std::optional values as uninitialised although they are not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(MODECHECK_LIGHT_OPTIMISATION -O1 -finline-functions -finline-small-functions -fpartial-inlining -fstrict-aliasing
                                  -Wno-maybe-uninitialized)
else()
  set(MODECHECK_LIGHT_OPTIMISATION "")
endif()

# modecheck_precompiled_torch(TARGET [HEADER]): for a program that uses libtorch, whose headers take most of the compile
# time. HEADER (default: <torch/torch.h>) is precompiled once, by the first program that names it, and reused by all
# others. All of these programs are C++17, as libtorch's headers are.
function(modecheck_precompiled_torch target)
  set(header "<torch/torch.h>")
  if(ARGC GREATER 1)
    set(header "${ARGV1}")
  endif()
  set_target_properties(${target} PROPERTIES CXX_STANDARD 17)
  # Programs share a precompiled header only if all options that change predefined macros are the same.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O0> -Wno-pedantic)
  string(MAKE_C_IDENTIFIER "MODECHECK_PRECOMPILED_${header}" property)
  get_property(first GLOBAL PROPERTY ${property})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE "${header}")
    set_property(GLOBAL PROPERTY ${property} ${target})
  endif()
endfunction()

# modecheck_few_units(TARGET [SIZE]): compiles up to SIZE sources (default 8) as one unit, because every unit
# instantiates the headers' templates again. Names in the sources must differ. With MODECHECK_FEW_UNITS off each source
# is a unit. The checks of single files need that, and it shows that each source includes what it uses.
option(MODECHECK_FEW_UNITS "Compile several sources of a target as one" ON)
function(modecheck_few_units target)
  set(size 8)
  if(ARGC GREATER 1)
    set(size "${ARGV1}")
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MODECHECK_FEW_UNITS} UNITY_BUILD_BATCH_SIZE ${size})
  if(MODECHECK_FEW_UNITS)
    # Turns off warnings that arise only because several sources are compiled as one unit.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
                                             $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
  endif()
endfunction()

# modecheck_find_torch(): calls find_package(Torch), but not in a build with a sanitizer. libtorch is not built with
# sanitizers. Its start-up and allocators would cause reports that say nothing about the engine.
macro(modecheck_find_torch)
  if(modecheck_sanitizers)
    set(TORCH_FOUND FALSE)
  else()
    find_package(Torch QUIET)
  endif()
endmacro()

# The folder of the plug-ins and of the worker programs. Programs elsewhere in the build folder look for them there.
set(MODECHECK_SUBJECT_FOLDER "${CMAKE_BINARY_DIR}/subjects")

# modecheck_link_torch_site(TARGET): links the target to the PyTorch in the folder MODECHECK_TORCH_SITE.
function(modecheck_link_torch_site target)
  set(libraries "${MODECHECK_TORCH_SITE}/torch/lib")
  if(MODECHECK_TORCH_VERSION VERSION_LESS 2)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17)
  endif()
  target_include_directories(${target} SYSTEM PRIVATE "${MODECHECK_TORCH_SITE}/torch/include"
                                                      "${MODECHECK_TORCH_SITE}/torch/include/torch/csrc/api/include")
  # The linked libraries find the libraries that they need, because a wheel's libraries name each other's folders.
  target_link_libraries(${target} PRIVATE "${libraries}/libtorch_cpu.so" "${libraries}/libc10.so")
  file(GLOB cuda_folders "${MODECHECK_TORCH_SITE}/nvidia/*/lib")
  set_target_properties(${target} PROPERTIES BUILD_RPATH "${libraries};${cuda_folders}")
  target_link_options(${target} PRIVATE "LINKER:--disable-new-dtags" "LINKER:--allow-shlib-undefined")
endfunction()
