// Tests libraries that are loaded at run time, and the environment variables that name them.
#include "engine/core/platform/shared_library.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace modecheck::engine {
namespace {

TEST(SharedLibraries, AreTheFirstThatCanBeLoaded) {
  const SharedLibrary library({"/nowhere/libm.so.6", "libm.so.6"});
  ASSERT_TRUE(library.is_loaded());
  double (*cosine)(double) = nullptr;
  ASSERT_TRUE(library.find("cos", cosine));
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_FALSE(library.find("no_such_function", cosine));
  EXPECT_EQ(cosine, nullptr);
}

TEST(SharedLibraries, NeedNotBeThere) {
  EXPECT_FALSE(SharedLibrary({}).is_loaded());
  EXPECT_FALSE(SharedLibrary({"/nowhere/libm.so.6"}).is_loaded());
}

TEST(SharedLibraries, AreNamedByTheEnvironment) {
  constexpr const char* variable = "MODECHECK_TEST_LIBRARY";
  const std::vector<std::string> usual{"a.so", "b.so"};
  unsetenv(variable);
  EXPECT_EQ(library_files(variable, usual), usual);
  setenv(variable, "other.so", 1);
  EXPECT_EQ(library_files(variable, usual), std::vector<std::string>{"other.so"});
  setenv(variable, "none", 1);
  EXPECT_TRUE(library_files(variable, usual).empty());
  unsetenv(variable);
}

}  // namespace
}  // namespace modecheck::engine
