// Implements the kernel of embedding, which selects rows of a matrix by index.
#include <cstring>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/joining.h"
#include "spec/operators/neural.h"
#include "spec/operators/view.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

namespace {

void check_indices(const char* name, const at::Tensor& indices) {
  MODECHECK_CHECK(indices.scalar_type() == c10::kLong, ErrorClass::Dtype, name,
                  ": expected indices of dtype Long, but got ", indices.scalar_type());
}

template <typename T>
void add_rows(const at::Tensor& rows, const std::int64_t* where, const std::vector<std::int64_t>& uses,
              std::int64_t padding_idx, const at::Tensor& out) {
  const std::int64_t width = out.sizes()[1];
  const T* const from = static_cast<const T*>(rows.data_ptr());
  T* const to = static_cast<T*>(out.data_ptr());
  const std::int64_t count = width == 0 ? 0 : rows.numel() / width;
  for (std::int64_t i = 0; i < count; ++i) {
    if (where[i] == padding_idx) continue;
    const T scale = uses.empty() ? T(1) : T(1) / static_cast<T>(uses[static_cast<std::size_t>(where[i])]);
    for (std::int64_t k = 0; k < width; ++k) to[where[i] * width + k] += from[i * width + k] * scale;
  }
}

}  // namespace

// embedding reads every row, including row `padding_idx`. Only the gradient of that row is special.
template <>
at::Tensor Kernel<operators::embedding>::call(const at::Tensor& weight, const at::Tensor& indices,
                                              std::int64_t /*padding_idx*/, bool /*scale_grad_by_freq*/, bool sparse) {
  MODECHECK_CHECK(weight.dim() == 2, ErrorClass::Shape, "embedding: 'weight' must be 2-D, but its sizes are ",
                  weight.sizes());
  MODECHECK_CHECK(!sparse, ErrorClass::Unsupported, "embedding: sparse gradients are not supported here; sparse=false");
  MODECHECK_CHECK(indices.scalar_type() == c10::kLong || indices.scalar_type() == c10::kInt, ErrorClass::Dtype,
                  "embedding: expected indices of dtype Long or Int, but got ", indices.scalar_type());
  check_same_device("embedding", weight, indices);
  const at::Tensor flat = dense(indices);
  const at::Tensor rows = Kernel<operators::index_select>::call(
      weight, 0, make_contiguous_alias(flat, flat.numel(), flat.storage_offset()));
  std::vector<std::int64_t> sizes = indices.sizes().vec();
  sizes.push_back(weight.sizes()[1]);
  rows.unsafeGetTensorImpl()->set_contiguous_geometry(sizes);
  return rows;
}

template <>
at::Tensor Kernel<operators::embedding_dense_backward>::call(const at::Tensor& grad_output, const at::Tensor& indices,
                                                             std::int64_t num_weights, std::int64_t padding_idx,
                                                             bool scale_grad_by_freq) {
  constexpr const char* name = "embedding_dense_backward";
  check_indices(name, indices);
  check_same_device(name, grad_output, indices);
  MODECHECK_CHECK(grad_output.scalar_type() == c10::kFloat || grad_output.scalar_type() == c10::kDouble,
                  ErrorClass::Dtype, name, ": expected gradients of Float or Double, but got ",
                  grad_output.scalar_type());
  MODECHECK_CHECK(num_weights >= 0 && grad_output.dim() == indices.dim() + 1 &&
                      grad_output.sizes().slice(0, indices.sizes().size()).equals(indices.sizes()),
                  ErrorClass::Shape, name, ": gradients of sizes ", grad_output.sizes(),
                  " do not belong to indices of sizes ", indices.sizes(), " into ", num_weights, " rows");
  at::Tensor out = empty({num_weights, grad_output.size(-1)}, grad_output.scalar_type(), grad_output.device());
  if (!has_bytes(out)) return out;
  const at::Tensor places = dense(indices);
  const auto* const where = static_cast<const std::int64_t*>(places.data_ptr());
  std::vector<std::int64_t> uses;
  if (scale_grad_by_freq) uses.assign(static_cast<std::size_t>(num_weights), 0);
  for (std::int64_t i = 0; i < places.numel(); ++i) {
    MODECHECK_CHECK(where[i] >= 0 && where[i] < num_weights, ErrorClass::Index, name, ": index ", where[i],
                    " is out of range for ", num_weights, " rows");
    if (scale_grad_by_freq) ++uses[static_cast<std::size_t>(where[i])];
  }
  fill_elements(out, 0);
  const at::Tensor rows = dense(grad_output);
  if (out.scalar_type() == c10::kFloat)
    add_rows<float>(rows, where, uses, padding_idx, out);
  else
    add_rows<double>(rows, where, uses, padding_idx, out);
  return out;
}

}  // namespace modecheck::engine
