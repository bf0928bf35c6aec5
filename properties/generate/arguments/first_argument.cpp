// Chooses the register of an operator's first argument, such that the other arguments can be found.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_image_of(const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::Border:
    case CallShape::AdaptivePool:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
    case CallShape::Convolution:
    case CallShape::Upsample:
      return pick_if([&](const Candidate& t, int) {
        return is_image(facts, t) && readable(t) && (facts.second_out < 0 || has_target(facts, t));
      });
    case CallShape::GridSampler:
      return pick_if([&](const Candidate& t, int) {
        return is_image(facts, t) && readable(t) && (!any([&](const Candidate& grid) {
                 return is_image(facts, grid) && grid.shape.last(0) == 2;
               }) || any([&](const Candidate& grid) { return is_grid_of(t, grid); }));
      });
    case CallShape::Col2Im:
      return pick_if([&](const Candidate& t, int) {
        return (t.shape.rank == 2 || t.shape.rank == 3) && t.shape.numel() > 0 && readable(t) &&
               spec::is_differentiable(t.dtype) && t.shape.last(0) <= 3;
      });
    default:
      return self_of(facts);
  }
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_numbers_of(const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::EmbeddingBag:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case CallShape::Embedding:
      return pick_if([&](const Candidate& t, int) { return t.shape.rank == 2 && readable(t); });
    case CallShape::LayerNorm:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
      });
    case CallShape::GroupNorm:
      return pick_if([&](const Candidate& t, int) {
        return t.contiguous && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
      });
    case CallShape::BatchNorm:
      return pick_if([&](const Candidate& t, int) { return is_batch(t) && readable(t); });
    case CallShape::RealTransform:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) &&
               (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case CallShape::ComplexTransform:
    case CallShape::RealInverse:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) && spec::is_complex(t.dtype);
      });
    case CallShape::CDist:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case CallShape::PDist:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == 2 && t.contiguous && readable(t) &&
               (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case CallShape::Trace:
      return pick_if(
          [&](const Candidate& t, int) { return t.shape.rank == 2 && readable(t) && takes(facts, t.dtype); });
    case CallShape::Places: {
      // searchsorted takes the sorted sequence as its first argument, and bucketize takes it as its second argument.
      const bool second = facts.immediates == 2;
      return pick_if([&](const Candidate& t, int) {
        return readable(t) && takes(facts, t.dtype) && t.dtype != DType::Bool && (second || t.shape.rank == 1);
      });
    }
    case CallShape::Segments:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) && spec::is_floating(t.dtype);
      });
    case CallShape::PlaceOfNumber:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == 1 && readable(t) && takes(facts, t.dtype) && t.dtype != DType::Bool;
      });
    case CallShape::Factors:
    case CallShape::Solve:
    case CallShape::Determinant:
    case CallShape::TriangularSolve:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 2 && t.shape.last(0) == t.shape.last(1) && readable(t) && takes(facts, t.dtype) &&
               spec::is_differentiable(t.dtype) && t.dtype != DType::BFloat16;
      });
    case CallShape::NllLoss:
      return pick_if([&](const Candidate& t, int) {
        return (t.shape.rank == 1 || t.shape.rank == 2) && readable(t) && takes(facts, t.dtype) &&
               spec::is_differentiable(t.dtype) && (facts.second_out < 0 || has_target(facts, t)) &&
               any([&](const Candidate& places) { return names_classes(t.shape, places); });
      });
    default:
      return self_of(facts);
  }
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_view_of(const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::Roll:
    case CallShape::DiagEmbed:
    case CallShape::Unfold:
      return pick_if(
          [&](const Candidate& t, int) { return t.shape.rank >= 1 && t.shape.rank < spec::kMaxRank && readable(t); });
    case CallShape::Triangle:
      return pick_if([&](const Candidate& t, int reg) {
        return t.shape.rank >= 2 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype);
      });
    case CallShape::Select:
    case CallShape::Slice:
    case CallShape::Narrow:
    case CallShape::Split:
    case CallShape::SplitWithSizes:
    case CallShape::Chunk:
    case CallShape::Unbind:
    case CallShape::IndexSelect:
    case CallShape::Cat:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && readable(t) && (facts.out < 0 || writes_out_from(t));
      });
    case CallShape::Gather:
      return pick_if([&](const Candidate& t, int) { return t.shape.rank == 1 && readable(t); });
    case CallShape::Diagonal:
      return pick_if([&](const Candidate& t, int) { return t.shape.rank >= 2 && readable(t); });
    case CallShape::Matrix:
      if (facts.in_place)
        return pick_if([&](const Candidate& t, int reg) { return writable(reg) && t.shape.rank <= 2; });
      return pick_if([&](const Candidate& t, int) { return t.shape.rank <= 2 && readable(t); });
    case CallShape::AsReal:
      return pick_if([&](const Candidate& t, int) { return spec::is_complex(t.dtype) && readable(t); });
    case CallShape::AsComplex:
      return pick_if([&](const Candidate& t, int) {
        return (t.dtype == DType::Float32 || t.dtype == DType::Float64) && t.contiguous && t.shape.rank > 0 &&
               t.shape.last(0) == 2 && readable(t);
      });
    case CallShape::Resize:
    case CallShape::ViewAs:
      return pick_if([&](const Candidate& t, int) { return t.contiguous && readable(t); });
    case CallShape::Detach:
      if (facts.in_place)
        return pick_if([&](const Candidate& t, int reg) {
          return !t.view && (t.requires_grad || writable(reg)) && !(t.inference && !mode().inference);
        });
      return pick();
    case CallShape::ResizeStorage:
    case CallShape::SetSource:
      return pick_if(
          [&](const Candidate& t, int reg) { return writable(reg) && (!t.requires_grad || mode().autograd_excluded); });
    default:
      return self_of(facts);
  }
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_product_of(const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::Mm:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == 2 && t.dtype != DType::Bool && (facts.out < 0 || writes_out_from(t)) && readable(t);
      });
    case CallShape::MatMul:
      return pick_if(
          [&](const Candidate& t, int) { return t.shape.rank >= 1 && t.dtype != DType::Bool && readable(t); });
    case CallShape::Mv:
    case CallShape::Dot:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == (facts.call_shape == CallShape::Mv ? 2 : 1) && t.dtype != DType::Bool && readable(t) &&
               has_target(facts, t) && any([&](const Candidate& b) {
                 return b.shape.rank == 1 && b.shape.last(0) == t.shape.last(0) && b.dtype == t.dtype;
               });
      });
    case CallShape::Bmm:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank == 3 && t.dtype != DType::Bool && readable(t) && takes(facts, t.dtype) &&
               (facts.out < 0 || writes_out_from(t)) && t.shape.numel() > 0 &&
               any([&](const Candidate& b) { return multiplies_batches(t, b) && has_target(facts, t, b); });
      });
    default:
      return self_of(facts);
  }
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_of(const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::Where:
      return pick_if([&](const Candidate& t, int) { return t.dtype == DType::Bool; });
    case CallShape::Mm:
    case CallShape::MatMul:
    case CallShape::Mv:
    case CallShape::Dot:
    case CallShape::Bmm:
      return first_product_of(facts);
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
    case CallShape::ScatterReduce:
      return pick_if([&](const Candidate& t, int reg) {
        return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype) &&
               (facts.out < 0 || writes_out_from(t)) &&
               any([&](const Candidate& index) { return takes_index(facts.call_shape, t, 0, index); });
      });
    case CallShape::Index:
    case CallShape::IndexPut:
      return pick_if([&](const Candidate& t, int reg) {
        return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t));
      });
    case CallShape::SliceScatter:
    case CallShape::SelectScatter:
      return pick_if([&](const Candidate& t, int) {
        return t.shape.rank >= 1 && readable(t) && any([&](const Candidate& part) {
                 return facts.call_shape == CallShape::SelectScatter ? replaces_row(t.shape, 0, part.shape)
                                                                     : replaces_slice(t.shape, 0, part.shape);
               });
      });
    case CallShape::Border:
    case CallShape::AdaptivePool:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
    case CallShape::Convolution:
    case CallShape::Upsample:
    case CallShape::GridSampler:
    case CallShape::Col2Im:
      return first_image_of(facts);
    case CallShape::EmbeddingBag:
    case CallShape::Embedding:
    case CallShape::LayerNorm:
    case CallShape::GroupNorm:
    case CallShape::BatchNorm:
    case CallShape::RealTransform:
    case CallShape::ComplexTransform:
    case CallShape::RealInverse:
    case CallShape::CDist:
    case CallShape::PDist:
    case CallShape::Trace:
    case CallShape::Places:
    case CallShape::Segments:
    case CallShape::PlaceOfNumber:
    case CallShape::Factors:
    case CallShape::Solve:
    case CallShape::Determinant:
    case CallShape::TriangularSolve:
    case CallShape::NllLoss:
      return first_numbers_of(facts);
    default:
      return first_view_of(facts);
  }
}

MODECHECK_FOR_BOTH_CHOICES(int, (const OperationFacts&), first_image_of, first_numbers_of, first_view_of,
                           first_product_of, first_of)

}  // namespace modecheck::properties
