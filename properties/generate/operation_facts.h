// OperationFacts holds what the generator needs to propose arguments of an operation: how the arguments depend on each
// other, and which dtypes are accepted. The facts may be inexact: the model judges every proposal, and a wrong fact
// only costs another proposal.
#pragma once

#include <cstdint>

#include "spec/program/dtype.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

// Says how the arguments of an operator depend on each other. Operators with the same call shape get their arguments in
// the same way.
enum class CallShape : std::uint8_t {
  Sized,
  Strided,
  Arange,
  ScalarTensor,
  FullLike,
  DrawnLike,    // rand_like and other operators that take a tensor's shape
  Permutation,  // the operator randperm
  Integers,     // randint, which draws integers
  Dropout,
  Unary,
  Binary,
  BinaryScalar,
  Ternary,       // operators of three tensors: lerp, addcmul
  ClampBetween,  // clamp with two tensors, each of which may be None
  Where,
  ReduceAll,
  ReduceDims,
  ReduceOne,       // reductions along one dimension
  ReduceOptional,  // reductions along one dimension or over all dimensions
  Spread,          // the reductions var and std
  Cumulate,
  Sort,
  TopK,
  KthValue,
  AdaptivePool,
  AvgPool,
  MaxPool,
  Convolution,
  Col2Im,
  Upsample,
  GridSampler,
  LayerNorm,
  GroupNorm,
  CDist,
  PDist,
  ComplexTransform,
  RealTransform,
  RealInverse,
  Softmax,
  Mm,
  AddMm,  // from here to BaddBmm: operators that add a product to a tensor
  AddMv,
  AddBmm,
  BaddBmm,
  MatMul,
  Mv,
  Dot,
  Bmm,
  Flip,
  Pad,
  Border,  // reflection_pad and replication_pad
  Repeat,
  SliceScatter,
  SelectScatter,
  Triangle,  // the operators tril and triu
  Cat,
  Stack,
  IndexSelect,
  Embedding,
  EmbeddingBag,
  Gather,
  MaskedFill,
  MaskedScatter,
  IndexInto,    // the operators index_add, index_copy and index_fill
  ScatterInto,  // the operators scatter and scatter_add
  ScatterReduce,
  Segments,
  Nonzero,
  Index,  // indexing with a list of index tensors, one for each dimension
  IndexPut,
  Clone,
  Contiguous,
  ToDtype,
  ToCopy,
  CopyInto,
  CopyLike,  // the operator copy, which works as copy_ but returns a new tensor
  Fill,
  Draw,     // operators that write random numbers into their argument
  Foreach,  // operators on lists of tensors
  BatchNorm,
  Loss,     // most losses, which take a prediction and a target
  NllLoss,  // nll_loss, which takes a prediction and the index of a class for each sample
  Whole,    // max, min or median of the whole tensor
  Trace,
  MaskedSelect,
  Take,
  Roll,
  DiagEmbed,
  Norm,
  Places,  // searchsorted and bucketize of tensors, which return indices
  PlaceOfNumber,
  Unique,
  Factors,  // the operators linalg_inv_ex and linalg_cholesky_ex
  Solve,
  Determinant,
  TriangularSolve,
  SameView,  // alias, whose result has the same elements as its argument
  Resize,    // the operators view and reshape
  Transpose,
  Permute,
  Matrix,  // t, the transpose of a matrix
  Select,
  Slice,
  Narrow,
  Expand,
  Squeeze,
  SqueezeDim,
  Unsqueeze,
  Diagonal,
  Unfold,
  AsStrided,
  ViewAs,
  Split,
  SplitWithSizes,
  Chunk,
  Unbind,
  Detach,
  ViewDtype,
  AsReal,
  AsComplex,
  ResizeStorage,  // the operator resize_
  SetSource,      // the operator set_.source_Tensor
  NotAnOperator,
};

inline bool adds_product(CallShape call_shape) {
  return call_shape >= CallShape::AddMm && call_shape <= CallShape::BaddBmm;
}

// Says how the dtype of the result follows from the arguments: by type promotion, promoted with float32 for integers,
// or always bool.
enum class Result : std::uint8_t { Promoted, Floating, Bool };

// OperationFacts is small, so that the facts of all operations stay in the cache. The structs of `spec::operations()`
// are too large for that.
struct OperationFacts {
  spec::CommandKind kind = spec::CommandKind::Operator;
  spec::BuiltinCommand builtin = spec::BuiltinCommand::Leaf;
  bool keeps_result = false;
  bool writes = false;
  std::uint8_t immediates = 0;  // the number of immediates: arguments that are not tensors
  CallShape call_shape = CallShape::NotAnOperator;
  Result result = Result::Promoted;
  bool in_place = false;        // whether the operator writes its first argument
  std::int8_t out = -1;         // the index of the operand for `out=`; -1 if there is none
  std::int8_t second_out = -1;  // the index of the second output; -1 if there is none
  // Whether the operator is an out variant. Its result moves into the tensor for `out=`, which must have the same
  // dtype.
  bool is_out_variant = false;
  std::uint8_t tensors = 0;     // the number of operands that are read; for foreach operators, the number of lists
  bool no_bool = false;         // whether the operator rejects bool
  bool no_half = false;         // whether the operator rejects float16
  bool no_complex = false;      // whether the operator rejects complex dtypes
  bool probability = false;     // whether the elements of the last tensor must be in [0, 1]
  bool parts = false;           // whether a complex tensor has a real result, as with abs
  bool needs_floating = false;  // whether the operator accepts floating-point and complex dtypes only
  bool no_floating = false;     // whether the operator accepts int64 and bool only
  // Whether the operator writes in place and computes its derivative from the result, as elu_ does. Such a derivative
  // is right only if the function increases.
  bool rises = false;
  bool needs_mask = false;          // whether the operator needs a bool tensor that selects elements
  bool needs_index = false;         // whether the operator needs an int64 tensor that selects elements
  bool needs_complex = false;       // whether the operator accepts complex dtypes only
  bool needs_widest = false;        // whether the tensor that the operator writes must be float64 (float_power_)
  bool may_lack = false;            // whether another command may have to make an argument first
  std::uint8_t spatial = 0;         // the number of dimensions that an image has after its channels
  spec::OperationId resembles = 0;  // for a composite: the operator whose facts and argument rules the generator uses
};

// Returns the dtype of the second result: int64 for indices, or the first result's dtype for nll_loss's total weight.
constexpr spec::DType dtype_of_second(const OperationFacts& facts, spec::DType first) {
  return facts.call_shape == CallShape::NllLoss ? first : spec::DType::Int64;
}

// Returns the facts of every operation, indexed by id.
const OperationFacts* operation_facts();

inline const OperationFacts& facts_of(spec::OperationId id) { return operation_facts()[id]; }

}  // namespace modecheck::properties
