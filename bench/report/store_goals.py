# SPDX-License-Identifier: Apache-2.0
"""Goals for restores of a Flink job from a store with limits: one at a larger parallelism, and a chain of them."""

from report.flink_goals import LONGEST
from report.flink_section import OURS, chain_seconds
from report.goal import at_least
from report.markdown_table import quotient

OTHERS = (("STOCK", "stock"), ("INGEST", "ingest mode"))
PARALLELISM, TIMES_AS_FAST, CHAIN_TIMES_AS_FAST = 8, 1.6, 3


def store_goals(store, chain):
    """Either may be None."""
    return [*(scale_out(store, *other) for other in OTHERS), *(whole_chain(chain, *other) for other in OTHERS)]


def scale_out(store, strategy, name):
    ratio = store and quotient(store.median(strategy, PARALLELISM, LONGEST), store.median(OURS, PARALLELISM, LONGEST))
    before = store.before if store else 4
    return at_least(f"limited store, {before}→{PARALLELISM}: {name} / rescale", TIMES_AS_FAST, ratio)


def whole_chain(chain, strategy, name):
    ratio = chain and quotient(chain_seconds(chain, strategy), chain_seconds(chain, OURS))
    return at_least(f"limited store, chain with its checkpoints: {name} / rescale", CHAIN_TIMES_AS_FAST, ratio)
