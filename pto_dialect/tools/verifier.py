"""
Check IR: the rules of its operations, what ends a block, and that values are used where they are
visible.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, NoTerminator
from xdsl.utils.exceptions import VerifyException

from pto_dialect.diagnostics import (
    CompileError,
    display_name,
    fail,
    note_at,
    one_line,
    position_near,
)
from pto_dialect.tools.constraint_errors import explained
from pto_dialect.tools.dominance import dominator_tree


def verify(module: ModuleOp) -> None:
    """
    Check every operation of a module, and that each use of a value is dominated by its definition.

    Raises:
        CompileError: at the place of the operation that is wrong.
    """
    _verify_operation(module)
    verify_ssa(module)


def _verify_operation(op: Operation) -> None:
    """
    What `Operation.verify` checks, in its order (inner operations first), with the place of the
    failure instead of a dump of the module.
    """
    for region in op.regions:
        _verify_blocks(op, region)
    try:
        # xDSL counts the blocks around for each operation, unless it is asked for its own rules.
        if type(op).verify is Operation.verify:
            op.verify_()
        else:
            op.verify(verify_nested_ops=False)
    except VerifyException as error:
        if str(error).startswith("Redefinition of symbol"):
            _fail_redefinition(op, one_line(error))
        raise CompileError(explained(op, one_line(error)), position_near(op)) from error
    except CompileError as error:
        if error.position is not None:
            raise
        raise CompileError(error.message, position_near(op), error.notes) from error
    except Exception as error:
        # Verifiers of xDSL raise this bare class, or stumble over what they should check.
        if type(error) is Exception:
            raise CompileError(one_line(error), position_near(op)) from error
        if not type(op).__module__.startswith("xdsl."):
            raise
        fail(op, f"'{op.name}' does not fit together: {one_line(error)}")


def _fail_redefinition(op: Operation, message: str) -> None:
    """Stop at the second operation of a symbol table that has the name of another one."""
    first = dict[Attribute, Operation]()
    for inner in op.regions[0].block.ops:
        name = inner.get_attr_or_prop("sym_name")
        if name is not None and first.setdefault(name, inner) is not inner:
            fail(inner, message, [note_at(first[name], "it is defined here first")])


def _verify_blocks(op: Operation, region: Region) -> None:
    """Check the operations of a region, how its blocks end, and where they lead."""
    first, is_single = region.blocks.first, region.blocks.first is region.blocks.last
    for block in region.blocks:
        for inner in block.ops:
            _verify_operation(inner)
            if inner.successors and inner is not block.last_op:
                fail(inner, f"'{inner.name}' jumps, so it is the last operation of its block")
            if any(target.parent is not region for target in inner.successors):
                fail(inner, f"'{inner.name}' jumps to a block of another region")
        if is_single and op.has_trait(NoTerminator):
            continue
        if (last := block.last_op) is None:
            fail(op, f"'{op.name}' has an empty block where a terminator is expected")
        if not last.has_trait(IsTerminator):
            kind = "single" if is_single else "multi"
            fail(
                last,
                f"Operation {last.name} terminates block in {kind}-block region but is not a "
                "terminator",
            )
    for use in () if first is None else first.uses:
        fail(use.operation, f"'{use.operation.name}' jumps to the first block of '{op.name}'")


def verify_ssa(op: Operation) -> None:
    """
    Check that every value used inside an operation is visible where it is used.

    A value is visible

    1. after its definition in the same block, and in the regions of operations there;
    2. in the blocks that its block dominates, and in the regions of operations there;
    3. everywhere in the body of a `builtin.module` that defines it, which has no order, and in
       the blocks of its region that no branch leads to.

    Linear in the number of operations. Isolation from above is the affair of the trait
    `IsolatedFromAbove`.

    Raises:
        CompileError: at the first use that is not dominated by its definition.
    """
    visible: set[SSAValue] = set()
    for region in op.regions:
        _verify_region(op, region, visible)


def _verify_region(parent: Operation, region: Region, visible: set[SSAValue]) -> None:
    blocks = tuple(region.blocks)
    if not blocks:
        return
    if len(blocks) == 1:
        _verify_block(blocks[0], visible, in_order=not isinstance(parent, ModuleOp))
        visible.difference_update(_definitions(blocks[0]))
        return
    children = dominator_tree(blocks)
    waiting: list[tuple[Block, bool]] = [(blocks[0], False)]
    while waiting:
        block, is_done = waiting.pop()
        if is_done:
            visible.difference_update(_definitions(block))
            continue
        _verify_block(block, visible, in_order=True)
        waiting.append((block, True))
        waiting += [(child, False) for child in reversed(children[block])]
    visible.update(value for block in blocks for value in _definitions(block))
    for block in blocks:
        if block not in children:
            _verify_block(block, visible, in_order=False)
    visible.difference_update(value for block in blocks for value in _definitions(block))


def _verify_block(block: Block, visible: set[SSAValue], *, in_order: bool) -> None:
    """Check a block; afterwards what it defines is visible."""
    visible.update(block.args if in_order else _definitions(block))
    for op in block.ops:
        for operand in op.operands:
            if operand not in visible:
                _fail_not_visible(op, operand)
        for region in op.regions:
            _verify_region(op, region, visible)
        visible.update(op.results)


def _definitions(block: Block) -> Iterable[SSAValue]:
    yield from block.args
    for op in block.ops:
        yield from op.results


def _fail_not_visible(op: Operation, operand: SSAValue) -> None:
    fail(
        op,
        f"'{op.name}' uses '{display_name(operand)}', which is not defined there",
        [note_at(operand, f"'{display_name(operand)}' is defined here")],
    )
