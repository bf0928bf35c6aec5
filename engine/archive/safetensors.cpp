#include "engine/archive/safetensors.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/archive/file_bytes.h"
#include "engine/archive/limits.h"
#include "engine/archive/place.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/modes/grad_mode.h"

namespace torch {
inline namespace modecheck_v1 {

using at::Tensor;
using modecheck::engine::ErrorClass;
using modecheck::engine::archives::in_quotes;
using modecheck::engine::archives::kMostDimensions;
using modecheck::engine::archives::kMostHeaderBytes;
using modecheck::engine::archives::Place;

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadata = "__metadata__";

struct DtypeName {
  c10::ScalarType dtype;
  const char* name;
};
constexpr DtypeName kDtypeNames[] = {
    {c10::kBool, "BOOL"}, {c10::kByte, "U8"},    {c10::kChar, "I8"},          {c10::kShort, "I16"},
    {c10::kInt, "I32"},   {c10::kLong, "I64"},   {c10::kHalf, "F16"},         {c10::kBFloat16, "BF16"},
    {c10::kFloat, "F32"}, {c10::kDouble, "F64"}, {c10::kComplexFloat, "C64"},
};

// The place of a tensor in the file, from the header.
struct TensorEntry {
  std::string name;
  c10::ScalarType dtype = c10::ScalarType::Undefined;
  std::vector<std::int64_t> sizes;
  std::uint64_t begin = 0, end = 0;
};

// Parses the header, and appends its keys to `order`. The depth, repeated keys and the order are noted while it is
// parsed, because the parser's result shows none of them.
Json parsed_header(const std::string& text, const Place& place, std::vector<std::string>& order) {
  constexpr int most_depth = 3;
  std::vector<std::set<std::string>> keys;
  const auto check = [&](int depth, Json::parse_event_t event, Json& value) {
    place.require(depth <= most_depth, "the header is nested more than ", most_depth, " deep");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event != Json::parse_event_t::key) return true;
    const std::string& key = value.get_ref<const std::string&>();
    place.require(keys.back().insert(key).second, "the header has the key ", in_quotes(key), " twice");
    if (keys.size() == 1) order.push_back(key);
    return true;
  };
  try {
    Json out = Json::parse(text, check);
    place.require(out.is_object(), "the header is JSON of another type than an object");
    return out;
  } catch (const Json::exception& error) {
    place.refuse("the header is no JSON: ", error.what());
  }
}

std::uint64_t natural(const Json& value, const Place& place, const char* what) {
  place.require(value.is_number_unsigned(), what, " is no non-negative integer");
  return value.get<std::uint64_t>();
}

TensorEntry parsed_entry(const std::string& name, const Json& value, std::uint64_t data_bytes, const Place& place) {
  TensorEntry out;
  out.name = name;
  const bool is_whole = value.is_object() && value.size() == 3 && value.contains("dtype") &&
                        value["dtype"].is_string() && value.contains("shape") && value["shape"].is_array() &&
                        value.contains("data_offsets") && value["data_offsets"].is_array() &&
                        value["data_offsets"].size() == 2;
  place.require(is_whole, "the header does not describe the tensor by dtype, shape and two data_offsets");
  const std::string dtype = value["dtype"].get<std::string>();
  for (const DtypeName& one : kDtypeNames)
    if (dtype == one.name) out.dtype = one.dtype;
  place.require(out.dtype != c10::ScalarType::Undefined, "the dtype ", in_quotes(dtype), " is not supported");
  place.require(value["shape"].size() <= kMostDimensions, "the tensor has ", value["shape"].size(),
                " dimensions; the bound is ", kMostDimensions);
  std::uint64_t bytes = c10::elementSize(out.dtype);
  for (const Json& one : value["shape"]) {
    const std::uint64_t size = natural(one, place, "a size");
    place.require(size <= static_cast<std::uint64_t>(modecheck::engine::archives::kMostStorageBytes) &&
                      !__builtin_mul_overflow(bytes, size, &bytes),
                  "the sizes are beyond the bound");
    out.sizes.push_back(static_cast<std::int64_t>(size));
  }
  out.begin = natural(value["data_offsets"][0], place, "a data offset");
  out.end = natural(value["data_offsets"][1], place, "a data offset");
  place.require(out.begin <= out.end && out.end <= data_bytes, "the data offsets ", out.begin, " and ", out.end,
                " reach beyond the ", data_bytes, " bytes of data");
  place.require(out.end - out.begin == bytes, "the data offsets have room for ", out.end - out.begin,
                " bytes; dtype and shape need ", bytes);
  return out;
}

// Raises unless the tensors cover the data without gaps and overlaps.
void check_cover(const std::vector<TensorEntry>& entries, std::uint64_t data_bytes, const std::string& file) {
  std::vector<const TensorEntry*> order;
  for (const TensorEntry& entry : entries) order.push_back(&entry);
  std::sort(order.begin(), order.end(), [](const TensorEntry* a, const TensorEntry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::uint64_t at = 0;
  for (const TensorEntry* entry : order) {
    Place{file, entry->name}.require(entry->begin == at, "the data begin at byte ", entry->begin,
                                     "; the data of the tensor before end at byte ", at);
    at = entry->end;
  }
  Place{file, {}}.require(at == data_bytes, "the tensors end at byte ", at, " of ", data_bytes, " bytes of data");
}

}  // namespace

StateDict load_safetensors(const std::string& filename, std::optional<c10::Device> device) {
  return read_safetensors(modecheck::engine::archives::read_file(filename), filename, device);
}

StateDict read_safetensors(const std::string& bytes, const std::string& filename, std::optional<c10::Device> device) {
  const Place place{filename, {}};
  place.require(bytes.size() >= kLengthBytes, "the file has ", bytes.size(), " bytes, and a safetensors file at least ",
                kLengthBytes);
  std::uint64_t header_bytes = 0;
  std::memcpy(&header_bytes, bytes.data(), kLengthBytes);
  place.require(header_bytes <= kMostHeaderBytes, "the header has ", header_bytes, " bytes; the bound is ",
                kMostHeaderBytes);
  place.require(header_bytes <= bytes.size() - kLengthBytes, "the header has ", header_bytes, " bytes; the file has ",
                bytes.size());
  std::vector<std::string> names;
  const Json header = parsed_header(bytes.substr(kLengthBytes, header_bytes), place, names);
  const std::string_view data = std::string_view(bytes).substr(kLengthBytes + header_bytes);
  std::vector<TensorEntry> entries;
  for (const std::string& name : names)
    if (name != kMetadata)
      entries.push_back(parsed_entry(name, header[name], data.size(), {filename, name}));
    else
      place.require(header[name].is_object() && std::all_of(header[name].begin(), header[name].end(),
                                                            [](const Json& one) { return one.is_string(); }),
                    "the metadata are no strings under names");
  check_cover(entries, data.size(), filename);
  StateDict out;
  for (const TensorEntry& entry : entries) {
    Tensor tensor = modecheck::engine::empty(entry.sizes, entry.dtype, c10::kCPU);
    if (entry.end > entry.begin)
      std::memcpy(tensor.storage().data(), data.data() + entry.begin, entry.end - entry.begin);
    out.insert(entry.name, device.has_value() && !device->in_cpu_memory() ? tensor.to(*device, entry.dtype) : tensor);
  }
  return out;
}

void save_safetensors(const StateDict& tensors, const std::string& filename) {
  const at::NoGradGuard no_grad;
  std::vector<std::pair<std::string, Tensor>> list;
  for (const auto& entry : tensors) {
    const Tensor tensor = entry.value();
    const auto refuse = [&](const char* why) {
      modecheck::engine::raise(ErrorClass::Argument, "save_safetensors: cannot save ", in_quotes(entry.key()), ": ",
                               why);
    };
    if (!tensor.defined()) refuse("the tensor is undefined");
    if (!tensor.device().has_bytes()) refuse("the tensor is on Meta or fake, and has no elements");
    if (tensor.scalar_type() == c10::kComplexDouble) refuse("the format has no complex128");
    if (entry.key() == kMetadata) refuse("the format uses this name for other data");
    list.emplace_back(entry.key(), tensor.cpu().contiguous());
  }
  // Larger elements come first, so that all data are aligned to their size.
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return c10::elementSize(a.second.scalar_type()) > c10::elementSize(b.second.scalar_type());
  });
  Json header = Json::object();
  std::string data;
  for (const auto& [name, tensor] : list) {
    const std::size_t size = static_cast<std::size_t>(tensor.numel()) * c10::elementSize(tensor.scalar_type());
    const char* dtype = "";
    for (const DtypeName& one : kDtypeNames)
      if (tensor.scalar_type() == one.dtype) dtype = one.name;
    header[name] = {
        {"dtype", dtype}, {"shape", tensor.sizes().vec()}, {"data_offsets", {data.size(), data.size() + size}}};
    if (size > 0) data.append(static_cast<const char*>(tensor.data_ptr()), size);
  }
  // Bytes that are no UTF-8 cannot stand in JSON.
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::exception& error) {
    modecheck::engine::raise(ErrorClass::Argument, "save_safetensors: a name cannot be written: ", error.what());
  }
  text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
  std::string file(kLengthBytes, '\0');
  const std::uint64_t header_bytes = text.size();
  std::memcpy(file.data(), &header_bytes, kLengthBytes);
  modecheck::engine::archives::write_file(filename, file + text + data);
}

}  // namespace modecheck_v1
}  // namespace torch
