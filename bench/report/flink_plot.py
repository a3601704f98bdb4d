# SPDX-License-Identifier: Apache-2.0
"""The longest subtask of a restore in Flink, by parallelism and strategy."""

from report.flink_goals import LONGEST
from report.flink_section import name_of
from report.svg import color, svg


def flink_plot(restores, title):
    """Bars of medians; the whiskers reach from the fastest to the slowest round."""

    def draw(figure):
        axis = figure.subplots()
        strategies = restores.strategies
        width = 0.85 / len(strategies)
        for i, strategy in enumerate(strategies):
            bars(axis, restores, strategy, (i - (len(strategies) - 1) / 2) * width, width)
        axis.set_xticks(range(len(restores.parallelisms)),
                        [f"{restores.before}→{parallelism}" for parallelism in restores.parallelisms])
        axis.set_yscale("log")
        axis.set_ylabel("seconds, longest subtask")
        axis.set_title(title, loc="left")
        axis.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))

    return svg(draw, 9, 3)


def bars(axis, restores, strategy, offset, width):
    places = [(x, restores.values(strategy, parallelism, LONGEST)) for x, parallelism in
              enumerate(restores.parallelisms)]
    places = [(x, values) for x, values in places if values and min(values) > 0]
    medians = [restores.median(strategy, restores.parallelisms[x], LONGEST) for x, _ in places]
    whiskers = [[middle - min(values) for middle, (_, values) in zip(medians, places)],
                [max(values) - middle for middle, (_, values) in zip(medians, places)]]
    drawn = axis.bar([x + offset for x, _ in places], medians, width, yerr=whiskers, label=name_of(strategy),
                     color=color(strategy), error_kw={"linewidth": 0.7})
    for bar, (x, _) in zip(drawn, places):
        bar.set_gid(f"{strategy}-{restores.parallelisms[x]}".replace(" ", "-"))
