# Writes the id of the commit that is being built to HEADER, if the id has changed:
#   cmake -D GIT=... -D SOURCE=... -D HEADER=... -P commit.cmake
# The id gets a "+" if sources differ from the commit or are new. The id is empty if git or its data are missing. It is
# also empty if the sources merely lie inside another repository.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(GIT)
  execute_process(
    COMMAND "${GIT}" rev-parse --show-toplevel
    WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE top
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(EXISTS "${top}")
    file(REAL_PATH "${top}" top)
    file(REAL_PATH "${SOURCE}" here)
  endif()
  if(top AND top STREQUAL here)
    execute_process(
      COMMAND "${GIT}" rev-parse --short HEAD
      WORKING_DIRECTORY "${SOURCE}"
      OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(commit)
    # git status runs without a lock, because a commit may be in progress.
    execute_process(
      COMMAND "${GIT}" --no-optional-locks status --porcelain -- *.cpp *.h *.cu *.cmake *CMakeLists.txt
              *CMakePresets.json
      WORKING_DIRECTORY "${SOURCE}"
      OUTPUT_VARIABLE changed ERROR_QUIET)
    if(NOT changed STREQUAL "")
      string(APPEND commit "+")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define MODECHECK_COMMIT \"@commit@\"\n" @ONLY)
