# Writes which commit is being built, if that has changed: cmake -D GIT=... -D SOURCE=... -D HEADER=... -P commit.cmake
# "+" behind it where tracked files differ from the commit; nothing where git or its data are missing.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(GIT)
  execute_process(
    COMMAND "${GIT}" rev-parse --short HEAD
    WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit)
    execute_process(
      COMMAND "${GIT}" status --porcelain --untracked-files=no
      WORKING_DIRECTORY "${SOURCE}"
      OUTPUT_VARIABLE changed ERROR_QUIET)
    if(NOT changed STREQUAL "")
      string(APPEND commit "+")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define MODECHECK_COMMIT \"@commit@\"\n" @ONLY)
