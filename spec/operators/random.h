// What writes random numbers. A generator is never named: the default one is drawn from, and seeded before each
// command.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Of a floating dtype, in [from, to).
struct uniform_ : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!)");
};

struct normal_ : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!)");
};

// Integers from zero to the largest that the dtype has, or holds exactly.
struct random_ : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema = parse("random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)");
};

// Integers of [from, to), or from `from` on.
struct random__from : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)");
};

// One with probability p, else zero.
struct bernoulli__float : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)");
};

// The same with a probability for each element, which broadcast.
struct bernoulli__Tensor : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)");
};

// A fresh tensor of draws with the probabilities of `self`.
struct bernoulli : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema = parse("bernoulli(Tensor self, *, Generator? generator=None) -> Tensor");
};

struct exponential_ : Operator<Family::Random, Made::Composite> {
  static constexpr Schema schema =
      parse("exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!)");
};

}  // namespace modecheck::spec::operators
