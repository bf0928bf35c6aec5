// Operators that return an alias of their argument.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(alias, View, "alias(Tensor(a) self) -> Tensor(a)");
MODECHECK_OPERATOR(view, View, "view(Tensor(a) self, SymInt[] size) -> Tensor(a)");
MODECHECK_COMPOSITE_OPERATOR(reshape, View, "reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)");
MODECHECK_OPERATOR(transpose_int, View, "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)");
MODECHECK_OPERATOR(permute, View, "permute(Tensor(a) self, int[] dims) -> Tensor(a)");
MODECHECK_OPERATOR(t, View, "t(Tensor(a) self) -> Tensor(a)");
MODECHECK_OPERATOR(select_int, View, "select.int(Tensor(a) self, int dim, int index) -> Tensor(a)");
MODECHECK_OPERATOR(
    slice_Tensor, View,
    "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)");
MODECHECK_COMPOSITE_OPERATOR(narrow, View, "narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)");
MODECHECK_OPERATOR(expand, View, "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)");
MODECHECK_OPERATOR(squeeze, View, "squeeze(Tensor(a) self) -> Tensor(a)");
MODECHECK_OPERATOR(squeeze_dim, View, "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)");
MODECHECK_OPERATOR(unsqueeze, View, "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)");
MODECHECK_OPERATOR(diagonal, View, "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)");
MODECHECK_OPERATOR(
    as_strided, View,
    "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)");
MODECHECK_COMPOSITE_OPERATOR(view_as, View, "view_as(Tensor(a) self, Tensor other) -> Tensor(a)");
MODECHECK_OPERATOR(split_Tensor, MultiView,
                   "split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]");
MODECHECK_OPERATOR(split_with_sizes, MultiView,
                   "split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]");
MODECHECK_COMPOSITE_OPERATOR(chunk, MultiView, "chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]");
MODECHECK_OPERATOR(unbind_int, MultiView, "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]");
MODECHECK_OPERATOR(detach, Alias, "detach(Tensor(a) self) -> Tensor(a)");
MODECHECK_OPERATOR(view_dtype, Alias, "view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)");

// view_as_real views complex numbers as pairs of real numbers, and view_as_complex does the reverse. Both return
// tracked views whose elements have another dtype.
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
