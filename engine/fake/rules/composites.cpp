#include "engine/fake/rules/composites.h"

#include <map>
#include <set>
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

Geometries reshape(const RuleCall& call) {
  const CallRecord::Ints asked = call.numbers(1);
  return {reshaped(call, Sizes(asked.begin(), asked.end()))};
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
  const std::int64_t length = call.number(3);
  if (length < 0) call.reject("the length is negative");
  Expression start = call.number(2);
  if (call.number(2) < 0) {
    call.require(Fact::at_most(-start, size), "the start is out of range");
    start = size + start;
  }
  call.require(Fact::at_most(start + length, size), "the part ends beyond the dimension");
  return {part(self, d, start, length)};
}

// repeat_interleave.self_int(self, repeats, dim): without a dimension, of the flat tensor.
std::vector<Sizes> repeat_interleave(const RuleCall& call) {
  Sizes out = call.is_number(2) ? call.sizes(0) : Sizes{numel(call.sizes(0))};
  const std::size_t d = call.is_number(2) ? call.dimension(call.number(2), out.size()) : 0;
  if (call.is_given(3) || d >= out.size() || call.number(1) < 0) return {};
  out[d] = out[d] * call.number(1);
  return {out};
}

// diff(self, n, dim, prepend, append): n times the difference of neighbours.
std::vector<Sizes> diff(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a tensor without dimensions has no neighbours");
  const std::int64_t times = call.number_or(1, 1);
  if (times < 0 || times > 1000) return {};
  if (times == 0 && !call.is_tensor(3) && !call.is_tensor(4)) return {out};
  const std::size_t d = call.dimension(call.number_or(2, -1), out.size());
  for (const std::size_t i : {3U, 4U}) {
    if (!call.is_tensor(i)) continue;
    const Sizes& more = call.sizes(i);
    if (more.size() != out.size()) call.reject("what is joined has another number of dimensions");
    for (std::size_t k = 0; k < out.size(); ++k)
      if (k != d) call.require(Fact::equal(more[k], out[k]), "what is joined has other sizes");
    out[d] = out[d] + more[d];
  }
  if (times == 0) return same_sizes(call);
  out[d] = call.holds(Fact::less(times, out[d])) ? out[d] - times : Expression(0);
  return {out};
}

// group_norm(input, num_groups, weight, bias)
std::vector<Sizes> group_norm(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  if (sizes.size() < 2 || call.number(1) < 1) call.reject("the input has no channels or groups");
  call.require(Fact::equal(call.env().remainder(sizes[1], call.number(1), call.where()), 0),
               "the channels do not form groups of the same size");
  for (const std::size_t i : {2U, 3U})
    if (call.is_tensor(i)) call.require_equal(call.sizes(i), {sizes[1]}, "the weight or bias does not fit");
  return {sizes};
}

// linalg_multi_dot(tensors): the product of all matrices. The first and the last may be vectors.
std::vector<Sizes> multi_dot(const RuleCall& call) {
  const std::vector<SymbolicGeometry>& all = call.tensors(0);
  if (all.size() < 2) call.reject("there must be two tensors");
  Sizes out;
  Expression inner = all.front().sizes.empty() ? Expression(1) : all.front().sizes.back();
  if (all.front().sizes.size() == 2) out.push_back(all.front().sizes[0]);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Sizes& sizes = all[i].sizes;
    if (sizes.empty() || sizes.size() > 2) call.reject("a factor is no matrix");
    call.require(Fact::equal(inner, sizes[0]), "the factors do not fit");
    inner = sizes.back();
  }
  if (all.back().sizes.size() == 2) out.push_back(inner);
  return {out};
}

// A foreach operator applies an operator of elements to the tensors of each place of its lists.
std::vector<Sizes> of_each_place(const RuleCall& call) {
  std::vector<Sizes> out;
  const std::vector<SymbolicGeometry>& first = call.tensors(0);
  for (std::size_t place = 0; place < first.size(); ++place) {
    Sizes sizes = first[place].sizes;
    for (std::size_t i = 1; i < call.count(); ++i)
      if (call.tensors(i).size() == first.size())
        sizes = broadcast_sizes(call.env(), sizes, call.tensors(i)[place].sizes, call.where());
    if (call.name().ends_with('_')) call.require_equal(sizes, first[place].sizes, "a written tensor has other sizes");
    out.push_back(std::move(sizes));
  }
  return out;
}

// inner(self, other): the products of all rows.
std::vector<Sizes> inner(const RuleCall& call) {
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  if (a.empty() || b.empty()) throw NoRule();
  call.require(Fact::equal(a.back(), b.back()), "the rows have different lengths");
  Sizes out(a.begin(), a.end() - 1);
  out.insert(out.end(), b.begin(), b.end() - 1);
  return {out};
}

// chain_matmul(matrices): one matrix alone is returned as it is.
std::vector<Sizes> chain_matmul(const RuleCall& call) {
  if (call.tensors(0).size() < 2) throw NoRule();
  for (const SymbolicGeometry& matrix : call.tensors(0))
    if (matrix.sizes.size() != 2) call.reject("a factor is no matrix");
  return multi_dot(call);
}

// trapezoid.dx(y, dx, dim)
std::vector<Sizes> trapezoid(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a tensor without dimensions has no neighbours");
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(call.dimension(call.number_or(2, -1), out.size())));
  return {out};
}

// cumulative_trapezoid.dx(y, dx, dim)
std::vector<Sizes> cumulative_trapezoid(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a tensor without dimensions has no neighbours");
  Expression& size = out[call.dimension(call.number_or(2, -1), out.size())];
  if (call.holds(Fact::equal(size, 0))) throw NoRule();
  size = size - 1;
  return {out};
}

std::vector<Sizes> matmul(const RuleCall& call) {
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  if (a.empty() || b.empty()) call.reject("a factor has no dimensions");
  const Expression& rows_of_b = b.size() == 1 ? b[0] : b[b.size() - 2];
  call.require(Fact::equal(a.back(), rows_of_b), "the factors do not fit");
  const auto batch = [](const Sizes& sizes) {
    return sizes.size() > 2 ? Sizes(sizes.begin(), sizes.end() - 2) : Sizes();
  };
  Sizes out = broadcast_sizes(call.env(), batch(a), batch(b), call.where());
  if (a.size() > 1) out.push_back(a[a.size() - 2]);
  if (b.size() > 1) out.push_back(b.back());
  return {out};
}

}  // namespace

ViewRule composite_view_rule_of(std::string_view op) {
  static const std::map<std::string_view, ViewRule> rules = {
      {"view_as", &view_as},
      {"expand_as", &expand_as},
      {"reshape", &reshape},
      {"reshape_as", &reshape_as},
      {"broadcast_tensors", &broadcast_tensors},
      {"chunk", &chunk},
      {"tensor_split.sections", &tensor_split},
      {"hsplit.int", &hsplit},
      {"vsplit.int", &vsplit},
      {"dsplit.int", &dsplit},
      {"unflatten.int", &unflatten},
      {"narrow", &narrow},
      {"contiguous", &contiguous},
  };
  const auto found = rules.find(op);
  return found == rules.end() ? nullptr : found->second;
}

SizeRule composite_size_rule_of(std::string_view op) {
  if (op.starts_with("_foreach_")) return &of_each_place;
  static const SizeRules rules = {{"matmul", &matmul},
                                  {"linalg_multi_dot", &multi_dot},
                                  {"inner", &inner},
                                  {"chain_matmul", &chain_matmul},
                                  {"trapezoid.dx", &trapezoid},
                                  {"cumulative_trapezoid.dx", &cumulative_trapezoid},
                                  {"bernoulli.p", &same_sizes},
                                  {"diff", &diff},
                                  {"group_norm", &group_norm},
                                  {"repeat_interleave.self_int", &repeat_interleave},
                                  {"fft_fftshift", &same_sizes},
                                  {"fft_ifftshift", &same_sizes}};
  const auto found = rules.find(op);
  return found == rules.end() ? nullptr : found->second;
}

bool reads_sizes(const RuleCall& call) {
  static const std::set<std::string_view> names = {
      "conv1d.padding", "conv2d.padding", "conv3d.padding", "cross_entropy_loss", "cumulative_trapezoid.x",
      "nll_loss_nd",    "sum_to_size",    "trapezoid.x",    "tensordot",          "einsum",
  };
  const std::string_view op = call.where();
  if (names.contains(op)) return true;
  // Transforms compute with sizes if a size is given, or if that of the result is not that of the argument.
  return op.starts_with("fft_") && (call.is_given(1) || op.find("rff") != op.npos || op.find("hff") != op.npos);
}

}  // namespace modecheck::engine::fake
