// Counts what the operators of a run do. audit/model/engine and audit/model/libtorch define the functions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace modecheck::audit {

class OperatorWatch {
 public:
  struct Counts {
    std::int64_t operators = 0;      // with those that other operators call
    std::int64_t version_bumps = 0;  // of all tensors
    std::int64_t views = 0;          // results that are recorded as views, and not inference tensors
  };

  // Watches the operators of this thread until the end of its life.
  OperatorWatch();
  ~OperatorWatch();
  OperatorWatch(const OperatorWatch&) = delete;
  OperatorWatch& operator=(const OperatorWatch&) = delete;

  // Returns nothing if the library has no hook at its operators.
  std::optional<Counts> counts() const;

 private:
  struct Watching;
  std::unique_ptr<Watching> watching_;
};

}  // namespace modecheck::audit
