// One change at one place in the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace modecheck::mutants {

struct Mutant {
  // The form of the replacement: any value, a condition, or an expression statement.
  enum class Form { Value, Condition, Statement };

  std::string file;  // relative to the root of the sources
  std::string kind;
  Form form = Form::Value;
  std::size_t begin = 0;  // the byte range of the original in the file
  std::size_t end = 0;
  std::size_t line = 0;
  std::string original;  // on one line, without comments
  std::string mutated;
  std::string line_text;  // the line where the place begins, without indentation
  int occurrence = 1;     // number among the mutants that agree in all fields above but the place

  // The mutant's name in lists. It contains no line numbers, which change with every edit of the file.
  std::string key() const {
    return file + "\t" + line_text + "\t" + original + "\t" + mutated + "\t" + std::to_string(occurrence);
  }

  // A number that depends only on the key and is the same on every machine: FNV-1a, mixed once more because its low
  // bits are weak.
  std::uint64_t lot() const {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : key()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdULL;
    return hash ^ (hash >> 33);
  }
};

}  // namespace modecheck::mutants
