// libtorch 1.13's messages, collected from hundreds of thousands of random programs.
#include <array>

#include "reference/subjects/messages.h"

namespace modecheck::subjects {
namespace {

using spec::ErrorClass;

// Specific before general.
constexpr std::array kTable{
    MessageRow{"INTERNAL ASSERT FAILED", "", ErrorClass::InternalAssertion},
};

}  // namespace

spec::ErrorClass classify(std::string_view message) { return classify_by(kTable, message); }

}  // namespace modecheck::subjects
