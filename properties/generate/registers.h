// The registers of the program that is being written, as the model holds them.
#pragma once

#include <array>
#include <cstdint>

#include "properties/generate/candidate.h"
#include "spec/model/model.h"
#include "spec/model/queries.h"
#include "spec/program/limits.h"
#include "spec/program/record.h"

namespace modecheck::properties {

class Registers {
 public:
  explicit Registers(const spec::Model& model) : queries_(model) {}

  // The model has run this command last: what it may have changed is looked at again when it is asked for.
  void forget_after(const spec::Record& record);

  const Candidate& operator[](int reg) const {
    const auto at = static_cast<std::size_t>(reg);
    if ((known_ >> reg & 1) == 0) {
      tensors_[at] = Candidate(queries_.held(reg));
      known_ |= 1U << reg;
    }
    return tensors_[at];
  }

  // The graph behind the register.
  const spec::LookBack& past(int reg) const {
    const auto at = static_cast<std::size_t>(reg);
    if ((known_pasts_ >> reg & 1) == 0) {
      pasts_[at] = queries_.look_back(reg);
      known_pasts_ |= 1U << reg;
    }
    return pasts_[at];
  }

  const spec::Queries& queries() const { return queries_; }

 private:
  // The registers that held the tensor of that argument, if it is a view: a bit each.
  std::uint32_t same_as(int argument) const;

  spec::Queries queries_;
  mutable std::array<Candidate, spec::kRegisters> tensors_;
  mutable std::array<spec::LookBack, spec::kRegisters> pasts_;
  mutable std::uint32_t known_ = 0;  // a bit for each register
  mutable std::uint32_t known_pasts_ = 0;
};

}  // namespace modecheck::properties
