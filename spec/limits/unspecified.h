// The reasons for which the specification says nothing about a command. Such a command is dropped: no subject runs it,
// and the report counts it under its reason. There are three kinds of reasons:
//
//   Limit    the harness could not hold the result, or could not tell a right result from a wrong one
//   Open     neither PyTorch's documentation nor mathematics decides the answer
//   NotYet   a document, PyTorch's developers or mathematics decide it, but the specification does not follow them yet
//
// That implementations differ is no reason by itself.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace modecheck::spec {

enum class Unspecified : std::uint8_t {
  None,
  TooManyDimensions,
  StorageTooLarge,
  ComplexHalf,
  TooManyPieces,
  ValuesNotKnown,
  UncertainNumbers,
  SparseGradients,
  ComplexMatrices,
  IgnoredClassOutOfRange,
  OutputOverlapsInput,
  OutputOverlapsItself,
  OutputsShareMemory,
  OutputResizedBeforeRead,
  OverlapTooHard,
  OverlapWarning,
  LayoutWithoutElements,
  ResultStrides,
  BytesBeyondTheResult,
  EmptyInputChecks,
  ReadsBeyondMemory,
  MixedDtypes,
  DtypesTaken,
  ShortFloatSums,
  ScaleFactorKind,
  SumsOfBools,
  ValueBeyondDtype,
  IndexingWithoutDimensions,
  ScatterSourceLargerThanIndex,
  BytesAsMasks,
  AbsentIndexBeyondDimensions,
  FillingNumberWithDimensions,
  UncomparedComplexNumbers,
  UniqueOrder,
  StatisticsOfTooFewElements,
  MissingRunningStatistics,
  GroupNormOtherSizes,
  NativeDropoutOfNoElements,
  InnerOperatorRanks,
  EmptyPoolingWindow,
  NegativePlaces,
  SegmentLengthsAndOffsets,
  SingularByRounding,
  IntegerDivisionByZero,
  ShiftBeyondTheWidth,
  InterpolatedBytes,
  InnerTransformArguments,
  EmbeddingBagOffsets,
  InPlaceNegativeSlope,
  TooManyElements,
  ListTooLong,
  NumberTooLarge,
  TooManyGradients,
  FractionOfAnElement,
  NoOpenGuard,
  NoCapturedState,
  RandomNumbersOnTheHost,
  PartWithoutARow,
  SmoothedClassNumbers,
  RunningInstanceStatistics,
  ConjugateView,
  RecordedList,
  GradientOfAnAlias,
  GradientOfALaterResult,
  OverlappingGradient,
  HookInDoubleBackward,
  DtypeInDoubleBackward,
  GeometryChangedBehindGraph,
  WriteHiddenFromAutograd,
  ChangedGradient,
  BaseOfAnotherDtype,
  BackwardOrder,
  HookWritesAGradient,
  PackHookAfterWrite,
  PackHookOfAStaleView,
  GradientOfAReplacedView,
  NodeWithoutGradient,
  SecondBackwardMayRaise,
  SavedTensorDetached,
  SecondGradientOfASlice,
  ModeBesideAutograd,
  WriteToSharedPlaces,
  OperandsOnTwoDevices,
  ListWrittenByCopy,
  CrossEntropyOfNothing,
};
inline constexpr int kUnspecified = static_cast<int>(Unspecified::CrossEntropyOfNothing) + 1;

struct UnspecifiedFacts {
  enum class Kind : std::uint8_t { Limit, Open, NotYet };

  std::string_view id;  // the reason's id in reports, for example "backward-order"
  Kind kind;
  std::string_view statement;  // one sentence that says what is unspecified
  std::string_view source;     // one sentence that names the limit, or the documents searched for an answer
  // A program, one command per line; the last command is dropped for this reason.
  std::string_view example;
};

// Returns the table of all reasons, indexed by their number; entry 0 stands for no reason.
const std::array<UnspecifiedFacts, kUnspecified>& unspecified_reasons();

inline const UnspecifiedFacts& facts_of(Unspecified reason) {
  return unspecified_reasons()[static_cast<std::size_t>(reason)];
}

}  // namespace modecheck::spec
