// Contractions, losses, transforms and others that are made of several rows, as the sketch foresees them.
#include <algorithm>

#include "properties/generate/sketch/result.h"
#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/program/equation.h"
#include "spec/program/operator_id.h"
#include "spec/program/words.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

namespace ops = spec::operators;
using spec::DType;
using spec::Record;
using spec::Subscripts;

template <typename Row>
constexpr spec::OperationId id = spec::id_of<Row>();

int number(const Record& record, int i) { return record.immediates[static_cast<std::size_t>(i)]; }
void put(Record& record, int i, int value) {
  record.immediates[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(value);
}

// What `einsum` returns.
struct Contraction {
  Foreseen outcome = Foreseen::Error;
  Shape shape;
  bool sums = false;
};

Contraction contraction_of(const Record& record, const std::array<SketchTensor, spec::kRegisters>& registers) {
  Contraction out;
  const spec::Equation equation = spec::equation_of(spec::kEquations[static_cast<std::size_t>(number(record, 0))]);
  const int count = number(record, 1);
  const int steps = count == 1 ? 1 : 2 * (count - 1);
  if (count != equation.count || (number(record, 2) >= 0 && number(record, 2) != steps)) return out;
  std::array<int, Subscripts::kLetters> sizes;
  sizes.fill(-1);
  std::array<int, Subscripts::kLetters> uses{};
  Shape hidden;
  bool opens = false;
  for (int i = 0; i < count; ++i) {
    const Subscripts& subscripts = equation.operands[static_cast<std::size_t>(i)];
    const Shape& shape = registers[record.operands[static_cast<std::size_t>(i)]].shape;
    const int covered = shape.rank - subscripts.named();
    if (subscripts.open ? covered < 0 : covered != 0) return out;
    int dim = 0;
    for (const int label : subscripts) {
      if (label == Subscripts::kEllipsis) {
        opens = true;
        Shape mine;
        for (int d = 0; d < covered; ++d) mine.insert(d, shape.size(dim++));
        if (!broadcastable(hidden, mine)) return out;
        hidden = broadcast(hidden, mine);
        continue;
      }
      const int size = shape.size(dim++);
      int& known = sizes[static_cast<std::size_t>(label)];
      ++uses[static_cast<std::size_t>(label)];
      if (known > 1 && size != 1 && size != known) return out;
      if (known <= 1) known = size;
    }
  }
  int labels = hidden.rank;
  for (int label = 0; label < Subscripts::kLetters; ++label)
    labels += uses[static_cast<std::size_t>(label)] > 0 ? 1 : 0;
  const auto add = [&](int size) { out.shape.insert(out.shape.rank, size); };
  if (labels > spec::kMaxRank) {
    out.outcome = Foreseen::Dropped;
    return out;
  }
  bool shows = !opens;
  if (!equation.says_result) {
    shows = true;
    for (int d = 0; d < hidden.rank; ++d) add(hidden.size(d));
    for (int label = 0; label < Subscripts::kLetters; ++label)
      if (uses[static_cast<std::size_t>(label)] == 1) add(sizes[static_cast<std::size_t>(label)]);
  }
  for (const int label : equation.result) {
    if (label == Subscripts::kEllipsis) {
      shows = true;
      for (int d = 0; d < hidden.rank; ++d) add(hidden.size(d));
    } else if (uses[static_cast<std::size_t>(label)] == 0) {
      return out;
    } else {
      add(sizes[static_cast<std::size_t>(label)]);
    }
  }
  out.outcome = Foreseen::Ok;
  out.sums = !shows || out.shape.rank < labels;
  return out;
}

}  // namespace

Foreseen Sketch::apply_composed(const Record& record, const OperationFacts& facts) {
  const SketchTensor a = at(record.operands[0]);
  const SketchTensor b = at(record.operands[1]);
  const SketchTensor c = at(record.operands[2]);
  const int rank = a.shape.rank;
  Record as = record;
  as.operation = facts.like;
  const auto made = [&](const Shape& shape, DType dtype, int tensors) {
    SketchResult result;
    result.shape = shape;
    result.dtype = dtype;
    result.tensors = tensors;
    return apply_operator(as, facts, &result);
  };
  const auto itself = [&] {
    at(record.destination) = a;
    return Foreseen::Ok;
  };
  const auto reduced = [&](const Shape& shape, int reduction) { return reduction == 0 ? shape : Shape{}; };
  const auto is_summable = [](DType dtype) { return dtype != DType::Bool && dtype != DType::Float16; };
  switch (record.operation) {
    case id<ops::einsum>: {
      const Contraction found = contraction_of(record, registers_);
      if (found.outcome != Foreseen::Ok) return found.outcome;
      const int count = number(record, 1);
      if (count > 1 && found.sums && (!is_summable(a.dtype) || a.dtype != b.dtype || (count > 2 && c.dtype != a.dtype)))
        return Foreseen::Error;
      if (count > 1 || found.sums) {
        const bool whole = count == 1 && !spec::is_differentiable(a.dtype);
        return made(found.shape, whole ? DType::Int64 : count > 1 ? promote(a, b) : a.dtype, count);
      }
      // A view.
      as.immediates = {};
      if (found.shape.rank < rank) {
        as.operation = id<ops::diagonal>;
        put(as, 2, 1);
        return apply_instead(as);
      }
      as.operation = id<ops::permute>;
      if (rank > spec::kMaxListLength) return Foreseen::Dropped;
      put(as, 0, rank);
      const bool turns = spec::kEquations[static_cast<std::size_t>(number(record, 0))] == "ij->ji";
      const bool last_first = spec::kEquations[static_cast<std::size_t>(number(record, 0))] == "i...->...i";
      for (int d = 0; d < rank; ++d) put(as, 1 + d, turns ? 1 - d : last_first ? (d + 1) % rank : d);
      return apply_instead(as);
    }
    case id<ops::tensordot>: {
      const int length = number(record, 0);
      if (length != number(record, 5) || a.dtype != b.dtype || !is_summable(a.dtype)) return Foreseen::Error;
      Shape shape = a.shape;
      Shape rest = b.shape;
      unsigned of_a = 0;
      unsigned of_b = 0;
      for (int i = 0; i < length; ++i) {
        const int x = rank == 0 ? -1 : wrap_dim(number(record, 1 + i), rank);
        const int y = b.shape.rank == 0 ? -1 : wrap_dim(number(record, 6 + i), b.shape.rank);
        if (x < 0 || y < 0 || (of_a >> x & 1) != 0 || (of_b >> y & 1) != 0) return Foreseen::Error;
        const int mine = a.shape.size(x);
        const int other = b.shape.size(y);
        if (mine != other && mine != 1 && other != 1) return Foreseen::Error;
        of_a |= 1u << x;
        of_b |= 1u << y;
      }
      for (int d = rank - 1; d >= 0; --d)
        if ((of_a >> d & 1) != 0) shape.erase(d);
      for (int d = b.shape.rank - 1; d >= 0; --d)
        if ((of_b >> d & 1) != 0) rest.erase(d);
      if (shape.rank + rest.rank > spec::kMaxRank) return Foreseen::Dropped;
      for (int d = 0; d < rest.rank; ++d) shape.insert(shape.rank, rest.size(d));
      return made(shape, a.dtype, 2);
    }
    case id<ops::inner>: {
      if (rank == 0 || b.shape.rank == 0) return made(rank == 0 ? b.shape : a.shape, promote(a, b), 2);
      if (a.dtype != b.dtype || !is_summable(a.dtype) || a.shape.last(0) != b.shape.last(0)) return Foreseen::Error;
      Shape shape = a.shape;
      shape.erase(rank - 1);
      if (shape.rank + b.shape.rank - 1 > spec::kMaxRank) return Foreseen::Dropped;
      for (int d = 0; d + 1 < b.shape.rank; ++d) shape.insert(shape.rank, b.shape.size(d));
      return made(shape, a.dtype, 2);
    }
    case id<ops::kron>: {
      if (rank > 2 || b.shape.rank > 2) return Foreseen::Dropped;
      Shape shape = rank > b.shape.rank ? a.shape : b.shape;
      for (int i = 0; i < shape.rank; ++i) shape.set_last(i, std::min(a.shape.last(i) * b.shape.last(i), 127));
      return made(shape, promote(a, b), 2);
    }
    case id<ops::chain_matmul>:
    case id<ops::linalg_multi_dot>: {
      const int count = number(record, 0);
      const bool matrices = record.operation == id<ops::chain_matmul>;
      if (count == 1 && matrices && rank == 2) return made(a.shape, a.dtype, 1);
      if (count == 1 || (matrices && rank != 2) || rank < 1 || rank > 2 || !is_summable(a.dtype))
        return Foreseen::Error;
      Shape shape;
      if (rank == 2) shape.insert(0, a.shape.size(0));
      int columns = a.shape.last(0);
      for (int i = 1; i < count; ++i) {
        const SketchTensor& next = at(record.operands[static_cast<std::size_t>(i)]);
        const bool vector = !matrices && i + 1 == count && next.shape.rank == 1;
        if (next.dtype != a.dtype || (!vector && next.shape.rank != 2)) return Foreseen::Error;
        if (next.shape.size(0) != columns) return Foreseen::Error;
        columns = vector ? -1 : next.shape.size(1);
      }
      if (columns >= 0) shape.insert(shape.rank, columns);
      return made(shape, a.dtype, count);
    }
    case id<ops::meshgrid>:
    case id<ops::meshgrid_indexing>: {
      const int length = number(record, 0);
      const bool says = record.operation == id<ops::meshgrid_indexing>;
      if (says && number(record, 1) > 1) return Foreseen::Error;
      Shape shape;
      for (int i = 0; i < length; ++i) {
        const SketchTensor& vector = at(record.operands[static_cast<std::size_t>(i)]);
        if (vector.shape.rank > 1 || vector.dtype != a.dtype) return Foreseen::Error;
        shape.insert(i, vector.shape.numel());
      }
      if (says && number(record, 1) == 1 && length > 1) {
        const int one = shape.size(0);
        shape.set(0, shape.size(1));
        shape.set(1, one);
      }
      // Views of what they are made of, expanded.
      const std::array<SketchTensor, spec::kRegisters> before = registers_;
      for (int i = 0; i < std::min(length, spec::kMaxListResults); ++i) {
        const std::uint8_t source = record.operands[static_cast<std::size_t>(i)];
        const auto target = static_cast<std::uint8_t>((record.destination + i) % spec::kRegisters);
        as.operation = id<ops::alias>;
        as.operands[0] = source;
        as.destination = target;
        as.immediates = {};
        const SketchTensor kept = at(source);
        at(source) = before[source];
        const Foreseen outcome = apply_instead(as);
        if (source != target) at(source) = kept;
        if (outcome != Foreseen::Ok) return outcome;
        at(target).shape = shape;
        at(target).contiguous = shape.rank < 2;
        at(target).overlapping = shape.numel() > before[source].shape.numel();
      }
      return Foreseen::Ok;
    }
    case id<ops::selu>:
    case id<ops::selu_>:
      return made(a.shape, a.dtype, 1);
    case id<ops::diff>: {
      if (rank == 0) return Foreseen::Error;
      if (number(record, 0) == 0) return made(a.shape, a.dtype, 1);
      const int along = wrap_dim(number(record, 1), rank);
      if (along < 0) return Foreseen::Error;
      Shape shape = a.shape;
      DType dtype = a.dtype;
      int size = a.shape.size(along);
      for (int i = 0; i < 2; ++i) {
        if (number(record, 2 + i) == 0) continue;
        const SketchTensor& more = i == 0 ? b : c;
        if (more.shape.rank != rank) return Foreseen::Error;
        Shape same = more.shape;
        same.set(along, a.shape.size(along));
        if (!(same == a.shape)) return Foreseen::Error;
        size += more.shape.size(along);
        dtype = spec::promote(dtype, more.dtype);
      }
      if (number(record, 0) < 0 && size == a.shape.size(along)) return itself();
      shape.set(along, std::clamp(size - std::max(number(record, 0), 0), 0, 127));
      return made(shape, dtype, 1 + number(record, 2) + number(record, 3));
    }
    case id<ops::take_along_dim>: {
      if (b.dtype != DType::Int64) return Foreseen::Error;
      Shape shape = b.shape;
      if (number(record, 0) == 0) {
        if (!a.contiguous || !b.contiguous) return Foreseen::Error;
        shape = Shape{};
        shape.insert(0, std::min(b.shape.numel(), 127));
        return made(shape, a.dtype, 2);
      }
      const int along = rank == 0 ? -1 : wrap_dim(number(record, 1), rank);
      if (along < 0 || b.shape.rank != rank) return Foreseen::Error;
      Shape mine = a.shape;
      mine.set(along, b.shape.size(along));
      if (!broadcastable(mine, b.shape)) return Foreseen::Error;
      return made(broadcast(mine, b.shape), a.dtype, 2);
    }
    case id<ops::repeat_interleave_self_int>: {
      Shape shape = a.shape;
      const bool flat = number(record, 1) == 0;
      if (flat) {
        shape = Shape{};
        shape.insert(0, std::min(a.shape.numel(), 127));
      }
      const int along = flat ? 0 : rank == 0 ? -1 : wrap_dim(number(record, 2), rank);
      if (along < 0 || number(record, 0) < 0) return Foreseen::Error;
      const int total = shape.size(along) * number(record, 0);
      if (number(record, 3) != 0 && number(record, 4) != total) return Foreseen::Error;
      shape.set(along, std::min(total, 127));
      return made(shape, a.dtype, 1);
    }
    case id<ops::trapezoid_dx>:
    case id<ops::trapezoid_x>:
    case id<ops::cumulative_trapezoid_dx>:
    case id<ops::cumulative_trapezoid_x>: {
      const bool spaced = facts.tensors > 1;
      const bool cumulates = facts.call_shape == CallShape::Cumulate;
      const int along = rank == 0 ? -1 : wrap_dim(number(record, spaced ? 0 : 2), rank);
      if (along < 0 || a.dtype == DType::Bool || (spaced && b.dtype == DType::Bool)) return Foreseen::Error;
      if (!spaced && number(record, 0) == 2) return Foreseen::Error;
      const DType dtype = spaced ? promote(a, b) : a.dtype;
      Shape shape = a.shape;
      if (shape.size(along) > 0) shape.set(along, shape.size(along) - 1);
      if (spaced) {
        Shape places = b.shape;
        if (places.rank == 1) {
          if (places.last(0) != a.shape.size(along)) return Foreseen::Error;
          places = Shape{};
          for (int d = 0; d < rank; ++d) places.insert(d, d == along ? b.shape.last(0) : 1);
        }
        while (places.rank < rank) places.insert(0, 1);
        if (places.rank == rank && places.size(along) > 0) places.set(along, places.size(along) - 1);
        if (!broadcastable(shape, places)) return Foreseen::Error;
        shape = broadcast(shape, places);
      }
      if (!cumulates) shape.erase(along);
      return made(shape, spec::is_differentiable(dtype) ? dtype : DType::Float32, spaced ? 2 : 1);
    }
    case id<ops::pairwise_distance>: {
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      Shape shape = broadcast(a.shape, b.shape);
      if (shape.rank > 0) shape.set_last(0, 1);
      if (shape.rank > 0 && number(record, 2) == 0) shape.erase(shape.rank - 1);
      const DType dtype = promote(a, b);
      return made(shape, spec::is_differentiable(dtype) ? dtype : DType::Float32, 2);
    }
    case id<ops::cosine_similarity>: {
      if (!broadcastable(a.shape, b.shape) || !spec::is_floating(promote(a, b))) return Foreseen::Error;
      Shape shape = broadcast(a.shape, b.shape);
      const int along = wrap_dim(number(record, 0), shape.rank);
      if (along < 0) return Foreseen::Error;
      if (shape.rank > 0) shape.erase(along);
      return made(shape, promote(a, b), 2);
    }
    case id<ops::hinge_embedding_loss>: {
      if (!broadcastable(a.shape, b.shape) || a.dtype == DType::Bool) return Foreseen::Error;
      if (number(record, 1) == 1 && !spec::is_differentiable(a.dtype)) return Foreseen::Error;
      return made(reduced(broadcast(a.shape, b.shape), number(record, 1)), a.dtype, 2);
    }
    case id<ops::cosine_embedding_loss>: {
      if (c.shape.rank > 1 || rank != c.shape.rank + 1 || b.shape.rank != rank) return Foreseen::Error;
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      Shape shape = broadcast(a.shape, b.shape);
      shape.erase(rank - 1);
      if (!broadcastable(shape, c.shape) || spec::is_complex(promote(a, b))) return Foreseen::Error;
      const DType dtype = promote(a, b);
      return made(reduced(broadcast(shape, c.shape), number(record, 1)),
                  spec::is_differentiable(dtype) ? dtype : DType::Float32, 3);
    }
    case id<ops::triplet_margin_loss>: {
      if (b.shape.rank != rank || c.shape.rank != rank) return Foreseen::Error;
      if (!broadcastable(a.shape, b.shape) || !broadcastable(a.shape, c.shape)) return Foreseen::Error;
      Shape near = broadcast(a.shape, b.shape);
      Shape far = broadcast(a.shape, c.shape);
      if (near.rank > 0) near.erase(near.rank - 1);
      if (far.rank > 0) far.erase(far.rank - 1);
      if (!broadcastable(near, far)) return Foreseen::Error;
      return made(reduced(broadcast(near, far), number(record, 4)), spec::promote(promote(a, b), c.dtype), 3);
    }
    case id<ops::instance_norm>: {
      if (rank < 2 || number(record, 4) == 0 || number(record, 2) != 0 || number(record, 3) != 0)
        return Foreseen::Error;
      Shape parameters;
      parameters.insert(0, a.shape.size(1));
      for (int i = 0; i < 2; ++i)
        if (number(record, i) != 0 && !((i == 0 ? b : c).shape == parameters)) return Foreseen::Error;
      // One result only, and no statistics.
      SketchResult result;
      result.shape = a.shape;
      result.dtype = a.dtype;
      result.tensors = 3;
      return apply_operator(as, facts, &result);
    }
    case id<ops::embedding_bag>:
      put(as, 5, -1);
      return apply_instead(as);
    case id<ops::conv1d_padding>:
    case id<ops::conv2d_padding>:
    case id<ops::conv3d_padding>: {
      const int spatial = facts.spatial;
      const int padding = 2 + spatial;
      const bool batched = rank == spatial + 2;
      if ((!batched && rank != spatial + 1) || b.shape.rank != spatial + 2 || number(record, padding) > 1)
        return Foreseen::Error;
      const bool same = number(record, padding) == 1;
      const auto of = [&](int list, int d) { return number(record, list + 1 + (number(record, list) == 1 ? 0 : d)); };
      Shape shape = a.shape;
      if (!batched) shape.insert(0, 1);
      if (shape.size(1) != b.shape.size(1) || a.dtype != b.dtype) return Foreseen::Error;
      shape.set(1, b.shape.size(0));
      for (int d = 0; d < spatial; ++d) {
        const int stride = of(1, d);
        if (stride < 1 || (same && stride != 1)) return Foreseen::Error;
        const int reach = of(padding + 1, d) * (b.shape.size(2 + d) - 1);
        const int left = shape.size(2 + d) - 1 - reach;
        if (same) continue;
        if (left < 0) return Foreseen::Error;
        shape.set(2 + d, left / stride + 1);
      }
      if (!batched) shape.erase(0);
      return made(shape, a.dtype, number(record, 0) != 0 ? 3 : 2);
    }
    case id<ops::fft_fft>:
    case id<ops::fft_ifft>:
    case id<ops::fft_rfft>:
    case id<ops::fft_irfft>: {
      const bool to_real = record.operation == id<ops::fft_irfft>;
      const bool from_real = record.operation == id<ops::fft_rfft>;
      const int along = rank == 0 ? -1 : wrap_dim(number(record, 2), rank);
      if (along < 0 || number(record, 3) > 3 || a.dtype == DType::Float16 || a.dtype == DType::BFloat16)
        return Foreseen::Error;
      if (from_real && spec::is_complex(a.dtype)) return Foreseen::Error;
      if (record.operation == id<ops::fft_ifft> && !spec::is_complex(a.dtype)) return Foreseen::Dropped;
      int size = number(record, 0) != 0 ? number(record, 1)
                 : to_real              ? 2 * (a.shape.size(along) - 1)
                                        : a.shape.size(along);
      if (size < 1) return Foreseen::Error;
      if (from_real) size = size / 2 + 1;
      Shape shape = a.shape;
      shape.set(along, std::min(size, 127));
      const bool wide = a.dtype == DType::Float64 || a.dtype == DType::Complex128;
      if (to_real) return made(shape, wide ? DType::Float64 : DType::Float32, 1);
      return made(shape, wide ? DType::Complex128 : DType::Complex64, 1);
    }
    case id<ops::fft_fft2>:
    case id<ops::fft_ifft2>:
    case id<ops::fft_fftn>:
    case id<ops::fft_ifftn>: {
      const int lengths = number(record, 0);
      const int asked = number(record, 5);
      if (number(record, 10) > 3 || a.dtype == DType::Float16 || a.dtype == DType::BFloat16) return Foreseen::Error;
      if (asked >= 0 && lengths >= 0 && asked != lengths) return Foreseen::Error;
      const int count = asked >= 0 ? asked : lengths >= 0 ? lengths : rank;
      if (count > rank || count == 0) return Foreseen::Error;
      Shape shape = a.shape;
      unsigned seen = 0;
      for (int i = 0; i < count; ++i) {
        const int along = asked >= 0 ? wrap_dim(number(record, 6 + i), rank) : rank - count + i;
        if (along < 0 || (seen >> along & 1) != 0) return Foreseen::Error;
        seen |= 1u << along;
        if (lengths >= 0 && number(record, 1 + i) != -1) shape.set(along, std::max(number(record, 1 + i), 0));
        if (shape.size(along) < 1) return Foreseen::Error;
      }
      const bool wide = a.dtype == DType::Float64 || a.dtype == DType::Complex128;
      return made(shape, wide ? DType::Complex128 : DType::Complex64, 1);
    }
    case id<ops::fft_fftshift>:
    case id<ops::fft_ifftshift>: {
      const int length = number(record, 0) < 0 ? rank : number(record, 0);
      if (length == 0) return Foreseen::Error;
      for (int i = 0; i < number(record, 0); ++i)
        if (rank == 0 || wrap_dim(number(record, 1 + i), rank) < 0) return Foreseen::Error;
      return made(a.shape, a.dtype, 1);
    }
    default:  // pad, cdist, nanmean, grid_sampler, pdist, adaptive pools: their arguments stand where those of the row
              // do
      return apply_instead(as);
  }
}

}  // namespace modecheck::properties
