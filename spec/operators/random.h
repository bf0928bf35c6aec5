// Operators that write random numbers. Programs never name a generator: the default one is used, and seeded before each
// command.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Floating-point numbers in [from, to).
struct uniform_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)";
};

struct normal_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)";
};

// Integers from zero to the largest that the dtype holds, or for floating dtypes holds exactly.
struct random_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema = "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)";
};

// Integers in [from, to), or from `from` on.
struct random__from : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)";
};

// One with probability p, else zero.
struct bernoulli__float : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)";
};

// The same with a tensor of probabilities, which broadcasts.
struct bernoulli__Tensor : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)";
};

// A fresh tensor of draws with the probabilities of `self`.
struct bernoulli : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema = "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor";
};

struct exponential_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!)";
};

// Fresh tensors with the layout of `self`. Only its sizes, strides and options are used: no gradient flows through.
struct rand_like : Operator<Family::Random> {
  static constexpr std::string_view schema =
      "rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor";
};

struct randn_like : Operator<Family::Random> {
  static constexpr std::string_view schema =
      "randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor";
};

// Returns the input with some elements dropped, and the mask of those that are kept.
struct native_dropout : Operator<Family::Random> {
  static constexpr std::string_view schema = "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)";
};

using RandomOperators =
    List<uniform_, normal_, random_, random__from, bernoulli__float, bernoulli__Tensor, bernoulli, exponential_>;

using RandomLikeOperators = List<rand_like, randn_like, native_dropout>;

}  // namespace modecheck::spec::operators
