// Declares ValueWriter, which turns tensors and other values into pickle values, and writes the bytes of the tensors
// into an archive.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/archive/pickle_value.h"
#include "engine/archive/zip_writer.h"
#include "engine/dispatch/dict.h"

namespace modecheck::engine::archives {

// Returns the name of the value's type in TorchScript, such as "List[Tensor]".
std::string script_type(const c10::IValue& value);

class ValueWriter {
 public:
  explicit ValueWriter(ZipWriter& zip) : zip_(zip) {}

  // Adds the tensor's whole storage as the entry data/NUMBER, unless a tensor on the same storage was written before.
  // A tensor on a device is copied to the host. The entry of a Meta tensor is empty, as libtorch's is. Raises for an
  // undefined tensor.
  PickleRef tensor(const at::Tensor& tensor);
  // Lists and dictionaries get the tag of their type if `has_tags` is set, as libtorch's C++ functions write them.
  // Without tags the pickle contains only what Python's torch.load accepts with weights_only=True.
  PickleRef value(const c10::IValue& value, bool has_tags);

 private:
  std::string key_of(const at::Tensor& tensor);
  PickleRef list(const c10::IValue& value, bool has_tags);
  PickleRef dict(const c10::IValue& value, bool has_tags);

  ZipWriter& zip_;
  std::map<const c10::StorageImpl*, std::string> keys_;
  std::vector<at::Tensor> kept_;  // tensors whose bytes the archive refers to
  std::size_t depth_ = 0;
};

}  // namespace modecheck::engine::archives
