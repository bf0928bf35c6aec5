#include "properties/known/predicate.h"

#include <algorithm>
#include <array>
#include <limits>

#include "spec/program/arguments.h"

namespace modecheck::properties {
namespace {

using spec::TensorObservation;

template <typename Condition>
bool some_operand(const MismatchContext& c, Condition condition) {
  const auto& all = c.operands();
  return std::any_of(all.begin(), all.end(), [&](const Operand& one) { return condition(one, c.before(one.reg)); });
}

// Whether the command changed the sizes, strides, offset, dtype or storage of the tensor in any register. `resize_` of
// another tensor on the same storage changes the size of that storage, which counts too.
bool geometry_changes(const MismatchContext& c) {
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const TensorObservation& before = c.before(reg);
    const TensorObservation& after = c.after(reg);
    if (c.is_result(reg) && !c.is_written(reg)) continue;
    if (before.rank != after.rank || before.sizes != after.sizes || before.strides != after.strides ||
        before.storage_offset != after.storage_offset || before.storage_bytes != after.storage_bytes ||
        before.dtype != after.dtype || before.storage != after.storage)
      return true;
  }
  return false;
}

// Whether the strides of a written operand grow from one dimension to the next. If they do, the operand's elements are
// not stored in row-major order.
bool lies_in_another_order(const MismatchContext& c) {
  return some_operand(c, [](const Operand& one, const TensorObservation& t) {
    if (!one.written) return false;
    std::int64_t outer = std::numeric_limits<std::int64_t>::max();
    for (std::size_t d = 0; d < static_cast<std::size_t>(t.rank); ++d) {
      if (t.sizes[d] < 2) continue;
      if (t.strides[d] > outer) return true;
      outer = t.strides[d];
    }
    return false;
  });
}

bool has_half(const MismatchContext& c) {
  const auto is_half = [](spec::DType dtype) {
    return dtype == spec::DType::Float16 || dtype == spec::DType::BFloat16;
  };
  if (const int argument = c.argument_named("dtype"); argument >= 0)
    if (const auto dtype = spec::Arguments(c.record()).optional_dtype(argument); dtype && is_half(*dtype)) return true;
  return some_operand(c, [&](const Operand&, const TensorObservation& t) { return is_half(t.dtype); });
}

// Whether the tensor's strides are those of row-major order without gaps.
bool is_fresh(const TensorObservation& tensor) {
  std::int64_t behind = 1;
  for (int d = tensor.rank - 1; d >= 0; --d) {
    const auto at = static_cast<std::size_t>(d);
    if (tensor.strides[at] != behind) return false;
    behind *= tensor.sizes[at];
  }
  return true;
}

bool all_inference(const MismatchContext& c) {
  return !some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_inference == 0; });
}

bool size_differs(const MismatchContext& c) {
  const auto& all = c.mismatch().differences;
  return std::any_of(all.begin(), all.end(), [](const Difference& one) {
    return one.field == Field::Sizes || one.field == Field::StorageBytes;
  });
}

constexpr std::array kPredicates{
    // Predicates on the modes of the thread that runs the command.
    Predicate{"outside the mode", [](const MismatchContext& c) { return c.mode().inference_mode == 0; }},
    Predicate{"inside the mode", [](const MismatchContext& c) { return c.mode().inference_mode != 0; }},
    Predicate{"grad mode is on", [](const MismatchContext& c) { return c.mode().grad_mode != 0; }},
    Predicate{"Autograd is not reached",
              [](const MismatchContext& c) { return c.mode().autograd_excluded != 0 || all_inference(c); }},
    // Predicates on the fields that differ.
    Predicate{"a size differs", size_differs},
    // Predicates on the operands as they were before the command.
    Predicate{"an inference tensor is written",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand& one, const TensorObservation& t) {
                  return one.written && t.is_inference != 0;
                });
              }},
    Predicate{"a tensor without gradients is written",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand& one, const TensorObservation& t) {
                  return one.written && !is_differentiable(t.dtype);
                });
              }},
    Predicate{"an operand is a complex tensor",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand&, const TensorObservation& t) { return is_complex(t.dtype); });
              }},
    Predicate{"an operand is an inference tensor",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_inference != 0; });
              }},
    Predicate{"all operands are inference tensors", all_inference},
    Predicate{"an operand requires grad",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand&, const TensorObservation& t) { return t.requires_grad != 0; });
              }},
    Predicate{"an operand is a view made in the mode or without grad",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand&, const TensorObservation& t) {
                  return t.creation_meta == spec::CreationMeta::InferenceMode ||
                         t.creation_meta == spec::CreationMeta::NoGradMode;
                });
              }},
    Predicate{"a view is written",
              [](const MismatchContext& c) {
                return some_operand(
                    c, [](const Operand& one, const TensorObservation& t) { return one.written && t.is_view != 0; });
              }},
    Predicate{"sizes, strides or storage change", geometry_changes},
    Predicate{"sizes, strides and storage stay", [](const MismatchContext& c) { return !geometry_changes(c); }},
    Predicate{"a half-precision dtype takes part", has_half},
    Predicate{"what is written lies in another order", lies_in_another_order},
    // Finds a written operand that is contiguous although a dimension of size 1 has an unusual stride.
    Predicate{"a dimension of size 1 with a larger stride is written",
              [](const MismatchContext& c) {
                return some_operand(c, [](const Operand& one, const TensorObservation& t) {
                  if (!one.written) return false;
                  int behind = 1;
                  for (int d = t.rank - 1; d >= 0; --d) {
                    const auto at = static_cast<std::size_t>(d);
                    if (t.sizes[at] == 1 && t.strides[at] != behind) return true;
                    behind *= t.sizes[at];
                  }
                  return false;
                });
              }},
    Predicate{"an operand is a stale view",
              [](const MismatchContext& c) {
                return some_operand(c,
                                    [&](const Operand& one, const TensorObservation&) { return c.is_stale(one.reg); });
              }},
    Predicate{"the gradient that is passed is a tensor's gradient",
              [](const MismatchContext& c) {
                const int argument = c.argument_named("gradient");
                const int seeding = c.argument_named("seeding");
                if (argument < 0 || spec::Arguments(c.record()).integer(seeding) != 2) return false;
                return c.is_gradient(spec::Arguments(c.record()).reg(argument));
              }},
    Predicate{"the output is an input",
              [](const MismatchContext& c) {
                return some_operand(c, [&](const Operand& one, const TensorObservation&) {
                  return !one.written && c.is_written(one.reg);
                });
              }},
    Predicate{"its result reaches beyond its argument",
              [](const MismatchContext& c) { return c.reaches_beyond_argument(); }},
    Predicate{"the strides of what is written are not those of a fresh tensor",
              [](const MismatchContext& c) {
                return some_operand(
                    c, [](const Operand& one, const TensorObservation& t) { return one.written && !is_fresh(t); });
              }},
    Predicate{"two tensors that are written share a storage",
              [](const MismatchContext& c) {
                return some_operand(c, [&](const Operand& one, const TensorObservation& t) {
                  return one.written && some_operand(c, [&](const Operand& other, const TensorObservation& u) {
                           return &one != &other && other.written && u.storage == t.storage;
                         });
                });
              }},
    // Predicates on earlier commands and on arguments that are no tensors.
    Predicate{"a mean or a reciprocal of a group_norm was used",
              [](const MismatchContext& c) { return c.statistic_was_used(); }},
    Predicate{"an absent index follows a mask", [](const MismatchContext& c) { return c.puts_by_mask_before_whole(); }},
    Predicate{"another factor leaves or doubles a size",
              [](const MismatchContext& c) { return c.scales_to_whole_sizes(); }},
    Predicate{"a view is written and its storage grows",
              [](const MismatchContext& c) {
                return some_operand(c, [&](const Operand& one, const TensorObservation& t) {
                  return one.written && t.is_view != 0 && c.after(one.reg).storage_bytes > t.storage_bytes;
                });
              }},
};

}  // namespace

const Predicate* predicate_named(std::string_view name) {
  const auto at = std::find_if(kPredicates.begin(), kPredicates.end(),
                               [&](const Predicate& predicate) { return predicate.name == name; });
  return at == kPredicates.end() ? nullptr : &*at;
}

std::vector<std::string_view> predicate_names() {
  std::vector<std::string_view> out;
  for (const Predicate& predicate : kPredicates) out.push_back(predicate.name);
  return out;
}

}  // namespace modecheck::properties
