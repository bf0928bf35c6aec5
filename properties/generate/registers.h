// Registers caches what the model knows about the registers of a program while the generator writes the program.
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

  // Drops the cached registers that the model's last command, `record`, may have changed.
  void forget_after(const spec::Record& record);

  const Candidate& operator[](int reg) const {
    const auto at = static_cast<std::size_t>(reg);
    if ((known_ >> reg & 1) == 0) {
      tensors_[at] = Candidate(queries_.held(reg));
      known_ |= 1U << reg;
    }
    return tensors_[at];
  }

  // Returns what the model knows about the autograd graph behind the register.
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
  // Returns a bit for each register that holds the argument's tensor, if that tensor is a view. Returns all bits if the
  // tensor is not cached.
  std::uint32_t same_as(int argument) const;

  spec::Queries queries_;
  mutable std::array<Candidate, spec::kRegisters> tensors_;
  mutable std::array<spec::LookBack, spec::kRegisters> pasts_;
  mutable std::uint32_t known_ = 0;  // one bit for each register whose tensor is cached
  mutable std::uint32_t known_pasts_ = 0;
};

}  // namespace modecheck::properties
