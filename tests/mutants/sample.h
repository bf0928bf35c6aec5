// The sample on which the mutant generator is tested: code of each kind that is mutated, and code that stays unchanged.
#pragma once

#include <array>
#include <cstddef>

namespace modecheck::mutants::sample {

enum class Colour { Red, Green, Blue };

constexpr int twice(int x) { return x < 0 ? 0 : 2 * x; }

inline const char* name_of_colour(Colour colour) { return colour == Colour::Red ? "red" : "other"; }

struct Counter {
  int count = 0;
  void bump() { ++count; }
};

// Returns a number that tells which branches the function took.
inline int way(int a, int b, Counter& counter) {
  constexpr int constant = 5;
  std::array<std::size_t, 2> list{1, 2};
  counter.bump();
  if (a < b && b != constant) return static_cast<int>(list[0]);
  if constexpr (constant > 4) counter.count += 10;
  return a == 7 || a == 8 || b == 9 ? 40 : 50;
}

inline Colour colour_of(bool warm) {
  if (warm) return Colour::Red;
  return Colour::Blue;
}

inline bool is_even(int x) { return x % 2 == 0; }

// The table is constant, so its numbers get no mutants. Its functions run later, so their bodies get mutants.
struct Row {
  int number;
  int (*function)(int);
};
inline constexpr Row rows[] = {{3, [](int x) { return x + 4; }}};

}  // namespace modecheck::mutants::sample
