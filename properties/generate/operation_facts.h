// OperationFacts holds what the generator needs to propose arguments of an operation: how the arguments depend on each
// other, and which dtypes are accepted. The facts may be inexact: the model judges every proposal, and a wrong fact
// only costs another proposal.
#pragma once

#include <cstdint>

#include "spec/program/dtype.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

// Operators with the same call shape have arguments that depend on each other in the same way.
enum class CallShape : std::uint8_t {
  Sized,
  Strided,
  Arange,
  ScalarTensor,
  FullLike,
  DrawnLike,    // rand_like
  Permutation,  // randperm
  Integers,     // randint
  Dropout,
  Unary,
  Binary,
  BinaryScalar,
  Ternary,       // lerp, addcmul
  ClampBetween,  // two tensors, each of which may be None
  Where,
  ReduceAll,
  ReduceDims,
  ReduceOne,       // along one dimension
  ReduceOptional,  // along one dimension, or over all
  Spread,          // var, std
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
  AddMm,  // AddMm to BaddBmm add a product to a tensor
  AddMv,
  AddBmm,
  BaddBmm,
  MatMul,
  Mv,
  Dot,
  Bmm,
  Flip,
  Pad,
  Border,  // reflection_pad, replication_pad
  Repeat,
  SliceScatter,
  SelectScatter,
  Triangle,  // tril, triu
  Cat,
  Stack,
  IndexSelect,
  Embedding,
  EmbeddingBag,
  Gather,
  MaskedFill,
  MaskedScatter,
  IndexInto,    // index_add, index_copy, index_fill
  ScatterInto,  // scatter, scatter_add
  ScatterReduce,
  Segments,
  Nonzero,
  Index,  // a list of index tensors, one for each dimension
  IndexPut,
  Clone,
  Contiguous,
  ToDtype,
  ToCopy,
  CopyInto,
  CopyLike,  // copy
  Fill,
  Draw,     // writes random numbers into its argument
  Foreach,  // lists
  BatchNorm,
  Loss,     // takes a prediction and a target
  NllLoss,  // takes a prediction and a class for each sample
  Whole,    // max, min or median of all elements
  Trace,
  MaskedSelect,
  Take,
  Roll,
  DiagEmbed,
  Norm,
  Places,  // searchsorted, bucketize
  PlaceOfNumber,
  Unique,
  Factors,  // linalg_inv_ex, linalg_cholesky_ex
  Solve,
  Determinant,
  TriangularSolve,
  SameView,  // alias
  Resize,    // view, reshape
  Transpose,
  Permute,
  Matrix,  // t
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
  ResizeStorage,  // resize_
  SetSource,      // set_.source_Tensor
  NotAnOperator,
};

inline bool adds_product(CallShape call_shape) {
  return call_shape >= CallShape::AddMm && call_shape <= CallShape::BaddBmm;
}

// The dtype of the result.
enum class Result : std::uint8_t { Promoted, Floating, Bool };

// The struct is small so that the facts of all operations stay in the cache; the rows of `spec::operations()` do not.
struct OperationFacts {
  spec::CommandKind kind = spec::CommandKind::Operator;
  spec::BuiltinCommand builtin = spec::BuiltinCommand::Leaf;
  bool keeps_result = false;
  bool writes = false;
  std::uint8_t immediates = 0;  // the number of immediates
  CallShape call_shape = CallShape::NotAnOperator;
  Result result = Result::Promoted;
  bool in_place = false;            // the operator writes its first argument
  std::int8_t out = -1;             // the index of the operand of `out=`; -1 if there is none
  std::int8_t second_out = -1;      // the index of the second output; -1 if there is none
  bool is_out_variant = false;      // `out=` must have the dtype of the result, which is moved there
  std::uint8_t tensors = 0;         // the number of operands that are read; of lists, for Foreach
  bool no_bool = false;             // bool is rejected
  bool no_half = false;             // float16 is rejected
  bool no_complex = false;          // complex dtypes are rejected
  bool probability = false;         // the elements of the last tensor must be in [0, 1]
  bool parts = false;               // a complex tensor has a real result, as with abs
  bool needs_floating = false;      // only floating-point and complex dtypes are accepted
  bool no_floating = false;         // only int64 and bool are accepted
  bool rises = false;               // in place, the function must increase: its derivative is computed from the result
  bool needs_mask = false;          // a bool tensor selects elements
  bool needs_index = false;         // an int64 tensor selects elements
  bool needs_complex = false;       // only complex dtypes are accepted
  bool needs_widest = false;        // only float64 can hold the result
  bool may_lack = false;            // another command may have to make an argument first
  std::uint8_t spatial = 0;         // the number of dimensions that an image has after its channels
  spec::OperationId resembles = 0;  // for a composite: the operator whose facts are used
};

// The dtype of the second result: int64 for indices, or the first result's for nll_loss's total weight.
constexpr spec::DType dtype_of_second(const OperationFacts& facts, spec::DType first) {
  return facts.call_shape == CallShape::NllLoss ? first : spec::DType::Int64;
}

// Returns the facts of every operation, indexed by id.
const OperationFacts* operation_facts();

inline const OperationFacts& facts_of(spec::OperationId id) { return operation_facts()[id]; }

}  // namespace modecheck::properties
