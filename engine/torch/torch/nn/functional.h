// Declares torch::nn::functional.
#pragma once

#include "engine/nn/functional/activation.h"
#include "engine/nn/functional/conv.h"
#include "engine/nn/functional/distance.h"
#include "engine/nn/functional/dropout.h"
#include "engine/nn/functional/embedding.h"
#include "engine/nn/functional/fold.h"
#include "engine/nn/functional/linear.h"
#include "engine/nn/functional/loss.h"
#include "engine/nn/functional/normalization.h"
#include "engine/nn/functional/padding.h"
#include "engine/nn/functional/pixelshuffle.h"
#include "engine/nn/functional/pooling.h"
#include "engine/nn/functional/upsampling.h"
#include "engine/nn/functional/vision.h"
