#include "engine/optim/serialize.h"

#include "engine/optim/optimizer_fields.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {
namespace detail {

namespace {

// The version that libtorch writes since it has groups of parameters.
constexpr const char* kVersion = "1.5.0";

std::string key_of_parameter(const at::Tensor& parameter) {
  return nn::detail::text_of(static_cast<const void*>(parameter.unsafeGetTensorImpl()));
}

// Returns a number that was written as a tensor with one element.
std::int64_t number_of(const at::Tensor& tensor, const std::string& key) {
  MODECHECK_ARGUMENT(tensor.numel() == 1 && tensor.scalar_type() == c10::ScalarType::Long && !tensor.is_meta(),
                     "torch::load: '", key, "' is no tensor with one integer, so the archive has no optimizer");
  return tensor.item<std::int64_t>();
}

std::size_t read_count(serialize::InputArchive& archive, const std::string& key) {
  at::Tensor count;
  archive.read(key, count);
  const std::int64_t out = number_of(count, key);
  MODECHECK_ARGUMENT(out >= 0, "torch::load: '", key, "' is ", out, ", and a number of elements is not negative");
  return static_cast<std::size_t>(out);
}

void write_count(serialize::OutputArchive& archive, const std::string& key, std::size_t count) {
  archive.write(key, at::full({}, static_cast<std::int64_t>(count), at::kLong));
}

// Reads the group and returns the keys under which the archive has the states of its parameters.
std::vector<std::string> read_group(serialize::InputArchive& archive, const OptimizerParamGroup& group) {
  const std::size_t count = read_count(archive, "params/size");
  MODECHECK_ARGUMENT(count == group.params().size(), "torch::load: a group of the archive has ", count,
                     " parameters, and the optimizer's has ", group.params().size(),
                     "; make the optimizer with the parameters that it was saved with");
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    c10::IValue key;
    archive.read("params/" + std::to_string(i), key);
    out.push_back(key.toStringRef());
  }
  serialize::InputArchive options;
  archive.read("options", options);
  group.options().clone()->serialize(options);
  return out;
}

}  // namespace

void save_optimizer(serialize::OutputArchive& archive, const Optimizer& optimizer) {
  archive.write("pytorch_version", c10::IValue(kVersion));
  serialize::OutputArchive states;
  for (const auto& [key, state] : optimizer.state()) {
    serialize::OutputArchive one;
    state->serialize(one);
    states.write(key, one);
  }
  archive.write("state", states);
  serialize::OutputArchive groups;
  const std::vector<OptimizerParamGroup>& all = optimizer.param_groups();
  write_count(groups, "param_groups/size", all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    serialize::OutputArchive group, options;
    const std::vector<at::Tensor>& parameters = all[i].params();
    write_count(group, "params/size", parameters.size());
    for (std::size_t j = 0; j < parameters.size(); ++j)
      group.write("params/" + std::to_string(j), c10::IValue(key_of_parameter(parameters[j])));
    all[i].options().serialize(options);
    group.write("options", options);
    groups.write("param_groups/" + std::to_string(i), group);
  }
  archive.write("param_groups", groups);
}

// Reads everything before it changes the optimizer, so that a broken archive changes nothing.
void load_optimizer(serialize::InputArchive& archive, Optimizer& optimizer, const MakeState& make_state) {
  c10::IValue version;
  archive.read("pytorch_version", version);
  MODECHECK_ARGUMENT(version.isString() && version.toStringRef() == kVersion,
                     "torch::load: the archive has an optimizer of another version than '", kVersion,
                     "', which PyTorch has not written so far");
  serialize::InputArchive saved_states, groups;
  archive.read("state", saved_states);
  archive.read("param_groups", groups);
  std::vector<OptimizerParamGroup>& own = optimizer.param_groups();
  const std::size_t count = read_count(groups, "param_groups/size");
  MODECHECK_ARGUMENT(count == own.size(), "torch::load: the archive has ", count,
                     " groups of parameters, and the optimizer has ", own.size());
  std::vector<std::pair<std::string, std::unique_ptr<OptimizerParamState>>> loaded;
  for (std::size_t i = 0; i < count; ++i) {
    serialize::InputArchive group;
    groups.read("param_groups/" + std::to_string(i), group);
    const std::vector<std::string> keys = read_group(group, own[i]);
    for (std::size_t j = 0; j < keys.size(); ++j) {
      serialize::InputArchive one;
      // A parameter without a gradient has no state yet.
      if (!saved_states.try_read(keys[j], one)) continue;
      loaded.emplace_back(key_of_parameter(own[i].params()[j]), make_state());
      loaded.back().second->serialize(one);
    }
  }
  for (auto& [key, state] : loaded) optimizer.state()[key] = std::move(state);
}

void FieldWriter::operator()(const char* name, const std::tuple<double, double>& value) {
  serialize::detail::write_tuple(archive_, name, {std::get<0>(value), std::get<1>(value)});
}

void FieldWriter::operator()(const char* name, const at::Tensor& value) {
  if (value.defined()) archive_.write(name, value);
}

void FieldWriter::operator()(const char* name, const std::deque<at::Tensor>& value) {
  archive_.write(name, c10::IValue(std::vector<at::Tensor>(value.begin(), value.end())));
}

void FieldWriter::operator()(const char* name, const std::optional<std::vector<at::Tensor>>& value) {
  if (!value.has_value()) return;
  for (const at::Tensor& tensor : *value)
    if (!tensor.defined()) return;
  archive_.write(name, c10::IValue(*value));
}

c10::IValue FieldReader::read(const char* name) const {
  c10::IValue out;
  archive_.read(name, out);
  return out;
}

void FieldReader::operator()(const char* name, std::optional<std::int64_t>& value) {
  c10::IValue read;
  if (archive_.try_read(name, read)) value = read.isNone() ? std::nullopt : std::optional(read.toInt());
}

void FieldReader::operator()(const char* name, std::optional<std::string>& value) {
  c10::IValue read;
  if (archive_.try_read(name, read)) value = read.isNone() ? std::nullopt : std::optional(read.toStringRef());
}

void FieldReader::operator()(const char* name, std::tuple<double, double>& value) {
  const std::vector<double> both = read(name).toDoubleVector();
  MODECHECK_ARGUMENT(both.size() == 2, "torch::load: the option '", name, "' has ", both.size(), " numbers, not 2");
  value = {both[0], both[1]};
}

void FieldReader::operator()(const char* name, at::Tensor& value) {
  c10::IValue read;
  if (archive_.try_read(name, read)) value = read.toTensor();
}

void FieldReader::operator()(const char* name, std::deque<at::Tensor>& value) {
  const std::vector<at::Tensor> list = read(name).toTensorVector();
  value.assign(list.begin(), list.end());
}

void FieldReader::operator()(const char* name, std::optional<std::vector<at::Tensor>>& value) {
  c10::IValue read;
  if (archive_.try_read(name, read)) value = read.toTensorVector();
}

bool is_former_archive(serialize::InputArchive& archive, const char* optimizer) {
  c10::IValue version;
  if (archive.try_read("pytorch_version", version)) return false;
  nn::detail::warn("load", nn::detail::text_of("The archive has the optimizer ", optimizer,
                                               " in the old serialization format of PyTorch before 1.5.0. What that "
                                               "format lacks begins anew. Save the optimizer again."));
  return true;
}

std::vector<at::Tensor> archive_buffers(serialize::InputArchive& archive, const std::string& key) {
  const std::size_t count = read_count(archive, key + "/size");
  std::vector<at::Tensor> out;
  for (std::size_t i = 0; i < count; ++i) archive.read(key + "/" + std::to_string(i), out.emplace_back(), true);
  return out;
}

std::vector<std::int64_t> archive_steps(serialize::InputArchive& archive, const std::string& key) {
  std::vector<std::int64_t> out;
  for (const at::Tensor& step : archive_buffers(archive, key)) out.push_back(number_of(step, key));
  return out;
}

std::vector<std::string> former_keys(const Optimizer& optimizer, std::size_t count) {
  MODECHECK_ARGUMENT(optimizer.param_groups().size() == 1 && count <= optimizer.param_groups()[0].params().size(),
                     "torch::load: the archive has an optimizer of one group with at least ", count,
                     " parameters, which this optimizer does not have");
  std::vector<std::string> out;
  for (const at::Tensor& parameter : optimizer.param_groups()[0].params()) out.push_back(key_of_parameter(parameter));
  return out;
}

}  // namespace detail
}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
