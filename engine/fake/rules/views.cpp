#include <algorithm>
#include <unordered_map>
#include <utility>

#include "engine/core/types/scalar_type.h"
#include "engine/fake/rules/view_rules.h"
#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

using Geometries = std::vector<SymbolicGeometry>;

void drop(SymbolicGeometry& geometry, std::size_t d) {
  geometry.sizes.erase(geometry.sizes.begin() + static_cast<std::ptrdiff_t>(d));
  geometry.strides.erase(geometry.strides.begin() + static_cast<std::ptrdiff_t>(d));
}

Geometries alias(const RuleCall& call) { return {call.geometry(0)}; }

Geometries swapped(const RuleCall& call, std::size_t a, std::size_t b) {
  SymbolicGeometry out = call.geometry(0);
  if (a != b) {
    std::swap(out.sizes[a], out.sizes[b]);
    std::swap(out.strides[a], out.strides[b]);
  }
  return {out};
}

Geometries transpose(const RuleCall& call) {
  const std::size_t rank = call.sizes(0).size();
  return swapped(call, call.dimension(call.number(1), rank), call.dimension(call.number(2), rank));
}

Geometries t(const RuleCall& call) {
  const std::size_t rank = call.sizes(0).size();
  if (rank > 2) call.reject("t needs at most two dimensions");
  return rank < 2 ? alias(call) : swapped(call, 0, 1);
}

Geometries permute(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  const CallRecord::Ints order = call.numbers(1);
  if (order.size() != self.sizes.size()) call.reject("there must be one number for each dimension");
  SymbolicGeometry out = self;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t from = call.dimension(order[i], order.size());
    out.sizes[i] = self.sizes[from];
    out.strides[i] = self.strides[from];
  }
  return {out};
}

Geometries view(const RuleCall& call) { return {viewed(call, call.geometry(0), call.expressions(1))}; }

// select.int(self, dim, index)
Geometries select(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  if (out.sizes.empty()) call.reject("a tensor without dimensions has nothing to select");
  const std::size_t d = call.dimension(call.number(1), out.sizes.size());
  const std::int64_t index = call.number(2);
  call.require(index < 0 ? Fact::at_most(-index, out.sizes[d]) : Fact::less(index, out.sizes[d]),
               "the index is out of range");
  out.storage_offset = out.storage_offset + (index < 0 ? out.sizes[d] + index : Expression(index)) * out.strides[d];
  drop(out, d);
  return {out};
}

// Returns where a slice begins or ends: within the dimension, and counted from its end if the number is negative.
Expression clamped(const RuleCall& call, const Expression& number, const Expression& size) {
  if (call.holds(Fact::at_most(0, number))) return call.smaller(number, size);
  return call.holds(Fact::at_most(-number, size)) ? size + number : Expression(0);
}

// Makes out[d] the elements from `start` to before `end`, every `step`-th of them.
void cut(const RuleCall& call, SymbolicGeometry& out, std::size_t d, const Expression& start, const Expression& end,
         std::int64_t step) {
  out.storage_offset = out.storage_offset + start * out.strides[d];
  out.sizes[d] = call.quotient(end - start + (step - 1), step);
  out.strides[d] = out.strides[d] * step;
}

// slice.Tensor(self, dim, start, end, step)
Geometries slice(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions has nothing to slice");
  const std::size_t d = call.dimension(call.number_or(1, 0), self.sizes.size());
  const std::int64_t step = call.number_or(4, 1);
  if (step < 1) return {};
  const std::optional<Expression> end = call.is_given(3) ? std::optional(call.expression(3)) : std::nullopt;
  return {sliced(call, self, d, call.expression_or(2, 0), end, step)};
}

// expand(self, size)
Geometries expand(const RuleCall& call) { return {expanded(call, call.geometry(0), call.expressions(1))}; }

// squeeze(self) and squeeze.dim(self, dim)
Geometries squeeze(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  const std::size_t rank = out.sizes.size();
  const std::size_t only = call.is_number(1) ? call.dimension(call.number(1), rank) : rank;
  for (std::size_t d = rank; d-- > 0;)
    if ((!call.is_number(1) || d == only) && call.holds(Fact::equal(out.sizes[d], 1))) drop(out, d);
  return {out};
}

Geometries unsqueeze(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  const std::size_t d = call.dimension(call.number(1), out.sizes.size() + 1);
  const Expression stride = d < out.sizes.size() ? out.sizes[d] * out.strides[d] : Expression(1);
  out.sizes.insert(out.sizes.begin() + static_cast<std::ptrdiff_t>(d), 1);
  out.strides.insert(out.strides.begin() + static_cast<std::ptrdiff_t>(d), stride);
  return {out};
}

// diagonal(self, offset, dim1, dim2)
Geometries diagonal(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  const std::int64_t offset = call.number_or(1, 0);
  if (out.sizes.size() < 2) call.reject("a diagonal needs two dimensions");
  const std::size_t row = call.dimension(call.number_or(2, 0), out.sizes.size());
  const std::size_t column = call.dimension(call.number_or(3, 1), out.sizes.size());
  if (row == column) call.reject("the two dimensions are the same");
  const Expression rows = out.sizes[row] + (offset < 0 ? offset : 0);
  const Expression columns = out.sizes[column] - (offset > 0 ? offset : 0);
  Expression length = call.smaller(rows, columns);
  if (call.holds(Fact::at_most(length, 0)))
    length = 0;
  else
    out.storage_offset = out.storage_offset + (offset < 0 ? out.strides[row] * -offset : out.strides[column] * offset);
  const Expression stride = out.strides[row] + out.strides[column];
  drop(out, std::max(row, column));
  drop(out, std::min(row, column));
  out.sizes.push_back(length);
  out.strides.push_back(stride);
  return {out};
}

// unfold(self, dimension, size, step)
Geometries unfold(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  const std::size_t d = call.dimension(call.number(1), out.sizes.size());
  const std::int64_t size = call.number(2);
  const std::int64_t step = call.number(3);
  if (step < 1 || size < 0) return {};
  const Expression length = d < out.sizes.size() ? out.sizes[d] : Expression(1);
  call.require(Fact::at_most(size, length), "the window is larger than the dimension");
  if (d >= out.sizes.size()) {
    out.sizes.emplace_back(size);
    out.strides.emplace_back(1);
    return {out};
  }
  out.sizes.emplace_back(size);
  out.strides.push_back(out.strides[d]);
  out.sizes[d] = call.quotient(length - size, step) + 1;
  out.strides[d] = out.strides[d] * step;
  return {out};
}

// view.dtype(self, dtype)
Geometries view_dtype(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  const auto from = static_cast<std::int64_t>(c10::elementSize(call.dtype_of(0)));
  const auto to = static_cast<std::int64_t>(c10::elementSize(std::get<c10::ScalarType>(call.argument(1))));
  if (from == to) return {out};
  if (out.sizes.empty()) call.reject("a tensor without dimensions has no other view");
  call.require(Fact::equal(out.strides.back(), 1), "the last stride must be 1");
  const std::int64_t ratio = from > to ? from / to : to / from;
  const auto scaled = [&](const Expression& one) {
    if (from > to) return one * ratio;
    call.require(Fact::equal(call.env().remainder(one, ratio, call.where()), 0), "the element sizes do not fit");
    return call.quotient(one, ratio);
  };
  out.sizes.back() = scaled(out.sizes.back());
  out.storage_offset = scaled(out.storage_offset);
  for (std::size_t i = 0; i + 1 < out.strides.size(); ++i) out.strides[i] = scaled(out.strides[i]);
  return {out};
}

Geometries view_or_view_dtype(const RuleCall& call) {
  return std::holds_alternative<c10::ScalarType>(call.argument(1)) ? view_dtype(call) : view(call);
}

// view_as_real(self): each complex number becomes two real ones.
Geometries view_as_real(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  for (Expression& stride : out.strides) stride = stride * 2;
  out.storage_offset = out.storage_offset * 2;
  out.sizes.emplace_back(2);
  out.strides.emplace_back(1);
  return {out};
}

// view_as_complex(self): the last dimension must hold the two parts of a number.
Geometries view_as_complex(const RuleCall& call) {
  SymbolicGeometry out = call.geometry(0);
  if (out.sizes.empty()) call.reject("there is no dimension of two parts");
  call.require(Fact::equal(out.sizes.back(), 2), "the last dimension must be 2");
  call.require(Fact::equal(out.strides.back(), 1), "the parts must be neighbours");
  out.sizes.pop_back();
  out.strides.pop_back();
  const auto half = [&](const Expression& one) {
    const std::optional<std::int64_t> rest = call.env().remainder(one, 2, call.where()).constant();
    if (!rest) throw NoRule();
    if (*rest != 0) call.reject("a number would begin at its second part");
    return call.quotient(one, 2);
  };
  for (std::size_t d = 0; d < out.strides.size(); ++d)
    out.strides[d] = call.holds(Fact::equal(out.sizes[d], 1)) ? call.quotient(out.strides[d], 2) : half(out.strides[d]);
  out.storage_offset = half(out.storage_offset);
  return {out};
}

// Returns a size as a number. How many views an operator makes is no size, so it depends on this number.
std::int64_t fixed(const RuleCall& call, const Expression& size) {
  const std::optional<std::int64_t> hint = call.env().size_hint(size);
  if (!hint || *hint > 1000000) throw NoRule();
  static_cast<void>(call.holds(Fact::equal(size, *hint)));
  return *hint;
}

Geometries unbind(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions has nothing to unbind");
  const std::size_t d = call.dimension(call.number_or(1, 0), self.sizes.size());
  const std::int64_t count = fixed(call, self.sizes[d]);
  Geometries out;
  for (std::int64_t i = 0; i < count; ++i) {
    SymbolicGeometry one = self;
    one.storage_offset = one.storage_offset + self.strides[d] * i;
    drop(one, d);
    out.push_back(std::move(one));
  }
  return out;
}

// split.Tensor(self, split_size, dim)
Geometries split(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions has nothing to split");
  const std::size_t d = call.dimension(call.number_or(2, 0), self.sizes.size());
  const std::int64_t size = call.number(1);
  Geometries out;
  if (size < 1) {
    if (size < 0) call.reject("the size of a part is negative");
    call.require(Fact::equal(self.sizes[d], 0), "the size of a part is zero");
    return {self};
  }
  if (call.env().size_hint(self.sizes[d]).value_or(0) / size > 1000) throw NoRule();
  for (std::int64_t start = 0; out.empty() || call.holds(Fact::less(start, self.sizes[d])); start += size) {
    SymbolicGeometry one = self;
    cut(call, one, d, start, call.smaller(start + size, self.sizes[d]), 1);
    out.push_back(std::move(one));
  }
  return out;
}

// split_with_sizes(self, split_sizes, dim)
Geometries split_with_sizes(const RuleCall& call) {
  const SymbolicGeometry& self = call.geometry(0);
  if (self.sizes.empty()) call.reject("a tensor without dimensions has nothing to split");
  const std::size_t d = call.dimension(call.number_or(2, 0), self.sizes.size());
  Geometries out;
  std::int64_t start = 0;
  for (const std::int64_t size : call.numbers(1)) {
    SymbolicGeometry one = self;
    cut(call, one, d, start, start + size, 1);
    out.push_back(std::move(one));
    start += size;
  }
  call.require(Fact::equal(self.sizes[d], start), "the sizes of the parts do not add up to the dimension");
  return out;
}

}  // namespace

SymbolicGeometry sliced(const RuleCall& call, SymbolicGeometry self, std::size_t d, const Expression& start,
                        const std::optional<Expression>& end, std::int64_t step) {
  const Expression size = self.sizes[d];
  const Expression from = clamped(call, start, size);
  Expression to = end ? clamped(call, *end, size) : size;
  if (call.holds(Fact::less(to, from))) to = from;
  cut(call, self, d, from, to, step);
  return self;
}

SymbolicGeometry viewed(const RuleCall& call, SymbolicGeometry self, const Sizes& asked) {
  Sizes sizes = inferred_sizes(call.env(), asked, numel(self.sizes), call.where());
  const auto strides = view_strides(call.env(), self.sizes, self.strides, sizes, call.where());
  if (!strides) call.reject("no strides give these sizes");
  self.sizes = std::move(sizes);
  self.strides = *strides;
  return self;
}

SymbolicGeometry expanded(const RuleCall& call, const SymbolicGeometry& self, const Sizes& asked) {
  const std::size_t rank = asked.size();
  if (rank < self.sizes.size()) call.reject("there are fewer sizes than dimensions");
  SymbolicGeometry out{Sizes(rank), Sizes(rank), self.storage_offset};
  for (std::size_t i = rank; i-- > 0;) {
    const bool is_new = i + self.sizes.size() < rank;
    const std::size_t own = i + self.sizes.size() - rank;
    const bool keeps = asked[i].constant() == -1;
    out.sizes[i] = is_new ? Expression(1) : self.sizes[own];
    if (self.sizes.empty())
      out.strides[i] = 0;
    else if (!is_new)
      out.strides[i] = self.strides[own];
    else
      out.strides[i] = i + 1 < rank ? out.sizes[i + 1] * out.strides[i + 1] : Expression(1);
    if (keeps && !is_new) continue;
    if (keeps || call.holds(Fact::less(asked[i], 0))) call.reject("a size is negative");
    if (self.sizes.empty()) {
      out.sizes[i] = asked[i];
    } else if (!call.holds(Fact::equal(out.sizes[i], asked[i]))) {
      call.require(Fact::equal(out.sizes[i], 1), "a size other than 1 cannot be expanded");
      out.sizes[i] = asked[i];
      out.strides[i] = 0;
    }
  }
  return out;
}

ViewRule view_rule_of(std::string_view name) {
  static const std::unordered_map<std::string_view, ViewRule> rules = {
      {"alias", &alias},
      {"detach", &alias},
      {"transpose", &transpose},
      {"t", &t},
      {"permute", &permute},
      {"view", &view_or_view_dtype},
      {"select", &select},
      {"slice", &slice},
      {"expand", &expand},
      {"squeeze", &squeeze},
      {"unsqueeze", &unsqueeze},
      {"diagonal", &diagonal},
      {"unfold", &unfold},
      {"unbind", &unbind},
      {"view_as_real", &view_as_real},
      {"view_as_complex", &view_as_complex},
      {"split", &split},
      {"split_with_sizes", &split_with_sizes},
  };
  const auto found = rules.find(name);
  return found == rules.end() ? nullptr : found->second;
}

}  // namespace modecheck::engine::fake
