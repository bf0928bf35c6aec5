// Joining tensors and picking elements: derivatives and dispatch tables.
#include "spec/operators/joining.h"

#include <vector>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/kernels/register.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// cat accepts and ignores vectors without elements, whatever the sizes of the other tensors are.
bool is_skipped(const at::Tensor& tensor) { return tensor.dim() == 1 && tensor.numel() == 0; }

struct CatDerivative : Differentiable {
  static constexpr const char* name = "CatBackward0";
  std::int64_t dim = 0;
  std::vector<std::int64_t> lengths;
  void save(Saver& /*nothing*/, at::TensorList tensors, std::int64_t along) {
    std::int64_t rank = 1;
    for (const at::Tensor& tensor : tensors)
      if (!is_skipped(tensor)) rank = tensor.dim();
    dim = wrap(along, rank);
    for (const at::Tensor& tensor : tensors) {
      const bool empty = is_skipped(tensor) || dim < 0 || dim >= tensor.dim();
      lengths.push_back(empty ? -1 : tensor.sizes()[static_cast<std::size_t>(dim)]);
    }
  }
  void backward(Backward& b) {
    std::int64_t start = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      if (lengths[i] < 0) {
        if (b.needs(i)) b.out(i) = zeros({0}, b.gradient());
        continue;
      }
      if (b.needs(i)) b.out(i) = call<operators::slice_Tensor>(b.gradient(), dim, start, start + lengths[i], 1);
      start += lengths[i];
    }
  }
};

struct StackDerivative : Differentiable {
  static constexpr const char* name = "StackBackward0";
  std::int64_t dim = 0;
  void save(Saver& /*nothing*/, at::TensorList /*tensors*/, std::int64_t along) { dim = along; }
  void backward(Backward& b) {
    for (std::size_t i = 0; i < b.inputs(); ++i)
      if (b.needs(i)) b.out(i) = call<operators::select_int>(b.gradient(), dim, static_cast<std::int64_t>(i));
  }
};

struct IndexSelectDerivative : Differentiable {
  static constexpr const char* name = "IndexSelectBackward0";
  SavedTensor index;
  std::vector<std::int64_t> sizes;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places) {
    saver.constant(index, places);
    sizes = self.sizes().vec();
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = index_added(sizes, dim, b.get(index), b.gradient());
  }
};

// Saves the argument as libtorch does, although its sizes would suffice.
struct GatherDerivative : Differentiable {
  static constexpr const char* name = "GatherBackward0";
  SavedTensor self, index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(self, index); }
  void save(Saver& saver, const at::Tensor& a, std::int64_t along, const at::Tensor& places, bool /*sparse_grad*/) {
    saver.input(self, a);
    saver.constant(index, places);
    dim = wrap(along, a.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scatter_added(b.get(self).sizes(), dim, b.get(index), b.gradient());
  }
};

// The added slices get the gradient at the positions to which they were added.
struct IndexAddDerivative : Differentiable {
  static constexpr const char* name = "IndexAddBackward0";
  SavedTensor index, source;
  std::int64_t dim = 0;
  c10::Scalar alpha;
  auto saved() { return std::tie(index, source); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places,
            const at::Tensor& slices, const c10::Scalar& factor) {
    if (saver.needs(1)) {
      saver.constant(index, places);
      saver.input(source, slices);
    }
    dim = wrap(along, self.dim());
    alpha = factor;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
    if (b.needs(1)) {
      const at::Tensor picked = call<operators::index_select>(b.gradient(), dim, b.get(index));
      b.out(1) = scale(reshape(picked, b.get(source).sizes()), alpha.conj());
    }
  }
};

// Overwritten elements get a zero gradient.
struct IndexCopyDerivative : Differentiable {
  static constexpr const char* name = "IndexCopyBackward0";
  SavedTensor index, source;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index, source); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places,
            const at::Tensor& slices) {
    saver.constant(index, places);
    if (saver.needs(1)) saver.input(source, slices);
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    const at::Tensor places = b.get(index);
    if (b.needs(0)) b.out(0) = call<operators::index_fill_int_Scalar>(b.gradient(), dim, places, 0);
    if (b.needs(1)) b.out(1) = reshape(call<operators::index_select>(b.gradient(), dim, places), b.get(source).sizes());
  }
};

// Elements that a number overwrites get a zero gradient, so zero is written to their positions in the gradient.
template <typename Fill>
struct FilledPlacesDerivative : Differentiable {
  SavedTensor index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places,
            const c10::Scalar& /*value*/) {
    saver.constant(index, places);
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<Fill>(b.gradient(), dim, b.get(index), 0);
  }
};

struct IndexFillDerivative : FilledPlacesDerivative<operators::index_fill_int_Scalar> {
  static constexpr const char* name = "IndexFillBackward0";
};

struct ScatterValueDerivative : FilledPlacesDerivative<operators::scatter_value> {
  static constexpr const char* name = "ScatterBackward1";
};

struct ScatterDerivative : Differentiable {
  static constexpr const char* name = "ScatterBackward0";
  SavedTensor index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places,
            const at::Tensor& /*src*/) {
    saver.constant(index, places);
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    const at::Tensor places = b.get(index);
    if (b.needs(0)) b.out(0) = call<operators::scatter_value>(b.gradient(), dim, places, 0);
    if (b.needs(1)) b.out(1) = call<operators::gather>(b.gradient(), dim, places, false);
  }
};

struct ScatterAddDerivative : Differentiable {
  static constexpr const char* name = "ScatterAddBackward0";
  SavedTensor index;
  std::int64_t dim = 0;
  auto saved() { return std::tie(index); }
  void save(Saver& saver, const at::Tensor& self, std::int64_t along, const at::Tensor& places,
            const at::Tensor& /*src*/) {
    if (saver.needs(1)) saver.constant(index, places);
    dim = wrap(along, self.dim());
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = b.gradient();
    if (b.needs(1)) b.out(1) = call<operators::gather>(b.gradient(), dim, b.get(index), false);
  }
};

struct MaskedFillDerivative : Differentiable {
  static constexpr const char* name = "MaskedFillBackward0";
  SavedTensor mask;
  auto saved() { return std::tie(mask); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& where_filled, const c10::Scalar& /*value*/) {
    saver.constant(mask, where_filled);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = masked_fill(b.gradient(), b.get(mask), 0);
  }
};

struct MaskedScatterDerivative : Differentiable {
  static constexpr const char* name = "MaskedScatterBackward0";
  SavedTensor mask;
  SmallSizes sizes;  // of the source
  auto saved() { return std::tie(mask); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& where_taken, const at::Tensor& source) {
    saver.constant(mask, where_taken);
    sizes = source.sizes();
  }
  void backward(Backward& b) {
    const at::Tensor taken = b.get(mask);
    // The mask may be a byte tensor here.
    if (b.needs(0)) b.out(0) = masked_fill(b.gradient(), call<operators::ne_Scalar>(taken, 0), 0);
    if (b.needs(1)) b.out(1) = call<internal::_masked_taken>(b.gradient(), taken, sizes);
  }
};

struct MaskedFillTensorDerivative : Differentiable {
  static constexpr const char* name = "MaskedFillBackward1";
  SavedTensor mask;
  auto saved() { return std::tie(mask); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& where_filled, const at::Tensor& /*value*/) {
    saver.constant(mask, where_filled);
  }
  void backward(Backward& b) {
    const at::Tensor filled = b.get(mask);
    if (b.needs(0)) b.out(0) = masked_fill(b.gradient(), filled, 0);
    if (b.needs(1)) b.out(1) = where(filled, b.gradient(), zeros({}, b.gradient()));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(CatDerivative, cat)
MODECHECK_REGISTER_WITH(StackDerivative, stack)
MODECHECK_REGISTER_WITH(IndexSelectDerivative, index_select)
MODECHECK_REGISTER_WITH(GatherDerivative, gather)
MODECHECK_REGISTER_WITH(MaskedFillDerivative, masked_fill_Scalar, masked_fill__Scalar)
MODECHECK_REGISTER_WITH(MaskedScatterDerivative, masked_scatter, masked_scatter_)
MODECHECK_REGISTER_WITH(MaskedFillTensorDerivative, masked_fill_Tensor, masked_fill__Tensor)
MODECHECK_REGISTER_WITH(IndexAddDerivative, index_add, index_add_)
MODECHECK_REGISTER_WITH(IndexCopyDerivative, index_copy, index_copy_)
MODECHECK_REGISTER_WITH(IndexFillDerivative, index_fill_int_Scalar, index_fill__int_Scalar)
MODECHECK_REGISTER_WITH(ScatterDerivative, scatter_src, scatter__src)
MODECHECK_REGISTER_WITH(ScatterValueDerivative, scatter_value, scatter__value)
MODECHECK_REGISTER_WITH(ScatterAddDerivative, scatter_add, scatter_add_)
MODECHECK_REGISTER(index_add_out, scatter_src_out, scatter_value_out, scatter_add_out, cat_out, stack_out,
                   index_select_out, gather_out)

}  // namespace modecheck::engine
