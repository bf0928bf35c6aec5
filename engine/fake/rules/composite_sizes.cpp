// Sizes of the results of operators that are made of others (composites.h).
#include <algorithm>

#include "engine/fake/rules/composites.h"
#include "engine/fake/symbolic/shape_functions.h"
#include "engine/modes/inference_mode.h"

namespace modecheck::engine::fake {
namespace {

// repeat_interleave.self_int(self, repeats, dim): without a dimension, of the flat tensor.
std::vector<Sizes> repeat_interleave(const RuleCall& call) {
  Sizes out = call.is_number(2) ? call.sizes(0) : Sizes{numel(call.sizes(0))};
  const std::size_t d = call.is_number(2) ? call.dimension(call.number(2), out.size()) : 0;
  if (d >= out.size()) throw NoRule();
  if (call.number(1) < 0) call.reject("the number of repetitions is negative");
  out[d] = out[d] * call.number(1);
  if (call.is_given(3))
    call.require(Fact::equal(out[d], call.number(3)), "the result has another size than it is given");
  return {out};
}

// diff(self, n, dim, prepend, append): n times the difference of neighbours.
std::vector<Sizes> diff(const RuleCall& call) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a tensor without dimensions has no neighbours");
  const std::int64_t times = call.number_or(1, 1);
  if (times < 0 || times > 1000) throw NoRule();
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

// Asks which order of the products needs the fewest multiplications. Matrix i has the sizes [sizes[i], sizes[i + 1]].
// Comparisons are those of ChainOrder (engine/composites/product_functions.cpp).
void ask_for_order(const RuleCall& call, const Sizes& sizes) {
  const std::size_t count = sizes.size() - 1;
  constexpr std::size_t most_matrices = 8;  // more would need hundreds of guards
  if (count > most_matrices) throw NoRule();
  std::vector<Expression> costs(count * count, 0);
  for (std::size_t length = 1; length < count; ++length)
    for (std::size_t from = 0; from + length < count; ++from) {
      const std::size_t to = from + length;
      Expression& least = costs[from * count + to];
      for (std::size_t cut = from; cut < to; ++cut) {
        const Expression cost =
            costs[from * count + cut] + costs[(cut + 1) * count + to] + sizes[from] * sizes[cut + 1] * sizes[to + 1];
        const bool is_first = cut == from;
        const Fact is_less = count == 3 ? Fact::at_most(cost, least) : Fact::less(cost, least);
        if (is_first || call.holds(is_less)) least = cost;
      }
    }
}

// linalg_multi_dot(tensors): the product of all matrices. The first and the last may be vectors.
std::vector<Sizes> multi_dot(const RuleCall& call) {
  // The order of the products depends on all sizes. An error can depend on the order where inference tensors occur, and
  // where the products are recorded: backward looks at the versions of what they save.
  const CallRecord::Tensors& list = call.list(0);
  const bool has_order =
      list.size() > 2 &&
      (c10::InferenceMode::is_enabled() || std::any_of(list.begin(), list.end(), [](const at::Tensor& tensor) {
         return tensor.defined() && (tensor.is_inference() || tensor.requires_grad());
       }));
  const c10::ArrayRef<SymbolicGeometry> all = call.tensors(0);
  if (all.size() < 2) call.reject("there must be two tensors");
  Sizes chain = {all.front().sizes.size() == 2 ? all.front().sizes[0] : Expression(1)};
  Sizes out;
  Expression inner = all.front().sizes.empty() ? Expression(1) : all.front().sizes.back();
  if (all.front().sizes.size() == 2) out.push_back(all.front().sizes[0]);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Sizes& sizes = all[i].sizes;
    if (sizes.empty() || sizes.size() > 2) call.reject("a factor is no matrix");
    call.require(Fact::equal(inner, sizes[0]), "the factors do not fit");
    chain.push_back(sizes[0]);
    inner = sizes.back();
  }
  if (all.back().sizes.size() == 2) out.push_back(inner);
  chain.push_back(all.back().sizes.size() == 2 ? inner : Expression(1));
  if (has_order) ask_for_order(call, chain);
  return {out};
}

// A foreach operator applies an operator of elements to the tensors of each place of its lists.
std::vector<Sizes> of_each_place(const RuleCall& call) {
  std::vector<Sizes> out;
  const c10::ArrayRef<SymbolicGeometry> first = call.tensors(0);
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

// A contraction sums a dimension of one element before it multiplies, and the sum of integers is int64. So the dtypes
// of the factors depend on whether there is one element.
void ask_for_one_element(const RuleCall& call, const Expression& size) {
  static_cast<void>(call.holds(Fact::equal(size, 1)));
}

// inner(self, other): the products of all rows.
std::vector<Sizes> inner(const RuleCall& call) {
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  if (a.empty() || b.empty()) throw NoRule();
  call.require(Fact::equal(a.back(), b.back()), "the rows have different lengths");
  ask_for_one_element(call, b.back());
  Sizes out(a.begin(), a.end() - 1);
  out.insert(out.end(), b.begin(), b.end() - 1);
  return {out};
}

// kron(self, other): each size is the product of two. A dimension that is missing has the size 1.
std::vector<Sizes> kron(const RuleCall& call) {
  const bool is_first_longer = call.sizes(0).size() >= call.sizes(1).size();
  Sizes out = call.sizes(is_first_longer ? 0 : 1);
  const Sizes& other = call.sizes(is_first_longer ? 1 : 0);
  const std::size_t missing = out.size() - other.size();
  for (std::size_t i = 0; i < other.size(); ++i) out[missing + i] = out[missing + i] * other[i];
  return {out};
}

// take_along_dim(self, indices, dim): the result has the size of the indices along the dimension. Both broadcast along
// all other dimensions.
std::vector<Sizes> take_along_dim(const RuleCall& call) {
  if (!call.is_given(2)) {
    // Both are taken row by row, which needs views of one dimension.
    for (const std::size_t i : {0, 1})
      if (!is_contiguous(call.env(), call.sizes(i), call.geometry(i).strides, call.where())) throw NoRule();
    return {{numel(call.sizes(1))}};
  }
  Sizes self = call.sizes(0);
  if (self.empty() || self.size() != call.sizes(1).size()) throw NoRule();
  self[call.dimension(call.number(2), self.size())] = 1;
  return {broadcast_sizes(call.env(), self, call.sizes(1), call.where())};
}

// cosine_similarity(x1, x2, dim, eps): a number for each pair of vectors.
std::vector<Sizes> cosine_similarity(const RuleCall& call) {
  Sizes out = broadcast_sizes(call.env(), call.sizes(0), call.sizes(1), call.where());
  const std::size_t d = call.dimension(call.number_or(2, 1), out.size());
  if (!out.empty()) out.erase(out.begin() + static_cast<std::ptrdiff_t>(d));
  return {out};
}

// linear(input, weight, bias): the last size becomes the rows of the weight.
std::vector<Sizes> linear(const RuleCall& call) {
  Sizes out = call.sizes(0);
  const Sizes& weight = call.sizes(1);
  if (out.empty() || weight.size() != 2 || (call.is_tensor(2) && call.sizes(2).size() != 1)) throw NoRule();
  call.require(Fact::equal(out.back(), weight[1]), "the input has other columns than the weight");
  out.back() = weight[0];
  if (call.is_tensor(2) && !call.holds(Fact::equal(call.sizes(2)[0], 1)))
    call.require(Fact::equal(call.sizes(2)[0], weight[0]), "the bias has another size than the result");
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

// Checks that there is one x for each sample along the dimension `d`, and returns the sizes of the sums of neighbouring
// samples, times their distances.
Sizes of_neighbours(const RuleCall& call, std::size_t d) {
  const auto without_first = [&](Sizes sizes) {
    if (call.holds(Fact::equal(sizes[d], 0))) throw NoRule();
    sizes[d] = sizes[d] - 1;
    return sizes;
  };
  const Sizes& samples = call.sizes(0);
  const Sizes& x = call.sizes(1);
  const Sizes out = without_first(samples);
  if (x.size() == 1) {
    call.require(Fact::equal(x[0], samples[d]), "there must be one x for each sample");
    return out;
  }
  if (x.size() != samples.size()) throw NoRule();
  return broadcast_sizes(call.env(), out, without_first(x), call.where());
}

// trapezoid.x(y, x, dim)
std::vector<Sizes> trapezoid_of_places(const RuleCall& call) {
  const std::size_t rank = call.sizes(0).size();
  if (rank == 0) call.reject("a tensor without dimensions has no neighbours");
  const std::size_t d = call.dimension(call.number_or(2, -1), rank);
  Sizes out = call.holds(Fact::equal(call.sizes(0)[d], 0)) ? call.sizes(0) : of_neighbours(call, d);
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(d));
  return {out};
}

// cumulative_trapezoid.x(y, x, dim)
std::vector<Sizes> cumulative_trapezoid_of_places(const RuleCall& call) {
  const std::size_t rank = call.sizes(0).size();
  if (rank == 0) call.reject("a tensor without dimensions has no neighbours");
  return {of_neighbours(call, call.dimension(call.number_or(2, -1), rank))};
}

// Returns for each dimension whether the list names it. None may be named twice.
std::vector<bool> are_named(const RuleCall& call, const CallRecord::Ints& named, std::size_t rank) {
  std::vector<bool> out(rank, false);
  for (const std::int64_t number : named) {
    if (rank == 0) call.reject("a tensor without dimensions has none to sum over");
    const std::size_t d = call.dimension(number, rank);
    if (out[d]) call.reject("a dimension is named twice");
    out[d] = true;
  }
  return out;
}

// tensordot(self, other, dims_self, dims_other): sums over pairs of dimensions. One of the size 1 broadcasts.
std::vector<Sizes> tensordot(const RuleCall& call) {
  const CallRecord::Ints first = call.numbers(2);
  const CallRecord::Ints second = call.numbers(3);
  const Sizes& a = call.sizes(0);
  const Sizes& b = call.sizes(1);
  if (first.size() != second.size()) call.reject("the lists of dimensions have different lengths");
  const std::vector<bool> of_first = are_named(call, first, a.size());
  const std::vector<bool> of_second = are_named(call, second, b.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Expression& x = a[call.dimension(first[i], a.size())];
    const Expression& y = b[call.dimension(second[i], b.size())];
    if (!call.holds(Fact::equal(x, y)) && !call.holds(Fact::equal(x, 1)))
      call.require(Fact::equal(y, 1), "the dimensions to sum over have different sizes");
    ask_for_one_element(call, y);
  }
  Sizes out;
  for (std::size_t d = 0; d < a.size(); ++d)
    if (!of_first[d]) out.push_back(a[d]);
  for (std::size_t d = 0; d < b.size(); ++d)
    if (!of_second[d]) out.push_back(b[d]);
  return {out};
}

// Returns the sizes of an argument whose dimension `d` is cut off or padded to the length that is given, if one is.
Sizes of_length(const RuleCall& call, std::size_t& d) {
  Sizes out = call.sizes(0);
  if (out.empty()) call.reject("a transform needs a dimension");
  d = call.dimension(call.number_or(2, -1), out.size());
  if (call.is_given(1)) {
    const Expression length = call.number(1);
    // What is cut off is a view, and what is padded is a copy.
    if (!call.holds(Fact::equal(length, out[d]))) static_cast<void>(call.holds(Fact::less(length, out[d])));
    out[d] = length;
  }
  call.require(Fact::at_most(1, out[d]), "there is nothing to transform");
  return out;
}

// fft_fft(self, n, dim, norm) and fft_ifft
std::vector<Sizes> transform(const RuleCall& call) {
  std::size_t d = 0;
  return {of_length(call, d)};
}

// fft_rfft(self, n, dim, norm)
std::vector<Sizes> transform_of_real(const RuleCall& call) {
  std::size_t d = 0;
  Sizes out = of_length(call, d);
  out[d] = call.quotient(out[d], 2) + 1;
  return {out};
}

}  // namespace

SizeRule composite_size_rule_of(std::string_view op) {
  if (op.starts_with("_foreach_")) return &of_each_place;
  static const SizeRules rules = {
      {"matmul", &matmul},
      {"linalg_multi_dot", &multi_dot},
      {"inner", &inner},
      {"chain_matmul", &chain_matmul},
      {"linear", &linear},
      {"cosine_similarity", &cosine_similarity},
      {"kron", &kron},
      {"take_along_dim", &take_along_dim},
      {"tensordot", &tensordot},
      {"trapezoid.dx", &trapezoid},
      {"trapezoid.x", &trapezoid_of_places},
      {"cumulative_trapezoid.dx", &cumulative_trapezoid},
      {"cumulative_trapezoid.x", &cumulative_trapezoid_of_places},
      {"bernoulli.p", &same_sizes},
      {"diff", &diff},
      {"group_norm", &group_norm},
      {"repeat_interleave.self_int", &repeat_interleave},
      {"conv1d.padding", &convolution_by_name},
      {"conv2d.padding", &convolution_by_name},
      {"conv3d.padding", &convolution_by_name},
      {"fft_fftshift", &same_sizes},
      {"fft_ifftshift", &same_sizes},
      {"fft_fft", &transform},
      {"fft_ifft", &transform},
      {"fft_rfft", &transform_of_real},
  };
  const auto found = rules.find(op);
  return found == rules.end() ? nullptr : found->second;
}

}  // namespace modecheck::engine::fake
