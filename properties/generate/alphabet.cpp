#include "properties/generate/alphabet.h"

#include <array>
#include <string_view>

#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

// The commands of the alphabet. The effect of a command never depends on the values of tensors, as it would with
// indices or masks. So the model's state determines the effects of all later commands. Results mostly go to r3, so that
// r0 stays a leaf for a while.
constexpr std::array kLetters{
    // Commands that enter guards, and all commands that leave a guard.
    std::string_view{"InferenceMode(enabled=true)"},
    std::string_view{"InferenceMode(enabled=false)"},
    std::string_view{"NoGradGuard()"},
    std::string_view{"AutoGradMode(enabled=true)"},
    std::string_view{"AutoGradMode(enabled=false)"},
    std::string_view{"AutoDispatchBelowAutograd()"},
    std::string_view{"AutoDispatchBelowADInplaceOrView()"},
    std::string_view{"AutoNonVariableTypeMode()"},
    std::string_view{"saved_tensors_hooks(kind=0)"},
    std::string_view{"saved_tensors_hooks(kind=1)"},
    std::string_view{"capture_state()"},
    std::string_view{"ThreadLocalStateGuard()"},
    std::string_view{"leave()"},
    std::string_view{"leave_by_exception(count=2)"},
    std::string_view{"destroy_outer()"},
    // Commands that make a tensor.
    std::string_view{"r3 = ones(size=[2, 2])"},
    std::string_view{"r3 = leaf(size=[2, 2], dtype=float32, requires_grad=true, seed=1)"},
    std::string_view{"r3 = assign(r0)"},
    std::string_view{"r3 = save_load(r3)"},
    std::string_view{"r3 = mul.Tensor(r0, r3)"},
    std::string_view{"r3 = sum(r3)"},
    std::string_view{"r3 = clone(r0)"},
    // In-place operators, and an out variant of an operator.
    std::string_view{"mul_.Tensor(r0, r3)"},
    std::string_view{"mul_.Tensor(r3, r0)"},
    std::string_view{"sqrt_(r3)"},
    std::string_view{"copy_(r3, r0)"},
    std::string_view{"mul.out(r0, r0, out=r3)"},
    // User code: custom Functions and custom operators.
    std::string_view{"r3 = custom_square(r0)"},
    std::string_view{"r3 = custom_identity(r0)"},
    std::string_view{"r3 = custom_view(r3)"},
    std::string_view{"r3 = custom_dirty(r3)"},
    std::string_view{"r3 = custom_operator(r3)"},
    std::string_view{"custom_write(r3, kernels=2)"},
    std::string_view{"operator_check(kind=1, adinplaceorview=true, autograd=false)"},
    // Commands that make views.
    std::string_view{"r3 = t(r0)"},
    std::string_view{"r0 = t(r3)"},
    std::string_view{"r3, r4 = split.Tensor(r0, split_size=1)"},
    std::string_view{"t_(r3)"},
    std::string_view{"r3 = detach(r0)"},
    std::string_view{"detach_(r3)"},
    // Commands that change or read a tensor's metadata, or what autograd stores about a tensor.
    std::string_view{"r3 = data(r0)"},
    std::string_view{"set_data(r0, r3)"},
    std::string_view{"set_.source_Tensor(r3, r0)"},
    std::string_view{"resize_(r3, size=[2])"},
    std::string_view{"requires_grad_(r3)"},
    std::string_view{"requires_grad_(r0, requires_grad=false)"},
    std::string_view{"retain_grad(r3)"},
    std::string_view{"hook(r3, r0, kind=2)"},
    std::string_view{"version(r3)"},
    std::string_view{"grad_fn(r3)"},
    // Commands that compute gradients.
    std::string_view{"backward(r3, seeding=1, retain_graph=false)"},
    std::string_view{"backward(r3, seeding=1, retain_graph=true)"},
    std::string_view{"r3 = grad(r3, r0, seeding=1, retain_graph=true, allow_unused=false)"},
    std::string_view{"r3 = grad_twice(r3, r0, r0, seeding=1)"},
    std::string_view{"r3 = grad_of(r0)"},
    std::string_view{"clear_grad(r0)"},
};
static_assert(kLetters.size() <= kMostLetters);

}  // namespace

const std::vector<spec::Record>& alphabet() {
  static const std::vector<spec::Record> letters = [] {
    std::vector<spec::Record> out;
    out.reserve(kLetters.size());
    for (const std::string_view text : kLetters) out.push_back(spec::parse_record(text));
    return out;
  }();
  return letters;
}

}  // namespace modecheck::properties
