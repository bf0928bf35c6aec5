#include "engine/archive/input_archive.h"

#include <map>
#include <variant>

#include "engine/archive/file_bytes.h"
#include "engine/archive/former_format.h"
#include "engine/archive/limits.h"
#include "engine/archive/pickle_reader.h"
#include "engine/archive/value_reader.h"
#include "engine/modes/grad_mode.h"

namespace torch {
inline namespace modecheck_v1 {
namespace serialize {

using modecheck::engine::archives::in_quotes;
using modecheck::engine::archives::kMostPickleBytes;
using modecheck::engine::archives::PickleKind;
using modecheck::engine::archives::PickleRef;
using modecheck::engine::archives::Place;
using modecheck::engine::archives::ValueReader;
using modecheck::engine::archives::ZipReader;

namespace detail {

struct LoadedAttributes {
  using Attribute = std::variant<c10::IValue, std::shared_ptr<const LoadedAttributes>>;

  std::string file;
  std::string prefix;  // the names of the archives that this one is in, each with a dot
  std::map<std::string, Attribute> by_key;
  std::vector<std::string> keys;
};

}  // namespace detail

namespace {

using detail::LoadedAttributes;

constexpr const char* kPickle = "data.pkl";

std::shared_ptr<const LoadedAttributes> attributes_of(const PickleRef& object, ValueReader& reader,
                                                      const std::string& prefix) {
  const Place& place = reader.place();
  place.require(object->is(PickleKind::Object), prefix.empty() ? "the archive" : in_quotes(prefix), " has ",
                phrase(object->kind),
                ", not a module. torch::pickle_load and torch::load_state_dict read files of Python's torch.save");
  auto out = std::make_shared<LoadedAttributes>();
  out->file = place.file;
  out->prefix = prefix;
  if (object->state == nullptr) return out;
  place.require(object->state->is(PickleKind::Dict), "the state of the module ", in_quotes(prefix), " is ",
                phrase(object->state->kind), ", not a dict");
  const std::vector<PickleRef>& items = object->state->items;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    place.require(items[i]->is(PickleKind::String), "the name of an attribute is ", phrase(items[i]->kind));
    const std::string& key = items[i]->text;
    // The key is copied twice, and once more with the prefix for a nested module.
    reader.count_text(3 * key.size() + prefix.size());
    LoadedAttributes::Attribute value;
    if (items[i + 1]->is(PickleKind::Object))
      value = attributes_of(items[i + 1], reader, prefix + key + ".");
    else
      value = reader.value(items[i + 1]);
    place.require(out->by_key.emplace(key, std::move(value)).second, "a module has two attributes named ",
                  in_quotes(prefix + key));
    out->keys.push_back(key);
  }
  return out;
}

std::shared_ptr<const LoadedAttributes> former_attributes(const std::string& bytes, const std::string& file,
                                                          const std::optional<c10::Device>& device) {
  auto out = std::make_shared<LoadedAttributes>();
  out->file = file;
  for (at::Tensor& tensor : modecheck::engine::archives::read_former_format(bytes, file, device)) {
    out->keys.push_back(std::to_string(out->keys.size()));
    out->by_key.emplace(out->keys.back(), c10::IValue(std::move(tensor)));
  }
  return out;
}

}  // namespace

InputArchive::InputArchive() : attributes_(std::make_shared<LoadedAttributes>()) {}
InputArchive::~InputArchive() = default;

void InputArchive::load_bytes(std::string bytes, const std::string& file, std::optional<c10::Device> device) {
  if (modecheck::engine::archives::is_former_format(bytes)) {
    attributes_ = former_attributes(bytes, file, device);
    return;
  }
  const ZipReader zip(std::move(bytes), file);
  ValueReader reader(zip, kPickle, device);
  const PickleRef root =
      modecheck::engine::archives::read_pickle(zip.read(kPickle, kMostPickleBytes), zip.place(kPickle));
  attributes_ = attributes_of(root, reader, {});
}

void InputArchive::load_from(const std::string& filename, std::optional<c10::Device> device) {
  load_bytes(modecheck::engine::archives::read_file(filename), filename, device);
}

void InputArchive::load_from(std::istream& stream, std::optional<c10::Device> device) {
  const std::istream::pos_type start = stream.tellg();
  const std::string bytes = modecheck::engine::archives::read_stream(stream, "the stream");
  // A stream that can seek returns to where it was, as libtorch leaves it, so that a program can load from it twice.
  if (start != std::istream::pos_type(-1)) {
    stream.clear();
    stream.seekg(start);
  }
  load_bytes(bytes, "the stream", device);
}

void InputArchive::load_from(const char* data, std::size_t size, std::optional<c10::Device> device) {
  load_bytes(std::string(data, size), "the bytes", device);
}

void InputArchive::load_from(const std::function<std::size_t(std::uint64_t, void*, std::size_t)>& read_func,
                             const std::function<std::size_t(void)>& size_func, std::optional<c10::Device> device) {
  std::string bytes(size_func(), '\0');
  const std::size_t got = read_func(0, bytes.data(), bytes.size());
  Place{"the bytes", {}}.require(got == bytes.size(), "the function gave ", got, " of ", bytes.size(), " bytes");
  load_bytes(std::move(bytes), "the bytes", device);
}

bool InputArchive::try_read(const std::string& key, c10::IValue& ivalue) {
  const auto found = attributes_->by_key.find(key);
  if (found == attributes_->by_key.end()) return false;
  const auto* const value = std::get_if<c10::IValue>(&found->second);
  Place{attributes_->file, {}}.require(value != nullptr, in_quotes(attributes_->prefix + key),
                                       " is a module, not a value");
  ivalue = *value;
  return true;
}

bool InputArchive::try_read(const std::string& key, at::Tensor& tensor, bool /*is_buffer*/) {
  c10::IValue value;
  if (!try_read(key, value)) return false;
  Place{attributes_->file, {}}.require(value.isTensor(), in_quotes(attributes_->prefix + key), " is a value of kind ",
                                       value.tagKind(), ", not a tensor");
  if (tensor.defined()) {
    const at::NoGradGuard no_grad;
    tensor.set_data(value.toTensor());
  } else {
    tensor = value.toTensor();
  }
  return true;
}

bool InputArchive::try_read(const std::string& key, InputArchive& archive) {
  const auto found = attributes_->by_key.find(key);
  if (found == attributes_->by_key.end()) return false;
  const auto* const nested = std::get_if<std::shared_ptr<const LoadedAttributes>>(&found->second);
  Place{attributes_->file, {}}.require(nested != nullptr, in_quotes(attributes_->prefix + key),
                                       " is a value, not a module");
  archive.attributes_ = *nested;
  return true;
}

// The texts are libtorch's, because programs compare them.
void InputArchive::refuse_missing(const char* what, const std::string& key) const {
  Place{attributes_->file.empty() ? "an empty archive" : attributes_->file, {}}.refuse(
      what, " ", in_quotes(attributes_->prefix + key));
}

void InputArchive::read(const std::string& key, c10::IValue& ivalue) {
  if (!try_read(key, ivalue)) refuse_missing("the archive does not have a field with name", key);
}

void InputArchive::read(const std::string& key, at::Tensor& tensor, bool is_buffer) {
  if (!try_read(key, tensor, is_buffer)) refuse_missing("No such serialized tensor", key);
}

void InputArchive::read(const std::string& key, InputArchive& archive) {
  if (!try_read(key, archive)) refuse_missing("No such serialized submodule:", key);
}

std::vector<std::string> InputArchive::keys() { return attributes_->keys; }

InputArchive& operator>>(InputArchive& archive, at::Tensor& tensor) {
  archive.read("0", tensor);
  return archive;
}

}  // namespace serialize
}  // namespace modecheck_v1
}  // namespace torch
