"""Tiles as bytes: the order of their elements, windows, views and poison."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.memories import Cause, Handle, Memory, Order
from pto_dialect.interpreter.semantics import Block

F32 = np.dtype(np.float32)
BOXES_BY_COLUMN = Order(by_column=True, box=(16, 8))
NUMBERS = np.arange(32 * 16, dtype=np.float32).reshape(32, 16)


def tile(memory: Memory, order: Order = BOXES_BY_COLUMN, start: int = 0) -> Handle:
    return Handle.dense(memory, start, (32, 16), F32, (32, 16), order)


def test_boxes_lie_one_behind_the_other():
    memory = Memory("mat", 2048)
    tile(memory).write(Block(NUMBERS, None))
    stored = memory.data.view(np.float32)
    np.testing.assert_array_equal(stored[:128].reshape(16, 8), NUMBERS[:16, :8])
    np.testing.assert_array_equal(stored[128:256].reshape(16, 8), NUMBERS[16:, :8])
    np.testing.assert_array_equal(stored[256:384].reshape(16, 8), NUMBERS[:16, 8:])


def test_a_box_can_be_stored_by_column():
    memory = Memory("right", 2048)
    order = Order(box=(8, 16), by_column_in_box=True)
    tile(memory, order).write(Block(NUMBERS, None))
    stored = memory.data.view(np.float32)
    np.testing.assert_array_equal(stored[:128].reshape(16, 8), NUMBERS[:8].T)


@pytest.mark.parametrize("order", [Order(), Order(by_column=True), BOXES_BY_COLUMN])
def test_what_is_written_is_read_whatever_the_order(order: Order):
    handle = tile(Memory("vec", 2048), order)
    handle.write(Block(NUMBERS, None))
    block = handle.block()
    np.testing.assert_array_equal(block.data, NUMBERS)
    assert block.defined is None
    window = handle.block_at((3, 5), (20, 7))
    np.testing.assert_array_equal(window.data, NUMBERS[3:23, 5:12])
    handle.write_at((1, 2), (2, 3), Block(np.zeros((2, 3), np.float32), None))
    expected = NUMBERS.copy()
    expected[1:3, 2:5] = 0
    np.testing.assert_array_equal(handle.block().data, expected)


@pytest.mark.parametrize("order", [Order(), BOXES_BY_COLUMN])
def test_a_window_as_large_as_the_tile_starts_at_its_start(order: Order):
    handle = tile(Memory("vec", 2048), order)
    with pytest.raises(CompileError, match="elements 1 to 33 of dimension 0 reach outside"):
        handle.block_at((1, 0), (32, 16))
    with pytest.raises(CompileError, match="elements -1 to 15 of dimension 1 reach outside"):
        handle.write_at((0, -1), (32, 16), Block(NUMBERS, None))


@pytest.mark.parametrize("order", [Order(), BOXES_BY_COLUMN])
def test_only_written_elements_are_defined(order: Order):
    handle = tile(Memory("vec", 2048), order)
    part = handle.with_valid((3, 4))
    mask = np.ones((3, 4), np.bool_)
    mask[1, 2] = False
    part.write(Block(NUMBERS[:3, :4], mask))
    defined = handle.block().defined
    assert defined is not None
    np.testing.assert_array_equal(defined[:3, :4], mask)
    assert defined.sum() == 11
    handle.poison()
    assert handle.block().defined is not None


def test_a_window_of_boxes_is_a_view():
    memory = Memory("mat", 2048)
    handle = tile(memory)
    handle.write(Block(NUMBERS, None))
    view = handle.sliced((16, 8), (16, 8))
    np.testing.assert_array_equal(view.block().data, NUMBERS[16:, 8:])
    assert view.place == "mat[1536, 2048)"
    view.write(Block(np.zeros((16, 8), np.float32), None))
    assert not handle.block().data[16:, 8:].any()
    with pytest.raises(CompileError, match="cuts through boxes of 16x8"):
        handle.sliced((8, 8), (16, 8))


def test_views_across_orders_show_the_bytes():
    memory = Memory("vec", 2048)
    handle = tile(memory, Order(by_column=True))
    handle.write(Block(NUMBERS, None))
    np.testing.assert_array_equal(handle.viewed((16, 32), F32).block().data, NUMBERS.T)
    boxed = handle.viewed((32, 16), F32, BOXES_BY_COLUMN)
    stored = memory.data.view(np.float32)
    np.testing.assert_array_equal(boxed.block().data[:16, :8], stored[:128].reshape(16, 8))
    with pytest.raises(CompileError, match="do not lie one behind the other"):
        handle.sliced((0, 0), (8, 16)).viewed((16, 8), F32)


def test_overlap_is_a_common_byte():
    memory = Memory("vec", 4096)
    left = tile(memory, Order()).sliced((0, 0), (32, 8))
    right = tile(memory, Order()).sliced((0, 8), (32, 8))
    assert not left.overlaps(right)
    assert left.overlaps(tile(memory))
    assert not left.overlaps(tile(memory, start=2048))
    assert not left.overlaps(tile(Memory("vec", 4096)))


def test_nothing_lies_outside_of_the_memory():
    memory = Memory("vec", 2048)
    with pytest.raises(CompileError, match=r"vec\[4, 2052\) lies outside of the 2048 bytes"):
        tile(memory, start=4)
    message = "elements 20 to 36 of dimension 0 reach outside of the tile's 32"
    with pytest.raises(CompileError, match=message):
        tile(memory).block_at((20, 0), (16, 16))


NOOP = ModuleOp([])
FIRST, SECOND = Cause(NOOP, "first"), Cause(NOOP, "second")


@pytest.mark.parametrize("order", [Order(), Order(by_column=True), BOXES_BY_COLUMN])
def test_why_elements_are_undefined_is_known_element_by_element(order: Order):
    handle = tile(Memory("vec", 2048), order)
    assert handle.cause() is None
    handle.poison(FIRST)
    assert handle.cause() == FIRST
    nothing = np.zeros((2, 16), np.bool_)
    handle.write_at((0, 0), (2, 16), Block(NUMBERS[:2], nothing), SECOND)
    assert handle.cause() == SECOND
    handle.write_at((0, 0), (2, 16), Block(NUMBERS[:2], None))
    assert handle.cause() == FIRST
    handle.write_at((2, 0), (2, 16), Block(NUMBERS[2:4], nothing))
    assert handle.cause() is None
    handle.write(Block(NUMBERS, None))
    assert handle.cause() is None


def test_why_bytes_are_undefined_is_known_whatever_the_elements():
    memory = Memory("vec", 2048)
    handle = tile(memory, Order())
    handle.write(Block(NUMBERS, None))
    half = Handle.dense(memory, 6, (1, 1), np.dtype(np.int16), (1, 1))
    half.poison(FIRST)
    assert handle.cause() == FIRST
    assert handle.sliced((0, 2), (1, 14)).cause() is None


def test_causes_do_not_grow_with_the_time():
    memory = Memory("vec", 2048)
    for _ in range(3):
        tile(memory).poison(Cause(NOOP, "first"))
        tile(memory).poison(Cause(NOOP, "second"))
    found = memory.causes(SECOND)
    assert found is not None
    assert found[1] == 2
