#include "docs/site/playground/state_json.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "docs/site/playground/element_json.h"
#include "reference/values/geometry.h"
#include "spec/model/graph.h"

namespace modecheck::playground {
namespace {

using spec::at;

std::string_view name_of(spec::CreationMeta meta) {
  switch (meta) {
    case spec::CreationMeta::NotAView:
      return "";
    case spec::CreationMeta::Default:
      return "DEFAULT";
    case spec::CreationMeta::InCustomFunction:
      return "IN_CUSTOM_FUNCTION";
    case spec::CreationMeta::MultiOutputNode:
      return "MULTI_OUTPUT_NODE";
    case spec::CreationMeta::NoGradMode:
      return "NO_GRAD_MODE";
    case spec::CreationMeta::InferenceMode:
      return "INFERENCE_MODE";
  }
  return "";
}

std::string_view name_of(reference::Certainty certainty) {
  switch (certainty) {
    case reference::Certainty::Exact:
      return "exact";
    case reference::Certainty::Bounded:
      return "bounded";
    case reference::Certainty::Unknown:
      return "unknown";
  }
  return "";
}

std::string_view name_of(const spec::NodeState& node) {
  switch (node.kind) {
    case spec::NodeKind::Accumulate:
      return "AccumulateGrad";
    case spec::NodeKind::CopySlices:
      return "CopySlices";
    case spec::NodeKind::NotImplemented:
      return "NotImplemented";
    case spec::NodeKind::Operator:
    case spec::NodeKind::ViewOperator:
      break;
  }
  const spec::Operation& operation = spec::operation(node.operation);
  // A stale view gets a new grad_fn from the operator that uses the view (W5). If that operator makes no views itself,
  // the node is named "view, regenerated".
  const bool makes_views = operation.group == spec::Group::View || operation.group == spec::Group::MultiView ||
                           operation.group == spec::Group::InPlaceView || operation.group == spec::Group::Custom ||
                           operation.composite;
  return node.kind == spec::NodeKind::ViewOperator && !makes_views ? "view, regenerated" : operation.name;
}

template <typename Numbers>
void write_list(Json& json, std::string_view key, const Numbers& numbers, int count) {
  json.key(key).open('[');
  for (int i = 0; i < count; ++i) json.number(numbers[at(i)]);
  json.close(']');
}

bool is_known(const StateView& state, spec::StorageId id) {
  return state.player.values().at(id).state.certainty != reference::Certainty::Unknown &&
         !state.model.storages[id].marks.unpredictable;
}

// Writes the elements of a tensor, or null if the reference does not know them.
void write_values(Json& json, const StateView& state, const spec::Geometry& geometry) {
  json.key("values");
  if (!is_known(state, geometry.storage)) {
    json.null();
    return;
  }
  reference::Places places;
  reference::find_places(geometry, places);
  const reference::StorageValues& storage = state.player.values().at(geometry.storage);
  const auto item = static_cast<std::size_t>(spec::item_size(geometry.dtype));
  json.open('[');
  for (std::size_t i = 0; i < static_cast<std::size_t>(std::min(places.count, kShownElements)); ++i)
    write_element(json, geometry.dtype, storage.bytes.data() + places[i] * item);
  json.close(']');
}

void write_geometry(Json& json, const spec::Geometry& geometry) {
  json.key("dtype").string(spec::name_of(geometry.dtype));
  write_list(json, "sizes", geometry.sizes, geometry.rank);
  write_list(json, "strides", geometry.strides, geometry.rank);
  json.key("offset").number(geometry.offset);
  json.key("storage").number(geometry.storage);
}

void write_gradient(Json& json, const StateView& state, const spec::TensorState& tensor) {
  json.key("grad");
  if (tensor.grad == 0) {
    json.null();
    return;
  }
  const spec::TensorState& gradient = state.model.tensors[tensor.grad];
  json.open('{');
  write_geometry(json, gradient.geometry);
  json.key("inference").boolean(gradient.inference);
  json.key("requires_grad").boolean(spec::requires_grad(state.model, tensor.grad));
  write_values(json, state, gradient.geometry);
  json.close('}');
}

void write_view(Json& json, const StateView& state, const spec::TensorObservation& seen, spec::TensorId id) {
  const spec::TensorState& tensor = state.model.tensors[id];
  json.key("view").boolean(tensor.tracked);
  json.key("creation_meta").string(name_of(tensor.creation_meta));
  json.key("base").number(tensor.tracked ? tensor.base : 0);
  json.key("base_register").number(seen.base < spec::kRegisters ? seen.base : -1);
  json.key("stale").boolean(spec::is_stale(state.model, tensor));
  const spec::ErrorClass reason = spec::stale_reason(state.model, id);
  json.key("stale_error").string(reason == spec::ErrorClass::None ? "" : spec::name_of(reason));
}

void write_register(Json& json, const StateView& state, int reg) {
  const spec::TensorObservation& seen = state.observation.registers[at(reg)].tensor;
  const spec::TensorId id = state.model.tensor_in(reg);
  const spec::TensorState& tensor = state.model.tensors[id];
  json.open('{');
  json.key("tensor").number(id);
  json.key("inference").boolean(seen.is_inference != 0);
  write_geometry(json, tensor.geometry);
  json.key("version");
  if (seen.version == spec::kNoVersion)
    json.null();
  else
    json.number(seen.version);
  json.key("counter").number(tensor.counter);
  json.key("requires_grad").boolean(seen.requires_grad != 0);
  json.key("leaf").boolean(seen.is_leaf != 0);
  json.key("retains_grad").boolean(seen.retains_grad != 0);
  json.key("grad_fn").number(tensor.grad_fn);
  json.key("grad_fn_name").string(tensor.grad_fn == 0 ? "" : name_of(state.model.nodes[tensor.grad_fn]));
  json.key("output_nr").number(seen.output_nr);
  write_view(json, state, seen, id);
  json.key("certainty").string(name_of(state.player.values().at(tensor.geometry.storage).state.certainty));
  write_values(json, state, tensor.geometry);
  write_gradient(json, state, tensor);
  json.close('}');
}

void write_storage(Json& json, const StateView& state, const spec::Geometry& geometry) {
  const reference::StorageValues& storage = state.player.values().at(geometry.storage);
  const std::uint32_t item = static_cast<std::uint32_t>(spec::item_size(geometry.dtype));
  const std::uint32_t count = state.model.storages[geometry.storage].bytes / item;
  json.open('{');
  json.key("id").number(geometry.storage);
  json.key("bytes").number(state.model.storages[geometry.storage].bytes);
  json.key("dtype").string(spec::name_of(geometry.dtype));
  json.key("elements").number(count);
  json.key("values");
  if (is_known(state, geometry.storage)) {
    json.open('[');
    for (std::uint32_t i = 0; i < std::min(count, static_cast<std::uint32_t>(kShownElements)); ++i)
      write_element(json, geometry.dtype, storage.bytes.data() + i * item);
    json.close(']');
  } else {
    json.null();
  }
  json.close('}');
}

void write_saved(Json& json, const StateView& state, const spec::SavedTensor& saved) {
  json.open('{');
  json.key("tensor").number(saved.tensor);
  json.key("storage").number(saved.storage);
  json.key("copy").boolean(saved.counter == 0);
  json.key("written").number(saved.counter == 0 ? 0 : state.model.counters[saved.counter] - saved.version);
  json.close('}');
}

void write_node(Json& json, const StateView& state, spec::NodeId id) {
  const spec::NodeState& node = state.model.nodes[id];
  json.open('{');
  json.key("id").number(id);
  json.key("name").string(name_of(node));
  json.key("accumulates").boolean(node.kind == spec::NodeKind::Accumulate);
  json.key("leaf").number(node.kind == spec::NodeKind::Accumulate ? node.leaf : 0);
  json.key("freed").boolean(node.freed);
  json.key("hooked").boolean(node.hooked);
  json.key("edges").open('[');
  for (int i = 0; i < node.edge_count; ++i) json.number(spec::edge(state.model, node, i).node);
  json.close(']');
  json.key("saved").open('[');
  for (int i = 0; i < node.saved_count; ++i) write_saved(json, state, spec::saved_tensor(state.model, node, i));
  json.close(']');
  json.close('}');
}

void write_guards(Json& json, const spec::ThreadStates& thread) {
  json.key("guards").open('[');
  for (int i = 0; i < thread.open; ++i) {
    const spec::OpenGuard& guard = thread.guards[at(i)];
    json.open('{');
    json.key("name").string(spec::operation(spec::id_of(guard.guard)).name);
    json.key("destroyed").boolean(guard.gone);
    json.close('}');
  }
  json.close(']');
}

}  // namespace

void write_threads(Json& json, const StateView& state) {
  json.key("threads").open('[');
  for (const spec::ThreadStates& thread : state.model.threads) {
    json.open('{');
    json.key("inference").boolean(thread.mode.inference);
    json.key("grad").boolean(thread.mode.grad);
    json.key("forward_grad").boolean(thread.mode.forward_grad);
    json.key("adinplaceorview_included").boolean(thread.mode.adinplaceorview_included);
    json.key("autograd_excluded").boolean(thread.mode.autograd_excluded);
    json.key("adinplaceorview_excluded").boolean(thread.mode.adinplaceorview_excluded);
    write_guards(json, thread);
    json.close('}');
  }
  json.close(']');
}

void write_registers(Json& json, const StateView& state) {
  json.key("registers").open('[');
  for (int reg = 0; reg < spec::kRegisters; ++reg) write_register(json, state, reg);
  json.close(']');
}

void write_storages(Json& json, const StateView& state) {
  std::vector<spec::StorageId> seen;
  json.key("storages").open('[');
  const auto write_once = [&](const spec::Geometry& geometry) {
    if (std::find(seen.begin(), seen.end(), geometry.storage) != seen.end()) return;
    seen.push_back(geometry.storage);
    write_storage(json, state, geometry);
  };
  for (int reg = 0; reg < spec::kRegisters; ++reg) write_once(state.model.tensors[state.model.tensor_in(reg)].geometry);
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const spec::TensorId gradient = state.model.tensors[state.model.tensor_in(reg)].grad;
    if (gradient != 0) write_once(state.model.tensors[gradient].geometry);
  }
  json.close(']');
}

void write_graph(Json& json, const StateView& state) {
  std::vector<bool> reached(state.model.nodes.size(), false);
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    reached[state.model.tensors[state.model.tensor_in(reg)].grad_fn] = true;
  json.key("graph").open('[');
  // An edge leads to a node with a smaller id, so one pass from the latest node down reaches all nodes. Id 0 means that
  // there is no node.
  for (std::size_t id = state.model.nodes.size() - 1; id > 0; --id) {
    if (!reached[id]) continue;
    const spec::NodeState& node = state.model.nodes[id];
    for (int i = 0; i < node.edge_count; ++i) reached[spec::edge(state.model, node, i).node] = true;
    write_node(json, state, static_cast<spec::NodeId>(id));
  }
  json.close(']');
}

}  // namespace modecheck::playground
