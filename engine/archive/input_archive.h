// Declares torch::serialize::InputArchive, which reads archives that libtorch's C++ functions, OutputArchive or
// torch.jit.save wrote. The code in such an archive is neither read nor run. Hostile files are refused: zip_reader.h,
// pickle_reader.h and value_reader.h say what is checked, and limits.h has the bounds.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/dispatch/dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace serialize {

namespace detail {
struct LoadedAttributes;
}

class InputArchive final {
 public:
  InputArchive();
  InputArchive(InputArchive&&) noexcept = default;
  InputArchive& operator=(InputArchive&&) noexcept = default;
  InputArchive(const InputArchive&) = delete;
  InputArchive& operator=(const InputArchive&) = delete;
  ~InputArchive();

  // These functions load all values of the archive. Tensors are of the kind that the thread's mode determines (K1).
  // `device` defaults to the device of each saved tensor. They raise an Argument error that names the file, the entry,
  // and what is wrong. The archive then stays unchanged. A stream is read to its end.
  void load_from(const std::string& filename, std::optional<c10::Device> device = std::nullopt);
  void load_from(std::istream& stream, std::optional<c10::Device> device = std::nullopt);
  void load_from(const char* data, std::size_t size, std::optional<c10::Device> device = std::nullopt);
  void load_from(const std::function<std::size_t(std::uint64_t, void*, std::size_t)>& read_func,
                 const std::function<std::size_t(void)>& size_func, std::optional<c10::Device> device = std::nullopt);

  // These functions return false if there is no such key, and raise an Argument error if it has another kind of value.
  // A tensor that is defined gets the loaded data by set_data(). `is_buffer` has no effect, as in libtorch.
  bool try_read(const std::string& key, c10::IValue& ivalue);
  bool try_read(const std::string& key, at::Tensor& tensor, bool is_buffer = false);
  bool try_read(const std::string& key, InputArchive& archive);
  // These functions raise an Argument error if there is no such key.
  void read(const std::string& key, c10::IValue& ivalue);
  void read(const std::string& key, at::Tensor& tensor, bool is_buffer = false);
  void read(const std::string& key, InputArchive& archive);

  // Returns the names of all values and nested archives, in the file's order.
  std::vector<std::string> keys();

  // Calls read() with these arguments.
  template <typename... Ts>
  void operator()(Ts&&... ts) {
    read(std::forward<Ts>(ts)...);
  }

 private:
  void load_bytes(std::string bytes, const std::string& file, std::optional<c10::Device> device);
  [[noreturn]] void refuse_missing(const char* what, const std::string& key) const;

  std::shared_ptr<const detail::LoadedAttributes> attributes_;
};

// Reads a tensor that torch::save wrote.
InputArchive& operator>>(InputArchive& archive, at::Tensor& tensor);

}  // namespace serialize
}  // namespace modecheck_v1
}  // namespace torch
