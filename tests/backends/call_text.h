// One call of an operator as a line of text, so that two programs that cannot share a process (the engine and libtorch
// define the same names) can be asked the same question.
//
//   @float:6:5:-8:8 %0:2,3:3,1:0 add.Tensor T0 T0 si2
//
// `@dtype:elements:seed:least:greatest` is a storage, `%storage:sizes:strides:offset` a tensor over one. Then the
// operator and its arguments, by the schema's order: Tn a tensor, [T0,T1] a list, i an int, l a list of ints, s a
// number (si3, sd0.5, sb1), b a bool, y a dtype, m a memory format, n nothing. Arguments left out have their defaults.
//
// The answer is `ok` and every returned tensor, or `error` and the reason; then every tensor whose geometry changed,
// and every storage whose size or bytes did.
//
// C++17: libtorch's side includes it.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace modecheck::tests {

struct StorageText {
  std::string dtype;
  std::int64_t elements = 0;
  std::uint64_t seed = 0;
  std::int64_t least = 0;
  std::int64_t greatest = 0;

  // Small integers; floating storages hold quarters of them, so that arithmetic is exact.
  std::int64_t value(std::int64_t i) const {
    std::uint64_t x = seed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(i) * 0xBF58476D1CE4E5B9u + 12345u;
    x = (x ^ (x >> 31)) * 0x94D049BB133111EBu;
    x ^= x >> 29;
    return least + static_cast<std::int64_t>(x % static_cast<std::uint64_t>(greatest - least + 1));
  }
};

struct TensorText {
  std::size_t storage = 0;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;
  std::int64_t offset = 0;
};

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

inline std::vector<std::int64_t> integers(const std::string& text) {
  std::vector<std::int64_t> values;
  for (const std::string& part : split(text, ',')) values.push_back(std::strtoll(part.c_str(), nullptr, 10));
  return values;
}

inline std::string joined(const std::vector<std::int64_t>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(values[i]);
  return text;
}

struct CallText {
  std::vector<StorageText> storages;
  std::vector<TensorText> tensors;
  std::string operation;
  std::vector<std::string> arguments;

  explicit CallText(const std::string& line) {
    std::istringstream in(line);
    for (std::string word; in >> word;) {
      if (operation.empty() && word[0] == '@') {
        const std::vector<std::string> parts = split(word.substr(1), ':');
        storages.push_back({parts.at(0), std::atoll(parts.at(1).c_str()),
                            static_cast<std::uint64_t>(std::atoll(parts.at(2).c_str())),
                            std::atoll(parts.at(3).c_str()), std::atoll(parts.at(4).c_str())});
      } else if (operation.empty() && word[0] == '%') {
        const std::vector<std::string> parts = split(word.substr(1), ':');
        tensors.push_back({static_cast<std::size_t>(std::atoll(parts.at(0).c_str())), integers(parts.at(1)),
                           integers(parts.at(2)), std::atoll(parts.at(3).c_str())});
      } else if (operation.empty()) {
        operation = word;
      } else {
        arguments.push_back(word);
      }
    }
  }
};

// Writes the i-th value of a storage.
inline void write_value(void* data, const std::string& dtype, std::int64_t i, std::int64_t value) {
  if (dtype == "float") static_cast<float*>(data)[i] = static_cast<float>(value) * 0.25f;
  if (dtype == "double") static_cast<double*>(data)[i] = static_cast<double>(value) * 0.25;
  if (dtype == "int64") static_cast<std::int64_t*>(data)[i] = value;
  if (dtype == "bool") static_cast<std::uint8_t*>(data)[i] = (value & 1) != 0 ? 1 : 0;
}

inline std::string read_value(const void* data, const std::string& dtype, std::int64_t i) {
  if (dtype == "int64") return std::to_string(static_cast<const std::int64_t*>(data)[i]);
  if (dtype == "bool") return std::to_string(int{static_cast<const std::uint8_t*>(data)[i]});
  const double value =
      dtype == "float" ? static_cast<double>(static_cast<const float*>(data)[i]) : static_cast<const double*>(data)[i];
  if (std::isnan(value)) return "nan";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// The elements of a strided tensor in row-major order; `data` is the beginning of its storage.
inline std::string read_values(const void* data, const std::string& dtype, const TensorText& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t size : tensor.sizes) elements *= size;
  std::string text = "{";
  for (std::int64_t i = 0; i < elements; ++i) {
    std::int64_t rest = i;
    std::int64_t at = tensor.offset;
    for (std::size_t d = tensor.sizes.size(); d-- > 0;) {
      at += rest % tensor.sizes[d] * tensor.strides[d];
      rest /= tensor.sizes[d];
    }
    text += (i == 0 ? "" : ",") + read_value(data, dtype, at);
  }
  return text + "}";
}

}  // namespace modecheck::tests
