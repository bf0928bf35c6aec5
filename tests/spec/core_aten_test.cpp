// Tests the list of Core ATen operators. For each operator, the list says whether modecheck's catalogue has the
// operator and, if not, why.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "spec/program/operation.h"

namespace modecheck::spec {
namespace {

TEST(CoreAten, IsInTheCatalogueOrLeftOutWithAReason) {
  std::ifstream in(MODECHECK_CORE_ATEN);
  ASSERT_TRUE(in.good()) << MODECHECK_CORE_ATEN << " cannot be read";
  int rows = 0;
  int left_out = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    const bool has_reason = colon != std::string::npos;
    const std::string name = line.substr(0, colon);
    const int id = find_operation(name);
    const bool is_row = id >= 0 && is_operator(static_cast<OperationId>(id));
    EXPECT_NE(is_row, has_reason) << name
                                  << (is_row ? ": is a row now, so it is not left out"
                                             : ": is no row, so the list must say why");
    EXPECT_TRUE(!has_reason || line.size() > colon + 2) << name << ": the reason is empty";
    ++(is_row ? rows : left_out);
  }
  EXPECT_EQ(rows + left_out, 193) << "PyTorch 2.15 tags so many";
  RecordProperty("rows", rows);
}

}  // namespace
}  // namespace modecheck::spec
