#include "engine/fake/call_cache.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/core/memory/thread_state.h"
#include "engine/fake/symbolic_sizes.h"
#include "engine/fake/traced_call.h"
#include "engine/tracing/inside_composite.h"
#include "engine/tracing/symbolic_arguments.h"

namespace modecheck::engine::fake {
namespace {

// Writes one argument after another to a key.
class KeyWriter {
 public:
  KeyWriter(const SymbolicSizes& sizes, CallCache::Key& key) : sizes_(sizes), key_(key) {}

  bool has_symbols() const { return has_symbols_; }

  void add(const CallRecord::Argument& argument) {
    key_.push_back(static_cast<std::int64_t>(argument.index()));
    std::visit([&](const auto& value) { write(value); }, argument);
  }

 private:
  void write(std::monostate /*absent*/) {}
  void write(std::int64_t number) { key_.push_back(number); }
  void write(bool value) { key_.push_back(value ? 1 : 0); }
  void write(c10::MemoryFormat format) { key_.push_back(static_cast<std::int64_t>(format)); }
  void write(c10::ScalarType dtype) { key_.push_back(static_cast<std::int64_t>(dtype)); }
  void write(const c10::Scalar& /*no size depends on it*/) {}
  void write(const CallRecord::Ints& numbers) {
    key_.push_back(static_cast<std::int64_t>(numbers.size()));
    key_.insert(key_.end(), numbers.begin(), numbers.end());
  }
  void write(const std::vector<double>& numbers) { write_bytes(numbers.data(), numbers.size() * sizeof(double)); }
  void write(const std::string& text) { write_bytes(text.data(), text.size()); }
  void write(const CallRecord::Tensors& tensors) {
    key_.push_back(static_cast<std::int64_t>(tensors.size()));
    for (const at::Tensor& tensor : tensors) write(tensor);
  }
  void write(const at::Tensor& tensor) {
    constexpr std::int64_t undefined = -1;
    if (!tensor.defined()) return key_.push_back(undefined);
    key_.push_back(static_cast<std::int64_t>(tensor.scalar_type()));
    key_.push_back((tensor.is_inference() ? 1 : 0) + (tensor.requires_grad() ? 2 : 0));
    const std::uint32_t geometry = sizes_.number_of(tensor);
    key_.push_back(geometry);
    if (geometry != 0) {
      has_symbols_ = true;
      return;
    }
    key_.push_back(tensor.dim());
    key_.insert(key_.end(), tensor.sizes().begin(), tensor.sizes().end());
    key_.insert(key_.end(), tensor.strides().begin(), tensor.strides().end());
    key_.push_back(tensor.storage_offset());
  }
  void write_bytes(const void* bytes, std::size_t count) {
    key_.push_back(static_cast<std::int64_t>(count));
    for (std::size_t i = 0; i < count; i += sizeof(std::int64_t)) {
      std::int64_t part = 0;
      std::memcpy(&part, static_cast<const char*>(bytes) + i, std::min(sizeof(part), count - i));
      key_.push_back(part);
    }
  }

  const SymbolicSizes& sizes_;
  CallCache::Key& key_;
  bool has_symbols_ = false;
};

bool is_cacheable(const CallRecord& record) {
  const CallRecord::About& about = record.about();
  using operators::Family;
  if (has_size_of_data(record) || SymbolicArguments::of(about.op) != nullptr) return false;
  return about.family != Family::Storage && about.kind != OperatorKind::Creation && about.name != "as_strided" &&
         about.op != "copy" && about.name != "as_strided_" && !changes_views_unrecorded(record);
}

// Adds which other tensors of the call share the memory of a written one. Rules ask for that.
void write_aliases(const CallRecord& record, CallCache::Key& key) {
  const std::size_t first = record.about().written_argument;
  const bool is_alone = record.arguments().size() == 1 && std::holds_alternative<at::Tensor>(record.arguments()[0]);
  if (first == no_argument || is_alone) return;
  const auto compare = [&](const at::Tensor& written, const at::Tensor& other) {
    if (other.defined() && written.defined())
      key.push_back(other.is_same(written) ? 2 : other.is_alias_of(written) ? 1 : 0);
  };
  const auto add = [&](const at::Tensor& written) {
    for (const CallRecord::Argument& argument : record.arguments()) {
      if (const auto* const other = std::get_if<at::Tensor>(&argument)) compare(written, *other);
      if (const auto* const list = std::get_if<CallRecord::Tensors>(&argument))
        for (const at::Tensor& other : *list) compare(written, other);
    }
  };
  for (std::size_t i = first; i < first + record.about().written_count; ++i) {
    const CallRecord::Argument& argument = record.arguments()[i];
    if (const auto* const tensor = std::get_if<at::Tensor>(&argument)) add(*tensor);
    if (const auto* const tensors = std::get_if<CallRecord::Tensors>(&argument))
      for (const at::Tensor& one : *tensors) add(one);
  }
}

}  // namespace

bool has_size_of_data(const CallRecord& record) {
  const std::string_view name = record.about().name;
  if (name == "nonzero" || name == "masked_select" || name == "_unique2") return true;
  if (name != "index" && name != "index_put" && name != "index_put_") return false;
  const auto is_mask = [](const at::Tensor& index) {
    return index.defined() && (index.scalar_type() == c10::kBool || index.scalar_type() == c10::kByte);
  };
  const auto* const indices = std::get_if<CallRecord::Tensors>(&record.arguments()[1]);
  return indices != nullptr && std::any_of(indices->begin(), indices->end(), is_mask);
}

std::size_t CallCache::Hash::operator()(const Key& key) const {
  std::size_t out = key.size();
  for (const std::int64_t part : key) {
    out ^= static_cast<std::size_t>(part);
    out *= 0x9E3779B97F4A7C15U;
    out ^= out >> 29;
  }
  return out;
}

const CallCache::Results* CallCache::find(const Key& key) {
  const auto found = calls_.find(key);
  ++(found == calls_.end() ? info_.misses : info_.hits);
  return found == calls_.end() ? nullptr : &found->second;
}

void CallCache::keep(Key key, Results results) {
  constexpr std::size_t most_calls = 10000;  // an endless trace must not need endless memory
  if (calls_.size() >= most_calls) calls_.clear();
  calls_.insert_or_assign(std::move(key), std::move(results));
}

bool write_key(const SymbolicSizes& sizes, const CallRecord& record, CallCache::Key& out) {
  out.clear();
  if (!is_cacheable(record)) return false;
  // The name of an operator is a constant of its own.
  out.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(record.about().op.data())));
  out.push_back((InsideComposite::any() ? 1 : 0) + (thread_state.inference ? 2 : 0));
  KeyWriter writer(sizes, out);
  for (const CallRecord::Argument& argument : record.arguments()) writer.add(argument);
  if (!writer.has_symbols()) return false;
  write_aliases(record, out);
  return true;
}

}  // namespace modecheck::engine::fake
