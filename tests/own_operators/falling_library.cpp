// A library that ends the process that loads it.
#include <cstdlib>

namespace {

struct Falling {
  Falling() { std::abort(); }
};
const Falling falling;

}  // namespace
