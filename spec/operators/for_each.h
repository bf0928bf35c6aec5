// Expands one macro for each operator of a list:
//
//   MODECHECK_FOR_EACH(ROW, (common, arguments), exp, log, sin)
//
// expands to ROW(exp, common, arguments) ROW(log, common, arguments) ROW(sin, common, arguments). If the second
// argument is (), it expands to ROW(exp) ROW(log) ROW(sin). A list has at most 27 operators.
#pragma once

#define MODECHECK_FOR_EACH(row, common, ...) MODECHECK_SCAN27(MODECHECK_FOR_FIRST(row, common, __VA_ARGS__))
#define MODECHECK_FOR_FIRST(row, common, op, ...)      \
  MODECHECK_EXPAND(row, op, MODECHECK_UNPACKED common) \
  __VA_OPT__(MODECHECK_FOR_REST MODECHECK_PARENTHESES(row, common, __VA_ARGS__))
#define MODECHECK_FOR_REST() MODECHECK_FOR_FIRST
#define MODECHECK_PARENTHESES ()
#define MODECHECK_EXPAND(row, op, ...) row(op __VA_OPT__(, ) __VA_ARGS__)
#define MODECHECK_UNPACKED(...) __VA_ARGS__
// The preprocessor expands one more operator each time it scans the text again. These macros scan the text up to 27
// times.
#define MODECHECK_SCAN1(...) __VA_ARGS__
#define MODECHECK_SCAN3(...) MODECHECK_SCAN1(MODECHECK_SCAN1(MODECHECK_SCAN1(__VA_ARGS__)))
#define MODECHECK_SCAN9(...) MODECHECK_SCAN3(MODECHECK_SCAN3(MODECHECK_SCAN3(__VA_ARGS__)))
#define MODECHECK_SCAN27(...) MODECHECK_SCAN9(MODECHECK_SCAN9(MODECHECK_SCAN9(__VA_ARGS__)))
