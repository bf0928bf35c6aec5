#include <string_view>

#include "properties/sweep/situation.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

struct SituationText {
  std::string_view name;
  std::string_view commands;
};

// What the argument in r0 is. Before the first command, r0 and r2 are leaves of the sizes [2, 2] and r1 one of the size
// [2], which require grad; r3 [2, 2] and r4 [2] do not, and r5 [2] is int64.
constexpr SituationText kArguments[] = {
    // Kinds of history.
    {"a leaf that requires grad", ""},
    {"a tensor without grad", "r0 = assign(r3)"},
    {"a recorded result", "r0 = mul.Tensor(r0, r2)"},
    {"a result of a custom Function", "r0 = custom_square(r0)"},
    {"a result of a custom Function that returns its argument", "r0 = custom_identity(r0)"},
    {"a result of a custom Function that wrote its argument", "r2 = mul.Tensor(r0, r2)\nr0 = custom_dirty(r2)"},
    {"a result of a custom operator", "r0 = custom_operator(r0)"},
    {"a tensor that a custom operator wrote", "r0 = mul.Tensor(r0, r2)\ncustom_write(r0, kernels=2)"},
    {"a result whose graph is freed",
     "r0 = mul.Tensor(r0, r2)\nr0 = exp(r0)\nbackward(r0, seeding=1, retain_graph=false)"},
    {"a result that was written", "r0 = exp(r0)\nmul_.Scalar(r0, other=2)"},
    {"a tensor that became recorded by a write", "mul_.Tensor(r3, r0)\nr0 = assign(r3)"},
    {"a leaf that holds a gradient", "r2 = mul.Tensor(r0, r0)\nbackward(r2, seeding=1, retain_graph=true)"},
    {"a gradient", "r2 = mul.Tensor(r0, r0)\nbackward(r2, seeding=1, retain_graph=false)\nr0 = grad_of(r0)"},
    {"a leaf with a hook that doubles", "hook(r0, r0, kind=1)"},
    {"a result with a hook that doubles", "r0 = mul.Tensor(r0, r2)\nhook(r0, r0, kind=1)"},
    {"a result with a hook that writes an operand",
     "r2 = mul.Scalar(r2, other=1)\nr0 = mul.Tensor(r0, r2)\nhook(r0, r2, kind=2)"},
    {"a result that retains its gradient", "r0 = mul.Tensor(r0, r2)\nretain_grad(r0)"},
    {"a detached result", "r0 = mul.Tensor(r0, r2)\nr0 = detach(r0)"},
    {"a result that detach_ made a leaf", "r0 = mul.Tensor(r0, r2)\ndetach_(r0)\nrequires_grad_(r0)"},
    {"the data of a leaf", "r0 = data(r0)"},
    {"a loaded tensor", "r0 = save_load(r0)"},
    // Views.
    {"a view of a tensor without grad", "r0 = t(r3)"},
    {"a view of a leaf", "r0 = t(r0)"},
    {"a view of a recorded result", "r2 = mul.Tensor(r0, r2)\nr0 = t(r2)"},
    {"a view of a view", "r2 = mul.Tensor(r0, r2)\nr0 = t(r2)\nr0 = slice.Tensor(r0, dim=0, start=0, end=1)"},
    {"a view whose recorded base was written", "r2 = mul.Tensor(r0, r2)\nr0 = t(r2)\nmul_.Scalar(r2, other=2)"},
    {"a view whose base became recorded", "r0 = t(r3)\nmul_.Tensor(r3, r2)"},
    {"a base that was written through a view",
     "r2 = mul.Tensor(r0, r2)\nr3 = select.int(r2, dim=0, index=0)\nmul_.Scalar(r3, other=2)\nr0 = assign(r2)"},
    {"a view that was written", "r2 = mul.Tensor(r0, r2)\nr0 = select.int(r2, dim=0, index=0)\nmul_.Tensor(r0, r1)"},
    {"a view made without grad", "r2 = mul.Tensor(r0, r2)\nNoGradGuard() {\nr0 = t(r2)\n}"},
    {"a view made without grad, whose base was written later", "NoGradGuard() {\nr0 = t(r3)\n}\nmul_.Tensor(r3, r2)"},
    {"one of several views", "r2 = mul.Tensor(r0, r2)\nr0, r1 = split.Tensor(r2, split_size=1)"},
    {"one of several views made without grad", "NoGradGuard() {\nr0, r1 = split.Tensor(r3, split_size=1)\n}"},
    {"one of several views whose base was written", "r0, r1 = split.Tensor(r3, split_size=1)\nmul_.Tensor(r3, r2)"},
    {"a view that a custom Function returned", "r2 = mul.Tensor(r0, r2)\nr0 = custom_view(r2)"},
    {"a view that a custom Function returned, whose base was written", "r0 = custom_view(r3)\nmul_.Tensor(r3, r2)"},
    {"a view made below autograd", "r2 = mul.Tensor(r0, r2)\nAutoDispatchBelowAutograd() {\nr0 = t(r2)\n}"},
    {"a view made below ADInplaceOrView",
     "r2 = mul.Tensor(r0, r2)\nAutoDispatchBelowADInplaceOrView() {\nr0 = t(r2)\n}"},
    {"a view that detach made", "r2 = mul.Tensor(r0, r2)\nr0 = detach(r2)\nmul_.Scalar(r2, other=2)"},
    {"a tensor that is transposed in place", "r0 = mul.Tensor(r0, r2)\nt_(r0)"},
    {"a view of which the elements share memory",
     "r2 = mul.Tensor(r0, r2)\nr0 = as_strided(r2, size=[2, 2], stride=[1, 1])"},
    {"an expanded tensor", "r2 = mul.Tensor(r1, r1)\nr0 = expand(r2, size=[2, 2])"},
    {"a tensor with gaps", "r0 = mul.Tensor(r0, r2)\nas_strided_(r0, size=[2], stride=[2])"},
    {"a view of other bytes", "r0 = view.dtype(r3, dtype=float16)"},
    {"the real view of complex numbers",
     "r0 = leaf(size=[2, 2], dtype=complex64, requires_grad=true, seed=1)\nr0 = mul.Scalar(r0, other=2)\nr0 = "
     "view_as_real(r0)"},
    {"the complex view of real numbers", "r2 = mul.Tensor(r0, r2)\nr0 = view_as_complex(r2)"},
    // Storages that are changed behind autograd's back.
    {"a view whose base has other memory", "r0 = t(r3)\nr5 = ones(size=[2, 2])\nset_data(r3, r5)"},
    {"a view of an integer dtype whose base requires grad", "r0 = t(r3)\nset_data(r0, r5)\nrequires_grad_(r3)"},
    {"a leaf with the memory of another tensor", "set_data(r0, r3)\nmul_.Scalar(r3, other=2)"},
    {"a tensor that set_ gave memory", "r0 = ones(size=[2])\nset_.source_Tensor(r0, r3)"},
    {"a tensor that was made smaller", "r0 = assign(r3)\nresize_(r0, size=[2])"},
    {"a tensor that was made larger", "r0 = assign(r3)\nresize_(r0, size=[2, 3])"},
    {"a view whose base was made larger", "r0 = t(r3)\nresize_(r3, size=[2, 3])"},
    // Inference tensors, and views that the mode made.
    {"an inference tensor", "InferenceMode() {\nr0 = ones(size=[2, 2])\n}"},
    {"a view of an inference tensor", "InferenceMode() {\nr0 = ones(size=[2, 2])\nr0 = t(r0)\n}"},
    {"a view of an inference tensor, made outside", "InferenceMode() {\nr0 = ones(size=[2, 2])\n}\nr0 = t(r0)"},
    {"an inference tensor that requires grad", "InferenceMode() {\nr0 = ones(size=[2, 2])\nrequires_grad_(r0)\n}"},
    {"a view of a recorded result, made in the mode", "r2 = mul.Tensor(r0, r2)\nInferenceMode() {\nr0 = t(r2)\n}"},
    {"a view made in the mode, whose base was written later", "InferenceMode() {\nr0 = t(r3)\n}\nmul_.Tensor(r3, r2)"},
    {"one of several views made in the mode",
     "r2 = mul.Tensor(r0, r2)\nInferenceMode() {\nr0, r1 = split.Tensor(r2, split_size=1)\n}"},
    {"a recorded result that was written in the mode", "r0 = exp(r0)\nInferenceMode() {\nmul_.Scalar(r0, other=2)\n}"},
    {"a view of a leaf, made in the mode", "InferenceMode() {\nr0 = t(r0)\n}"},
    // Dtypes.
    {"int64", "r0 = assign(r5)"},
    {"float64", "r0 = leaf(size=[2, 2], dtype=float64, requires_grad=true, seed=1)"},
    {"float16", "r0 = leaf(size=[2, 2], dtype=float16, requires_grad=true, seed=1)"},
    {"bfloat16", "r0 = leaf(size=[2, 2], dtype=bfloat16, requires_grad=true, seed=1)"},
    {"complex64", "r0 = leaf(size=[2, 2], dtype=complex64, requires_grad=true, seed=1)"},
    {"complex128, written",
     "r0 = leaf(size=[2, 2], dtype=complex128, requires_grad=true, seed=1)\nr0 = mul.Scalar(r0, "
     "other=1)\nmul_.Scalar(r0, other=2)"},
    {"bool", "r0 = leaf(size=[2, 2], dtype=bool, requires_grad=false, seed=1)"},
    {"uint8", "r0 = leaf(size=[2], dtype=uint8, requires_grad=false, seed=1)"},
    {"int16", "r0 = leaf(size=[2, 2], dtype=int16, requires_grad=false, seed=2)"},
    // Shapes and layouts.
    {"no dimension", "r0 = leaf(size=[], dtype=float32, requires_grad=true, seed=1)"},
    {"no element", "r0 = leaf(size=[0], dtype=float32, requires_grad=true, seed=1)"},
    {"no row", "r0 = leaf(size=[0, 2], dtype=float32, requires_grad=true, seed=1)"},
    {"no column", "r0 = leaf(size=[2, 0], dtype=float64, requires_grad=true, seed=1)"},
    {"one element", "r0 = leaf(size=[1], dtype=float32, requires_grad=true, seed=1)"},
    {"one column", "r0 = leaf(size=[3, 1], dtype=float32, requires_grad=true, seed=1)"},
    {"a square of three rows", "r0 = leaf(size=[3, 3], dtype=float64, requires_grad=true, seed=2)"},
    {"a transposed rectangle", "r0 = leaf(size=[3, 2], dtype=float32, requires_grad=true, seed=1)\nr0 = t(r0)"},
    {"every second element",
     "r0 = leaf(size=[4], dtype=float32, requires_grad=true, seed=1)\nr0 = slice.Tensor(r0, dim=0, start=0, end=4, "
     "step=2)"},
    {"three dimensions", "r0 = leaf(size=[2, 2, 2], dtype=float32, requires_grad=true, seed=1)"},
    {"an image", "r0 = leaf(size=[1, 2, 3, 3], dtype=float32, requires_grad=true, seed=1)"},
    {"an image in channels-last order",
     "r0 = leaf(size=[2, 2, 2, 3], dtype=float32, requires_grad=true, seed=2)\nr0 = permute(r0, dims=[0, 3, 1, 2])"},
    {"an image without an element", "r0 = leaf(size=[0, 2, 2, 2], dtype=float32, requires_grad=true, seed=1)"},
    {"five dimensions",
     "r0 = leaf(size=[1, 2, 1, 2], dtype=float32, requires_grad=true, seed=1)\nr0 = unsqueeze(r0, dim=0)"},
    // Numbers.
    {"zeros", "r0 = zeros(size=[2, 2])\nrequires_grad_(r0)"},
    {"ones", "r0 = ones(size=[2, 2])\nrequires_grad_(r0)"},
    {"infinities", "r0 = zeros(size=[2, 2])\nr0 = log(r0)\nrequires_grad_(r0)"},
    {"numbers that are not a number", "r0 = zeros(size=[2, 2])\nr0 = div.Tensor(r0, r0)\nrequires_grad_(r0)"},
};

constexpr SituationText kModes[] = {
    {"normal mode", ""},
    {"InferenceMode", "InferenceMode() {"},
    {"NoGradGuard", "NoGradGuard() {"},
    {"InferenceMode(false) in InferenceMode", "InferenceMode() {\nInferenceMode(enabled=false) {"},
    {"AutoGradMode(true) in InferenceMode", "InferenceMode() {\nAutoGradMode(enabled=true) {"},
    {"AutoDispatchBelowADInplaceOrView", "AutoDispatchBelowADInplaceOrView() {"},
    {"AutoDispatchBelowAutograd", "AutoDispatchBelowAutograd() {"},
    {"AutoNonVariableTypeMode", "AutoNonVariableTypeMode() {"},
    // A guard that is destroyed out of order takes the exclusion of Autograd along (rule G8).
    {"InferenceMode with Autograd and grad mode",
     "AutoDispatchBelowADInplaceOrView() {\nInferenceMode() {\ndestroy_outer()\nAutoGradMode(enabled=true) {"},
    {"saved_tensors_hooks that copy", "saved_tensors_hooks(kind=1) {"},
    {"saved_tensors_hooks that raise in pack", "saved_tensors_hooks(kind=2) {"},
    {"InferenceMode with Autograd", "AutoDispatchBelowADInplaceOrView() {\nInferenceMode() {\ndestroy_outer()"},
};

template <std::size_t n>
std::vector<Situation> parsed(const SituationText (&texts)[n]) {
  std::vector<Situation> out;
  out.reserve(n);
  for (const SituationText& text : texts) {
    const spec::Program program = spec::parse_program("modecheck 1\n" + std::string(text.commands));
    out.push_back({std::string(text.name), {program.records.begin(), program.records.end()}});
  }
  return out;
}

}  // namespace

const std::vector<Situation>& argument_situations() {
  static const std::vector<Situation> situations = parsed(kArguments);
  return situations;
}

const std::vector<Situation>& mode_situations() {
  static const std::vector<Situation> situations = parsed(kModes);
  return situations;
}

}  // namespace modecheck::properties
