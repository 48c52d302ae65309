"""A network as an ONNX model, for programs that run such models.

Takes a `Network`; gives the bytes of a model with one input, `observation` `(n, inputs)`, and two outputs: `logits` `(n,
actions)`, where the user must ignore illegal actions, and `values` `(n, sides)`, the viewer's first. Raises `LearnError` without
onnx.
"""

from __future__ import annotations

import importlib
import json
from dataclasses import asdict
from typing import Any

from ggl.agents.network import Network
from ggl.learning.errors import LearnError

OPSET = 17


def the_library() -> Any:
    """The module `onnx`. Raises `LearnError` without it."""
    try:
        return importlib.import_module("onnx")
    except ImportError:
        raise LearnError("onnx is not installed, which `--onnx` needs: pip install 'ggl-games[learn]'") from None


def model_of(network: Network) -> bytes:
    onnx = the_library()
    make, shape = onnx.helper, network.about.shape
    nodes: list[Any] = []

    def node(kind: str, *given: str, to: str) -> str:
        nodes.append(make.make_node(kind, list(given), [to]))
        return to

    def dense(layer: str, given: str, to: str = "") -> str:
        product = node("MatMul", given, f"{layer}.weight", to=f"{layer}.product")
        return node("Add", product, f"{layer}.bias", to=to or f"{layer}.sum")

    body = node("Relu", dense("first", "observation"), to="body")
    for number in range(shape.blocks):
        inner = node("Relu", dense(f"block{number}.in", body), to=f"block{number}.inner")
        total = node("Add", body, dense(f"block{number}.out", inner), to=f"block{number}.total")
        body = node("Relu", total, to=f"block{number}.body")
    dense("policy", body, "logits")
    half = node("Relu", dense("value.in", body), to="value.half")
    node("Tanh", dense("value.out", half), to="values")

    def tensor(name: str, size: int) -> Any:
        return make.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["n", size])

    graph = make.make_graph(
        nodes,
        "ggl",
        [tensor("observation", shape.inputs)],
        [tensor("logits", shape.actions), tensor("values", shape.sides)],
        [onnx.numpy_helper.from_array(array, name) for name, array in network.weights.items()],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", OPSET)], producer_name="ggl", ir_version=8)
    model.doc_string = json.dumps(asdict(network.about), sort_keys=True)
    onnx.checker.check_model(model)
    found: bytes = model.SerializeToString(deterministic=True)
    return found
