// _embedding_bag: derivative and dispatch table.
#include "spec/operators/embedding_bag.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Numbers = std::vector<std::int64_t>;
using Results = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

at::Tensor as_long(const at::Tensor& a) {
  return call<operators::_to_copy>(a, c10::kLong, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

// Returns the elements as int64, because indices and offsets may have different integer dtypes. Returns zeros for a
// meta tensor.
Numbers numbers_of(const at::Tensor& tensor) {
  if (tensor.is_meta()) return Numbers(static_cast<std::size_t>(tensor.numel()), 0);
  const at::Tensor wide = on_host(tensor.scalar_type() == c10::kLong ? tensor : as_long(tensor));
  Numbers out;
  for (std::int64_t i = 0; i < wide.numel(); ++i)
    out.push_back(static_cast<const std::int64_t*>(wide.data_ptr())[i * wide.strides()[0]]);
  return out;
}

at::Tensor as_index(const Numbers& numbers, const at::Tensor& like) {
  const at::Tensor out = empty(static_cast<std::int64_t>(numbers.size()), c10::kLong, host_of(like.device()));
  if (!out.is_meta()) std::copy(numbers.begin(), numbers.end(), static_cast<std::int64_t*>(out.data_ptr()));
  return placed(out, like.device());
}

at::Tensor picked(const at::Tensor& from, const at::Tensor& index) {
  return call<operators::index_select>(from, 0, index);
}
at::Tensor as_column(const at::Tensor& a) { return call<operators::unsqueeze>(a, -1); }

// All uses of rows that are not padding. Each has a row, a bag, a position among the indices, and the factor for the
// bag's gradient.
struct Uses {
  Numbers rows, bags, places;
  std::vector<double> shares;
};

struct EmbeddingBagDerivative : Differentiable {
  static constexpr const char* name = "EmbeddingBagBackward0";
  SavedTensor weight, indices, offsets, samples, bag_of, sizes, places;
  SmallSizes weight_sizes;
  bool scaled = false;
  bool weighted = false;
  bool include_last = false;
  std::int64_t mode = 0;
  std::int64_t padding = -1;
  auto saved() { return std::tie(weight, indices, offsets, samples, bag_of, sizes, places); }

  void save(Saver& saver, const at::Tensor& a, const at::Tensor& which, const at::Tensor& begins, bool by_frequency,
            std::int64_t how, bool /*sparse*/, const c10::optional<at::Tensor>& of_samples, bool ends,
            std::int64_t padding_idx) {
    weighted = of_samples.has_value() && of_samples->defined();
    if (weighted && saver.needs(1)) saver.input(weight, a);
    saver.constant(indices, which);
    saver.constant(offsets, begins);
    if (weighted) saver.input(samples, *of_samples);
    weight_sizes = a.sizes();
    scaled = by_frequency;
    include_last = ends;
    mode = how;
    padding = padding_idx;
  }
  void save_results(Saver& saver, const Results& results) {
    saver.constant(bag_of, std::get<1>(results));
    saver.constant(sizes, std::get<2>(results));
    saver.constant(places, std::get<3>(results));
  }

  void backward(Backward& b) {
    const at::Tensor gradient = b.gradient();
    const Uses uses = uses_of(b);
    if (mode == 2) {
      if (b.needs(0)) b.out(0) = of_greatest(b, gradient, uses);
      return;
    }
    const at::Tensor rows = as_index(uses.rows, gradient);
    const at::Tensor arriving = picked(gradient, as_index(uses.bags, gradient));
    const at::Tensor which = as_index(uses.places, gradient);
    if (b.needs(0)) {
      at::Tensor shares =
          empty(static_cast<std::int64_t>(uses.shares.size()), c10::kDouble, host_of(gradient.device()));
      if (!shares.is_meta()) std::copy(uses.shares.begin(), uses.shares.end(), static_cast<double*>(shares.data_ptr()));
      shares = placed(shares, gradient.device());
      if (gradient.scalar_type() != c10::kDouble)
        shares = call<operators::_to_copy>(shares, gradient.scalar_type(), c10::nullopt, c10::nullopt, c10::nullopt,
                                           false, c10::nullopt);
      at::Tensor flow = mul(arriving, as_column(shares));
      if (weighted) flow = mul(flow, as_column(picked(b.get(samples), which)));
      b.out(0) = index_added(weight_sizes, 0, rows, flow);
    }
    if (weighted && b.needs(1)) {
      const std::int64_t along = 1;
      const at::Tensor products =
          call<operators::sum_dim_IntList>(mul(arriving, picked(b.get(weight), rows)), along, false, c10::nullopt);
      b.out(1) = index_added(b.get(samples).sizes(), 0, which, products);
    }
  }

 private:
  Uses uses_of(Backward& b) const {
    const Numbers which = numbers_of(b.get(indices));
    Numbers begins = numbers_of(b.get(offsets));
    const auto count = static_cast<std::int64_t>(which.size());
    if (!include_last) begins.push_back(count);
    std::unordered_map<std::int64_t, std::int64_t> frequencies;  // how often each row occurs in all bags
    if (scaled)
      for (const std::int64_t row : which) ++frequencies[row];
    Uses out;
    for (std::size_t bag = 0; bag + 1 < begins.size(); ++bag) {
      const std::size_t first = out.rows.size();
      // Writes that autograd does not see may have changed the saved tensors, so their values are checked.
      MODECHECK_CHECK(begins[bag] >= 0 && begins[bag + 1] <= count, ErrorClass::Index, name, ": bag ", bag,
                      " reaches from ", begins[bag], " to ", begins[bag + 1], ", but there are only ", count,
                      " indices");
      for (std::int64_t i = begins[bag]; i < begins[bag + 1]; ++i) {
        const std::int64_t row = which[static_cast<std::size_t>(i)];
        if (row == padding) continue;
        out.rows.push_back(row);
        out.bags.push_back(static_cast<std::int64_t>(bag));
        out.places.push_back(i);
        out.shares.push_back(scaled ? 1.0 / static_cast<double>(frequencies.at(row)) : 1.0);
      }
      if (mode != 1) continue;
      for (std::size_t i = first; i < out.shares.size(); ++i)
        out.shares[i] /= static_cast<double>(out.shares.size() - first);
    }
    return out;
  }

  // Returns the gradient of maxima. Bags without elements are skipped.
  at::Tensor of_greatest(Backward& b, const at::Tensor& gradient, const Uses& uses) const {
    Numbers bags = uses.bags;
    bags.erase(std::unique(bags.begin(), bags.end()), bags.end());
    const at::Tensor filled = as_index(bags, gradient);
    const at::Tensor where = as_long(picked(b.get(places), filled));
    return scatter_added(weight_sizes, 0, where, picked(gradient, filled));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(EmbeddingBagDerivative, _embedding_bag)

}  // namespace modecheck::engine
