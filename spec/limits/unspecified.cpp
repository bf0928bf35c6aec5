#include "spec/limits/unspecified.h"

namespace modecheck::spec {
namespace {

using Kind = UnspecifiedFacts::Kind;

constexpr std::array<UnspecifiedFacts, kUnspecified> kTable{{
    {"", Kind::Limit, "", "", ""},
    {"too-many-dimensions", Kind::Limit,
     "A tensor of this many dimensions does not fit into what the harness observes.",
     "A tensor has at most 5 dimensions (kMaxRank).",
     "r0 = ones(size=[1, 1, 1, 1])\n"
     "r0 = unsqueeze(r0, dim=0)\n"
     "r0 = unsqueeze(r0, dim=0)"},
    {"storage-too-large", Kind::Limit, "A result of this many bytes does not fit into what the harness observes.",
     "A storage has at most 512 bytes (kMaxStorageBytes).", "r0 = ones(size=[4, 4, 4, 4])"},
    {"complex-half", Kind::Limit,
     "The result would consist of complex numbers of half precision, which no program has.",
     "DType has complex64 and complex128 only.",
     "r3 = to.dtype(r3, dtype=float16)\n"
     "r0 = view_as_complex(r3)"},
    {"too-many-pieces", Kind::Limit, "The operator returns more views than the specification keeps track of.",
     "MultiViewResult::capacity in spec/rules/view.h bounds the list.",
     "r0 = ones(size=[4, 4, 4])\n"
     "r0 = view(r0, size=[-1])\n"
     "r0, r1 = unbind.int(r0)"},
    {"values-not-known", Kind::Limit, "On a device without numbers nobody can tell what the values of a tensor decide.",
     "A tensor on Meta has a shape and no elements.", "r0 = nonzero(r3)"},
    {"uncertain-numbers", Kind::Limit,
     "The reference cannot tell which elements are equal where they are rounded or NaN.",
     "Player::count_distinct answers only for numbers that it knows well enough.",
     "r4 = zeros(size=[2])\n"
     "r4 = div.Tensor(r4, r4)\n"
     "r0, r1, r2 = _unique2(r4)"},
    {"sparse-gradients", Kind::Limit, "The gradient of this call would be a sparse tensor, which no program has.",
     "Every tensor of a program is a strided one.", "r0 = embedding(r3, r5, sparse=true)"},
    {"complex-matrices", Kind::Limit, "The reference neither factorises nor solves with complex matrices.",
     "The linear algebra of reference/ computes with real numbers only.",
     "r0 = ones(size=[2, 2], dtype=complex64)\n"
     "r0, r1 = linalg_inv_ex(r0)"},
    {"ignored-class-out-of-range", Kind::Limit, "A class that is out of range may be the one that ignore_index names.",
     "ValueOracle tells whether all values lie in a range, and not which of them equals one number.",
     "r5 = fill.Scalar(r5, value=3)\n"
     "r0, r1 = nll_loss_forward(r0, r5, weight=None, reduction=1, ignore_index=-1)"},
    {"output-overlaps-input", Kind::Open,
     "PyTorch's documentation does not say in which order this operator reads and writes where its output and an input "
     "share a storage.",
     "PyTorch's documentation of out= and of in-place operators is silent; 1.13.1 differs by operator.",
     "mv.out(r3, r4, out=r4)"},
    {"output-overlaps-itself", Kind::Open,
     "PyTorch's documentation does not say what this operator leaves in an element that it writes more than once.",
     "The documentation of expand warns that in-place operations may go wrong, and names no result.",
     "r4 = expand(r4, size=[2, 2])\n"
     "tril_(r4)"},
    {"outputs-share-memory", Kind::Open,
     "PyTorch's documentation does not say which of two outputs in one storage an operator writes last.",
     "PyTorch's documentation of out= tells of one output at a time.",
     "max.dim_max(r3, dim=0, keepdim=false, max=r4, max_values=r4)"},
    {"output-resized-before-read", Kind::Open,
     "PyTorch's documentation does not say whether an output that is also an input gets its new sizes before the "
     "operator reads it.",
     "PyTorch's documentation of out= is silent about outputs that are inputs.",
     "r0 = ones(size=[3])\n"
     "dot.out(r4, r0, out=r4)"},
    {"overlap-too-hard", Kind::Open,
     "PyTorch's documentation does not say whether this operator rejects an overlap that PyTorch's own check leaves "
     "undecided.",
     "at::has_internal_overlap and at::get_overlap_status answer TooHard here.",
     "r3 = as_strided(r3, size=[2, 2], stride=[1, 1])\n"
     "index_fill_.int_Scalar(r3, dim=0, index=r5, value=1)"},
    {"overlap-warning", Kind::Open,
     "PyTorch's documentation does not say what this operator leaves in an expanded tensor, of which 1.13.1 only "
     "warns.",
     "The warning calls the use deprecated and tells nothing of the result.",
     "r4 = expand(r4, size=[2, 2])\n"
     "index_fill_.int_Scalar(r4, dim=0, index=r5, value=1)"},
    {"layout-without-elements", Kind::Open,
     "PyTorch's documentation does not say which strides and how much storage this result without elements has.",
     "PyTorch's documentation describes strides by the elements that they lead to.",
     "r0 = zeros(size=[0, 2])\n"
     "r0 = roll(r0, shifts=[1])"},
    {"result-strides", Kind::Open,
     "PyTorch's documentation does not say which strides the result of this operator has for such an input.",
     "PyTorch's documentation of memory formats names no rule; 1.13.1 differs by operator and by library.",
     "r0 = ones(size=[1, 2, 2, 2])\n"
     "r0 = permute(r0, dims=[0, 3, 1, 2])\n"
     "r0 = convolution(r0, r0, bias=None, stride=[1], padding=[0], dilation=[1], transposed=false, output_padding=[0], "
     "groups=1)"},
    {"bytes-beyond-the-result", Kind::Open,
     "PyTorch's documentation does not say which bytes this operator leaves in a storage beyond the elements of its "
     "result.",
     "PyTorch's documentation describes elements, and the harness compares whole storages.",
     "r0 = ones(size=[2])\n"
     "r0 = binary_cross_entropy(r0, r0)"},
    {"empty-input-checks", Kind::Open,
     "PyTorch's documentation does not say which of its arguments this operator checks when it has no elements to "
     "compute.",
     "1.13.1 returns early in some kernels, and PyTorch's documentation does not mention it.",
     "r0 = zeros(size=[0, 2])\n"
     "r0 = roll(r0, shifts=[1], dims=[3])"},
    {"reads-beyond-memory", Kind::Open,
     "PyTorch's documentation does not say whether this operator rejects arguments by which it reads beyond what it "
     "was given.",
     "1.13.1 checks nothing here, so what it reads and whether it crashes is chance.",
     "r5 = add.Scalar(r5, other=2)\n"
     "r0 = segment_reduce(r4, reduce=sum, offsets=r5)"},
    {"mixed-dtypes", Kind::NotYet,
     "The specification does not say yet whether this operator takes operands of these different dtypes.",
     "PyTorch's documentation of type promotion covers other operators; 1.13.1 differs by kernel.",
     "r0 = addmv(r5, r3, r4)"},
    {"dtypes-taken", Kind::Open,
     "PyTorch's documentation does not say whether this operator takes dtypes other than float32 and float64.",
     "PyTorch's documentation lists no dtypes for most of these operators; 1.13.1 differs by library and by device.",
     "r3 = to.dtype(r3, dtype=bfloat16)\n"
     "r0 = cdist(r3, r3, p=2.0)"},
    {"short-float-sums", Kind::Open,
     "PyTorch's documentation does not say in which order and precision this operator adds up float16 numbers.",
     "PyTorch's notes on numerical accuracy promise no order of summation.",
     "r0 = ones(size=[1, 1, 2, 2], dtype=float16)\n"
     "r0 = _adaptive_avg_pool3d(r0, output_size=[1, 2, 1])"},
    {"scale-factor-kind", Kind::Open,
     "PyTorch's documentation does not say what a bool makes of integers that it scales, nor a fraction of a sum "
     "without products.",
     "The documentation of addmv says that factors of integers should be integers, and names no result for others.",
     "r0 = index_add(r5, dim=0, index=r5, source=r5, alpha=true)"},
    {"sums-of-bools", Kind::Open,
     "PyTorch's documentation does not say what this operator makes of adding bools to one another.",
     "PyTorch's documentation describes the sum of numbers only.",
     "r0 = ones(size=[2], dtype=bool)\n"
     "r0 = index_add(r0, dim=0, index=r5, source=r0)"},
    {"value-beyond-dtype", Kind::Open,
     "PyTorch's documentation does not say what a number becomes in a dtype that cannot hold every number of its own "
     "dtype.",
     "C++ leaves the conversion of a floating-point number beyond the range undefined; PyTorch's documentation adds "
     "nothing.",
     "r0 = sum(r3)\n"
     "r0 = cumsum(r0, dim=0, dtype=int64)"},
    {"indexing-without-dimensions", Kind::Open,
     "PyTorch's documentation does not say how this operator treats an operand without dimensions.",
     "PyTorch's documentation of indices speaks of tensors that have the dimension dim.",
     "r0 = sum(r3)\n"
     "r0 = index_fill.int_Scalar(r0, dim=0, index=r5, value=1)"},
    {"scatter-source-larger-than-index", Kind::Open,
     "PyTorch's documentation does not say what gradient this call passes to a source that is larger than the index.",
     "The documentation of scatter says that backward is implemented only for equal shapes.",
     "r5 = unsqueeze(r5, dim=0)\n"
     "r0 = scatter.src(r3, dim=0, index=r5, src=r3)"},
    {"bytes-as-masks", Kind::Open,
     "PyTorch's documentation does not say whether this operator still takes uint8 as a mask.",
     "PyTorch deprecates uint8 masks with a warning and names no version that ends them.",
     "r5 = ones(size=[2, 2], dtype=uint8)\n"
     "r0 = masked_select(r3, r5)"},
    {"absent-index-beyond-dimensions", Kind::Open,
     "PyTorch's documentation does not say whether an absent index may stand for a dimension that a mask has used up.",
     "PyTorch's documentation of indexing counts one dimension for each index.",
     "r5 = ones(size=[2, 2], dtype=bool)\n"
     "r0 = index.Tensor(r3, [r5, None])"},
    {"filling-number-with-dimensions", Kind::Open,
     "PyTorch's documentation does not say whether one number of more dimensions than the mask selects may fill it.",
     "The documentation of index_put_ asks for a value that broadcasts; 1.13.1 fills without a look.",
     "r5 = ones(size=[2, 2], dtype=bool)\n"
     "r0 = ones(size=[1, 1])\n"
     "index_put_(r3, [r5], r0)"},
    {"uncompared-complex-numbers", Kind::Open,
     "PyTorch's documentation does not say whether an operator that orders elements takes complex numbers when it "
     "compares none.",
     "The documentation of sort and topk does not mention complex numbers; 1.13.1 rejects only what it compares.",
     "r0 = zeros(size=[0], dtype=complex64)\n"
     "r0, r1 = sort(r0)"},
    {"unique-order", Kind::Open,
     "PyTorch's documentation does not say in which order the operator returns elements if sorted is false.",
     "The documentation of unique promises an order for sorted=True only.", "r0, r1, r2 = _unique2(r5, sorted=false)"},
    {"statistics-of-too-few-elements", Kind::Open,
     "PyTorch's documentation does not say which mean, variance or median this operator gives for too few elements.",
     "PyTorch's documentation does not describe the case; 1.13.1 divides by zero or converts NaN.",
     "r0 = zeros(size=[0])\n"
     "r0 = median(r0)"},
    {"missing-running-statistics", Kind::NotYet,
     "The specification does not say yet what native_batch_norm does when a running statistic is missing.",
     "The documentation of batch_norm is silent; later versions ask for both statistics or neither.",
     "r0, r1, r2 = native_batch_norm(r3, weight=None, bias=None, running_mean=r4, running_var=None, training=true, "
     "momentum=0.5, eps=1.0)"},
    {"group-norm-other-sizes", Kind::Open,
     "PyTorch's documentation does not say which elements form a group when N and C are not the sizes of a "
     "channels-last input.",
     "native_group_norm has no documentation, and group_norm always passes the sizes of its input.",
     "r0 = ones(size=[1, 2, 2, 2])\n"
     "r0 = permute(r0, dims=[0, 3, 1, 2])\n"
     "r0, r1, r2 = native_group_norm(r0, weight=None, bias=None, N=2, C=2, HxW=2, group=1, eps=1.0)"},
    {"native-dropout-of-no-elements", Kind::Open,
     "PyTorch's documentation does not say whether native_dropout of no elements returns its argument, and which dtype "
     "its mask has.",
     "native_dropout has no documentation; 1.13.1 returns early.",
     "r0 = zeros(size=[0])\n"
     "r0, r1 = native_dropout(r0, p=0.5)"},
    {"inner-operator-ranks", Kind::Open,
     "PyTorch's documentation does not say which ranks and strides this inner operator takes.",
     "The documented functions around _pdist_forward and _embedding_bag check their arguments before they call it.",
     "r0 = ones(size=[2, 2, 2])\n"
     "r0 = _pdist_forward(r0)"},
    {"empty-pooling-window", Kind::Open,
     "PyTorch's documentation does not say what a maximum over a pooling window without any element of the image is.",
     "The documentation of max_pool2d describes windows with elements; 1.13.1 names a place outside the image.",
     "r0 = ones(size=[1, 1, 1, 1])\n"
     "r0, r1 = max_pool2d_with_indices(r0, kernel_size=[2, 2], stride=[1, 1], padding=[1, 1], dilation=[2, 2])"},
    {"negative-places", Kind::Open,
     "PyTorch's documentation does not say whether col2im rejects negative numbers of windows whose product fits.",
     "The documentation of fold gives the product that has to match, and 1.13.1 checks no more.",
     "r0 = ones(size=[3, 3])\n"
     "r0 = view(r0, size=[-1])\n"
     "r0 = unsqueeze(r0, dim=1)\n"
     "r0 = col2im(r0, output_size=[1, 1], kernel_size=[3, 3], dilation=[1, 1], padding=[0, 0], stride=[1, 1])"},
    {"segment-lengths-and-offsets", Kind::Open,
     "PyTorch's documentation does not say what segment_reduce does with both lengths and offsets.",
     "segment_reduce has no documentation; 1.13.1 takes the offsets.",
     "r0 = segment_reduce(r4, reduce=sum, lengths=r5, offsets=r5)"},
    {"singular-by-rounding", Kind::Open,
     "PyTorch's documentation does not say whether rounding makes this operator report a matrix as singular.",
     "Computed pivots are rounded, and no source says how close to zero one may be.",
     "r3 = ones(size=[2, 2])\n"
     "r0, r1 = linalg_inv_ex(r3, check_errors=true)"},
    {"integer-division-by-zero", Kind::NotYet,
     "The specification does not say yet what an integer division gives whose divisor may be zero.",
     "The documentation of fmod promises an error on the CPU and any value on a GPU.", "r0 = remainder.Tensor(r5, r5)"},
    {"shift-beyond-the-width", Kind::Open,
     "PyTorch's documentation does not say what a shift gives by fewer than 0 bits, or by as many bits as the dtype "
     "has.",
     "The documentation of bitwise_right_shift says that the behaviour is undefined.",
     "r0 = bitwise_left_shift.Tensor_Scalar(r5, other=-1)"},
    {"interpolated-bytes", Kind::Open,
     "PyTorch's documentation does not say how bilinear interpolation rounds between uint8 numbers.",
     "The documentation of interpolate describes floating point images.",
     "r0 = ones(size=[1, 1, 2, 2], dtype=uint8)\n"
     "r0 = upsample_bilinear2d.vec(r0, output_size=[3, 3], align_corners=false, scale_factors=None)"},
    {"inner-transform-arguments", Kind::Open,
     "PyTorch's documentation does not say what the inner Fourier operators do with arguments that torch.fft never "
     "passes.",
     "_fft_r2c, _fft_c2r and _fft_c2c have no documentation, and 1.13.1 checks little there.",
     "r0 = _fft_r2c(r3, dim=[3], normalization=0, onesided=true)"},
    {"embedding-bag-offsets", Kind::Open,
     "PyTorch's documentation does not say where a bag of embedding_bag ends if the next bag begins before it.",
     "The documentation of embedding_bag says where each bag begins; 1.13.1 checks the first and the last offset only.",
     "r4 = flip(r5, dims=[0])\n"
     "r0, r1, r2, r3 = embedding_bag(r3, r5, r4)"},
    {"in-place-negative-slope", Kind::NotYet,
     "The specification does not say yet whether a recorded in-place activation with a negative slope is rejected at "
     "once or in backward.",
     "Backward of 1.13.1 names the slope as unsupported, and the documentation is silent.",
     "r3 = mul.Tensor(r0, r2)\n"
     "leaky_relu_(r3, negative_slope=-1)"},
    {"too-many-elements", Kind::Limit,
     "What a view operator does is not specified where its result has more elements than the harness looks at.",
     "kMaxElements: the harness looks at no more than 1024 elements of a view.",
     "r0 = ones(size=[4, 4, 2])\n"
     "r0 = flatten.using_ints(r0)\n"
     "r0 = expand(r0, size=[4, 4, 4, -1])"},
    {"list-too-long", Kind::Limit,
     "What a composite function does is not specified where one of its parts takes a longer list of numbers than a "
     "command holds.",
     "kMaxListLength: a part is run as a command, whose lists hold at most four numbers, and those of a convolution "
     "two.",
     "r0 = ones(size=[1, 1, 1, 1])\n"
     "r0 = unsqueeze(r0, dim=0)\n"
     "r0 = tile(r0, dims=[2])"},
    {"number-too-large", Kind::Limit,
     "What a composite function does is not specified where one of its parts takes a larger number than a command "
     "holds.",
     "A part is run as a command, whose numbers are integers of 8 bits (Record::immediates).",
     "r0 = ones(size=[4, 4, 4, 2])\n"
     "r0 = flatten.using_ints(r0)\n"
     "r0 = unsqueeze(r0, dim=0)\n"
     "r0 = unsqueeze(r0, dim=0)\n"
     "r0 = group_norm(r0, num_groups=1, weight=None, bias=None, eps=1.0, cudnn_enabled=false)"},
    {"too-many-gradients", Kind::Limit,
     "What backward does is not specified where more gradients are kept, or doubled by hooks, than the harness follows "
     "in one run.",
     "Effect::max_targets and Effect::max_doubled: the reference follows up to 15 gradients that are kept, and up to 8 "
     "that hooks double.",
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "hook(r0, r0, kind=1)\n"
     "backward(r0, seeding=1)"},
    {"fraction-of-an-element", Kind::Limit,
     "What save_load returns is not specified for a storage that does not hold a whole number of its tensor's "
     "elements.",
     "The reference copies a storage element by element, and has no copy of the bytes that remain.",
     "r0 = ones(size=[3])\n"
     "r0 = slice.Tensor(r0, end=2)\n"
     "r0 = view.dtype(r0, dtype=float64)\n"
     "r0 = save_load(r0)"},
    {"no-open-guard", Kind::Limit,
     "What leaving or destroying a guard does is not specified where the thread has no such guard open.",
     "Guards are C++ scopes, and no code can end a scope that it has not begun.", "}"},
    {"no-captured-state", Kind::Limit,
     "What ThreadLocalStateGuard does is not specified before the program has captured a state.",
     "The guard is made from a ThreadLocalState, and there is none before capture_state.", "ThreadLocalStateGuard() {"},
    {"random-numbers-on-the-host", Kind::Limit,
     "Which numbers an operator draws for a tensor on the host is not specified while the subject's tensors are on a "
     "device.",
     "The reference follows one random generator, which is that of the subject's device.",
     "r3 = move(r3, to_host=true)\n"
     "uniform_(r3)"},
    {"part-without-a-row", Kind::Limit,
     "What a composite function does is not specified where it runs an operator that programs do not have.",
     "The catalogue has no nll_loss2d, no grid_sampler_3d, and no distances by a product of matrices.",
     "r0 = cdist(r3, r3, compute_mode=1)"},
    {"smoothed-class-numbers", Kind::Limit,
     "What cross_entropy_loss returns is not specified with label smoothing where the target holds class numbers.",
     "The model runs a composite function as rows of the catalogue, and has no such rows for this sum.",
     "r0 = cross_entropy_loss(r3, r5, ignore_index=-2, label_smoothing=1.0)"},
    {"running-instance-statistics", Kind::Limit, "What instance_norm does is not specified with running statistics.",
     "The model runs a composite function as rows of the catalogue, and has no such rows for means that are written "
     "back.",
     "r0 = instance_norm(r3, weight=None, bias=None, running_mean=None, running_var=r4, use_input_stats=true, "
     "momentum=1.0, eps=1.0, cudnn_enabled=false)"},
    {"conjugate-view", Kind::Limit, "The result of a function that returns a conjugate view is not specified.",
     "The harness has no place for the conjugate bit of a tensor.",
     "r0 = ones(size=[2, 2], dtype=complex64)\n"
     "r0 = mH(r0)"},
    {"recorded-list", Kind::Open,
     "A recorded write to a list is open if it makes a tensor stale, writes one twice unnoticed by autograd, or has no "
     "in-place operator.",
     "The documentation of torch.foreach says only that the operator is applied to each tensor.",
     "r3 = mul.Tensor(r0, r2)\n"
     "_foreach_maximum_.List([r3], [r2])"},
    {"gradient-of-an-alias", Kind::Limit,
     "The gradient of a view is not specified where its elements reach the root through another alias too, or a later "
     "hook doubles them.",
     "The reference differentiates by elements, and cannot tell through which of several aliases an element was used.",
     "r3 = mul.Tensor(r0, r2)\n"
     "r4 = t(r3)\n"
     "retain_grad(r4)\n"
     "r5 = add.Tensor(r3, r4)\n"
     "backward(r5, seeding=1)"},
    {"gradient-of-a-later-result", Kind::Limit,
     "What retain_grad and grad_twice give is not specified for the second or a later result of an operator.",
     "A node of the model remembers the sizes and the dtype of its first result only.",
     "r3, r4 = var_mean.correction(r0, dim=None, correction=None)\n"
     "retain_grad(r4)\n"
     "backward(r4, seeding=1)"},
    {"overlapping-gradient", Kind::Limit,
     "The gradient of a tensor whose elements may share places in memory is not specified.",
     "The reference has one gradient for each place in memory, and such a tensor has one for each element.",
     "r3 = expand(r1, size=[2, 2])\n"
     "r3 = grad(r3, r3, seeding=1)"},
    {"hook-in-double-backward", Kind::Limit,
     "The gradient of a gradient is not specified where a hook or retain_grad lies on its way, or hooks pack saved "
     "tensors.",
     "The reference takes second derivatives of operators only, and follows neither hooks nor retained gradients "
     "there.",
     "r3 = mul.Tensor(r0, r2)\n"
     "hook(r3, r3, kind=0)\n"
     "r3 = grad_twice(r3, r0, r2, seeding=1)"},
    {"dtype-in-double-backward", Kind::Limit,
     "The gradient of a gradient is not specified through tensors that are neither float32 nor float64.",
     "The reference takes second derivatives of real numbers in double precision only.",
     "r0 = leaf(size=[2], dtype=float16, requires_grad=true, seed=0)\n"
     "r3 = mul.Tensor(r0, r0)\n"
     "r3 = grad_twice(r3, r0, r0, seeding=1)"},
    {"geometry-changed-behind-graph", Kind::Open,
     "What backward does is not specified with a tensor whose sizes, dtype or elements changed without autograd after "
     "it was recorded.",
     "PyTorch's documentation of Tensor.set_, Tensor.resize_ and Tensor.data names no sizes that a gradient has after "
     "them.",
     "r3 = add.Tensor(r0, r1)\n"
     "set_data(r1, r0)\n"
     "backward(r3, seeding=1)"},
    {"write-hidden-from-autograd", Kind::Open,
     "What backward reads is not specified where code unseen by autograd may write a saved index, or a hook writes "
     "unseen.",
     "PyTorch's documentation calls Tensor.data and code below autograd unsafe, and promises no version counting for "
     "them.",
     "r3 = data(r5)\n"
     "r3 = mul.Tensor(r1, r3)\n"
     "backward(r3, seeding=1)"},
    {"changed-gradient", Kind::Open,
     "What backward adds to a gradient is not specified after that gradient itself got other sizes, strides, dtype or "
     "elements.",
     "PyTorch's documentation of Tensor.grad allows to replace a gradient, and is silent about changing its geometry.",
     "backward(r0, seeding=1)\n"
     "r3 = grad_of(r0)\n"
     "resize_(r3, size=[2])\n"
     "backward(r0, seeding=1)"},
    {"base-of-another-dtype", Kind::Open,
     "As which elements of its base a view is regenerated is not specified after set_data gave one of both another "
     "dtype.",
     "PyTorch's documentation of Tensor.data is silent about views of the tensor whose data is replaced.",
     "r4 = t(r3)\n"
     "r5 = ones(size=[2, 2], dtype=float64)\n"
     "set_data(r3, r5)\n"
     "mul_.Tensor(r3, r0)\n"
     "grad_fn(r4)"},
    {"backward-order", Kind::Open,
     "The order in which backward runs nodes of two threads, or reaches a leaf among other nodes, is not specified.",
     "PyTorch's autograd notes order no nodes that different threads made, and no leaf beside other nodes.",
     "hook(r0, r3, kind=2)\n"
     "backward(r0, seeding=1)"},
    {"hook-writes-a-gradient", Kind::Open,
     "What backward does is not specified where a hook writes into a gradient that was passed or is already held.",
     "PyTorch's documentation of register_hook says that a hook should not modify its argument, and not what happens "
     "if it does.",
     "r3 = add.Tensor(r0, r0)\n"
     "r4 = ones(size=[2, 2])\n"
     "hook(r3, r4, kind=2)\n"
     "backward(r3, r4, seeding=2)"},
    {"pack-hook-after-write", Kind::Open,
     "An in-place operator that saves its result is not specified where the program's pack hook raises.",
     "The result is there only after the write, and PyTorch's notes on saved tensors do not say what a pack hook that "
     "raises leaves behind.",
     "r3 = mul.Tensor(r0, r0)\n"
     "saved_tensors_hooks(kind=2)\n"
     "exp_(r3)"},
    {"pack-hook-of-a-stale-view", Kind::Open,
     "What a custom Function leaves of a stale view is not specified where it saves the view and the program's pack "
     "hook raises.",
     "The view's grad_fn is made anew before forward runs. PyTorch's notes on extending autograd do not say whether it "
     "stays if the call fails afterwards.",
     "AutoDispatchBelowAutograd() {\n"
     "  r3 = t(r0)\n"
     "  zero_(r3)\n"
     "}\n"
     "saved_tensors_hooks(kind=2)\n"
     "r3 = custom_square(r3)"},
    {"gradient-of-a-replaced-view", Kind::Open,
     "What a hook or retain_grad gives is not specified for what a partial view was before a write or an operator "
     "replaced it.",
     "PyTorch's documentation of register_hook and retain_grad is silent about views whose grad_fn changed since.",
     "r3 = mul.Tensor(r0, r2)\n"
     "r4 = select.int(r3, dim=0, index=0)\n"
     "retain_grad(r4)\n"
     "t_(r4)\n"
     "backward(r4, seeding=1)"},
    {"node-without-gradient", Kind::Open,
     "Whether a node checks and frees what it saved is not specified where no gradient reaches it.",
     "PyTorch's autograd notes describe nodes that gradients reach; the mean of a group does not depend on the weight.",
     "r3 = select.int(r0, dim=0, index=0)\n"
     "r3, r4, r5 = native_group_norm(r0, weight=r3, bias=None, N=2, C=2, HxW=1, group=1, eps=1.0)\n"
     "backward(r4, seeding=1)"},
    {"second-backward-may-raise", Kind::Open,
     "Whether a second backward raises is not specified where a node that it may not need was freed or changed, or has "
     "no derivative.",
     "PyTorch documents no formulas of derivatives, so no source says which nodes a second backward runs.",
     "r3 = mul.Tensor(r0, r1)\n"
     "backward(r3, seeding=1)\n"
     "r4 = grad_twice(r3, r3, r1, seeding=1)"},
    {"saved-tensor-detached", Kind::Open,
     "How a second gradient passes through a saved tensor is not specified after it was detached or came to require "
     "grad.",
     "PyTorch's notes on saved tensors do not say where such a tensor lies in the graph when backward reads it.",
     "r3 = mul.Tensor(r0, r1)\n"
     "r4 = mul.Tensor(r3, r2)\n"
     "detach_(r3)\n"
     "r5 = grad_twice(r4, r2, r0, seeding=1)"},
    {"second-gradient-of-a-slice", Kind::Open,
     "How a second gradient passes through a saved result that was written into a slice is not specified.",
     "PyTorch's autograd notes are silent; 1.13.1 goes by the written view as long as somebody holds it.",
     "r3 = add.Tensor(r0, r1)\n"
     "r4 = t(r3)\n"
     "exp_(r4)\n"
     "r5 = grad_twice(r4, r1, r4, seeding=1)"},
    {"mode-beside-autograd", Kind::Open,
     "What a first gradient records is not specified where InferenceMode is on and autograd runs all the same.",
     "The RFC of InferenceMode has no such state; only guards that end out of order lead to it.",
     "AutoDispatchBelowADInplaceOrView() {\n"
     "InferenceMode(enabled=true) {\n"
     "destroy_outer()\n"
     "r3 = grad_twice(r0, r0, r0, seeding=1)"},
    {"write-to-shared-places", Kind::Open,
     "The gradient of a gradient is not specified through a recorded write to elements that share places in memory.",
     "PyTorch's documentation of Tensor.expand asks to clone such a tensor before a write, and promises nothing else.",
     "r3 = empty_strided(size=[2, 2, 2], stride=[1, 1, 1])\n"
     "add_.Tensor(r3, r1)\n"
     "r4 = grad_twice(r3, r1, r3, seeding=1)"},
    {"operands-on-two-devices", Kind::Open,
     "What a command that is no single kernel does is not specified where its tensors are on two devices.",
     "PyTorch's documentation of device semantics speaks of single operators, and a part may read no more than a "
     "tensor's sizes.",
     "r3 = move(r3, to_host=true)\n"
     "backward(r0, r3, seeding=2)"},
    {"list-written-by-copy", Kind::Open,
     "Whether a list operator writes a result of another dtype, or overlapping elements, is not specified where no "
     "operator does so in place.",
     "PyTorch's documentation of torch.foreach speaks of operators for one tensor, and Tensor.maximum_ and "
     "Tensor.minimum_ do not exist.",
     "_foreach_maximum_.List([r5], [r4])"},
    {"cross-entropy-of-nothing", Kind::Open,
     "What cross_entropy_loss with probabilities returns is not specified for no classes, and for the mean of no "
     "elements.",
     "PyTorch's documentation of cross_entropy gives a formula that divides by zero there, and names no result.",
     "r0 = ones(size=[0])\n"
     "r0 = cross_entropy_loss(r0, r0, ignore_index=-2)"},
}};

}  // namespace

const std::array<UnspecifiedFacts, kUnspecified>& unspecified_reasons() { return kTable; }

}  // namespace modecheck::spec
