#include "subjects/operators/layout_checks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "subjects/operators/state_checks.h"

namespace modecheck::operators {
namespace {

constexpr const char* kSituation = "views that are not contiguous, in normal mode";

// Operators whose results depend on strides or on offsets by intent, or are what happens to lie in memory. The factors
// of _linalg_* are those of the transposed matrix where that lies densely. A name stands for all operators that begin
// with it.
constexpr std::array<std::string_view, 16> kLeftOut{"aten::_linalg_det",
                                                    "aten::_linalg_slogdet",
                                                    "aten::_linalg_solve_ex",
                                                    "aten::as_strided",
                                                    "aten::_as_strided",
                                                    "aten::_reshape_alias",
                                                    "aten::empty",
                                                    "aten::_empty",
                                                    "aten::new_empty",
                                                    "aten::_new_",
                                                    "aten::resize",
                                                    "aten::set",
                                                    "aten::stride",
                                                    "aten::is_",
                                                    "aten::_resize",
                                                    "aten::storage_offset"};

bool is_left_out(const std::string& name) {
  return std::any_of(kLeftOut.begin(), kLeftOut.end(),
                     [&](std::string_view one) { return name.compare(0, one.size(), one) == 0; });
}

bool is_comparable(const at::Tensor& tensor) {
  return tensor.layout() == c10::kStrided && !tensor.is_quantized() && !is_named(tensor);
}

bool same_elements(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes() || a.scalar_type() != b.scalar_type()) return false;
  if (!a.is_floating_point() && !a.is_complex()) return at::equal(a, b);
  // A sum in another order differs in its last digits.
  return at::allclose(a, b, /*rtol=*/1e-3, /*atol=*/1e-4, /*equal_nan=*/true);
}

// The results of a call, and what it wrote.
std::vector<at::Tensor> outputs(const Operator& op, const OperatorCall& call) {
  std::vector<at::Tensor> out;
  for (const ResultTensor& one : call.results) out.push_back(one.tensor);
  for (const ArgumentTensor& one : call.arguments)
    if (op.schema().arguments[one.argument].writes()) out.push_back(one.tensor);
  return out;
}

bool same_outputs(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (is_comparable(a[i]) && (!is_comparable(b[i]) || !same_elements(a[i], b[i]))) return false;
  return true;
}

}  // namespace

void check_layouts(const Operator& op, const DrawnCall& drawn, std::vector<Violation>& out) {
  if (is_left_out(op.schema().name)) return;
  const OperatorCall first = op.call(drawn, {});
  const OperatorCall second = op.call(drawn, {});
  if (!first.succeeded || !second.succeeded || !same_outputs(outputs(op, first), outputs(op, second))) return;
  Situation situation;
  situation.strided = true;
  const OperatorCall call = op.call(drawn, situation);
  const std::string text = drawn.text(op.schema());
  if (!call.succeeded) {
    check_rejected(op, drawn, call, kSituation, false, out);
    return;
  }
  for (const ArgumentTensor& one : call.arguments) {
    const SchemaArgument& argument = op.schema().arguments[one.argument];
    if (one.before.storage != one.after.storage || one.before.strides != one.after.strides) continue;
    if (!gaps_are_untouched(one.tensor))
      add(out, {"V4", "writes memory beside the elements of `" + argument.name + "`, which is a view", "", kSituation,
                text});
  }
  if (!same_outputs(outputs(op, first), outputs(op, call)))
    add(out, {"values", "computes other results for views that are not contiguous", "", kSituation, text});
}

}  // namespace modecheck::operators
