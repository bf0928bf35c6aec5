#include "properties/generate/decoder.h"

#include <gtest/gtest.h>

#include "arbitrary.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

TEST(Decoder, AnyBytesAreACanonicalProgram) {
  EXPECT_TRUE(rc::check("decode(bytes) is canonical and short enough", [] {
    const auto bytes = *rc::gen::resize(2000, testing::arbitrary_bytes());
    const spec::Program program = decode(bytes.data(), bytes.size());
    RC_ASSERT(program.records.size() <= static_cast<std::size_t>(spec::kMaxCommands));
    RC_ASSERT(program.records.size() >= std::min<std::size_t>(bytes.size() / sizeof(spec::Record), spec::kMaxCommands));
    for (const spec::Record& record : program.records) RC_ASSERT(spec::is_canonical(record));
  }));
}

TEST(Decoder, ProgramsSurviveTheWayThroughBytes) {
  EXPECT_TRUE(rc::check("decode(encode(p)) == p", [] {
    const spec::Program program = *testing::arbitrary_program();
    const auto bytes = encode(program);
    RC_ASSERT(decode(bytes.data(), bytes.size()) == program);
  }));
}

TEST(Decoder, NothingIsTheEmptyProgram) { EXPECT_TRUE(decode(nullptr, 0).records.empty()); }

}  // namespace
}  // namespace modecheck::properties
