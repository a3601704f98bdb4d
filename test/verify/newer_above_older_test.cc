// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "verify/made_database.h"

namespace rescale::test {
namespace {

// A bottom level of many files, so that the key space is cut into slices.
void AddBottom(MadeDatabase* db) {
  for (int i = 0; i < 20; ++i) {
    MadeTable table;
    for (int j = 0; j < 10; ++j) table.points.push_back(Put(fmt::format("k{:03}", 10 * i + j), 10));
    db->Add(2, table);
  }
}

}  // namespace

TEST_CASE("verify order: versions that get older downwards pass") {
  MadeDatabase db;
  AddBottom(&db);
  db.Add(1, {.points = {Put("k005", 20), Put("k150", 21)}});
  db.Add(0, {.points = {Put("k005", 30), Put("k005", 29), Put("k199", 31)}});
  db.Add(0, {.points = {Put("k005", 40), Put("k150", 41)}});
  db.Write();
  for (const unsigned threads : {1u, 4u}) {
    VerifyOptions options = db.Deep();
    options.threads = threads;
    CHECK(Outcome(options) == "ok");
  }
}

TEST_CASE("verify order: an older entry above a newer one names both files") {
  for (const unsigned threads : {1u, 3u}) {
    MadeDatabase db;
    AddBottom(&db);
    db.Add(1, {.points = {Put("k003", 20), Put("k157", 9)}});
    db.Write();
    VerifyOptions options = db.Deep();
    options.threads = threads;
    const std::string outcome = Outcome(options);
    INFO(outcome);
    CHECK(Has(outcome, "corruption"));
    CHECK(Has(outcome, "key k157"));
    CHECK(Has(outcome, db.PathOf(db.file(1, 0))));
    CHECK(Has(outcome, db.PathOf(db.file(2, 15))));
  }
}

TEST_CASE("verify order: level 0 files are ordered by epoch") {
  MadeDatabase db;
  db.Add(0, {.points = {Put("a", 1), Put("b", 5)}});
  db.Add(0, {.points = {Put("b", 6), Put("c", 7)}});
  db.Write();
  CHECK(Outcome(db.Deep()) == "ok");

  MadeDatabase swapped;
  swapped.Add(0, {.points = {Put("b", 6), Put("c", 7)}});
  swapped.Add(0, {.points = {Put("a", 8), Put("b", 5)}});
  swapped.Write();
  CHECK(Has(Outcome(swapped.Deep()), "corruption"));
}

TEST_CASE("verify order: the same internal key in two files") {
  MadeDatabase db;
  db.Add(2, {.points = {Put("a", 5), Put("b", 6)}});
  db.Add(1, {.points = {Put("b", 6), Put("c", 7)}});
  db.Write();
  CHECK(Has(Outcome(db.Deep()), "is in two files"));
}

}  // namespace rescale::test
