// Backward: which gradients are computed, where they go, and which errors a backward raises.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_backward(ModelState& m, const Record& record);
void run_grad(ModelState& m, const Record& record);

// The steps of a backward. Double backward (double_backward.h) uses them, too.
bool check_root(ModelState& m, TensorId root, int seeding, TensorId gradient,
                Sweep& sweep);  // returns false if the backward is rejected or dropped
void plan_sweep(ModelState& m, Sweep& sweep);
void begin_backward(ModelState& m, const Sweep& sweep, int seeding, TensorId gradient);
void run_sweep(ModelState& m, Sweep& sweep);
void finish_backward(ModelState& m, const Sweep& sweep);

// Returns true if a node was freed and therefore cannot run again. A node that saved nothing can run again.
bool is_freed(const NodeState& node);
constexpr std::uint32_t bit_of(std::uint8_t input_nr) { return std::uint32_t{1} << input_nr; }
// Returns true if backward passes a gradient to the node's first input only. That happens at a layer norm if gradients
// have arrived at its mean or deviation, but none at its first output.
bool passes_by(const ModelState& m, const Sweep& sweep, NodeId node);
inline bool is_accumulator(const ModelState& m, NodeId node) { return m.nodes[node].kind == NodeKind::Accumulate; }

// Makes a gradient tensor, as backward allocates it.
TensorId new_gradient(ModelState& m, Geometry geometry, const Sweep& sweep);

}  // namespace modecheck::spec
