// Implements the kernel of _embedding_bag: the sum, mean or maximum of the selected rows of each bag.
#include "spec/operators/embedding_bag.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/bag_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

constexpr const char* kName = "embedding_bag";
constexpr std::int64_t kSum = 0;
constexpr std::int64_t kMax = 2;

using Parameter = c10::optional<at::Tensor>;
using Results = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

bool given(const Parameter& tensor) { return tensor.has_value() && tensor->defined(); }

void check_arguments(const at::Tensor& weight, const at::Tensor& indices, const at::Tensor& offsets, std::int64_t mode,
                     bool sparse, const Parameter& samples, bool include_last_offset) {
  MODECHECK_CHECK(!sparse, ErrorClass::Unsupported, kName, ": sparse gradients are not supported here; sparse=false");
  MODECHECK_CHECK(weight.scalar_type() == c10::kFloat || weight.scalar_type() == c10::kDouble, ErrorClass::Dtype, kName,
                  ": expected a weight of Float or Double, but got ", weight.scalar_type());
  MODECHECK_CHECK(weight.dim() == 2, ErrorClass::Shape, kName, ": 'weight' must be 2-D, but its sizes are ",
                  weight.sizes());
  MODECHECK_CHECK(indices.dim() == 1 && offsets.dim() == 1, ErrorClass::Shape, kName,
                  ": expected indices and offsets of one dimension, but their sizes are ", indices.sizes(), " and ",
                  offsets.sizes());
  MODECHECK_CHECK(mode >= kSum && mode <= kMax, ErrorClass::Argument, kName,
                  ": expected the mode 0 (sum), 1 (mean) or 2 (max), but got ", mode);
  MODECHECK_CHECK(!include_last_offset || offsets.numel() > 0, ErrorClass::Argument, kName,
                  ": include_last_offset: expected at least one offset");
  check_same_device(kName, weight, indices);
  check_same_device(kName, weight, offsets);
  if (!given(samples)) return;
  MODECHECK_CHECK(mode == kSum, ErrorClass::Argument, kName,
                  ": per_sample_weights are only supported for sums, mode 0");
  MODECHECK_CHECK(samples->scalar_type() == weight.scalar_type(), ErrorClass::Dtype, kName,
                  ": expected per_sample_weights of ", weight.scalar_type(), ", but got ", samples->scalar_type());
  MODECHECK_CHECK(samples->dim() == 1 && samples->numel() == indices.numel(), ErrorClass::Shape, kName,
                  ": expected one weight for each of ", indices.numel(), " indices, but their sizes are ",
                  samples->sizes());
}

using Numbers = std::vector<std::int64_t>;

// Copies the argument `indices` or `offsets` to the host. Its numbers decide the sizes of the results and which errors
// are raised.
Numbers numbers_of(const at::Tensor& tensor) {
  const at::Tensor wide = on_host(dense(read_as(tensor, c10::kLong)));
  const auto* const values = static_cast<const std::int64_t*>(wide.data_ptr());
  return {values, values + wide.numel()};
}

void check_values(const Numbers& indices, const Numbers& offsets, std::int64_t rows) {
  const auto count = static_cast<std::int64_t>(indices.size());
  if (!offsets.empty()) {
    MODECHECK_CHECK(offsets.front() == 0, ErrorClass::Argument, kName,
                    ": the first bag has to start at index 0, but offsets[0] is ", offsets.front());
    MODECHECK_CHECK(offsets.back() <= count, ErrorClass::Argument, kName, ": offsets[-1] is ", offsets.back(),
                    ", but there are only ", count, " indices");
  }
  for (std::size_t i = 1; i < offsets.size(); ++i)
    MODECHECK_CHECK(offsets[i - 1] <= offsets[i], ErrorClass::Argument, kName, ": offsets must not decrease, but ",
                    offsets[i - 1], " is followed by ", offsets[i]);
  for (const std::int64_t index : indices)
    MODECHECK_CHECK(index >= 0 && index < rows, ErrorClass::Index, kName, ": index ", index, " is out of range for ",
                    rows, " rows");
}

at::Tensor on_device(const Numbers& numbers, c10::Device device) {
  const at::Tensor out = empty(static_cast<std::int64_t>(numbers.size()), c10::kLong, c10::kCPU);
  std::copy(numbers.begin(), numbers.end(), static_cast<std::int64_t*>(out.data_ptr()));
  return placed(out, device);
}

// Returns a tensor of zeros of `sizes`. Its storage has space for `room` elements.
at::Tensor zeros_with_room(std::int64_t room, c10::IntArrayRef sizes, c10::ScalarType type, c10::Device device) {
  const at::Tensor out = empty(room, type, device);
  if (has_bytes(out)) fill_elements(out, 0);
  out.unsafeGetTensorImpl()->set_contiguous_geometry(sizes);
  return out;
}

// Copies `host` to the CUDA device. The new storage has space for as many elements as the storage of `host`.
at::Tensor placed_with_room(const at::Tensor& host, c10::Device device) {
  const auto room = static_cast<std::int64_t>(host.unsafeGetTensorImpl()->storage()->nbytes() / host.itemsize());
  const at::Tensor all = placed(make_alias(host, c10::IntArrayRef(room), c10::IntArrayRef(std::int64_t{1}), 0), device);
  all.unsafeGetTensorImpl()->set_contiguous_geometry(host.sizes());
  return all;
}

// Writes element `at` of an int32 or int64 tensor.
void set(const at::Tensor& tensor, std::int64_t at, std::int64_t value) {
  if (tensor.scalar_type() == c10::kInt)
    static_cast<std::int32_t*>(tensor.data_ptr())[at] = static_cast<std::int32_t>(value);
  else
    static_cast<std::int64_t*>(tensor.data_ptr())[at] = value;
}

struct Bags {
  Numbers indices;
  Numbers begins;  // the index at which each bag begins, followed by the end of the last bag
  std::int64_t padding = -1;
};

template <typename T>
void add_up(const Bags& bags, const T* rows, const T* samples, std::int64_t width, bool mean, T* out) {
  std::vector<double> total(static_cast<std::size_t>(width));
  for (std::size_t bag = 0; bag + 1 < bags.begins.size(); ++bag) {
    std::fill(total.begin(), total.end(), 0.0);
    std::int64_t count = 0;
    for (std::int64_t i = bags.begins[bag]; i < bags.begins[bag + 1]; ++i) {
      const std::int64_t row = bags.indices[static_cast<std::size_t>(i)];
      if (row == bags.padding) continue;
      ++count;
      const double scale = samples == nullptr ? 1 : static_cast<double>(samples[i]);
      for (std::int64_t k = 0; k < width; ++k)
        total[static_cast<std::size_t>(k)] += scale * static_cast<double>(rows[row * width + k]);
    }
    for (const double sum : total) *out++ = static_cast<T>(mean && count > 0 ? sum / static_cast<double>(count) : sum);
  }
}

template <typename T>
void find_greatest(const Bags& bags, const T* rows, std::int64_t width, T* out, const at::Tensor& places) {
  for (std::size_t bag = 0; bag + 1 < bags.begins.size(); ++bag)
    for (std::int64_t k = 0; k < width; ++k) {
      std::int64_t best = -1;
      for (std::int64_t i = bags.begins[bag]; i < bags.begins[bag + 1]; ++i) {
        const std::int64_t row = bags.indices[static_cast<std::size_t>(i)];
        if (row != bags.padding && (best < 0 || rows[row * width + k] > rows[best * width + k])) best = row;
      }
      const std::int64_t to = static_cast<std::int64_t>(bag) * width + k;
      out[to] = best < 0 ? T(0) : rows[best * width + k];
      set(places, to, best < 0 ? 0 : best);
    }
}

// Computes the results of embedding_bag on the CUDA device. `rows` is contiguous.
template <typename T>
void launch_bags(const Bags& bags, const at::Tensor& rows, const at::Tensor& samples, std::int64_t mode,
                 const at::Tensor& out, const at::Tensor& places) {
  const at::Tensor indices = on_device(bags.indices, out.device());
  const at::Tensor begins = on_device(bags.begins, out.device());
  const cuda::BagsOfRows<T> what{static_cast<const T*>(rows.data_ptr()),
                                 static_cast<const std::int64_t*>(indices.data_ptr()),
                                 static_cast<const std::int64_t*>(begins.data_ptr()), out.size(1), bags.padding};
  cuda::RangeLaunch launch(kName);
  launch.writes(out).reads(rows).reads(indices).reads(begins);
  if (samples.defined()) launch.reads(samples);
  if (mode != kMax)
    return launch.run(
        cuda::BagSumKernel<T>{what, samples.defined() ? static_cast<const T*>(samples.data_ptr()) : nullptr,
                              mode != kSum, static_cast<T*>(out.data_ptr())},
        out.numel());
  launch.writes(places);
  launch.run(cuda::BagMaximumKernel<T>{what, static_cast<T*>(out.data_ptr()), static_cast<char*>(places.data_ptr()),
                                       places.scalar_type() == c10::kInt},
             out.numel());
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
Results Kernel<operators::_embedding_bag>::call(const at::Tensor& weight, const at::Tensor& indices,
                                                const at::Tensor& offsets, bool /*scale_grad_by_freq*/,
                                                std::int64_t mode, bool sparse, const Parameter& per_sample_weights,
                                                bool include_last_offset, std::int64_t padding_idx) {
  const c10::ScalarType type = c10::promoteTypes(indices.scalar_type(), offsets.scalar_type());
  MODECHECK_CHECK(type == c10::kLong || type == c10::kInt, ErrorClass::Dtype, kName,
                  ": expected indices and offsets of Long or Int, but got ", indices.scalar_type(), " and ",
                  offsets.scalar_type());
  check_arguments(weight, indices, offsets, mode, sparse, per_sample_weights, include_last_offset);
  const std::int64_t width = weight.size(1);
  const std::int64_t count = indices.numel();
  const std::int64_t bag_count = offsets.numel() - (include_last_offset ? 1 : 0);
  const bool weighted = given(per_sample_weights);
  // libtorch has a fused kernel for sums of contiguous float32 rows without padding_idx. The fused kernel leaves
  // offset2bag empty, so this kernel leaves offset2bag empty in the same cases.
  const bool in_one_go = mode == kSum && weight.scalar_type() == c10::kFloat && weight.strides()[1] == 1 &&
                         padding_idx < 0 && (!weighted || per_sample_weights->strides()[0] == 1);
  Bags bags;
  if (has_bytes(weight)) {
    bags.indices = numbers_of(indices);
    bags.begins = numbers_of(offsets);
    check_values(bags.indices, bags.begins, weight.size(0));
    if (!include_last_offset) bags.begins.push_back(count);
    bags.padding = padding_idx;
  }
  const at::Tensor out = empty({bag_count, width}, weight.scalar_type(), weight.device());
  // The storages of offset2bag, bag_size and max_indices have space for more elements than the tensors have, as in
  // libtorch.
  const c10::Device device = host_of(weight.device());
  const at::Tensor bag_of = zeros_with_room(in_one_go ? 0 : count + 1, in_one_go ? 0 : count, type, device);
  const at::Tensor sizes = zeros_with_room(offsets.numel(), bag_count, type, device);
  const std::int64_t of_each[] = {bag_count, width};
  const at::Tensor places = mode == kMax
                                ? zeros_with_room(bag_count * std::max<std::int64_t>(width, 1), of_each, type, device)
                                : zeros_with_room(bag_count, bag_count, type, device);
  if (!has_bytes(out)) return {out, bag_of, sizes, places};
  for (std::int64_t bag = 0; bag < bag_count; ++bag) {
    std::int64_t used = 0;
    for (std::int64_t i = bags.begins[static_cast<std::size_t>(bag)];
         i < bags.begins[static_cast<std::size_t>(bag + 1)]; ++i) {
      used += bags.indices[static_cast<std::size_t>(i)] == padding_idx ? 0 : 1;
      if (!in_one_go) set(bag_of, i, bag);
    }
    set(sizes, bag, mode == kSum ? 0 : used);
    if (mode != kMax) set(places, bag, mode == kSum ? 0 : used);
  }
  // With include_last_offset=true, indices after the last offset are in no bag. For such an index offset2bag holds the
  // number of bags.
  for (std::int64_t i = bags.begins.empty() ? 0 : bags.begins.back(); i < bag_of.numel(); ++i)
    set(bag_of, i, bag_count);
  const at::Tensor rows = dense(weight);
  const at::Tensor samples = weighted ? dense(*per_sample_weights) : at::Tensor();
  if (out.in_cuda_memory()) {
    const at::Tensor there = placed_with_room(places, out.device());
    const Results results{out, placed_with_room(bag_of, out.device()), placed_with_room(sizes, out.device()), there};
    if (out.numel() == 0) return results;
    if (weight.scalar_type() == c10::kFloat)
      launch_bags<float>(bags, rows, samples, mode, out, there);
    else
      launch_bags<double>(bags, rows, samples, mode, out, there);
    return results;
  }
  const auto compute = [&]<typename T>(T* to) {
    const T* const from = static_cast<const T*>(rows.data_ptr());
    if (mode == kMax)
      find_greatest(bags, from, width, to, places);
    else
      add_up(bags, from, weighted ? static_cast<const T*>(samples.data_ptr()) : nullptr, width, mode != kSum, to);
  };
  if (weight.scalar_type() == c10::kFloat)
    compute(static_cast<float*>(out.data_ptr()));
  else
    compute(static_cast<double*>(out.data_ptr()));
  return {out, bag_of, sizes, places};
}

}  // namespace modecheck::engine
