// Operators that copy elements to other positions or leave some out, and return a new tensor.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct flip : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "flip(Tensor self, int[] dims) -> Tensor";
};

struct tril : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "tril(Tensor self, int diagonal=0) -> Tensor";
};

struct tril_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "tril_(Tensor(a!) self, int diagonal=0) -> Tensor(a!)";
};

struct triu : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "triu(Tensor self, int diagonal=0) -> Tensor";
};

struct triu_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "triu_(Tensor(a!) self, int diagonal=0) -> Tensor(a!)";
};

struct constant_pad_nd : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor";
};

struct reflection_pad1d : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "reflection_pad1d(Tensor self, int[2] padding) -> Tensor";
};

struct reflection_pad2d : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "reflection_pad2d(Tensor self, int[4] padding) -> Tensor";
};

struct replication_pad2d : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "replication_pad2d(Tensor self, int[4] padding) -> Tensor";
};

struct reflection_pad3d : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "reflection_pad3d(Tensor self, int[6] padding) -> Tensor";
};

struct replication_pad3d : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "replication_pad3d(Tensor self, int[6] padding) -> Tensor";
};

struct repeat : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "repeat(Tensor self, SymInt[] repeats) -> Tensor";
};

struct slice_scatter : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> "
      "Tensor";
};

struct select_scatter : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor";
};

using ShapeOperators = List<flip, tril, tril_, triu, triu_, constant_pad_nd, repeat, slice_scatter, select_scatter,
                            reflection_pad1d, reflection_pad2d, replication_pad2d, reflection_pad3d, replication_pad3d>;

}  // namespace modecheck::spec::operators
