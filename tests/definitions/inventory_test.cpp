#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/definitions/catalogue_signatures.h"
#include "tests/definitions/declarations.h"
#include "tests/definitions/families.h"
#include "tests/parity/bad_calls.h"

namespace modecheck::definitions {
namespace {

std::set<std::string> beside_the_catalogue() {
  std::ifstream in(MODECHECK_DECLARED);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::set<std::string> rows = catalogue_signatures();
  std::set<std::string> out;
  for (const Declaration& declaration : declarations(text))
    if (rows.count(declaration.text()) == 0) out.insert(declaration.text());
  return out;
}

// Returns the reasons in a file by declaration. Each line of the file is "declaration: reason".
std::map<std::string, std::string> reasons_in(const char* file) {
  std::map<std::string, std::string> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << line;
    EXPECT_TRUE(out.emplace(line.substr(0, colon), line.substr(colon + 2)).second) << line;
  }
  return out;
}

TEST(DefinitionInventory, EveryFunctionBesideTheCatalogueHasADefinitionTestOrIsExempt) {
  const std::set<std::string> all = beside_the_catalogue();
  ASSERT_GT(all.size(), 200u);
  Judge judge(Judge::Mode::Names);
  every_family(judge);
  const std::map<std::string, std::string> reasons = reasons_in(MODECHECK_EXEMPT);
  std::size_t tested = 0;
  for (const std::string& declaration : all) {
    const bool has_definition_test = judge.names().count(declaration) != 0;
    tested += has_definition_test ? 1 : 0;
    EXPECT_TRUE(has_definition_test || reasons.count(declaration) != 0)
        << declaration << " has neither a definition test nor a reason";
    EXPECT_FALSE(has_definition_test && reasons.count(declaration) != 0)
        << declaration << " has a definition test, and is exempt";
  }
  // A definition test may name a function outside the catalogue or an operator of the catalogue. It must name exactly
  // one declaration.
  const std::set<std::string> rows = catalogue_signatures();
  for (const std::string& name : judge.names())
    EXPECT_EQ(all.count(name) + rows.count(name), 1u) << name << " is not declared";
  for (const auto& [declaration, reason] : reasons) {
    EXPECT_EQ(all.count(declaration), 1u) << declaration << " is not declared";
    EXPECT_GE(reason.size(), 10u) << declaration;
  }
  std::printf("%zu functions beside the catalogue: %zu with a definition test, %zu exempt\n", all.size(), tested,
              reasons.size());
}

// Checks that bad_calls.h calls each function with bad arguments. tests/parity compares the errors with libtorch's.
TEST(DefinitionInventory, EveryFunctionHasACallWithBadArguments) {
  Judge judge(Judge::Mode::Names);
  every_family(judge);
  std::set<std::string> called;
  for (const parity::BadCall& bad : parity::bad_calls()) {
    EXPECT_EQ(judge.names().count(bad.declaration), 1u) << bad.declaration << " has no definition test";
    called.insert(bad.declaration);
    try {
      bad.call();
      ADD_FAILURE() << bad.text << " raised nothing";
    } catch (const c10::Error&) {
    }
  }
  const std::map<std::string, std::string> reasons = reasons_in(MODECHECK_NO_BAD_CALL);
  for (const std::string& name : judge.names())
    EXPECT_NE(called.count(name) != 0, reasons.count(name) != 0)
        << name << " has neither a call with bad arguments nor a reason, or both";
  for (const auto& [declaration, reason] : reasons) EXPECT_EQ(judge.names().count(declaration), 1u) << declaration;
}

TEST(DefinitionInventory, DeclarationsAreReadAsTheyAreWritten) {
  const std::vector<Declaration> read = declarations(
      "# 1 \"engine/api/some_functions.h\"\n"
      "namespace at {\ninline namespace modecheck_v1 {\n"
      "Tensor f(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt, bool = false);\n"
      "inline Tensor g(c10::ArrayRef<int> a = {}) { return h(a); }\n"
      "namespace detail {\nTensor hidden();\n}\n"
      "template <typename T, typename = void>\nauto t(T x) { return x; }\n"
      "enum { None };\nusing Alias = int;\nextern int variable;\n"
      "Tensor operator+(const Tensor& a, const Tensor& b);\n"
      "# 1 \"engine/core/tensor/tensor.h\"\n"
      "class Tensor {\n public:\n  int64_t dim() const;\n"
      "# 1 \"engine/core/tensor/tensor_operators.inc\" 1\n"
      "Tensor neg() const;\nTensor add(const Tensor& other, const c10::Scalar& alpha = 1) const;\n"
      "# 9 \"engine/core/tensor/tensor.h\" 2\n"
      "};\n}\n}\nnamespace torch {\n# 3 \"engine/api/some_functions.h\"\nat::Tensor f();\n}\n");
  std::vector<std::string> texts;
  for (const Declaration& declaration : read) texts.push_back(declaration.text());
  EXPECT_EQ(texts, (std::vector<std::string>{"f(Tensor,optional<int64_t>,bool)", "g(ArrayRef<int>)", "t(T)",
                                             "neg(Tensor)", "add(Tensor,Tensor,Scalar)"}));
}

}  // namespace
}  // namespace modecheck::definitions
