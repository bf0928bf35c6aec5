// Fills the arguments of composites that call several operators, for example contractions, losses and transforms.
#include <algorithm>

#include "properties/generate/writer.h"
#include "spec/program/equation.h"
#include "spec/program/string_arguments.h"

namespace modecheck::properties {
namespace {

namespace ops = spec::operators;
using spec::Equation;
using spec::Subscripts;

template <typename Row>
constexpr spec::OperationId id = spec::id_of<Row>();

// The size of each subscript of an einsum equation; 0 if the size is not known yet.
using LabelSizes = std::array<std::uint8_t, Subscripts::kLetters>;

// Whether a tensor of the shape `shape` can be the operand of einsum with these subscripts. Stores the size of each
// subscript in `sizes`.
bool binds(const Subscripts& subscripts, const Shape& shape, LabelSizes& sizes) {
  const int covered = shape.rank - subscripts.named();
  if (subscripts.open ? covered < 0 : covered != 0) return false;
  int dim = 0;
  unsigned long long seen = 0;
  for (const int label : subscripts) {
    if (label == Subscripts::kEllipsis) {
      dim += covered;
      continue;
    }
    const int size = shape.size(dim++);
    std::uint8_t& known = sizes[static_cast<std::size_t>(label)];
    const bool again = (seen >> label & 1) != 0;
    seen |= 1ull << label;
    if (known > 1 ? size != known - 1 && (again || (size != 1 && known != 2)) : false) return false;
    if (known == 0 || known == 2) known = static_cast<std::uint8_t>(std::min(size, 200) + 1);
  }
  return true;
}

const std::array<Equation, spec::kEquations.size()>& equations() {
  static const std::array<Equation, spec::kEquations.size()> kParsed = [] {
    std::array<Equation, spec::kEquations.size()> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = spec::equation_of(spec::kEquations[i]);
    return out;
  }();
  return kParsed;
}

// Whether both operators take arguments of the same types.
bool takes_the_same(spec::OperationId one, spec::OperationId other) {
  const spec::operators::Schema& a = spec::operation(one).schema;
  const spec::operators::Schema& b = spec::operation(other).schema;
  return std::equal(a.arguments.begin(), a.arguments.begin() + a.argument_count, b.arguments.begin(),
                    b.arguments.begin() + b.argument_count,
                    [](const auto& x, const auto& y) { return x.type == y.type && x.write == y.write; });
}

}  // namespace

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_einsum(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  // The last equation of the table of einsum equations is malformed, so that einsum rejects it. All other equations are
  // valid.
  const int known = static_cast<int>(equations().size()) - 1;
  const int start = draw(known);
  int chosen = one_in(48) ? known : start;
  for (int k = 0; k < known && chosen < known; ++k) {
    const int candidate = (start + k) % known;
    const Equation& equation = equations()[at(candidate)];
    LabelSizes sizes{};
    if (!binds(equation.operands[0], a.shape, sizes)) continue;
    Record trial = record;
    bool found = true;
    for (int i = 1; i < equation.count && found; ++i) {
      const auto matches = [&](const Candidate& t) {
        LabelSizes copy = sizes;
        return t.dtype == a.dtype && binds(equation.operands[at(i)], t.shape, copy);
      };
      found = any(matches);
      if (!found) break;
      choose_other(trial, facts, i, matches);
      binds(equation.operands[at(i)], tensor(trial.operands[at(i)]).shape, sizes);
    }
    if (!found) continue;
    record = trial;
    chosen = candidate;
    break;
  }
  const int count = equations()[at(chosen)].count;
  immediate(record, 0, chosen);
  immediate(record, 1, one_in(48) ? 1 + draw(spec::kMaxTensorList) : count);
  if (!one_in(4)) {
    immediate(record, 2, -1);
    return;
  }
  // Fill the contraction path: the positions of the two operands that each step multiplies.
  const int steps = count == 1 ? 1 : 2 * (count - 1);
  immediate(record, 2, one_in(16) ? draw(5) : steps);
  for (int step = 0; step < steps; ++step) immediate(record, 3 + step, one_in(16) ? draw(3) : step % 2);
  if (count == 3 && one_in(2)) immediate(record, 3 + draw(2), 2);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_product(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (record.operation) {
    case id<ops::tensordot>: {
      const int wanted = rank == 0 || one_in(8) ? 0 : rank > 1 && one_in(3) ? 2 : 1;
      const int along = rank == 0 ? 0 : draw(std::min(rank, 4));
      const int size = rank == 0 ? 1 : a.shape.size(along);
      const auto place = [&](const Candidate& t) {
        for (int d = 0; d < std::min<int>(t.shape.rank, 4); ++d)
          if (t.shape.size(d) == size || (t.shape.size(d) == 1 && one_in(2))) return d;
        return -1;
      };
      choose_other(record, facts, 1, [&](const Candidate& t) {
        if (t.dtype != a.dtype) return false;
        return wanted == 0 ? t.shape.rank + rank <= 4 : wanted == 2 ? t.shape == a.shape : place(t) >= 0;
      });
      immediate(record, 0, wanted);
      immediate(record, 5, one_in(48) ? 1 : wanted);
      if (wanted == 1) {
        immediate(record, 1, one_in(4) ? along - rank : along);
        immediate(record, 6, std::max(place(tensor(record.operands[1])), 0));
      }
      for (int i = 0; i < wanted && wanted == 2; ++i) {
        immediate(record, 1 + i, rank - 1 - i);
        immediate(record, 6 + i, rank - 1 - i);
      }
      break;
    }
    case id<ops::inner>:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return t.dtype == a.dtype && (t.shape.rank == 0 || rank == 0 || t.shape.last(0) == a.shape.last(0));
      });
      break;
    case id<ops::kron>:
      choose_other(record, facts, 1,
                   [&](const Candidate& t) { return t.shape.rank <= 2 && t.shape.numel() * a.shape.numel() <= 64; });
      break;
    default: {  // the remaining operators are chain_matmul and linalg_multi_dot
      const bool ends = record.operation == id<ops::linalg_multi_dot>;
      int count = 1;
      int columns = a.shape.last(0);
      const int room = one_in(3) ? 3 : 2;
      bool last = false;
      while (count < room && !last) {
        const auto follows = [&](const Candidate& t) {
          return t.dtype == a.dtype && ((t.shape.rank == 2 && t.shape.last(1) == columns) ||
                                        (ends && t.shape.rank == 1 && t.shape.last(0) == columns));
        };
        if (!any(follows)) break;
        choose_other(record, facts, count, follows);
        const Candidate& next = tensor(record.operands[at(count)]);
        last = next.shape.rank == 1;
        columns = next.shape.last(0);
        ++count;
      }
      immediate(record, 0, count);
    }
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_transform(Record& record) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const auto length_along = [&](int along) {
    const int size = along < rank ? a.shape.size(along) : 1;
    return std::clamp(size + draw(3) - 1, one_in(24) ? 0 : 1, 5);
  };
  switch (record.operation) {
    case id<ops::fft_fftshift>:
    case id<ops::fft_ifftshift>:
      immediate(record, 0, one_in(2) ? -1 : 1);
      immediate(record, 1, dim(rank));
      break;
    case id<ops::fft_fft2>:
    case id<ops::fft_ifft2>:
    case id<ops::fft_fftn>:
    case id<ops::fft_ifftn>: {
      const bool two = record.operation == id<ops::fft_fft2> || record.operation == id<ops::fft_ifft2>;
      const bool all = !two && one_in(3);
      const int count = rank > 1 && !one_in(3) ? 2 : 1;
      immediate(record, 5, all ? -1 : count);
      for (int i = 0; i < count && !all; ++i) immediate(record, 6 + i, i - count);
      if (!all && one_in(4)) std::swap(record.immediates[6], record.immediates[7]);
      immediate(record, 0, one_in(2) ? -1 : count);
      for (int i = 0; i < count && record.immediates[0] >= 0; ++i)
        immediate(record, 1 + i, one_in(6) ? -1 : length_along(std::max(rank - count + i, 0)));
      immediate(record, 10, one_in(24) ? 4 : draw(4));
      break;
    }
    default: {
      const int along = dim(rank);
      immediate(record, 2, along);
      immediate(record, 0, draw(2));
      if (record.immediates[0] != 0) immediate(record, 1, length_along(along < 0 ? along + rank : along));
      immediate(record, 3, one_in(24) ? 4 : draw(4));
    }
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_factors(Record& record, const OperationFacts& facts) {
  const bool matrices = record.operation == id<ops::chain_matmul> || record.operation == id<ops::linalg_multi_dot>;
  const bool vectors = record.operation == id<ops::linalg_multi_dot>;
  choose_first(record, [&](const Candidate& t) {
    if (matrices) return takes(facts, t.dtype) && (t.shape.rank == 2 || (vectors && t.shape.rank == 1));
    return t.shape.rank <= (record.operation == id<ops::kron> ? 2 : 4) &&
           (record.operation == id<ops::kron> || takes(facts, t.dtype));
  });
  return fill_product(record, facts);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_meshgrid(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate& t) { return t.shape.rank <= 1; });
  const DType dtype = tensor(record.operands[0]).dtype;
  const int length = 1 + draw(spec::kMaxTensorList);
  immediate(record, 0, length);
  for (int i = 1; i < length; ++i)
    choose_other(record, facts, i, [&](const Candidate& t) { return t.shape.rank <= 1 && t.dtype == dtype; });
  if (facts.immediates > 1) immediate(record, 1, one_in(24) ? 2 : draw(2));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_diff(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate& t) { return t.shape.rank >= 1; });
  const Candidate& a = tensor(record.operands[0]);
  const int along = dim(a.shape.rank);
  immediate(record, 0, one_in(6) ? draw(4) : 1);
  immediate(record, 1, along);
  for (int i = 0; i < 2; ++i) {
    const auto fits_on = [&](const Candidate& t) {
      if (t.shape.rank != a.shape.rank || t.dtype != a.dtype) return false;
      Shape same = t.shape;
      const int wrapped = along < 0 ? along + a.shape.rank : along;
      if (a.shape.rank > 0) same.set(wrapped, a.shape.size(wrapped));
      return same == a.shape;
    };
    if (!one_in(3) || !any(fits_on)) continue;
    immediate(record, 2 + i, 1);
    choose_other(record, facts, 1 + i, fits_on);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_repeated(Record& record, const OperationFacts& facts) {
  switch (record.operation) {
    case id<ops::take_along_dim>: {
      choose_first(record, [&](const Candidate& t) { return t.shape.numel() > 0; });
      const Candidate& a = tensor(record.operands[0]);
      const bool all = !any([&](const Candidate& t) {
        return t.dtype == DType::Int64 && t.shape.rank == a.shape.rank && t.shape.rank > 0;
      }) || one_in(4);
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return t.dtype == DType::Int64 && (all || t.shape.rank == a.shape.rank);
      });
      immediate(record, 0, all ? 0 : 1);
      immediate(record, 1, dim(a.shape.rank));
      break;
    }
    case id<ops::repeat_interleave_self_int>: {
      choose_first(record, [&](const Candidate&) { return true; });
      const Candidate& a = tensor(record.operands[0]);
      const int times = one_in(32) ? -1 : draw(4);
      const int along = dim(a.shape.rank);
      immediate(record, 0, times);
      immediate(record, 1, a.shape.rank > 0 && !one_in(3) ? 1 : 0);
      immediate(record, 2, along);
      if (!one_in(8)) break;
      const int wrapped = along < 0 ? along + a.shape.rank : along;
      const int size = record.immediates[1] != 0 ? a.shape.size(wrapped) : a.shape.numel();
      immediate(record, 3, 1);
      immediate(record, 4, std::clamp(size * times, -1, 3));
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_trapezoid(Record& record, const OperationFacts& facts) {
  choose_first(record, [&](const Candidate& t) { return t.shape.rank >= 1 && t.dtype != DType::Bool; });
  const Candidate& a = tensor(record.operands[0]);
  const int along = dim(a.shape.rank);
  const bool number = facts.tensors == 1;
  immediate(record, number ? 2 : 0, along);
  if (number) {
    immediate(record, 0, one_in(24) ? 2 : draw(2));
    immediate(record, 1, draw(5) - 1);
    return;
  }
  const int size = a.shape.rank == 0 ? 1 : a.shape.size(along < 0 ? along + a.shape.rank : along);
  choose_other(record, facts, 1, [&](const Candidate& t) {
    return t.dtype != DType::Bool &&
           (t.shape.rank == 1 ? t.shape.last(0) == size : t.shape.rank >= 1 && broadcastable(t.shape, a.shape));
  });
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_composed_loss(Record& record, const OperationFacts& facts) {
  const auto broadcasts = [&](const Candidate& t) {
    return broadcastable(tensor(record.operands[0]).shape, t.shape) && t.dtype != DType::Bool;
  };
  switch (record.operation) {
    case id<ops::pairwise_distance>:
    case id<ops::cosine_similarity>: {
      const bool cosine = record.operation == id<ops::cosine_similarity>;
      choose_first(record, [&](const Candidate& t) { return spec::is_floating(t.dtype) && t.shape.rank >= 1; });
      choose_other(record, facts, 1, broadcasts);
      const Candidate& a = tensor(record.operands[0]);
      immediate(record, 0, cosine ? dim(a.shape.rank) : one_in(8) ? draw(8) : 2 + 2 * draw(2));
      immediate(record, 1, one_in(4) ? draw(4) : 1);
      if (!cosine) immediate(record, 2, draw(2));
      break;
    }
    case id<ops::hinge_embedding_loss>:
      choose_first(record, [&](const Candidate& t) { return t.dtype != DType::Bool; });
      choose_other(record, facts, 1, broadcasts);
      immediate(record, 0, 1 + draw(3));
      immediate(record, 1, draw(3));
      break;
    case id<ops::cosine_embedding_loss>: {
      choose_first(record, [&](const Candidate& t) { return t.shape.rank == 1 || t.shape.rank == 2; });
      const Candidate& a = tensor(record.operands[0]);
      choose_other(record, facts, 1, [&](const Candidate& t) { return broadcasts(t) && t.shape.rank == a.shape.rank; });
      choose_other(record, facts, 2, [&](const Candidate& t) {
        return t.shape.rank == a.shape.rank - 1 && !spec::is_complex(t.dtype) &&
               (t.shape.rank == 0 || t.shape.last(0) == a.shape.last(1) || t.shape.last(0) == 1);
      });
      immediate(record, 0, draw(3));
      immediate(record, 1, draw(3));
      break;
    }
    case id<ops::triplet_margin_loss>: {
      choose_first(record, [&](const Candidate& t) { return spec::is_floating(t.dtype) && t.shape.rank >= 1; });
      const Candidate& a = tensor(record.operands[0]);
      for (int i = 1; i < 3; ++i)
        choose_other(record, facts, i, [&](const Candidate& t) {
          return broadcasts(t) && t.shape.rank == a.shape.rank && !spec::is_complex(t.dtype);
        });
      immediate(record, 0, 1 + draw(3));
      immediate(record, 1, one_in(8) ? draw(8) : 2 + 2 * draw(2));
      immediate(record, 2, one_in(4) ? draw(4) : 1);
      immediate(record, 3, draw(2));
      immediate(record, 4, draw(3));
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_instance_norm(Record& record) {
  const auto is_image_here = [&](const Candidate& t) {
    return t.shape.rank >= 3 && t.shape.numel() > t.shape.size(0) * t.shape.size(1) &&
           (t.dtype == DType::Float32 || t.dtype == DType::Float64) && readable(t);
  };
  // If no tensor is an image with at least three dimensions, call batch_norm, which needs none.
  const spec::OperationId whole = id<ops::batch_norm>;
  if (!any(is_image_here) && allowed(whole) && !one_in(16)) {
    record.operation = whole;
    return fill_composite(record, facts_of(whole));
  }
  choose_first(record, is_image_here);
  const Candidate& a = tensor(record.operands[0]);
  Shape parameters;
  parameters.insert(0, a.shape.rank >= 2 ? a.shape.size(1) : 1);
  fill_parameters(record, a, parameters, 0);
  immediate(record, 4, one_in(24) ? 0 : 1);
  immediate(record, 5, 1);
  immediate(record, 6, one_in(6) ? draw(7) : 1 + draw(2));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_spectrum(Record& record, const OperationFacts& facts) {
  const bool complex = record.operation == id<ops::fft_ifft>;
  const bool real = record.operation == id<ops::fft_rfft>;
  const bool moves = facts.call_shape == CallShape::Roll;
  choose_first(record, [&](const Candidate& t) {
    if (t.shape.rank == 0 || t.shape.numel() == 0) return false;
    if (moves) return true;
    return t.dtype != DType::Float16 && t.dtype != DType::BFloat16 && !(real && spec::is_complex(t.dtype)) &&
           (!complex || spec::is_complex(t.dtype));
  });
  return fill_transform(record);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_composed(Record& record, const OperationFacts& facts) {
  switch (record.operation) {
    case id<ops::einsum>:
      choose_first(record, [&](const Candidate& t) { return t.shape.rank >= 1 && t.shape.rank <= 4; });
      return fill_einsum(record, facts);
    case id<ops::tensordot>:
    case id<ops::inner>:
    case id<ops::kron>:
    case id<ops::chain_matmul>:
    case id<ops::linalg_multi_dot>:
      return fill_factors(record, facts);
    case id<ops::meshgrid>:
    case id<ops::meshgrid_indexing>:
      return fill_meshgrid(record, facts);
    case id<ops::diff>:
      return fill_diff(record, facts);
    case id<ops::take_along_dim>:
    case id<ops::repeat_interleave_self_int>:
      return fill_repeated(record, facts);
    case id<ops::trapezoid_dx>:
    case id<ops::cumulative_trapezoid_dx>:
    case id<ops::trapezoid_x>:
    case id<ops::cumulative_trapezoid_x>:
      return fill_trapezoid(record, facts);
    case id<ops::pairwise_distance>:
    case id<ops::cosine_similarity>:
    case id<ops::hinge_embedding_loss>:
    case id<ops::cosine_embedding_loss>:
    case id<ops::triplet_margin_loss>:
      return fill_composed_loss(record, facts);
    case id<ops::instance_norm>:
      return fill_instance_norm(record);
    case id<ops::embedding_bag>:
      return fill_as(record, facts.resembles);
    case id<ops::fft_fft>:
    case id<ops::fft_ifft>:
    case id<ops::fft_rfft>:
    case id<ops::fft_irfft>:
    case id<ops::fft_fft2>:
    case id<ops::fft_ifft2>:
    case id<ops::fft_fftn>:
    case id<ops::fft_ifftn>:
    case id<ops::fft_fftshift>:
    case id<ops::fft_ifftshift>:
      return fill_spectrum(record, facts);
    default:
      if (takes_the_same(record.operation, facts.resembles)) return fill_as(record, facts.resembles);
      operand(record, 0, self_of(facts));  // the remaining operators are pointwise and take one tensor
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_einsum, fill_product, fill_factors,
                           fill_meshgrid, fill_diff, fill_repeated, fill_trapezoid, fill_composed_loss, fill_spectrum,
                           fill_composed)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_transform, fill_instance_norm)

}  // namespace modecheck::properties
