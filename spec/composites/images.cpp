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
  if (record.operation == id<ops::layer_norm>)
    return call_with_numbers_of(m, record, id<ops::native_layer_norm>, {input, operand(2), operand(3)});
  if (record.operation == id<ops::batch_norm>) {
    // For a batch_norm input with fewer than two dimensions libtorch reads a size that does not exist.
    m.leave_unspecified(Unspecified::ReadsBeyondMemory, geometry.rank < 2);
    m.leave_unspecified(Unspecified::StatisticsOfTooFewElements, geometry.numel() == 0);
    return call_with_numbers_of(m, record, id<ops::native_batch_norm>,
                                {input, operand(1), operand(2), operand(3), operand(4)});
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
  const auto whole = [&](TensorId tensor) -> TensorId { return tensor == 0 ? 0 : call<ops::contiguous>(m, tensor); };
  const TensorId rows = whole(input);
  const TensorId weight = whole(operand(2));
  const TensorId bias = whole(operand(3));
  return call<ops::native_group_norm>(m, rows, weight, bias, geometry.sizes[0], channels, pixels, groups,
                                      arguments.halves(4));
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
  // A list in a record of `convolution` holds at most two numbers. Three equal numbers are passed as one number, which
  // means the same.
  const auto shortened = [](IntList list) {
    const bool same = std::all_of(list.begin(), list.end(), [&](std::int64_t x) { return x == list[0]; });
    if (list.size > 2 && same) list.size = 1;
    return list;
  };
  return call<ops::convolution>(m, tensors[0], tensors[1], tensors[2], shortened(how.stride), shortened(how.padding),
                                shortened(how.dilation), how.transposed, shortened(how.output_padding), how.groups);
}

// Runs a convolution with padding="same": the output has as many elements along each dimension as the input. If a
// dimension needs an odd number of zeros, one zero is first added at the input's end.
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
    m.leave_unspecified(Unspecified::EmptyInputChecks, total < 0);
    append(both, total / 2);
    even = even && total % 2 == 0;
    pads.values[at(2 * (spatial - 1 - i) + 1)] = total % 2;
  }
  how.padding = both;
  if (!even) input = call<ops::constant_pad_nd>(m, input, pads);
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
  // A list of equal numbers is passed to `convolution` as one number. If the weight has another number of dimensions,
  // the length of the list matters, so the command is dropped.
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

// Runs instance_norm, which normalises every image separately. It runs one batch normalisation, whose channels are
// batch times channels.
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
    return call<ops::repeat>(m, operand(argument), listed({images}));
  };
  const TensorId weight = repeated(1);
  const TensorId bias = repeated(2);
  Sizes sizes = sizes_of(geometry);
  sizes[1] *= images;
  sizes[0] = 1;
  const TensorId whole = call<ops::contiguous>(m, input);
  const TensorId row = m.stopped() ? 0 : view(m, whole, view_of(m.tensors[whole].geometry, sizes));
  const TensorId normal = call_with_numbers_of(m, record, id<ops::native_batch_norm>, {row, weight, bias});
  return m.stopped() ? 0 : view(m, normal, view_of(m.tensors[normal].geometry, sizes_of(geometry)));
}
MODECHECK_COMPOSITE(instance_norm, instance_norm)

static TensorId bags(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId table = m.tensor_in(record.operands[0]);
  const TensorId weights = arguments.present(6) ? m.tensor_in(record.operands[3]) : 0;
  const TensorId indices = call<ops::contiguous>(m, m.tensor_in(record.operands[1]));
  const TensorId offsets = call<ops::contiguous>(m, m.tensor_in(record.operands[2]));
  return call<ops::_embedding_bag>(m, table, indices, offsets, arguments.boolean(3), arguments.integer(4),
                                   arguments.boolean(5), weights, arguments.boolean(7));
}
MODECHECK_COMPOSITE(bags, embedding_bag)

static TensorId pooled(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(record.operands[0]);
  const Geometry geometry = m.tensors[self].geometry;
  switch (record.operation) {
    case id<ops::max_pool2d>:
      return call_with_numbers_of(m, record, id<ops::max_pool2d_with_indices>, {self});
    case id<ops::max_pool3d>:
      return call_with_numbers_of(m, record, id<ops::max_pool3d_with_indices>, {self});
    case id<ops::max_pool1d_with_indices>: {
      if (geometry.rank != 2 && geometry.rank != 3) m.reject(ErrorClass::Shape);
      if (m.stopped()) return 0;
      const TensorId image = view(m, self, unsqueeze_of(geometry, -2));
      // Returns a list argument of the one-dimensional pool as a list for two dimensions. The input becomes an image
      // with one row, and `of_row` is the number for the first dimension. An absent stride stays absent, and means the
      // kernel size.
      const auto both = [&](int argument, std::int64_t of_row) {
        const IntList along = arguments.integers(argument);
        return along.size == 0 ? Sizes() : listed({of_row, along[0]});
      };
      const TensorId largest = call<ops::max_pool2d_with_indices>(m, image, both(1, 1), both(2, 1), both(3, 0),
                                                                  both(4, 1), arguments.boolean(5));
      if (m.stopped()) return 0;
      const TensorId places = sub_operation_result(m, 1);
      const TensorId values = view(m, largest, squeeze_of(m.tensors[largest].geometry, -2));
      m.sub_registers[at(kMaxOperands + 1)] = view(m, places, squeeze_of(m.tensors[places].geometry, -2));
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
      if (!one && spatial == 2) return call<ops::_adaptive_avg_pool2d>(m, self, wanted);
      if (!one) return call<ops::_adaptive_avg_pool3d>(m, self, wanted);
      IntList dims;
      for (int i = 0; i < spatial; ++i) append(dims, -1 - i);
      // The strides of the mean of a channels-last volume are unspecified.
      m.leave_unspecified(Unspecified::ResultStrides,
                          spatial == 3 && geometry.rank == 5 && suggests_channels_last(geometry));
      const TensorId mean = call<ops::mean_dim>(m, self, dims, /*keepdim=*/true);
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
