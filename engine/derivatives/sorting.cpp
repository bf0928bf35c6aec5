// Sorting: derivatives and dispatch tables.
#include "spec/operators/sorting.h"

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/reduction.h"
#include "spec/operators/selection.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Results = std::tuple<at::Tensor, at::Tensor>;

// The gradient of each value goes to the element from which the value was taken.
struct SelectingDerivative : Differentiable {
  SavedTensor indices;
  SmallSizes sizes;
  std::int64_t dim = 0;
  bool keeps_dim = true;
  auto saved() { return std::tie(indices); }
  void save_results(Saver& saver, const Results& results) { saver.constant(indices, std::get<1>(results)); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    if (sizes.empty()) {
      // A tensor without dimensions has only one element.
      b.out(0) = b.gradient();
      return;
    }
    const auto restored = [this](const at::Tensor& reduced) {
      return keeps_dim ? reduced : call<operators::unsqueeze>(reduced, dim);
    };
    b.out(0) = scatter_added(sizes, dim, restored(b.get(indices)), restored(b.gradient()));
  }

 protected:
  void keep(const at::Tensor& self, std::int64_t along, bool keepdim) {
    sizes = self.sizes();
    dim = wrap(along, self.dim());
    keeps_dim = keepdim;
  }
};

struct StableSortDerivative : SelectingDerivative {
  static constexpr const char* name = "SortBackward1";
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::optional<bool> /*stable*/, std::int64_t along,
            bool /*descending*/) {
    keep(self, along, true);
  }
};

struct SortDerivative : SelectingDerivative {
  static constexpr const char* name = "SortBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t along, bool /*descending*/) {
    keep(self, along, true);
  }
};

struct TopkDerivative : SelectingDerivative {
  static constexpr const char* name = "TopkBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t /*k*/, std::int64_t along, bool /*largest*/,
            bool /*sorted*/) {
    keep(self, along, true);
  }
};

struct KthvalueDerivative : SelectingDerivative {
  static constexpr const char* name = "KthvalueBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t /*k*/, std::int64_t along, bool keepdim) {
    keep(self, along, keepdim);
  }
};

struct OneAlongDerivative : SelectingDerivative {
  void save(Saver& /*nothing*/, const at::Tensor& self, std::int64_t along, bool keepdim) {
    keep(self, along, keepdim);
  }
};

// Saves the argument too, as libtorch does, so that backward raises after a later write to it.
struct SoFarDerivative : SelectingDerivative {
  SavedTensor self;
  auto saved() { return std::tie(self, indices); }
  void save(Saver& saver, const at::Tensor& a, std::int64_t along) {
    saver.input(self, a);
    keep(a, along, true);
  }
};

struct UniqueDerivative : Differentiable {
  static constexpr const char* name = "Unique2Backward0";
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    raise(ErrorClass::NotDifferentiable, name, ": the derivative for '_unique2' is not implemented; detach its input");
  }
};

}  // namespace

template <>
struct Derivative<operators::max_dim> : OneAlongDerivative {
  static constexpr const char* name = "MaxBackward0";
};
template <>
struct Derivative<operators::min_dim> : OneAlongDerivative {
  static constexpr const char* name = "MinBackward0";
};
template <>
struct Derivative<operators::median_dim> : OneAlongDerivative {
  static constexpr const char* name = "MedianBackward1";
};
template <>
struct Derivative<operators::cummax> : SoFarDerivative {
  static constexpr const char* name = "CummaxBackward0";
};
template <>
struct Derivative<operators::cummin> : SoFarDerivative {
  static constexpr const char* name = "CumminBackward0";
};

MODECHECK_REGISTER_WITH(StableSortDerivative, sort_stable)
MODECHECK_REGISTER_WITH(SortDerivative, sort)
MODECHECK_REGISTER_WITH(TopkDerivative, topk)
MODECHECK_REGISTER_WITH(KthvalueDerivative, kthvalue)
MODECHECK_REGISTER_WITH(UniqueDerivative, _unique2)
MODECHECK_REGISTER(sort_values_stable, sort_values, topk_values, kthvalue_values, max_dim, max_dim_max, min_dim,
                   min_dim_min, median_dim, median_dim_values, cummax, cummax_out, cummin, cummin_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(searchsorted_Tensor, bucketize_Tensor, searchsorted_Scalar, bucketize_Scalar)

}  // namespace modecheck::engine
