// Fake tensors, which run a program without its data. libtorch has them in Python only, as FakeTensorMode.
#pragma once

#include "engine/core/errors/data_dependent_error.h"
#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"

namespace torch {
inline namespace modecheck_v1 {

using modecheck::engine::DataDependentError;
using modecheck::engine::fake::FakeTensorMode;
using modecheck::engine::fake::FakeTensorModeGuard;
using modecheck::engine::fake::fresh_fake_mode;

}  // namespace modecheck_v1
}  // namespace torch
