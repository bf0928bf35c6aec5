// What the generator knows about an operation so that it can choose arguments that fit: the shape of the call, what the
// result's dtype is, what the derivative keeps. Rough on purpose: a wrong fact costs a rejected call, nothing else. The
// spec's model has the exact rules, and the two share nothing.
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
  ForEach,  // lists
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

// What the derivative keeps.
enum class Keeps : std::uint8_t {
  Nothing,
  Self,
  Output,
  SelfAndOutput,
  Crosswise,
  Divisor,
  Both,
  BothAndOutput,
  Second,
  Last,
  Places,
  Indices,
  All,  // that is read, and the result
  Bags,
  Normalized,  // all that is read, and the results after the first
  Factored     // the first, the first result, and what comes after the numbers
};

// Small, so that the facts of all operations stay in the cache: the rows of `spec::operations()` do not.
struct OperationFacts {
  spec::CommandKind kind = spec::CommandKind::Operator;
  spec::Extra extra = spec::Extra::Leaf;
  bool keeps_result = false;
  bool second_result = false;  // indices, beside what is computed, unless
  bool second_flows = false;   // it is a mean
  bool writes = false;
  std::uint8_t immediates = 0;  // how many there are
  CallShape call_shape = CallShape::NotAnOperator;
  Result result = Result::Promoted;
  Keeps keeps = Keeps::Nothing;
  bool in_place = false;        // writes its first argument
  std::int8_t out = -1;         // the operand of `out=`
  std::int8_t second_out = -1;  // that of the second output, if there are two
  bool computes = false;        // which has to be of the dtype of what is moved there
  std::uint8_t tensors = 0;     // operands that are read; lists of one or more, if lists are what it is about
  bool no_bool = false;         // bool is rejected
  bool no_half = false;         // float16 is
  bool no_complex = false;      // complex dtypes are
  bool parts = false;           // of a complex tensor the result is real
  bool needs_floating = false;  // so is int64
  bool no_floating = false;     // only int64 and bool are taken
  bool constant = false;        // nothing flows through it
  bool rises = false;           // written in place it has to: its derivative is that of the result
  std::uint8_t spatial = 0;     // of an image: how many dimensions come after the channels
  spec::OperationId like = 0;   // of what is made of others: the row whose facts these are, roughly
};

// Of the second result: places, or a sum of weights.
constexpr spec::DType dtype_of_second(const OperationFacts& facts, spec::DType first) {
  return facts.call_shape == CallShape::NllLoss ? first : spec::DType::Int64;
}

// Of every operation, by id.
const OperationFacts* operation_facts();

inline const OperationFacts& facts_of(spec::OperationId id) { return operation_facts()[id]; }

}  // namespace modecheck::properties
