// The specification's rows for discrete Fourier transforms. A row says how an operator's result follows from its
// arguments, and what its derivative saves.
#pragma once

#include "spec/rules/rows/rule.h"
#include "spec/rules/spectrum.h"

namespace modecheck::spec {

namespace ops = operators;

inline constexpr OperatorRule kSpectrumRules[] = {
    {forms<ops::_fft_r2c>,
     [](const RuleCall& call) {
       return infer_real_transform(call.inputs[0], call.arguments.integers(1), call.arguments.integer(2),
                                   call.arguments.boolean(3));
     },
     saves({0}), DoubleBackward::No},
    {forms<ops::_fft_c2r>,
     [](const RuleCall& call) {
       return infer_real_inverse(call.inputs[0], call.arguments.integers(1), call.arguments.integer(2),
                                 call.arguments.integer(3));
     },
     saves_nothing, DoubleBackward::No},
    {forms<ops::_fft_c2c>,
     [](const RuleCall& call) {
       return infer_transform(call.inputs[0], call.arguments.integers(1), call.arguments.integer(2));
     },
     saves_nothing, DoubleBackward::No},
};

}  // namespace modecheck::spec
