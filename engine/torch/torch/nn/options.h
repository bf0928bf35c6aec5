// Declares the options of all modules.
#pragma once

#include "engine/nn/options/activation.h"
#include "engine/nn/options/conv.h"
#include "engine/nn/options/distance.h"
#include "engine/nn/options/dropout.h"
#include "engine/nn/options/embedding.h"
#include "engine/nn/options/fold.h"
#include "engine/nn/options/linear.h"
#include "engine/nn/options/loss.h"
#include "engine/nn/options/normalization.h"
#include "engine/nn/options/padding.h"
#include "engine/nn/options/pixelshuffle.h"
#include "engine/nn/options/pooling.h"
#include "engine/nn/options/upsampling.h"
#include "engine/nn/options/vision.h"
