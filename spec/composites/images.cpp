// Normalisations, convolutions, pools and bags that are made of others.
#include <algorithm>

#include "spec/composites/parts.h"
#include "spec/model/state.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

TensorId ModelState::normalization_made_of(const Record& record) {
  const Arguments arguments(record);
  const TensorId input = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[input].geometry;
  const auto operand = [&](int argument) -> TensorId {
    return arguments.present(argument) ? tensor_in(arguments.reg(argument)) : 0;
  };
  if (record.operation == id<ops::layer_norm>) {
    Record all = record;
    all.operation = id<ops::native_layer_norm>;
    return part(all, {input, operand(2), operand(3)});
  }
  if (record.operation == id<ops::batch_norm>) {
    // Of a vector libtorch reads a size that is not there.
    leave_unspecified(Unspecified::ReadsBeyondMemory, geometry.rank < 2);
    leave_unspecified(Unspecified::StatisticsOfTooFewElements, geometry.numel() == 0);
    // Statistics of a wrong size that ask for a gradient are wrong twice, and libtorch looks at sizes first.
    for (const int statistic : {3, 4})
      leave_unspecified(Unspecified::ErrorOrder,
                        operand(statistic) != 0 && requires_grad(operand(statistic)) &&
                            tensors_[operand(statistic)].geometry.numel() != geometry.sizes[1]);
    if (stopped()) return 0;
    Record all = record;
    all.operation = id<ops::native_batch_norm>;
    return part(all, {input, operand(1), operand(2), operand(3), operand(4)});
  }
  if (geometry.rank < 2) reject(ErrorClass::Range);
  if (stopped()) return 0;
  const std::int64_t groups = arguments.integer(1);
  const std::int64_t channels = geometry.sizes[1];
  // What lies channels last is not turned for it.
  leave_unspecified(Unspecified::ResultStrides, suggests_channels_last(geometry));
  if (stopped()) return 0;
  std::int64_t pixels = 1;
  for (int d = 2; d < geometry.rank; ++d) pixels *= geometry.sizes[at(d)];
  const auto whole = [&](TensorId tensor) -> TensorId {
    return tensor == 0 ? 0 : part(id<ops::contiguous>, {tensor}, {});
  };
  const TensorId rows = whole(input);
  const TensorId weight = whole(operand(2));
  const TensorId bias = whole(operand(3));
  return part(
      id<ops::native_group_norm>, {rows, weight, bias},
      {weight != 0 ? 1 : 0, bias != 0 ? 1 : 0, geometry.sizes[0], channels, pixels, groups, record.immediates[3]});
}

TensorId ModelState::convolution_of(const Record& record) {
  const Arguments arguments(record);
  const Operation& row = operation(record.operation);
  const bool transposed = row.schema.name.substr(0, 14) == "conv_transpose";
  const int spatial = row.schema.name[row.schema.name.size() - 2] - '0';
  TensorId input = tensor_in(record.operands[0]);
  const int rank = tensors_[input].geometry.rank;
  // Which of its arguments decides the dtype is not told.
  leave_unspecified(
      Unspecified::MixedDtypes,
      arguments.present(2) && tensors_[tensor_in(record.operands[2])].geometry.dtype != tensors_[input].geometry.dtype);
  if (is_unspecified()) return 0;
  if (rank != spatial + 1 && rank != spatial + 2) reject(ErrorClass::Shape);
  const bool batched = rank == spatial + 2;
  if (!stopped() && !batched) input = view(input, unsqueeze_of(tensors_[input].geometry, 0));
  if (stopped()) return 0;
  const TensorId weight = tensor_in(record.operands[1]);
  const TensorId bias = arguments.present(2) ? tensor_in(record.operands[2]) : 0;
  const IntList dilation = arguments.integers(transposed ? 7 : 5);
  IntList none;
  none.size = spatial == 2 ? 2 : 1;
  // The record of a convolution has no room for three numbers; how many there are matters where the kernels have
  // another number of dimensions.
  leave_unspecified(Unspecified::ListTooLong, spatial == 3 && tensors_[weight].geometry.rank != 5);
  Convolution how{arguments.integers(3), none, dilation, none, transposed, arguments.integer(6)};
  TensorId result = 0;
  if (row.schema.overload == "padding") {
    result = convolved_by_name(record, input, how);
  } else {
    how.padding = arguments.integers(4);
    if (transposed) how.output_padding = arguments.integers(5);
    result = convolved({input, weight, bias}, how);
  }
  if (stopped() || batched) return result;
  return view(result, squeeze_of(tensors_[result].geometry, 0));
}

TensorId ModelState::convolved(const std::array<TensorId, 3>& tensors, const Convolution& how) {
  Numbers numbers(id<ops::convolution>);
  numbers.add(tensors[2] != 0 ? 1 : 0);
  bool fits = numbers.add(how.stride, 2);
  fits = numbers.add(how.padding, 2) && fits;
  fits = numbers.add(how.dilation, 2) && fits;
  numbers.add(how.transposed ? 1 : 0);
  fits = numbers.add(how.output_padding, 2) && fits;
  numbers.add(how.groups);
  leave_unspecified(Unspecified::ListTooLong, !fits);
  return part(numbers, {tensors[0], tensors[1], tensors[2]});
}

// "same": as many places as there were. Of an odd number of zeros the one that is left over comes last, beforehand.
TensorId ModelState::convolved_by_name(const Record& record, TensorId input, Convolution how) {
  const Arguments arguments(record);
  const TensorId weight = tensor_in(record.operands[1]);
  const TensorId bias = arguments.present(2) ? tensor_in(record.operands[2]) : 0;
  const std::string_view padding = *arguments.word(4);
  if (padding == "valid") return convolved({input, weight, bias}, how);
  if (padding != "same") reject(ErrorClass::Argument);
  if (stopped()) return 0;
  const Geometry kernels = tensors_[weight].geometry;
  const Geometry geometry = tensors_[input].geometry;
  const int spatial = kernels.rank - 2;
  if (spatial < 1 || kernels.rank != geometry.rank) reject(ErrorClass::Shape);
  for (const IntList* list : {&how.stride, &how.dilation})
    if (list->size != 1 && list->size != spatial) reject(ErrorClass::Argument);
  for (const std::int64_t stride : how.stride)
    if (stride != 1) reject(ErrorClass::Argument);
  if (how.groups < 1) reject(ErrorClass::Argument);
  if (stopped()) return 0;
  IntList pads;
  pads.size = 2 * spatial;
  IntList both;
  bool even = true;
  for (int i = 0; i < spatial; ++i) {
    const std::int64_t size = kernels.sizes[at(2 + i)];
    const std::int64_t total = how.dilation[how.dilation.size == 1 ? 0 : i] * (size - 1);
    leave_unspecified(Unspecified::WindowOfNegativeSize, total < 0);
    append(both, total / 2);
    even = even && total % 2 == 0;
    pads.values[at(2 * (spatial - 1 - i) + 1)] = total % 2;
  }
  how.padding = both;
  if (!even) {
    Numbers numbers(id<ops::constant_pad_nd>);
    leave_unspecified(Unspecified::ListTooLong, !numbers.add(pads, kMaxListLength));
    numbers.add(kWhole);
    numbers.add(0);
    input = part(numbers, {input});
  }
  return convolved({input, weight, bias}, how);
}

// Every image of the batch by itself: as one batch normalisation of channels that are as many as both.
TensorId ModelState::instance_norm(const Record& record) {
  const Arguments arguments(record);
  const TensorId input = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[input].geometry;
  const auto operand = [&](int argument) -> TensorId {
    return arguments.present(argument) ? tensor_in(arguments.reg(argument)) : 0;
  };
  if (!arguments.boolean(5) && (operand(3) == 0 || operand(4) == 0)) reject(ErrorClass::Argument);
  if (geometry.rank < 2) reject(ErrorClass::Range);
  if (stopped()) return 0;
  // What a mean of running statistics becomes is written by more parts than are modelled.
  leave_unspecified(Unspecified::RunningInstanceStatistics, operand(3) != 0 || operand(4) != 0);
  leave_unspecified(Unspecified::StatisticsOfTooFewElements, geometry.numel() == 0);
  if (stopped()) return 0;
  const std::int64_t images = geometry.sizes[0];
  const auto repeated = [&](int argument) -> TensorId {
    if (operand(argument) == 0) return 0;
    return part(id<ops::repeat>, {operand(argument)}, {1, images, 0, 0, 0});
  };
  const TensorId weight = repeated(1);
  const TensorId bias = repeated(2);
  Sizes sizes = sizes_of(geometry);
  sizes[1] *= images;
  sizes[0] = 1;
  const TensorId whole = part(id<ops::contiguous>, {input}, {});
  const TensorId row = stopped() ? 0 : view(whole, view_of(tensors_[whole].geometry, sizes));
  Record all = record;
  all.operation = id<ops::native_batch_norm>;
  const TensorId normal = part(all, {row, weight, bias});
  return stopped() ? 0 : view(normal, view_of(tensors_[normal].geometry, sizes_of(geometry)));
}

TensorId ModelState::bags(const Record& record) {
  const Arguments arguments(record);
  const TensorId table = tensor_in(record.operands[0]);
  const TensorId weights = arguments.present(6) ? tensor_in(record.operands[3]) : 0;
  const TensorId indices = part(id<ops::contiguous>, {tensor_in(record.operands[1])}, {});
  const TensorId offsets = part(id<ops::contiguous>, {tensor_in(record.operands[2])}, {});
  Record all = record;
  all.operation = id<ops::_embedding_bag>;
  all.immediates[5] = -1;  // no place is left out
  return part(all, {table, indices, offsets, weights});
}

TensorId ModelState::pooled(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(record.operands[0]);
  const Geometry geometry = tensors_[self].geometry;
  switch (record.operation) {
    case id<ops::max_pool2d>:
    case id<ops::max_pool3d>: {
      Record all = record;
      all.operation =
          record.operation == id<ops::max_pool2d> ? id<ops::max_pool2d_with_indices> : id<ops::max_pool3d_with_indices>;
      return part(all, {self});
    }
    case id<ops::max_pool1d_with_indices>: {
      if (geometry.rank != 2 && geometry.rank != 3) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      const TensorId image = view(self, unsqueeze_of(geometry, -2));
      // An image of one row. A stride that is not given is the kernel.
      Numbers numbers(id<ops::max_pool2d_with_indices>);
      for (int list = 1; list <= 4; ++list) {
        const IntList numbers_of_one = arguments.integers(list);
        IntList both;
        both.size = numbers_of_one.size + 1;
        both.values = {list == 3 ? 0 : 1, numbers_of_one[0]};
        if (numbers_of_one.size == 0) both.size = 0;
        numbers.add(both, 2);
      }
      numbers.add(arguments.boolean(5) ? 1 : 0);
      part(numbers, {image});
      if (stopped()) return 0;
      const TensorId places = part_result(1);
      const TensorId values = view(part_result(0), squeeze_of(tensors_[part_result(0)].geometry, -2));
      parts_[at(kMaxOperands + 1)] = view(places, squeeze_of(tensors_[places].geometry, -2));
      return values;
    }
    default: {
      const int spatial = record.operation == id<ops::adaptive_avg_pool2d> ? 2 : 3;
      const IntList wanted = arguments.integers(1);
      if (wanted.size != spatial) reject(ErrorClass::Argument);
      for (const std::int64_t size : wanted)
        if (size < 0) reject(ErrorClass::Shape);
      if (stopped()) return 0;
      const bool one = std::all_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size == 1; });
      if (!one) {
        Record all = record;
        all.operation = spatial == 2 ? id<ops::_adaptive_avg_pool2d> : id<ops::_adaptive_avg_pool3d>;
        return part(all, {self});
      }
      Numbers numbers(id<ops::mean_dim>);
      numbers.add(spatial);
      for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < spatial ? -1 - i : 0);
      numbers.add(1);
      numbers.add(-1);
      // Of volumes whose channels lie last nobody says how the mean lies.
      leave_unspecified(Unspecified::ResultStrides,
                        spatial == 3 && geometry.rank == 5 && suggests_channels_last(geometry));
      const TensorId mean = part(numbers, {self});
      if (!stopped() && spatial == 2 && suggests_channels_last(geometry)) {
        ViewResult turned;
        turned.geometry = tensors_[mean].geometry;
        set_channels_last(turned.geometry, sizes_of(tensors_[mean].geometry));
        in_place_view(mean, turned);
      }
      return mean;
    }
  }
}

}  // namespace modecheck::spec
