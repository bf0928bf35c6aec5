// Fake tensors, which run a program without its data. libtorch has them in Python only, as FakeTensorMode.
#pragma once

#include "engine/core/errors/data_dependent_error.h"
#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/fake/symbolic/shape_env.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"

namespace torch {
inline namespace modecheck_v1 {

using modecheck::engine::DataDependentError;
using modecheck::engine::fake::DimDynamic;
using modecheck::engine::fake::FakeTensorMode;
using modecheck::engine::fake::FakeTensorModeGuard;
using modecheck::engine::fake::fresh_fake_mode;
using modecheck::engine::fake::ShapeEnv;
using modecheck::engine::fake::StatefulSymbolicContext;
using modecheck::engine::fake::StatelessSymbolicContext;
using modecheck::engine::fake::SymbolicContext;
using modecheck::engine::fake::SymbolicGeometry;

}  // namespace modecheck_v1
}  // namespace torch
