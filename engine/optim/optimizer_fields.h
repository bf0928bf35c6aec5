// Declares how the options and the states of optimizers are written into archives and read back, one field after the
// other. Only .cpp files include this header.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/nn/operators.h"
#include "engine/optim/serialize.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {
namespace detail {

// Writes fields. An undefined tensor and a list that is not there are left out, and a value that is not there is None,
// as in libtorch. A list with undefined tensors is left out too; libtorch raises for it.
class FieldWriter {
 public:
  explicit FieldWriter(serialize::OutputArchive& archive) : archive_(archive) {}
  void operator()(const char* name, double value) { archive_.write(name, c10::IValue(value)); }
  void operator()(const char* name, bool value) { archive_.write(name, c10::IValue(value)); }
  void operator()(const char* name, std::int64_t value) { archive_.write(name, c10::IValue(value)); }
  void operator()(const char* name, const std::optional<std::int64_t>& value) {
    archive_.write(name, c10::IValue(value));
  }
  void operator()(const char* name, const std::optional<std::string>& value) {
    archive_.write(name, c10::IValue(value));
  }
  void operator()(const char* name, const std::tuple<double, double>& value);
  void operator()(const char* name, const at::Tensor& value);
  void operator()(const char* name, const std::deque<at::Tensor>& value);
  void operator()(const char* name, const std::optional<std::vector<at::Tensor>>& value);

 private:
  serialize::OutputArchive& archive_;
};

// Reads fields. Raises an Argument error for a field that is missing or has another type. Only tensors and optional
// values may be missing.
class FieldReader {
 public:
  explicit FieldReader(serialize::InputArchive& archive) : archive_(archive) {}
  void operator()(const char* name, double& value) { value = read(name).toDouble(); }
  void operator()(const char* name, bool& value) { value = read(name).toBool(); }
  void operator()(const char* name, std::int64_t& value) { value = read(name).toInt(); }
  void operator()(const char* name, std::optional<std::int64_t>& value);
  void operator()(const char* name, std::optional<std::string>& value);
  void operator()(const char* name, std::tuple<double, double>& value);
  void operator()(const char* name, at::Tensor& value);
  void operator()(const char* name, std::deque<at::Tensor>& value);
  void operator()(const char* name, std::optional<std::vector<at::Tensor>>& value);

 private:
  c10::IValue read(const char* name) const;

  serialize::InputArchive& archive_;
};

// Calls `fields(self, writer)` or `fields(self, reader)`, which names every field with its value.
template <typename Self, typename Fields>
void write_fields(serialize::OutputArchive& archive, const Self& self, const Fields& fields) {
  FieldWriter writer(archive);
  fields(self, writer);
}
template <typename Self, typename Fields>
void read_fields(serialize::InputArchive& archive, Self& self, const Fields& fields) {
  FieldReader reader(archive);
  fields(self, reader);
}

template <typename State>
void load_optimizer(serialize::InputArchive& archive, Optimizer& optimizer) {
  load_optimizer(archive, optimizer, [] { return std::make_unique<State>(); });
}

// Returns true, and warns, if the archive has no version, as archives of PyTorch before 1.5.0. These have lists of
// buffers, one element for each parameter.
bool is_former_archive(serialize::InputArchive& archive, const char* optimizer);
// Reads such a list.
std::vector<at::Tensor> archive_buffers(serialize::InputArchive& archive, const std::string& key);
std::vector<std::int64_t> archive_steps(serialize::InputArchive& archive, const std::string& key);
// Returns the states of the optimizer's parameters as keys of state(). Raises an Argument error unless the optimizer
// has one group with at least `count` parameters.
std::vector<std::string> former_keys(const Optimizer& optimizer, std::size_t count);

template <typename Element>
const Element& former_at(const std::vector<Element>& list, std::size_t i, const char* key) {
  MODECHECK_ARGUMENT(i < list.size(), "torch::load: the list '", key, "' of the optimizer has ", list.size(),
                     " elements, which are too few");
  return list[i];
}

// Makes the states of the first `count` parameters by `set`, and gives them to the optimizer.
template <typename State, typename Set>
void load_former_states(Optimizer& optimizer, std::size_t count, const Set& set) {
  const std::vector<std::string> keys = former_keys(optimizer, count);
  std::vector<std::unique_ptr<State>> states;
  for (std::size_t i = 0; i < count; ++i) set(*states.emplace_back(std::make_unique<State>()), i);
  for (std::size_t i = 0; i < count; ++i) optimizer.state()[keys[i]] = std::move(states[i]);
}

}  // namespace detail
}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
