"""What can be observed of PyTorch's tensors and modes, for modecheck's line protocol.

A tensor's grad_fn and grad are read from memory. The attributes grad_fn, grad and is_leaf cannot be asked: they regenerate a grad_fn
that is out of date (rule W5), so that looking would change what is looked at.
"""
import ctypes
import itertools
import struct
import sys

import torch

MEMORY = open("/proc/self/mem", "rb", buffering=0)  # reading a wrong address fails here, and does not kill the process
PLACES = range(0, 256, 8)


def pointer_at(address):
    try:
        MEMORY.seek(address)
        return struct.unpack("<Q", MEMORY.read(8))[0]
    except (OSError, OverflowError, struct.error):
        return 0


def places():
    """Where a tensor keeps what autograd knows of it, and where that has grad_fn and grad."""
    results = [torch.ones(2, requires_grad=True) * 2 for _ in range(3)]
    for result in results:
        result.retain_grad()
        result.sum().backward()
    nodes, grads = [pointer_at(id(one.grad_fn) + 16) for one in results], [one.grad._cdata for one in results]
    for meta in PLACES:
        found = [[pointer_at(pointer_at(one._cdata + meta) + place) for one in results] for place in PLACES]
        if nodes in found and grads in found:
            return meta, PLACES[found.index(nodes)], PLACES[found.index(grads)]
    sys.exit("this version of PyTorch keeps grad_fn elsewhere than the adapter looks")


META, NODE, GRAD = places()
NO_GRAD = (0, pointer_at(pointer_at(torch.ones(2, requires_grad=True)._cdata + META) + GRAD))


def grad_fn_of(tensor):
    """The address of the tensor's grad_fn as it is stored, or 0."""
    return pointer_at(pointer_at(tensor._cdata + META) + NODE)


def has_grad(tensor):
    return pointer_at(pointer_at(tensor._cdata + META) + GRAD) not in NO_GRAD


def geometry(tensor):
    out = {"dtype": str(tensor.dtype)[6:], "sizes": list(tensor.shape), "inference": tensor.is_inference(),
           "requires_grad": tensor.requires_grad, "tensor": tensor._cdata}
    if tensor.layout == torch.strided:  # a sparse tensor, which a gradient can be, has no strides and no storage
        out.update(strides=list(tensor.stride()), storage=tensor.untyped_storage()._cdata, offset=tensor.storage_offset())
    return out


def bytes_of(tensor):
    """The bytes of the storage: none if it has no memory, as that of a sparse tensor."""
    try:
        storage = tensor.untyped_storage()
        return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""
    except RuntimeError:
        return b""


def elements_of(tensor):
    """The elements row by row, without an operator."""
    data, size = bytes_of(tensor), tensor.element_size()
    if not data:
        return b""
    places = [tensor.storage_offset() + sum(i * stride for i, stride in zip(index, tensor.stride()))
              for index in itertools.product(*map(range, tensor.shape))]
    return b"".join(data[size * place:size * (place + 1)] for place in places)


def describe(tensor):
    out = {**geometry(tensor), "retains_grad": tensor.retains_grad, "output_nr": tensor.output_nr, "bytes": bytes_of(tensor).hex()}
    try:
        out["version"] = tensor._version
    except RuntimeError:  # an inference tensor has none
        out["version"] = None
    if node := grad_fn_of(tensor):
        out["node"] = node
    if tensor._is_view():
        out["base"] = tensor._base._cdata
        out["creation_meta"] = str(torch._C._autograd._get_creation_meta(tensor)).split(".")[-1]
    if has_grad(tensor):
        out["grad"] = {**geometry(tensor.grad), "bytes": elements_of(tensor.grad).hex()}
    return out


def modes():
    excluded, included = torch._C._dispatch_tls_is_dispatch_key_excluded, torch._C._dispatch_tls_is_dispatch_key_included
    return {"inference_mode": torch.is_inference_mode_enabled(), "grad_mode": torch.is_grad_enabled(),
            "forward_grad_mode": torch._C._is_fwd_grad_enabled(), "adinplaceorview_included": included("ADInplaceOrView"),
            "autograd_excluded": excluded("AutogradFunctionality"), "adinplaceorview_excluded": excluded("ADInplaceOrView")}
