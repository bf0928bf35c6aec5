// Composites for images and embeddings: normalisations, convolutions, pools and embedding bags.
#include <algorithm>

#include "spec/composites/families.h"
#include "spec/model/commands.h"
#include "spec/model/further/composites.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

static TensorId normalization_composite(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId input = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[input].geometry;
  const auto operand = [&](int argument) -> TensorId {
    return arguments.present(argument) ? m.tensor_in(arguments.reg(argument)) : 0;
  };
  if (record.operation == id<ops::layer_norm>) {
    Record all = record;
    all.operation = id<ops::native_layer_norm>;
    return part(m, all, {input, operand(2), operand(3)});
  }
  if (record.operation == id<ops::batch_norm>) {
    // For a batch_norm input with fewer than two dimensions libtorch reads a size that does not exist.
    m.leave_unspecified(Unspecified::ReadsBeyondMemory, geometry.rank < 2);
    m.leave_unspecified(Unspecified::StatisticsOfTooFewElements, geometry.numel() == 0);
    // batch_norm: running statistics can have a wrong size and also require grad. libtorch checks the sizes first, but
    // the order of two errors is unspecified.
    for (const int statistic : {3, 4})
      m.leave_unspecified(Unspecified::ErrorOrder,
                          operand(statistic) != 0 && requires_grad(m, operand(statistic)) &&
                              m.tensors[operand(statistic)].geometry.numel() != geometry.sizes[1]);
    if (m.stopped()) return 0;
    Record all = record;
    all.operation = id<ops::native_batch_norm>;
    return part(m, all, {input, operand(1), operand(2), operand(3), operand(4)});
  }
  if (geometry.rank < 2) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  const std::int64_t groups = arguments.integer(1);
  const std::int64_t channels = geometry.sizes[1];
  // batch_norm of an input in channels-last layout: the strides of the result are unspecified.
  m.leave_unspecified(Unspecified::ResultStrides, suggests_channels_last(geometry));
  if (m.stopped()) return 0;
  std::int64_t pixels = 1;
  for (int d = 2; d < geometry.rank; ++d) pixels *= geometry.sizes[at(d)];
  const auto whole = [&](TensorId tensor) -> TensorId {
    return tensor == 0 ? 0 : part(m, id<ops::contiguous>, {tensor}, {});
  };
  const TensorId rows = whole(input);
  const TensorId weight = whole(operand(2));
  const TensorId bias = whole(operand(3));
  return part(
      m, id<ops::native_group_norm>, {rows, weight, bias},
      {weight != 0 ? 1 : 0, bias != 0 ? 1 : 0, geometry.sizes[0], channels, pixels, groups, record.immediates[3]});
}
MODECHECK_COMPOSITE(normalization_composite, layer_norm, group_norm, batch_norm)

namespace {

struct Convolution {
  IntList stride;
  IntList padding;
  IntList dilation;
  IntList output_padding;
  bool transposed = false;
  std::int64_t groups = 1;
};

TensorId convolved(ModelState& m, const std::array<TensorId, 3>& tensors, const Convolution& how) {
  Numbers numbers(id<ops::convolution>);
  numbers.add(tensors[2] != 0 ? 1 : 0);
  bool fits = numbers.add(how.stride, 2);
  fits = numbers.add(how.padding, 2) && fits;
  fits = numbers.add(how.dilation, 2) && fits;
  numbers.add(how.transposed ? 1 : 0);
  fits = numbers.add(how.output_padding, 2) && fits;
  numbers.add(how.groups);
  m.leave_unspecified(Unspecified::ListTooLong, !fits);
  return part(m, numbers, {tensors[0], tensors[1], tensors[2]});
}

// Runs a convolution with padding="same": the output has as many elements along each dimension as the input. If the
// number of zeros is odd, the odd zero is first added at the input's end.
TensorId convolved_by_name(ModelState& m, const Record& record, TensorId input, Convolution how) {
  const Arguments arguments(record);
  const TensorId weight = m.tensor_in(record.operands[1]);
  const TensorId bias = arguments.present(2) ? m.tensor_in(record.operands[2]) : 0;
  const std::string_view padding = *arguments.word(4);
  if (padding == "valid") return convolved(m, {input, weight, bias}, how);
  if (padding != "same") m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  const Geometry kernels = m.tensors[weight].geometry;
  const Geometry geometry = m.tensors[input].geometry;
  const int spatial = kernels.rank - 2;
  if (spatial < 1 || kernels.rank != geometry.rank) m.reject(ErrorClass::Shape);
  for (const IntList* list : {&how.stride, &how.dilation})
    if (list->size != 1 && list->size != spatial) m.reject(ErrorClass::Argument);
  for (const std::int64_t stride : how.stride)
    if (stride != 1) m.reject(ErrorClass::Argument);
  if (how.groups < 1) m.reject(ErrorClass::Argument);
  if (m.stopped()) return 0;
  IntList pads;
  pads.size = 2 * spatial;
  IntList both;
  bool even = true;
  for (int i = 0; i < spatial; ++i) {
    const std::int64_t size = kernels.sizes[at(2 + i)];
    const std::int64_t total = how.dilation[how.dilation.size == 1 ? 0 : i] * (size - 1);
    m.leave_unspecified(Unspecified::WindowOfNegativeSize, total < 0);
    append(both, total / 2);
    even = even && total % 2 == 0;
    pads.values[at(2 * (spatial - 1 - i) + 1)] = total % 2;
  }
  how.padding = both;
  if (!even) {
    Numbers numbers(id<ops::constant_pad_nd>);
    m.leave_unspecified(Unspecified::ListTooLong, !numbers.add(pads, kMaxListLength));
    numbers.add(kWhole);
    numbers.add(0);
    input = part(m, numbers, {input});
  }
  return convolved(m, {input, weight, bias}, how);
}

}  // namespace

static TensorId convolution_of(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const Operation& row = operation(record.operation);
  const bool transposed = row.schema.name.substr(0, 14) == "conv_transpose";
  const int spatial = row.schema.name[row.schema.name.size() - 2] - '0';
  TensorId input = m.tensor_in(record.operands[0]);
  const int rank = m.tensors[input].geometry.rank;
  // convolution: if the bias has another dtype than the input, it is unspecified which of the arguments decides the
  // result's dtype.
  m.leave_unspecified(Unspecified::MixedDtypes,
                      arguments.present(2) &&
                          m.tensors[m.tensor_in(record.operands[2])].geometry.dtype != m.tensors[input].geometry.dtype);
  if (m.is_unspecified()) return 0;
  if (rank != spatial + 1 && rank != spatial + 2) m.reject(ErrorClass::Shape);
  const bool batched = rank == spatial + 2;
  if (!m.stopped() && !batched) input = view(m, input, unsqueeze_of(m.tensors[input].geometry, 0));
  if (m.stopped()) return 0;
  const TensorId weight = m.tensor_in(record.operands[1]);
  const TensorId bias = arguments.present(2) ? m.tensor_in(record.operands[2]) : 0;
  const IntList dilation = arguments.integers(transposed ? 7 : 5);
  IntList none;
  none.size = spatial == 2 ? 2 : 1;
  // The record of `convolution` has two slots for each list of numbers. Three equal numbers are therefore passed as one
  // number. That is not the same if the weight's number of dimensions does not fit three numbers.
  m.leave_unspecified(Unspecified::ListTooLong, spatial == 3 && m.tensors[weight].geometry.rank != 5);
  Convolution how{arguments.integers(3), none, dilation, none, transposed, arguments.integer(6)};
  TensorId result = 0;
  if (row.schema.overload == "padding") {
    result = convolved_by_name(m, record, input, how);
  } else {
    how.padding = arguments.integers(4);
    if (transposed) how.output_padding = arguments.integers(5);
    result = convolved(m, {input, weight, bias}, how);
  }
  if (m.stopped() || batched) return result;
  return view(m, result, squeeze_of(m.tensors[result].geometry, 0));
}
MODECHECK_COMPOSITE(convolution_of, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d_input,
                    conv_transpose3d_input, conv1d_padding, conv2d_padding, conv3d_padding)

// Runs instance_norm, which normalises every image by itself: it runs one batch normalisation with batch times channels
// as the channels.
static TensorId instance_norm(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId input = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[input].geometry;
  const auto operand = [&](int argument) -> TensorId {
    return arguments.present(argument) ? m.tensor_in(arguments.reg(argument)) : 0;
  };
  if (!arguments.boolean(5) && (operand(3) == 0 || operand(4) == 0)) m.reject(ErrorClass::Argument);
  if (geometry.rank < 2) m.reject(ErrorClass::Range);
  if (m.stopped()) return 0;
  // instance_norm updates the running statistics with their means over the batch. The sub-operations for that are not
  // modelled.
  m.leave_unspecified(Unspecified::RunningInstanceStatistics, operand(3) != 0 || operand(4) != 0);
  m.leave_unspecified(Unspecified::StatisticsOfTooFewElements, geometry.numel() == 0);
  if (m.stopped()) return 0;
  const std::int64_t images = geometry.sizes[0];
  const auto repeated = [&](int argument) -> TensorId {
    if (operand(argument) == 0) return 0;
    return part(m, id<ops::repeat>, {operand(argument)}, {1, images, 0, 0, 0});
  };
  const TensorId weight = repeated(1);
  const TensorId bias = repeated(2);
  Sizes sizes = sizes_of(geometry);
  sizes[1] *= images;
  sizes[0] = 1;
  const TensorId whole = part(m, id<ops::contiguous>, {input}, {});
  const TensorId row = m.stopped() ? 0 : view(m, whole, view_of(m.tensors[whole].geometry, sizes));
  Record all = record;
  all.operation = id<ops::native_batch_norm>;
  const TensorId normal = part(m, all, {row, weight, bias});
  return m.stopped() ? 0 : view(m, normal, view_of(m.tensors[normal].geometry, sizes_of(geometry)));
}
MODECHECK_COMPOSITE(instance_norm, instance_norm)

static TensorId bags(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId table = m.tensor_in(record.operands[0]);
  const TensorId weights = arguments.present(6) ? m.tensor_in(record.operands[3]) : 0;
  const TensorId indices = part(m, id<ops::contiguous>, {m.tensor_in(record.operands[1])}, {});
  const TensorId offsets = part(m, id<ops::contiguous>, {m.tensor_in(record.operands[2])}, {});
  Record all = record;
  all.operation = id<ops::_embedding_bag>;
  all.immediates[5] = -1;  // padding_idx: no index is the padding
  return part(m, all, {table, indices, offsets, weights});
}
MODECHECK_COMPOSITE(bags, embedding_bag)

static TensorId pooled(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  switch (record.operation) {
    case id<ops::max_pool2d>:
    case id<ops::max_pool3d>: {
      Record all = record;
      all.operation =
          record.operation == id<ops::max_pool2d> ? id<ops::max_pool2d_with_indices> : id<ops::max_pool3d_with_indices>;
      return part(m, all, {self});
    }
    case id<ops::max_pool1d_with_indices>: {
      if (geometry.rank != 2 && geometry.rank != 3) m.reject(ErrorClass::Shape);
      if (m.stopped()) return 0;
      const TensorId image = view(m, self, unsqueeze_of(geometry, -2));
      // Pools a one-dimensional input as an image with one row. If the stride is absent, it is the kernel size.
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
      part(m, numbers, {image});
      if (m.stopped()) return 0;
      const TensorId places = part_result(m, 1);
      const TensorId values = view(m, part_result(m, 0), squeeze_of(m.tensors[part_result(m, 0)].geometry, -2));
      m.parts[at(kMaxOperands + 1)] = view(m, places, squeeze_of(m.tensors[places].geometry, -2));
      return values;
    }
    default: {
      const int spatial = record.operation == id<ops::adaptive_avg_pool2d> ? 2 : 3;
      const IntList wanted = arguments.integers(1);
      if (wanted.size != spatial) m.reject(ErrorClass::Argument);
      for (const std::int64_t size : wanted)
        if (size < 0) m.reject(ErrorClass::Shape);
      if (m.stopped()) return 0;
      const bool one = std::all_of(wanted.begin(), wanted.end(), [](std::int64_t size) { return size == 1; });
      if (!one) {
        Record all = record;
        all.operation = spatial == 2 ? id<ops::_adaptive_avg_pool2d> : id<ops::_adaptive_avg_pool3d>;
        return part(m, all, {self});
      }
      Numbers numbers(id<ops::mean_dim>);
      numbers.add(spatial);
      for (int i = 0; i < kMaxListLength; ++i) numbers.add(i < spatial ? -1 - i : 0);
      numbers.add(1);
      numbers.add(-1);
      // An adaptive pool of a channels-last volume to one element is a mean, whose strides are unspecified.
      m.leave_unspecified(Unspecified::ResultStrides,
                          spatial == 3 && geometry.rank == 5 && suggests_channels_last(geometry));
      const TensorId mean = part(m, numbers, {self});
      if (!m.stopped() && spatial == 2 && suggests_channels_last(geometry)) {
        ViewResult turned;
        turned.geometry = m.tensors[mean].geometry;
        set_channels_last(turned.geometry, sizes_of(m.tensors[mean].geometry));
        in_place_view(m, mean, turned);
      }
      return mean;
    }
  }
}
MODECHECK_COMPOSITE(pooled, max_pool1d_with_indices, max_pool2d, max_pool3d, adaptive_avg_pool2d, adaptive_avg_pool3d)

}  // namespace modecheck::spec
