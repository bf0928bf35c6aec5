// An exception of the stress that derives from nothing, so that no code of the engine can recognise it.
#pragma once

namespace modecheck::stress {

struct Thrown {};

}  // namespace modecheck::stress
