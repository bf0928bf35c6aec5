// A command that a generator proposed and that the model dropped, because the specification says nothing about it. It
// is not part of the generated program.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/operator_id.h"

namespace modecheck::reference {

struct DroppedProposal {
  spec::OperationId operation{};
  spec::Unspecified reason{};
};

}  // namespace modecheck::reference
