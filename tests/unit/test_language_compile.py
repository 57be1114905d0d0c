"""`pl.compile`: what becomes of the memory that authors ask for."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import numpy as np
import pytest

import pto_dialect.language as pl

N = 64
shared = pl.Buffer("shared")
also_shared = pl.Buffer("shared")


@pl.program
class Chains:
    """load, exp, exp, store with different buffers."""

    @pl.function(type=pl.FunctionType.InCore)
    def unbound(
        self,
        a: pl.Tensor[[N, N], pl.FP32],
        out: pl.Out[pl.Tensor[[N, N], pl.FP32]],
    ):
        t0 = pl.load(a, [0, 0], [N, N])
        t1 = pl.exp(t0)
        t2 = pl.exp(t1)
        out = pl.store(t2, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def ping_pong(
        self,
        a: pl.Tensor[[N, N], pl.FP32],
        out: pl.Out[pl.Tensor[[N, N], pl.FP32]],
    ):
        ping = pl.Buffer()
        pong = pl.Buffer("l0c_pong")
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, ping] = pl.load(a, [0, 0], [N, N])
        t1: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pong] = pl.exp(t0)
        t2: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, ping] = pl.exp(t1)
        out = pl.store(t2, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def one_each(
        self,
        a: pl.Tensor[[N, N], pl.FP32],
        out: pl.Out[pl.Tensor[[N, N], pl.FP32]],
    ):
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.Buffer("b0")] = pl.load(a, [0, 0], [N, N])
        t1: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.Buffer("b1")] = pl.exp(t0)
        t2: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.Buffer("b2")] = pl.exp(t1)
        out = pl.store(t2, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def scratch(
        self,
        a: pl.Tensor[[N, N], pl.FP32],
        out: pl.Out[pl.Tensor[[N, N], pl.FP32]],
    ):
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.Buffer("scratch")] = pl.load(a, [0, 0], [N, N])
        t1: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.Buffer("scratch")] = pl.exp(t0)
        out = pl.store(t1, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def resolved(
        self,
        a: pl.Tensor[[N, N], pl.FP32, pl.MemRef("mem_ddr_0", 0, N * N * 4)],
        out: pl.Out[pl.Tensor[[N, N], pl.FP32]],
    ):
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pl.MemRef("mem_vec_0", 0, 0)] = pl.load(
            a, [0, 0], [N, N]
        )
        out = pl.store(t0, [0, 0], out)
        return out

    @pl.function(type=pl.FunctionType.InCore)
    def slots(
        self,
        a: pl.Tensor[[4 * N, N], pl.FP32],
        out: pl.Out[pl.Tensor[[4 * N, N], pl.FP32]],
    ):
        pair = pl.Buffer(slots=2)
        for i in pl.range(4):
            t: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pair[i % 2]] = pl.load(a, [i * N, 0], [N, N])
            out = pl.store(pl.exp(t), [i * N, 0], out)
        return out


def allocations(kernel: pl.Kernel, **options: str) -> list[tuple[str, int, int | None, bool, str]]:
    """Name, bytes, address, whether pinned, and tiles of each allocation."""
    report = pl.compile(kernel, **options).report
    return [(a.name, a.bytes, a.address, a.pinned, " ".join(a.tiles)) for a in report.allocations]


def test_unbound_chain_is_one_allocation():
    assert allocations(Chains.unbound) == [("mem_vec_0", 16384, 0, False, "t0 t1 t2")]


def test_named_buffers_share_and_keep_apart_what_their_author_says():
    assert allocations(Chains.ping_pong) == [
        ("ping", 16384, 0, True, "t0 t2"),
        ("l0c_pong", 16384, 16384, True, "t1"),
    ]


def test_one_buffer_per_tile():
    assert allocations(Chains.one_each) == [
        ("b0", 16384, 0, True, "t0"),
        ("b1", 16384, 16384, True, "t1"),
        ("b2", 16384, 32768, True, "t2"),
    ]


def test_equal_inline_names_are_one_buffer():
    assert allocations(Chains.scratch) == [("scratch", 16384, 0, True, "t0 t1")]


def test_resolved_memref_is_no_declaration():
    assert allocations(Chains.resolved) == [("mem_vec_0", 16384, 0, False, "t0")]


def test_slots_reach_the_assembler_with_the_index_itself():
    compiled = pl.compile(Chains.slots, planner="ptoas")
    assert compiled.pto.count("pto.alloc_multi_tile") == 1
    assert "count=2>" in compiled.pto
    assert "= arith.remui %i, %c2 : index" in compiled.pto
    assert "addr" not in compiled.pto
    pair = compiled.report.allocations[0]
    assert (pair.name, pair.bytes, pair.slots, pair.address) == ("pair", 32768, 2, None)
    assert compiled.report.high_water == {}


def test_single_slot_buffer_under_ptoas_is_refused_by_name():
    with pytest.raises(pl.CompileError, match="'ping'"):
        pl.compile(Chains.ping_pong, planner="ptoas")


def test_two_buffers_of_one_name():
    @pl.function
    def kernel(a: pl.Tensor[[N, N], pl.FP32]):
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, shared] = pl.load(a, [0, 0], [N, N])
        t1: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, also_shared] = pl.exp(t0)
        pl.exp(t1)

    with pytest.raises(pl.CompileError) as caught:
        pl.compile(kernel)
    assert caught.value.message == (
        "buffers 'shared' and 'also_shared' are two, but both resolve to the name 'shared'"
    )


def test_co_live_tiles_in_one_buffer():
    ping, pong = pl.Buffer(), pl.Buffer()

    @pl.function
    def kernel(a: pl.Tensor[[N, N], pl.FP32], out: pl.Out[pl.Tensor[[N, N], pl.FP32]]):
        t0: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, ping] = pl.load(a, [0, 0], [N, N])
        t1: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, pong] = pl.exp(t0)
        t2: pl.Tile[[N, N], pl.FP32, pl.Mem.Vec, ping] = pl.exp(t1)
        t3 = pl.add(t0, t2)
        out = pl.store(t3, [0, 0], out)

    with pytest.raises(pl.CompileError) as caught:
        pl.compile(kernel)
    for name in ("t0", "t2", "ping"):
        assert f"'{name}'" in caught.value.message


def test_kernel_in_a_function_sees_what_only_annotations_mention():
    size = 32

    @pl.function
    def kernel(a: pl.Tensor[[size, 64], pl.FP32]):
        t: pl.Tile[[32, 64], pl.FP32] = pl.load(a, [0, 0], [32, 64])
        pl.exp(t)

    assert "memref<32x64xf32>" in str(pl.compile(kernel).tile)


def test_numbers_of_numpy_are_numbers():
    size, factor = np.int64(64), np.float32(0.5)

    @pl.function
    def kernel(a: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(a, [size - 64, 0], [size, size])
        pl.store(t * factor, [0, 0], out)

    assert "arith.constant 5.000000e-01 : f32" in pl.compile(kernel).pto


def test_program_compiles_all_its_kernels():
    compiled = pl.compile(Chains)
    names = list(Chains.kernels)
    assert [f for f in names if f"func.func @{f}(" in compiled.pto] == names
    assert {a.function for a in compiled.report.allocations} == set(names)
    assert compiled.report.high_water == {"vec": 49152}
    assert compiled.report.capacity == {"vec": 188416}


def test_each_level_is_kept():
    compiled = pl.compile(Chains.ping_pong)
    assert "buffer.bind" in str(compiled.tile)
    assert "mem.place" in str(compiled.placed)
    assert "pto.texp" in str(compiled.module)
    assert compiled.pto == pl.compile(Chains.ping_pong, target="a3", planner="pack").pto


def test_report_is_json():
    report = json.loads(json.dumps(pl.compile(Chains.ping_pong).report.as_json()))
    assert {key: value for key, value in report.items() if key != "allocations"} == {
        "target": "a3",
        "planner": "pack",
        "high_water": {"vec": 32768},
        "capacity": {"vec": 188416},
        "moves": 0,
        "space_moves": 0,
        "remarks": [],
        "reuse_cost": 0,
        "reuse_pairs": 0,
        "plans": {},
        "workspaces": {},
    }
    assert report["allocations"][0] == {
        "function": "ping_pong",
        "name": "ping",
        "space": "vec",
        "bytes": 16384,
        "slots": 1,
        "address": 0,
        "pinned": True,
        "tiles": ["t0", "t2"],
    }


def test_report_says_what_sharing_costs():
    @pl.function
    def kernel(a: pl.Tensor[[N, N], pl.FP32], out: pl.Out[pl.Tensor[[N, N], pl.FP32]]):
        for _ in pl.range(10):
            t = pl.load(a, [0, 0], [N, N])
            out = pl.store(pl.exp(t), [0, 0], out)

    packed, solved, left = (
        pl.compile(kernel, planner=planner).report for planner in ("pack", "solve", "ptoas")
    )
    assert (packed.reuse_cost, packed.reuse_pairs, packed.plans) == (10, 1, {})
    assert "cost of sharing: 10 (1 pair of tiles)" in str(packed).splitlines()
    assert (solved.reuse_cost, solved.reuse_pairs, solved.plans) == (0, 0, {"vec": "optimal"})
    assert (left.reuse_cost, left.reuse_pairs) == (None, None)


def test_inserted_copies_are_counted_apart_from_written_ones():
    @pl.function
    def kernel(a: pl.Tensor[[N, N], pl.FP32], out: pl.Out[pl.Tensor[[N, N], pl.FP32]]):
        t = pl.move(pl.load(a, [0, 0], [N, N]))
        s = pl.slice(t, [16, N], [0, 0])
        u = pl.assemble(t, pl.exp(s), [0, 0])
        out = pl.store(pl.add(t, u), [0, 0], out)

    report = pl.compile(kernel).report
    assert (report.moves, report.space_moves) == (1, 0)


def test_dump_ir_writes_every_pass_and_changes_nothing(tmp_path: Path):
    plain = pl.compile(Chains.slots)
    dumped = pl.compile(Chains.slots, dump_ir=tmp_path / "ir")
    assert dumped.pto == plain.pto
    files = sorted(p.name for p in (tmp_path / "ir").iterdir())
    assert files[0] == "00-tile.mlir"
    assert files[-1] == f"{len(files) - 1:02}-convert-tile-to-pto.mlir"
    assert (tmp_path / "ir" / "00-tile.mlir").read_text() == f"{plain.tile!s}\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "a9"}, "unknown target 'a9', know a3, a5"),
        ({"planner": "best"}, "unknown planner 'best', know pack"),
        ({"sync": "none"}, "unknown sync 'none', know insert, graph"),
        ({"ptoas_version": "new"}, "'new' is not a version of ptoas"),
        ({"rotate": "often"}, "unknown rotate 'often', know auto, always, never"),
    ],
)
def test_unknown_options(options: dict[str, str], message: str):
    with pytest.raises(pl.CompileError) as caught:
        pl.compile(Chains.unbound, **options)
    assert caught.value.message.startswith(message)


def test_only_kernels_are_compiled():
    with pytest.raises(pl.CompileError, match="is no kernel: decorate it"):
        pl.compile(len)


def test_kernels_are_not_called():
    with pytest.raises(TypeError, match="is compiled"):
        Chains.unbound(1, 2)
    with pytest.raises(TypeError, match="use it inside a kernel"):
        pl.load(1, [0], [1])


def test_garbage_collector_is_left_as_it_was():
    assert gc.isenabled()
    pl.compile(Chains.unbound)
    assert gc.isenabled()


def test_source_is_parsed_again_only_when_the_file_changes(tmp_path: Path):
    from pto_dialect.language.source import source_file

    path = tmp_path / "k.py"
    path.write_text("def f():\n    pass\n")
    first = source_file(str(path))
    assert source_file(str(path)) is first
    path.write_text("def other():\n    pass\n")
    assert list(source_file(str(path)).functions) == [(1, "other")]


def test_modules_of_the_package_hide_no_word_of_the_language():
    from pto_dialect.language.ops import OPS
    from pto_dialect.language.surface import CONTROL

    package = Path(pl.__file__).parent
    modules = {path.stem for path in package.glob("*.py")}
    assert not modules & {*OPS, *CONTROL, *pl.__all__}


def test_tensors_stored_column_by_column_are_loaded_for_the_cube_unit_only():
    @pl.function
    def to_vec(b: pl.Tensor[[64, 32], pl.BF16, pl.DN]):
        pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Vec)

    @pl.function
    def stored(a: pl.Tensor[[64, 32], pl.BF16], b: pl.Out[pl.Tensor[[64, 32], pl.BF16, pl.DN]]):
        pl.store(pl.load(a, [0, 0], [64, 32]), [0, 0], b)

    stored_as = "a tensor of 64x32xbf16 stored column by column"
    with pytest.raises(pl.CompileError, match=f"pl.load of {stored_as} makes a tile in pl.Mem.Mat"):
        pl.compile(to_vec)
    with pytest.raises(pl.CompileError, match=f"of pl.store is a tensor, not {stored_as}"):
        pl.compile(stored)
