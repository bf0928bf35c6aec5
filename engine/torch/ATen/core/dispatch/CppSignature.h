// Declares c10::impl::CppSignature, the C++ signature of a kernel.
#pragma once

#include "engine/dispatch/cpp_signature.h"
