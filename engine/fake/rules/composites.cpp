#include "engine/fake/rules/composites.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

using Geometries = std::vector<SymbolicGeometry>;

Geometries view_as(const RuleCall& call) { return {viewed(call, call.geometry(0), call.sizes(1))}; }

Geometries expand_as(const RuleCall& call) { return {expanded(call, call.geometry(0), call.sizes(1))}; }

// Returns a view with the sizes, or the geometry of a copy if there is no such view.
SymbolicGeometry reshaped(const RuleCall& call, const Sizes& asked) {
  const SymbolicGeometry& self = call.geometry(0);
  const Sizes sizes = inferred_sizes(call.env(), asked, numel(self.sizes), call.where());
  if (const auto strides = view_strides(call.env(), self.sizes, self.strides, sizes, call.where()))
    return {sizes, *strides, self.storage_offset};
  return {sizes, contiguous_strides(call.env(), sizes, call.where()), 0};
}

Geometries reshape_as(const RuleCall& call) { return {reshaped(call, call.sizes(1))}; }

Geometries reshape(const RuleCall& call) { return {reshaped(call, call.expressions(1))}; }

// flatten.using_ints(self, start_dim, end_dim)
Geometries flatten(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) return {reshaped(call, {1})};
  const std::size_t first = call.dimension(call.number(1), self.sizes.size());
  const std::size_t last = call.dimension(call.number(2), self.sizes.size());
  if (first > last) call.reject("the first dimension comes after the last one");
  if (first == last) return {self};
  Sizes asked(self.sizes.begin(), self.sizes.begin() + static_cast<std::ptrdiff_t>(first));
  const auto end = self.sizes.begin() + static_cast<std::ptrdiff_t>(last) + 1;
  asked.push_back(numel({self.sizes.begin() + static_cast<std::ptrdiff_t>(first), end}));
  asked.insert(asked.end(), end, self.sizes.end());
  return {reshaped(call, asked)};
}

// sum_to_size(self, size): the tensor itself, or sums over dimensions that become 1 or go.
Geometries sum_to_size(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  const CallRecord::Ints asked = call.numbers(1);
  if (asked.size() > self.sizes.size()) call.reject("there are more sizes than dimensions");
  const std::size_t lead = self.sizes.size() - asked.size();
  bool is_sum = lead > 0 || asked.empty();
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const bool is_asked = call.holds(Fact::equal(self.sizes[lead + i], asked[i]));
    if (!is_asked && asked[i] != 1) call.reject("a size is neither 1 nor that of the tensor");
    is_sum = is_sum || !is_asked;
  }
  if (!is_sum) return {self};
  if (!is_contiguous(call.env(), self.sizes, self.strides, call.where())) throw NoRule();
  const Sizes sizes(asked.begin(), asked.end());
  return {{sizes, contiguous_strides(call.env(), sizes, call.where()), 0}};
}

// contiguous(self, memory_format): the tensor itself, or a copy.
Geometries contiguous(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (std::get<c10::MemoryFormat>(call.argument(1)) != c10::MemoryFormat::Contiguous) throw NoRule();
  if (is_contiguous(call.env(), self.sizes, self.strides, call.where())) return {self};
  return {{self.sizes, contiguous_strides(call.env(), self.sizes, call.where()), 0}};
}

Geometries broadcast_tensors(const RuleCall& call) {
  Sizes together;
  for (const SymbolicGeometry& tensor : call.tensors(0))
    together = broadcast_sizes(call.env(), together, tensor.sizes, call.where());
  Geometries out;
  for (const SymbolicGeometry& tensor : call.tensors(0)) out.push_back(expanded(call, tensor, together));
  return out;
}

// Returns the part of a dimension from `start`, of the size `size`.
SymbolicGeometry part(SymbolicGeometry self, std::size_t d, const Expression& start, const Expression& size) {
  self.storage_offset = self.storage_offset + start * self.strides[d];
  self.sizes[d] = size;
  return self;
}

// chunk(self, chunks, dim): parts of the same size, but for the last one.
Geometries chunk(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  const std::size_t d = call.dimension(call.number_or(2, 0), self.sizes.size());
  const std::int64_t chunks = call.number(1);
  if (chunks < 1) call.reject("there must be at least one part");
  if (chunks > 1000000) throw NoRule();
  const Expression& size = self.sizes[d];
  if (call.holds(Fact::equal(size, 0))) return Geometries(static_cast<std::size_t>(chunks), self);
  const Expression each = call.quotient(size + (chunks - 1), chunks);
  Geometries out;
  for (std::int64_t i = 0; out.empty() || call.holds(Fact::less(each * i, size)); ++i)
    out.push_back(part(self, d, each * i, call.smaller(each, size - each * i)));
  return out;
}

// Cuts a dimension into `count` parts, the first of which have one element more than the others.
Geometries even_parts(const RuleCall& call, std::size_t d, std::int64_t count) {
  const SymbolicGeometry& self = call.geometry(0);
  if (count < 1) call.reject("there must be at least one part");
  if (count > 1000000) throw NoRule();
  const Expression each = call.quotient(self.sizes[d], count);
  const Expression larger = self.sizes[d] - each * count;
  Geometries out;
  for (std::int64_t i = 0; i < count; ++i) {
    const bool is_larger = call.holds(Fact::less(i, larger));
    out.push_back(part(self, d, each * i + (is_larger ? Expression(i) : larger), each + (is_larger ? 1 : 0)));
  }
  return out;
}

// tensor_split.sections(self, sections, dim)
Geometries tensor_split(const RuleCall& call) {
  const std::size_t rank = call.sizes(0).size();
  if (rank == 0) call.reject("a tensor without dimensions cannot be split");
  return even_parts(call, call.dimension(call.number_or(2, 0), rank), call.number(1));
}

// hsplit.int(self, sections) and others: the sections must have the same size.
Geometries equal_parts(const RuleCall& call, std::size_t d) {
  const std::size_t rank = call.sizes(0).size();
  if (d >= rank) call.reject("the tensor has too few dimensions");
  const std::int64_t count = call.number(1);
  if (count < 1) call.reject("there must be at least one part");
  call.require(Fact::equal(call.env().remainder(call.sizes(0)[d], count, call.where()), 0),
               "the parts would have different sizes");
  return even_parts(call, d, count);
}

Geometries hsplit(const RuleCall& call) { return equal_parts(call, call.sizes(0).size() == 1 ? 0 : 1); }
Geometries vsplit(const RuleCall& call) {
  if (call.sizes(0).size() < 2) call.reject("the tensor has too few dimensions");
  return equal_parts(call, 0);
}
Geometries dsplit(const RuleCall& call) { return equal_parts(call, 2); }

// unflatten.int(self, dim, sizes)
Geometries unflatten(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  const CallRecord::Ints numbers = call.numbers(2);
  if (self.sizes.empty() || numbers.empty()) call.reject("there is nothing to unflatten");
  const std::size_t d = call.dimension(call.number(1), self.sizes.size());
  const Sizes parts = inferred_sizes(call.env(), Sizes(numbers.begin(), numbers.end()), self.sizes[d], call.where());
  Sizes asked = self.sizes;
  const auto place = asked.begin() + static_cast<std::ptrdiff_t>(d);
  asked.insert(asked.erase(place), parts.begin(), parts.end());
  return {viewed(call, self, asked)};
}

// narrow(self, dim, start, length)
Geometries narrow(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions cannot be narrowed");
  const std::size_t d = call.dimension(call.number(1), self.sizes.size());
  const Expression& size = self.sizes[d];
  const Expression length = call.expression(3);
  call.require(Fact::at_most(0, length), "the length is negative");
  Expression start = call.expression(2);
  if (call.holds(Fact::less(start, 0))) {
    // A dimension without elements has the place -1, which is 0.
    const Expression end = call.holds(Fact::equal(size, 0)) ? 1 : size;
    call.require(Fact::at_most(-start, end), "the start is out of range");
    start = end + start;
  }
  call.require(Fact::at_most(start + length, size), "the part ends beyond the dimension");
  return {part(self, d, start, length)};
}

// Whether the composite computes with sizes, at least if some arguments are given.
bool can_read_sizes(std::string_view op) {
  static const std::unordered_set<std::string_view> names = {
      "cross_entropy_loss",
      "instance_norm",
      "nll_loss_nd",
      "einsum",
  };
  return op.starts_with("fft_") || names.contains(op);
}

}  // namespace

ViewRule composite_view_rule_of(std::string_view op) {
  static const std::unordered_map<std::string_view, ViewRule> rules = {
      {"view_as", &view_as},
      {"expand_as", &expand_as},
      {"reshape", &reshape},
      {"reshape_as", &reshape_as},
      {"flatten.using_ints", &flatten},
      {"broadcast_tensors", &broadcast_tensors},
      {"chunk", &chunk},
      {"tensor_split.sections", &tensor_split},
      {"hsplit.int", &hsplit},
      {"vsplit.int", &vsplit},
      {"dsplit.int", &dsplit},
      {"unflatten.int", &unflatten},
      {"narrow", &narrow},
      {"contiguous", &contiguous},
      {"sum_to_size", &sum_to_size},
  };
  const auto found = rules.find(op);
  return found == rules.end() ? nullptr : found->second;
}

bool reads_sizes(const RuleCall& call) {
  const bool has_empty = std::any_of(call.all().begin(), call.all().end(), [&](const SymbolicGeometry& tensor) {
    return is_without_elements(call.env(), tensor.sizes, call.where());
  });
  const std::string_view op = call.where();
  if (has_empty || !op.starts_with("fft_")) return has_empty || can_read_sizes(op);
  // Transforms compute with sizes if a size is given, or if that of the result is not that of the argument.
  return call.is_given(1) || op.find("rff") != op.npos || op.find("hff") != op.npos;
}

bool can_follow(std::string_view op) {
  return can_read_sizes(op) || composite_view_rule_of(op) != nullptr || composite_size_rule_of(op) != nullptr;
}

}  // namespace modecheck::engine::fake
