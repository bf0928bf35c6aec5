// The engine has no hook at its operators, because each operator would pay for it.
#include "audit/model/operator_watch.h"

namespace modecheck::audit {

struct OperatorWatch::Watching {};

OperatorWatch::OperatorWatch() = default;
OperatorWatch::~OperatorWatch() = default;

std::optional<OperatorWatch::Counts> OperatorWatch::counts() const { return std::nullopt; }

}  // namespace modecheck::audit
