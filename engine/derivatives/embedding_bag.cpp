// Defines the derivative and the dispatch table of _embedding_bag.
#include "spec/operators/embedding_bag.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Numbers = std::vector<std::int64_t>;

// Returns the elements as int64, because indices and offsets may have different integer dtypes. Returns zeros for a
// meta tensor.
Numbers numbers_of(const at::Tensor& tensor) {
  if (!tensor.has_bytes()) return Numbers(static_cast<std::size_t>(tensor.numel()), 0);
  const at::Tensor wide = on_host(as_type(tensor, c10::kLong));
  Numbers out;
  for (std::int64_t i = 0; i < wide.numel(); ++i)
    out.push_back(static_cast<const std::int64_t*>(wide.data_ptr())[i * wide.strides()[0]]);
  return out;
}

at::Tensor picked(const at::Tensor& from, const at::Tensor& index) {
  return call<operators::index_select>(from, 0, index);
}
at::Tensor as_column(const at::Tensor& a) { return call<operators::unsqueeze>(a, -1); }

// Each element of `indices` that is not padding uses one row of the weight. For every such use these lists hold the
// row, the bag, the position in `indices`, and a factor for the bag's gradient.
struct Uses {
  Numbers rows, bags, places;
  std::vector<double> shares;
};

// `begins` are the positions at which the bags begin and, as its last number, the number of indices. With `scaled` each
// factor is divided by the number of uses of its row in all bags. With `averaged` each factor is divided by the number
// of uses in its bag.
Uses uses_of(const Numbers& which, const Numbers& begins, std::int64_t padding, bool scaled, bool averaged) {
  const auto count = static_cast<std::int64_t>(which.size());
  std::unordered_map<std::int64_t, std::int64_t> frequencies;  // how often each row occurs in all bags
  if (scaled)
    for (const std::int64_t row : which) ++frequencies[row];
  Uses out;
  for (std::size_t bag = 0; bag + 1 < begins.size(); ++bag) {
    const std::size_t first = out.rows.size();
    // Writes that autograd does not see may have changed the saved tensors, so their values are checked.
    MODECHECK_CHECK(begins[bag] >= 0 && begins[bag + 1] <= count, ErrorClass::Index, "EmbeddingBagBackward0: bag ", bag,
                    " reaches from ", begins[bag], " to ", begins[bag + 1], ", but there are only ", count, " indices");
    for (std::int64_t i = begins[bag]; i < begins[bag + 1]; ++i) {
      const std::int64_t row = which[static_cast<std::size_t>(i)];
      if (row == padding) continue;
      out.rows.push_back(row);
      out.bags.push_back(static_cast<std::int64_t>(bag));
      out.places.push_back(i);
      out.shares.push_back(scaled ? 1.0 / static_cast<double>(frequencies.at(row)) : 1.0);
    }
    if (!averaged) continue;
    for (std::size_t i = first; i < out.shares.size(); ++i)
      out.shares[i] /= static_cast<double>(out.shares.size() - first);
  }
  return out;
}

}  // namespace

MODECHECK_GRADIENTS(EmbeddingBagBackward0, (_embedding_bag), weight_for_1, indices, offsets, per_sample_weights,
                    result1, result2, result3, weight_sizes, scale_grad_by_freq, mode, include_last_offset,
                    padding_idx) {
  constexpr std::int64_t means = 1;
  constexpr std::int64_t maxima = 2;
  const Numbers all = numbers_of(b.get(indices));
  Numbers begins = numbers_of(b.get(offsets));
  if (!include_last_offset) begins.push_back(static_cast<std::int64_t>(all.size()));
  Uses uses = uses_of(all, begins, padding_idx, scale_grad_by_freq, mode == means);
  if (mode == maxima) {
    if (!b.needs(0)) return;
    // Keeps each bag that uses a row once. An empty bag has no maximum, so no gradient flows through it.
    uses.bags.erase(std::unique(uses.bags.begin(), uses.bags.end()), uses.bags.end());
    const at::Tensor filled = index_tensor(uses.bags, g);
    const at::Tensor where = as_type(picked(b.get(result3), filled), c10::kLong);
    b.out(0) = scatter_added(weight_sizes, 0, where, picked(g, filled));
    return;
  }
  const bool weighted = per_sample_weights.present();
  const at::Tensor rows = index_tensor(uses.rows, g);
  const at::Tensor arriving = picked(g, index_tensor(uses.bags, g));
  const at::Tensor which = index_tensor(uses.places, g);
  if (b.needs(0)) {
    at::Tensor shares = empty(static_cast<std::int64_t>(uses.shares.size()), c10::kDouble, host_of(g.device()));
    if (shares.has_bytes()) std::copy(uses.shares.begin(), uses.shares.end(), static_cast<double*>(shares.data_ptr()));
    shares = as_type(placed(shares, g.device()), g.scalar_type());
    at::Tensor flow = mul(arriving, as_column(shares));
    if (weighted) flow = mul(flow, as_column(picked(b.get(per_sample_weights), which)));
    b.out(0) = index_added(weight_sizes, 0, rows, flow);
  }
  if (weighted && b.needs(1)) {
    const std::int64_t along = 1;
    const at::Tensor products =
        call<operators::sum_dim_IntList>(mul(arriving, picked(b.get(weight_for_1), rows)), along, false, c10::nullopt);
    b.out(1) = index_added(b.get(per_sample_weights).sizes(), 0, which, products);
  }
}

}  // namespace modecheck::engine
