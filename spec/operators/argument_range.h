// The range of values that programs use for each integer argument. A range includes invalid values if there are any,
// such as a dimension that does not exist or a size that does not fit.
//
// A row names arguments. It names operators, too, if the range is not the same for all operators. An integer argument
// without a row does not compile.
#pragma once

#include <cstdint>
#include <string_view>

#include "spec/operators/schema.h"

namespace modecheck::spec::operators {

// A range of integers, which includes both ends.
struct Range {
  std::int8_t low = 0;
  std::int8_t high = 0;
};

struct ArgumentRange {
  std::string_view arguments;  // names of arguments, with spaces between them
  Range range;
  std::string_view operations = {};  // names of operators without overloads; empty: all operators
};

constexpr ArgumentRange argument_ranges[] = {
    // Arguments that name a dimension, or a position along a dimension.
    {"dim dim0 dim1 dim2 dims axis axis0 axis1 dimension start_dim end_dim source destination", {-3, 3}},
    {"dims_self dims_other", {-3, 3}},
    {"start index", {-3, 3}},
    {"end", {-3, 4}},
    {"step", {0, 2}},
    {"offset", {-2, 2}},
    {"diagonal shifts", {-4, 4}},
    {"ignore_index", {-2, 4}},
    {"padding_idx", {-2, 3}},
    // Arguments that are sizes of tensors, or numbers of elements or of parts of a tensor.
    {"size shape sizes normalized_shape", {-1, 4}},
    {"repeats split_sizes output_size", {-1, 3}},
    {"split_size chunks length sections", {0, 3}},
    {"storage_offset", {0, 3}},
    {"n s", {-1, 5}},
    {"last_dim_size", {1, 6}},
    {"k num_weights", {-4, 4}},
    {"N C HxW group", {0, 8}},
    {"pad", {-4, 4}},
    // Arguments that are sizes and steps of windows (convolution, pooling).
    {"kernel_size groups num_groups", {0, 3}},
    {"stride", {0, 4}},
    {"padding", {-2, 3}},
    {"dilation", {0, 2}},
    {"output_padding", {-1, 1}},
    {"divisor_override", {-1, 3}},
    // Arguments that select a mode of the operator by a number.
    {"reduction", {0, 2}},  // for values out of this range some losses reduce nothing, and others fail an assertion
    {"mode", {0, 2}, "_embedding_bag embedding_bag"},  // for values out of this range libtorch reads beyond its results
    // For values out of this range libtorch returns uninitialised memory.
    {"interpolation_mode padding_mode", {0, 2}, "grid_sampler grid_sampler_2d"},
    {"normalization", {0, 3}},
    {"compute_mode", {-1, 3}},
    {"path", {-1, 2}},
    {"correction", {-4, 4}},
    // Arguments that bound the random numbers to be drawn.
    {"from to low high", {-4, 4}},
    // Arguments of commands that are not operators.
    {"seeding", {0, 2}},
    {"count", {1, 3}},
    {"seed", {0, 7}},
    {"kind kernels", {-4, 4}},
};

// Returns true if a list of names, with spaces between them, contains the name.
constexpr bool holds_name(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::size_t end = list.find(' ');
    if (list.substr(0, end) == name) return true;
    list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
  }
  return false;
}

constexpr bool is_about(const ArgumentRange& row, const Argument& argument) {
  return holds_name(row.arguments, argument.name) &&
         (row.operations.empty() || holds_name(row.operations, argument.operation));
}

// Returns the range of an integer argument, or of the elements of a list of integers.
constexpr Range range_of(const Argument& argument) {
  for (const ArgumentRange& row : argument_ranges)
    if (is_about(row, argument)) return row.range;
  detail::schema_is_malformed("an int argument has no row in spec/operators/argument_range.h");
  return {};
}

}  // namespace modecheck::spec::operators
