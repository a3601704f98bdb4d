# SPDX-License-Identifier: Apache-2.0
"""A small directory of results of every kind, with round figures, for the tests of the report."""

from results_files import entry, write

MIB = 1 << 20
FLINK_HEADER = ("strategy,from,to,round,until_running_s,longest_task_s,all_tasks_s,fetched_bytes,local_bytes,state_bytes,"
                "checkpoint_bytes,uploaded_bytes,checkpoint_s,accesses_per_s")
# Strategy: seconds until ready, seconds before the open, dead MiB, seconds until clean.
AT_4_TO_2 = {"write_batch": (60, 59, 0, 0), "sst_file_writer": (15, 14, 0, 0), "clip_and_import": (1.2, 1, 0, 0),
             "rescale": (0.1, 0.02, 0, 0)}
AT_4_TO_8 = {"write_batch": (9, 9, 0, 0), "delete_range": (0.05, 0.05, 2560, 0.35), "delete_files": (0.6, 0.6, 0, 0),
             "rescale": (0.1, 0.026, 0, 0)}
MACHINE = {"cpu": "Example 9000", "cores": 2, "memory": "16 GiB", "kernel": "6.1.0", "filesystem": "ext4",
           "date": "2026-01-02", "commit": "0123abc", "versions": {"rocksdb": "7.8.3", "jmh": "1.37"},
           "commands": {"rescale": "rescale-bench restore --mib 512; rescale-bench restore --mib 5120"}}


def restore(strategy, case, mib, figures, state="bulk"):
    ready, prepare, dead, clean = figures
    return entry(f"rescale.Rescale.{strategy}", {"state": state, "mib": str(mib), "case": case},
                 [ready, ready * 1.5, ready * 0.5],
                 prepare=("s/op", prepare), cpu=("s/op", ready), peakRss=("B", 64 * MIB), bytesRead=("B", 5 * MIB),
                 bytesWritten=("B", 7 * MIB), bytesLinked=("B", 300 * MIB), deadBytes=("B", dead * MIB),
                 rangeTombstones=("", 0), clean=("s/op", clean), cleanBytes=("B", 0), newBytes=("B", 11 * MIB),
                 getP50=("us", 2), getP99=("us", 7), files=("", 20))


def floor(case, mib, seconds):
    return entry("rescale.Rescale.floor", {"state": "bulk", "mib": str(mib), "case": case}, [seconds],
                 prepare=("s/op", seconds), cpu=("s/op", seconds), peakRss=("B", 7 * MIB), bytesWritten=("B", 0))


def rescale():
    entries = [restore(name, "4->2", mib, figures) for mib in (512, 5120) for name, figures in AT_4_TO_2.items()]
    entries += [restore(name, "4->8", 5120, figures) for name, figures in AT_4_TO_8.items()]
    entries += [restore(name, "4->6", 512, AT_4_TO_2[name]) for name in ("write_batch", "rescale")]
    return entries + [floor("4->2", 5120, 0.016), floor("4->8", 5120, 0.02)]


def growth():
    """Proportional to files; not at all to what a state holds; squared in column families; a case for each source."""
    def point(axis, seconds, **changed):
        params = {"mib": "64", "files": "40", "sources": "4", "columnFamilies": "1", "maxParallelism": "128",
                  "case": "4->2", **changed}
        return entry(f"rescale.Growth.{axis}", params, [seconds], open=("s/op", 0.5), cpu=("s/op", seconds),
                     peakRss=("B", 20 * MIB), bytesWritten=("B", MIB), files=("", 1))

    return ([point("files", n / 1000, files=str(n)) for n in (100, 1000, 10000)]
            + [point("stateMib", 0.25, mib=str(n)) for n in (64, 256, 1024)]
            + [point("columnFamilies", n * n / 100, columnFamilies=str(n)) for n in (1, 10)]
            + [point("sources", n / 10, sources=str(n), case=f"{n}->2") for n in (4, 8, 16)])


def plan():
    return [entry("rescale.Plan.plan", {"files": "1000000", "boundBytes": bound}, [seconds],
                  planPeakRss=("B", 200 * MIB), run=("s/op", 4), runPeakRss=("B", peak * MIB))
            for bound, seconds, peak in (("16", 0.6, 380), ("96", 1.5, 610))]


def cut():
    def one(name, seconds, compression, kept):
        return entry(f"rescale.Cut.{name}", {"compression": compression, "kept": kept, "mib": "256"}, [seconds],
                     bytesWritten=("B", 100 * MIB))

    return [one(name, seconds, *place)
            for place, times in ((("none", "first half"), (0.1, 0.125, 0.11)), (("lz4", "first half"), (0.2, 0.4, 0.1)),
                                 (("lz4", "middle 80 %"), (0.1, 0.2, 0.1)))
            for name, seconds in zip(("cut", "cutOneThread", "cp"), times)]


def timeline():
    def series(strategy, *samples):
        return {"strategy": strategy, "case": "4->2", "state": "bulk", "mib": "512", "samples": [
            {"seconds": seconds, "files": files, "deadBytes": dead * MIB, "bytes": 100 * MIB}
            for seconds, files, dead in samples]}

    result = [series("write_batch", (0.0, [9, 0, 0], 30), (1.0, [4, 5, 0], 30), (2.0, [0, 8, 0], 0), (3.0, [0, 8, 0], 0)),
              series("rescale", (0.0, [2, 6, 0], 0), (3.0, [2, 6, 0], 0))]
    result[1]["samples"].insert(0, {"before": True, "seconds": -1, "files": [4, 12, 0], "deadBytes": 0, "bytes": 0})
    return result


def jmh():
    return [entry(f"org.rescale.bench.RestoreBenchmark.{strategy}", {"mib": "256", "rescale": "4->2"}, [ms, 2 * ms, 3 * ms],
                  unit="ms/op", bytesWritten=("#", 3 * MIB), files=("#", 4))
            for strategy, ms in (("importAndClip", 80), ("rescale", 40), ("writeBatch", 1000))]


def flink(rows):
    """rows: strategy, parallelism, seconds of each round, percent uploaded, seconds of the checkpoint."""
    lines = [f"{strategy},4,{to},{i},{2 * one:.3f},{one:.3f},{one:.3f},{200 * MIB},{150 * MIB},"
             f"{(200 if strategy == 'STOCK' and to == 8 else 100) * MIB},{MIB},{percent * MIB},{checkpoint:.3f},50000"
             for strategy, to, seconds, percent, checkpoint in rows for i, one in enumerate(seconds)]
    return "\n".join([FLINK_HEADER, *lines]) + "\n"


def flink_2():
    return flink([("no rescale", 2, (1.0, 1.1, 0.9), 0, 1), ("STOCK", 2, (8, 9, 7), 101, 1),
                  ("INGEST", 2, (1.5, 1.5, 1.5), 100, 1), ("RESCALE", 2, (1.1, 1.0, 1.2), 0, 1),
                  ("no rescale", 8, (1.0, 1.0, 1.0), 0, 1), ("STOCK", 8, (3, 3, 3), 200, 1),
                  ("INGEST", 8, (1.2, 1.2, 1.2), 200, 1), ("RESCALE", 8, (1.5, 1.5, 1.5), 50, 1)])


def flink_1():
    return flink([("no rescale", 2, (1.0,), 0, 1), ("STOCK", 2, (4,), 101, 1), ("RESCALE", 2, (1.0,), 0, 1)])


def chain():
    return flink([("STOCK", 2, (10,), 100, 5), ("STOCK", 4, (20,), 200, 5), ("RESCALE", 2, (6,), 1, 1),
                  ("RESCALE", 4, (2,), 2, 1)])


def write_results(directory):
    """Of every kind."""
    directory.mkdir(parents=True)
    for name, document in (("machine", MACHINE), ("rescale", rescale()), ("growth", growth()), ("plan", plan()),
                           ("cut", cut()), ("timeline", timeline()), ("jmh-rocksdbjni", jmh()),
                           ("jmh-frocksdbjni", jmh())):
        write(directory / f"{name}.json", document)
    for name, text in (("flink-2", flink_2()), ("flink-1", flink_1()), ("flink-2-store", flink_2()),
                       ("flink-2-chain", chain())):
        (directory / f"{name}.csv").write_text(text, encoding="utf-8")
    return directory
