// What the generator knows about an operation so that it can propose arguments: how they hang together, and which
// dtypes have a chance. Rough on purpose: the model judges every proposal, and a wrong fact costs another one.
#pragma once

#include <cstdint>

#include "spec/program/dtype.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

// How the arguments of an operation hang together.
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
  ClampBetween,  // tensors, either of which may be left out
  Where,
  ReduceAll,
  ReduceDims,
  ReduceOne,       // along one dimension
  ReduceOptional,  // along one or over all
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
  AddMm,  // from here to BaddBmm: a product is added to something
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
  Index,  // by tensors, one for each dimension
  IndexPut,
  Clone,
  Contiguous,
  ToDtype,
  ToCopy,
  CopyInto,
  CopyLike,  // copy
  Fill,
  Draw,     // random numbers, into what is there
  Foreach,  // lists
  BatchNorm,
  Loss,     // of a prediction and a target
  NllLoss,  // of a prediction and the numbers of classes
  Whole,    // the greatest, the least, the median of all
  Trace,
  MaskedSelect,
  Take,
  Roll,
  DiagEmbed,
  Norm,
  Places,  // of values in sequences
  PlaceOfNumber,
  Unique,
  Factors,  // of square matrices, or their inverses
  Solve,
  Determinant,
  TriangularSolve,
  SameView,  // alias, view_as of itself
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

// The dtype of what is computed.
enum class Result : std::uint8_t { Promoted, Floating, Bool };

// Small, so that the facts of all operations stay in the cache: the rows of `spec::operations()` do not.
struct OperationFacts {
  spec::CommandKind kind = spec::CommandKind::Operator;
  spec::BuiltinCommand builtin = spec::BuiltinCommand::Leaf;
  bool keeps_result = false;
  bool writes = false;
  std::uint8_t immediates = 0;  // how many there are
  CallShape call_shape = CallShape::NotAnOperator;
  Result result = Result::Promoted;
  bool in_place = false;            // writes its first argument
  std::int8_t out = -1;             // the operand of `out=`
  std::int8_t second_out = -1;      // that of the second output, if there are two
  bool is_out_variant = false;      // which has to be of the dtype of what is moved there
  std::uint8_t tensors = 0;         // operands that are read; lists of one or more, if lists are what it is about
  bool no_bool = false;             // bool is rejected
  bool no_half = false;             // float16 is
  bool no_complex = false;          // complex dtypes are
  bool probability = false;         // the elements of its last tensor have to be probabilities
  bool parts = false;               // of a complex tensor the result is real
  bool needs_floating = false;      // so is int64
  bool no_floating = false;         // only int64 and bool are taken
  bool rises = false;               // written in place it has to: its derivative is that of the result
  bool needs_mask = false;          // a tensor of truth values says where
  bool needs_index = false;         // a tensor of places does
  bool needs_complex = false;       // only complex numbers are taken
  bool needs_widest = false;        // only float64 can hold the result
  bool may_lack = false;            // another command may have to make what it works on
  std::uint8_t spatial = 0;         // of an image: how many dimensions come after the channels
  spec::OperationId resembles = 0;  // for a composite: the operator whose facts these are, roughly
};

// Of the second result: places, or a sum of weights.
constexpr spec::DType dtype_of_second(const OperationFacts& facts, spec::DType first) {
  return facts.call_shape == CallShape::NllLoss ? first : spec::DType::Int64;
}

// Of every operation, by id.
const OperationFacts* operation_facts();

inline const OperationFacts& facts_of(spec::OperationId id) { return operation_facts()[id]; }

}  // namespace modecheck::properties
