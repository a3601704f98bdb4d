// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>

#include "verify/made_database.h"

namespace rescale::test {
namespace {

const MaxParallelism kMax = *MaxParallelism::Create(128);

// A key of a key group.
std::string K(int group, const std::string& rest) { return static_cast<char>(group) + rest; }

// A source with keys of groups 16 to 19 in two levels and a tombstone over 17 and 18, kept whole in
// both files it was written to.
void FillSource(MadeDatabase* db) {
  const sst::RangeTombstone tombstone{"\x11", "\x13", SequenceNumber{15}};
  MadeTable low{.points = {Put(K(16, "a"), 1), Put(K(17, "b"), 2)}, .tombstones = {tombstone}};
  MadeTable high{.points = {Put(K(18, "c"), 3), Put(K(19, "d"), 4)}, .tombstones = {tombstone}};
  SetBounds(&db->Add(1, low), Put(K(16, "a"), 1).first, MakeRangeTombstoneSentinel("\x12"));
  SetBounds(&db->Add(1, high),
            MakeInternalKey("\x12", SequenceNumber{15}, ValueType::kRangeDeletion),
            Put(K(19, "d"), 4).first);
  db->Add(0, {.points = {Put(K(16, "a"), 21), Put(K(18, "c"), 22)}});
}

VerifyOptions Against(const MadeDatabase& target, const MadeDatabase& source, int32_t first,
                      int32_t last) {
  VerifyOptions options = target.Options();
  options.max_parallelism = kMax;
  options.range = KeyGroupRange{first, last};
  options.against = {{source.directory(), {16, 31}}};
  options.threads = 2;
  return options;
}

// What of FillSource lies in groups 17 and 18, in other files.
void FillHalf(MadeDatabase* db) {
  db->Add(1,
          {.points = {Put(K(17, "b"), 2)}, .tombstones = {{"\x11", "\x12", SequenceNumber{15}}}});
  db->Add(1,
          {.points = {Put(K(18, "c"), 3)}, .tombstones = {{"\x12", "\x13", SequenceNumber{15}}}});
  db->Add(0, {.points = {Put(K(18, "c"), 22)}});
}

}  // namespace

TEST_CASE("verify against: the same entries and cover in other files are the same") {
  MadeDatabase source, target;
  FillSource(&source);
  source.Write();
  FillHalf(&target);
  target.Write();
  const Result<VerifyReport> report = Verify(Against(target, source, 17, 18));
  REQUIRE(report.status().ToString() == "ok");
  CHECK(report->against_sources);
  REQUIRE(report->key_groups.size() == 2);
  CHECK(report->key_groups[0].key_group == 17);
  CHECK(report->key_groups[0].entries == 1);
  CHECK(report->key_groups[0].range_tombstones == 1);
  CHECK(report->key_groups[1].entries == 2);
  CHECK(report->key_groups[1].range_tombstones == 0);
  CHECK(Outcome(Against(source, source, 16, 31)) == "ok");
}

TEST_CASE("verify against: what a source does not own does not count") {
  MadeDatabase source, target;
  FillSource(&source);
  source.Write();
  FillHalf(&target);
  target.Write();
  VerifyOptions options = Against(target, source, 16, 31);
  options.against[0].owned = {17, 18};
  CHECK(Outcome(options) == "ok");
  options.against[0].owned = {16, 18};
  CHECK(Has(Outcome(options), "key group 16: the sources hold 2 entries"));
}

TEST_CASE("verify against: what is left out of a source is counted, and where it lies") {
  MadeDatabase source, target;
  FillSource(&source);
  source.Write();
  FillHalf(&target);
  target.Write();
  VerifyOptions options = Against(target, source, 16, 31);
  options.against[0].owned = {17, 18};
  Result<VerifyReport> report = Verify(options);
  REQUIRE(report.ok());
  REQUIRE(report->left_out.size() == 1);
  const LeftOut& left_out = report->left_out[0];
  CHECK(left_out.directory == source.directory());
  CHECK(left_out.owned == KeyGroupRange{17, 18});
  CHECK(left_out.reach == KeyGroupRange{16, 19});
  CHECK(left_out.entries == 3);  // two of group 16, one of group 19
  CHECK(left_out.files_unread == 0);

  // What another target has of the source is not left out.
  report = Verify(Against(target, source, 17, 18));
  REQUIRE(report.ok());
  CHECK(report->left_out.empty());
}

TEST_CASE("verify against: a file outside what counts may be missing or damaged") {
  MadeDatabase source, target;
  FillHalf(&source);
  source.Add(1, {.points = {Put(K(19, "d"), 4)}});
  source.Add(1, {.points = {Put(K(20, "e"), 5)}});
  source.Write();
  FillHalf(&target);
  target.Write();
  VerifyOptions options = Against(target, source, 16, 31);
  options.against[0].owned = {17, 18};
  REQUIRE(PosixFileSystem().RemoveFile(source.PathOf(source.file(1, 2))).ok());
  std::string bytes = ReadFile(source.PathOf(source.file(1, 3)));
  bytes[0] = static_cast<char>(bytes[0] ^ 1);
  WriteFile(source.PathOf(source.file(1, 3)), bytes);
  const Result<VerifyReport> report = Verify(options);
  REQUIRE(report.status().ToString() == "ok");
  REQUIRE(report->left_out.size() == 1);
  CHECK(report->left_out[0].files_unread == 2);
  CHECK(report->left_out[0].entries == 0);
  CHECK(report->left_out[0].reach.empty());
}

TEST_CASE("verify against: a missing, an added and a changed entry name the key group") {
  MadeDatabase source;
  FillSource(&source);
  source.Write();
  const auto outcome = [&](const std::vector<Point>& level0) {
    MadeDatabase target;
    FillHalf(&target);
    target.version.column_families[0].levels[0].clear();
    if (!level0.empty()) target.Add(0, {.points = level0});
    target.Write();
    return Outcome(Against(target, source, 17, 18));
  };
  const std::string key = K(18, "c");
  CHECK(outcome({Put(key, 22)}) == "ok");
  CHECK(Has(outcome({}), "key group 18: the sources hold 2 entries"));
  CHECK(
      Has(outcome({Put("\x11zz", 30), Put(key, 22)}), "key group 17: the sources hold 1 entries"));
  // Same counts, other contents: value, sequence number, type.
  CHECK(Has(outcome({Put(key, 22, "w")}), "key group 18: the sources hold 2 entries"));
  CHECK(Has(outcome({Put(key, 23)}), "key group 18"));
  CHECK(Has(outcome({Delete(key, 22)}), "key group 18"));
}

TEST_CASE("verify against: a tombstone lost or moved is a difference") {
  MadeDatabase source;
  FillSource(&source);
  source.Write();
  for (const sst::RangeTombstone& changed :
       {sst::RangeTombstone{"\x12", "\x12zz", SequenceNumber{15}},
        sst::RangeTombstone{"\x12", "\x13", SequenceNumber{14}},
        sst::RangeTombstone{"\x12\x01", "\x13", SequenceNumber{15}}}) {
    MadeDatabase target;
    FillHalf(&target);
    auto& levels = target.version.column_families[0].levels;
    levels[1].pop_back();
    target.Add(1, {.points = {Put(K(18, "c"), 3)}, .tombstones = {changed}});
    target.Write();
    CHECK(Has(Outcome(Against(target, source, 17, 18)), "range tombstones differ"));
  }
}

TEST_CASE("verify against: a key group that only a tombstone reaches is compared, too") {
  MadeDatabase source, with, without;
  source.Add(1,
             {.points = {Put(K(16, "a"), 1)}, .tombstones = {{"\x12", "\x13", SequenceNumber{9}}}});
  source.Write();
  with.Add(1, {.tombstones = {{"\x12", "\x13", SequenceNumber{9}}}});
  with.Write();
  without.Write();
  CHECK(Outcome(Against(with, source, 18, 18)) == "ok");
  CHECK(Has(Outcome(Against(without, source, 18, 18)),
            "range tombstones differ (1 in the sources, 0"));
  CHECK(Has(Outcome(Against(with, source, 17, 17)), "outside the key groups"));
}

TEST_CASE("verify against: tombstones of two sources are cut to what each owns and then joined") {
  // Each source's tombstone reaches into what the other owns; there it does not act.
  MadeDatabase left, right, target;
  left.Add(1,
           {.points = {Put(K(16, "a"), 1)}, .tombstones = {{"\x10", "\x14", SequenceNumber{9}}}});
  left.Write();
  right.Add(1,
            {.points = {Put(K(19, "d"), 2)}, .tombstones = {{"\x11", "\x14", SequenceNumber{9}}}});
  right.Write();
  target.Add(1, {.points = {Put(K(16, "a"), 1), Put(K(19, "d"), 2)},
                 .tombstones = {{"\x10", "\x14", SequenceNumber{9}}}});
  target.Write();
  VerifyOptions options = Against(target, left, 16, 19);
  options.against = {{left.directory(), {16, 17}}, {right.directory(), {18, 31}}};
  CHECK(Outcome(options) == "ok");
  options.against[1].owned = {19, 31};  // nobody's tombstone covers 18 any more
  CHECK(Has(Outcome(options), "range tombstones differ"));
}

TEST_CASE("verify against: handles that a rescale refuses are refused, and not called damaged") {
  MadeDatabase left, right, target;
  left.Add(1, {.points = {Put(K(16, "a"), 1)}});
  left.Write();
  right.Add(1, {.points = {Put(K(19, "d"), 2)}});
  right.Write();
  target.Add(1, {.points = {Put(K(16, "a"), 1), Put(K(19, "d"), 2)}});
  target.Write();
  VerifyOptions options = Against(target, left, 16, 19);
  options.against = {{left.directory(), {16, 17}}, {right.directory(), {18, 19}}};
  CHECK(Outcome(options) == "ok");
  SECTION("one twice") {
    options.against[1].directory = left.directory() + "/.";
    CHECK(Has(Outcome(options), "is the same directory as"));
    options.max_parallelism.reset();
    options.range.reset();
    CHECK(Has(Outcome(options), "is the same directory as"));
  }
  SECTION("both own a key group") {
    options.against[1].owned.first = 17;
    CHECK(Has(Outcome(options), "both own [17,17]"));
  }
  SECTION("in another order") {
    for (StateHandle& handle : options.against) handle.owned_is_assumed = true;
    CHECK(Outcome(options) == "ok");
    std::swap(options.against[0].directory, options.against[1].directory);
    CHECK(Has(Outcome(options), "but its SSTs lie in [19,19]"));
  }
  SECTION("another max parallelism") {
    options.max_parallelism = *MaxParallelism::Create(1000);
    options.range.reset();
    CHECK(Has(Outcome(options), "the max parallelism was given as 1000"));
  }
}

TEST_CASE("verify against: a source with entries in its write-ahead log is refused") {
  MadeDatabase source, target;
  FillSource(&source);
  source.Write();
  FillHalf(&target);
  target.Write();
  WriteFile(source.directory() + "/000200.log", "entries");
  CHECK(Has(Outcome(Against(target, source, 17, 18)), "not supported"));
}

TEST_CASE("verify: stops when asked to, and tells how far it is") {
  MadeDatabase db;
  FillSource(&db);
  db.Write();
  VerifyOptions options = Against(db, db, 16, 31);
  std::vector<std::pair<uint64_t, uint64_t>> seen;
  options.progress = [&](const Progress& p) { seen.emplace_back(p.files_done, p.files_total); };
  CHECK(Outcome(options) == "ok");
  REQUIRE_FALSE(seen.empty());
  CHECK(seen.back() == std::pair<uint64_t, uint64_t>{6, 6});
  CancelToken cancel;
  cancel.Cancel();
  options.cancel = &cancel;
  CHECK(Has(Outcome(options), "cancelled"));
}

}  // namespace rescale::test
