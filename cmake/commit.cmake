# Writes which commit is being built, if that has changed: cmake -D GIT=... -D SOURCE=... -D HEADER=... -P commit.cmake
# "+" behind it where sources differ from the commit or are new; nothing where git or its data are missing, and where
# the sources only lie in somebody else's repository.
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
    # Without a lock: somebody may be about to commit.
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
