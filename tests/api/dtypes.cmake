# The docstrings of the API quote engine/api/generate/dtypes.txt, which must agree with the specification.
#
#   cmake -D MODECHECK=program -D SOURCE=repository -P dtypes.cmake
set(file engine/api/generate/dtypes.txt)
file(READ "${SOURCE}/${file}" written)
execute_process(COMMAND "${MODECHECK}" operators --dtypes RESULT_VARIABLE code OUTPUT_VARIABLE printed)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "`modecheck operators --dtypes` ended with ${code}")
endif()
string(REGEX MATCHALL "\n" lines "${printed}")
list(LENGTH lines count)
if(count LESS 900)
  message(FATAL_ERROR "`modecheck operators --dtypes` printed only ${count} lines")
endif()
if(NOT printed STREQUAL written)
  message(FATAL_ERROR "${file} is not what the specification says. Write it and the docstrings anew: "
                      "ninja -C build/release modecheck_dtypes && ninja -C build/release modecheck_api")
endif()
