// Declares ValueReader, which makes tensors and other values from the pickle values of an archive.
//
// The thread's mode decides whether a tensor is a normal or an inference tensor (rule K1). Tensors on one storage of
// the archive share one storage (rule K3: they are of one kind). A tensor is a leaf without history. Errors name the
// entry and what is wrong: a storage that is missing or smaller than the pickle says, sizes and strides that reach
// beyond the storage, a dtype that cannot require grad, an unknown device.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/archive/pickle_value.h"
#include "engine/archive/zip_reader.h"
#include "engine/dispatch/dict.h"

namespace modecheck::engine::archives {

class ValueReader {
 public:
  // `entry` is the name of the pickle, for errors. `device` defaults to the device of each saved tensor. The storages
  // are the entries of `folder`.
  ValueReader(const ZipReader& zip, std::string entry, std::optional<c10::Device> device, std::string folder = "data/")
      : zip_(zip), place_(zip.place(entry)), device_(device), folder_(std::move(folder)) {}

  const Place& place() const { return place_; }
  // Returns the tensor that the value describes. The same value gives the same tensor.
  at::Tensor tensor(const PickleRef& value);
  // A list of one type becomes a list of that type; a tuple becomes a list. Raises for an object of a TorchScript
  // class.
  c10::IValue value(const PickleRef& value);
  // Returns the device that a pickle names, or the device to load to if this library does not have it.
  c10::Device device_of(const std::string& location) const;
  // Counts bytes of text that the caller is about to copy. Raises if all texts together are beyond kMostPickleBytes:
  // a pickle can use one long string many times.
  void count_text(std::size_t bytes);

 private:
  struct Geometry;
  at::Tensor make_tensor(const PickleValue& value);
  at::Tensor rebuilt(const PickleValue& call);
  at::Tensor rebuilt_meta(const PickleValue& call);
  at::Tensor parameter(const PickleValue& call);
  const at::Tensor& storage(const PickleValue& id, c10::ScalarType& dtype);
  at::Tensor read_storage(const std::string& key, const std::string& location, std::int64_t bytes);
  void check_geometry(const Geometry& geometry, c10::ScalarType dtype, std::size_t nbytes) const;
  void check_can_require_grad(bool requires_grad, c10::ScalarType dtype, const char* what) const;
  std::vector<std::int64_t> integers(const PickleValue& value, const char* what) const;
  c10::IValue call_value(const PickleRef& value);
  c10::IValue list_value(const PickleValue& value);
  c10::IValue dict_value(const PickleValue& value);
  c10::IValue tagged_value(const PickleValue& call);

  const ZipReader& zip_;
  Place place_;
  std::optional<c10::Device> device_;
  std::string folder_;
  std::map<std::string, at::Tensor> storages_;  // the bytes of the storages that were read, by key
  std::unordered_map<const PickleValue*, at::Tensor> tensors_;
  std::size_t text_bytes_ = 0;
};

}  // namespace modecheck::engine::archives
