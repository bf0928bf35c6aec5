#include "subjects/exec/observation_json.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "spec/program/dtype.h"
#include "subjects/exec/creation_metas.h"

namespace modecheck::subjects {
namespace {

using nlohmann::ordered_json;

ordered_json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

template <typename T>
T value_at(const std::uint8_t* bytes) {
  T out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

ordered_json element(spec::DType dtype, const std::uint8_t* bytes) {
  switch (dtype) {
    case spec::DType::Float32:
      return number(value_at<float>(bytes));
    case spec::DType::Float64:
      return number(value_at<double>(bytes));
    case spec::DType::Int64:
      return value_at<std::int64_t>(bytes);
    case spec::DType::Int32:
      return value_at<std::int32_t>(bytes);
    case spec::DType::Int16:
      return value_at<std::int16_t>(bytes);
    case spec::DType::Int8:
      return static_cast<int>(value_at<std::int8_t>(bytes));
    case spec::DType::UInt8:
      return static_cast<int>(*bytes);
    case spec::DType::Complex64:
      return {number(value_at<float>(bytes)), number(value_at<float>(bytes + sizeof(float)))};
    case spec::DType::Complex128:
      return {number(value_at<double>(bytes)), number(value_at<double>(bytes + sizeof(double)))};
    default:
      return nullptr;
  }
}

// Whether elements of the dtype are written as numbers. JSON has no half-precision numbers, and a bool's byte may be
// another than 0 and 1.
bool has_numbers(spec::DType dtype) {
  return dtype != spec::DType::Float16 && dtype != spec::DType::BFloat16 && dtype != spec::DType::Bool;
}

void add_bytes(ordered_json& out, const spec::Trace& trace, spec::ByteRange range, spec::DType dtype) {
  const std::uint8_t* const begin = trace.bytes.data() + range.begin;
  const std::size_t size = spec::item_size(dtype);
  if (has_numbers(dtype) && range.size % size == 0) {
    ordered_json& elements = out["elements"] = ordered_json::array();
    for (std::size_t i = 0; i < range.size; i += size) elements.push_back(element(dtype, begin + i));
    return;
  }
  std::string text;
  for (std::uint32_t i = 0; i < range.size; ++i) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[begin[i] >> 4];
    text += kDigits[begin[i] & 15];
  }
  out["bytes"] = text;
}

void add_tolerance(ordered_json& out, const std::optional<double>& tolerance) {
  if (!tolerance.has_value()) return;
  out["tolerance"] = std::isinf(*tolerance) ? ordered_json("any") : ordered_json(*tolerance);
}

template <typename Tensor>
void add_geometry(ordered_json& out, const Tensor& tensor) {
  ordered_json sizes = ordered_json::array();
  ordered_json strides = ordered_json::array();
  std::int64_t contiguous = 1;
  bool is_contiguous = true;
  for (int d = tensor.rank; d-- > 0;) {
    const auto at = static_cast<std::size_t>(d);
    is_contiguous = is_contiguous && tensor.strides[at] == contiguous;
    contiguous *= std::max(tensor.sizes[at], 1);
  }
  for (std::size_t d = 0; d < tensor.rank; ++d) {
    sizes.push_back(tensor.sizes[d]);
    strides.push_back(tensor.strides[d]);
  }
  out["dtype"] = std::string(spec::name_of(tensor.dtype));
  out["sizes"] = std::move(sizes);
  if (!is_contiguous) out["strides"] = std::move(strides);
}

// An id of a tensor, storage or node: the lowest register that has it, or "elsewhere" for what no register holds.
ordered_json id_of(std::uint8_t reg) {
  return reg == spec::kElsewhere ? ordered_json("elsewhere") : ordered_json("r" + std::to_string(reg));
}

ordered_json json_of_grad(const spec::Trace& trace, const spec::RegisterObservation& all,
                          const std::optional<double>& tolerance) {
  ordered_json out;
  const spec::GradObservation& grad = all.grad;
  add_geometry(out, grad);
  if (grad.is_inference != 0) out["inference"] = true;
  if (grad.requires_grad != 0) out["requires_grad"] = true;
  out["tensor"] = id_of(grad.tensor);
  out["storage"] = id_of(grad.storage);
  add_bytes(out, trace, all.grad_values, grad.dtype);
  add_tolerance(out, tolerance);
  return out;
}

ordered_json json_of_register(const spec::Trace& trace, const spec::Observation& observation, int reg,
                              const ToleranceOf& tolerance_of) {
  const spec::RegisterObservation& all = observation.registers[static_cast<std::size_t>(reg)];
  const spec::TensorObservation& tensor = all.tensor;
  ordered_json out;
  add_geometry(out, tensor);
  if (tensor.storage_offset != 0) out["offset"] = tensor.storage_offset;
  if (tensor.is_inference != 0) out["inference"] = true;
  if (tensor.requires_grad != 0) out["requires_grad"] = true;
  if ((tensor.is_leaf != 0) != (tensor.has_grad_fn == 0)) out["leaf"] = tensor.is_leaf != 0;
  if (tensor.retains_grad != 0) out["retains_grad"] = true;
  if (tensor.is_inference == 0) out["version"] = tensor.version;
  out["tensor"] = id_of(tensor.same_tensor);
  out["storage"] = id_of(tensor.storage);
  if (tensor.has_grad_fn != 0) {
    out["node"] = id_of(tensor.node);
    if (tensor.output_nr != 0) out["output_nr"] = tensor.output_nr;
  }
  if (tensor.is_view != 0) {
    out["base"] = id_of(tensor.base);
    out["creation_meta"] = name_of(tensor.creation_meta);
  }
  if (tensor.storage == reg) {
    add_bytes(out, trace, all.storage, tensor.dtype);
    add_tolerance(out, tolerance_of(reg, false));
  }
  if (all.grad.defined != 0) out["grad"] = json_of_grad(trace, all, tolerance_of(reg, true));
  return out;
}

void add_modes(ordered_json& out, const spec::ModeObservation& modes) {
  const spec::ModeObservation normal;
  ordered_json different;
  const auto add = [&](const char* name, std::uint8_t value, std::uint8_t usual) {
    if (value != usual) different[name] = value != 0;
  };
  add("inference_mode", modes.inference_mode, normal.inference_mode);
  add("grad_mode", modes.grad_mode, normal.grad_mode);
  add("forward_grad_mode", modes.forward_grad_mode, normal.forward_grad_mode);
  add("adinplaceorview_included", modes.adinplaceorview_included, normal.adinplaceorview_included);
  add("autograd_excluded", modes.autograd_excluded, normal.autograd_excluded);
  add("adinplaceorview_excluded", modes.adinplaceorview_excluded, normal.adinplaceorview_excluded);
  if (!different.is_null()) out["modes"] = std::move(different);
}

}  // namespace

ordered_json json_of(const spec::Trace& trace, const spec::Observation& observation, const ToleranceOf& tolerance_of) {
  ordered_json out = ordered_json::object();
  add_modes(out, observation.mode);
  ordered_json registers = ordered_json::array();
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    registers.push_back(json_of_register(trace, observation, reg, tolerance_of));
  out["registers"] = std::move(registers);
  return out;
}

}  // namespace modecheck::subjects
