# Compiles SOURCE with COMPILER, and checks that it compiles with as many warnings of unused objects as WARNINGS says.
execute_process(COMMAND "${COMPILER}" -std=c++17 -fsyntax-only -I "${HEADERS}" "${SOURCE}" ERROR_VARIABLE said
                RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} does not compile:\n${said}")
endif()
string(REGEX MATCHALL "unnamed_guard.cpp:[0-9]+:[0-9]+: warning: [^\n]*nodiscard" warnings "${said}")
list(LENGTH warnings count)
if(NOT count EQUAL WARNINGS)
  message(FATAL_ERROR "${count} warnings in place of ${WARNINGS}:\n${said}")
endif()
