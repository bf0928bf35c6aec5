"""Reads what can be seen of a tensor, real or fake. No field depends on elements."""

import warnings

import torch

NO_ANSWER = "no answer"


def hint(value):
    """A size as a number: a symbolic size has the number of the traced call. Adds no guard."""
    if not isinstance(value, torch.SymInt):
        return value
    node = value.node
    return node.hint if node.has_hint() else str(node.expr)


def expression(value):
    return value.node.expr if isinstance(value, torch.SymInt) else value


def asked(question):
    """The answer, or the class of the error that the question raises."""
    try:
        return question()
    except Exception as error:  # any error of torch is an answer here
        lines = str(error).strip().splitlines() or [""]
        return f"raises {type(error).__name__}: {lines[0][:160]}"


def gradient(tensor):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns that a non-leaf has no gradient
        grad = tensor.grad
    return None if grad is None else ([hint(size) for size in grad.size()], str(grad.dtype), grad.is_inference())


def observe(tensor, asks_views):
    """Returns the fields of a tensor. Asking a view for its grad_fn regenerates it, so `asks_views` says whether to."""
    out = {
        "sizes": [hint(size) for size in tensor.size()],
        "strides": [hint(stride) for stride in tensor.stride()],
        "storage offset": hint(tensor.storage_offset()),
        "dtype": str(tensor.dtype),
        "device": str(tensor.device),
        "is_inference": tensor.is_inference(),
        "requires_grad": tensor.requires_grad,
        "version": asked(lambda: tensor._version),
        "is a view": tensor._is_view(),
        "is_conj": tensor.is_conj(),
        "is_neg": tensor.is_neg(),
        "bytes of the storage": asked(lambda: hint(tensor.untyped_storage().nbytes())),
        "grad": asked(lambda: gradient(tensor)),
    }
    if asks_views or not tensor._is_view():
        out["is_leaf"] = asked(lambda: tensor.is_leaf)
        out["has a grad_fn"] = asked(lambda: tensor.grad_fn is not None)
    return out


def thread_state():
    """How a command runs: in InferenceMode, below Autograd, or neither."""
    if torch.is_inference_mode_enabled():
        return "in InferenceMode"
    if torch._C._dispatch_tls_is_dispatch_key_excluded("ADInplaceOrView"):
        return "below ADInplaceOrView"
    if torch._C._dispatch_tls_is_dispatch_key_excluded("AutogradFunctionality"):
        return "below Autograd"
    return ""


def is_composite(operator):
    """Whether an operator of the catalogue is made of others (CompositeImplicitAutograd)."""
    name = f"aten::{operator}"
    try:
        return torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd")
    except RuntimeError:  # a command that is no operator
        return False


def is_dynamic(tensor):
    """Whether a size depends on elements: it is a symbol without a number."""
    return any(isinstance(size, torch.SymInt) and not size.node.has_hint() for size in tensor.size())


def expressions(tensor):
    return {
        "sizes": [expression(size) for size in tensor.size()],
        "strides": [expression(stride) for stride in tensor.stride()],
        "storage offset": [expression(tensor.storage_offset())],
    }


def groups(values):
    """Numbers equal values alike, in the order in which they appear."""
    first = {}
    return [first.setdefault(value, len(first)) for value in values]


def sharing(tensors):
    """Which registers hold the same tensor, and which share a storage."""
    storages = [asked(one.untyped_storage) for one in tensors]  # kept, so that no two have one address
    return {
        "which registers are the same tensor": groups([id(one) for one in tensors]),
        "which registers share a storage": groups([getattr(one, "_cdata", one) for one in storages]),
    }
