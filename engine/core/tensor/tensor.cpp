// Implements metadata functions of at::Tensor that the header does not define inline.
#include "engine/core/tensor/tensor.h"

#include <array>

#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/deprecated_type_properties.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

namespace {

// Returns true if the strides are those of the channels-last format, where dimension 1 varies fastest. If a tensor has
// sizes of 1, its strides may fit the contiguous format too. The strides of these dimensions then decide, as in
// libtorch.
bool has_channels_last_strides(c10::IntArrayRef sizes, c10::IntArrayRef strides) {
  const std::size_t rank = sizes.size();
  if (strides[1] == 0) return false;
  std::int64_t least = 0;
  std::vector<std::size_t> order{1};
  for (std::size_t d = rank - 1; d >= 2; --d) order.push_back(d);
  order.push_back(0);
  for (const std::size_t d : order) {
    if (sizes[d] == 0 || strides[d] < least) return false;
    // A tensor whose sizes are all 1 except for the batch (dimension 0) counts as contiguous, not as channels-last.
    if (d == 0 && least == strides[1]) return false;
    least = strides[d] * std::max<std::int64_t>(sizes[d], 1);
  }
  return true;
}

bool is_channels_last(c10::IntArrayRef sizes, c10::IntArrayRef strides) {
  std::int64_t expected = 1;
  std::vector<std::size_t> order{1};
  for (std::size_t d = sizes.size() - 1; d >= 2; --d) order.push_back(d);
  order.push_back(0);
  for (const std::size_t d : order) {
    if (sizes[d] == 1) continue;
    if (strides[d] != expected) return false;
    expected *= sizes[d];
  }
  return true;
}

}  // namespace

void Tensor::reject_undefined(const char* what) {
  MODECHECK_CHECK(false, ErrorClass::UndefinedTensor, what,
                  " called on an undefined Tensor; expected one that has been given a value");
}

bool Tensor::is_variable() const noexcept { return !thread_state.excluded.has_all(c10::autograd_dispatch_keyset); }

bool Tensor::is_contiguous(MemoryFormat format) const {
  if (format == MemoryFormat::ChannelsLast) return dim() == 4 && is_channels_last(sizes(), strides());
  if (format == MemoryFormat::ChannelsLast3d) return dim() == 5 && is_channels_last(sizes(), strides());
  return is_contiguous();
}

MemoryFormat Tensor::suggest_memory_format() const {
  if (dim() == 4 && has_channels_last_strides(sizes(), strides())) return MemoryFormat::ChannelsLast;
  if (dim() == 5 && has_channels_last_strides(sizes(), strides())) return MemoryFormat::ChannelsLast3d;
  return MemoryFormat::Contiguous;
}

bool Tensor::is_non_overlapping_and_dense() const { return modecheck::engine::is_non_overlapping_and_dense(*this); }

const std::string& Tensor::name() const {
  MODECHECK_CHECK(defined(), ErrorClass::UndefinedTensor, "name: the tensor is undefined");
  static const std::string none;
  return none;
}

DeprecatedTypeProperties& Tensor::type() const {
  return defined() ? getDeprecatedTypeProperties(options().backend(), scalar_type())
                   : getDeprecatedTypeProperties(c10::Backend::Undefined, c10::ScalarType::Undefined);
}

Tensor Tensor::toBackend(c10::Backend backend) const {
  return to(c10::TensorOptions(backendToDeviceType(backend)).layout(c10::layout_from_backend(backend)));
}

}  // namespace modecheck_v1
}  // namespace at
