// PyTorch's type promotion for the dtypes of the programs, and the value of a number in a dtype.
#pragma once

#include <cstdint>

#include "spec/arguments.h"
#include "spec/dtype.h"
#include "spec/effect.h"

namespace modecheck::reference {

// 0 bool, 1 integer, 2 floating.
constexpr int category_of(spec::DType dtype) {
  return dtype == spec::DType::Bool ? 0 : dtype == spec::DType::Int64 ? 1 : 2;
}

constexpr spec::DType promote(spec::DType a, spec::DType b) {
  if (a == b) return a;
  if (a == spec::DType::Float64 || b == spec::DType::Float64) return spec::DType::Float64;
  if (a == spec::DType::Float32 || b == spec::DType::Float32) return spec::DType::Float32;
  return spec::DType::Int64;
}

// Tensors with dimensions decide; tensors without and then numbers count only where their category is higher.
class ResultType {
 public:
  void add(const spec::Geometry& tensor) { add(tensor.rank > 0 ? 0 : 1, tensor.dtype); }
  void add(const spec::ScalarValue& number) {
    using Kind = spec::ScalarValue::Kind;
    add(2, number.kind == Kind::Float ? spec::DType::Float32
           : number.kind == Kind::Int ? spec::DType::Int64
                                      : spec::DType::Bool);
  }
  spec::DType dtype() const {
    Entry out = entries_[0];
    for (int i = 1; i < 3; ++i) out = combine(out, entries_[i]);
    return out.dtype;
  }

 private:
  struct Entry {
    bool defined = false;
    spec::DType dtype = spec::DType::Float32;
  };
  static Entry combine(Entry higher, Entry lower) {
    if (!higher.defined) return lower;
    if (!lower.defined || category_of(higher.dtype) >= category_of(lower.dtype)) return higher;
    return {true, promote(higher.dtype, lower.dtype)};
  }
  void add(int priority, spec::DType dtype) {
    Entry& entry = entries_[priority];
    entry = {true, entry.defined ? promote(entry.dtype, dtype) : dtype};
  }
  Entry entries_[3];
};

// Operators that compute integers and bools as float32 (exp, div, ...).
constexpr spec::DType to_floating(spec::DType dtype) { return spec::is_floating(dtype) ? dtype : spec::DType::Float32; }

// A number of a program as an integer or bool dtype holds it. Numbers of programs are small.
inline std::int64_t integer_value(const spec::ScalarValue& number, spec::DType dtype) {
  if (dtype == spec::DType::Bool) return number.value != 0;
  return static_cast<std::int64_t>(number.value);
}

}  // namespace modecheck::reference
