#include "properties/known/fact.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

#include "spec/program/arguments.h"

namespace modecheck::properties {
namespace {

using spec::TensorObservation;
using spec::operators::Type;

template <typename Condition>
bool some_operand(const Circumstances& c, Condition condition) {
  const auto& all = c.operands();
  return std::any_of(all.begin(), all.end(), [&](const Operand& one) { return condition(one, c.before(one.reg)); });
}

bool has_argument(const Circumstances& c, std::string_view name, bool (*condition)(const TensorObservation&)) {
  const int argument = c.argument_named(name);
  return some_operand(c, [&](const Operand& operand, const TensorObservation& tensor) {
    return operand.argument == argument && condition(tensor);
  });
}

// Along the dimension that is named every element is the same one.
bool is_expanded_along(const Circumstances& c) {
  const int argument = c.argument_named("dim");
  if (argument < 0) return false;
  const auto dim = static_cast<int>(spec::Arguments(c.record()).integer(argument));
  return some_operand(c, [&](const Operand& operand, const TensorObservation& tensor) {
    const int along = dim < 0 ? dim + tensor.rank : dim;
    if (operand.argument != c.argument_named("self") || along < 0 || along >= tensor.rank) return false;
    const auto at = static_cast<std::size_t>(along);
    return tensor.strides[at] == 0 && tensor.sizes[at] > 1;
  });
}

bool has_size(const Circumstances& c, bool (*condition)(std::int64_t)) {
  const int named_size = c.argument_named("size");
  const int argument = named_size < 0 ? c.argument_named("output_size") : named_size;
  if (argument < 0) return false;
  const spec::IntList sizes = spec::Arguments(c.record()).integers(argument);
  return std::any_of(sizes.begin(), sizes.end(), condition);
}

bool has_negative_size(const Circumstances& c) {
  return has_size(c, [](std::int64_t size) { return size < 0; });
}

bool has_zero_size(const Circumstances& c) {
  return has_size(c, [](std::int64_t size) { return size == 0; });
}

// What the command made of a register's tensor, or of the tensor that it wrote through another.
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

// In memory the elements of what is written follow each other otherwise than row by row.
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

bool asks_for_integers(const Circumstances& c) {
  const int argument = c.argument_named("dtype");
  if (argument < 0) return false;
  const auto dtype = spec::Arguments(c.record()).optional_dtype(argument);
  return dtype && !spec::is_differentiable(*dtype);
}

bool has_half(const Circumstances& c) {
  const auto is_half = [](spec::DType dtype) {
    return dtype == spec::DType::Float16 || dtype == spec::DType::BFloat16;
  };
  if (const int argument = c.argument_named("dtype"); argument >= 0)
    if (const auto dtype = spec::Arguments(c.record()).optional_dtype(argument); dtype && is_half(*dtype)) return true;
  return some_operand(c, [&](const Operand&, const TensorObservation& t) { return is_half(t.dtype); });
}

std::int64_t elements_of(const TensorObservation& tensor) {
  return std::accumulate(tensor.sizes.begin(), tensor.sizes.begin() + tensor.rank, std::int64_t{1},
                         std::multiplies<>());
}

// Row by row without gaps.
bool is_fresh(const TensorObservation& tensor) {
  std::int64_t behind = 1;
  for (int d = tensor.rank - 1; d >= 0; --d) {
    const auto at = static_cast<std::size_t>(d);
    if (tensor.strides[at] != behind) return false;
    behind *= tensor.sizes[at];
  }
  return true;
}

bool has_zero_factor(const Circumstances& c) {
  for (const char* const name : {"beta", "alpha"})
    if (const int argument = c.argument_named(name);
        argument >= 0 && spec::Arguments(c.record()).scalar(argument).value == 0)
      return true;
  return false;
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
    // The mode of the thread that runs the command.
    Fact{"outside the mode", [](const Circumstances& c) { return c.mode().inference_mode == 0; }},
    Fact{"inside the mode", [](const Circumstances& c) { return c.mode().inference_mode != 0; }},
    Fact{"grad mode is on", [](const Circumstances& c) { return c.mode().grad_mode != 0; }},
    Fact{"Autograd is not reached",
         [](const Circumstances& c) { return c.mode().autograd_excluded != 0 || all_inference(c); }},
    // What differs.
    Fact{"a size differs", size_differs},
    // The operands, before the command.
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
    Fact{"an operand is a tensor of integers",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return is_integer(t.dtype); });
         }},
    Fact{"an operand is a tensor of 32-bit integers",
         [](const Circumstances& c) {
           return some_operand(
               c, [](const Operand&, const TensorObservation& t) { return t.dtype == spec::DType::Int32; });
         }},
    Fact{"the dtype that is asked for is its own",
         [](const Circumstances& c) {
           const int argument = c.argument_named("dtype");
           return argument >= 0 && some_operand(c, [&](const Operand&, const TensorObservation& t) {
                    return spec::Arguments(c.record()).dtype(argument) == t.dtype;
                  });
         }},
    Fact{"the operands are integers",
         [](const Circumstances& c) {
           return !some_operand(c, [](const Operand&, const TensorObservation& t) { return !is_integer(t.dtype); });
         }},
    Fact{"the operands are complex vectors",
         [](const Circumstances& c) {
           return !some_operand(c, [](const Operand& one, const TensorObservation& t) {
             return !one.written && (!is_complex(t.dtype) || t.rank != 1);
           });
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
    Fact{"an operand is a view",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_view != 0; });
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
    Fact{"its write is recorded",
         [](const Circumstances& c) {
           return c.mode().grad_mode != 0 && c.mode().autograd_excluded == 0 &&
                  some_operand(c, [&](const Operand& one, const TensorObservation&) {
                    return one.written && c.after(one.reg).has_grad_fn != 0;
                  });
         }},
    Fact{"sizes, strides or storage change", geometry_changes},
    Fact{"sizes, strides and storage stay", [](const Circumstances& c) { return !geometry_changes(c); }},
    Fact{"a half-precision dtype takes part", has_half},
    Fact{"what is written lies in another order", lies_in_another_order},
    // Larger than what lies behind it: it is contiguous all the same.
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
    Fact{"one element with a stride of 0 is written",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand& one, const TensorObservation& t) {
             return one.written && elements_of(t) == 1 &&
                    std::any_of(t.strides.begin(), t.strides.begin() + t.rank, [](int stride) { return stride == 0; });
           });
         }},
    Fact{"an operand has no elements",
         [](const Circumstances& c) {
           return some_operand(c, [](const Operand&, const TensorObservation& t) { return elements_of(t) == 0; });
         }},
    Fact{"no operand is an inference tensor",
         [](const Circumstances& c) {
           return !some_operand(c, [](const Operand&, const TensorObservation& t) { return t.is_inference != 0; });
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
    Fact{"self is an inference tensor",
         [](const Circumstances& c) {
           return has_argument(c, "self", [](const TensorObservation& t) { return t.is_inference != 0; });
         }},
    Fact{"self has no dimensions",
         [](const Circumstances& c) {
           return has_argument(c, "self", [](const TensorObservation& t) { return t.rank == 0; });
         }},
    Fact{"self is expanded along the dimension", is_expanded_along},
    Fact{"no index is given",
         [](const Circumstances& c) {
           return !has_argument(c, "indices", [](const TensorObservation&) { return true; });
         }},
    Fact{"a parameter does not lie densely",
         [](const Circumstances& c) {
           const auto has_gaps = [](const TensorObservation& t) {
             return t.rank == 1 && t.sizes[0] > 1 && t.strides[0] != 1;
           };
           return has_argument(c, "weight", has_gaps) || has_argument(c, "bias", has_gaps);
         }},
    Fact{"the mask is not boolean",
         [](const Circumstances& c) {
           return has_argument(c, "mask", [](const TensorObservation& t) { return t.dtype != spec::DType::Bool; });
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
    Fact{"its result has fewer elements than its argument",
         [](const Circumstances& c) {
           const int result = c.record().destination;
           return c.is_result(result) && some_operand(c, [&](const Operand&, const TensorObservation& t) {
                    return elements_of(c.after(result)) < elements_of(t);
                  });
         }},
    // What came before.
    Fact{"a view reaches beyond its argument", [](const Circumstances& c) { return c.reached_beyond_argument(); }},
    Fact{"a view was written before", [](const Circumstances& c) { return c.view_was_written(); }},
    Fact{"no view was written before", [](const Circumstances& c) { return !c.view_was_written(); }},
    Fact{"a backward after a slice_scatter or select_scatter came before",
         [](const Circumstances& c) { return c.gave_a_part_its_gradient(); }},
    Fact{"an atan2 of integers came before", [](const Circumstances& c) { return c.took_angle_of_integers(); }},
    Fact{"a pow of a narrower dtype than its result came before",
         [](const Circumstances& c) { return c.raised_to_a_wider_power(); }},
    Fact{"a clamp between bounds of other sizes came before",
         [](const Circumstances& c) { return c.clamped_between_other_sizes(); }},
    Fact{"a mean or a reciprocal of a group_norm was used",
         [](const Circumstances& c) { return c.statistic_was_used(); }},
    Fact{"an absent index follows a mask", [](const Circumstances& c) { return c.puts_by_mask_before_whole(); }},
    Fact{"an index_put with an absent index after a mask came before",
         [](const Circumstances& c) { return c.put_by_mask_before_whole(); }},
    Fact{"another factor leaves or doubles a size", [](const Circumstances& c) { return c.scales_to_whole_sizes(); }},
    Fact{"an upsampling by another factor that leaves or doubles a size came before",
         [](const Circumstances& c) { return c.scaled_to_whole_sizes(); }},
    Fact{"a batch_norm outside training came before",
         [](const Circumstances& c) { return c.normalized_outside_training(); }},
    Fact{"an index or an index_put with absent indices alone came before",
         [](const Circumstances& c) { return c.put_by_nothing(); }},
    Fact{"logic was written in place before", [](const Circumstances& c) { return c.wrote_logic(); }},
    Fact{"a binary_cross_entropy was recorded", [](const Circumstances& c) { return c.recorded_cross_entropy(); }},
    Fact{"a trace of a matrix with more rows than columns came before",
         [](const Circumstances& c) { return c.traced_a_tall_matrix(); }},
    Fact{"a loss of unlike sizes came before", [](const Circumstances& c) { return c.compared_unlike_sizes(); }},
    Fact{"a system of one number for a vector came before",
         [](const Circumstances& c) { return c.solved_for_vectors_of_one(); }},
    Fact{"extremes of segments came before", [](const Circumstances& c) { return c.took_extremes_of_segments(); }},
    Fact{"a group_norm with a bias and without a weight came before",
         [](const Circumstances& c) { return c.normalized_by_bias_alone(); }},
    Fact{"an operator whose derivative needs sizes only was recorded",
         [](const Circumstances& c) { return c.recorded_for_sizes(); }},
    Fact{"an fmax, an fmin or a clamp between tensors was recorded",
         [](const Circumstances& c) { return c.recorded_greatest(); }},
    Fact{"a kron was recorded", [](const Circumstances& c) { return c.recorded_kron(); }},
    Fact{"a stale view was given a hook before", [](const Circumstances& c) { return c.hooked_stale_view(); }},
    Fact{"a hook came before", [](const Circumstances& c) { return c.came_before(spec::Extra::Hook); }},
    Fact{"a retain_grad came before", [](const Circumstances& c) { return c.came_before(spec::Extra::RetainGrad); }},
    Fact{"a guard was destroyed out of order before",
         [](const Circumstances& c) { return c.came_before(spec::Extra::DestroyOuter); }},
    Fact{"a tensordot came before", [](const Circumstances& c) { return c.came_before("tensordot"); }},
    Fact{"a take_along_dim came before", [](const Circumstances& c) { return c.came_before("take_along_dim"); }},
    Fact{"a _pdist_forward of no rows came before", [](const Circumstances& c) { return c.measured_no_rows(); }},
    Fact{"a view has grown", [](const Circumstances& c) { return c.view_has_grown(); }},
    // The other arguments.
    Fact{"a size is negative", has_negative_size},
    Fact{"a size is zero", has_zero_size},
    Fact{"beta or alpha is zero", has_zero_factor},
    Fact{"integers are asked for", asks_for_integers},
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
