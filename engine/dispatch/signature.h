// Computes the C++ signature of an operator from its schema. The schema's types become these C++ types:
//
//   Tensor, Tensor(a), Tensor(a!)   const at::Tensor&      (constness of the handle says nothing about the elements)
//   Tensor[]                        at::TensorList
//   Tensor?                         const c10::optional<at::Tensor>&
//   Tensor?[]                       const c10::List<c10::optional<at::Tensor>>&
//   float[]?                        c10::optional<c10::ArrayRef<double>>
//   int / int? / int[] / int[]?     int64_t / c10::optional<int64_t> / c10::IntArrayRef / c10::OptionalIntArrayRef
//   Generator?                      const c10::optional<at::Generator>&
//   Scalar / Scalar?                const c10::Scalar& / const c10::optional<c10::Scalar>&
//   all others                      by value, optional as c10::optional
//
// Results: Tensor and Tensor(a) are at::Tensor, several of them are a std::tuple, and lists are
// std::vector<at::Tensor>. An operator whose result is the argument that it wrote (in-place, out=) returns void. The
// caller already has that argument, so counting another reference to it would be wasted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "spec/operators/operator.h"

namespace modecheck::engine {

namespace operators = spec::operators;
using operators::schema_of;

template <operators::Type type>
struct CppType;

#define MODECHECK_CPP_TYPE(schema_type, cpp_type) \
  template <>                                     \
  struct CppType<operators::Type::schema_type> {  \
    using type = cpp_type;                        \
  }
MODECHECK_CPP_TYPE(Tensor, const at::Tensor&);
MODECHECK_CPP_TYPE(OptionalTensor, const c10::optional<at::Tensor>&);
MODECHECK_CPP_TYPE(TensorList, at::TensorList);
MODECHECK_CPP_TYPE(OptionalTensorList, const c10::List<c10::optional<at::Tensor>>&);
MODECHECK_CPP_TYPE(Int, std::int64_t);
MODECHECK_CPP_TYPE(OptionalInt, c10::optional<std::int64_t>);
MODECHECK_CPP_TYPE(IntList, c10::IntArrayRef);
MODECHECK_CPP_TYPE(OptionalIntList, c10::OptionalIntArrayRef);
MODECHECK_CPP_TYPE(Scalar, const c10::Scalar&);
MODECHECK_CPP_TYPE(OptionalScalar, const c10::optional<c10::Scalar>&);
MODECHECK_CPP_TYPE(Float, double);
MODECHECK_CPP_TYPE(OptionalFloat, c10::optional<double>);
MODECHECK_CPP_TYPE(OptionalFloatList, c10::optional<c10::ArrayRef<double>>);
MODECHECK_CPP_TYPE(String, std::string_view);
MODECHECK_CPP_TYPE(OptionalString, c10::optional<std::string_view>);
MODECHECK_CPP_TYPE(Bool, bool);
MODECHECK_CPP_TYPE(OptionalBool, c10::optional<bool>);
MODECHECK_CPP_TYPE(ScalarType, c10::ScalarType);
MODECHECK_CPP_TYPE(OptionalScalarType, c10::optional<c10::ScalarType>);
MODECHECK_CPP_TYPE(OptionalLayout, c10::optional<c10::Layout>);
MODECHECK_CPP_TYPE(OptionalDevice, c10::optional<c10::Device>);
MODECHECK_CPP_TYPE(MemoryFormat, c10::MemoryFormat);
MODECHECK_CPP_TYPE(OptionalMemoryFormat, c10::optional<c10::MemoryFormat>);
MODECHECK_CPP_TYPE(OptionalGenerator, const c10::optional<at::Generator>&);
#undef MODECHECK_CPP_TYPE

namespace detail {

template <typename Op>
constexpr auto result_of() {
  if constexpr (schema_of<Op>.return_count == 0 || schema_of<Op>.returns[0].write) {
    return;
  } else if constexpr (schema_of<Op>.returns[0].type == operators::Type::TensorList) {
    return std::vector<at::Tensor>();
  } else if constexpr (schema_of<Op>.return_count == 2) {
    return std::tuple<at::Tensor, at::Tensor>();
  } else if constexpr (schema_of<Op>.return_count == 3) {
    return std::tuple<at::Tensor, at::Tensor, at::Tensor>();
  } else if constexpr (schema_of<Op>.return_count == 4) {
    return std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>();
  } else {
    return at::Tensor();
  }
}

template <typename Op, typename Indices>
struct SignatureOf;
template <typename Op, std::size_t... I>
struct SignatureOf<Op, std::index_sequence<I...>> {
  using type = decltype(result_of<Op>())(typename CppType<schema_of<Op>.arguments[I].type>::type...);
};

}  // namespace detail

// The operator's C++ function type, for example `void(const at::Tensor&, const at::Tensor&, const c10::Scalar&)` for
// add_.Tensor.
template <typename Op>
using Signature = typename detail::SignatureOf<Op, std::make_index_sequence<schema_of<Op>.argument_count>>::type;

}  // namespace modecheck::engine
