"""
The dominator tree of a region of several blocks.

A block dominates another one if every path from the entry to the other one leads through it. Each
block but the entry has one closest dominator, its parent in the tree. The method is that of
Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm": almost linear for the branches and
loops of programs. (xDSL's `DominanceInfo` has a set of blocks for each block.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Block


def dominator_tree(blocks: Sequence[Block]) -> Mapping[Block, Sequence[Block]]:
    """
    The children of each block that can be reached from the first one, in the order of `blocks`.
    """
    order = _postorder(blocks[0])
    number = {block: index for index, block in enumerate(order)}
    before: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in _successors(block):
            before[successor].append(block)
    entry = len(order) - 1
    parent = [-1] * len(order)
    parent[entry] = entry
    changed = True
    while changed:
        changed = False
        for index in range(entry - 1, -1, -1):
            found = -1
            for predecessor in before[order[index]]:
                other = number[predecessor]
                if parent[other] < 0:
                    continue
                found = other if found < 0 else _common(parent, found, other)
            if found != parent[index]:
                parent[index] = found
                changed = True
    children: dict[Block, list[Block]] = {block: [] for block in order}
    for block in blocks[1:]:
        if block in number:
            children[order[parent[number[block]]]].append(block)
    return children


def _common(parent: Sequence[int], a: int, b: int) -> int:
    """The closest block that dominates both; a dominator has a higher number."""
    while a != b:
        if a < b:
            a = parent[a]
        else:
            b = parent[b]
    return a


def _postorder(entry: Block) -> list[Block]:
    """The blocks that can be reached, each behind those that it leads to first."""
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(_successors(entry)))]
    while stack:
        block, following = stack[-1]
        successor = next((s for s in following if s not in seen), None)
        if successor is None:
            stack.pop()
            order.append(block)
        else:
            seen.add(successor)
            stack.append((successor, iter(_successors(successor))))
    return order


def _successors(block: Block) -> Sequence[Block]:
    return () if block.last_op is None else block.last_op.successors
