// Declares torch::serialize::OutputArchive, which writes named values as libtorch's C++ functions do: a TorchScript
// archive of classes that have attributes and no code.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/dispatch/dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace serialize {

class OutputArchive;

namespace detail {
struct SavedAttributes;
// Adds an attribute whose type is a tuple, such as Tuple[float, float]. An IValue has no tuples.
void write_tuple(OutputArchive& archive, const std::string& key, const std::vector<c10::IValue>& items);
}  // namespace detail

// An archive keeps its tensors and writes them in save_to(), so that changes in between are written too. libtorch does
// the same.
class OutputArchive final {
 public:
  OutputArchive();
  OutputArchive(OutputArchive&&) noexcept = default;
  OutputArchive& operator=(OutputArchive&&) noexcept = default;
  OutputArchive(const OutputArchive&) = delete;
  OutputArchive& operator=(const OutputArchive&) = delete;
  ~OutputArchive();

  // These functions add an attribute. They raise an Argument error for a key that exists, for an undefined
  // tensor, and for an archive that would contain itself.
  // A later change of `nested_archive` changes this archive too.
  void write(const std::string& key, const c10::IValue& ivalue);
  void write(const std::string& key, const at::Tensor& tensor, bool is_buffer = false);
  void write(const std::string& key, OutputArchive& nested_archive);

  // These functions write the archive. They raise an Argument error if the file, the stream or the function does not
  // take all bytes.
  void save_to(const std::string& filename);
  void save_to(std::ostream& stream);
  void save_to(const std::function<std::size_t(const void*, std::size_t)>& func);

  // Calls write() with these arguments.
  template <typename... Ts>
  void operator()(Ts&&... ts) {
    write(std::forward<Ts>(ts)...);
  }

 private:
  friend void detail::write_tuple(OutputArchive& archive, const std::string& key,
                                  const std::vector<c10::IValue>& items);
  std::string bytes(const std::string& root) const;

  std::shared_ptr<detail::SavedAttributes> attributes_;
};

// Writes a tensor as torch::save does.
OutputArchive& operator<<(OutputArchive& archive, const at::Tensor& tensor);

}  // namespace serialize
}  // namespace modecheck_v1
}  // namespace torch
