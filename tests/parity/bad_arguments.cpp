// Prints the errors that bad arguments raise. This file is built against the engine and against libtorch; both builds
// must print the same.
#include <cstdio>

#include "tests/parity/bad_calls.h"
#include "tests/parity/part.h"

namespace modecheck::parity::bad_arguments {

const char* raised(void (*call)()) {
  try {
    call();
    return "nothing";
  } catch (const c10::IndexError&) {
    return "c10::IndexError";
  } catch (const c10::ValueError&) {
    return "c10::ValueError";
  } catch (const c10::TypeError&) {
    return "c10::TypeError";
  } catch (const c10::NotImplementedError&) {
    return "c10::NotImplementedError";
  } catch (const c10::LinAlgError&) {
    return "c10::LinAlgError";
  } catch (const c10::Error&) {
    return "c10::Error";
  } catch (const std::exception&) {
    return "std::exception";
  }
}

MODECHECK_PARITY(bad_arguments) {
  for (const modecheck::parity::BadCall& bad : modecheck::parity::bad_calls())
    std::printf("%s: %s\n", bad.text, raised(bad.call));
}

}  // namespace modecheck::parity::bad_arguments
