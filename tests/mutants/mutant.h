// A Mutant is one change at one position in the sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace modecheck::mutants {

struct Mutant {
  // What the replaced code is: any value, a condition, or an expression statement.
  enum class Form { Value, Condition, Statement };

  std::string file;  // the path of the file, relative to the root of the sources
  std::string kind;
  Form form = Form::Value;
  std::size_t begin = 0;  // where the replaced code begins in the file, in bytes
  std::size_t end = 0;
  std::size_t line = 0;
  std::string original;  // the replaced code on one line, without comments
  std::string mutated;
  std::string line_text;  // the line in which the replaced code begins, without indentation
  int occurrence = 1;     // the number among mutants that have the same file, line text, original and mutated code

  // The mutant's name in lists. It contains no line numbers, which change with every edit of the file.
  std::string key() const {
    return file + "\t" + line_text + "\t" + original + "\t" + mutated + "\t" + std::to_string(occurrence);
  }

  // Returns a number that depends only on the key and is the same on every machine: the FNV-1a hash, mixed once more
  // because its low bits are weak.
  std::uint64_t lot() const {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : key()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdULL;
    return hash ^ (hash >> 33);
  }
};

}  // namespace modecheck::mutants
