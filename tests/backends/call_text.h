// This file writes one call of an operator as a line of text, and reads such lines. The engine and libtorch define the
// same names and cannot share a process, so two programs read the same line.
//
//   @float:6:5:-8:8 %0:2,3:3,1:0 add.Tensor T0 T0 si2
//
// `@dtype:elements:seed:least:greatest` is a storage, and `%storage:sizes:strides:offset` is a tensor on a storage. The
// operator and its arguments follow in the schema's order. Tn stands for a tensor, [T0,T1] for a list of tensors, and
// {T0,n} for a list with an absent entry. A letter before a value gives its type: i for an int, l for a list of ints, f
// for a float, v for a list of floats, b for a bool, q for a string, y for a dtype, m for a memory format. Two letters
// mark a scalar (si3, sd0.5, sb1). The word n stands for None. Missing arguments take their defaults.
//
// The answer is `ok` and every returned tensor, or `error` and the reason. After that come every tensor whose sizes,
// strides or offset changed, and every storage whose size or bytes changed.
//
// The file is C++17, because the program that asks libtorch includes it.
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

  // Returns element i of a storage as a small integer. A floating-point storage holds a quarter of the integer, so that
  // arithmetic is exact.
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

// Writes element i of a storage. A floating-point storage gets a quarter of `value`.
inline void write_value(void* data, const std::string& dtype, std::int64_t i, std::int64_t value) {
  // A multiple of a quarter near zero is exact in both 16-bit dtypes. A bfloat16 is a truncated float32, and a half is
  // assembled from the bits of a float32.
  if (dtype == "bfloat16" || dtype == "half") {
    float number = static_cast<float>(value) * 0.25f;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    std::uint16_t small = static_cast<std::uint16_t>(bits >> 16);
    if (dtype == "half" && number != 0)
      small = static_cast<std::uint16_t>((bits >> 16 & 0x8000u) | (((bits & 0x7fffffffu) - (112u << 23)) >> 13));
    std::memcpy(static_cast<char*>(data) + 2 * i, &small, sizeof small);
  }
  if (dtype == "complex64") write_value(data, "float", 2 * i, value), write_value(data, "float", 2 * i + 1, value % 3);
  if (dtype == "complex128")
    write_value(data, "double", 2 * i, value), write_value(data, "double", 2 * i + 1, value % 3);
  if (dtype == "uint8") static_cast<std::uint8_t*>(data)[i] = static_cast<std::uint8_t>(value);
  if (dtype == "int8") static_cast<std::int8_t*>(data)[i] = static_cast<std::int8_t>(value);
  if (dtype == "int16") static_cast<std::int16_t*>(data)[i] = static_cast<std::int16_t>(value);
  if (dtype == "int32") static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value);
  if (dtype == "float") static_cast<float*>(data)[i] = static_cast<float>(value) * 0.25f;
  if (dtype == "double") static_cast<double*>(data)[i] = static_cast<double>(value) * 0.25;
  if (dtype == "int64") static_cast<std::int64_t*>(data)[i] = value;
  if (dtype == "bool") static_cast<std::uint8_t*>(data)[i] = (value & 1) != 0 ? 1 : 0;
}

inline std::string read_value(const void* data, const std::string& dtype, std::int64_t i) {
  if (dtype == "int64") return std::to_string(static_cast<const std::int64_t*>(data)[i]);
  if (dtype == "bool" || dtype == "uint8") return std::to_string(int{static_cast<const std::uint8_t*>(data)[i]});
  if (dtype == "int8") return std::to_string(int{static_cast<const std::int8_t*>(data)[i]});
  if (dtype == "int16") return std::to_string(int{static_cast<const std::int16_t*>(data)[i]});
  if (dtype == "int32") return std::to_string(static_cast<const std::int32_t*>(data)[i]);
  if (dtype == "complex64") return read_value(data, "float", 2 * i) + "," + read_value(data, "float", 2 * i + 1);
  if (dtype == "complex128") return read_value(data, "double", 2 * i) + "," + read_value(data, "double", 2 * i + 1);
  double value = 0;
  if (dtype == "half" || dtype == "bfloat16") {
    std::uint16_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(data) + 2 * i, sizeof bits);
    if (dtype == "half") {
      const int exponent = bits >> 10 & 31;
      const double fraction = bits & 1023;
      value = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::nan(""))
              : exponent == 0 ? fraction * 0x1p-24
                              : std::ldexp(1024 + fraction, exponent - 25);
      if ((bits & 0x8000) != 0) value = -value;
    } else {
      const std::uint32_t wide = std::uint32_t{bits} << 16;
      float number = 0;
      std::memcpy(&number, &wide, sizeof number);
      value = static_cast<double>(number);
    }
  } else {
    value = dtype == "float" ? static_cast<double>(static_cast<const float*>(data)[i])
                             : static_cast<const double*>(data)[i];
  }
  if (std::isnan(value)) return "nan";
  char text[40];
  // A sum whose terms cancel may give zero of either sign, so both zeros are printed as 0.
  std::snprintf(text, sizeof text, "%.17g", value == 0 ? 0.0 : value);
  return text;
}

// Formats the elements of a strided tensor in row-major order. `data` is the start of the tensor's storage.
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
