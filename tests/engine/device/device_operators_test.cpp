// Tests that exactly the operators in engine/backends/cuda/launch/by_host.txt have no GPU kernel of their own.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "engine/backends/cuda/launch/starts_work.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {
namespace {

// Returns an operator's name without overload name and trailing underscore, because all forms of an operator share a
// kernel.
std::string base_of(std::string_view name) {
  std::string out(name.substr(0, name.find('.')));
  if (out.size() > 1 && out.back() == '_') out.pop_back();
  return out;
}

template <typename... Rows>
std::set<std::string> without_kernel(operators::List<Rows...> /*names the rows*/) {
  std::set<std::string> out;
  const auto look = [&]<typename Op>(Op /*names it*/) {
    if constexpr (kind_of<Op> != OperatorKind::Composite)
      if (DeviceKernel<Op>::touches_elements && !is_native_on_device<Op>() &&
          !cuda::starts_work(schema_of<Op>.qualified_name))
        out.insert(base_of(schema_of<Op>.qualified_name));
  };
  // This is an array and not a fold expression, because compilers limit how deep a fold may nest.
  const int looked[] = {(look(Rows{}), 0)...};
  static_cast<void>(looked);
  return out;
}

TEST(DeviceOperators, ThatGoByWayOfTheHostAreListed) {
  std::ifstream file(MODECHECK_BY_HOST);
  ASSERT_TRUE(file.is_open()) << MODECHECK_BY_HOST;
  std::set<std::string> listed;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line.front() != '#') {
      EXPECT_TRUE(listed.insert(line).second) << line << " is there twice";
    }
  for (const std::string& name : without_kernel(operators::Catalogue{}))
    EXPECT_EQ(listed.erase(name), 1U) << name << " has no kernel, and the list does not say so";
  for (const std::string& name : listed) ADD_FAILURE() << name << " has a kernel, or is no operator any more";
}

}  // namespace
}  // namespace modecheck::engine
