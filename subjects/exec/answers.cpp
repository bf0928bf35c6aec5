#include "subjects/exec/answers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "spec/program/operation.h"
#include "subjects/exec/creation_metas.h"
#include "subjects/messages/messages.h"

namespace modecheck::subjects {
namespace {

using nlohmann::json;

constexpr const char* kDTypeNames =
    "float32, float64, int64, bool, uint8, int8, int16, int32, float16, bfloat16, complex64, complex128";
std::string shown(const json& value) {
  std::string out = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return out.size() > 60 ? out.substr(0, 57) + "..." : out;
}

[[noreturn]] void reject(const std::string& member, const json& value, const std::string& expected) {
  throw AnswerError("`" + member + "` is " + shown(value) + "; expected " + expected);
}

const json* member(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

bool flag(const json& object, const char* name, bool otherwise) {
  const json* const value = member(object, name);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) reject(name, *value, "true or false");
  return value->get<bool>();
}

// The largest number that an answer may have. No size, offset or version of a program is as large.
constexpr std::int64_t kLargest = 1 << 30;

std::int32_t bounded(const char* name, const json& value) {
  if (!value.is_number_integer() || value.get<std::int64_t>() < -kLargest || value.get<std::int64_t>() > kLargest)
    reject(name, value, "a whole number between -2**30 and 2**30");
  return value.get<std::int32_t>();
}

std::int64_t integer(const json& object, const char* name, std::int64_t otherwise) {
  const json* const value = member(object, name);
  return value == nullptr ? otherwise : bounded(name, *value);
}

// An id may be a number or a text. Both are kept as text.
std::string id_of(const json& object, const char* name) {
  const json* const value = member(object, name);
  return value == nullptr ? std::string() : value->dump();
}

spec::DType dtype_of(const json& object) {
  const json* const value = member(object, "dtype");
  if (value != nullptr && value->is_string())
    for (int i = 0; i < spec::kDTypes; ++i)
      if (spec::name_of(static_cast<spec::DType>(i)) == value->get<std::string>()) return static_cast<spec::DType>(i);
  reject("dtype", value == nullptr ? json() : *value, std::string("one of ") + kDTypeNames);
}

// Reads at most kMaxRank numbers. Returns their count.
int numbers(const json& object, const char* name, std::array<std::int32_t, spec::kMaxRank>& out) {
  const json* const value = member(object, name);
  const std::string expected = "a list of at most " + std::to_string(spec::kMaxRank) + " whole numbers";
  if (value == nullptr || !value->is_array() || value->size() > spec::kMaxRank)
    reject(name, value == nullptr ? json() : *value, expected);
  for (std::size_t i = 0; i < value->size(); ++i) out[i] = bounded(name, (*value)[i]);
  return static_cast<int>(value->size());
}

// Reads sizes and strides. Without strides the tensor is contiguous.
template <typename Tensor>
std::int64_t read_geometry(const json& given, Tensor& out) {
  out.rank = static_cast<std::uint8_t>(numbers(given, "sizes", out.sizes));
  std::int64_t stride = 1;
  std::int64_t count = 1;
  for (int d = out.rank; d-- > 0;) {
    const std::int32_t size = out.sizes[static_cast<std::size_t>(d)];
    out.strides[static_cast<std::size_t>(d)] = static_cast<std::int32_t>(stride);
    stride *= std::max(size, 1);
    count *= size;
    if (size < 0 || stride > kLargest)
      reject("sizes", given["sizes"], "sizes of at most 2**30 elements, none negative");
  }
  if (member(given, "strides") == nullptr) return count;
  if (numbers(given, "strides", out.strides) != out.rank)
    reject("strides", given["strides"], "as many numbers as `sizes` has");
  return count;
}

double real_of(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  reject("elements", value, R"(numbers, true, false, "nan", "inf" or "-inf", and lists of two for complex numbers)");
}

template <typename T>
void append(std::vector<std::uint8_t>& out, T value) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(&value);
  out.insert(out.end(), begin, begin + sizeof(T));
}

template <typename T>
T whole_of(const json& value) {
  if (value.is_boolean()) return static_cast<T>(value.get<bool>() ? 1 : 0);
  if (!value.is_number_integer()) reject("elements", value, "whole numbers for an integer dtype");
  return static_cast<T>(value.get<std::int64_t>());
}

void append_element(std::vector<std::uint8_t>& out, spec::DType dtype, const json& value) {
  switch (dtype) {
    case spec::DType::Float32:
      return append(out, static_cast<float>(real_of(value)));
    case spec::DType::Float64:
      return append(out, real_of(value));
    case spec::DType::Int64:
      return append(out, whole_of<std::int64_t>(value));
    case spec::DType::Int32:
      return append(out, whole_of<std::int32_t>(value));
    case spec::DType::Int16:
      return append(out, whole_of<std::int16_t>(value));
    case spec::DType::Int8:
      return append(out, whole_of<std::int8_t>(value));
    case spec::DType::UInt8:
      return append(out, whole_of<std::uint8_t>(value));
    case spec::DType::Bool:
      return append(out, static_cast<std::uint8_t>(real_of(value) != 0));
    case spec::DType::Complex64:
    case spec::DType::Complex128: {
      const bool is_pair = value.is_array() && value.size() == 2;
      for (const double part : {is_pair ? real_of(value[0]) : real_of(value), is_pair ? real_of(value[1]) : 0.0})
        if (dtype == spec::DType::Complex64)
          append(out, static_cast<float>(part));
        else
          append(out, part);
      return;
    }
    default:
      reject("elements", value, "no elements of this dtype; give `bytes` for float16 and bfloat16");
  }
}

std::vector<std::uint8_t> from_hexadecimal(const json& value) {
  const auto digit = [&](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    reject("bytes", value, "two of the digits 0 to 9 and a to f for each byte");
  };
  if (!value.is_string() || value.get<std::string>().size() % 2 != 0)
    reject("bytes", value, "two of the digits 0 to 9 and a to f for each byte");
  const auto text = value.get<std::string>();
  std::vector<std::uint8_t> out;
  for (std::size_t i = 0; i < text.size(); i += 2)
    out.push_back(static_cast<std::uint8_t>(16 * digit(text[i]) + digit(text[i + 1])));
  return out;
}

std::uint8_t lowest(const std::string& id, const std::array<std::string, spec::kRegisters>& all, std::uint8_t none) {
  const auto found = std::find(all.begin(), all.end(), id);
  return found == all.end() ? none : static_cast<std::uint8_t>(found - all.begin());
}

}  // namespace

Answers::Json Answers::parsed(const std::string& line) {
  Json out = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!out.is_object())
    throw AnswerError("the line " + shown(Json(line)) + " is no JSON object; each answer is one object on one line");
  return out;
}

spec::ByteRange Answers::read_bytes(const Json& given, spec::DType dtype) {
  std::vector<std::uint8_t> bytes;
  if (const Json* const text = member(given, "bytes")) {
    bytes = from_hexadecimal(*text);
  } else if (const Json* const elements = member(given, "elements")) {
    if (!elements->is_array()) reject("elements", *elements, "a list of all elements of the storage");
    for (const Json& element : *elements) append_element(bytes, dtype, element);
  } else if (with_values_) {
    throw AnswerError("`elements` is missing; expected all elements of the storage, or `bytes` in hexadecimal digits");
  }
  if (bytes.size() > 2 * spec::kMaxStorageBytes || trace_.bytes_used + bytes.size() > spec::Trace::byte_capacity)
    throw AnswerError("a storage has " + std::to_string(bytes.size()) +
                      " bytes, and no program makes one of more than " + std::to_string(2 * spec::kMaxStorageBytes));
  const spec::ByteRange out{trace_.bytes_used, static_cast<std::uint32_t>(bytes.size())};
  std::copy(bytes.begin(), bytes.end(), trace_.bytes.begin() + trace_.bytes_used);
  trace_.bytes_used += out.size;
  return out;
}

void Answers::read_grad(const Json& given, std::size_t i, spec::Observation& out, Ids& ids) {
  spec::GradObservation& grad = out.registers[i].grad;
  grad.defined = 1;
  grad.dtype = dtype_of(given);
  static_cast<void>(read_geometry(given, grad));
  grad.is_inference = flag(given, "inference", false) ? 1 : 0;
  grad.requires_grad = flag(given, "requires_grad", false) ? 1 : 0;
  ids.grad[i] = id_of(given, "tensor");
  ids.grad_storage[i] = id_of(given, "storage");
  out.registers[i].grad_values = read_bytes(given, grad.dtype);
}

void Answers::read_register(const Json& given, std::size_t i, spec::Observation& out, Ids& ids, std::int64_t& version) {
  spec::RegisterObservation& all = out.registers[i];
  spec::TensorObservation& tensor = all.tensor;
  tensor.dtype = dtype_of(given);
  const std::int64_t count = read_geometry(given, tensor);
  tensor.storage_offset = static_cast<std::int32_t>(integer(given, "offset", 0));
  tensor.is_inference = flag(given, "inference", false) ? 1 : 0;
  tensor.keys =
      tensor.is_inference != 0 ? spec::kKeyBackend : spec::kKeyBackend | spec::kKeyADInplaceOrView | spec::kKeyAutograd;
  tensor.requires_grad = flag(given, "requires_grad", false) ? 1 : 0;
  tensor.has_grad_fn = flag(given, "grad_fn", member(given, "node") != nullptr) ? 1 : 0;
  tensor.is_leaf = flag(given, "leaf", tensor.has_grad_fn == 0) ? 1 : 0;
  tensor.is_view = flag(given, "view", member(given, "base") != nullptr) ? 1 : 0;
  tensor.retains_grad = flag(given, "retains_grad", false) ? 1 : 0;
  tensor.output_nr = static_cast<std::uint8_t>(integer(given, "output_nr", 0));
  if (tensor.is_view != 0) tensor.creation_meta = spec::CreationMeta::Default;
  if (const Json* const meta = member(given, "creation_meta")) {
    const std::optional<spec::CreationMeta> named =
        meta->is_string() ? creation_meta_named(meta->get<std::string>()) : std::nullopt;
    if (!named.has_value())
      reject("creation_meta", *meta, "DEFAULT, IN_CUSTOM_FUNCTION, MULTI_OUTPUT_NODE, NO_GRAD_MODE or INFERENCE_MODE");
    tensor.creation_meta = *named;
  }
  const auto counter = given.find("version");
  tensor.version = counter != given.end() && counter->is_null() ? spec::kNoVersion : 0;
  version = integer(given, "version", 0);
  const std::string own = "r" + std::to_string(i);
  const auto or_own = [&](const std::string& id) { return id.empty() ? own : id; };
  ids.tensor[i] = or_own(id_of(given, "tensor"));
  ids.storage[i] = or_own(id_of(given, "storage"));
  ids.node[i] = tensor.has_grad_fn != 0 ? or_own(id_of(given, "node")) : std::string();
  ids.base[i] = id_of(given, "base");
  if (const std::uint8_t first = lowest(ids.storage[i], ids.storage, spec::kNoRegister); first == i) {
    all.storage = read_bytes(given, tensor.dtype);
    tensor.storage_bytes = with_values_ || all.storage.size != 0
                               ? all.storage.size
                               : static_cast<std::uint32_t>(count * spec::item_size(tensor.dtype));
  } else {
    tensor.storage_bytes = out.registers[first].tensor.storage_bytes;
  }
  tensor.storage_bytes = static_cast<std::uint32_t>(integer(given, "storage_bytes", tensor.storage_bytes));
  if (const Json* const grad = member(given, "grad")) read_grad(*grad, i, out, ids);
}

// Writes for each id the lowest register that has it.
void Answers::resolve(const Ids& ids, spec::Observation& out) {
  for (std::size_t i = 0; i < kCount; ++i) {
    spec::TensorObservation& tensor = out.registers[i].tensor;
    tensor.same_tensor = lowest(ids.tensor[i], ids.tensor, spec::kNoRegister);
    tensor.storage = lowest(ids.storage[i], ids.storage, spec::kNoRegister);
    if (tensor.has_grad_fn != 0) tensor.node = lowest(ids.node[i], ids.node, spec::kNoRegister);
    if (tensor.is_view != 0) tensor.base = lowest(ids.base[i], ids.tensor, spec::kElsewhere);
    spec::GradObservation& grad = out.registers[i].grad;
    if (grad.defined == 0) continue;
    grad.tensor = lowest(ids.grad[i], ids.tensor, spec::kElsewhere);
    grad.storage = lowest(ids.grad_storage[i], ids.storage, spec::kElsewhere);
  }
}

void Answers::read_state(const Json& answer, spec::Observation& out) {
  out = {};
  if (const Json* const modes = member(answer, "modes")) {
    if (!modes->is_object()) reject("modes", *modes, "an object");
    const auto mode = [&](const char* name, std::uint8_t& to) { to = flag(*modes, name, to != 0) ? 1 : 0; };
    mode("inference_mode", out.mode.inference_mode);
    mode("grad_mode", out.mode.grad_mode);
    mode("forward_grad_mode", out.mode.forward_grad_mode);
    mode("adinplaceorview_included", out.mode.adinplaceorview_included);
    mode("autograd_excluded", out.mode.autograd_excluded);
    mode("adinplaceorview_excluded", out.mode.adinplaceorview_excluded);
  }
  const Json* const registers = member(answer, "registers");
  if (registers == nullptr || !registers->is_array() || registers->size() != kCount)
    reject("registers", registers == nullptr ? Json() : *registers,
           "a list of " + std::to_string(kCount) + " objects, one for each register");
  Ids ids;
  for (std::size_t i = 0; i < kCount; ++i) {
    try {
      read_register((*registers)[i], i, out, ids, versions_[i]);
    } catch (const AnswerError& error) {
      throw AnswerError("r" + std::to_string(i) + ": " + error.what());
    }
  }
  resolve(ids, out);
}

void Answers::read_outcome(const Json& answer, spec::Outcome& out) {
  out = {};
  const std::string outcome = answer.value("outcome", "ok");
  if (outcome == "ok") {
    out.kind = spec::OutcomeKind::Ok;
  } else if (outcome == "unsupported") {
    out.kind = spec::OutcomeKind::Unsupported;
  } else if (outcome == "error") {
    out.kind = spec::OutcomeKind::Error;
    out.error = messages_ == Messages::OfLibtorch && member(answer, "class") == nullptr
                    ? classify_message(answer.value("message", ""))
                    : spec::error_class_named(answer.value("class", "Unmapped"));
  } else {
    reject("outcome", outcome, "ok, error or unsupported");
  }
  const std::string message = answer.value("message", "");
  const std::uint32_t room = spec::Trace::byte_capacity - trace_.bytes_used;
  const auto size = static_cast<std::uint16_t>(std::min<std::size_t>({message.size(), room, 1000}));
  out.text_begin = trace_.bytes_used;
  out.text_size = size;
  std::memcpy(trace_.bytes.data() + trace_.bytes_used, message.data(), size);
  trace_.bytes_used += size;
}

void Answers::read_initial(const std::string& line) {
  read_state(parsed(line), trace_.initial.observation);
  taken_ = versions_;
  for (spec::RegisterObservation& one : trace_.initial.observation.registers)
    one.tensor.version = one.tensor.is_inference != 0 ? spec::kNoVersion : 0;
  trace_.initial.outcome = {};
  trace_.initial.outcome.kind = spec::OutcomeKind::Ok;
}

void Answers::read_step(const std::string& line, const spec::Record& record, spec::Step& step) {
  const Json answer = parsed(line);
  spec::Outcome outcome;
  try {
    read_outcome(answer, outcome);
  } catch (const Json::exception& error) {
    throw AnswerError(std::string("`outcome`, `class` and `message` are texts: ") + error.what());
  }
  read_state(answer, step.observation);
  const spec::Operation& row = spec::operation(record.operation);
  for (int i = 0; outcome.kind == spec::OutcomeKind::Ok && i < spec::result_registers(row); ++i) {
    const auto reg = static_cast<std::size_t>((record.destination + i) % spec::kRegisters);
    const Json* const taken = member(answer, "taken");
    const bool is_listed =
        taken == nullptr || std::find(taken->begin(), taken->end(), "r" + std::to_string(reg)) != taken->end();
    if (is_listed) taken_[reg] = versions_[reg];
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    spec::TensorObservation& tensor = step.observation.registers[i].tensor;
    if (tensor.is_inference != 0) tensor.version = spec::kNoVersion;
    if (tensor.version != spec::kNoVersion) tensor.version = static_cast<std::int32_t>(versions_[i] - taken_[i]);
  }
  step.outcome = outcome;
}

}  // namespace modecheck::subjects
