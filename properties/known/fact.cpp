#include "properties/known/fact.h"

#include <algorithm>
#include <array>
#include <limits>

#include "spec/program/arguments.h"

namespace modecheck::properties {
namespace {

using spec::TensorObservation;

template <typename Condition>
bool some_operand(const Circumstances& c, Condition condition) {
  const auto& all = c.operands();
  return std::any_of(all.begin(), all.end(), [&](const Operand& one) { return condition(one, c.before(one.reg)); });
}

// Whether the command changed the geometry of a register's tensor, directly or through another tensor on its storage.
bool geometry_changes(const Circumstances& c) {
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

// Whether the strides of a written operand grow from one dimension to the next, so that its elements are not stored in
// row-major order.
bool lies_in_another_order(const Circumstances& c) {
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

bool has_half(const Circumstances& c) {
  const auto is_half = [](spec::DType dtype) {
    return dtype == spec::DType::Float16 || dtype == spec::DType::BFloat16;
  };
  if (const int argument = c.argument_named("dtype"); argument >= 0)
    if (const auto dtype = spec::Arguments(c.record()).optional_dtype(argument); dtype && is_half(*dtype)) return true;
  return some_operand(c, [&](const Operand&, const TensorObservation& t) { return is_half(t.dtype); });
}

// Whether the tensor is stored in row-major order without gaps.
bool is_fresh(const TensorObservation& tensor) {
  std::int64_t behind = 1;
  for (int d = tensor.rank - 1; d >= 0; --d) {
    const auto at = static_cast<std::size_t>(d);
    if (tensor.strides[at] != behind) return false;
    behind *= tensor.sizes[at];
  }
  return true;
}

bool all_inference(const Circumstances& c) {
  return !some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_inference == 0; });
}

bool size_differs(const Circumstances& c) {
  const auto& all = c.departure().differences;
  return std::any_of(all.begin(), all.end(), [](const Difference& one) {
    return one.field == Field::Sizes || one.field == Field::StorageBytes;
  });
}

constexpr std::array kFacts{
    // Predicates on the modes of the thread that runs the command.
    Fact{"outside the mode", [](const Circumstances& c) { return c.mode().inference_mode == 0; }},
    Fact{"inside the mode", [](const Circumstances& c) { return c.mode().inference_mode != 0; }},
    Fact{"grad mode is on", [](const Circumstances& c) { return c.mode().grad_mode != 0; }},
    Fact{"Autograd is not reached",
         [](const Circumstances& c) { return c.mode().autograd_excluded != 0 || all_inference(c); }},
    // Predicates on the differences.
    Fact{"a size differs", size_differs},
    // Predicates on the operands, before the command.
    Fact{"an inference tensor is written",
         [](const Circumstances& c) {
           return some_operand(
               c, [](const Operand& one, const TensorObservation& t) { return one.written && t.is_inference != 0; });
         }},
    Fact{"a tensor without gradients is written",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand& one, const TensorObservation& t) {
             return one.written && !is_differentiable(t.dtype);
           });
         }},
    Fact{"an operand is a complex tensor",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return is_complex(t.dtype); });
         }},
    Fact{"an operand is an inference tensor",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_inference != 0; });
         }},
    Fact{"all operands are inference tensors", all_inference},
    Fact{"an operand requires grad",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return t.requires_grad != 0; });
         }},
    Fact{"an operand is a view made in the mode or without grad",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) {
             return t.creation_meta == spec::CreationMeta::InferenceMode ||
                    t.creation_meta == spec::CreationMeta::NoGradMode;
           });
         }},
    Fact{"a view is written",
         [](const Circumstances& c) {
           return some_operand(
               c, [](const Operand& one, const TensorObservation& t) { return one.written && t.is_view != 0; });
         }},
    Fact{"sizes, strides or storage change", geometry_changes},
    Fact{"sizes, strides and storage stay", [](const Circumstances& c) { return !geometry_changes(c); }},
    Fact{"a half-precision dtype takes part", has_half},
    Fact{"what is written lies in another order", lies_in_another_order},
    // The stride is not that of a contiguous tensor, but a dimension of size 1 leaves the tensor contiguous.
    Fact{"a dimension of size 1 with a larger stride is written",
         [](const Circumstances& c) {
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
    Fact{"an operand is a stale view",
         [](const Circumstances& c) {
           return some_operand(c, [&](const Operand& one, const TensorObservation&) { return c.is_stale(one.reg); });
         }},
    Fact{"the gradient that is passed is a tensor's gradient",
         [](const Circumstances& c) {
           const int argument = c.argument_named("gradient");
           const int seeding = c.argument_named("seeding");
           if (argument < 0 || spec::Arguments(c.record()).integer(seeding) != 2) return false;
           return c.is_gradient(spec::Arguments(c.record()).reg(argument));
         }},
    Fact{"the output is an input",
         [](const Circumstances& c) {
           return some_operand(
               c, [&](const Operand& one, const TensorObservation&) { return !one.written && c.is_written(one.reg); });
         }},
    Fact{"its result reaches beyond its argument", [](const Circumstances& c) { return c.reaches_beyond_argument(); }},
    Fact{"the strides of what is written are not those of a fresh tensor",
         [](const Circumstances& c) {
           return some_operand(
               c, [](const Operand& one, const TensorObservation& t) { return one.written && !is_fresh(t); });
         }},
    // Predicates on earlier commands and on arguments that are no tensors.
    Fact{"a mean or a reciprocal of a group_norm was used",
         [](const Circumstances& c) { return c.statistic_was_used(); }},
    Fact{"an absent index follows a mask", [](const Circumstances& c) { return c.puts_by_mask_before_whole(); }},
    Fact{"another factor leaves or doubles a size", [](const Circumstances& c) { return c.scales_to_whole_sizes(); }},
    Fact{"a view is written and its storage grows",
         [](const Circumstances& c) {
           return some_operand(c, [&](const Operand& one, const TensorObservation& t) {
             return one.written && t.is_view != 0 && c.after(one.reg).storage_bytes > t.storage_bytes;
           });
         }},
};

}  // namespace

const Fact* fact_named(std::string_view name) {
  const auto at = std::find_if(kFacts.begin(), kFacts.end(), [&](const Fact& fact) { return fact.name == name; });
  return at == kFacts.end() ? nullptr : &*at;
}

std::vector<std::string_view> fact_names() {
  std::vector<std::string_view> out;
  for (const Fact& fact : kFacts) out.push_back(fact.name);
  return out;
}

}  // namespace modecheck::properties
