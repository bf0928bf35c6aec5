// Operators that have their own memory for the result, or write what is there.
#include <algorithm>

#include "properties/generate/sketch/call.h"
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/result.h"
#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

bool SketchCall::absent(int i) const {
  if (facts.call_shape == CallShape::BatchNorm) return i > 0 && record.immediates[static_cast<std::size_t>(i - 1)] == 0;
  if (facts.call_shape == CallShape::Loss || facts.call_shape == CallShape::NllLoss)
    return i == 2 && (facts.tensors < 3 || record.immediates[0] == 0);
  if (facts.call_shape == CallShape::Places) return i == 2 && (facts.tensors < 3 || record.immediates[3] == 0);
  if (facts.call_shape == CallShape::Segments) return i > 0 && record.immediates[static_cast<std::size_t>(i)] == 0;
  if (facts.call_shape == CallShape::PlaceOfNumber) return i == 1 && (facts.tensors < 2 || record.immediates[5] == 0);
  if (facts.call_shape == CallShape::EmbeddingBag) return i == 3 && record.immediates[3] == 0;
  if (facts.call_shape == CallShape::Convolution) return i == 2 && record.immediates[0] == 0;
  if ((facts.call_shape == CallShape::Index || facts.call_shape == CallShape::IndexPut) && i > 0 &&
      i <= spec::kMaxTensorList)
    return i > record.immediates[0] || record.immediates[static_cast<std::size_t>(i)] == 0;
  if (i < 1 || i > 2) return false;
  if (facts.call_shape == CallShape::LayerNorm) return record.immediates[static_cast<std::size_t>(4 + i)] == 0;
  return (facts.call_shape == CallShape::ClampBetween || facts.call_shape == CallShape::GroupNorm) &&
         record.immediates[static_cast<std::size_t>(i - 1)] == 0;
}

// Sizes and dtype of the result, by family; what copies, or not, is left to the caller.
static Foreseen foresee_result(const SketchCall& call, SketchResult& result) {
  switch (call.facts.call_shape) {
    case CallShape::Sized:
    case CallShape::Strided:
    case CallShape::Arange:
    case CallShape::ScalarTensor:
    case CallShape::FullLike:
    case CallShape::DrawnLike:
    case CallShape::Permutation:
    case CallShape::Integers:
      return foresee_creation(call, result);
    case CallShape::ClampBetween:
    case CallShape::Binary:
    case CallShape::Ternary:
    case CallShape::BinaryScalar:
    case CallShape::Where:
    case CallShape::MaskedFill:
    case CallShape::MaskedScatter:
      return foresee_pointwise(call, result);
    case CallShape::ReduceAll:
    case CallShape::ReduceOne:
    case CallShape::ReduceOptional:
    case CallShape::Sort:
    case CallShape::TopK:
    case CallShape::KthValue:
    case CallShape::Cumulate:
    case CallShape::Spread:
    case CallShape::ReduceDims:
    case CallShape::Softmax:
    case CallShape::Norm:
      return foresee_reduction(call, result);
    case CallShape::Mm:
    case CallShape::Bmm:
    case CallShape::CDist:
    case CallShape::PDist:
    case CallShape::Triangle:
    case CallShape::AddMm:
    case CallShape::AddMv:
    case CallShape::AddBmm:
    case CallShape::BaddBmm:
    case CallShape::Mv:
    case CallShape::Dot:
    case CallShape::MatMul:
      return foresee_matrix(call, result);
    case CallShape::Border:
    case CallShape::AdaptivePool:
    case CallShape::GridSampler:
    case CallShape::Upsample:
    case CallShape::Col2Im:
    case CallShape::Convolution:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
      return foresee_image(call, result);
    case CallShape::LayerNorm:
    case CallShape::GroupNorm:
    case CallShape::BatchNorm:
    case CallShape::ComplexTransform:
    case CallShape::RealTransform:
    case CallShape::RealInverse:
      return foresee_normalization(call, result);
    case CallShape::Loss:
    case CallShape::NllLoss:
    case CallShape::Whole:
    case CallShape::Trace:
    case CallShape::MaskedSelect:
    case CallShape::Take:
    case CallShape::Roll:
    case CallShape::DiagEmbed:
    case CallShape::Factors:
    case CallShape::TriangularSolve:
    case CallShape::Solve:
    case CallShape::Determinant:
    case CallShape::Places:
    case CallShape::PlaceOfNumber:
    case CallShape::Dropout:
    case CallShape::Unique:
      return foresee_selection(call, result);
    case CallShape::Pad:
    case CallShape::Repeat:
    case CallShape::SliceScatter:
    case CallShape::SelectScatter:
    case CallShape::Cat:
    case CallShape::Stack:
      return foresee_moving(call, result);
    case CallShape::Nonzero:
    case CallShape::Embedding:
    case CallShape::EmbeddingBag:
    case CallShape::IndexSelect:
    case CallShape::Gather:
    case CallShape::ScatterReduce:
    case CallShape::Segments:
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
    case CallShape::Index:
    case CallShape::IndexPut:
      return foresee_indexing(call, result);
    default:
      return Foreseen::Ok;
  }
}

// Everything whose result has its own memory, and in-place and out= operators.
Foreseen Sketch::apply_operator(const Record& record, const OperationFacts& facts, const SketchResult* known) {
  if (facts.call_shape == CallShape::ForEach) return apply_for_each(record, facts);
  const SketchTensor& a = at(record.operands[0]);
  const SketchTensor& b = at(record.operands[1]);
  const SketchTensor& c = at(record.operands[2]);
  const SketchCall call{record, facts, registers_};
  const auto absent = [&call](int i) { return call.absent(i); };
  SketchResult result{a.shape, a.dtype, {}, {}, facts.tensors};
  if (known != nullptr) {
    result = *known;
  } else if (const Foreseen fits_together = foresee_result(call, result); fits_together != Foreseen::Ok) {
    return fits_together;
  }
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  const int tensors = result.tensors;
  switch (facts.call_shape) {
    case CallShape::CopyLike:
      if (!expands_to(b.shape, a.shape)) return Foreseen::Error;
      if (b.dtype == a.dtype && b.shape == a.shape) {
        at(record.destination) = b;
        return Foreseen::Ok;
      }
      break;
    case CallShape::ToDtype:
    case CallShape::Contiguous: {
      const bool to = facts.call_shape == CallShape::ToDtype;
      if (to) dtype = static_cast<DType>(record.immediates[0]);
      if (to ? dtype == a.dtype && record.immediates[2] == 0 : a.contiguous) {
        at(record.destination) = a;
        return Foreseen::Ok;
      }
      break;
    }
    case CallShape::ToCopy:
      if (record.immediates[0] >= 0) dtype = static_cast<DType>(record.immediates[0]);
      break;
    case CallShape::CopyInto:
      if (!expands_to(b.shape, a.shape)) return Foreseen::Error;
      break;
    default:
      break;
  }
  if (facts.result == Result::Floating && !spec::is_differentiable(dtype)) dtype = DType::Float32;
  if (facts.no_bool && (a.dtype == DType::Bool || (facts.call_shape == CallShape::Binary && b.dtype == DType::Bool)))
    return Foreseen::Error;
  if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
  if ((facts.no_half && dtype == DType::Float16) || (facts.no_complex && spec::is_complex(dtype)))
    return Foreseen::Error;
  if (facts.parts && spec::is_complex(dtype)) {
    if (facts.in_place) return Foreseen::Error;
    dtype = dtype == DType::Complex64 ? DType::Float32 : DType::Float64;
  }
  if (facts.no_floating && spec::is_differentiable(dtype)) return Foreseen::Error;
  if (facts.result == Result::Bool) dtype = DType::Bool;

  bool any_normal = false;
  bool any_requires_grad = false;
  std::uint64_t kept = 0;
  std::uint64_t history = 0;
  for (int i = facts.call_shape == CallShape::CopyLike ? 1 : 0; i < tensors; ++i) {
    if (absent(i)) continue;
    const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
    any_normal = any_normal || !input.inference;
    any_requires_grad = any_requires_grad || input.requires_grad;
    kept |= input.kept;
    history |= input.history;
    if (input.stale && mode_->grad && !mode_->no_autograd && !facts.constant) return Foreseen::Error;
  }
  const bool by_autograd = mode_->grad && !mode_->no_autograd;

  if (facts.out >= 0) {
    SketchTensor& out = at(record.operands[static_cast<std::size_t>(facts.out)]);
    SketchTensor* const second =
        facts.second_out < 0 ? nullptr : &at(record.operands[static_cast<std::size_t>(facts.second_out)]);
    any_normal = any_normal || !out.inference || (second != nullptr && !second->inference);
    if (by_autograd && any_normal && (any_requires_grad || out.requires_grad)) return Foreseen::Error;
    if (second != nullptr) {
      if (second->dtype != dtype_of_second(facts, a.dtype) || !may_write(*second, any_normal, false))
        return Foreseen::Error;
      if (out.dtype != a.dtype || second->storage == out.storage || second->storage == a.storage)
        return Foreseen::Dropped;
      if (!fits(shape, second->dtype)) return Foreseen::Dropped;
    }
    if (!may_write(out, any_normal, false) || !spec::can_cast(dtype, out.dtype)) return Foreseen::Error;
    const bool is_product = facts.call_shape >= CallShape::Mm && facts.call_shape <= CallShape::Bmm;
    const bool same_dtype = is_product || facts.call_shape == CallShape::IndexSelect ||
                            (facts.call_shape == CallShape::Unary && facts.result == Result::Promoted);
    if (same_dtype && dtype != out.dtype) return Foreseen::Error;
    if (!fits(shape, out.dtype)) return Foreseen::Dropped;
    for (int i = 0; i < tensors; ++i) {
      if (absent(i)) continue;
      const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
      const bool itself = input.id == out.id && facts.call_shape <= CallShape::Binary && out.shape == shape;
      if (input.storage == out.storage && !itself) return Foreseen::Error;
    }
    written_to_output(out, shape);
    if (second != nullptr) written_to_output(*second, facts.call_shape == CallShape::NllLoss ? Shape{} : shape);
    return Foreseen::Ok;
  }

  if (facts.in_place) {
    SketchTensor& self = at(record.operands[0]);
    if (!(shape == self.shape) || !spec::can_cast(dtype, self.dtype)) return Foreseen::Error;
    if (!may_write(self, any_normal, any_requires_grad)) return Foreseen::Error;
    for (int i = 1; i < tensors; ++i) {
      if (absent(i)) continue;
      const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
      if (input.storage == self.storage && (input.id != self.id || facts.call_shape == CallShape::MaskedScatter ||
                                            facts.call_shape == CallShape::IndexPut))
        return Foreseen::Error;
    }
    const bool records = by_autograd && any_requires_grad && spec::is_differentiable(self.dtype);
    const SketchTensor& other = at(record.operands[absent(1) ? 2 : 1]);
    if (!records) {
      written(self, false, 0, 0);
      return Foreseen::Ok;
    }
    const bool saves_other = facts.keeps == Keeps::Crosswise && tensors > 1 && self.requires_grad;
    const bool saves_second = facts.keeps == Keeps::Divisor || facts.keeps == Keeps::Last ||
                              facts.keeps == Keeps::Both || facts.keeps == Keeps::Second;
    const bool saves_self = facts.keeps == Keeps::Self || facts.keeps == Keeps::Output;
    const bool saves_all = facts.keeps == Keeps::All;
    if ((saves_other || saves_second || saves_all) && tensors > 1 && other.inference) return Foreseen::Error;
    if (saves_all && c.inference) return Foreseen::Error;
    const auto each_index = [&](const auto& visit) {
      for (int i = 1; facts.keeps == Keeps::Indices && i <= spec::kMaxTensorList; ++i)
        if (!absent(i)) visit(at(record.operands[static_cast<std::size_t>(i)]));
    };
    bool fine = true;
    each_index([&](const SketchTensor& index) { fine = fine && !index.inference; });
    if (!fine) return Foreseen::Error;
    recorded_ = true;
    written(self, true, kept | command_bit_, history);
    if ((saves_other || saves_second) && tensors > 1) keep(other);
    if (saves_self && facts.keeps == Keeps::Output) keep(self);
    if (saves_all) {
      keep(self);
      keep(other);
      keep(c);
    }
    each_index([&](const SketchTensor& index) { keep(index); });
    return Foreseen::Ok;
  }

  if (!fits(shape, dtype)) return Foreseen::Dropped;
  const bool records = by_autograd && any_requires_grad && spec::is_differentiable(dtype) && !facts.constant;
  SketchTensor out = fresh(shape, dtype);
  if (facts.call_shape == CallShape::Strided) lay_out(record, out);
  SketchTensor second;
  SketchTensor third;
  SketchTensor fourth;
  const bool factored = facts.keeps == Keeps::Factored;
  const bool numbered = factored && facts.second_flows;  // a second number comes before the factors
  const bool unique = facts.call_shape == CallShape::Unique;
  if (factored) {
    Shape rows = a.shape;
    rows.erase(rows.rank - 1);
    Shape batch = rows;
    batch.erase(batch.rank - 1);
    if (!fits(a.shape, a.dtype)) return Foreseen::Dropped;
    second = numbered ? fresh(shape, a.dtype) : fresh(a.shape, a.dtype);
    third = numbered ? fresh(a.shape, a.dtype) : fresh(rows, DType::Int32);
    fourth = fresh(numbered ? rows : batch, DType::Int32);
    (numbered ? third : second).contiguous = false;
  } else if (unique) {
    Shape none;
    none.insert(0, 0);
    const bool counted = record.immediates[2] != 0;
    if (!fits(a.shape, DType::Int64)) return Foreseen::Dropped;
    second = fresh(record.immediates[1] != 0 || counted ? a.shape : none, DType::Int64);
    third = fresh(counted ? shape : none, DType::Int64);
  } else if (facts.second_result) {
    const bool normalized = facts.keeps == Keeps::Normalized;
    const bool bags = facts.keeps == Keeps::Bags;
    const bool weighs = facts.call_shape == CallShape::NllLoss;
    const bool informs = facts.call_shape == CallShape::Factors;
    const bool drops = facts.call_shape == CallShape::Dropout;
    const DType of_second = drops                                                                ? DType::Bool
                            : facts.second_flows || normalized || weighs                         ? a.dtype
                            : informs || (bags && b.dtype == DType::Int32 && c.dtype == b.dtype) ? DType::Int32
                                                                                                 : DType::Int64;
    const Shape& second_shape = normalized || weighs || informs ? result.statistics : bags ? result.uses : shape;
    if (!fits(second_shape, of_second)) return Foreseen::Dropped;
    second = fresh(second_shape, of_second);
    if (normalized) third = fresh(second_shape, of_second);
    if (bags) {
      third = fresh(result.statistics, of_second);
      fourth = fresh(record.immediates[1] == 2 ? shape : result.statistics, of_second);
    }
  }
  if (records) {
    const SketchTensor& last = at(record.operands[static_cast<std::size_t>(std::max(0, tensors - 1))]);
    bool fine = true;
    const auto save = [&](const SketchTensor& tensor) {
      fine = fine && !tensor.inference;
      if (fine) keep(tensor);
    };
    switch (facts.keeps) {
      case Keeps::Self:
        save(a);
        break;
      case Keeps::Output:
        save(out);
        break;
      case Keeps::SelfAndOutput:
        save(a);
        save(out);
        break;
      case Keeps::Crosswise:
        if (tensors < 2) break;
        if (b.requires_grad) save(a);
        if (a.requires_grad) save(b);
        break;
      case Keeps::Divisor:
        save(b);
        if (b.requires_grad) save(a);
        break;
      case Keeps::Both:
        if (!adds_product(facts.call_shape)) save(a);
        if (!absent(1)) save(b);
        if (adds_product(facts.call_shape) || (facts.call_shape == CallShape::ClampBetween && !absent(2))) save(c);
        break;
      case Keeps::BothAndOutput:
        save(a);
        if (!absent(1)) save(b);
        if (facts.call_shape == CallShape::Segments && !absent(3)) save(at(record.operands[3]));
        save(out);
        break;
      case Keeps::Second:
        save(b);
        break;
      case Keeps::Last:
        save(last);
        break;
      case Keeps::Places:
        save(second);
        if (facts.call_shape == CallShape::NllLoss) {
          save(a);
          save(b);
        }
        break;
      case Keeps::Indices:
        for (int i = 1; i <= spec::kMaxTensorList; ++i)
          if (!absent(i)) save(at(record.operands[static_cast<std::size_t>(i)]));
        break;
      case Keeps::All:
        save(a);
        save(b);
        save(c);
        save(out);
        break;
      case Keeps::Bags:
        save(b);
        save(c);
        if (!absent(3)) save(at(record.operands[3]));
        save(second);
        save(third);
        save(fourth);
        break;
      case Keeps::Factored:
        save(a);
        save(out);
        save(numbered ? third : second);
        save(numbered ? fourth : third);
        break;
      case Keeps::Normalized:
        save(a);
        if (!absent(1)) save(b);
        if (!absent(2) && facts.call_shape == CallShape::LayerNorm) save(c);
        save(second);
        save(third);
        break;
      case Keeps::Nothing:
        break;
    }
    if (!fine) return Foreseen::Error;
    recorded_ = true;
    out.requires_grad = true;
    out.leaf = false;
    out.kept = kept_something_ ? kept | command_bit_ : kept;
    out.history = history | bit_of(out);
    if (facts.second_flows) {
      second.requires_grad = true;
      second.leaf = false;
      second.kept = out.kept;
      second.history = history | bit_of(second);
      if (facts.call_shape == CallShape::GroupNorm) {
        third.requires_grad = true;
        third.leaf = false;
        third.kept = out.kept;
        third.history = history | bit_of(third);
      }
    }
  }
  if (facts.call_shape == CallShape::BatchNorm && record.immediates[4] != 0)
    for (std::size_t i = 3; i < 5; ++i)
      if (!absent(static_cast<int>(i))) written(at(record.operands[i]), false, 0, 0);
  at(record.destination) = out;
  if (facts.second_result) at((record.destination + 1) % spec::kRegisters) = second;
  if (facts.keeps == Keeps::Normalized || facts.keeps == Keeps::Bags || factored || unique)
    at((record.destination + 2) % spec::kRegisters) = third;
  if (facts.keeps == Keeps::Bags || numbered || facts.call_shape == CallShape::Solve)
    at((record.destination + 3) % spec::kRegisters) = fourth;
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
