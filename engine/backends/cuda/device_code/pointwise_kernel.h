// Computes one element of a pointwise operator. A thread of a GPU runs this code, and the host runs it in place of a
// thread of the simulated device. If all operands are contiguous, a thread takes a pack of elements at once: 16 bytes
// of each operand.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::Computed;
using backends::Strided;

// The arguments of a pointwise kernel. Every input already has the dtype in which the operator computes, because other
// kernels have converted it. The result has the dtype that the element function returns; another kernel converts it if
// necessary.
struct PointwiseArguments {
  static constexpr int max_inputs = Strided::max_operands - 1;

  Strided where;  // the operands: the result, then the inputs
  bool is_number[max_inputs] = {};
  alignas(16) char numbers[max_inputs][16] = {};
  alignas(16) char op[64] = {};
};

template <typename T>
MODECHECK_HOST_DEVICE Computed<T> pointwise_input(const PointwiseArguments& arguments, int i, const char* at) {
  return static_cast<Computed<T>>(backends::load<T>(arguments.is_number[i] ? arguments.numbers[i] : at));
}

// The element type of the result. If the element function returns Computed<T>, this is T, the element type of the
// inputs. Otherwise it is the type that the function returns, such as bool.
template <typename T, typename R>
using PointwiseResult = std::conditional_t<std::is_same_v<R, Computed<T>>, T, R>;

// The number of elements in a pack, which a thread reads or writes at once.
template <typename T>
inline constexpr int pack_width = sizeof(backends::Stored<T>) < 16 ? 16 / static_cast<int>(sizeof(backends::Stored<T>))
                                                                   : 1;

// A pack: as many neighbouring elements as a thread reads or writes at once.
template <typename T, int width>
struct alignas(sizeof(backends::Stored<T>) * width) Pack {
  backends::Stored<T> elements[width];

  MODECHECK_HOST_DEVICE static Pack read(const char* from) {
    Pack out;
    std::memcpy(&out, __builtin_assume_aligned(from, alignof(Pack)), sizeof out);
    return out;
  }
  MODECHECK_HOST_DEVICE void write(char* to) const {
    std::memcpy(__builtin_assume_aligned(to, alignof(Pack)), this, sizeof *this);
  }
};

namespace detail {

template <typename Op, typename T, int... I>
auto element_result(std::integer_sequence<int, I...> /*inputs*/)
    -> decltype(std::declval<const Op&>().template element<Computed<T>>()((static_cast<void>(I), Computed<T>())...));

}  // namespace detail

// The C++ type of the elements of the result of operator `Op`, whose inputs have type T.
template <typename Op, typename T, int Inputs>
using PointwiseElement = PointwiseResult<
    T, std::remove_cv_t<decltype(detail::element_result<Op, T>(std::make_integer_sequence<int, Inputs>()))>>;

// Returns the number of packs. It is zero if an operand is not contiguous, or not aligned to a pack. The elements that
// fill no whole pack come after the last pack.
template <typename Op, typename T, int Inputs>
std::int64_t packs_of(const PointwiseArguments& arguments) {
  constexpr int width = pack_width<T>;
  if (width == 1 || arguments.where.rank > 1) return 0;
  const auto fits = [&](int operand, std::int64_t bytes) {
    return (arguments.where.rank == 0 || arguments.where.steps[operand][0] == bytes) &&
           reinterpret_cast<std::uintptr_t>(arguments.where.data[operand]) %
                   static_cast<std::uintptr_t>(bytes * width) ==
               0;
  };
  bool all = fits(0, sizeof(backends::Stored<PointwiseElement<Op, T, Inputs>>));
  for (int i = 0; i < Inputs; ++i) all = all && (arguments.is_number[i] || fits(i + 1, sizeof(backends::Stored<T>)));
  return all ? arguments.where.count / width : 0;
}

template <typename T, int width>
MODECHECK_HOST_DEVICE Pack<T, width> input_pack(const PointwiseArguments& arguments, int i, std::int64_t pack) {
  using P = Pack<T, width>;
  if (!arguments.is_number[i])
    return P::read(arguments.where.data[i + 1] + pack * static_cast<std::int64_t>(sizeof(P)));
  P out;
  const T number = backends::load<T>(arguments.numbers[i]);
  for (int k = 0; k < width; ++k) out.elements[k] = static_cast<backends::Stored<T>>(number);
  return out;
}

// Converts a stored element to the type that the operator computes in. A stored bool may be any byte, so it is compared
// with zero.
template <typename T>
MODECHECK_HOST_DEVICE Computed<T> computed(backends::Stored<T> stored) {
  if constexpr (std::is_same_v<T, bool>)
    return stored != 0;
  else
    return static_cast<Computed<T>>(stored);
}

template <typename Op, typename T, int... I>
MODECHECK_HOST_DEVICE void pointwise_pack(const PointwiseArguments& arguments, std::int64_t pack,
                                          std::integer_sequence<int, I...> /*inputs*/) {
  constexpr int width = pack_width<T>;
  using R = PointwiseElement<Op, T, sizeof...(I)>;
  const auto f = reinterpret_cast<const Op*>(arguments.op)->template element<Computed<T>>();
  const Pack<T, width> inputs[sizeof...(I) + 1] = {input_pack<T, width>(arguments, I, pack)..., {}};
  Pack<R, width> out;
  for (int k = 0; k < width; ++k)
    out.elements[k] = static_cast<backends::Stored<R>>(static_cast<R>(f(computed<T>(inputs[I].elements[k])...)));
  static_cast<void>(inputs);
  out.write(arguments.where.data[0] + pack * static_cast<std::int64_t>(sizeof out));
}

template <typename Op, typename T, int... I>
MODECHECK_HOST_DEVICE void pointwise_element(const PointwiseArguments& arguments, std::int64_t i,
                                             std::integer_sequence<int, I...> /*inputs*/) {
  char* at[sizeof...(I) + 1];
  arguments.where.place<sizeof...(I) + 1>(i, at);
  const auto f = reinterpret_cast<const Op*>(arguments.op)->template element<Computed<T>>();
  const auto result = f(pointwise_input<T>(arguments, I, at[I + 1])...);
  using R = PointwiseResult<T, std::remove_cv_t<decltype(result)>>;
  backends::store<R>(at[0], static_cast<R>(result));
}

// True if a thread may also compute a pack of a row's elements if operands are not contiguous. The row length must then
// be a multiple of the pack width. An input may be constant along the row, as with broadcasting. Only floating dtypes
// have the kernel for this, because it must be compiled once more for each dtype.
template <typename T, int Inputs>
inline constexpr bool may_pack_rows = Inputs >= 2 && pack_width<T> > 1 && std::is_floating_point_v<Computed<T>>;

template <typename Op, typename T, int Inputs>
bool packs_rows(const PointwiseArguments& arguments) {
  constexpr std::int64_t width = pack_width<T>;
  const Strided& where = arguments.where;
  if (where.rank == 0 || where.sizes[0] % width != 0) return false;
  const auto fits = [&](int operand, std::int64_t bytes) {
    const std::int64_t pack = bytes * width;
    bool out = where.steps[operand][0] == bytes &&
               reinterpret_cast<std::uintptr_t>(where.data[operand]) % static_cast<std::uintptr_t>(pack) == 0;
    for (int d = 1; d < where.rank; ++d) out = out && where.steps[operand][d] % pack == 0;
    return out;
  };
  bool all = fits(0, sizeof(backends::Stored<PointwiseElement<Op, T, Inputs>>));
  for (int i = 0; i < Inputs; ++i)
    all = all && (arguments.is_number[i] || where.steps[i + 1][0] == 0 || fits(i + 1, sizeof(backends::Stored<T>)));
  return all;
}

template <typename T>
MODECHECK_HOST_DEVICE Pack<T, pack_width<T>> pack_of_row(const PointwiseArguments& arguments, int i, const char* at) {
  using P = Pack<T, pack_width<T>>;
  if (!arguments.is_number[i] && arguments.where.steps[i + 1][0] != 0) return P::read(at);
  P out;
  const T value = backends::load<T>(arguments.is_number[i] ? arguments.numbers[i] : at);
  for (int k = 0; k < pack_width<T>; ++k) out.elements[k] = static_cast<backends::Stored<T>>(value);
  return out;
}

// Computes the elements of pack number `pack`, counted over all rows.
template <typename Op, typename T, int... I>
MODECHECK_HOST_DEVICE void pointwise_row_pack(const PointwiseArguments& arguments, std::int64_t pack,
                                              std::integer_sequence<int, I...> /*inputs*/) {
  constexpr int width = pack_width<T>;
  using R = PointwiseElement<Op, T, sizeof...(I)>;
  char* at[sizeof...(I) + 1];
  arguments.where.place<sizeof...(I) + 1>(pack * width, at);
  const auto f = reinterpret_cast<const Op*>(arguments.op)->template element<Computed<T>>();
  const Pack<T, width> inputs[sizeof...(I)] = {pack_of_row<T>(arguments, I, at[I + 1])...};
  Pack<R, width> out;
  for (int k = 0; k < width; ++k)
    out.elements[k] = static_cast<backends::Stored<R>>(static_cast<R>(f(computed<T>(inputs[I].elements[k])...)));
  out.write(at[0]);
}

// Computes the elements of pack number `i`. If `i` is behind the last pack, computes one of the elements that fill no
// whole pack.
template <typename Op, typename T, int Inputs>
MODECHECK_HOST_DEVICE void pointwise_unit(const PointwiseArguments& arguments, std::int64_t packs, std::int64_t i) {
  constexpr auto inputs = std::make_integer_sequence<int, Inputs>();
  if (i < packs)
    pointwise_pack<Op, T>(arguments, i, inputs);
  else
    pointwise_element<Op, T>(arguments, i + packs * (pack_width<T> - 1), inputs);
}
template <typename T>
std::int64_t units_of(const PointwiseArguments& arguments, std::int64_t packs) {
  return arguments.where.count - packs * (pack_width<T> - 1);
}

}  // namespace modecheck::engine::cuda
