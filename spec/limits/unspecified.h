// Why the specification says nothing about some commands. Such a command is dropped: it is run on no subject, and the
// report counts it under its reason. There are three kinds of reasons:
//
//   Limit    the harness could not hold the result, or not tell it apart from others
//   Open     PyTorch's documentation does not decide it, and neither does mathematics
//   NotYet   a document, upstream's words or mathematics decides it, and the specification does not follow them yet
//
// "Implementations differ" alone is no reason.
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
  OutputDtype,
  ShortFloatSums,
  ScaleFactorKind,
  SumsOfBools,
  ValueBeyondDtype,
  ErrorOrder,
  LossTargetShape,
  IndexedSourceShape,
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
  ExponentialRateZero,
  NativeDropoutOfNoElements,
  InnerOperatorRanks,
  EmptyPoolingWindow,
  NegativePlaces,
  AddmvOfNoElements,
  SegmentLengthsAndOffsets,
  SingularByRounding,
  IntegerDivisionByZero,
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
  NoSecondDerivative,
  GeometryChangedBehindGraph,
  WriteHiddenFromAutograd,
  ChangedGradient,
  FormerLeaf,
  ViewOfAnotherDtype,
  BaseOfAnotherDtype,
  GradientLargerThanRoot,
  RootAsGradient,
  BackwardOrder,
  HookWritesAGradient,
  HookOfAConstantView,
  GradientOfAReplacedView,
  ZerosOrNoGradient,
  SecondBackwardMayRaise,
  SavedTensorDetached,
  SecondGradientOfASlice,
  ModeBesideAutograd,
  WriteToSharedPlaces,
  OperandsOnTwoDevices,
  BatchNormOfInferenceTensors,
  ListWrittenByCopy,
  ViewInARecordedList,
  WindowOfNegativeSize,
  CrossEntropyOfNothing,
};
inline constexpr int kUnspecified = static_cast<int>(Unspecified::CrossEntropyOfNothing) + 1;

struct UnspecifiedFacts {
  enum class Kind : std::uint8_t { Limit, Open, NotYet };

  std::string_view id;  // "backward-order", as reports name it
  Kind kind;
  std::string_view statement;  // a sentence: what is not said
  std::string_view source;     // a sentence: which limit it is, or where an answer was looked for
  // Commands, one in each line, of which the last is dropped for this reason.
  std::string_view example;
};

// By the number of the reason; the first stands for none.
const std::array<UnspecifiedFacts, kUnspecified>& unspecified_reasons();

inline const UnspecifiedFacts& facts_of(Unspecified reason) {
  return unspecified_reasons()[static_cast<std::size_t>(reason)];
}

}  // namespace modecheck::spec
