// What writes random numbers. A generator is never named: the default one is drawn from, and seeded before each
// command.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Of a floating dtype, in [from, to).
struct uniform_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)";
};

struct normal_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)";
};

// Integers from zero to the largest that the dtype has, or holds exactly.
struct random_ : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema = "random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)";
};

// Integers of [from, to), or from `from` on.
struct random__from : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)";
};

// One with probability p, else zero.
struct bernoulli__float : Operator<Family::Random, Made::Composite> {
  static constexpr std::string_view schema =
      "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)";
};

// The same with a probability for each element, which broadcast.
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

// Fresh tensors that lie as `self` does. Of it only sizes, strides and options count: nothing flows through.
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

// What is left of the input, and which elements those are.
struct native_dropout : Operator<Family::Random> {
  static constexpr std::string_view schema = "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)";
};

using RandomOperators =
    List<uniform_, normal_, random_, random__from, bernoulli__float, bernoulli__Tensor, bernoulli, exponential_>;

using RandomLikeOperators = List<rand_like, randn_like, native_dropout>;

}  // namespace modecheck::spec::operators
