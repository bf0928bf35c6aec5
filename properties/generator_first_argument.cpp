// Which register an operator works on: one for which the other arguments can be found.
#include "properties/generator_writer.h"

namespace modecheck::properties {

template <typename TheChoice>
int ProgramWriter<TheChoice>::first_of(const OperationFacts& facts) {
  switch (facts.pattern) {
    case Pattern::Where:
      return pick_if([&](const SketchTensor& t, int) { return t.dtype == DType::Bool; });
    case Pattern::Mm:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank == 2 && t.dtype != DType::Bool && (facts.out < 0 || writes_out_from(t)) && readable(t);
      });
    case Pattern::MatMul:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && t.shape.rank <= 2 && t.dtype != DType::Bool && readable(t);
      });
    case Pattern::Mv:
    case Pattern::Dot:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank == (facts.pattern == Pattern::Mv ? 2 : 1) && t.dtype != DType::Bool && readable(t) &&
               has_target(facts, t) && any([&](const SketchTensor& b) {
                 return b.shape.rank == 1 && b.shape.last(0) == t.shape.last(0) && b.dtype == t.dtype;
               });
      });
    case Pattern::Bmm:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank == 3 && t.dtype != DType::Bool && readable(t) && takes(facts, t.dtype) &&
               (facts.out < 0 || writes_out_from(t)) && t.shape.numel() > 0 &&
               any([&](const SketchTensor& b) { return multiplies_batches(t, b) && has_target(facts, t, b); });
      });
    case Pattern::IndexInto:
    case Pattern::ScatterInto:
    case Pattern::ScatterReduce:
      return pick_if([&](const SketchTensor& t, int reg) {
        return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype) &&
               (facts.out < 0 || writes_out_from(t)) &&
               any([&](const SketchTensor& index) { return takes_index(facts.pattern, t, 0, index); });
      });
    case Pattern::Index:
    case Pattern::IndexPut:
      return pick_if([&](const SketchTensor& t, int reg) {
        return t.shape.rank >= 1 && (facts.in_place ? writable(reg) : readable(t));
      });
    case Pattern::SliceScatter:
    case Pattern::SelectScatter:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && readable(t) && any([&](const SketchTensor& part) {
                 return facts.pattern == Pattern::SelectScatter ? replaces_row(t.shape, 0, part.shape)
                                                                : replaces_slice(t.shape, 0, part.shape);
               });
      });
    case Pattern::Border:
    case Pattern::AdaptivePool:
    case Pattern::AvgPool:
    case Pattern::MaxPool:
    case Pattern::Convolution:
    case Pattern::Upsample:
      return pick_if([&](const SketchTensor& t, int) { return is_image(facts, t) && readable(t); });
    case Pattern::GridSampler:
      return pick_if([&](const SketchTensor& t, int) {
        return is_image(facts, t) && readable(t) && (!any([&](const SketchTensor& grid) {
                 return is_image(facts, grid) && grid.shape.last(0) == 2;
               }) || any([&](const SketchTensor& grid) { return is_grid_of(t, grid); }));
      });
    case Pattern::Col2Im:
      return pick_if([&](const SketchTensor& t, int) {
        return (t.shape.rank == 2 || t.shape.rank == 3) && t.shape.numel() > 0 && readable(t) &&
               spec::is_differentiable(t.dtype) && t.shape.last(0) <= 3;
      });
    case Pattern::EmbeddingBag:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank == 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case Pattern::Embedding:
      return pick_if([&](const SketchTensor& t, int) { return t.shape.rank == 2 && readable(t); });
    case Pattern::LayerNorm:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
      });
    case Pattern::GroupNorm:
      return pick_if([&](const SketchTensor& t, int) {
        return t.contiguous && readable(t) && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
      });
    case Pattern::RealTransform:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) &&
               (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case Pattern::RealInverse:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && t.shape.numel() > 0 && readable(t) && spec::is_complex(t.dtype);
      });
    case Pattern::CDist:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 2 && readable(t) && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case Pattern::PDist:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank == 2 && t.contiguous && readable(t) &&
               (t.dtype == DType::Float32 || t.dtype == DType::Float64);
      });
    case Pattern::Triangle:
      return pick_if([&](const SketchTensor& t, int reg) {
        return t.shape.rank >= 2 && (facts.in_place ? writable(reg) : readable(t)) && takes(facts, t.dtype);
      });
    case Pattern::Select:
    case Pattern::Slice:
    case Pattern::Narrow:
    case Pattern::Split:
    case Pattern::SplitWithSizes:
    case Pattern::Chunk:
    case Pattern::Unbind:
    case Pattern::IndexSelect:
    case Pattern::Cat:
      return pick_if([&](const SketchTensor& t, int) {
        return t.shape.rank >= 1 && readable(t) && (facts.out < 0 || writes_out_from(t));
      });
    case Pattern::Gather:
      return pick_if([&](const SketchTensor& t, int) { return t.shape.rank == 1 && readable(t); });
    case Pattern::Diagonal:
      return pick_if([&](const SketchTensor& t, int) { return t.shape.rank >= 2 && readable(t); });
    case Pattern::Matrix:
      if (facts.in_place)
        return pick_if([&](const SketchTensor& t, int reg) { return writable(reg) && t.shape.rank <= 2; });
      return pick_if([&](const SketchTensor& t, int) { return t.shape.rank <= 2 && readable(t); });
    case Pattern::Resize:
    case Pattern::ViewAs:
      return pick_if([&](const SketchTensor& t, int) { return t.contiguous && readable(t); });
    case Pattern::Detach:
      if (facts.in_place)
        return pick_if([&](const SketchTensor& t, int reg) {
          return !t.view && (t.requires_grad || writable(reg)) && !(t.inference && !sketch_.mode(thread_).inference);
        });
      return pick();
    case Pattern::ResizeStorage:
    case Pattern::SetSource:
      return pick_if([&](const SketchTensor& t, int reg) {
        return writable(reg) && (!t.requires_grad || sketch_.mode(thread_).no_autograd);
      });
    default:
      return self_of(facts);
  }
}

template int ProgramWriter<Choice>::first_of(const OperationFacts&);
template int ProgramWriter<RandomChoice>::first_of(const OperationFacts&);

}  // namespace modecheck::properties
