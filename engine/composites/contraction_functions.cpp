#include "engine/composites/contraction_functions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "engine/api/generated/functions.h"
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/internal_composites.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/matrix.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using Sizes = std::vector<std::int64_t>;

std::int64_t product_of(const Sizes& sizes) {
  std::int64_t out = 1;
  for (const std::int64_t size : sizes) out *= size;
  return out;
}

// Multiplies two tensors of equal rank and sums over the dimensions `summed`, which have size 1 in the result. Both
// tensors must have more than one element along each of these dimensions. A dimension that only one operand has becomes
// a row or column of bmm and is never expanded.
Tensor sum_of_products(const Tensor& left, const Tensor& right, const Sizes& summed) {
  if (summed.empty()) return left.mul(right);
  Sizes both, only_left, only_right;
  for (std::int64_t d = 0; d < left.dim(); ++d) {
    if (std::find(summed.begin(), summed.end(), d) != summed.end()) continue;
    const bool in_left = left.size(d) != 1;
    const bool in_right = right.size(d) != 1;
    (in_left && in_right ? both : in_left ? only_left : only_right).push_back(d);
  }
  const auto joined = [](std::initializer_list<const Sizes*> lists) {
    Sizes out;
    for (const Sizes* list : lists) out.insert(out.end(), list->begin(), list->end());
    return out;
  };
  const auto sizes_of = [](const Tensor& tensor, const Sizes& dims) {
    Sizes out;
    for (const std::int64_t d : dims) out.push_back(tensor.size(d));
    return out;
  };
  const Sizes batch = sizes_of(left, both);
  const Sizes rows = sizes_of(left, only_left);
  const Sizes columns = sizes_of(right, only_right);
  const std::int64_t inner = product_of(sizes_of(left, summed));
  const Sizes order = joined({&both, &only_left, &summed, &only_right});
  const Tensor a = left.permute(order).reshape({product_of(batch), product_of(rows), inner});
  const Tensor b = right.permute(joined({&both, &summed, &only_right, &only_left}))
                       .reshape({product_of(batch), inner, product_of(columns)});
  const Sizes ones(summed.size(), 1);
  const Tensor out = call<operators::bmm>(a, b).view(joined({&batch, &rows, &ones, &columns}));
  // Permutes the dimensions back to their original order.
  Sizes back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return out.permute(back);
}

// Reads the labels of one operand or of the result: letters, and '.' for an ellipsis.
std::string labels_of(std::string_view text, const char* where) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') continue;
    if (text[i] == '.') {
      MODECHECK_CHECK(text.substr(i, 3) == "..." && out.find('.') == std::string::npos, ErrorClass::Argument,
                      "einsum: found '.' in ", where, " '", text, "' that is not part of its one ellipsis ...");
      i += 2;
      out += '.';
      continue;
    }
    MODECHECK_CHECK(std::isalpha(static_cast<unsigned char>(text[i])) != 0, ErrorClass::Argument,
                    "einsum: expected letters in ", where, ", but got '", text, "'");
    out += text[i];
  }
  return out;
}

// Calls `found` with each label of one operand and its size, from left to right. A repeated label takes the diagonal of
// both dimensions.
template <typename Found>
void take_diagonals(Tensor& operand, std::string& labels, const Found& found) {
  for (std::size_t j = 0; j < labels.size();) {
    const std::size_t i = labels.find(labels[j]);
    const auto first = static_cast<std::int64_t>(i);
    const auto second = static_cast<std::int64_t>(j);
    if (i == j) {
      found(labels[j++], operand.size(second));
      continue;
    }
    MODECHECK_CHECK(operand.size(first) == operand.size(second), ErrorClass::Shape, "einsum: subscript ", labels[i],
                    " is repeated for sizes that differ: ", operand.sizes());
    // diagonal() puts the diagonal last; it is moved back to the first dimension's position.
    operand = operand.diagonal(0, first, second);
    std::vector<std::int64_t> order;
    for (std::int64_t d = 0; d + 1 < operand.dim(); ++d) order.push_back(d);
    order.insert(order.begin() + first, operand.dim() - 1);
    operand = operand.permute(order);
    labels.erase(j, 1);
  }
}

// The labels of an equation, one character for each dimension. The dimensions of an ellipsis get characters that no
// equation contains: the last is '\x1f', and those before it have smaller codes.
struct Subscripts {
  std::vector<std::string> operands;
  std::string result;
  std::string all;  // labels of the result, then the labels that are summed, in alphabetical order
};

std::string ellipsis_labels(std::size_t count) {
  std::string out;
  for (std::size_t d = count; d > 0; --d) out += static_cast<char>(0x20 - d);
  return out;
}

// Replaces an ellipsis of `count` dimensions by its labels.
std::string without_ellipsis(std::string labels, std::size_t count) {
  const std::size_t dot = labels.find('.');
  return dot == std::string::npos ? labels : labels.replace(dot, 1, ellipsis_labels(count));
}

using LabelUses = std::array<int, 128>;

// Reads the result's labels as they are written after the arrow.
std::string written_result(std::string_view text, const LabelUses& uses) {
  std::string out = labels_of(text, "the result");
  for (const char label : out) {
    MODECHECK_CHECK(label == '.' || uses[static_cast<std::size_t>(label)] > 0, ErrorClass::Argument,
                    "einsum: output subscript ", label, " does not appear in the equation for any input operand");
    MODECHECK_CHECK(std::count(out.begin(), out.end(), label) == 1, ErrorClass::Argument, "einsum: output subscript ",
                    label, " appears more than once in the output");
  }
  return out;
}

Subscripts read_subscripts(std::string_view equation, TensorList tensors) {
  Subscripts out;
  const std::size_t arrow = equation.find("->");
  for (std::string_view rest = equation.substr(0, arrow);;) {
    const std::size_t comma = rest.find(',');
    out.operands.push_back(labels_of(rest.substr(0, comma), "the operand"));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  MODECHECK_CHECK(out.operands.size() == tensors.size(), ErrorClass::Argument, "einsum: '", equation, "' has ",
                  out.operands.size(), " operands, but ", tensors.size(), " were given");
  std::size_t ellipsis_dims = 0;
  LabelUses uses{};
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string& labels = out.operands[i];
    const bool open = labels.find('.') != std::string::npos;
    const std::size_t named = labels.size() - (open ? 1 : 0);
    const auto rank = static_cast<std::size_t>(tensors[i].dim());
    MODECHECK_CHECK(open ? named <= rank : named == rank, ErrorClass::Shape, "einsum: the subscripts of operand ", i,
                    " in '", equation, "' do not match its dimensions: ", tensors[i].sizes());
    if (open) ellipsis_dims = std::max(ellipsis_dims, rank - named);
    for (const char label : labels) ++uses[static_cast<std::size_t>(label)];
  }
  MODECHECK_CHECK(ellipsis_dims < 0x20, ErrorClass::Shape, "einsum: an ellipsis of ", ellipsis_dims, " dimensions");
  if (arrow == std::string_view::npos) {
    out.result = ellipsis_labels(ellipsis_dims);
    for (std::size_t label = 'A'; label <= 'z'; ++label)
      if (uses[label] == 1) out.result += static_cast<char>(label);
  } else {
    out.result = without_ellipsis(written_result(equation.substr(arrow + 2), uses), ellipsis_dims);
  }
  out.all = out.result;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    std::string& labels = out.operands[i];
    if (labels.find('.') != std::string::npos)
      labels = without_ellipsis(labels, static_cast<std::size_t>(tensors[i].dim()) + 1 - labels.size());
    for (const char label : labels)
      if (out.all.find(label) == std::string::npos) out.all += label;
  }
  std::sort(out.all.begin() + static_cast<std::ptrdiff_t>(out.result.size()), out.all.end());
  return out;
}

// The operands of einsum after each has been given one dimension for every label. The dimensions of all operands are in
// the order of the labels.
struct Aligned {
  std::vector<Tensor> operands;
  std::vector<int> have;  // for each label, the number of operands with a size above 1 in its dimension
};

Aligned align(std::string_view equation, TensorList tensors, Subscripts& subscripts) {
  const std::string& all = subscripts.all;
  Aligned out;
  Sizes sizes(all.size(), 1);
  out.have.resize(all.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    std::string& labels = subscripts.operands[i];
    Tensor operand = tensors[i];
    take_diagonals(operand, labels, [&](char label, std::int64_t size) {
      std::int64_t& seen = sizes[all.find(label)];
      MODECHECK_CHECK(size == seen || size == 1 || seen == 1, ErrorClass::Shape,
                      "einsum: operands do not broadcast: operand ", i, " of sizes ", tensors[i].sizes(), " has size ",
                      size, " where others have ", seen, " in '", equation, "'");
      if (size == 1) return;
      seen = size;
      ++out.have[all.find(label)];
    });
    Sizes order;
    std::size_t missing = 0;
    for (const char label : all) {
      const std::size_t at = labels.find(label);
      order.push_back(static_cast<std::int64_t>(at != std::string::npos ? at : labels.size() + missing++));
    }
    for (std::size_t m = 0; m < missing; ++m) operand = operand.unsqueeze(-1);
    out.operands.push_back(operand.permute(order));
  }
  return out;
}

// Multiplies two operands. A label at or after position `first` is summed if no other operand has it. If only one of
// the two operands has the label, that operand is summed before the product.
Tensor contract(Tensor a, Tensor b, std::size_t first, std::vector<int>& have) {
  Sizes summed, of_a, of_b;
  for (std::size_t label = first; label < have.size(); ++label) {
    const auto d = static_cast<std::int64_t>(label);
    const bool in_a = a.size(d) != 1;
    const bool in_b = b.size(d) != 1;
    if (in_a && in_b) {
      if (--have[label] != 1) continue;
      summed.push_back(d);
    } else if (have[label] == 1 && (in_a || in_b)) {
      (in_a ? of_a : of_b).push_back(d);
    } else {
      continue;
    }
    have[label] = 0;
  }
  if (!of_a.empty()) a = a.sum(c10::IntArrayRef(of_a), true);
  if (!of_b.empty()) b = b.sum(c10::IntArrayRef(of_b), true);
  return sum_of_products(a, b, summed);
}

}  // namespace

Tensor einsum(std::string_view equation, TensorList tensors, c10::OptionalIntArrayRef path) {
  return traced_composite<operators::einsum>(
      [&]() -> Tensor {
        MODECHECK_CHECK(!tensors.empty(), ErrorClass::Argument, "einsum: must provide at least one operand");
        const std::size_t steps = tensors.size() == 1 ? 1 : 2 * (tensors.size() - 1);
        MODECHECK_CHECK(!path.has_value() || path->size() == steps, ErrorClass::Argument,
                        "einsum: expected contraction path given in path parameter to have size ", steps, " but got ",
                        path.has_value() ? path->size() : 0);
        Subscripts subscripts = read_subscripts(equation, tensors);
        CompositeTransaction transaction;
        auto [operands, have] = align(equation, tensors, subscripts);
        const std::size_t kept = subscripts.result.size();
        for (std::size_t step = 0; operands.size() > 1; step += 2) {
          std::int64_t i = path.has_value() ? (*path)[step] : 0;
          std::int64_t j = path.has_value() ? (*path)[step + 1] : 1;
          if (j < i) std::swap(i, j);
          MODECHECK_CHECK(i != j && i >= 0 && j < static_cast<std::int64_t>(operands.size()), ErrorClass::Argument,
                          "einsum: invalid contraction path: ", i, " and ", j, " of ", operands.size(), " operands");
          const Tensor a = operands[static_cast<std::size_t>(i)];
          const Tensor b = operands[static_cast<std::size_t>(j)];
          operands.erase(operands.begin() + j);
          operands.erase(operands.begin() + i);
          operands.insert(path.has_value() ? operands.end() : operands.begin(), contract(a, b, kept, have));
        }
        Tensor out = operands[0];
        if (subscripts.all.size() > kept && tensors.size() == 1) {
          Sizes rest;
          for (std::size_t label = kept; label < subscripts.all.size(); ++label)
            rest.push_back(static_cast<std::int64_t>(label));
          out = out.sum(c10::IntArrayRef(rest));
        } else if (subscripts.all.size() > kept) {
          out = out.view(out.sizes().slice(0, kept));
        }
        transaction.commit();
        return out;
      },
      equation, tensors, path);
}

Tensor tensordot(const Tensor& self, const Tensor& other, c10::IntArrayRef dims_self, c10::IntArrayRef dims_other) {
  return traced_composite<operators::tensordot>(
      [&]() -> Tensor {
        constexpr const char* name = "tensordot";
        MODECHECK_CHECK(dims_self.size() == dims_other.size(), ErrorClass::Argument, name,
                        ": both dimension lists should have same length, but got ", dims_self, " and ", dims_other);
        const auto split = [&](const Tensor& tensor, c10::IntArrayRef dims, Sizes& wrapped, Sizes& kept) {
          const std::int64_t rank = std::max<std::int64_t>(tensor.dim(), 1);
          std::vector<bool> taken(static_cast<std::size_t>(rank));
          for (const std::int64_t dim : dims) {
            MODECHECK_CHECK(dim >= -rank && dim < rank && tensor.dim() > 0, ErrorClass::Dimension, name,
                            ": Dimension out of range: ", dim, " of a tensor of sizes ", tensor.sizes());
            wrapped.push_back(dim < 0 ? dim + rank : dim);
            // As in libtorch this raises a c10::Error, although other errors of the class Dimension raise a
            // c10::IndexError.
            if (taken[static_cast<std::size_t>(wrapped.back())])
              throw c10::Error(ErrorClass::Dimension, std::string(name) + ": dim " + std::to_string(dim) +
                                                          " appears multiple times in the list of dims");
            taken[static_cast<std::size_t>(wrapped.back())] = true;
          }
          for (std::int64_t d = 0; d < tensor.dim(); ++d)
            if (!taken[static_cast<std::size_t>(d)]) kept.push_back(d);
        };
        Sizes summed_self, kept_self, summed_other, kept_other;
        split(self, dims_self, summed_self, kept_self);
        split(other, dims_other, summed_other, kept_other);
        CompositeTransaction transaction;
        Tensor a = self;
        Tensor b = other;
        for (std::size_t i = 0; i < summed_self.size(); ++i) {
          const std::int64_t x = self.size(summed_self[i]);
          const std::int64_t y = other.size(summed_other[i]);
          MODECHECK_CHECK(x == y || x == 1 || y == 1, ErrorClass::Shape, name,
                          ": contracted dimensions need to match, but first has size ", x, " in dim ", dims_self[i],
                          " and second has size ", y, " in dim ", dims_other[i]);
          // If one operand has size 1 in a summed dimension, that dimension broadcasts. The other operand is then
          // summed along it first, so that nothing is expanded.
          if (y == 1)
            a = a.sum(c10::IntArrayRef(summed_self[i]), true);
          else if (x == 1)
            b = b.sum(c10::IntArrayRef(summed_other[i]), true);
        }
        Sizes sizes;
        std::int64_t rows = 1;
        std::int64_t inner = 1;
        std::int64_t columns = 1;
        for (const std::int64_t d : kept_self) {
          sizes.push_back(self.size(d));
          rows *= self.size(d);
        }
        for (const std::int64_t d : summed_self) inner *= a.size(d);
        for (const std::int64_t d : kept_other) {
          sizes.push_back(other.size(d));
          columns *= other.size(d);
        }
        Sizes order_self = kept_self;
        order_self.insert(order_self.end(), summed_self.begin(), summed_self.end());
        Sizes order_other = summed_other;
        order_other.insert(order_other.end(), kept_other.begin(), kept_other.end());
        const Tensor left = a.permute(order_self).reshape({rows, inner});
        const Tensor right = b.permute(order_other).reshape({inner, columns});
        const Tensor out = call<operators::mm>(left, right).reshape(sizes);
        transaction.commit();
        return out;
      },
      self, other, dims_self, dims_other);
}

}  // namespace modecheck_v1
}  // namespace at
