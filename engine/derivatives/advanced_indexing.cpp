// Defines the derivatives and dispatch tables of index, index_put_ and nonzero.
#include "spec/operators/advanced_indexing.h"

#include <vector>

#include "engine/derivatives/gradient.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/ivalue.h"
#include "spec/operators/copy.h"
#include "spec/operators/out_variants.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Indices = c10::List<c10::optional<at::Tensor>>;

// Saves the indices for the derivatives. An absent index leaves its SavedTensor empty.
struct SavedIndices : Differentiable {
  std::vector<SavedTensor> indices;
  auto saved() { return std::tie(indices); }
  void save_indices(Saver& saver, const Indices& list) {
    indices.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].has_value() && list[i]->defined()) saver.constant(indices[i], *list[i]);
  }
  Indices get(Backward& b) const {
    Indices out;
    for (const SavedTensor& index : indices)
      out.push_back(index.present() ? c10::optional<at::Tensor>(b.get(index)) : c10::nullopt);
    return out;
  }
};

struct IndexPutDerivative : SavedIndices {
  static constexpr const char* name = "IndexPutBackward0";
  bool accumulated = false;
  void save(Saver& saver, const at::Tensor& /*self*/, const Indices& list, const at::Tensor& /*values*/,
            bool accumulate) {
    save_indices(saver, list);
    accumulated = accumulate;
  }
  void backward(Backward& b) {
    if (b.needs(0)) {
      b.out(0) = b.gradient();
      if (!accumulated) {
        b.out(0) = call<operators::clone>(b.gradient(), c10::nullopt);
        call<operators::index_put_>(b.out(0), get(b), number(0, b.gradient()), false);
      }
    }
    // If `value` was broadcast to the indexed elements, the autograd engine sums this gradient to the sizes of `value`.
    if (b.needs(1)) b.out(1) = call<operators::index_Tensor>(b.gradient(), get(b));
  }
};

}  // namespace

template <>
struct Derivative<operators::index_Tensor> : SavedIndices {
  static constexpr const char* name = "IndexBackward0";
  SmallSizes sizes;
  void save(Saver& saver, const at::Tensor& self, const Indices& list) {
    sizes = self.sizes();
    save_indices(saver, list);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor whole = zeros(sizes, b.gradient());
    call<operators::index_put_>(whole, get(b), b.gradient(), true);
    b.out(0) = whole;
  }
};

MODECHECK_REGISTER_WITH(IndexPutDerivative, index_put, index_put_)
MODECHECK_REGISTER(index_Tensor, index_Tensor_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(nonzero)
MODECHECK_REGISTER(nonzero_out)

}  // namespace modecheck::engine
