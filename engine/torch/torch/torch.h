// The whole API.
#pragma once

#include "ATen/ATen.h"
#include "ATen/core/dispatch/Dispatcher.h"
#include "torch/csrc/autograd/InferenceMode.h"
#include "torch/csrc/autograd/anomaly_mode.h"
#include "torch/csrc/autograd/autograd.h"
#include "torch/csrc/autograd/custom_function.h"
#include "torch/csrc/autograd/engine.h"
#include "torch/csrc/autograd/function.h"
#include "torch/csrc/autograd/grad_mode.h"
#include "torch/csrc/autograd/saved_variable.h"
#include "torch/csrc/autograd/variable.h"
#include "torch/library.h"
#include "torch/namespace.h"
#include "torch/nn.h"
#include "torch/utils.h"
