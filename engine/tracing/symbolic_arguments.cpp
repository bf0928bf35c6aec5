#include "engine/tracing/symbolic_arguments.h"

#include <algorithm>

#include "engine/core/errors/error.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {
namespace {

thread_local const SymbolicArguments* innermost = nullptr;

bool are_plain(const std::vector<SymbolicArguments::Argument>& arguments) {
  return std::all_of(arguments.begin(), arguments.end(), [](const SymbolicArguments::Argument& argument) {
    return std::none_of(argument.second.begin(), argument.second.end(),
                        [](const c10::SymInt& number) { return number.is_symbolic(); });
  });
}

}  // namespace

SymbolicArguments::SymbolicArguments(std::string_view op, const at::Tensor& tensor, std::vector<Argument> arguments)
    : op_(op), arguments_(std::move(arguments)), outer_(innermost) {
  const bool is_followed =
      SymbolicTracer::active() != nullptr || (tensor.defined() && SymbolicTracer::of(tensor) != nullptr);
  if (!is_followed && !are_plain(arguments_))
    for (Argument& argument : arguments_)
      for (c10::SymInt& number : argument.second) number = number.guard_int(op_.data(), 0);
  innermost = this;
}

SymbolicArguments::~SymbolicArguments() { innermost = outer_; }

std::vector<std::int64_t> SymbolicArguments::numbers(std::size_t argument) const {
  const Numbers* const given = find(argument);
  MODECHECK_CHECK(given != nullptr, ErrorClass::Internal, op_, ": argument ", argument, " has no symbolic numbers");
  std::vector<std::int64_t> out;
  out.reserve(given->size());
  for (const c10::SymInt& number : *given) out.push_back(number.number_for_kernels());
  return out;
}

const SymbolicArguments* SymbolicArguments::of(std::string_view op) {
  return innermost != nullptr && innermost->op_ == op && !are_plain(innermost->arguments_) ? innermost : nullptr;
}

const SymbolicArguments::Numbers* SymbolicArguments::find(std::size_t argument) const {
  const auto found =
      std::find_if(arguments_.begin(), arguments_.end(), [&](const Argument& one) { return one.first == argument; });
  return found == arguments_.end() ? nullptr : &found->second;
}

}  // namespace modecheck::engine
