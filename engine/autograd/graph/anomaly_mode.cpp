#include "engine/autograd/graph/anomaly_mode.h"

#include <execinfo.h>

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "engine/autograd/graph/node.h"
#include "engine/core/types/differentiable_dtype.h"
#include "engine/core/types/type_name.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {
namespace {

// Returns the readable form of a line from backtrace_symbols, which has the form "module(symbol+offset) [address]". The
// symbol's name is demangled.
std::string readable_frame(std::string_view line) {
  const std::size_t open = line.find('(');
  const std::size_t plus = line.find('+', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || plus == std::string_view::npos || plus == open + 1) return std::string(line);
  const std::string symbol(line.substr(open + 1, plus - open - 1));
  return readable_symbol(symbol.c_str()) + " (in " + std::string(line.substr(0, open)) + ")";
}

std::string stack_of_this_thread() {
  constexpr int most = 64;
  // The stored call stack leaves out its innermost frames: this function, store_stack, and the node's constructors.
  constexpr int own = 4;
  void* addresses[most];
  const int count = backtrace(addresses, most);
  const std::unique_ptr<char*, void (*)(void*)> lines(backtrace_symbols(addresses, count), std::free);
  if (lines == nullptr) return "(no memory for the stack)\n";
  std::ostringstream out;
  for (int i = own; i < count; ++i) out << "frame #" << i - own << ": " << readable_frame(lines.get()[i]) << '\n';
  return std::move(out).str();
}

}  // namespace

bool has_nan(const at::Tensor& gradient) {
  if (!gradient.has_bytes()) return false;
  const at::Tensor host = on_host(gradient);
  const at::Tensor dense =
      host.is_contiguous()
          ? host
          : Kernel<spec::operators::clone>::call(host, c10::optional<c10::MemoryFormat>(c10::MemoryFormat::Contiguous));
  if (!c10::isDifferentiableType(dense.scalar_type())) return false;
  return visit_differentiable_dtype(dense.scalar_type(), [&]<typename T>(T*) {
    const T* const values = dense.data_ptr<T>();
    // A NaN is the only value that does not equal itself.
    for (std::int64_t i = 0; i < dense.numel(); ++i)
      if (!(values[i] == values[i])) return true;
    return false;
  });
}

}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

void AnomalyMetadata::store_stack() { stack_ = modecheck::engine::stack_of_this_thread(); }

void AnomalyMetadata::assign_parent(const Node& parent) {
  const AnomalyMetadata* const known = parent.metadata();
  parent_ = std::make_shared<const Origin>(
      Origin{parent.name(), known == nullptr ? "" : known->stack_, known == nullptr ? nullptr : known->parent_});
}

std::vector<std::string> AnomalyMetadata::describe(const std::string& name) const {
  std::vector<std::string> out{
      "Error detected in " + name + ". " +
      (stack_.empty() ? "No forward pass information available. Enable anomaly mode during the forward pass.\n"
                      : "Traceback of forward call that caused the error:\n" + stack_)};
  for (const Origin* parent = parent_.get(); parent != nullptr; parent = parent->parent.get())
    out.push_back("Previous calculation was induced by " + parent->name + ". " +
                  (parent->stack.empty()
                       ? "No forward pass information available.\n"
                       : "Traceback of forward call that induced the previous calculation:\n" + parent->stack));
  return out;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
