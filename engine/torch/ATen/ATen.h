// libtorch's tensor API: tensors, operators, factories, guards.
#pragma once

#include "c10/util/Exception.h"
#include "engine/backends/cpu/generator.h"
#include "engine/core/tensor_options.h"
#include "engine/modes/auto_dispatch_below_adinplaceorview.h"
#include "engine/modes/auto_dispatch_below_autograd.h"
#include "engine/modes/auto_non_variable_type_mode.h"
#include "engine/modes/grad_mode.h"
#include "engine/modes/inference_mode.h"
#include "engine/modes/local_dispatch_keys.h"
#include "engine/modes/mode_state.h"
#include "engine/modes/thread_local_state.h"
#include "engine/ops/factories.h"
#include "engine/ops/functions.h"
#include "engine/ops/like_factories.h"
#include "engine/ops/operator_overloads.h"
#include "engine/ops/result_type.h"
