// Sizes of operators that read or write elements by indices.
#include <algorithm>
#include <utility>

#include "engine/fake/rules/composites.h"
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/rules/view_rules.h"
#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

// A tensor without dimensions counts as one of size 1 here.
Sizes at_least_one_dimension(const Sizes& sizes) { return sizes.empty() ? Sizes{1} : sizes; }

// Returns the sizes of self[indices].
std::vector<Sizes> indexed(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  const CallRecord::Tensors& indices = call.list(1);
  if (indices.size() > sizes.size()) call.reject("there are more indices than dimensions");
  Sizes together;
  std::vector<std::size_t> places;  // the dimensions that are indexed
  std::size_t d = 0;
  for (std::size_t i = 0, given = 0; i < indices.size(); ++i) {
    if (!indices[i].defined()) {
      ++d;
      continue;
    }
    const Sizes& of_index = call.tensors(1)[given++].sizes;
    const bool is_mask = indices[i].scalar_type() == c10::kBool || indices[i].scalar_type() == c10::kByte;
    const std::size_t width = is_mask ? of_index.size() : 1;
    if (d + width > sizes.size()) call.reject("there are more indices than dimensions");
    if (is_mask)
      call.require_equal(
          of_index,
          Sizes(sizes.begin() + static_cast<std::ptrdiff_t>(d), sizes.begin() + static_cast<std::ptrdiff_t>(d + width)),
          "the mask has other sizes than the dimensions that it indexes");
    const Sizes selected = is_mask ? Sizes{call.size_of_data(indices[i], of_index, "nonzero")} : of_index;
    // A mask without dimensions indexes none.
    if (width > 0) together = broadcast_sizes(call.env(), together, selected, call.where());
    for (std::size_t of_mask = 0; of_mask < width; ++of_mask) places.push_back(d++);
  }
  if (places.empty()) return {sizes};
  const bool are_adjacent = places.back() - places.front() + 1 == places.size();
  Sizes out;
  if (!are_adjacent) out = together;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (are_adjacent && i == places.front()) out.insert(out.end(), together.begin(), together.end());
    if (std::find(places.begin(), places.end(), i) == places.end()) out.push_back(sizes[i]);
  }
  return {out};
}

std::vector<Sizes> index_put(const RuleCall& call) {
  const std::vector<Sizes> places = indexed(call);
  if (places.empty()) throw NoRule();
  call.require_equal(broadcast_sizes(call.env(), call.sizes(2), places.front(), call.where()), places.front(),
                     "the values do not broadcast to the indexed places");
  return same_sizes(call);
}

// index_select(self, dim, index)
std::vector<Sizes> index_select(const RuleCall& call) {
  Sizes out = call.sizes(0);
  const std::size_t d = call.dimension(call.number(1), out.size());
  if (call.sizes(2).size() > 1) call.reject("the index must be a vector");
  if (d < out.size()) out[d] = numel(call.sizes(2));
  return {out};
}

// Checks that the index of gather and scatter lies within `sizes`, but for the dimension `d`.
void require_within(const RuleCall& call, const Sizes& index, const Sizes& sizes, std::size_t d) {
  if (index.size() != sizes.size()) call.reject("the index has another number of dimensions");
  for (std::size_t i = 0; i < index.size(); ++i)
    if (i != d) call.require(Fact::at_most(index[i], sizes[i]), "the index is larger than the tensor");
}

// gather(self, dim, index)
std::vector<Sizes> gather(const RuleCall& call) {
  const Sizes self = at_least_one_dimension(call.sizes(0));
  const Sizes index = at_least_one_dimension(call.sizes(2));
  const std::size_t d = call.dimension(call.number(1), call.sizes(0).size());
  if (!call.holds(Fact::equal(numel(index), 0))) require_within(call, index, self, d);
  return {call.sizes(2)};
}

// scatter(self, dim, index, src), where the source may be a number.
std::vector<Sizes> scatter(const RuleCall& call) {
  const Sizes self = at_least_one_dimension(call.sizes(0));
  const Sizes index = at_least_one_dimension(call.sizes(2));
  const std::size_t d = call.dimension(call.number(1), call.sizes(0).size());
  if (call.holds(Fact::equal(numel(index), 0))) return same_sizes(call);
  require_within(call, index, self, d);
  if (!call.is_tensor(3)) return same_sizes(call);
  const Sizes source = at_least_one_dimension(call.sizes(3));
  require_within(call, index, source, index.size());
  // The derivative for the source needs an index of its sizes.
  for (std::size_t i = 0; i < index.size(); ++i)
    if (!call.holds(Fact::equal(index[i], source[i]))) break;
  return same_sizes(call);
}

// index_add(self, dim, index, source) and index_copy
std::vector<Sizes> write_by_index(const RuleCall& call) {
  const Sizes self = at_least_one_dimension(call.sizes(0));
  const Sizes source = at_least_one_dimension(call.sizes(3));
  const std::size_t d = call.dimension(call.number(1), call.sizes(0).size());
  if (call.sizes(2).size() > 1) call.reject("the index must be a vector");
  if (source.size() != self.size()) call.reject("the source has another number of dimensions");
  for (std::size_t i = 0; i < self.size(); ++i)
    call.require(Fact::equal(source[i], i == d ? numel(call.sizes(2)) : self[i]), "the source has other sizes");
  return same_sizes(call);
}

// select_scatter(self, src, dim, index): the source has the sizes of the selected part.
std::vector<Sizes> select_scatter(const RuleCall& call) {
  Sizes part = call.sizes(0);
  if (part.empty()) call.reject("a tensor without dimensions has nothing to select");
  const std::size_t d = call.dimension(call.number(2), part.size());
  const std::int64_t index = call.number(3);
  call.require(index < 0 ? Fact::at_most(-index, part[d]) : Fact::less(index, part[d]), "the index is out of range");
  part.erase(part.begin() + static_cast<std::ptrdiff_t>(d));
  call.require_equal(call.sizes(1), part, "the source has other sizes");
  return same_sizes(call);
}

// slice_scatter(self, src, dim, start, end, step): the source has the sizes of the slice.
std::vector<Sizes> slice_scatter(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions has nothing to slice");
  const std::size_t d = call.dimension(call.number_or(2, 0), self.sizes.size());
  const std::int64_t step = call.number_or(5, 1);
  if (step < 1) call.reject("the step is not positive");
  const std::optional<Expression> end = call.is_given(4) ? std::optional<Expression>(call.number(4)) : std::nullopt;
  call.require_equal(call.sizes(1), sliced(call, self, d, call.number_or(3, 0), end, step).sizes,
                     "the source has other sizes");
  return same_sizes(call);
}

// narrow_copy(self, dim, start, length): copies what narrow selects.
std::vector<Sizes> narrow_copy(const RuleCall& call) { return {composite_view_rule_of("narrow")(call).front().sizes}; }

std::vector<Sizes> take(const RuleCall& call) { return {call.sizes(1)}; }

std::vector<Sizes> nonzero(const RuleCall& call) {
  return {{call.size_of_data(0, "nonzero"), static_cast<std::int64_t>(call.sizes(0).size())}};
}

std::vector<Sizes> masked_select(const RuleCall& call) {
  const Sizes both = broadcast_sizes(call.env(), call.sizes(0), call.sizes(1), call.where());
  if (is_without_elements(call.env(), both, call.where())) return {{0}};
  return {{call.size_of_data(1, "masked_select")}};
}

// _unique2(self, sorted, return_inverse, return_counts)
std::vector<Sizes> unique(const RuleCall& call) {
  const Expression count = call.size_of_data(0, "_unique2");
  const bool has_counts = call.flag(3);
  const Sizes inverse = call.flag(2) || has_counts ? call.sizes(0) : Sizes{0};
  return {{count}, inverse, {has_counts ? count : Expression(0)}};
}

// masked_scatter(self, mask, source): how many elements the source needs depends on data.
std::vector<Sizes> masked_scatter(const RuleCall& call) {
  return {broadcast_sizes(call.env(), call.sizes(0), call.sizes(1), call.where())};
}

// embedding(weight, indices)
std::vector<Sizes> embedding(const RuleCall& call) {
  if (call.sizes(0).size() != 2) call.reject("the weight must be a matrix");
  Sizes out = call.sizes(1);
  out.push_back(call.sizes(0)[1]);
  return {out};
}

// embedding_dense_backward(grad_output, indices, num_weights)
std::vector<Sizes> embedding_dense_backward(const RuleCall& call) {
  return {{call.number(2), call.sizes(0).empty() ? Expression(1) : call.sizes(0).back()}};
}

// _embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset,
// padding_idx): the rows of the bags, the bag of each index, the size of each bag, and the places of the maxima.
std::vector<Sizes> embedding_bag(const RuleCall& call) {
  constexpr std::int64_t sum = 0;
  constexpr std::int64_t maximum = 2;
  const SymbolicGeometry& weight = call.geometry(0);
  if (weight.sizes.size() != 2) call.reject("the weight must be a matrix");
  if (call.sizes(1).size() != 1 || call.sizes(2).size() != 1) call.reject("indices and offsets must be vectors");
  const Expression& count = call.sizes(1)[0];
  Expression bags = call.sizes(2)[0];
  if (call.flag(7)) {
    call.require(Fact::at_most(1, bags), "there must be an offset");
    bags = bags - 1;
  }
  const bool is_weighted = call.is_tensor(6);
  if (is_weighted) {
    if (call.sizes(6).size() != 1) call.reject("the weights of the samples must be a vector");
    call.require(Fact::equal(call.sizes(6)[0], count), "there must be a weight for each index");
  }
  const std::int64_t mode = call.number(4);
  // A fused kernel for sums leaves out the bag of each index.
  bool is_fused = mode == sum && call.dtype_of(0) == c10::kFloat && call.number_or(8, -1) < 0;
  is_fused = is_fused && call.holds(Fact::equal(weight.strides[1], 1));
  if (is_fused && is_weighted) is_fused = call.holds(Fact::equal(call.geometry(6).strides[0], 1));
  const Sizes rows = {bags, weight.sizes[1]};
  return {rows, {is_fused ? Expression(0) : count}, {bags}, mode == maximum ? rows : Sizes{bags}};
}

}  // namespace

const SizeRules& rules_of_indices() {
  static const SizeRules out = {
      {"index", &indexed},
      {"index_put", &index_put},
      {"index_select", &index_select},
      {"index_fill", &same_sizes},
      {"index_add", &write_by_index},
      {"index_copy", &write_by_index},
      {"gather", &gather},
      {"scatter", &scatter},
      {"scatter_add", &scatter},
      {"scatter_reduce", &scatter},
      {"select_scatter", &select_scatter},
      {"slice_scatter", &slice_scatter},
      {"narrow_copy", &narrow_copy},
      {"take", &take},
      {"nonzero", &nonzero},
      {"masked_select", &masked_select},
      {"_unique2", &unique},
      {"masked_scatter", &masked_scatter},
      {"embedding", &embedding},
      {"_embedding_bag", &embedding_bag},
      {"embedding_dense_backward", &embedding_dense_backward},
  };
  return out;
}

}  // namespace modecheck::engine::fake
