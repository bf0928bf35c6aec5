// Runs two programs and compares their output line by line and word by word. Numbers may differ by rounding.
//   compare_output TOLERANCE PROGRAM PROGRAM
// The exit code is 0 if the outputs are equal. It is 1 if they differ, and the first differences are printed. It is 2
// if a program failed or the arguments are wrong.
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kWrongUse = 2;
constexpr int kMostShown = 10;

std::optional<std::vector<std::string>> lines_of(const char* program) {
  std::FILE* const pipe = popen(program, "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) != 0;) text.append(buffer, got);
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "%s failed after printing %zu bytes\n", program, text.size());
    return std::nullopt;
  }
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

bool equal_words(const std::string& a, const std::string& b, double tolerance) {
  if (a == b) return true;
  char* end_a = nullptr;
  char* end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a);
  const double y = std::strtod(b.c_str(), &end_b);
  if (a.empty() || b.empty() || *end_a != '\0' || *end_b != '\0') return false;
  if (std::isnan(x) && std::isnan(y)) return true;
  return std::fabs(x - y) <= tolerance * std::max({1.0, std::fabs(x), std::fabs(y)});
}

bool equal_lines(const std::string& a, const std::string& b, double tolerance) {
  std::istringstream in_a(a);
  std::istringstream in_b(b);
  std::string word_a;
  std::string word_b;
  while (in_a >> word_a)
    if (!(in_b >> word_b) || !equal_words(word_a, word_b, tolerance)) return false;
  return !(in_b >> word_b);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: compare_output TOLERANCE PROGRAM PROGRAM\n", stderr);
    return kWrongUse;
  }
  const auto first = lines_of(argv[2]);
  const auto second = lines_of(argv[3]);
  if (!first || !second) return kWrongUse;
  const double tolerance = std::atof(argv[1]);
  int different = first->size() == second->size() ? 0 : 1;
  if (different != 0) std::printf("%zu lines and %zu lines\n", first->size(), second->size());
  for (std::size_t i = 0; i < std::min(first->size(), second->size()); ++i) {
    const std::string& a = (*first)[i];
    const std::string& b = (*second)[i];
    if (equal_lines(a, b, tolerance)) continue;
    if (++different <= kMostShown) std::printf("line %zu\n  %s\n  %s\n", i + 1, a.c_str(), b.c_str());
  }
  std::printf("%zu lines, %d differ\n", first->size(), different);
  // Two empty outputs would prove nothing, so they count as an error.
  return different == 0 && !first->empty() ? 0 : 1;
}
