// The operators that return an alias of their argument.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct alias : Operator<Family::View> {
  static constexpr std::string_view schema = "alias(Tensor(a) self) -> Tensor(a)";
};

struct view : Operator<Family::View> {
  static constexpr std::string_view schema = "view(Tensor(a) self, SymInt[] size) -> Tensor(a)";
};

struct reshape : Operator<Family::View, Made::Composite> {
  static constexpr std::string_view schema = "reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)";
};

struct transpose_int : Operator<Family::View> {
  static constexpr std::string_view schema = "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)";
};

struct permute : Operator<Family::View> {
  static constexpr std::string_view schema = "permute(Tensor(a) self, int[] dims) -> Tensor(a)";
};

struct t : Operator<Family::View> {
  static constexpr std::string_view schema = "t(Tensor(a) self) -> Tensor(a)";
};

struct select_int : Operator<Family::View> {
  static constexpr std::string_view schema = "select.int(Tensor(a) self, int dim, int index) -> Tensor(a)";
};

struct slice_Tensor : Operator<Family::View> {
  static constexpr std::string_view schema =
      "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)";
};

struct narrow : Operator<Family::View, Made::Composite> {
  static constexpr std::string_view schema = "narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)";
};

struct expand : Operator<Family::View> {
  static constexpr std::string_view schema =
      "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)";
};

struct squeeze : Operator<Family::View> {
  static constexpr std::string_view schema = "squeeze(Tensor(a) self) -> Tensor(a)";
};

struct squeeze_dim : Operator<Family::View> {
  static constexpr std::string_view schema = "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)";
};

struct unsqueeze : Operator<Family::View> {
  static constexpr std::string_view schema = "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)";
};

struct diagonal : Operator<Family::View> {
  static constexpr std::string_view schema =
      "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)";
};

struct as_strided : Operator<Family::View> {
  static constexpr std::string_view schema =
      "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)";
};

struct view_as : Operator<Family::View, Made::Composite> {
  static constexpr std::string_view schema = "view_as(Tensor(a) self, Tensor other) -> Tensor(a)";
};

struct split_Tensor : Operator<Family::MultiView> {
  static constexpr std::string_view schema =
      "split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]";
};

struct split_with_sizes : Operator<Family::MultiView> {
  static constexpr std::string_view schema =
      "split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]";
};

struct chunk : Operator<Family::MultiView, Made::Composite> {
  static constexpr std::string_view schema = "chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]";
};

struct unbind_int : Operator<Family::MultiView> {
  static constexpr std::string_view schema = "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]";
};

struct detach : Operator<Family::Alias> {
  static constexpr std::string_view schema = "detach(Tensor(a) self) -> Tensor(a)";
};

struct view_dtype : Operator<Family::Alias> {
  static constexpr std::string_view schema = "view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)";
};

// Complex numbers as pairs of real ones, and back: tracked views whose elements have another dtype.
struct view_as_real : Operator<Family::View> {
  static constexpr std::string_view schema = "view_as_real(Tensor(a) self) -> Tensor(a)";
  static constexpr bool changes_dtype = true;
};

struct view_as_complex : Operator<Family::View> {
  static constexpr std::string_view schema = "view_as_complex(Tensor(a) self) -> Tensor(a)";
  static constexpr bool changes_dtype = true;
};

using ViewOperators = List<alias, view, reshape, transpose_int, permute, t, select_int, slice_Tensor, narrow, expand,
                           squeeze, squeeze_dim, unsqueeze, diagonal, as_strided, view_as, split_Tensor,
                           split_with_sizes, chunk, unbind_int, detach, view_dtype>;

using ComplexViewOperators = List<view_as_real, view_as_complex>;

}  // namespace modecheck::spec::operators
